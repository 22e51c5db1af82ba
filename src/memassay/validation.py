"""Pydantic's complaints as problems a user can act on: path, JSON pointer, what is wrong, what is allowed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from memassay.errors import InputError, Problem, did_you_mean

M = TypeVar("M", bound="Strict")

_EXPECTED = {
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
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
_WORDED: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "greater_than": lambda about: f"more than {about['gt']:g}",
    "greater_than_equal": lambda about: f"at least {about['ge']:g}",
    "less_than": lambda about: f"less than {about['lt']:g}",
    "less_than_equal": lambda about: f"at most {about['le']:g}",
    "too_short": lambda about: f"at least {about['min_length']} entries" if about["min_length"] > 1 else "an entry",
    "literal_error": lambda about: f"one of {', '.join(_choices(about))}",
}


class Strict(BaseModel):
    """A record whose unknown keys are errors; extra words in an error say what is allowed."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def pointer(parts: Iterable[str | int]) -> str:
    """A JSON pointer (RFC 6901) from a location."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def problems(
    error: ValidationError, value: Any, path: str, model: type[BaseModel], prefix: tuple[str | int, ...] = ()
) -> list[Problem]:
    """One problem for each of pydantic's complaints about `value`, in the order of the model's keys."""
    found: list[Problem] = []
    for item in error.errors(include_url=False):
        location = _in_file(value, item["loc"])
        if item["type"] == "extra_forbidden":
            message = f"unknown key {location[-1]!r}; {did_you_mean(str(location[-1]), _keys(model, location[:-1]))}"
        elif item["type"] == "missing":
            location = (*location, item["loc"][-1])
            message = f"missing key {location[-1]!r}"
        else:
            message = _wrong_value(item["type"], item["msg"], item["input"], item.get("ctx", {}))
        problem = Problem(path, pointer((*prefix, *location)), message)
        if problem not in found:
            found.append(problem)
    return found


def read_json(path: Path) -> Any:
    """The JSON value in a file.

    Raises InputError with line and column where it is not JSON, with every key that one object has twice (a reader
    would drop the first in silence), and where the file is not there.
    """
    twice: list[str] = []

    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        twice.extend(key for key in dict.fromkeys(keys) if keys.count(key) > 1)
        return dict(pairs)

    try:
        value = json.loads(read_text(path), object_pairs_hook=made, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise InputError(Problem(str(path), where, f"not valid JSON: {error.msg}")) from None
    except RecursionError:
        raise InputError(Problem(str(path), "", "nested too deeply")) from None
    except ValueError as error:
        raise InputError(Problem(str(path), "", f"not valid JSON: {error}")) from None
    if twice:
        raise InputError(Problem(str(path), "", f"key {key!r} is written twice in one object") for key in twice)
    return value


def read_text(path: Path) -> str:
    """The text of a file.  Raises InputError where it is missing, a folder, unreadable or not UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(Problem(str(path), "", "no such file")) from None
    except IsADirectoryError:
        raise InputError(Problem(str(path), "", "is a folder, expected a file")) from None
    except UnicodeDecodeError as error:
        raise InputError(Problem(str(path), f"byte {error.start}", "not UTF-8 text")) from None
    except OSError as error:
        raise InputError(Problem(str(path), "", f"cannot be read: {error.strerror}")) from None


def parse(model: type[M], value: Any, path: str, prefix: tuple[str | int, ...] = ()) -> M:
    """`value` as a `model`.  Raises InputError with every problem at once."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise InputError(problems(error, value, path, model, prefix)) from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number of JSON")


def _in_file(value: Any, location: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The parts of a location that lead through the file: pydantic also names union members and validators."""
    found: list[str | int] = []
    for part in location:
        if _leads_on(value, part):
            found.append(part)
            value = value[part]
    return tuple(found)


def _leads_on(value: Any, part: str | int) -> bool:
    if isinstance(value, list):
        return isinstance(part, int) and part < len(value)
    return isinstance(value, Mapping) and part in value


def _wrong_value(kind: str, message: str, given: Any, about: Mapping[str, Any]) -> str:
    if kind == "value_error":
        return f"{message.removeprefix('Value error, ')}, got {_short(given)}"
    if kind in _EXPECTED:
        return f"expected {_EXPECTED[kind]}, got {_short(given)}"
    if kind in _WORDED:
        near = did_you_mean(str(given), _choices(about)) if kind == "literal_error" else ""
        hint = f"; {near}" if near.startswith("did") else ""
        return f"expected {_WORDED[kind](about)}, got {_short(given)}{hint}"
    return f"{message[:1].lower()}{message[1:]}, got {_short(given)}"


def _choices(about: Mapping[str, Any]) -> list[str]:
    return re.findall(r"'([^']*)'", str(about["expected"]))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _keys(model: type[BaseModel], location: tuple[str | int, ...]) -> list[str]:
    """The keys of the record at a location; parts that lead through lists and tables name no record of their own."""
    for part in location:
        model = _inner(_fields(model).get(str(part))) or model
    return list(_fields(model))


def _fields(model: type[BaseModel]) -> Mapping[str, Any]:
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _inner(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        found = _inner(argument)
        if found is not None:
            return found
    return None
