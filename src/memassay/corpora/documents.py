"""One document file to a `types.Document`, with what the memory system must not see kept beside it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memassay.corpora.shapes import FrontMatterShape, Provenance, SilenceShape
from memassay.errors import InputError, Problem
from memassay.files import FrontMatter, read_front_matter, validate
from memassay.types import Document

_NAME = re.compile(r"(?P<order>\d+)-(?P<kind>state|noise)\.md")


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A document with its place and origin.

    `trajectory` and `state` (None: noise) say where it belongs, `position` where it stands in the stream;
    `first_line` is the line of the file on which its text begins.  `noise_claims` are statements of a state's document
    on other matters, which a memory may hold without harm or credit.
    """

    path: str
    trajectory: str
    position: int
    state: int | None
    document: Document
    provenance: Provenance
    first_line: int = 1
    silences: tuple[SilenceShape, ...] = ()
    noise_claims: tuple[str, ...] = ()


def document_id(trajectory: str, position: int) -> str:
    """The opaque id of the document at `position` of a trajectory's stream: "d" and ten hexadecimal digits.

    It rests on the two arguments alone, so it is the same in every run and corpus, and does not show the trajectory.
    """
    return "d" + hashlib.sha256(f"{trajectory}\n{position}".encode()).hexdigest()[:10]


def read_document(path: Path) -> DocumentFile:
    """Read `<trajectory id>/<order>-<state|noise>.md`: YAML front matter, then the text.

    Raises InputError with every problem of the file.
    """
    named = _NAME.fullmatch(path.name)
    cut = read_front_matter(path)
    shape, wrong = validate(FrontMatterShape, cut.head, str(path))
    problems = [*cut.problems, *wrong]
    if named is None:
        wanted = "must be called <order>-state.md or <order>-noise.md, such as 00-state.md"
        problems.append(Problem(str(path), "", wanted))
    problems += [Problem(str(path), *found) for found in _cross_checks(cut, path, named["kind"] if named else None)]
    if shape is None or named is None or problems:
        raise InputError(problems)
    return _document_file(path, shape, cut, int(named["order"]))


def _cross_checks(cut: FrontMatter, path: Path, kind: str | None) -> Iterator[tuple[str, str]]:
    if not cut.text:
        yield "", "has no text after its front matter"
    if not isinstance(cut.head, dict):
        return
    head: dict[str, Any] = cut.head
    noise, state = head.get("noise") is True, head.get("state") is not None
    if noise and state:
        yield "/noise", "a document has either a state or `noise: true`, not both"
    elif not noise and not state:
        yield "/state", "must name the state that the document belongs to, or say `noise: true`"
    elif kind and (kind == "noise") != noise:
        says = "noise" if noise else "a state"
        yield "/noise" if noise else "/state", f"says that the document is {says}, its file name that it is {kind}"
    named = head.get("trajectory")
    if isinstance(named, str) and named != path.parent.name:
        yield "/trajectory", f"is {named!r}, but the file stands in the folder {path.parent.name!r}"


def _document_file(path: Path, shape: FrontMatterShape, cut: FrontMatter, position: int) -> DocumentFile:
    document = Document(
        id=document_id(shape.trajectory, position),
        timestamp=shape.timestamp,
        author=shape.author,
        author_role=shape.author_role or "",
        type=shape.document_type,
        text=cut.text,
    )
    return DocumentFile(
        path=str(path),
        trajectory=shape.trajectory,
        position=position,
        state=shape.state,
        document=document,
        provenance=shape.provenance,
        first_line=cut.first_line,
        silences=tuple(shape.meta.lint),
        noise_claims=tuple(shape.noise_claims),
    )
