"""Dates grounded in the document's date: "yesterday" becomes "yesterday (2019-11-19)".

Libraries that find dates in English (dateparser 1.5.0, parsedatetime 2.6, timefhuman 0.1.5) are right on 26, 24 and 21
of the 49 sentences of the tests (`scripts/date_libraries.py`), most of which were written before any was tried: they
take "on Thursdays", "second", "may" and durations for dates, and know no quarters.  The ways of speaking below are few,
and what is none of them is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from memassay.models.entailment.dates import When, find_dates
from memassay.models.entailment.units import MONTHS, NUMBER_WORDS, WEEKDAYS

_DAY = timedelta(days=1)
_SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11), "winter": (12, 2)}
_NUMBER = r"(?P<n>\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_UNIT = r"(?P<unit>day|week|fortnight|month|quarter|year)s?"
_WAY = r"(?P<way>last|next|this|past|coming|previous|following)"
_NAMED_DAYS = {
    "the day before yesterday": -2, "day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0,
    "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "tomorrow": 1, "the day after tomorrow": 2,
    "day after tomorrow": 2,
}  # fmt: skip
_WAYS = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1, "following": 1}
_UNIT_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_SPENT = re.compile(r"\b(?:\w+ed|took|taken|done|made|built|ran|run|went|came|was|were|lasts?)\b(?:\W+\w+){0,4}\W*$")
"""What comes before a time that something took ("finished in two weeks"), not one that it will happen at."""
_YEAR_AFTER = re.compile(
    r"\b(?:in|since|by|until|till|from|of|for|during|before|after|early|late|mid|year|end|through)[ -]$|[(/-]$",
    re.IGNORECASE,
)
_PERMISSION = re.compile(r"\s+(?:I|we|you|he|she|it|they|the|this|that|there|someone|somebody|anyone)\b")


@dataclass(frozen=True, slots=True)
class Found:
    """A time meant by `text[start:end]`, as ISO date, month, quarter or year; `relative` where it says no date."""

    start: int
    end: int
    iso: str
    relative: bool


def ground(text: str, day: date) -> tuple[str, tuple[str, ...]]:
    """The text with an ISO date in brackets behind each relative time, and all dates it names or means, in order."""
    found = times(text, day)
    grounded = text
    for one in reversed(found):
        if one.relative and not grounded[one.end :].lstrip().startswith("("):
            grounded = f"{grounded[: one.end]} ({one.iso}){grounded[one.end :]}"
    return grounded, tuple(dict.fromkeys(one.iso for one in found))


def times(text: str, day: date) -> list[Found]:
    """Every time that a text names or means, seen from `day`, in order of place."""
    found: list[Found] = []
    for pattern, meant in _RELATIVE:
        for match in pattern.finditer(text):
            if not any(match.start() < one.end and one.start < match.end() for one in found):
                iso = meant(match, day)
                if iso:
                    found.append(Found(*match.span(), iso, relative=True))
    for when in find_dates(text):
        taken = any(when.start < one.end and one.start < when.end for one in found)
        if not taken and not when.derived and _meant(text, when):
            found.append(Found(when.start, when.end, _absolute(when, day), relative=False))
    return sorted(found, key=lambda one: one.start)


def _named_day(match: re.Match[str], day: date) -> str:
    return _shifted(day, _NAMED_DAYS[" ".join(match.group().lower().split())]).isoformat()


def _weekday(match: re.Match[str], day: date) -> str:
    wanted = WEEKDAYS.index(match["name"].lower())
    way = _WAYS[match["way"].lower()]
    if way == 0:
        return _shifted(day, wanted - day.weekday()).isoformat()
    ahead = (wanted - day.weekday()) % 7
    return _shifted(day, ahead or 7 if way > 0 else ahead - 7).isoformat()


def _period(match: re.Match[str], day: date) -> str:
    return _named_period(match["unit"].lower(), _WAYS[match["way"].lower()], day)


def _ago(match: re.Match[str], day: date) -> str:
    return _at_distance(match, day, -1)


def _ahead(match: re.Match[str], day: date) -> str:
    return "" if _SPENT.search(match.string[: match.start()]) else _at_distance(match, day, 1)


def _month(match: re.Match[str], day: date) -> str:
    number = next(i for i, name in enumerate(MONTHS, 1) if name == match["name"].lower())
    way = _WAYS[match["way"].lower()]
    year = day.year + (way > 0 and number <= day.month) - (way < 0 and number >= day.month)
    return f"{year}-{number:02}"


def _season(match: re.Match[str], day: date) -> str:
    _, last = _SEASONS[match["name"].lower()]
    way = _WAYS[match["way"].lower()]
    return str(day.year - (way < 0 and day.month <= last) + (way > 0 and day.month >= last))


_MONTH_NAMES = "|".join(MONTHS)
_RELATIVE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], str]], ...] = tuple(
    (re.compile(rf"\b{pattern}\b", re.IGNORECASE), meant)
    for pattern, meant in (
        ("(?:" + "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in _NAMED_DAYS) + ")", _named_day),
        (rf"{_WAY}\s+(?P<name>{'|'.join(WEEKDAYS)})", _weekday),
        (rf"(?:(?:earlier|later)\s+)?{_WAY}\s+(?P<unit>week|month|quarter|year)(?! of)", _period),
        (rf"{_NUMBER}\s+{_UNIT}\s+ago", _ago),
        (rf"in\s+{_NUMBER}\s+{_UNIT}(?:['’]?\s+time)?", _ahead),
        (rf"{_WAY}\s+(?P<name>{_MONTH_NAMES})", _month),
        (rf"{_WAY}\s+(?P<name>{'|'.join(_SEASONS)})", _season),
    )
)


def _at_distance(match: re.Match[str], day: date, sign: int) -> str:
    word, unit = match["n"].lower(), match["unit"].lower()
    count = sign * (int(word) if word.isdigit() else 1 if word in ("a", "an") else int(NUMBER_WORDS[word]))
    if unit in _UNIT_DAYS:
        return _shifted(day, count * _UNIT_DAYS[unit]).isoformat()
    return _named_period(unit, count, day)


def _named_period(unit: str, count: int, day: date) -> str:
    """The week (by its Monday), month, quarter or year that lies so many away from the day's."""
    if unit == "week":
        return _shifted(day, 7 * count - day.weekday()).isoformat()
    if unit == "year":
        return str(day.year + count)
    per_year = 12 if unit == "month" else 4
    place = day.month - 1 if unit == "month" else (day.month - 1) // 3
    year, part = divmod(day.year * per_year + place + count, per_year)
    return f"{year:04}-{part + 1:02}" if unit == "month" else f"{year:04}-Q{part + 1}"


