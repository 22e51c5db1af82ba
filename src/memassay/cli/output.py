"""What commands print: data on stdout, everything else on stderr."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from memassay.reports import Block


def say(message: str) -> None:
    """A line for the person at the terminal."""
    click.echo(f"memassay: {message}", err=True)


def show(blocks: Iterable[Block], display: str | None = None) -> None:
    """Blocks on stdout, as wide as the terminal; with colour on a terminal unless `plain` is asked for."""
    from memassay.reports import render  # noqa: PLC0415 - loaded when there is something to show

    colour = display == "rich" or (display is None and sys.stdout.isatty())
    text = render(blocks, width=shutil.get_terminal_size((80, 24)).columns, colour=colour)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    click.echo(text, nl=False, color=colour)


def show_json(value: Any) -> None:
    """One JSON document on stdout."""
    from memassay.reports.as_json import text  # noqa: PLC0415 - as above

    click.echo(text(value))
