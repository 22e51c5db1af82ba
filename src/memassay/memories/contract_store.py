"""Rules of the contract on the store itself: each reads the record of a drive and says in words what is broken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol, get_args

from memassay.memories.contract_drive import AGAIN, FIRST, MANY, OTHER, Record
from memassay.types import Design, Fact, Snapshot, fold

Problems = list[str]


class Rule(Protocol):
    """A function of a drive's record; its name is the rule's, its docstring says what holds."""

    __name__: str

    def __call__(self, record: Record) -> Problems:
        """What is broken, a sentence each; nothing where the rule holds."""
        ...


PAGE_SIZES = (10, 20, 25)
WAIVABLE = ("writes", "retrieve")
_MARKS = {FIRST: ("halden", "ferry"), OTHER: ("brixen", "clock")}


def waiver(record: Record, rule: str) -> str:
    """The reason a system gives in `Capabilities.note` ("exempt from RULE: reason") for breaking a rule on purpose."""
    found = re.search(rf"exempt from {rule}: ([^;.]+)", record.capabilities.note)
    return found.group(1).strip() if found and rule in WAIVABLE else ""


def describe(record: Record) -> Problems:
    """The design is one of those that exist."""
    allowed = get_args(Design)
    design = record.capabilities.design
    return [] if design in allowed else [f"the design {design!r} does not exist; allowed: {', '.join(allowed)}"]


def writes(record: Record) -> Problems:
    """A document that says something leaves something in the store."""
    if waiver(record, "writes"):
        return []
    empty = [scope for scope, held in record.scopes.items() if not held.snapshots[0].facts]
    return [f"scope {scope!r} is empty after ingest and settle of its first document" for scope in empty]


def settle(record: Record) -> Problems:
    """After settle nothing moves on its own."""
    held = record.scopes[FIRST]
    moved = [i for i, (now, later) in enumerate(zip(held.snapshots, held.later, strict=True)) if now != later]
    return [
        f"after document {i} the store went on changing once settle had returned: await the work there" for i in moved
    ]


def snapshot(record: Record) -> Problems:
    """A snapshot is the whole store: unique ids, texts, the right count, all that search knows, no page limit."""
    problems: Problems = []
    for scope, held in record.scopes.items():
        for one in held.snapshots:
            problems += [f"scope {scope!r}: {problem}" for problem in _listing(one)]
        known = {fact.id for fact in held.facts}
        found = {fact.id for retrieval in held.retrieved.values() for fact in retrieval.facts}
        if found - known:
            problems.append(f"scope {scope!r}: search finds facts that the snapshot lacks: {some(found - known)}")
    sizes = [len(one.facts) for one in record.scopes[MANY].snapshots]
    if sizes[-1] == sizes[-2] and sizes[-1] in PAGE_SIZES:
        problems.append(
            f"the store stays at exactly {sizes[-1]} facts as documents come: read every page, not the first"
        )
    return problems


def retrieve(record: Record) -> Problems:
    """Search gives at most k facts, each once, each as it stands in the store, and some if there are any."""
    problems: Problems = []
    for scope, held in record.scopes.items():
        store = {fact.id: fact for fact in held.facts}
        for k, retrieval in held.retrieved.items():
            facts = retrieval.facts
            if len(facts) > k and not waiver(record, "retrieve"):
                problems.append(f"scope {scope!r}: asked for {k} facts, it gave {len(facts)}")
            if len({fact.id for fact in facts}) < len(facts):
                problems.append(f"scope {scope!r}: it gave a fact twice")
            if store and not facts:
                problems.append(f"scope {scope!r}: it found nothing among {len(store)} facts")
            other = [f.id for f in facts if f.id in store and fold(store[f.id].statement) != fold(f.statement)]
            if other:
                problems.append(f"scope {scope!r}: {some(other)} read otherwise in the snapshot")
    return problems


def isolation(record: Record) -> Problems:
    """What is written in one scope shows in no other."""
    problems: Problems = []
    if record.before_use.facts:
        problems.append(f"scope {OTHER!r} held {len(record.before_use.facts)} facts before its first document")
    for scope, foreign in ((OTHER, FIRST), (FIRST, OTHER)):
        facts = [*record.scopes[scope].facts, *(record.crossed.facts if scope == OTHER else ())]
        leaked = [fact.id for fact in facts if any(mark in fact.statement.casefold() for mark in _MARKS[foreign])]
        if leaked:
            problems.append(f"scope {scope!r} holds or finds facts of scope {foreign!r}: {some(leaked)}")
    known = {fact.id for fact in record.scopes[OTHER].facts}
    strange = [fact.id for fact in record.crossed.facts if fact.id not in known]
    if strange:
        problems.append(f"search in scope {OTHER!r} finds facts that are not of it: {some(strange)}")
    return problems + _unchanged(record, "another scope was written")


def reset(record: Record) -> Problems:
    """A reset scope is empty, and no other scope notices."""
    problems: Problems = []
    if record.after_reset.facts:
        problems.append(f"after reset the scope still holds {len(record.after_reset.facts)} facts")
    if record.after_reset_found.facts:
        problems.append("after reset search still finds facts of the scope")
    problems += [f"after reset the scope still lists {n} {what}" for what, n in record.left.items() if n]
    return problems + _unchanged(record, "another scope was reset")


def repeatable(record: Record) -> Problems:
    """A system that says it is deterministic gives the same ids and statements for the same documents."""
    if not record.capabilities.deterministic:
        return []
    first, again = (_texts(record.scopes[scope].facts) for scope in (FIRST, AGAIN))
    if first == again:
        return []
    if sorted(first.values()) == sorted(again.values()):
        return ["the same documents in a new scope gave other ids: make ids from content or order, not at random"]
    return ["the same documents in a new scope gave other statements: fix the seed, or declare deterministic=False"]


STORE_RULES: tuple[Rule, ...] = (describe, writes, settle, snapshot, retrieve, isolation, reset, repeatable)


def some(ids: Iterable[str]) -> str:
    """At most three of the ids, and how many more there are."""
    shown = sorted(ids)
    return ", ".join(shown[:3]) + (f" and {len(shown) - 3} more" if len(shown) > 3 else "")


def _listing(one: Snapshot) -> Problems:
    problems: Problems = []
    twice = [one_id for one_id, n in Counter(fact.id for fact in one.facts).items() if n > 1]
    if twice:
        problems.append(f"ids stand twice: {some(twice)}")
    if any(not fact.id or not fact.statement.strip() for fact in one.facts):
        problems.append("a fact has no id or no statement")
    if one.count is not None and one.count != len(one.facts):
        problems.append(f"the snapshot lists {len(one.facts)} facts, the store counts {one.count}: page to the end")
    return problems


def _unchanged(record: Record, when: str) -> Problems:
    before, after = _texts(record.scopes[FIRST].facts), _texts(record.untouched[when].facts)
    return [] if before == after else [f"scope {FIRST!r} changed when {when}"]


def _texts(facts: Sequence[Fact]) -> dict[str, str]:
    return {fact.id: fold(fact.statement) for fact in facts}
