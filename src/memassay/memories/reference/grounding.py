"""Dates grounded in the document's date: "yesterday" becomes "yesterday (2019-11-19)".

Libraries that find dates in English (dateparser 1.5.0, parsedatetime 2.6, timefhuman 0.1.5) are right on 26, 24 and 21
of the 49 sentences of the tests (`scripts/date_libraries.py`), most of which were written before any was tried: they
take "on Thursdays", "second", "may" and durations for dates, and know no quarters.  The ways of speaking below are few,
and what is none of them is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise

from memassay.memories.reference.named_dates import Found, named_dates
from memassay.models.entailment.units import MONTHS, NUMBER_WORDS, WEEKDAYS

_SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11)}
"""Season -> its first and last month.  A winter lies in two years, so that none can be named for it."""
_SOON = 3
"""Months before a season in which "next summer" may be this year's or the one after."""
_NUMBER = r"(?P<n>\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_UNIT = r"(?P<unit>day|week|fortnight|month|quarter|year)s?"
_NOT_AFTER = "".join(
    rf"(?<!\b{word} )" for word in ("the", "every", "each", "his", "her", "its", "our", "their", "my", "your")
)
"""Words before "last week" after which it is a span, comes again, or is counted from another day than the text's."""
_WAY = rf"{_NOT_AFTER}(?P<way>last|next|this coming|this past|this|the coming)"
_CLOSE = r"(?:['’]s|\s+(?:morning|afternoon|evening|night))?"
"""What must not be cut from a day's name by a bracket: "yesterday's", "last Thursday evening"."""
_NAMED_DAYS = {
    "the day before yesterday": -2, "day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0,
    "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "tomorrow": 1, "the day after tomorrow": 2,
    "day after tomorrow": 2,
}  # fmt: skip
_WAYS = {"last": -1, "past": -1, "this": 0, "next": 1, "coming": 1}
_PART_OF_MORE = re.compile(r"(?:[\w.,/-]|\b(?:half|and|or|to|hundred|thousand)\s+)$", re.IGNORECASE)
"""What comes before a number that is only the end of one ("twenty-two", "2.5", "two hundred and three", "half a")."""
_COUNTED_FROM = re.compile(
    r"(?:\b(?:days?|nights?|weeks?|months?|quarters?|years?)\s+(?:before|after)|\b(?:a|one)\s+(?:week|fortnight|month|year))\s+$",
    re.IGNORECASE,
)
"""What comes before a day that another is counted from ("two days before yesterday", "a week tomorrow")."""
_HOW_MANY = re.compile(
    rf"\b(?:\d[\d.,]*|{'|'.join(NUMBER_WORDS)}|many|several|few|some|most|all|every)\b(?:\W+\w+){{0,5}}\W*$",
    re.IGNORECASE,
)
"""What comes before "in a week" where it says how often, or how much ("two deliveries in a week")."""
_UNIT_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_SPENT = re.compile(
    r"\b(?:\w+ed|took|taken|done|made|built|ran|run|went|came|was|were|lasts?|paid|sent|sold|kept|met|read|written"
    r"|once|twice|times?)\b(?:\W+\w+){0,4}\W*$",
    re.IGNORECASE,
)
"""What comes before a time that something took ("finished in two weeks"), not one that it will happen at."""
_AROUND = 80
"""Signs on either side of a time that are read for what it is said of."""
_SUPPOSED = re.compile(r"\b(?:would|could|might)\b", re.IGNORECASE)
_GONE = re.compile(r"\s+(?:just )?gone\b", re.IGNORECASE)
_WEEK = re.compile(r"^(?!in\s).*\sweek(?:['’]s)?$", re.IGNORECASE | re.DOTALL)


def ground(text: str, day: date) -> tuple[str, tuple[str, ...]]:
    """The text with an ISO date in brackets behind each relative time, and all dates it names or means, in order.

    A week stands as "week of" its Monday.  What the calendar has no date for is left alone.
    """
    found = times(text, day)
    grounded = text
    for one in reversed(found):
        if one.relative and not grounded[one.end :].lstrip().startswith("("):
            week = "week of " if _whole_week(text[one.start : one.end]) else ""
            grounded = f"{grounded[: one.end]} ({week}{one.iso}){grounded[one.end :]}"
    return grounded, tuple(dict.fromkeys(one.iso for one in found))


def times(text: str, day: date) -> list[Found]:
    """Every time that a text names or means, seen from `day`, in order of place."""
    found: list[Found] = []
    taken = bytearray(len(text))
    for pattern, meant in _RELATIVE:
        for match in pattern.finditer(text):
            start, end = match.span()
            iso = "" if any(taken[start:end]) or _COUNTED_FROM.search(text[:start]) else meant(match, day)
            if iso:
                found.append(Found(start, end, iso, relative=True))
                taken[start:end] = b"x" * (end - start)
    found = _apart(found, text)
    found += [one for one in named_dates(text, day) if not any(taken[one.start : one.end])]
    return sorted(found, key=lambda one: one.start)


def _apart(found: list[Found], text: str) -> list[Found]:
    """Those that no other follows at once: "a week ago yesterday" is neither of the two."""
    ordered = sorted(found, key=lambda one: one.start)
    near = [pair for pair in pairwise(ordered) if text[pair[0].end : pair[1].start].isspace()]
    return [one for one in ordered if not any(one in pair for pair in near)]


