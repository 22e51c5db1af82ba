"""Control `append-claims`: one fact a claim of each document, never updated: the known-answer twin of `append`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memassay.memories.controls.gold import FULL, Control, Moment, control_factory
from memassay.types import Fact


def hold(moment: Moment) -> Sequence[Fact]:
    """The store so far and a new fact for each claim of D_i, also one that an older fact states already."""
    return [*moment.facts, *(moment.stating((claim,), moment.new_id()) for claim in moment.said)]


FACTORY = control_factory(
    "append-claims",
    "control: one fact a claim of each document, never updated",
    Control(hold, replace(FULL, design="add-only")),
)
