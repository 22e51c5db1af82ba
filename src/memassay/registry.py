"""Names to things: `Registry[T]` finds a plug-in by entry point and loads it only when it is asked for."""

from __future__ import annotations

import importlib.metadata
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from memassay.errors import InputError, Problem, UnknownName, UserError, did_you_mean

T = TypeVar("T")
_KINDS = {int: "a whole number", float: "a number"}


class Registry(Generic[T]):
    """Plug-ins of one kind, by name.

    Built-ins and other people's packages enter by the same entry-point group, so neither is special.
    Example of a `pyproject.toml` that adds a memory system::

        [project.entry-points."memassay.memories"]
        mine = "my_package.memory:FACTORY"
    """

    def __init__(self, kind: str, group: str) -> None:
        """`kind` is the noun for messages, `group` the entry-point group."""
        self.kind, self.group = kind, group

    @cached_property
    def _points(self) -> Mapping[str, importlib.metadata.EntryPoint]:
        return {point.name: point for point in importlib.metadata.entry_points(group=self.group)}

    def names(self) -> list[str]:
        """All names, sorted, without loading anything."""
        return sorted(self._points)

    def load(self, name: str) -> T:
        """The thing called `name`.  Raises UnknownName, with the nearest names."""
        if name not in self._points:
            raise UnknownName(self.kind, name, self._points)
        try:
            return cast("T", self._points[name].load())
        except Exception as error:
            # Somebody's package: whatever its import raises is theirs to mend, and must not look like our own error.
            where = self._points[name].value
            raise UserError(
                f"{self.kind} {name!r} ({where}) cannot be loaded: {type(error).__name__}: {error}"
            ) from error


@dataclass(frozen=True, slots=True)
class Ref:
    """A name with arguments as users write it: `append:extract=claims` or `faulty:fault=drop,rate=0.3`."""

    name: str
    options: Mapping[str, str]

    def __str__(self) -> str:
        """The canonical spelling: options sorted by key."""
        tail = ",".join(f"{key}={value}" for key, value in sorted(self.options.items()))
        return f"{self.name}:{tail}" if tail else self.name

    @classmethod
    def parse(cls, text: str, *, where: str = "") -> Ref:
        """Read `NAME` or `NAME:key=value,key=value`.  Raises InputError where an option has no `=`."""
        name, _, tail = text.partition(":")
        options: dict[str, str] = {}
        for part in filter(None, (piece.strip() for piece in tail.split(","))):
            key, equals, value = part.partition("=")
            if not equals:
                raise InputError(Problem(where or "--memory", text, f"must be key=value after the name, not {part!r}"))
            options[key.strip()] = value.strip()
        return cls(name.strip(), options)


def call_with_options(build: Callable[..., T], *arguments: Any, ref: Ref) -> T:
    """Call `build(*arguments, **options)`, options turned into the types of its keyword-only parameters.

    A keyword-only parameter whose default is a dataclass stands for that dataclass's fields: each is an option of
    its own, and `build` is given the default with the named fields replaced.

    Raises UserError naming the option, the nearest allowed ones, or the value that does not fit.
    """
    allowed: dict[str, Any] = {}
    records: dict[str, Any] = {}
    for name, parameter in inspect.signature(build, eval_str=True).parameters.items():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        if is_dataclass(parameter.default):
            records[name] = parameter.default
            kinds = get_type_hints(type(parameter.default))
            allowed |= {field.name: kinds[field.name] for field in fields(parameter.default)}
        else:
            allowed[name] = parameter.annotation
    given: dict[str, Any] = {}
    for key, text in ref.options.items():
        if key not in allowed:
            raise UserError(f"{ref.name}: unknown option {key!r}; {did_you_mean(key, allowed)}")
        given[key] = _convert(ref, key, text, allowed[key])
    values: dict[str, Any] = {}
    for name, record in records.items():
        own = {field.name: given.pop(field.name) for field in fields(record) if field.name in given}
        values[name] = replace(record, **own)
    return build(*arguments, **given, **values)


def _convert(ref: Ref, key: str, text: str, kind: Any) -> Any:
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise UserError(f"{ref.name}: option {key} takes true or false, not {text!r}")
        return text.lower() == "true"
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            raise UserError(f"{ref.name}: option {key} takes {_KINDS[kind]}, not {text!r}") from None
    if get_origin(kind) is Literal and text not in get_args(kind):
        raise UserError(f"{ref.name}: option {key} takes {', '.join(get_args(kind))}, not {text!r}")
    return text