def _shifted(day: date, days: int) -> date:
    """The day so many days off; the day itself where the calendar ends."""
    try:
        return day + days * _DAY
    except OverflowError:
        return day


def _meant(text: str, when: When) -> bool:
    """Whether what looks like a date is one: no room 2024, and nobody who will march."""
    said = text[when.start : when.end]
    if said == "May" and _PERMISSION.match(text, when.end):
        return False
    if said.isdigit():
        return bool(_YEAR_AFTER.search(text[: when.start]))
    return any(mark.isdigit() for mark in said) or said[:1].isupper() or " " in said


def _absolute(when: When, day: date) -> str:
    """A date, month, quarter or year in ISO form; without a year, that which lies nearest to the day."""
    first, last = _leap_day(when.first), _leap_day(when.last)
    year = when.year if when.year is not None else _nearest_year(first, day)
    if first == last:
        return f"{year:04}-{first.month:02}-{first.day:02}"
    if first.month == last.month:
        return f"{year:04}-{first.month:02}"
    if (first.month, last.month) == (1, 12):
        return f"{year:04}"
    whole = first.day == 1 and last.month - first.month == 2 and first.month % 3 == 1
    return f"{year:04}-Q{last.month // 3}" if whole else f"{year:04}"


def _leap_day(number: int) -> date:
    return date(2000, 1, 1) + (min(max(number, 1), 366) - 1) * _DAY


def _nearest_year(first: date, day: date) -> int:
    place = day.timetuple().tm_yday
    return min(
        (day.year, day.year - 1, day.year + 1),
        key=lambda year: abs((year - day.year) * 365 + first.timetuple().tm_yday - place),
    )
