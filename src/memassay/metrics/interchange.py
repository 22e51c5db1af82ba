"""Evidence as files (formats.md "Evidence interchange"): anyone can score a system without running ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from memassay.errors import InputError, Problem
from memassay.metrics.catalogue import describe, score
from memassay.types import (
    Action,
    Design,
    Evidence,
    Fact,
    NoiseEvidence,
    Observable,
    Operation,
    OperationKind,
    Panel,
    QuestionEvidence,
    State,
    StateEvidence,
    Verdict,
    fold,
)
from memassay.validation import Strict, parse, read_json

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _grade(value: Any) -> float | None:
    if value == "invalid":
        return None
    if isinstance(value, bool) or value not in (0, 0.5, 1):
        raise ValueError('a score is 0, 0.5, 1 or "invalid"')
    return float(value)


def _verdict(value: Any) -> Verdict:
    if not isinstance(value, list) or len(value) != 2 or not (value[1] is None or isinstance(value[1], str)):
        raise ValueError("a verdict is [score, fact id or null], or a list of those")
    return Verdict(_grade(value[0]), value[1])


def _panel(value: Any) -> Panel:
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        return tuple(_verdict(item) for item in value)
    return (_verdict(value),)


def _current(value: Any) -> Panel:
    return _panel(value) if isinstance(value, list) else (Verdict(_grade(value)),)


def _time(value: Any) -> datetime | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError("expected an ISO 8601 date or date-time") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _claims(value: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(claim, str) and claim.strip() for claim in value):
        raise ValueError("expected a list of non-empty texts")
    return list(dict.fromkeys(fold(claim) for claim in value))


def _folded_keys(value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise ValueError("expected an object keyed by claim")
    return {fold(claim): item for claim, item in value.items()}


Claims = Annotated[tuple[str, ...], BeforeValidator(_claims)]
Time = Annotated[datetime | None, BeforeValidator(_time)]
PanelField = Annotated[Any, BeforeValidator(_panel)]
CurrentField = Annotated[Any, BeforeValidator(_current)]
Grade = Annotated[float | None, BeforeValidator(_grade)]
ByClaim = BeforeValidator(_folded_keys)


class FactFile(Strict):
    """A fact as evidence files write it."""

    id: str
    statement: str
    confidence: float | None = Field(default=None, ge=0, le=1)
    authors: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    updated: Time = None
    disputed: int = 0
    supersedes: tuple[str, ...] | str = ()

    def fact(self) -> Fact:
        """The frozen value."""
        values = self.model_dump()
        links = values.pop("supersedes")
        return Fact(**values, supersedes=(links,) if isinstance(links, str) else links)


class OperationFile(Strict):
    """One entry of a system's own log."""

    kind: OperationKind
    fact_id: str


class NoiseFile(Strict):
    """What was seen after a noise document."""

    facts: tuple[FactFile, ...]
    verdicts: Annotated[dict[str, PanelField], ByClaim] = {}
    doc_words: int | None = None


class StateFile(Strict):
    """One state with all that was seen at it."""

    index: int
    claims: Claims
    action: Action
    confidence: float = Field(ge=0, le=1)
    facts: tuple[FactFile, ...]
    verdicts: Annotated[dict[str, PanelField], ByClaim]
    timestamp: Time = None
    doc_claims: Claims | None = Field(default=None, alias="docClaims")
    author: str = ""
    groups: tuple[tuple[int, ...], ...] | None = None
    expected_authors: dict[int, tuple[str, ...]] = Field(default={}, alias="expectedAuthors")
    invalidated: Claims | None = None
    implied: Claims = ()
    current: Annotated[dict[str, CurrentField], ByClaim] = {}
    operations: tuple[OperationFile, ...] | None = None
    entailments: tuple[tuple[str, str, float], ...] = ()
    successors: tuple[tuple[str, str], ...] = ()
    doc_words: int | None = None
    doc_support: dict[str, tuple[Literal["state", "noise"], ...]] | None = None
    noise_after: tuple[NoiseFile, ...] = ()
    verbatim_facts: tuple[str, ...] | None = None
    bears: dict[str, bool] = {}


class QuestionFile(Strict):
    """One question's outcome."""

    score: Grade = None
    claims_retrieved: Annotated[dict[str, float], ByClaim] = {}
    claims_answer: Annotated[dict[str, float], ByClaim] = {}
    expected: Claims | None = None
    retrieved: tuple[str, ...] | None = None


class CapabilitiesFile(Strict):
    """Which kinds of evidence the unit has."""

    native: bool = True
    effective: bool = True
    confidence: bool = True
    authors: bool = True
    observations: bool = True
    retrieval: bool = True
    disputes: bool = True
    design: Design = "merging"