def _whole_week(said: str) -> bool:
    return bool(_WEEK.search(said)) and not any(name in said.lower() for name in WEEKDAYS)


def _way(match: re.Match[str]) -> int:
    return _WAYS[match["way"].lower().split()[-1]]


def _named_day(match: re.Match[str], day: date) -> str:
    return _shifted(day, _NAMED_DAYS[" ".join(match["said"].lower().split())])


def _weekday(match: re.Match[str], day: date) -> str:
    """The nearest such day before or after the text's; with "this", the one of its week, unless it is "just gone"."""
    wanted, way = WEEKDAYS.index(match["name"].lower()), _way(match)
    if _GONE.match(match.string, match.end()):
        way = -1
    if way == 0:
        return _shifted(day, wanted - day.weekday())
    ahead = (wanted - day.weekday()) % 7
    return _shifted(day, ahead or 7 if way > 0 else ahead - 7)


def _weekday_of_week(match: re.Match[str], day: date) -> str:
    return _shifted(day, 7 * _way(match) + WEEKDAYS.index(match["name"].lower()) - day.weekday())


def _period(match: re.Match[str], day: date) -> str:
    return _named_period(match["unit"].lower(), _way(match), day)


def _ago(match: re.Match[str], day: date) -> str:
    return "" if _PART_OF_MORE.search(match.string[: match.start()]) else _at_distance(match, day, -1)


def _ahead(match: re.Match[str], day: date) -> str:
    before, after = max(0, match.start() - _AROUND), match.end() + _AROUND
    spent = _SPENT.search(match.string[before : match.start()]) or _SUPPOSED.search(match.string, before, after)
    often = match["n"].lower() in ("a", "an", "one") and _HOW_MANY.search(match.string[before : match.start()])
    return "" if spent or often else _at_distance(match, day, 1)


def _month(match: re.Match[str], day: date) -> str:
    number, way = MONTHS.index(match["name"].lower()) + 1, _way(match)
    return _year(day.year + (way > 0 and number <= day.month) - (way < 0 and number >= day.month), f"-{number:02}")


def _season(match: re.Match[str], day: date) -> str:
    """The year of a season; of "next" nothing where it is near, for some mean the coming one and some the one after."""
    first, last = _SEASONS[match["name"].lower()]
    way = _way(match)
    if way > 0 and 0 < first - day.month <= _SOON:
        return ""
    return _year(day.year - (way < 0 and day.month <= last) + (way > 0 and day.month >= first))


_DAY_NAMES, _MONTH_NAMES, _SEASON_NAMES = "|".join(WEEKDAYS), "|".join(MONTHS), "|".join(_SEASONS)
_SAID = "|".join(name.replace(" ", r"\s+") for name in _NAMED_DAYS)
_RELATIVE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], str]], ...] = tuple(
    (re.compile(rf"\b{pattern}\b", re.IGNORECASE), meant)
    for pattern, meant in (
        (rf"(?P<said>{_SAID}){_CLOSE}", _named_day),
        (rf"(?P<name>{_DAY_NAMES})\s+(?:of\s+)?{_WAY}\s+week", _weekday_of_week),
        (rf"{_WAY}\s+(?P<name>{_DAY_NAMES}){_CLOSE}(?!\s+(?:of|in (?:the|each|every|any|a))\b)", _weekday),
        (rf"(?:(?:earlier|later)\s+)?{_WAY}\s+(?P<unit>week|month|quarter|year)(?:['’]s)?(?! of)", _period),
        (rf"{_NUMBER}\s+{_UNIT}\s+ago", _ago),
        (rf"in\s+{_NUMBER}\s+{_UNIT}(?:['’]?\s+time)?", _ahead),
        (rf"{_WAY}\s+(?P<name>{_MONTH_NAMES})", _month),
        (rf"{_WAY}\s+(?P<name>{_SEASON_NAMES})", _season),
    )
)


def _at_distance(match: re.Match[str], day: date, sign: int) -> str:
    word, unit = match["n"].lower(), match["unit"].lower()
    count = sign * (int(word) if word.isdigit() else 1 if word in ("a", "an") else int(NUMBER_WORDS[word]))
    return _shifted(day, count * _UNIT_DAYS[unit]) if unit in _UNIT_DAYS else _named_period(unit, count, day)


def _named_period(unit: str, count: int, day: date) -> str:
    """The week (by its Monday), month, quarter or year that lies so many away from the day's."""
    if unit == "week":
        return _shifted(day, 7 * count - day.weekday())
    if unit == "year":
        return _year(day.year + count)
    per_year = 12 if unit == "month" else 4
    place = day.month - 1 if unit == "month" else (day.month - 1) // 3
    year, part = divmod(day.year * per_year + place + count, per_year)
    return _year(year, f"-{part + 1:02}" if unit == "month" else f"-Q{part + 1}")


def _shifted(day: date, days: int) -> str:
    """The day so many days off, or nothing where the calendar ends before it."""
    try:
        return (day + timedelta(days=days)).isoformat()
    except OverflowError:
        return ""


def _year(year: int, part: str = "") -> str:
    return f"{year:04}{part}" if 1 <= year <= 9999 else ""
