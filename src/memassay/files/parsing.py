"""Text to a tree of plain values: JSON, YAML and YAML front matter, with every place where syntax breaks told.

Dates stay text (one ISO reader serves JSON and YAML alike) and YAML keys stay as they were written, so that both
syntaxes give the same tree.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

from memassay.errors import InputError, Problem

SUFFIXES = (".json", ".yaml", ".yml")

Syntax = Literal["JSON", "YAML"]


class _Object(dict[str, Any]):
    """A mapping that remembers which of its keys were written more than once."""

    repeated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """A document file cut in two: the tree of its head, its text, and the line of the file on which the text begins."""

    head: Any
    problems: list[Problem]
    text: str
    first_line: int


def pointer(*parts: str | int, under: str = "") -> str:
    """The JSON pointer (RFC 6901) of a part below another, or below the whole."""
    return under + "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def read_text(path: Path) -> str:
    """The file's text (UTF-8, a byte-order mark dropped, line ends as `\\n`).

    Raises InputError where it is missing, a folder, unreadable, or not UTF-8 (with line and column).
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        where, what = "", "no such file"
    except IsADirectoryError:
        where, what = "", "must be a file, not a folder"
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8-sig")
        where, what = _place(before, len(before)), f"is not UTF-8 text (byte 0x{error.object[error.start]:02x})"
    except OSError as error:
        where, what = "", f"cannot be read: {error.strerror}"
    raise InputError(Problem(str(path), where, what))


def write_text(path: Path, text: str) -> None:
    """Write a file (UTF-8), and the folders it lies in.  Raises InputError where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(Problem(str(path), "", f"cannot be written: {error.strerror}")) from error


def read_tree(path: Path, syntax: Syntax | None = None) -> tuple[Any, list[Problem]]:
    """The tree of a file, and a problem for every key written twice (a reader would drop the first in silence).

    Where no syntax is named, a file called `.json` is JSON and any other YAML.  Raises InputError with line and column
    where the syntax is broken, and where the file cannot be read.
    """
    tree = _parsed(path, read_text(path), syntax or ("JSON" if path.suffix.lower() == ".json" else "YAML"))
    return tree, _repeated_keys(path, tree)


def read_lines(path: Path) -> tuple[list[tuple[int, Any]], list[Problem]]:
    """The trees of a JSON Lines file with their line numbers (from 1), blank lines left out; and what is wrong.

    Problems are lines that are no JSON and keys written twice; the other lines are read all the same.  Raises
    InputError where the file cannot be read.
    """
    trees: list[tuple[int, Any]] = []
    problems: list[Problem] = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            tree = _parsed(path, line, "JSON", lines_before=number - 1)
        except InputError as error:
            problems += error.problems
            continue
        problems += [Problem(str(path), f"line {number}{p.pointer}", p.message) for p in _repeated_keys(path, tree)]
        trees.append((number, tree))
    return trees, problems


def read_front_matter(path: Path) -> FrontMatter:
    """Cut a document file at its `---` lines.  Raises InputError where the head is missing, unclosed or broken."""
    lines = read_text(path).split("\n")
    if lines[0].rstrip() != "---":
        raise InputError(Problem(str(path), "line 1", "must begin with YAML front matter: a line `---`"))
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), None)
    if end is None:
        raise InputError(Problem(str(path), "line 1", "the front matter is never closed by a second line `---`"))
    head = _parsed(path, "\n".join(lines[1:end]), "YAML", lines_before=1)
    body = lines[end + 1 :]
    blank = next((number for number, line in enumerate(body) if line.strip()), 0)
    return FrontMatter(head, _repeated_keys(path, head), "\n".join(body).strip(), end + 2 + blank)


def _parsed(path: Path, text: str, syntax: Syntax, lines_before: int = 0) -> Any:
    """Parse, turning every way in which a parser gives up into one InputError."""
    where = ""
    try:
        return _parse_json(text) if syntax == "JSON" else _parse_yaml(text)
    except json.JSONDecodeError as error:
        where, what = _place(text, error.pos, lines_before), error.msg
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = _line_and_column(mark.line + lines_before, mark.column) if mark else ""
        what = ", ".join(filter(None, (error.context, error.problem)))
    except yaml.reader.ReaderError as error:
        where = _place(text, error.position, lines_before)
        what = f"the character #x{ord(text[error.position]):04x} is not allowed"
    except RecursionError:
        raise InputError(Problem(str(path), "", "is nested too deeply")) from None
    except ValueError as error:
        what = str(error)
    raise InputError(Problem(str(path), where, f"is not valid {syntax}: {what}"))


def _place(text: str, position: int, lines_before: int = 0) -> str:
    line_start = text.rfind("\n", 0, position) + 1
    return _line_and_column(text.count("\n", 0, position) + lines_before, position - line_start)


def _line_and_column(line: int, column: int) -> str:
    """From positions that count from 0, as files are read by people."""
    return f"line {line + 1}, column {column + 1}"


def _parse_json(text: str) -> Any:
    def refuse(constant: str) -> Any:
        raise ValueError(f"the number {constant} is not allowed")

    return json.loads(text, object_pairs_hook=_object, parse_constant=refuse)


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object(pairs)
    if len(made) < len(pairs):
        made.repeated = _repeated([key for key, _ in pairs])
    return made


def _repeated(keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(key for key, times in Counter(keys).items() if times > 1)


class _Loader(yaml.SafeLoader):
    """The safe YAML loader with dates left as text and keys kept as written."""

    def construct_object_of(self, node: yaml.MappingNode) -> Iterator[_Object]:
        """A mapping, handed out before it is filled so that aliases inside it can refer to it."""
        made = _Object()
        yield made
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be plain text", key.start_mark)
        made.repeated = _repeated([key.value for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"])
        self.flatten_mapping(node)
        made.update({key.value: self.construct_object(value) for key, value in node.value})


_Loader.add_constructor("tag:yaml.org,2002:map", _Loader.construct_object_of)
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _parse_yaml(text: str) -> Any:
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - the loader is a SafeLoader with fewer types


def _repeated_keys(path: Path, tree: Any) -> list[Problem]:
    """A problem for each, in the order of the file; a part that YAML aliases share is walked once."""
    found: list[Problem] = []
    seen: set[int] = set()
    left: list[tuple[Any, str]] = [(tree, "")]
    while left:
        part, place = left.pop()
        if not isinstance(part, dict | list) or id(part) in seen:
            continue
        seen.add(id(part))
        twice = part.repeated if isinstance(part, _Object) else ()
        found += [Problem(str(path), pointer(key, under=place), f"key {key!r} is written twice") for key in twice]
        entries = part.items() if isinstance(part, dict) else enumerate(part)
        deeper = [(value, pointer(key, under=place)) for key, value in entries if isinstance(value, dict | list)]
        left += reversed(deeper)
    return found
