"""Options that several commands have, and choices that name the nearest word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from memassay.errors import did_you_mean

F = TypeVar("F", bound=Callable[..., Any])


if TYPE_CHECKING:
    Words = click.ParamType[str]
else:  # older clicks have no generic parameter types
    Words = click.ParamType


class OneOf(Words):
    """One of some words; the error says which was probably meant."""

    name = "word"

    def __init__(self, words: Sequence[str]) -> None:
        """The words that are allowed, in the order in which help shows them."""
        self.words = tuple(words)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002 - click's
        """How help shows the value."""
        return f"[{'|'.join(self.words)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word itself.  Fails with the nearest allowed words."""
        if value not in self.words:
            hint = did_you_mean(str(value), self.words)
            near = "" if hint.startswith("known") else f"; {hint}"
            self.fail(f"{value!r} is not one of {', '.join(self.words)}{near}", param, ctx)
        return str(value)


def log_dir(function: F) -> F:
    """`--log-dir`."""
    told = "Folder in which runs lie, each in a directory of its own."
    kind = click.Path(path_type=Path)
    return click.option("--log-dir", type=kind, default=Path("runs"), show_default=True, help=told)(function)


def as_json(function: F) -> F:
    """`--json`."""
    return click.option("--json", is_flag=True, help="Print exactly one JSON document on stdout.")(function)


def display(*words: str) -> Callable[[F], F]:
    """`--display`, with the words that the command knows."""
    told = "How to show things; without it rich on a terminal, plain elsewhere."
    return click.option("--display", type=OneOf(words), default=None, help=told)
