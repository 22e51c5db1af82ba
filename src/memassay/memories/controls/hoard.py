"""Control `hoard`: both sides of everything, one fact for each claim that any state or document ever held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memassay.memories.controls.gold import FULL, Control, Moment, control_factory
from memassay.types import Fact


def hold(moment: Moment) -> Sequence[Fact]:
    """A claim heard again confirms its fact, a new one makes a fact; nothing is ever dropped."""
    store = {fact.statement: fact for fact in moment.facts}
    for observation in moment.taught:
        claim = observation.statement
        if claim in store:
            store[claim] = _again(store[claim], moment, observation.id)
        else:
            store[claim] = moment.stating((claim,), moment.new_id())
    return list(store.values())


def _again(fact: Fact, moment: Moment, observation: str) -> Fact:
    return replace(
        fact,
        confidence=moment.confidence,
        support=(*fact.support, observation),
        authors=tuple(dict.fromkeys([*fact.authors, *moment.authors])),
        updated=moment.document.timestamp,
    )


FACTORY = control_factory(
    "hoard",
    "control: one fact a claim ever held or said, none dropped",
    Control(hold, replace(FULL, design="atomic")),
)
