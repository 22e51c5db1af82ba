"""Control `overwrite`: the last write wins, so the store is exactly what the last document says (D_i)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memassay.memories.controls.gold import Control, Moment, control_factory
from memassay.types import Fact

ONLY = "f1"


def hold(moment: Moment) -> Sequence[Fact]:
    """One fact under one id for ever; none where the document says nothing."""
    if not moment.said:
        return []
    fact = moment.stating(moment.said, ONLY)
    return [replace(fact, created=moment.facts[0].created) if moment.facts else fact]


FACTORY = control_factory("overwrite", "control: holds only what the last document says", Control(hold))