class UnitFile(Strict):
    """One run of one trajectory."""

    id: str
    states: tuple[StateFile, ...] = Field(min_length=1)
    capabilities: CapabilitiesFile = CapabilitiesFile()
    questions: tuple[QuestionFile, ...] | None = None
    documents_entail: Annotated[dict[str, tuple[int, ...]], ByClaim] | None = None
    observations_entail: Annotated[dict[str, tuple[int, ...]], ByClaim] | None = None
    doc_support: dict[str, tuple[Literal["state", "noise"], ...]] | None = None
    verbatim_facts: tuple[str, ...] | None = None
    bears: dict[str, bool] | None = None
    run: str | int | None = None
    trajectory: str = ""
    category: str = ""
    difficulty: str = ""
    expected: Any = None
    meta: Any = None


def read(path: Path) -> list[Evidence]:
    """The units of a file: one object, or a list of them.  Raises InputError with every problem of the file."""
    value = read_json(path)
    if isinstance(value, list):
        units = [(i, item) for i, item in enumerate(value)]
        return [_evidence(parse(UnitFile, item, str(path), (i,)), str(path), (i,)) for i, item in units]
    return [_evidence(parse(UnitFile, value, str(path)), str(path), ())]


def read_all(paths: Iterable[Path]) -> list[Evidence]:
    """The units of several files, with ids unique over all of them."""
    found: dict[str, tuple[Path, Evidence]] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            units = read(path)
        except InputError as error:
            problems += error.problems
            continue
        for unit in units:
            if unit.id in found:
                problems.append(Problem(str(path), "/id", f"id {unit.id!r} is already taken by {found[unit.id][0]}"))
            found[unit.id] = (path, unit)
    if problems:
        raise InputError(problems)
    return [unit for _, unit in found.values()]


def report(evidence: Evidence) -> dict[str, Any]:
    """Every metric and detail by its canonical name, as JSON values; null where not observable or undefined."""
    values: dict[str, Any] = {item.metric: item.value for item in score(evidence)}
    return {**values, **describe(evidence)}


def _evidence(unit: UnitFile, path: str, prefix: tuple[str | int, ...]) -> Evidence:
    problems = [
        Problem(path, "".join(f"/{part}" for part in (*prefix, "states", i, where)), message)
        for i, step in enumerate(unit.states)
        for where, message in _inconsistencies(step)
    ]
    if problems:
        raise InputError(problems)
    states = tuple(_state(unit, i) for i in range(len(unit.states)))
    last = unit.states[-1]
    bears = {fact: value for step in unit.states for fact, value in step.bears.items()}
    return Evidence(
        id=unit.id,
        states=states,
        observable=Observable(**unit.capabilities.model_dump()),
        questions=None if unit.questions is None else tuple(QuestionEvidence(**q.model_dump()) for q in unit.questions),
        documents_entail=unit.documents_entail,
        observations_entail=unit.observations_entail,
        doc_support=last.doc_support if unit.doc_support is None else unit.doc_support,
        bears={**bears, **(unit.bears or {})} if bears or unit.bears is not None else None,
        verbatim_facts=last.verbatim_facts if unit.verbatim_facts is None else unit.verbatim_facts,
        run="" if unit.run is None else str(unit.run),
        trajectory=unit.trajectory,
        category=unit.category,
        difficulty=unit.difficulty,
    )


def _inconsistencies(step: StateFile) -> Iterable[tuple[str, str]]:
    for claim in step.claims:
        if claim not in step.verdicts:
            yield "verdicts", f"no verdict for the expected claim {claim!r}"
    ids = [fact.id for fact in step.facts]
    for fact_id in dict.fromkeys(one for one in ids if ids.count(one) > 1):
        yield "facts", f"fact id {fact_id!r} occurs twice"
    for claim, panel in step.verdicts.items():
        for verdict in panel:
            if verdict.fact_id is not None and verdict.fact_id not in ids:
                yield "verdicts", f"the verdict on {claim!r} names fact {verdict.fact_id!r}, which is not in facts"
    positions = [p for group in step.groups or () for p in group] + list(step.expected_authors)
    for position in positions:
        if not 0 <= position < len(step.claims):
            yield "claims", f"position {position} of groups or expectedAuthors is outside 0..{len(step.claims) - 1}"


def _state(unit: UnitFile, i: int) -> StateEvidence:
    step = unit.states[i]
    before = unit.states[i - 1].claims if i else ()
    default = tuple(claim for claim in step.claims if claim not in before)
    gold = State(
        index=step.index,
        timestamp=step.timestamp or EPOCH,
        claims=step.claims,
        doc_claims=default if step.doc_claims is None else step.doc_claims,
        action=step.action,
        confidence=step.confidence,
        author=step.author,
        groups=step.groups,
        invalidated=step.invalidated,
        implied=step.implied,
        expected_authors=step.expected_authors,
    )
    return StateEvidence(
        state=gold,
        facts=tuple(fact.fact() for fact in step.facts),
        verdicts=step.verdicts,
        current=step.current,
        operations=None if step.operations is None else tuple(Operation(o.kind, o.fact_id) for o in step.operations),
        entailments={(premise, hypothesis): value for premise, hypothesis, value in step.entailments},
        successors=step.successors,
        words=step.doc_words,
        noise_after=tuple(
            NoiseEvidence(tuple(fact.fact() for fact in noise.facts), noise.verdicts, noise.doc_words)
            for noise in step.noise_after
        ),
    )
