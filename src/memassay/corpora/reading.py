"""One trajectory file to a `types.Trajectory`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memassay.corpora.crosschecks import cross_checks
from memassay.corpora.shapes import NoiseShape, SilenceShape, StateShape, TrajectoryShape
from memassay.errors import InputError, Problem
from memassay.files import read_tree, validate
from memassay.types import Question, State, Trajectory, fold

SEPARATOR = "; "
"""Between the claims of one expected answer."""


@dataclass(frozen=True, slots=True)
class TrajectoryFile:
    """A trajectory with what its file says beside it.

    `noise` lists the documents that belong to no state; `silences` the findings its author answers for.
    """

    path: str
    trajectory: Trajectory
    noise: tuple[NoiseShape, ...] = ()
    silences: tuple[SilenceShape, ...] = ()


def read_trajectory(path: Path) -> TrajectoryFile:
    """Read one JSON or YAML file in the paper's shape.

    Raises InputError with every problem of the file: pointer, what is wrong, what is allowed.
    """
    tree, problems = read_tree(path)
    shape, wrong = validate(TrajectoryShape, tree, str(path))
    problems += wrong
    problems += [Problem(str(path), *found) for found in cross_checks(tree, problems)]
    if shape is None or problems:
        raise InputError(problems)
    return TrajectoryFile(str(path), _trajectory(shape), tuple(shape.noise), tuple(_silences(shape)))


def trajectory_from(tree: Any, where: str = "trajectory") -> Trajectory:
    """A trajectory from its JSON value, as `to_json` writes it and a run keeps it; `where` is the path in errors.

    Raises InputError with every problem.
    """
    shape, problems = validate(TrajectoryShape, tree, where)
    problems += [Problem(where, *found) for found in cross_checks(tree, problems)]
    if shape is None or problems:
        raise InputError(problems)
    return _trajectory(shape)


def _silences(shape: TrajectoryShape) -> Iterator[SilenceShape]:
    yield from shape.meta.lint
    for state in shape.states:
        for silence in state.meta.lint:
            yield silence.model_copy(update={"pointer": silence.pointer or f"/states/{state.index}"})


def _trajectory(shape: TrajectoryShape) -> Trajectory:
    states: list[State] = []
    for state in shape.states:
        states.append(_state(state, states[-1].claims if states else ()))
    final = states[-1].claims
    answers = [split_answer(answer) for answer in shape.expected_answers or ()] or [final] * len(shape.questions)
    return Trajectory(
        id=shape.id,
        topic=shape.topic,
        category=shape.category,
        difficulty=shape.difficulty,
        domain=shape.domain or "",
        trajectory_type=shape.trajectory_type,
        customer=shape.customer,
        states=tuple(states),
        questions=tuple(
            Question(index, text, expected)
            for index, (text, expected) in enumerate(zip(shape.questions, answers, strict=True))
        ),
    )


def _state(shape: StateShape, previous: tuple[str, ...]) -> State:
    claims = _folded(shape.claims)
    told = shape.doc_claims
    return State(
        index=shape.index,
        timestamp=shape.timestamp,
        claims=claims,
        doc_claims=tuple(c for c in claims if c not in previous) if told is None else _folded(told),
        action=shape.action,
        confidence=shape.confidence,
        author=shape.author or "",
        author_role=shape.author_role or "",
        document_type=shape.document_type or "",
        change_reason=shape.change_reason or "",
        groups=None if shape.groups is None else tuple(tuple(group) for group in shape.groups),
        invalidated=None if shape.invalidated is None else _folded(shape.invalidated),
        implied=_folded(shape.implied or []),
        expected_authors={int(key): tuple(names) for key, names in (shape.expected_authors or {}).items()},
    )


def _folded(claims: list[str]) -> tuple[str, ...]:
    return tuple(fold(claim) for claim in claims)


def split_answer(answer: str) -> tuple[str, ...]:
    """The claims of one expected answer, which are joined by `; `."""
    return tuple(part for part in (fold(piece) for piece in answer.split(SEPARATOR)) if part)
