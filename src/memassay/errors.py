"""Every error memassay raises on purpose.

MemassayError
├── UserError              you can fix this: exit 2, one clear line a problem, no traceback
│   ├── InputError         a file or a value is wrong: what, where, what is allowed
│   ├── UnknownName        no such memory, judge, metric ...; carries the nearest names
│   ├── SpecMismatch       the run directory belongs to another spec or corpus
│   └── MissingExtra       a package must be installed first; says which
├── SystemUnderTest        the memory system broke its contract: the unit fails, the run goes on, exit 3
├── JudgeFailure           a judge could not be asked (no verdict): the unit is unfinished, exit 3
└── InternalError          we broke: exit 70
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


class MemassayError(Exception):
    """Root of everything raised on purpose."""


class UserError(MemassayError):
    """Something the user can put right; printed as it is, without a traceback."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with one file: where, which part of it (JSON pointer or line), what, and what is allowed."""

    path: str
    pointer: str
    message: str

    def __str__(self) -> str:
        """One line: `path:pointer: message`."""
        where = f"{self.path}:{self.pointer}" if self.pointer else self.path
        return f"{where}: {self.message}"


class InputError(UserError):
    """One or more problems of the input, all of them reported at once."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        """Take one problem or many; `str()` gives a line for each."""
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A half sentence naming the nearest known names, or all of them where none is near."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return f"did you mean {' or '.join(repr(n) for n in near)}?"
    return f"known: {', '.join(names)}" if names else "none is known"


class UnknownName(UserError):
    """A name that no registry or file knows."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """`kind` is the noun in the message ("memory", "metric"); `known` what it could have been."""
        self.kind, self.name = kind, name
        super().__init__(f"unknown {kind} {name!r}; {did_you_mean(name, known)}")


class SpecMismatch(UserError):
    """The run directory was made by another spec, corpus or version."""


class MissingExtra(UserError):
    """An optional package is missing."""


class SystemUnderTest(MemassayError):
    """The memory system under test broke its contract or failed."""


class JudgeFailure(MemassayError):
    """A judge could not be reached; not a verdict."""


class InternalError(MemassayError):
    """A state that memassay itself should never reach."""
