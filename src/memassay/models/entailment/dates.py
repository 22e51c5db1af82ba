"""Dates in a text as spans of days: "4 April", "2025-03-11", "Q2", "end of May", "the day before", "before 15 June"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from memassay.models.entailment.units import MONTHS, NUMBER_WORDS, WEEKDAYS

Relation = Literal["match", "open", "mismatch"]

_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11)}
_NTH = ("first", "second", "third", "fourth")

_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_PART = r"(?:(?P<part>early|mid|late|start of|beginning of|middle of|end of)[ -](?:the )?)?"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?P<year>(?:19|20)\d\d)-(?P<number>\d\d)-(?P<day>\d\d)\b",
        rf"\b{_DAY} (?:of )?{_MONTH}(?:,? {_YEAR}\b)?",
        rf"\b{_MONTH} {_DAY}\b(?!:)(?:,? {_YEAR}\b)?",
        rf"\b{_PART}{_MONTH}(?:,? {_YEAR}\b)?",
        rf"\b(?:Q(?P<quarter>[1-4])|(?P<nth>first|second|third|fourth) quarter)\b(?:(?: of)?,? {_YEAR}\b)?",
        rf"\b{_PART}(?:the )?(?P<season>spring|summer|autumn)\b(?:(?: of)?,? {_YEAR}\b)?",
        rf"\b{_YEAR}\b",
    )
)
_WEEKDAY = re.compile(rf"\b({'|'.join(WEEKDAYS)})(s?)\b", re.IGNORECASE)
_BEFORE = re.compile(
    r"\b(before|until|till|by|up to|through|no later than|not later than|ahead of|expires? on|ends? on|closes? on)"
    r"(?: the)?(?: \w+day)?\s*$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(since|from|after|as of|starting|beginning)(?: the)?(?: \w+day)?(?: on)?\s*$", re.IGNORECASE)
_OFFSET = re.compile(
    r"\b(?P<n>\d{1,3}|a|an|the|one|two|three|four|five|six|seven|eight|nine|ten) (?P<unit>day|week|month|year)s?"
    r" (?P<way>before|earlier|ago|prior|after|later|afterwards|from)\b",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"\bwithin (?P<n>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten) (?P<unit>day|week|month)s?\b",
    re.IGNORECASE,
)
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


@dataclass(frozen=True, slots=True)
class When:
    """A date as days: `first`..`last` of a leap year, `year` where named; `bound` where it only limits ("before").

    `start`..`end` is where it stands in the text; `derived` marks a date reckoned from another ("the day before").
    """

    first: int
    last: int
    year: int | None
    start: int
    end: int
    bound: Literal["", "before", "after"] = ""
    derived: bool = False


def find_dates(text: str) -> tuple[When, ...]:
    """The dates of a text in order of place, then those reckoned from them by "two days before" and the like."""
    found: list[When] = []
    taken: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            when = None if _overlaps(match.span(), taken) else _read(text, match)
            if when is not None:
                taken.append(match.span())
                found.append(when)
    found.sort(key=lambda when: when.start)
    return (*found, *_derived(text, found))


def find_weekdays(text: str) -> dict[str, tuple[int, int]]:
    """The weekdays named (lower case, singular) and where each stands last."""
    return {match[1].lower(): match.span() for match in _WEEKDAY.finditer(text)}


def relate(premise: When, hypothesis: When) -> Relation:
    """Whether the premise's date lies in the hypothesis' span (match), outside it, or only may (open)."""
    first, last = _days(premise, hypothesis)
    low, high = _days(hypothesis, premise)
    if premise.bound and premise.bound != hypothesis.bound:
        return "match" if (first, last) == (low, high) else "open"
    if hypothesis.bound == "before":
        return "match" if last <= high else "mismatch"
    if hypothesis.bound == "after":
        return "match" if first >= low else "mismatch"
    if low <= first and last <= high:
        return "match"
    return "mismatch" if last < low or high < first else "open"


def _days(one: When, other: When) -> tuple[int, int]:
    if one.year is None or other.year is None:
        return one.first, one.last
    base = one.year * 366
    return base + one.first, base + one.last


def _overlaps(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


def _read(text: str, match: re.Match[str]) -> When | None:
    parts = match.groupdict()
    span = _span(parts, match)
    if span is None:
        return None
    before = text[max(0, match.start() - 24) : match.start()]
    bound: Literal["", "before", "after"] = (
        "before" if _BEFORE.search(before) else "after" if _AFTER.search(before) else ""
    )
    year = int(parts["year"]) if parts.get("year") else None
    return When(*span, year, match.start(), match.end(), bound)


def _span(parts: dict[str, str | None], match: re.Match[str]) -> tuple[int, int] | None:
    month = _month(parts)
    if parts.get("day"):
        day = int(parts["day"] or 0)
        if month is None or not 1 <= day <= _LENGTHS[month - 1]:
            return None
        return (_ordinal(month, day),) * 2
    if month is not None:
        bare_may = match.group().lower() == "may" and match.group() != "May"
        return None if bare_may else _part(parts.get("part"), _ordinal(month, 1), _ordinal(month, _LENGTHS[month - 1]))
    if parts.get("quarter") or parts.get("nth"):
        number = int(parts["quarter"]) if parts["quarter"] else _NTH.index(str(parts["nth"]).lower()) + 1
        return _ordinal(3 * number - 2, 1), _ordinal(3 * number, _LENGTHS[3 * number - 1])
    if parts.get("season"):
        first, last = _SEASONS[str(parts["season"]).lower()]
        return _part(parts.get("part"), _ordinal(first, 1), _ordinal(last, _LENGTHS[last - 1]))
    return 1, 366


def _month(parts: dict[str, str | None]) -> int | None:
    if parts.get("number"):
        number = int(parts["number"] or 0)
        return number if 1 <= number <= 12 else None
    name = (parts.get("month") or "").lower()
    return next((i for i, full in enumerate(MONTHS, 1) if name and full.startswith(name[:3])), None)


def _part(part: str | None, first: int, last: int) -> tuple[int, int]:
    third = (last - first + 1) // 3
    word = (part or "").lower().split(" ")[0]
    if word in ("early", "start", "beginning"):
        return first, first + third
    if word in ("late", "end"):
        return last - third, last
    return (first + third, last - third) if word in ("mid", "middle") else (first, last)


def _ordinal(month: int, day: int) -> int:
    return date(2000, month, day).timetuple().tm_yday


def _derived(text: str, found: list[When]) -> list[When]:
    anchors = [when for when in found if when.first == when.last]
    shifts: list[tuple[int, int, int, Literal["", "before"]]] = []
    for match in _OFFSET.finditer(text):
        sign = 1 if match["way"].lower() in ("after", "later", "afterwards", "from") else -1
        shifts.append((sign * _count(match["n"]) * _UNIT_DAYS[match["unit"].lower()], *match.span(), ""))
    shifts += [(_count(m["n"]) * _UNIT_DAYS[m["unit"].lower()], *m.span(), "before") for m in _WITHIN.finditer(text)]
    return [
        When(anchor.first + shift, anchor.last + shift, anchor.year, start, end, bound, derived=True)
        for shift, start, end, bound in shifts
        for anchor in anchors
    ]


def _count(word: str) -> int:
    return int(word) if word.isdigit() else int(NUMBER_WORDS.get(word.lower(), 1))
