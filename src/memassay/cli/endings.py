"""How a command can end; `cli.main` gives each its exit code."""

from __future__ import annotations

from enum import Enum, auto


class Ending(Enum):
    """What a command found: all fine, a check that failed, a prerequisite that is missing, work that is not whole."""

    FINE = auto()
    CHECK_FAILED = auto()
    MISSING = auto()
    INCOMPLETE = auto()
