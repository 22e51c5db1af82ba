"""What a system really did at each state: effective operations, read off two snapshots (method.md section 3).

`pairs_to_judge` says which statements the diff needs compared, so that `runs` can have them judged first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memassay.metrics.panel import Combined
from memassay.metrics.reading import Reading
from memassay.types import YES, Fact, Operation, OperationKind, fold

Entailments = Mapping[tuple[str, str], float]
DETECTING: frozenset[OperationKind] = frozenset({"update", "supersede", "delete"})
# Several native entries on one fact count as the first of these (golden A28).
PRECEDENCE: tuple[OperationKind, ...] = ("delete", "create", "supersede", "conflict", "update", "reinforce")


@dataclass(frozen=True, slots=True)
class Diff:
    """Two snapshots side by side: facts with the same id, new ones, vanished ones."""

    same: tuple[tuple[Fact, Fact], ...]
    new: tuple[Fact, ...]
    gone: tuple[Fact, ...]

    @classmethod
    def of(cls, before: Sequence[Fact], after: Sequence[Fact]) -> Diff:
        """Compare by id, keeping the order of each snapshot."""
        old = {fact.id: fact for fact in before}
        ids = {fact.id for fact in after}
        return cls(
            same=tuple((old[fact.id], fact) for fact in after if fact.id in old),
            new=tuple(fact for fact in after if fact.id not in old),
            gone=tuple(fact for fact in before if fact.id not in ids),
        )


def pairs_to_judge(before: Sequence[Fact], after: Sequence[Fact]) -> list[tuple[Fact, Fact]]:
    """(premise, hypothesis) pairs whose entailment the diff needs: both directions of each changed text."""
    changed = [(a, b) for a, b in Diff.of(before, after).same if fold(a.statement) != fold(b.statement)]
    return [pair for old, new in changed for pair in ((new, old), (old, new))]


def candidates_for_succession(before: Sequence[Fact], after: Sequence[Fact]) -> list[tuple[Fact, Fact]]:
    """(new, vanished) pairs to ask "same subject and attribute" about: those the system has not linked itself.

    A link to a fact that did not vanish in this step says nothing about it, so such a new fact is asked about too.
    """
    diff = Diff.of(before, after)
    gone = {fact.id for fact in diff.gone}
    linked = {old for fact in diff.new for old in fact.supersedes}
    unlinked = [fact for fact in diff.new if gone.isdisjoint(fact.supersedes)]
    return [(new, old) for new in unlinked for old in diff.gone if old.id not in linked]


def predecessors(diff: Diff, successors: Iterable[tuple[str, str]]) -> dict[str, list[Fact]]:
    """New id to the vanished facts it replaces: the system's own links, then judged ones, each vanished fact once."""
    gone = {fact.id: fact for fact in diff.gone}
    new = {fact.id for fact in diff.new}
    links = [(fact.id, old) for fact in diff.new for old in fact.supersedes]
    taken: set[str] = set()
    result: dict[str, list[Fact]] = {}
    for successor, old in [*links, *successors]:
        if successor in new and old in gone and old not in taken:
            taken.add(old)
            result.setdefault(successor, []).append(gone[old])
    return result


def effective_operations(
    before: Sequence[Fact],
    after: Sequence[Fact],
    entailments: Entailments,
    successors: Sequence[tuple[str, str]] = (),
    *,
    disputes: bool = True,
) -> list[Operation]:
    """At most one operation a fact, by the first rule that holds (method.md section 3, golden A9 to A12).

    Order: the later snapshot's facts, then what vanished without a successor.
    """
    diff = Diff.of(before, after)
    old = {new.id: former for former, new in diff.same}
    replaced = predecessors(diff, successors)
    operations: list[Operation] = []
    for fact in after:
        if fact.id in old:
            kind = _change(old[fact.id], fact, entailments, disputes=disputes)
        else:
            kind = _arrival(fact, replaced.get(fact.id, ()), entailments)
        if kind is not None:
            operations.append(Operation(kind, fact.id))
    accounted = {fact.id for facts in replaced.values() for fact in facts}
    operations.extend(Operation("delete", fact.id) for fact in diff.gone if fact.id not in accounted)
    return operations


