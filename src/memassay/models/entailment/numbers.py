"""Reading numbers, periods and frequencies off a run of words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memassay.models.entailment.units import MULTIPLIERS, NOT_NOUNS, NUMBER_WORDS, OFTEN, SUFFIXED, UNITS, WEEKDAYS
from memassay.models.text import Word

_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_RANGE = re.compile(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)")
_PER = ("per", "a", "an", "each", "every", "one")


@dataclass(frozen=True, slots=True)
class Number:
    """A number as read: lowest and highest value, a unit written onto it ("5GB"), and the position after it."""

    low: float
    high: float
    suffix: str
    after: int


def number_at(text: str, tokens: list[Word], i: int) -> Number | None:
    """The number that starts at a position, in digits or words, multipliers taken in; None where none does."""
    found = _bare(tokens, i)
    if found is None or _pronoun(text, tokens, i):
        return None
    low, high, suffix, after = found.low, found.high, found.suffix, found.after
    if suffix in MULTIPLIERS:
        low, high, suffix = low * MULTIPLIERS[suffix], high * MULTIPLIERS[suffix], ""
    while after < len(tokens) and tokens[after].text.lower() in MULTIPLIERS:
        factor = MULTIPLIERS[tokens[after].text.lower()]
        low, high, after = low * factor, high * factor, after + 1
    return Number(low, high, suffix, after)


def period_at(tokens: list[Word], at: int) -> tuple[float, int]:
    """The days of "per month", "a week", "every two hours" at a position (0 without), and the position after it."""
    at += at + 2 < len(tokens) and tokens[at].text.lower() == "in" and tokens[at + 1].text.lower() in ("a", "one")
    if at + 1 >= len(tokens) or tokens[at].text.lower() not in _PER:
        return 0.0, at
    times, i = 1.0, at + 1
    number = _bare(tokens, i)
    if number is not None and number.after < len(tokens):
        times, i = number.low, number.after
    unit = UNITS.get(tokens[i].text.lower())
    return (times * unit[1], i + 1) if unit and unit[0] == "time" else (0.0, at)


def frequency_at(tokens: list[Word], i: int) -> tuple[float, int] | None:
    """How many times a day ("nightly", "every Sunday", "twice a month"), and the position after it."""
    word = tokens[i].text.lower()
    if word in OFTEN:
        return 1 / OFTEN[word], i + 1
    if word in ("every", "each") and i + 1 < len(tokens):
        if tokens[i + 1].text.lower() in WEEKDAYS:
            return 1 / 7, i + 2
        days, after = period_at(tokens, i)
        return (1 / days, after) if days else None
    times, after = times_at(tokens, i)
    days, end = period_at(tokens, after) if times else (0.0, i)
    return (times / days, end) if days else None


def times_at(tokens: list[Word], i: int) -> tuple[float, int]:
    """How many times ("once", "twice", "three times"; 0 without), and the position after it."""
    word = tokens[i].text.lower()
    if word in ("once", "twice"):
        return (1.0 if word == "once" else 2.0), i + 1
    number = _bare(tokens, i)
    if number is not None and number.after < len(tokens) and tokens[number.after].text == "times":
        return number.low, number.after + 1
    return 0.0, i


def is_noun(word: str) -> bool:
    """Whether a word beside a number can be what it counts."""
    return len(word) > 2 and word.isalpha() and word.lower() not in NOT_NOUNS


def _bare(tokens: list[Word], i: int) -> Number | None:
    word = tokens[i].text.lower()
    if _DIGITS.fullmatch(word):
        value = float(word.replace(",", ""))
        return Number(value, value, "", i + 1)
    if between := _RANGE.fullmatch(word):
        return Number(float(between[1]), float(between[2]), "", i + 1)
    if attached := SUFFIXED.fullmatch(word):
        value = float(attached[1].replace(",", ""))
        return Number(value, value, attached[2], i + 1)
    return _spelled(tokens, i)


def _spelled(tokens: list[Word], i: int) -> Number | None:
    total, after = 0.0, i
    while after < len(tokens) and (part := NUMBER_WORDS.get(tokens[after].text.lower())) is not None:
        if after > i and part >= 1 and not (total >= 20 and total % 10 == 0 and part < 10):
            break
        total = part * (total or 1) if part < 1 else total + part
        after += 1
    if after == i:
        return None
    for filler in (("of",), ("a", "an")):
        after += total < 1 and after < len(tokens) and tokens[after].text.lower() in filler
    return Number(total, total, "", after)


def _pronoun(text: str, tokens: list[Word], i: int) -> bool:
    """Whether "one" stands for a thing ("the old one", "one of them") rather than a number."""
    if tokens[i].text.lower() != "one":
        return False
    joined = i + 1 < len(tokens) and text[tokens[i].end : tokens[i + 1].start] == " "
    return not joined or not (is_noun(tokens[i + 1].text) or tokens[i + 1].text.lower() in UNITS)
