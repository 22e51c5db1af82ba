"""Control `frozen`: the first write wins, so the store is what the first document says (D_0) for ever."""

from __future__ import annotations

from collections.abc import Sequence

from memassay.memories.controls.gold import Control, Moment, control_factory
from memassay.types import Fact


def hold(moment: Moment) -> Sequence[Fact]:
    """The store as it is, or the first document's claims as one fact."""
    if moment.facts or not moment.said:
        return moment.facts
    return [moment.stating(moment.said, moment.new_id())]


FACTORY = control_factory("frozen", "control: holds what the first document says, for ever", Control(hold))
