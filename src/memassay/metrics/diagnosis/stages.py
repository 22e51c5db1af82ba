"""At which stage each missed claim was lost (method.md section 6, golden A30): the first rule that holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from memassay.metrics import gold
from memassay.metrics import operations as ops
from memassay.metrics.extrinsic.answers import asked_claims, in_answer, in_retrieved, questions
from memassay.metrics.metric import Detail
from memassay.metrics.panel import Combined
from memassay.metrics.reading import Reading
from memassay.types import NO, Operation

Operations = list[list[Operation]] | None

Stage = Literal[
    "unjudged",
    "document",
    "retention",
    "extraction",
    "conflict",
    "update",
    "synthesis",
    "storage",
    "retrieval",
    "generation",
]
STAGES: tuple[Stage, ...] = (
    "unjudged",
    "document",
    "extraction",
    "synthesis",
    "update",
    "conflict",
    "storage",
    "retention",
    "retrieval",
    "generation",
)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Where a claim was lost at one state.

    `kind` refines the stage where the evidence allows it (overwritten, dropped, resolved wrongly); `partial`
    tells PARTIAL misses from NO; `compensated` says that an answer gave the claim though no fact holds it.
    """

    state: int
    claim: str
    stage: Stage
    kind: str = ""
    partial: bool = False
    compensated: bool = False


def diagnose(reading: Reading) -> list[Diagnosis]:
    """One diagnosis for every expected claim not held, and for claims held at the end that no answer gave."""
    operations = ops.effective(reading)
    last = len(reading.states) - 1
    found = [
        Diagnosis(
            i,
            claim,
            *_storage_stage(reading, operations, i, claim, verdict),
            partial=verdict.label != NO,
            compensated=i == last and in_answer(reading, claim),
        )
        for i, claim, verdict in reading.expected()
        if not verdict.yes
    ]
    return found + list(_answer_stages(reading, last))


def _answer_stages(reading: Reading, last: int) -> Iterator[Diagnosis]:
    if not questions(reading) or not reading.observable.retrieval:
        return
    for claim in asked_claims(reading):
        if reading.verdicts[last][claim].yes and not in_answer(reading, claim):
            yield Diagnosis(last, claim, "generation" if in_retrieved(reading, claim) else "retrieval")


def _storage_stage(
    reading: Reading, operations: Operations, i: int, claim: str, verdict: Combined
) -> tuple[Stage, str]:
    if verdict.invalid:
        return "unjudged", ""
    if not _document_says(reading, i, claim):
        return "document", ""
    k = gold.stretch_start(reading.states, i, claim)
    held = [j for j in range(k, i) if reading.verdicts[j][claim].yes]
    if held:
        return "retention", _how_lost(reading, held[-1], claim)
    if not reading.observable.observations or reading.evidence.observations_entail is None:
        return "storage", ""
    if not any(j <= i for j in reading.evidence.observations_entail.get(claim, ())):
        return "extraction", ""
    return _after_extraction(reading, operations, k, i, claim)


def _document_says(reading: Reading, i: int, claim: str) -> bool:
    """Whether some document 0..i entails the claim: where nobody asked, what it states itself counts."""
    asked = reading.evidence.documents_entail
    if asked is not None and claim in asked:
        return any(j <= i for j in asked[claim])
    if any(claim in state.doc_claims for state in reading.states[: i + 1]):
        return True
    return asked is None


def _how_lost(reading: Reading, j: int, claim: str) -> str:
    """What became of the fact that held the claim at state j, up to the next state, noise documents included."""
    if not reading.observable.effective:
        return ""
    before, after = reading.steps()[j].facts, reading.steps()[j + 1]
    fact = reading.verdicts[j][claim].fact_id
    diff = ops.Diff.of(before, after.facts)
    successors = [
        new for new, olds in ops.predecessors(diff, after.successors).items() for old in olds if old.id == fact
    ]
    touched = {fact, *successors}
    operations = ops.effective_operations(
        before, after.facts, reading.entailments, after.successors, disputes=reading.observable.disputes
    )
    return "overwritten" if any(op.fact_id in touched and op.kind in ops.DETECTING for op in operations) else "dropped"


def _after_extraction(reading: Reading, operations: Operations, k: int, i: int, claim: str) -> tuple[Stage, str]:
    if operations is None:
        return "synthesis", ""
    action = reading.states[k].action
    if action == "conflict" and reading.observable.disputes and not any(op.kind == "conflict" for op in operations[k]):
        return "conflict", "resolved wrongly" if _wrong_side_alone(reading, k, i, claim) else "not marked"
    if action in ("update", "supersede"):
        bearing = ops.bearing(reading, k, operations[k])
        if not any(op.kind in ops.DETECTING for op in bearing):
            return "update", ""
    return "synthesis", ""


def _wrong_side_alone(reading: Reading, k: int, i: int, missed: str) -> bool:
    """Whether at state i the store misses a claim that lasts and holds one of the conflict that is later dropped."""
    final = set(reading.states[-1].claims)
    return missed in final and any(
        reading.verdicts[i][claim].yes
        for claim in reading.states[k].claims
        if claim not in final and claim in reading.verdicts[i]
    )


def _stages(reading: Reading) -> dict[str, str]:
    return {f"{d.state}|{d.claim}": d.stage for d in diagnose(reading)}


def _kinds(reading: Reading) -> dict[str, str]:
    return {f"{d.state}|{d.claim}": d.kind for d in diagnose(reading) if d.kind}


def _compensated(reading: Reading) -> list[str]:
    return [f"{d.state}|{d.claim}" for d in diagnose(reading) if d.compensated]


DETAILS = (
    Detail("diag", _stages, "the stage at which each missed claim was lost, by state|claim", section="6"),
    Detail("diag_kinds", _kinds, "the sub-kind of those stages that have one, by state|claim", section="6"),
    Detail(
        "compensated", _compensated, "claims that an answer gave though no fact holds them, as state|claim", section="6"
    ),
)
