"""How figures and short texts are written: three decimals, `n/o` not observable, `-` undefined, never nan."""

from __future__ import annotations

from collections.abc import Iterable

from memassay.types import Status

ABSENT = {"ok": "-", "undefined": "-", "not observable": "n/o", "by design": "by design"}
"""What stands where there is no value, by the reason."""
LONGEST = 72
WHOLE_NAME = 16
"""Names up to this length stay on one line in a table."""


def figure(value: float | None, status: Status = "undefined") -> str:
    """A score with three decimals, or the mark of why there is none."""
    if value is None:
        return ABSENT[status]
    shown = f"{value:.3f}"
    return "0.000" if shown == "-0.000" else shown


def probability(value: float | None) -> str:
    """A p-value: three decimals, never 0; `n/o` where there is no test."""
    if value is None:
        return "n/o"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def coefficient(value: float | None) -> str:
    """A correlation or kappa; `n/o` where an input is constant."""
    return "n/o" if value is None else figure(value)


def share(part: int, whole: int) -> str:
    """A part as a share with three decimals; `-` of nothing."""
    return figure(part / whole if whole else None)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 unit`, `2 units`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(names: Iterable[str]) -> str:
    """Names in one sentence: `a, b and c`."""
    every = list(names)
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} and {every[-1]}"


def quoted(text: str) -> str:
    """A claim in quotation marks, cut at 72 characters on a word."""
    if len(text) > LONGEST:
        text = text[: LONGEST - 3].rsplit(" ", 1)[0].rstrip(" ,;:") + "..."
    return f"'{text}'"


def stacked(name: str) -> str:
    """A long reference to a system in several lines: `faulty:`, `fault=drop,`, `rate=0.5`."""
    if len(name) <= WHOLE_NAME:
        return name
    return name.replace(":", ":\n", 1).replace(",", ",\n")


def beside(name: str, rows: int) -> list[str]:
    """A name for so many rows of a table that belong to it: its lines in the first ones, nothing in the others."""
    lines = stacked(name).splitlines()
    whole = [*lines[: rows - 1], "\n".join(lines[rows - 1 :])]
    return [*whole, *[""] * (rows - len(whole))]
