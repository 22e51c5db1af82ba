"""Rows to Evidence: what was seen and judged of one unit, in the form that metrics read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memassay.metrics.intrinsic.store import verbatim_facts
from memassay.metrics.panel import combine
from memassay.runs.asks import successors
from memassay.runs.record import Asked, Seen, UnitRecord
from memassay.store import Journal, UnitKey
from memassay.types import (
    NO,
    PARTIAL,
    YES,
    Capabilities,
    Evidence,
    NoiseEvidence,
    Observable,
    Panel,
    QuestionEvidence,
    StateEvidence,
)


def evidence(journal: Journal, unit: UnitKey, judges: Sequence[str]) -> Evidence:
    """The evidence of a unit whose judging is complete, for the panel `judges` in that order."""
    record = UnitRecord(journal, unit, judges)
    trajectory = record.trajectory
    return Evidence(
        id=str(unit),
        states=tuple(_state(record, i) for i in range(len(trajectory.states))),
        observable=_observable(record.capabilities),
        questions=tuple(_question(record, asked) for asked in record.asked),
        documents_entail=_documents_entail(record),
        observations_entail=_by_state(record, "observation") if record.capabilities.observations else None,
        doc_support=_doc_support(record),
        bears=_bears(record),
        verbatim_facts=verbatim_facts(record.last_store, [seen.document.text for seen in record.seen]),
        run=str(unit.epoch),
        trajectory=trajectory.id,
        category=trajectory.category,
        difficulty=trajectory.difficulty,
    )


def _observable(capabilities: Capabilities) -> Observable:
    return Observable(
        native=capabilities.operations,
        confidence=capabilities.confidence,
        authors=capabilities.authors,
        observations=capabilities.observations,
        disputes=capabilities.disputes,
        design=capabilities.design,
    )


def _state(record: UnitRecord, i: int) -> StateEvidence:
    seen, state = record.at_state(i), record.trajectory.states[i]
    noise = record.noise_after(i)
    return StateEvidence(
        state=state,
        facts=seen.facts,
        verdicts=_panels(record, "claim", seen.position),
        current=_panels(record, "current", seen.position),
        operations=seen.operations if record.capabilities.operations else None,
        entailments=_entailments(record, [seen, *noise]),
        successors=successors(record, i),
        words=seen.words,
        noise_after=tuple(
            NoiseEvidence(item.facts, _panels(record, "claim", item.position), item.words) for item in noise
        ),
    )


def _panels(record: UnitRecord, kind: str, position: int) -> dict[str, Panel]:
    found = {key.subject: record.panel(key) for key in record.keys(kind) if key.position == position}
    return {claim: panel for claim, panel in found.items() if panel is not None}


def _entailments(record: UnitRecord, seen: Iterable[Seen]) -> dict[tuple[str, str], float]:
    positions = {item.position for item in seen}
    result: dict[tuple[str, str], float] = {}
    for key in [*record.keys("pair"), *record.keys("duplicate")]:
        panel = record.panel(key)
        if key.position in positions and panel is not None:
            result[key.subject, key.target] = combine(panel).label
    return result


def _by_state(record: UnitRecord, kind: str) -> dict[str, tuple[int, ...]]:
    """Claim to the states at which the answer was YES; claims asked about with no YES map to none."""
    result: dict[str, tuple[int, ...]] = {}
    for key in record.keys(kind):
        result[key.subject] = result.get(key.subject, ()) + ((key.position,) if record.yes(key) else ())
    return result


def _documents_entail(record: UnitRecord) -> dict[str, tuple[int, ...]]:
    """What documents state themselves counts as entailed; other missed claims were judged."""
    result = _by_state(record, "document")
    for i, state in enumerate(record.trajectory.states):
        for claim in state.doc_claims:
            if i not in result.get(claim, ()):
                result[claim] = tuple(sorted((*result.get(claim, ()), i)))
    return result


def _doc_support(record: UnitRecord) -> dict[str, tuple[str, ...]]:
    """A fact is supported when every clause of it is entailed by some document; by which kinds, for all clauses."""
    clauses: dict[str, dict[str, set[str]]] = {fact.id: {} for fact in record.last_store}
    for kind in ("state", "noise"):
        for key in record.keys(f"support-{kind}"):
            behind = clauses[key.subject].setdefault(key.target, set())
            if record.yes(key):
                behind.add(kind)
    return {
        fact: tuple(sorted(set().union(*found.values()))) if found and all(found.values()) else ()
        for fact, found in clauses.items()
    }


def _bears(record: UnitRecord) -> dict[str, bool]:
    """Whether a fact was ever named as support of a claim, or was found to support one when asked."""
    result: dict[str, bool] = {}
    for key in record.keys("bears"):
        panel = record.panel(key)
        result[key.subject] = result.get(key.subject, False) or (panel is not None and combine(panel).supported)
    for key in record.keys("claim"):
        for verdict in record.panel(key) or ():
            if verdict.fact_id is not None:
                result[verdict.fact_id] = True
    return result


def _question(record: UnitRecord, asked: Asked) -> QuestionEvidence:
    question = record.trajectory.questions[asked.index]
    final = set(record.trajectory.states[-1].claims)
    said = {key.subject: record.panel(key) for key in record.keys("answer") if key.position == asked.index}
    found = {key.subject: record.panel(key) for key in record.keys("retrieved") if key.position == asked.index}
    parts = [combine(said[part] or ()).label for part in question.expected]
    return QuestionEvidence(
        score=None if asked.answer is None else grade(parts),
        expected=question.expected,
        claims_retrieved={claim: combine(panel).score for claim, panel in found.items() if panel and claim in final},
        claims_answer={claim: combine(panel).score for claim, panel in said.items() if panel and claim in final},
        retrieved=tuple(fact.id for fact in asked.retrieved),
        store_size=asked.store_size,
        words=asked.words,
    )


def grade(parts: Sequence[float]) -> float:
    """An answer judged statement by statement: all YES is YES, none is NO, else PARTIAL (method.md section 4)."""
    if all(part == YES for part in parts):
        return YES
    return NO if all(part == NO for part in parts) else PARTIAL
