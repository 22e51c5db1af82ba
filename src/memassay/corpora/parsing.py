"""Text to a tree of plain values: JSON, YAML and YAML front matter, with every place where syntax breaks told.

Dates stay text (one ISO reader serves JSON and YAML alike) and YAML keys stay as they were written, so that both
syntaxes give the same tree.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from memassay.errors import InputError, Problem

SUFFIXES = (".json", ".yaml", ".yml")


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


def parse_file(path: Path) -> tuple[Any, list[Problem]]:
    """The tree of a JSON or YAML file, and a problem for every key written twice.

    Raises InputError with line and column where the syntax is broken, and where the file cannot be read.
    """
    text = read_text(path)
    tree = _guarded(path, text, 0, yaml_syntax=path.suffix != ".json")
    return tree, _repeated_keys(str(path), tree)


def parse_front_matter(path: Path) -> FrontMatter:
    """Cut a document file at its `---` lines.  Raises InputError where the head is missing, unclosed or broken."""
    lines = read_text(path).split("\n")
    if lines[0].rstrip() != "---":
        raise InputError(Problem(str(path), "line 1", "must begin with YAML front matter: a line `---`"))
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), None)
    if end is None:
        raise InputError(Problem(str(path), "line 1", "the front matter is never closed by a second line `---`"))
    head = _guarded(path, "\n".join(lines[1:end]), 1, yaml_syntax=True)
    body = lines[end + 1 :]
    blank = next((number for number, line in enumerate(body) if line.strip()), 0)
    return FrontMatter(head, _repeated_keys(str(path), head), "\n".join(body).strip(), end + 2 + blank)


def read_text(path: Path) -> str:
    """The file's text (UTF-8, a byte-order mark dropped, line ends as `\\n`).  Raises InputError where it cannot be."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(Problem(str(path), "", f"is not UTF-8 text (byte {error.start})")) from error
    except OSError as error:
        raise InputError(Problem(str(path), "", f"cannot be read: {error.strerror}")) from error


def _guarded(path: Path, text: str, lines_before: int, *, yaml_syntax: bool) -> Any:
    """Parse, turning every way in which a parser gives up into one InputError."""
    try:
        return _parse_yaml(text) if yaml_syntax else _parse_json(text)
    except json.JSONDecodeError as error:
        where, what = f"line {error.lineno}, column {error.colno}", f"is not valid JSON: {error.msg}"
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1 + lines_before}, column {mark.column + 1}" if mark else ""
        what = "is not valid YAML: " + ", ".join(filter(None, (error.context, error.problem)))
    except yaml.YAMLError as error:
        where, what = "", "is not valid YAML: " + " ".join(str(error).split())
    except (RecursionError, ValueError) as error:
        where, what = "", "is nested too deeply" if isinstance(error, RecursionError) else str(error)
    raise InputError(Problem(str(path), where, what))


def _parse_json(text: str) -> Any:
    def refuse(constant: str) -> Any:
        raise ValueError(f"is not valid JSON: the number {constant} is not allowed")

    return json.loads(text, object_pairs_hook=_object, parse_constant=refuse)


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object(pairs)
    made.repeated = _repeated(key for key, _ in pairs)
    return made


def _repeated(keys: Iterable[str]) -> tuple[str, ...]:
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
        made.repeated = _repeated(key.value for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge")
        self.flatten_mapping(node)
        made.update({key.value: self.construct_object(value) for key, value in node.value})


_Loader.add_constructor("tag:yaml.org,2002:map", _Loader.construct_object_of)
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _parse_yaml(text: str) -> Any:
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - the loader is a SafeLoader with fewer types


def _repeated_keys(path: str, tree: Any) -> list[Problem]:
    return [Problem(path, pointer, "key is written twice") for pointer in _walk(tree, "", set())]


def _walk(tree: Any, pointer: str, seen: set[int]) -> Iterator[str]:
    """Pointers of repeated keys; `seen` keeps a part that YAML aliases share from being walked again."""
    if not isinstance(tree, dict | list) or id(tree) in seen:
        return
    seen.add(id(tree))
    if isinstance(tree, _Object):
        yield from (pointer_to(pointer, key) for key in tree.repeated)
    for part, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield from _walk(value, pointer_to(pointer, part), seen)


def pointer_to(parent: str, *parts: str | int) -> str:
    """The JSON pointer (RFC 6901) of a part below `parent`."""
    return parent + "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)
