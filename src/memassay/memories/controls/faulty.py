"""Control `faulty`: the oracle with one seeded fault, to see that the metric that should move does move."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from memassay.errors import UserError
from memassay.memories.controls import oracle
from memassay.memories.controls.gold import FULL, Control, Gold, Hears, Moment
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.types import YES, Fact, fold

COPY = "-copy"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: what goes wrong, the metric it must move, and the stage its misses must be given (or "none").

    `control` makes the faulty control from the claims the fault falls on.
    """

    summary: str
    metric: str
    stage: str
    control: Callable[[Hears], Control]


def falls_on(claim: str, *, fault: str, rate: float, seed: int) -> bool:
    """Whether a fault strikes a claim: by its text, the fault and the seed alone, so the same claims fall every run."""
    digest = hashlib.sha256(f"{seed}\n{fault}\n{fold(claim)}".encode()).digest()
    return int.from_bytes(digest[:8], "big") < rate * 2**64


def _drop(struck: Hears) -> Control:
    return Control(oracle.hold, hears=lambda claim: not struck(claim))


def _stale(struck: Hears) -> Control:
    def hold(moment: Moment) -> Sequence[Fact]:
        return oracle.advance(moment, _held_on(moment, oracle.gold_groups(moment), struck))

    return Control(hold)


def _held_on(moment: Moment, groups: oracle.Groups, struck: Hears) -> oracle.Groups:
    """The groups, with the struck claims that no group holds any more left where they stood."""
    current = {claim for group in groups for claim in group}
    result = list(groups)
    for fact in moment.facts:
        held = {claim: None for claim, score in fact.stated if score == YES}
        stale = tuple(claim for claim in held if claim not in current and struck(claim))
        if not stale:
            continue
        common = [len(set(held) & set(group)) for group in result]
        most = max(common, default=0)
        if most:
            home = common.index(most)
            result[home] = (*result[home], *stale)
        else:
            result.append(stale)
    return result


def _duplicate(struck: Hears) -> Control:
    def hold(moment: Moment) -> Sequence[Fact]:
        copied = {fact.id for fact in moment.facts if fact.id.endswith(COPY)}
        known = {fact.id for fact in moment.facts}
        originals = tuple(fact for fact in moment.facts if fact.id not in copied)
        store: list[Fact] = []
        for fact in oracle.hold(replace(moment, facts=originals)):
            store.append(fact)
            twin = fact.id + COPY
            if twin in copied or (fact.id not in known and struck(fact.stated[0][0])):
                links = tuple(old + COPY for old in fact.supersedes if old + COPY in copied)
                store.append(replace(fact, id=twin, supersedes=links))
        return store

    return Control(hold)


FAULTS: dict[str, Fault] = {
    "drop": Fault("a claim is never extracted", "fact_accuracy", "extraction", _drop),
    "stale": Fault("a dropped claim stays asserted in its fact", "stale_rate", "none", _stale),
    "duplicate": Fault("a fact is stored twice under two ids", "redundancy", "none", _duplicate),
}


def build(context: MemoryContext, *, fault: str = "drop", rate: float = 0.3) -> Gold:
    """An oracle on whose claims `fault` falls at `rate` (a share, 0 to 1).

    `duplicate` strikes a fact where it strikes the first claim the fact ever stated.  Raises UserError for an
    unknown fault or a rate outside 0 to 1.
    """
    if fault not in FAULTS:
        known = ", ".join(sorted(FAULTS))
        raise UserError(f"faulty: the option fault takes the name of a fault, not {fault!r}; known: {known}")
    if not 0 <= rate <= 1:
        raise UserError(f"faulty: the option rate takes a share from 0 to 1, not {rate}")

    def struck(claim: str) -> bool:
        return falls_on(claim, fault=fault, rate=rate, seed=context.seed)

    control = FAULTS[fault].control(struck)
    note = f"{FULL.note}; {FAULTS[fault].summary}, at rate {rate:g}"
    return Gold(context, replace(control, capabilities=replace(FULL, note=note)))


FACTORY = MemoryFactory(
    "faulty",
    "control: the oracle with one seeded fault (fault=NAME, rate=SHARE)",
    build,
    kind="control",
    gold=True,
    note="; ".join(f"{name}: {fault.summary}" for name, fault in FAULTS.items()),
)
