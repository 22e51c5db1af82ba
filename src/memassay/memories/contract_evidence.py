"""Rules of the contract on what a system tells beside its store: optional abilities, times, log, history."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

from memassay.memories.contract_drive import FIRST, STREAMS, Held, Record
from memassay.memories.contract_store import Problems, Rule, some
from memassay.types import OperationKind, fold


def capabilities(record: Record) -> Problems:
    """Whatever is claimed is offered, and is not empty."""
    claimed, held = record.capabilities, record.scopes[FIRST]
    offered = {
        "observations": held.observations,
        "operations": held.operations,
        "history": held.histories,
        "answers": held.answer.text if held.answer is not None else None,
    }
    problems: Problems = []
    for name, value in offered.items():
        if getattr(claimed, name) and value is None:
            problems.append(f"{name} is claimed, but the system has no such method")
        elif getattr(claimed, name) and not value:
            problems.append(f"{name} is claimed, but came back empty")
    return problems + _confidences(record) + _authors(record) + _observations(held, claimed.observations)


def timestamps(record: Record) -> Problems:
    """Times are the documents', not the clock's."""
    held = record.scopes[FIRST]
    times = [step.document.timestamp for step in STREAMS[FIRST].steps]
    early, late = min(times) - timedelta(days=1), max(times) + timedelta(days=1)
    problems: Problems = []
    for what, time in _times(held):
        if time.tzinfo is None:
            problems.append(f"{what} is {time.isoformat()}, without a time zone: documents carry one, keep it")
        elif time > late or (time < early and "valid_from" not in what):
            problems.append(f"{what} is {time.isoformat()}, outside the documents' time: take it from the document")
    return problems[:5]


def retired(record: Record) -> Problems:
    """A snapshot lists active facts only."""
    problems: Problems = []
    for scope, held in record.scopes.items():
        for step, one in zip(STREAMS[scope].steps, held.snapshots, strict=True):
            now = max(s.document.timestamp for s in STREAMS[scope].steps[: step.position + 1])
            over = [
                f.id for f in one.facts if f.retired or (f.valid_to is not None and _aware(f.valid_to) <= _aware(now))
            ]
            if over:
                problems.append(f"scope {scope!r}: the snapshot lists facts that are retired or ended: {some(over)}")
    return problems


def operations(record: Record) -> Problems:
    """Each entry of the log has a known kind, a fact, and the document that made it."""
    if not record.capabilities.operations:
        return []
    kinds = get_args(OperationKind)
    problems: Problems = []
    for scope, held in record.scopes.items():
        documents = {step.document.id for step in STREAMS[scope].steps}
        for entry in held.operations or ():
            if entry.kind not in kinds:
                problems.append(f"the log has the kind {entry.kind!r}; allowed: {', '.join(kinds)}")
            if not entry.fact_id:
                problems.append(f"a {entry.kind} in the log names no fact")
            if entry.document_id not in documents:
                problems.append(
                    f"scope {scope!r}: the log names document {entry.document_id!r}, which it was not given"
                )
    return list(dict.fromkeys(problems))


def history(record: Record) -> Problems:
    """A fact's history is of that fact and ends in its present statement."""
    if not record.capabilities.history:
        return []
    problems: Problems = []
    for held in record.scopes.values():
        for fact in held.facts if held.histories is not None else ():
            revisions = (held.histories or {})[fact.id]
            if not revisions:
                problems.append(f"fact {fact.id!r} has no history")
            elif fold(revisions[-1].statement) != fold(fact.statement):
                problems.append(
                    f"the history of {fact.id!r} does not end in its present statement: order it oldest first"
                )
            elif any(revision.fact_id != fact.id for revision in revisions):
                problems.append(f"the history of {fact.id!r} has revisions of another fact")
    return problems[:5]


EVIDENCE_RULES: tuple[Rule, ...] = (capabilities, timestamps, retired, operations, history)


def _confidences(record: Record) -> Problems:
    values = [fact.confidence for held in record.scopes.values() for fact in held.facts]
    given = [value for value in values if value is not None]
    if any(not 0 <= value <= 1 for value in given):
        return ["a confidence lies outside 0 to 1: scale it"]
    return ["confidence is claimed, but no fact has one"] if record.capabilities.confidence and not given else []


def _authors(record: Record) -> Problems:
    if not record.capabilities.authors:
        return []
    nobody = [fact.id for fact in record.scopes[FIRST].facts if not any(fact.authors)]
    return [f"authors is claimed, but facts have none: {some(nobody)}"] if nobody else []


def _observations(held: Held, claimed: bool) -> Problems:
    observations = held.observations if claimed else None
    if not observations:
        return []
    documents = {step.document.id for step in STREAMS[FIRST].steps}
    problems: Problems = []
    if len({observation.id for observation in observations}) < len(observations):
        problems.append("two observations share an id")
    if any(observation.document_id not in documents for observation in observations):
        problems.append("an observation names a document it was not given")
    return problems


def _times(held: Held) -> list[tuple[str, datetime]]:
    found: list[tuple[str, datetime | None]] = []
    for fact in held.facts:
        found += [(f"{name} of fact {fact.id!r}", getattr(fact, name)) for name in ("created", "updated", "valid_from")]
    found += [(f"timestamp of observation {o.id!r}", o.timestamp) for o in held.observations or ()]
    for revisions in (held.histories or {}).values():
        found += [(f"time of a revision of {revision.fact_id!r}", revision.time) for revision in revisions]
    return [(what, time) for what, time in found if time is not None]


def _aware(time: datetime) -> datetime:
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
