"""Control `vague`: one topic sentence, which is PARTIAL for every claim and YES for none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memassay.memories.controls.gold import Control, Moment, control_factory, distinct
from memassay.types import PARTIAL, Fact


def hold(moment: Moment) -> Sequence[Fact]:
    """The one sentence, from the first document on; it half states C_i and D_i as they stand now."""
    state = moment.state
    assert state is not None
    claims = distinct([*state.claims, *moment.said])
    fact = moment.facts[0] if moment.facts else moment.stating((), moment.new_id())
    return [
        replace(
            fact,
            statement=f"Some matters concerning {moment.topic} were discussed.",
            support=fact.support or tuple(observation.id for observation in moment.taught),
            stated=tuple((claim, PARTIAL) for claim in claims),
        )
    ]


FACTORY = control_factory("vague", "control: one topic sentence that half states everything", Control(hold))
