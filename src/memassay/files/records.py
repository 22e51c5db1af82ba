"""A tree to a record: pydantic's complaints as a JSON pointer, what is wrong, and what is allowed.

Every message says "must be ..., not ...".  A validator of a field joins in by raising ValueError with "must be ...";
the value is added here, but not to one that says "must not ...".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from memassay.errors import InputError, Problem, did_you_mean
from memassay.files.parsing import pointer

M = TypeVar("M", bound=BaseModel)
Place = tuple[str | int, ...]

_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
_BOUNDS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
}
_LENGTHS = {"too_short": ("at least", "min_length"), "too_long": ("at most", "max_length")}
_LONGEST = 60
"""Characters of a value that a message shows."""


class Strict(BaseModel):
    """A record whose unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def parse(model: type[M], tree: Any, path: str, prefix: Place = ()) -> M:
    """The tree as `model`; `prefix` is the tree's own place in the file.  Raises InputError with every problem."""
    record, problems = validate(model, tree, path, prefix)
    if record is None:
        raise InputError(problems)
    return record


def validate(model: type[M], tree: Any, path: str, prefix: Place = ()) -> tuple[M | None, list[Problem]]:
    """The tree as `model`, or None; and everything that is wrong with it, in the order of the model's keys."""
    try:
        return model.model_validate(tree), []
    except ValidationError as error:
        details = [detail for detail in error.errors(include_url=False) if not _only_follows(detail)]
        found = (_problem(model, tree, path, prefix, detail) for detail in details)
        return None, list(dict.fromkeys(found))


def _only_follows(detail: ErrorDetails) -> bool:
    """Whether a list is called too short only because entries of it, told by themselves, are wrong."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


def _problem(model: type[BaseModel], tree: Any, path: str, prefix: Place, detail: ErrorDetails) -> Problem:
    place = _in_file(tree, detail["loc"])
    if detail["type"] == "extra_forbidden":
        key = str(place[-1])
        message = f"unknown key {key!r}; {did_you_mean(key, _keys(model, place[:-1]))}"
    elif detail["type"] == "missing":
        place = (*place, detail["loc"][-1])
        message = f"missing key {place[-1]!r}"
    else:
        message = _wrong_value(detail["type"], detail["msg"], detail["input"], detail.get("ctx", {}))
    return Problem(path, pointer(*prefix, *place), message)


def _in_file(tree: Any, location: Place) -> Place:
    """The parts of a location that lead through the file: pydantic also names union members and validators."""
    found: list[str | int] = []
    for part in location:
        if _leads_on(tree, part):
            found.append(part)
            tree = tree[part]
    return tuple(found)


def _leads_on(tree: Any, part: str | int) -> bool:
    if isinstance(tree, list | tuple):
        return isinstance(part, int) and part < len(tree)
    return isinstance(tree, Mapping) and part in tree


def _wrong_value(kind: str, said: str, given: Any, about: Mapping[str, Any]) -> str:
    if kind in _KINDS:
        quotes = " (put quotes round it)" if kind == "string_type" and isinstance(given, bool | int | float) else ""
        return f"must be {_KINDS[kind]}, not {_described(given)}{quotes}"
    if kind == "literal_error":
        return _choice(given, re.findall(r"'([^']*)'", str(about["expected"])))
    wanted, value = re.sub(r"^[A-Z][a-z]+ should", "must", said), _shown(given)
    if kind == "value_error":
        wanted = str(about["error"])
    elif kind == "recursion_loop":
        wanted = "must not hold itself"
    elif kind in _BOUNDS:
        words, limit = _BOUNDS[kind]
        wanted = f"must be {words} {about[limit]:g}"
    elif kind in _LENGTHS:
        words, limit = _LENGTHS[kind]
        wanted = f"must hold {words} {about[limit]} {'entry' if about[limit] == 1 else 'entries'}"
        value = str(len(given))
    return wanted if wanted.startswith("must not") else f"{wanted}, not {value}"


def _choice(given: Any, allowed: list[str]) -> str:
    near = did_you_mean(given, allowed) if isinstance(given, str) else ""
    hint = f"; {near}" if near.startswith("did") else ""
    return f"must be one of {', '.join(allowed)}, not {_shown(given)}{hint}"


def _described(value: Any) -> str:
    """A value of the wrong type, named so that the writer finds it again."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return f"the text {_shown(value)}"
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"the number {_shown(value)}" if number else _shown(value)


def _shown(value: Any) -> str:
    """A value as it may stand in a file, cut where it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= _LONGEST else value[: _LONGEST - 3] + "...")
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):  # a YAML file may hold itself
        return _described(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _keys(model: type[BaseModel], place: Place) -> list[str]:
    """The keys of the record at a place; parts that lead through lists and tables name no record of their own."""
    for part in place:
        model = next(_models_in(_fields(model).get(str(part))), model)
    return list(_fields(model))


def _fields(model: type[BaseModel]) -> Mapping[str, Any]:
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
