"""A corpus: trajectories with their documents, and the hash that says which content it is."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from memassay.corpora.documents import DocumentFile
from memassay.corpora.reading import TrajectoryFile
from memassay.corpora.shapes import Card, Provenance
from memassay.corpora.writing import to_json
from memassay.errors import UnknownName, UserError
from memassay.types import Step, Stream, Trajectory


@dataclass(frozen=True, slots=True)
class Corpus:
    """What is fed to memory systems.

    `streams` and `files` are keyed by trajectory id, `documents` by document id; all paths in them are relative
    to the corpus folder.  `sha256` is that of the content (see `content_sha256`).
    """

    id: str
    card: Card | None
    streams: Mapping[str, Stream]
    files: Mapping[str, TrajectoryFile]
    documents: Mapping[str, DocumentFile]
    sha256: str

    @property
    def trajectories(self) -> tuple[Trajectory, ...]:
        """The trajectories, sorted by id."""
        return tuple(stream.trajectory for stream in self.streams.values())

    @property
    def provenance(self) -> Mapping[str, Provenance]:
        """How each document came to be, by document id."""
        return {name: file.provenance for name, file in self.documents.items()}


def select(corpus: Corpus, items: Iterable[str] | None = None, limit: int | None = None) -> Corpus:
    """The trajectories named by `items` (None or none: all), of these `limit`, in the corpus's order.

    A limit takes a sample that is spread as evenly as can be: over categories first, then over levels, then by id.
    Raises UnknownName for an item that is no trajectory's id, UserError for a limit below 1.
    """
    wanted = set(items or corpus.streams)
    unknown = sorted(wanted - set(corpus.streams))
    if unknown:
        raise UnknownName("trajectory", unknown[0], corpus.streams)
    if limit is not None and limit < 1:
        raise UserError(f"the limit must be at least 1, not {limit}")
    named = [name for name in corpus.streams if name in wanted]
    kept = named if limit is None else _spread(corpus, named, limit)
    streams = {name: corpus.streams[name] for name in kept}
    return replace(
        corpus,
        streams=streams,
        files={name: corpus.files[name] for name in kept},
        documents={name: file for name, file in corpus.documents.items() if file.trajectory in streams},
        sha256=content_sha256(streams.values()),
    )


def _spread(corpus: Corpus, names: Sequence[str], limit: int) -> list[str]:
    left = list(names)
    categories: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    while left and len(names) - len(left) < limit:
        of = {name: corpus.streams[name].trajectory for name in left}
        best = min(left, key=lambda name: (categories[of[name].category], levels[of[name].difficulty], name))
        left.remove(best)
        categories[of[best].category] += 1
        levels[of[best].difficulty] += 1
    return [name for name in names if name not in left]


def content_sha256(streams: Iterable[Stream]) -> str:
    """The identity of what is fed and expected: trajectories and documents in canonical JSON, sorted by id.

    File names, key order, white space in claims, provenance and `meta` do not count.
    """
    content = [
        {
            "trajectory": _in_utc(to_json(stream.trajectory), stream.trajectory),
            "questions": [list(question.expected) for question in stream.trajectory.questions],
            "documents": [_step_content(step) for step in stream.steps],
        }
        for stream in sorted(streams, key=lambda stream: stream.trajectory.id)
    ]
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _in_utc(file: dict[str, Any], trajectory: Trajectory) -> dict[str, Any]:
    for written, state in zip(file["states"], trajectory.states, strict=True):
        written["timestamp"] = _utc(state.timestamp)
    return file


def _step_content(step: Step) -> list[Any]:
    document = step.document
    fed = [document.id, _utc(document.timestamp), document.author, document.author_role, document.type, document.text]
    return [step.position, step.state, *fed]


def _utc(timestamp: datetime) -> str:
    return timestamp.astimezone(UTC).isoformat()
