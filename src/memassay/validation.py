"""Pydantic's complaints as problems a user can act on: path, JSON pointer, what is wrong, what is allowed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from memassay.errors import InputError, Problem, did_you_mean

M = TypeVar("M", bound="Strict")


class Strict(BaseModel):
    """A record whose unknown keys are errors; extra words in an error say what is allowed."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def pointer(parts: Iterable[str | int]) -> str:
    """A JSON pointer (RFC 6901) from a location."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def problems(error: ValidationError, path: str, model: type[BaseModel], prefix: tuple[str | int, ...] = ()) -> list[Problem]:
    """One problem for each of pydantic's complaints, an unknown key with its nearest neighbours."""
    found: list[Problem] = []
    for item in error.errors(include_url=False):
        location = tuple(part for part in item["loc"] if not _internal(part))
        if item["type"] == "extra_forbidden":
            message = f"unknown key {location[-1]!r}; {did_you_mean(str(location[-1]), _keys(model, location[:-1]))}"
        elif item["type"] == "missing":
            message = f"missing key {location[-1]!r}"
        else:
            message = f"{item['msg'].removeprefix('Value error, ')}, got {_short(item['input'])}"
        found.append(Problem(path, pointer((*prefix, *location)), message))
    return found


def read_json(path: Path) -> Any:
    """The JSON value in a file.  Raises InputError with line and column where it is not JSON, or is not there."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise InputError(Problem(str(path), where, f"not valid JSON: {error.msg}")) from None


def read_text(path: Path) -> str:
    """The text of a file.  Raises InputError where it is missing, a folder, unreadable or not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
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
        raise InputError(problems(error, path, model, prefix)) from None


def _internal(part: str | int) -> bool:
    # Pydantic names union members and validators inside a location; they mean nothing to a user.
    return isinstance(part, str) and (part.endswith("]") or "-" in part and part.startswith("function"))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _keys(model: type[BaseModel], location: tuple[str | int, ...]) -> list[str]:
    current: Any = model
    for part in location:
        if isinstance(part, str) and isinstance(current, type) and issubclass(current, BaseModel):
            current = _inner(_fields(current).get(part))
    if isinstance(current, type) and issubclass(current, BaseModel):
        return list(_fields(current))
    return []


def _fields(model: type[BaseModel]) -> Mapping[str, Any]:
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _inner(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        found = _inner(argument)
        if found is not None:
            return found
    return None
