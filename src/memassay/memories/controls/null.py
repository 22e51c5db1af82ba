"""Control `null`: remembers nothing, so every score that can be had is the lowest."""

from __future__ import annotations

from collections.abc import Sequence

from memassay.memories.controls.gold import Control, Moment, control_factory
from memassay.types import Capabilities, Fact


def hold(moment: Moment) -> Sequence[Fact]:
    """Nothing, whatever the document says."""
    return moment.facts[:0]


def deaf(claim: str) -> bool:
    """Hears no claim: a system that keeps nothing has no observations to show either."""
    return claim == ""


FACTORY = control_factory(
    "null",
    "control: stores nothing, retrieves nothing",
    Control(hold, Capabilities(note="exempt from writes: it stores nothing on purpose"), hears=deaf),
)