def entails(entailments: Entailments, premise: str, hypothesis: str) -> bool:
    """Whether one statement entails another: the same text does, else a YES verdict on the pair."""
    if premise == hypothesis or fold(premise) == fold(hypothesis):
        return True
    return entailments.get((premise, hypothesis), 0.0) == YES


def _change(old: Fact, new: Fact, entailments: Entailments, *, disputes: bool) -> OperationKind | None:
    if disputes and new.disputed > old.disputed:
        return "conflict"
    forward = entails(entailments, new.statement, old.statement)
    backward = entails(entailments, old.statement, new.statement)
    if not (forward and backward):
        return "update" if forward else "supersede"
    return "reinforce" if _confirmed(old, new) else None


def _confirmed(old: Fact, new: Fact) -> bool:
    if set(new.support) - set(old.support):
        return True
    if new.confidence is not None and old.confidence is not None and new.confidence > old.confidence + 1e-9:
        return True
    return new.updated is not None and old.updated is not None and new.updated > old.updated


def _arrival(fact: Fact, replaced: Sequence[Fact], entailments: Entailments) -> OperationKind:
    if not replaced:
        return "create"
    whole = all(entails(entailments, fact.statement, former.statement) for former in replaced)
    return "update" if whole else "supersede"


# --- over a unit ---------------------------------------------------------------------------------


def effective(reading: Reading) -> list[list[Operation]] | None:
    """Effective operations per state, or None where the unit's snapshots cannot tell them."""
    return reading.once(_effective) if reading.observable.effective else None


def _effective(reading: Reading) -> list[list[Operation]]:
    return [
        effective_operations(
            before, step.facts, step.entailments, step.successors, disputes=reading.observable.disputes
        )
        for before, step in zip(reading.before, reading.steps(), strict=True)
    ]


def native(reading: Reading) -> list[list[Operation]] | None:
    """The system's own log per state without `none`, or None where it has no log.

    A log that speaks of some states says of the others that nothing was done; no log at all says nothing.
    """
    if not reading.observable.native or all(step.operations is None for step in reading.steps()):
        return None
    return [[op for op in step.operations or () if op.kind != "none"] for step in reading.steps()]


def collapse(operations: Iterable[Operation]) -> dict[str, OperationKind]:
    """One kind a fact id: the first in PRECEDENCE (golden A28)."""
    kinds: dict[str, set[OperationKind]] = {}
    for operation in operations:
        kinds.setdefault(operation.fact_id, set()).add(operation.kind)
    return {fact: next(kind for kind in PRECEDENCE if kind in found) for fact, found in kinds.items()}


def bearing(reading: Reading, i: int, operations: Sequence[Operation]) -> list[Operation]:
    """The operations at state i that bear on the trajectory (method.md section 3, golden A8).

    A fact bears when its id supported a claim of C_{i-1}, C_i or D_i at state i-1, or its own id (or that of a
    fact it replaces) supports one at state i; a fact named by neither bears where `evidence.bears` says so.
    """
    states = reading.states
    claims = {*states[i].claims, *states[i].doc_claims, *(states[i - 1].claims if i else ())}
    named = _supporting_ids(reading.verdicts[i], claims)
    if i:
        named |= _supporting_ids(reading.verdicts[i - 1], claims)
    step = reading.steps()[i]
    diff = Diff.of(reading.before[i], step.facts)
    replaced = predecessors(diff, step.successors)
    asked = reading.evidence.bears or {}

    def bears(fact_id: str) -> bool:
        ids = [fact_id, *(fact.id for fact in replaced.get(fact_id, ()))]
        return any(one in named or asked.get(one, False) for one in ids)

    return [operation for operation in operations if bears(operation.fact_id)]


def _supporting_ids(verdicts: Mapping[str, Combined], claims: set[str]) -> set[str]:
    return {v.fact_id for claim, v in verdicts.items() if claim in claims and v.supported and v.fact_id is not None}
