"""Trajectories and documents to streams: each state its document, each document its state, and both of one mind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from memassay.corpora.documents import DocumentFile
from memassay.corpora.reading import TrajectoryFile
from memassay.corpora.shapes import NoiseShape
from memassay.corpora.writing import timestamp_to_json
from memassay.errors import Problem, did_you_mean
from memassay.types import State, Step, Stream


@dataclass(slots=True)
class Assembly:
    """What came of joining: trajectory files and streams by id, and everything that does not fit."""

    files: dict[str, TrajectoryFile] = field(default_factory=dict[str, TrajectoryFile])
    streams: dict[str, Stream] = field(default_factory=dict[str, Stream])
    problems: list[Problem] = field(default_factory=list[Problem])


def assemble(
    trajectories: Iterable[TrajectoryFile], documents: Iterable[DocumentFile], unread: frozenset[str] = frozenset()
) -> Assembly:
    """Join trajectories with their documents.

    `unread` names the trajectories of which a file could not be read: nothing is said to be missing from those.
    A state takes author, role and type from its document where it does not give them itself.
    """
    made = Assembly()
    for file in sorted(trajectories, key=lambda file: (file.trajectory.id, file.path)):
        first = made.files.setdefault(file.trajectory.id, file)
        if first is not file:
            made.problems.append(Problem(file.path, "/id", f"{file.trajectory.id!r} is the id of {first.path} too"))
    belonging: dict[str, list[DocumentFile]] = defaultdict(list)
    for document in sorted(documents, key=lambda document: (document.trajectory, document.position, document.path)):
        belonging[document.trajectory].append(document)
        if document.trajectory not in made.files and document.trajectory not in unread:
            hint = did_you_mean(document.trajectory, made.files)
            made.problems.append(Problem(document.path, "/trajectory", f"unknown {document.trajectory!r}; {hint}"))
    for name, file in made.files.items():
        made.problems += _misfits(file, belonging[name], complete=name not in unread)
        made.files[name], made.streams[name] = _joined(file, belonging[name])
    return made


def _joined(file: TrajectoryFile, documents: Sequence[DocumentFile]) -> tuple[TrajectoryFile, Stream]:
    steps = tuple(Step(document.position, document.document, document.state) for document in documents)
    of_state = {step.state: step for step in steps}
    states = tuple(_filled(state, of_state.get(state.index)) for state in file.trajectory.states)
    trajectory = replace(file.trajectory, states=states)
    return replace(file, trajectory=trajectory), Stream(trajectory, steps)


def _filled(state: State, step: Step | None) -> State:
    if step is None:
        return state
    return replace(
        state,
        author=state.author or step.document.author,
        author_role=state.author_role or step.document.author_role,
        document_type=state.document_type or step.document.type,
    )


def _misfits(file: TrajectoryFile, documents: Sequence[DocumentFile], *, complete: bool) -> Iterator[Problem]:
    states = file.trajectory.states
    taken: dict[int, DocumentFile] = {}
    for document in (document for document in documents if document.state is not None):
        number = document.state
        assert number is not None
        if number >= len(states):
            yield Problem(document.path, "/state", f"there is no state {number}; the last one is {len(states) - 1}")
        elif number in taken:
            yield Problem(document.path, "/state", f"state {number} already has a document: {taken[number].path}")
        else:
            taken[number] = document
            yield from _disagreements(document, states[number], file.path)
    yield from _order(documents, complete=complete)
    if not complete:
        return
    for state in states:
        if state.index not in taken:
            yield Problem(file.path, f"/states/{state.index}", "has no document")
    yield from _noise(file, documents)


def _order(documents: Sequence[DocumentFile], *, complete: bool) -> Iterator[Problem]:
    """File names count the stream from 00 on, and states come in their order."""
    latest = -1
    if complete and documents and documents[0].state is None:
        yield Problem(documents[0].path, "/noise", "a stream must begin with the document of state 0, not with noise")
    for place, document in enumerate(documents):
        if complete and document.position != place:
            told = f"its name must begin with {place:02d}-: names count the stream from 00, without gaps or repeats"
            yield Problem(document.path, "", told)
        if document.state is not None and document.state < latest:
            yield Problem(document.path, "/state", f"state {document.state} stands after state {latest}")
        latest = max(latest, -1 if document.state is None else document.state)


def _noise(file: TrajectoryFile, documents: Sequence[DocumentFile]) -> Iterator[Problem]:
    """Where a trajectory lists its noise documents, the list and the documents are the same, in the same order."""
    if not file.noise:
        return
    listed = sorted(enumerate(file.noise), key=lambda pair: (pair[1].after, pair[0]))
    found: list[tuple[DocumentFile, int]] = []
    after = -1
    for document in documents:
        after = after if document.state is None else document.state
        if document.state is None:
            found.append((document, after))
    for (number, entry), (document, place) in zip(listed, found, strict=False):
        yield from _disagreements(document, entry, f"{file.path}:/noise/{number}")
        if entry.after != place:
            told = f"comes after state {place}, but {file.path}:/noise/{number}/after is {entry.after}"
            yield Problem(document.path, "", told)
    for number, _ in listed[len(found) :]:
        yield Problem(file.path, f"/noise/{number}", "has no document")
    for document, _ in found[len(listed) :]:
        yield Problem(document.path, "/noise", f"is not listed under noise in {file.path}")


def _disagreements(document: DocumentFile, gold: State | NoiseShape, path: str) -> Iterator[Problem]:
    """What the document's front matter says otherwise than the trajectory; what either leaves out cannot disagree."""
    has = document.document
    where = path if isinstance(gold, NoiseShape) else f"{path}:/states/{gold.index}"
    if has.timestamp != gold.timestamp:
        says = f"is {timestamp_to_json(has.timestamp)}, but {timestamp_to_json(gold.timestamp)} at {where}"
        yield Problem(document.path, "/timestamp", says)
    for key, mine, theirs in (
        ("author", has.author, gold.author),
        ("author_role", has.author_role, gold.author_role),
        ("document_type", has.type, gold.document_type),
    ):
        if mine and theirs and mine != theirs:
            yield Problem(document.path, f"/{key}", f"is {mine!r}, but {theirs!r} at {where}")
