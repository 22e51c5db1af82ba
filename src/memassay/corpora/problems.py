"""What pydantic says of a tree, in our words: a JSON pointer, what is wrong, and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from memassay.corpora.parsing import pointer_to
from memassay.corpora.shapes import IDENTIFIER, SHA256
from memassay.errors import Problem, did_you_mean

M = TypeVar("M", bound=BaseModel)

_WANTED = {
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a mapping",
    "model_type": "must be a mapping",
    "model_attributes_type": "must be a mapping",
}
_PATTERNS = {
    IDENTIFIER: "must be letters, digits, '.', '_' and '-', beginning with a letter or digit",
    SHA256: "must be 64 hexadecimal digits in lower case",
}


def validate(model: type[M], tree: Any, path: str) -> tuple[M | None, list[Problem]]:
    """The tree as `model`, or None; and everything that is wrong with it, in the order of the file's keys."""
    try:
        return model.model_validate(tree), []
    except ValidationError as error:
        return None, [_problem(model, path, detail) for detail in error.errors(include_url=False)]


def _problem(model: type[BaseModel], path: str, detail: ErrorDetails) -> Problem:
    return Problem(path, pointer_to("", *detail["loc"]), _message(model, detail))


def _message(model: type[BaseModel], detail: ErrorDetails) -> str:
    kind, given = detail["type"], detail["input"]
    if kind == "extra_forbidden":
        return f"unknown key; {did_you_mean(str(detail['loc'][-1]), _keys_at(model, detail['loc'][:-1]))}"
    if kind in _WANTED:
        quotes = " (put quotes round it)" if kind == "string_type" and isinstance(given, bool | int | float) else ""
        return f"{_WANTED[kind]}, not {_described(given)}{quotes}"
    if kind in _WORDED:
        return _WORDED[kind](given, detail.get("ctx", {}))
    return detail["msg"][:1].lower() + detail["msg"][1:]


def _choice(given: Any, about: dict[str, Any]) -> str:
    allowed = re.findall(r"'([^']*)'", str(about["expected"]))
    listed = ", ".join(allowed)
    if not isinstance(given, str):
        return f"must be one of {listed}, not {_described(given)}"
    hint = did_you_mean(given, allowed)
    return f"must be one of {listed}, not {given!r}" + ("" if hint.startswith("known") else f"; {hint}")


def _described(value: Any) -> str:
    """A value of the wrong type, named so that the writer finds it again."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {value!r}"
    return "a list" if isinstance(value, list) else "a mapping"


_WORDED: dict[str, Callable[[Any, dict[str, Any]], str]] = {
    "missing": lambda _given, _about: "required key is missing",
    "literal_error": _choice,
    "value_error": lambda _, about: str(about["error"]),
    "too_short": lambda _, about: f"must hold at least {about['min_length']}, not {about['actual_length']}",
    "too_long": lambda _, about: f"must hold at most {about['max_length']}, not {about['actual_length']}",
    "string_pattern_mismatch": lambda given, about: f"{_PATTERNS[str(about['pattern'])]}, not {given!r}",
    "greater_than_equal": lambda given, about: f"must be at least {about['ge']:g}, not {given!r}",
    "less_than_equal": lambda given, about: f"must be at most {about['le']:g}, not {given!r}",
}


def _keys_at(model: type[BaseModel], location: tuple[str | int, ...]) -> list[str]:
    """The keys allowed at a place, found by walking down the models."""
    for part in location:
        if isinstance(part, str):
            field = next(f for name, f in model.model_fields.items() if part in (name, f.alias))
            model = next(_models_in(field.annotation))
    return [field.alias or name for name, field in model.model_fields.items()]


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
