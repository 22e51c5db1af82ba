"""How far a run is, on stderr: a bar on a terminal, a line every few seconds elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from memassay.cli.output import say

if TYPE_CHECKING:
    from rich.progress import TaskID

EVERY = 5.0
"""Seconds between two plain lines."""


class Quiet:
    """Says nothing."""

    def __enter__(self) -> Quiet:
        """Nothing to open."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""

    def start(self, total: int, done: int) -> None:
        """Nothing."""

    def advance(self, label: str) -> None:
        """Nothing."""


class Lines(Quiet):
    """A plain line at most every `every` seconds; `clock` gives seconds."""

    def __init__(self, *, every: float = EVERY, clock: Callable[[], float] = time.monotonic) -> None:
        self._every, self._clock = every, clock
        self._total = self._done = self._before = 0
        self._began = self._told = 0.0

    def start(self, total: int, done: int) -> None:
        """There are `total` pieces to do, `done` of them from an earlier run."""
        self._total, self._done, self._before = total, done, done
        self._began = self._told = self._clock()
        again = f", {done} of them done before" if done else ""
        say(f"{total} pieces of work (documents taken in, stages of units){again}")

    def advance(self, label: str) -> None:
        """One more is done."""
        self._done += 1
        now = self._clock()
        if now - self._told < self._every:
            return
        self._told = now
        rate = (self._done - self._before) / (now - self._began)
        left = (self._total - self._done) / rate
        share = self._done / self._total
        say(f"{self._done} of {self._total} ({share:.0%}), {rate:.1f} a second, {left:.0f} s left: {label}")


class Bar:
    """A bar with rate and time left."""

    def __init__(self) -> None:
        from rich.console import Console  # noqa: PLC0415 - loaded only where a bar is shown
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

        rate = TextColumn("{task.fields[rate]}")
        columns = (BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn(), TextColumn("{task.description}"))
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task: TaskID | None = None

    def __enter__(self) -> Bar:
        """Start drawing."""
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop drawing and leave the line clean."""
        self._progress.stop()

    def start(self, total: int, done: int) -> None:
        """There are `total` pieces to do, `done` of them from an earlier run."""
        self._task = self._progress.add_task("", total=total, completed=done, rate="")

    def advance(self, label: str) -> None:
        """One more is done."""
        if self._task is not None:
            task = self._progress.tasks[self._task]
            rate = f"{task.speed:.1f}/s" if task.speed else ""
            self._progress.update(self._task, advance=1, description=label, rate=rate)


def make(display: str | None) -> AbstractContextManager[Any]:
    """The progress for a `--display` word; without one, a bar where stderr is a terminal."""
    if display == "none":
        return Quiet()
    if display == "rich" or (display is None and sys.stderr.isatty()):
        return Bar()
    return Lines()
