"""The figures of a claim: dates, times of day and quantities, told apart from names such as `PostgreSQL 14`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memassay.corpora.lint.numerals import DIGITS, WORDED, digits_value, is_ordinal, words_value
from memassay.corpora.lint.words import vocabulary

MONTHS = vocabulary("january february march april may june july august september october november december")
_MONTH = r"(?P<month>" + "|".join(rf"{name[:3]}(?:{name[3:]})?" for name in MONTHS) + r"|sept)\b\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_YEAR}-(?P<number>[01]\d)-(?P<day>[0-3]\d)\b",
        rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?\b",
        rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}\b(?!:)(?:,?\s+{_YEAR})?",
        rf"\b{_MONTH}\s+(?:of\s+)?{_YEAR}\b",
        rf"\b(?:in|since|until|till|by|before|after|during|from|of|FY)\s?{_YEAR}\b(?!\s+[a-z]+s\b)",
    )
)
_CLOCK = re.compile(r"\b(?:[01]?\d|2[0-3]):[0-5]\d\b")
_QUARTER = re.compile(r"\b(?:Q[1-4]|H[12])\b(?:\s+(?:19|20)\d\d)?")
_COMPOUND = re.compile(r"-(?:factor|phase|step|way|tier|stage|level|fold|sided|party)\b", re.IGNORECASE)
_LABELS = frozenset(
    vocabulary("version release phase level tier step layer port wave stage section number type class no")
)
_OPENERS = frozenset(
    vocabulary(
        "a about after all an any approximately around at before by circa each every exactly for from in "
        "nearly no of on only over roughly some the these those up with within"
    )
)
_NO_UNIT = frozenset(vocabulary("a after and as at by for from in is of on or per than the to was with"))


@dataclass(frozen=True, slots=True)
class Day:
    """A date as a text gives it; what it leaves out is None."""

    year: int | None
    month: int | None
    day: int | None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with the word it counts or measures (`""` where there is none)."""

    value: float
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What a text says in figures.  `times` are (hour, minute); `labels` are numbers that belong to a name."""

    days: tuple[Day, ...]
    times: tuple[tuple[int, int], ...]
    quantities: tuple[Quantity, ...]
    labels: tuple[float, ...]


def figures(text: str) -> Figures:
    """The figures of a claim or of any other short text."""
    days: list[Day] = []
    for pattern in _DATES:
        days += [_day(found) for found in pattern.finditer(text)]
        text = pattern.sub(_blank, text)
    times = tuple((int(found[0].split(":")[0]), int(found[0].split(":")[1])) for found in _CLOCK.finditer(text))
    text = _QUARTER.sub(_blank, _CLOCK.sub(_blank, text))
    quantities: list[Quantity] = []
    labels: list[float] = []
    for found in DIGITS.finditer(text):
        if found["ordinal"] or _is_label(text, found):
            labels.append(digits_value(found))
        else:
            quantities.append(Quantity(digits_value(found), _unit(text[found.end() :], found["currency"]), found[0]))
    text = DIGITS.sub(_blank, text)
    quantities += [
        Quantity(words_value(found[0]), _unit(text[found.end() :], None), found[0])
        for found in WORDED.finditer(text)
        if found[0].lower() != "one" and not is_ordinal(found[0]) and not _COMPOUND.match(text[found.end() :])
    ]
    return Figures(tuple(days), times, tuple(quantities), tuple(labels))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _day(found: re.Match[str]) -> Day:
    parts = found.groupdict()
    month = int(parts["number"]) if parts.get("number") else _month(parts.get("month"))
    year, day = parts.get("year"), parts.get("day")
    return Day(int(year) if year else None, month, int(day) if day else None)


def _month(name: str | None) -> int | None:
    return None if name is None else 1 + [month[:3] for month in MONTHS].index(name[:3].lower())


def _is_label(text: str, found: re.Match[str]) -> bool:
    """Whether a number belongs to a name before it (`PostgreSQL 14`, `phase 2`), so that it counts nothing."""
    before = text[: found.start()].split()
    if not before or found["currency"] or re.match(r"\s?%|[A-Za-z]", text[found.end() :]):
        return False
    word = before[-1].strip("(,")
    if word.lower() in _LABELS:
        return True
    if not word[:1].isupper() or word.lower() in _OPENERS:
        return False
    return len(before) > 1 or not word.endswith("ing")


def _unit(rest: str, currency: str | None) -> str:
    if currency:
        return currency.strip()
    found = re.match(r"\s?(%)|[\s-]*([A-Za-z][\w/]*)", rest)
    if found is None:
        return ""
    word = "percent" if found[1] else found[2].lower()
    if word in _NO_UNIT:
        return ""
    return word[:-1] if word.endswith("s") and len(word) > 3 else word
