"""Passages: what an L3 document says of its trajectory, kept apart from the host text it is put into."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from memassay.corpora.shapes import FrontMatterShape
from memassay.errors import InputError, Problem
from memassay.files import read_front_matter, validate

FOLDER = "passages"
_NAME = re.compile(r"\d+-state\.md")


class PassageShape(FrontMatterShape):
    """The head of a passage file: that of the document to be, and the paragraph of its own host it comes after."""

    after_paragraph: Annotated[int, Field(ge=1)]


@dataclass(frozen=True, slots=True)
class PassageFile:
    """A passage with the head of its document.

    `host` names the host text it was written for and `after` that host's paragraph before it, from 1; `head` is the
    front matter as it stands in the file; `name` is `<trajectory id>/<file name>`, as the document's below `documents`.
    """

    path: str
    name: str
    trajectory: str
    state: int
    author: str
    host: str
    after: int
    head: dict[str, Any]
    text: str


def read_passages(folder: Path) -> list[PassageFile]:
    """The passages of a corpus folder (`passages/<trajectory id>/<order>-state.md`), sorted.

    Raises InputError with every problem of every file, and where there are none.
    """
    passages: list[PassageFile] = []
    problems: list[Problem] = []
    strays = [path for path in sorted((folder / FOLDER).glob("*.md")) if _counts(path)]
    problems += [Problem(str(path), "", "stands in no trajectory's folder") for path in strays]
    for path in sorted((folder / FOLDER).glob("*/*.md")):
        if not _counts(path):
            continue
        try:
            passages.append(_read(path))
        except InputError as error:
            problems += error.problems
    if not passages and not problems:
        where = "<trajectory id>/<order>-state.md, each with the head of its document and after_paragraph"
        problems.append(Problem(str(folder / FOLDER), "", f"holds no passage to build from: {where}"))
    if problems:
        raise InputError(problems)
    return passages


def _counts(path: Path) -> bool:
    """Hidden files and a README are nobody's business."""
    return not path.name.startswith(".") and path.stem != "README"


def _read(path: Path) -> PassageFile:
    cut = read_front_matter(path)
    shape, wrong = validate(PassageShape, cut.head, str(path))
    problems = [*cut.problems, *wrong]
    if not cut.text:
        problems.append(Problem(str(path), "", "has no text after its front matter"))
    if not _NAME.fullmatch(path.name):
        problems.append(Problem(str(path), "", "must be called <order>-state.md, such as 00-state.md"))
    if shape is not None:
        if shape.state is None or shape.noise:
            problems.append(Problem(str(path), "/state", "must name the state that the passage belongs to"))
        if shape.trajectory != path.parent.name:
            told = f"is {shape.trajectory!r}, but the file stands in the folder {path.parent.name!r}"
            problems.append(Problem(str(path), "/trajectory", told))
        if not shape.provenance.host:
            problems.append(Problem(str(path), "/provenance/host", "must name the host text the passage goes into"))
    if shape is None or shape.state is None or problems:
        raise InputError(problems)
    try:
        head = _plain(cut.head)
    except RecursionError:
        raise InputError(Problem(str(path), "", "must not hold itself")) from None
    return PassageFile(
        path=str(path),
        name=f"{path.parent.name}/{path.name}",
        trajectory=shape.trajectory,
        state=shape.state,
        author=shape.author,
        host=shape.provenance.host or "",
        after=shape.after_paragraph,
        head=head,
        text=cut.text,
    )


def _plain(tree: Any) -> Any:
    """The same tree of plain mappings and lists, which can be written as YAML again."""
    if isinstance(tree, dict):
        return {key: _plain(value) for key, value in tree.items()}
    return [_plain(value) for value in tree] if isinstance(tree, list) else tree
