"""From evidence files to Evidence, and from Evidence to the report that `memassay score` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from memassay.errors import InputError, Problem
from memassay.files import pointer, read_tree, validate
from memassay.metrics.catalogue import describe, score
from memassay.metrics.interchange.checks import Finding, disagreements, state_disagreements
from memassay.metrics.interchange.shapes import StateFile, UnitFile
from memassay.types import Evidence, NoiseEvidence, Observable, Operation, QuestionEvidence, State, StateEvidence

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Prefix = tuple[str | int, ...]


def read(path: Path) -> list[Evidence]:
    """The units of a file: one object, or a list of them.  Raises InputError with every problem of the file."""
    return read_all([path])


def read_all(paths: Iterable[Path]) -> list[Evidence]:
    """The units of several files, with ids unique over all of them.  Raises InputError with every problem."""
    found: dict[str, tuple[str, Evidence]] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            listed = _entries(path, problems)
        except InputError as error:
            problems += error.problems
            continue
        for prefix, value in listed:
            try:
                unit = evidence_from(value, str(path), prefix)
            except InputError as error:
                problems += error.problems
                continue
            place = pointer(*prefix, "id")
            if unit.id in found:
                problems.append(Problem(str(path), place, f"id {unit.id!r} is already taken by {found[unit.id][0]}"))
            found.setdefault(unit.id, (f"{path}:{place}", unit))
    if problems:
        raise InputError(problems)
    return [unit for _, unit in found.values()]


def evidence_from(value: Any, source: str = "evidence", prefix: Prefix = ()) -> Evidence:
    """One unit from its JSON value; `source` and `prefix` name the file and the place for messages.

    Raises InputError with every problem of the unit, of its shape and of what its parts must agree on.
    """
    unit, problems = validate(UnitFile, value, source, prefix)
    findings = _of_sound_parts(value) if unit is None else disagreements(unit)
    problems += [Problem(source, pointer(*prefix, *place), message) for place, message in findings]
    if unit is None or problems:
        raise InputError(problems)
    return _evidence(unit)


def _of_sound_parts(value: Any) -> Iterator[Finding]:
    """What the states that can be read disagree on, in a unit that cannot be read as a whole."""
    states = value.get("states") if isinstance(value, Mapping) else None
    if isinstance(states, list):
        yield from state_disagreements([_sound(state) for state in states])


def _sound(value: Any) -> StateFile | None:
    known = {name for key, field in StateFile.model_fields.items() for name in (key, field.alias)}
    if isinstance(value, Mapping):
        value = {key: part for key, part in value.items() if key in known}
    try:
        return StateFile.model_validate(value)
    except ValidationError:
        return None


def _evidence(unit: UnitFile) -> Evidence:
    last = unit.states[-1]
    bears = {fact: value for step in unit.states for fact, value in step.bears.items()}
    return Evidence(
        id=unit.id,
        states=tuple(_state(unit, i) for i in range(len(unit.states))),
        observable=Observable(**unit.capabilities.model_dump()),
        questions=None if unit.questions is None else tuple(QuestionEvidence(**q.model_dump()) for q in unit.questions),
        documents_entail=unit.documents_entail,
        observations_entail=unit.observations_entail,
        doc_support=last.doc_support if unit.doc_support is None else unit.doc_support,
        bears={**bears, **(unit.bears or {})} if bears or unit.bears is not None else None,
        verbatim_facts=last.verbatim_facts if unit.verbatim_facts is None else unit.verbatim_facts,
        run=unit.run,
        trajectory=unit.trajectory,
        category=unit.category,
        difficulty=unit.difficulty,
    )


def report(evidence: Evidence) -> dict[str, Any]:
    """Every metric and detail by its canonical name, as JSON values; null where not observable or undefined."""
    values: dict[str, Any] = {item.metric: item.value for item in score(evidence)}
    return {**values, **describe(evidence)}


def _entries(path: Path, problems: list[Problem]) -> list[tuple[Prefix, Any]]:
    """The units of a file with their places in it; keys written twice join `problems`."""
    tree, twice = read_tree(path, "JSON")
    problems += twice
    if not isinstance(tree, list):
        return [((), tree)]
    if not tree:
        raise InputError(Problem(str(path), "", "must be a unit of evidence or a list of them, not an empty list"))
    return [((i,), value) for i, value in enumerate(tree)]


def _state(unit: UnitFile, i: int) -> StateEvidence:
    step = unit.states[i]
    return StateEvidence(
        state=_gold(step, unit.states[i - 1].claims if i else ()),
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


def _gold(step: StateFile, before: tuple[str, ...]) -> State:
    """The gold state; a claim listed twice counts once (golden A1), and positions follow it."""
    claims = tuple(dict.fromkeys(step.claims))
    place = [claims.index(claim) for claim in step.claims]
    default = tuple(claim for claim in claims if claim not in before)
    groups = None if step.groups is None else tuple(tuple(place[n] for n in group) for group in step.groups)
    return State(
        index=step.index,
        timestamp=step.timestamp or EPOCH,
        claims=claims,
        doc_claims=default if step.doc_claims is None else step.doc_claims,
        action=step.action,
        confidence=step.confidence,
        author=step.author,
        groups=groups,
        invalidated=step.invalidated,
        implied=step.implied,
        expected_authors={place[int(position)]: names for position, names in step.expected_authors.items()},
    )
