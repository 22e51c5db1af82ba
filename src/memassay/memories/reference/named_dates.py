"""Dates that a text names: those `find_dates` knows, and 2025-03, 2025-Q1 and 11.03.2025; a missing year is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from memassay.models.entailment.dates import When, find_dates

_YEAR_AFTER = re.compile(
    r"\b(?:in|since|by|until|till|from|of|for|during|before|after|early|late|mid|year|end|through)[ -]$|[(/-]$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b(?:for|of|from|to|by|through|after|before)[ -]$", re.IGNORECASE)
_THINGS = re.compile(r"\s+[a-z]+s\b")
"""No year is meant in "for 2000 cartons"; one is in "in 2019 sales fell"."""
_PERMISSION = re.compile(r"\s+(?:I|we|you|he|she|it|they|the|this|that|there|someone|somebody|anyone)\b")
_SEASON = re.compile(r"\b(?:spring|summer|autumn)$", re.IGNORECASE)
_VERB = re.compile(r"\b(?:may|march)\b")
_NUMERIC = re.compile(
    r"(?<![\d.-])(?:(?P<year>(?:19|20)\d\d)-(?P<part>0[1-9]|1[0-2]|Q[1-4])(?![\d-])"
    r"|(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<full>(?:19|20)\d\d)(?!\d))"
)
_YEARS_ASIDE = 8
"""Years to look on either side: far enough for the next 29 February across 1900."""


@dataclass(frozen=True, slots=True)
class Found:
    """A time meant by `text[start:end]`, as ISO date, month, quarter or year; `relative` where it says no date."""

    start: int
    end: int
    iso: str
    relative: bool


def named_dates(text: str, day: date) -> Iterator[Found]:
    """The dates named in a text; one without a year takes the year that puts it nearest to `day`.

    Left alone: a date reckoned from another, a season without its year, a figure that only looks like a year, and
    "may" or "march" as verbs.
    """
    taken = bytearray(len(text))
    for match in _NUMERIC.finditer(text):
        taken[match.start() : match.end()] = b"x" * len(match.group())
        iso = f"{match['year']}-{match['part']}" if match["year"] else _day_first(match)
        if iso:
            yield Found(*match.span(), iso, relative=False)
    for when in find_dates(text):
        clear = not when.derived and not any(taken[when.start : when.end])
        iso = _absolute(when, day) if clear and _meant(text, when) else ""
        if iso:
            yield Found(when.start, when.end, iso, relative=False)


def _day_first(match: re.Match[str]) -> str:
    one = _date(int(match["full"]), int(match["month"]), int(match["day"]))
    return one.isoformat() if one else ""


def _meant(text: str, when: When) -> bool:
    """Whether what looks like a date is one: no room 2024, nobody who will march, and no spring in a lock."""
    said = text[when.start : when.end]
    if _VERB.search(said) or (said == "May" and _PERMISSION.match(text, when.end)):
        return False
    if when.year is None and _SEASON.search(said):
        return False
    if said.isdigit():
        before = text[max(0, when.start - 12) : when.start]
        return bool(_YEAR_AFTER.search(before)) and not (_COUNTED.search(before) and _THINGS.match(text, when.end))
    return any(mark.isdigit() for mark in said) or said[:1].isupper() or " " in said


def _absolute(when: When, day: date) -> str:
    """A date, month, quarter or year in ISO form; nothing where that year has no such day."""
    if when.year is not None:
        return _iso(when, when.year)
    years = range(max(1, day.year - _YEARS_ASIDE), min(9999, day.year + _YEARS_ASIDE) + 1)
    spans = [(year, span) for year in years if (span := _span(when, year))]
    return _iso(when, min(spans, key=lambda one: _days_off(one[1], day))[0]) if spans else ""


def _span(when: When, year: int) -> tuple[date, date] | None:
    """Its first and last day in a year; a month may end on 28 February, a single day must exist."""
    first, last = _leap_day(when.first), _leap_day(when.last)
    start = _date(year, first.month, first.day)
    end = _date(year, last.month, last.day) or (start and _date(year, 2, 28))
    return (start, end) if start and end else None


def _days_off(span: tuple[date, date], day: date) -> int:
    return max((span[0] - day).days, (day - span[1]).days, 0)


def _iso(when: When, year: int) -> str:
    first, last = _leap_day(when.first), _leap_day(when.last)
    if first == last:
        one = _date(year, first.month, first.day)
        return one.isoformat() if one else ""
    if first.month == last.month:
        return f"{year:04}-{first.month:02}"
    whole = first.day == 1 and last.month - first.month == 2 and first.month % 3 == 1
    return f"{year:04}-Q{last.month // 3}" if whole else f"{year:04}"


def _leap_day(number: int) -> date:
    return date(2000, 1, 1) + timedelta(days=min(max(number, 1), 366) - 1)


def _date(year: int, month: int, day: int) -> date | None:
    """The day, or None where the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
