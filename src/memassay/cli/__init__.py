"""The command line: one module a command, and every exit code decided here.

Exit codes: 0 fine; 1 a check failed; 2 usage, wrong input or a missing prerequisite; 3 finished, but a unit failed or
is unfinished, or a verdict stayed invalid; 70 our own error; 130 interrupted.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from memassay.cli.commands import memassay
from memassay.cli.endings import Ending
from memassay.errors import InputError, InternalError, MemassayError, UserError

__all__ = ["main"]

CHECK_FAILED, USAGE, INCOMPLETE, INTERNAL, INTERRUPTED = 1, 2, 3, 70, 130
CODES = {Ending.FINE: 0, Ending.CHECK_FAILED: CHECK_FAILED, Ending.MISSING: USAGE, Ending.INCOMPLETE: INCOMPLETE}


@dataclass(slots=True)
class State:
    """What the group's own options set."""

    debug: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; nothing but a code comes out, whatever goes wrong."""
    state = State()
    try:
        ending = _invoke(sys.argv[1:] if arguments is None else list(arguments), state)
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001  here is where every error becomes an exit code
        return _code(error, debug=state.debug)
    return CODES[ending]


def _invoke(arguments: list[str], state: State) -> Ending:
    # click's own `main` would turn a closed pipe and an interrupt into codes of its own.
    try:
        with memassay.make_context("memassay", arguments, obj=state) as context:
            ending = memassay.invoke(context)
    except click.exceptions.Exit:  # what --help and --version end with
        return Ending.FINE
    return ending if isinstance(ending, Ending) else Ending.FINE


def _code(error: BaseException, *, debug: bool) -> int:
    leaves = list(_leaves(error))
    if any(isinstance(leaf, KeyboardInterrupt | click.Abort) for leaf in leaves):
        _say("interrupted; what is finished is kept, and the same command goes on from there")
        return INTERRUPTED
    if any(_closed_pipe(leaf) for leaf in leaves):
        # Whoever read our output has seen enough; the interpreter's own last flush must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if all(isinstance(leaf, UserError | click.ClickException) for leaf in leaves):
        for leaf in leaves:
            _say_problem(leaf)
        return USAGE
    if all(isinstance(leaf, MemassayError) and not isinstance(leaf, InternalError) for leaf in leaves):
        for leaf in leaves:
            _say(str(leaf))
        return INCOMPLETE
    return _internal(error, debug=debug)


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _leaves(part)
    else:
        yield error


def _closed_pipe(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno == errno.EPIPE


def _say(message: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        for line in message.splitlines() or [""]:
            click.echo(f"memassay: {line}", err=True)


def _say_problem(error: BaseException) -> None:
    if isinstance(error, InputError):
        for problem in error.problems:
            _say(str(problem).replace("\n", " "))
    elif isinstance(error, click.ClickException):
        _say(error.format_message())
        if isinstance(error, click.UsageError) and error.ctx is not None:
            _say(f"see '{error.ctx.command_path} --help'")
    else:
        _say(str(error))


def _internal(error: BaseException, *, debug: bool) -> int:
    told = "".join(traceback.format_exception(error))
    kind = type(error).__name__
    if debug:
        click.echo(told, err=True)
        _say(f"this is our own error ({kind}), please report it with the lines above")
        return INTERNAL
    with tempfile.NamedTemporaryFile("w", prefix="memassay-", suffix=".txt", delete=False, encoding="utf-8") as file:
        file.write(told)
    _say(f"this is our own error ({kind}: {_first_line(error)}); the traceback is in {file.name}")
    return INTERNAL


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "")
