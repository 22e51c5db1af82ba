"""Whether a document mentions the figures of a claim, in digits, in words, or as people say them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from memassay.corpora.lint.figures import MONTHS, Day, figures
from memassay.corpora.lint.numerals import numbers, words_value

_TIME = re.compile(r"\b(?P<hour>[01]?\d|2[0-3])(?:[:.h]|(?<=\d\d))(?P<minute>[0-5]\d)\b", re.IGNORECASE)
_AGAINST = re.compile(r"\b([\w-]+)(?: minutes?)? (past|after|to|before) (\w+)\b")
_NAMED_HOURS = {"midnight": 0.0, "noon": 0.0, "midday": 0.0}


def missing_figures(claim: str, text: str, told: date) -> list[str]:
    """The figures of a claim that the text mentions in no form, in words.

    `told` is the date of the text: it need not repeat its own year, month or day.
    """
    mentioned, in_claim = numbers(text), figures(claim)
    missing = [wanted.text for wanted in in_claim.quantities if wanted.value not in mentioned]
    missing += [f"{label:g}" for label in in_claim.labels if label not in mentioned]
    missing += [f"{hour:02d}:{minute:02d}" for hour, minute in in_claim.times if not _says_time(text, hour, minute)]
    missing += [_spelled(day) for day in in_claim.days if not _says_day(text, day, mentioned, told)]
    return missing


def _says_time(text: str, hour: int, minute: int) -> bool:
    """Whether a text gives a time of day: `02:35`, `2.35 am`, `0235`, `twenty-five to three`, `midnight`."""
    wanted = (hour % 12, minute)
    if any((int(found["hour"]) % 12, int(found["minute"])) == wanted for found in _TIME.finditer(text)):
        return True
    if minute == 0 and re.search(rf"\b({hour}|{hour % 12 or 12})\s?([ap]\.?m\b|o'clock|h\b)", text, re.IGNORECASE):
        return True
    return wanted in set(_worded_times(text))


def _worded_times(text: str) -> Iterator[tuple[int, int]]:
    lowered = text.lower()
    for found in _AGAINST.finditer(lowered):
        minutes = {"quarter": 15.0, "half": 30.0}.get(found[1], _only_number(found[1]))
        hour = _NAMED_HOURS.get(found[3], _only_number(found[3]))
        if minutes and hour is not None and minutes < 60:
            late = found[2] in ("past", "after")
            yield int(hour if late else hour - 1) % 12, int(minutes if late else 60 - minutes)
    if re.search(r"\b(midnight|noon|midday)\b", lowered):
        yield 0, 0
    for found in re.finditer(r"\b([a-z]+) o.clock\b", lowered):
        yield int(words_value(found[1])) % 12, 0


def _only_number(text: str) -> float | None:
    values = numbers(text)
    return values.pop() if len(values) == 1 else None


def _says_day(text: str, wanted: Day, mentioned: set[float], told: date) -> bool:
    """Whether a text gives a date loosely: its month by name or in digits, its day anywhere; a year only if alone."""
    own = all(
        part in (None, mine) for part, mine in zip((wanted.year, wanted.month, wanted.day), _parts(told), strict=True)
    )
    if own:
        return True
    if wanted.month is None:
        return wanted.year == told.year or float(wanted.year or 0) in mentioned
    name = MONTHS[wanted.month - 1]
    named = wanted.month == told.month or re.search(rf"\b{name[:3]}({name[3:]}|t)?\b", text, re.IGNORECASE)
    if named and (wanted.day is None or float(wanted.day) in mentioned):
        return True
    day = wanted.day or 0
    digits = rf"\b(0?{day}[./-]0?{wanted.month}|0?{wanted.month}[./-]0?{day})\b"
    return bool(day and re.search(digits, text))


def _parts(told: date) -> tuple[int, int, int]:
    return told.year, told.month, told.day


def _spelled(day: Day) -> str:
    month = MONTHS[day.month - 1].capitalize() if day.month else None
    return " ".join(str(part) for part in (day.day, month, day.year) if part is not None)
