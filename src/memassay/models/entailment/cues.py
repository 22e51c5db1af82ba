"""Small words that turn a statement round: negation, giving up, plans, shares, duty, comparison, opposites."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

_TABLES: dict[str, Any] = tomllib.loads(
    files("memassay.models.entailment").joinpath("data", "cues.toml").read_text("utf-8")
)


def _any_of(alternatives: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b", re.IGNORECASE)


FLAGS: tuple[str, ...] = tuple(_TABLES["flags"])
_FLAGS = tuple(_any_of(alternatives) for alternatives in _TABLES["flags"].values())
_CONTRARY = _any_of(_TABLES["contrary"]["words"])

_STOPS = "to|by|with|in|on|at|for|after|before|because|since|and|but|which|who|when|as|until"
_VALUE = rf"((?:(?! (?:{_STOPS})\b)[^,;.:()]){{2,48}})"
_CHANGES, _GIVES_UP, _GIVEN_UP = ("|".join(_TABLES["values"][name]) for name in ("change", "gives_up", "given_up"))


def _values(pattern: str) -> re.Pattern[str]:
    """A pattern in which VALUE stands for the words of a value, up to a comma or a preposition."""
    return re.compile(pattern.replace("VALUE", _VALUE), re.IGNORECASE)


_OLD_AND_NEW = _values(rf"\b(?:{_CHANGES})\w*\b[^;.]{{0,60}}?\bfrom VALUE (?:back )?to VALUE")
_REPLACED = _values(r"\breplac\w+ VALUE (?:with|by) VALUE")
_OLD = _values(rf"\b(?:instead of|rather than|and not|no longer|used to|away from|{_GIVES_UP}) VALUE|, not VALUE")
_NEW = _values(r"\b(?:now|instead(?! of)|since then|today|currently|(?:replac|succeed|supersed)ed by) VALUE")
_OLD_SUBJECT = _values(
    rf"([^,;.:]{{2,60}}?)\b(?:was|were|has been|have been|had been|is|are|got)\b[^,;.]{{0,16}}?\b(?:{_GIVEN_UP})\b"
)


def flags(text: str) -> list[bool]:
    """Which kinds of cue a text holds, in the order of FLAGS."""
    return [bool(pattern.search(text)) for pattern in _FLAGS]


def contrary(text: str) -> bool:
    """Whether the negative words of a text are odd in number: two of them cancel ("nobody refused")."""
    return len(_CONTRARY.findall(text)) % 2 == 1


def old_and_new(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The spans a text gives up and those it puts in their place ("moved from A to B": A, B)."""
    both = [match for pattern in (_OLD_AND_NEW, _REPLACED) for match in pattern.finditer(text)]
    old = [match.span(1) for match in (*both, *_OLD_SUBJECT.finditer(text))]
    old += [match.span(match.lastindex or 0) for match in _OLD.finditer(text)]
    return old, [match.span(2) for match in both] + [match.span(1) for match in _NEW.finditer(text)]


@cache
def opposites() -> dict[str, frozenset[str]]:
    """Word -> the words that say the contrary (data/cues.toml)."""
    table: dict[str, set[str]] = {}
    for row in _TABLES["opposites"]["pairs"]:
        first, *rest = row.split()
        for word in rest:
            table.setdefault(first, set()).add(word)
            table.setdefault(word, set()).add(first)
    for row in _TABLES["opposites"]["each"]:
        for word in row.split():
            table.setdefault(word, set()).update(set(row.split()) - {word})
    return {word: frozenset(others) for word, others in table.items()}


def shares_conflict(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether one text says of all what the other says of none or a part ("all" against "few")."""
    return any(
        (first & left and second & right and not (first & right or second & left))
        for left, right in _clashes()
        for first, second in ((one, other), (other, one))
    )


@cache
def _clashes() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    whole, none, part, few = (frozenset(_TABLES["shares"][name].split()) for name in ("all", "none", "part", "few"))
    return (whole, none | part | few), (none, whole | part), (few, whole | frozenset(["most", "majority"]))
