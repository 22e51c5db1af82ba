"""Evidence as metrics see it: panels combined, snapshots before and after each state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from memassay.metrics import gold
from memassay.metrics.panel import Combined, combine
from memassay.types import Evidence, Fact, Panel, State, StateEvidence

T = TypeVar("T")


def combined(panels: Mapping[str, Panel]) -> dict[str, Combined]:
    """Every panel combined, by claim."""
    return {claim: combine(panel) for claim, panel in panels.items()}


class Reading:
    """One unit of evidence with everything derived from it computed once.

    `verdicts[i]` are the combined verdicts on F_i, `current[i]` those on Inv_i, `before[i]` is B_i.
    """

    def __init__(self, evidence: Evidence) -> None:
        """Nothing is computed until asked for."""
        self.evidence = evidence
        self.observable = evidence.observable
        self._once: dict[Callable[[Reading], Any], Any] = {}

    def once(self, compute: Callable[[Reading], T]) -> T:
        """What `compute` makes of this reading, computed once however many metrics ask for it."""
        if compute not in self._once:
            self._once[compute] = compute(self)
        found: T = self._once[compute]
        return found

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The gold states."""
        return tuple(step.state for step in self.evidence.states)

    @cached_property
    def verdicts(self) -> list[dict[str, Combined]]:
        """Per state, claim to joint verdict on F_i."""
        return [combined(step.verdicts) for step in self.evidence.states]

    @cached_property
    def current(self) -> list[dict[str, Combined]]:
        """Per state, invalidated claim to joint verdict on whether it is asserted as true now."""
        return [combined(step.current) for step in self.evidence.states]

    @cached_property
    def invalidated(self) -> list[tuple[str, ...]]:
        """Inv_i per state."""
        return gold.invalidated(self.states)

    @cached_property
    def before(self) -> list[tuple[Fact, ...]]:
        """B_i: the snapshot right before state i's document, after any noise document; empty at state 0."""
        earlier = self.evidence.states[:-1]
        return [(), *(step.noise_after[-1].facts if step.noise_after else step.facts for step in earlier)]

    @cached_property
    def last_store(self) -> tuple[Fact, ...]:
        """The last snapshot, noise included."""
        final = self.evidence.states[-1]
        return final.noise_after[-1].facts if final.noise_after else final.facts

    @cached_property
    def entailments(self) -> dict[tuple[str, str], float]:
        """(premise, hypothesis) to score, over all states."""
        return {pair: score for step in self.evidence.states for pair, score in step.entailments.items()}

    def expected(self) -> Iterator[tuple[int, str, Combined]]:
        """Every (i, claim of C_i) with its joint verdict."""
        for i, state in enumerate(self.states):
            for claim in state.claims:
                yield i, claim, self.verdicts[i][claim]

    def steps(self) -> Sequence[StateEvidence]:
        """The evidence of each state."""
        return self.evidence.states


def distinct_support(verdicts: Mapping[str, Combined], claims: Sequence[str], facts: Sequence[Fact]) -> list[Fact]:
    """The distinct facts that support any of the claims (named by YES or PARTIAL), in order of the claims."""
    by_id = {fact.id: fact for fact in facts}
    asked = [verdicts[claim] for claim in claims if claim in verdicts]
    names = dict.fromkeys(verdict.fact_id for verdict in asked if verdict.supported)
    return [by_id[name] for name in names if name is not None and name in by_id]
