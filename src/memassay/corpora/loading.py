"""Finding and reading a corpus: a built-in one by its name, or a folder of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from memassay.corpora.assembly import assemble
from memassay.corpora.corpus import Corpus, content_sha256
from memassay.corpora.documents import read_document
from memassay.corpora.reading import read_trajectory
from memassay.corpora.shapes import Card
from memassay.errors import InputError, Problem, UnknownName
from memassay.files import SUFFIXES, read_tree, validate

BUILT_IN: Mapping[str, Path] = {"feb30": Path(__file__).parent / "data" / "feb30"}
"""The corpora that come with memassay, by name."""

CARD_FILE = "card.yaml"

_FOLDERS = {
    "trajectories": "one JSON or YAML file for each trajectory",
    "documents": "documents/<trajectory id>/<order>-state.md for each state",
}

F = TypeVar("F")


def names() -> list[str]:
    """The names of the built-in corpora."""
    return sorted(BUILT_IN)


def load(name_or_path: str | Path) -> Corpus:
    """A built-in corpus by its name, or a folder with `trajectories/`, `documents/` and, if there is one, `card.yaml`.

    A trajectory file, or a folder of nothing but those, gives a corpus without documents: it can be checked, not run.
    Raises UnknownName for a text that is neither, and InputError with every problem of every file.
    """
    if isinstance(name_or_path, str) and name_or_path in BUILT_IN:
        return _load_folder(BUILT_IN[name_or_path], name_or_path)
    folder = Path(name_or_path)
    if folder.is_file():
        return _without_documents([folder], folder.stem)
    if folder.is_dir():
        loose = [path for path in _entries(folder) if path.suffix in SUFFIXES and path.name != CARD_FILE]
        if loose and not any((folder / part).exists() for part in _FOLDERS):
            return _without_documents(loose, folder.resolve().name)
        return _load_folder(folder, folder.resolve().name)
    if isinstance(name_or_path, str) and len(folder.parts) == 1:
        raise UnknownName("corpus (neither built in nor a folder)", name_or_path, BUILT_IN)
    raise InputError(Problem(str(folder), "", "is not a folder"))


def _without_documents(paths: Iterable[Path], name: str) -> Corpus:
    problems: list[Problem] = []
    read = _read_each(paths, read_trajectory, problems)
    made = assemble(read, [], frozenset(file.trajectory.id for file in read))
    if problems or made.problems:
        raise InputError([*problems, *made.problems])
    return Corpus(name, None, made.streams, made.files, {}, content_sha256(made.streams.values()))


def _load_folder(folder: Path, name: str) -> Corpus:
    problems = [
        Problem(str(folder / part), "", f"is missing: a corpus has this folder with {holds}")
        for part, holds in _FOLDERS.items()
        if not (folder / part).is_dir()
    ]
    if problems:
        raise InputError(problems)
    trajectories = _read_each(_trajectory_paths(folder, problems), read_trajectory, problems)
    unread = {Path(problem.path).stem for problem in problems}
    documents = _read_each(_document_paths(folder, problems), read_document, problems)
    unread |= {Path(problem.path).parent.name for problem in problems}
    cards = _read_each([path for path in [folder / CARD_FILE] if path.exists()], read_card, problems)
    made = assemble(trajectories, documents, frozenset(unread))
    problems += made.problems
    if problems:
        raise InputError(problems)
    return Corpus(
        id=name,
        card=cards[0] if cards else None,
        streams=made.streams,
        files={key: replace(file, path=_below(folder, file.path)) for key, file in made.files.items()},
        documents={file.document.id: replace(file, path=_below(folder, file.path)) for file in documents},
        sha256=content_sha256(made.streams.values()),
    )


def read_card(path: Path) -> Card:
    """The card in a file.  Raises InputError with every problem of it."""
    tree, problems = read_tree(path)
    card, wrong = validate(Card, tree, str(path))
    if card is None or problems:
        raise InputError([*problems, *wrong])
    return card


def _below(folder: Path, path: str) -> str:
    return Path(path).relative_to(folder).as_posix()


def _read_each(paths: Iterable[Path], read: Callable[[Path], F], problems: list[Problem]) -> list[F]:
    made: list[F] = []
    for path in paths:
        try:
            made.append(read(path))
        except InputError as error:
            problems += error.problems
    return made


def _trajectory_paths(folder: Path, problems: list[Problem]) -> list[Path]:
    found = _entries(folder / "trajectories")
    wanted = f"is no trajectory file: its name must end in {', '.join(SUFFIXES)}"
    problems += [Problem(str(path), "", wanted) for path in found if path.suffix not in SUFFIXES]
    if not found:
        problems.append(Problem(str(folder / "trajectories"), "", "holds no trajectory file"))
    return [path for path in found if path.suffix in SUFFIXES]


def _document_paths(folder: Path, problems: list[Problem]) -> list[Path]:
    paths: list[Path] = []
    for entry in _entries(folder / "documents"):
        if entry.is_dir():
            paths += _entries(entry)
        else:
            problems.append(Problem(str(entry), "", "stands in no trajectory's folder"))
    return paths


def _entries(folder: Path) -> list[Path]:
    """What a folder holds, sorted; hidden files and a README are nobody's business."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith(".") and path.stem != "README")
