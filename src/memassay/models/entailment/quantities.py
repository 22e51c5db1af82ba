"""Numbers in a text as intervals with a dimension: "90 days" meets "three months", "62" meets "over fifty"."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from memassay.models.entailment.numbers import Number, frequency_at, is_noun, number_at, period_at, times_at
from memassay.models.entailment.units import CURRENCY_SIGNS, NUMBERED, UNITS, stem
from memassay.models.text import Word, words

Relation = Literal["match", "weak", "open", "mismatch", "other"]

_CLOCK = re.compile(r"([01]?\d|2[0-4]):([0-5]\d)")
_MOST = re.compile(
    r"\b(?:at most|up to|no(?:t)? (?:more|longer|higher) than|within|under|below|maximum(?: of)?|max|less than"
    r"|fewer than|limited to|capped at|shorter than|lower than|only)$"
)
_LEAST = re.compile(
    r"\b(?:at least|no (?:fewer|less) than|more than|over|above|minimum(?: of)?|longer than|beyond|exceed(?:s|ed|ing)?"
    r"|higher than|greater than|larger than|passed|as (?:short|low|little|few) as)$"
)
_STRICT = re.compile(r"\b(?:under|below|less|fewer|shorter|lower|(?<!no )more|over|above|beyond)\b")
_AFTERWARDS = re.compile(
    r"^\W*(?:or|and) (?P<way>more|over|above|longer|less|under|fewer|below)\b|^\W*at (?P<at>most|least)\b"
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|just under|just over)|~)$"
)
_MONTHS_ARE_UNEVEN, _ROUNDING, _ABOUT_IS = 0.035, 0.015, 0.1


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number: the interval it allows, in the base unit of its `kind` ("time" in days, "data" in bytes, "count" ...).

    `noun` is the stem of what is counted or labelled; `per` the days of a rate's period (0: no rate); `approximate`
    where the text says about; `unit` tells units of one kind apart; `start`..`end` is where it stands.
    """

    low: float
    high: float
    kind: str
    noun: str
    unit: str
    start: int
    end: int
    per: float = 0.0
    approximate: bool = False


def find_quantities(text: str, taken: Sequence[tuple[int, int]] = ()) -> tuple[Quantity, ...]:
    """The quantities of a text in order; `taken` are spans that are something else (dates)."""
    tokens = [word for word in words(text) if not any(start <= word.start < end for start, end in taken)]
    found: list[Quantity] = []
    i = 0
    while i < len(tokens):
        read = _read(text, tokens, i)
        if read is None:
            i += 1
        else:
            quantity, i = read
            found.append(_bounded(text, quantity))
    return tuple(_spread_units(found, text))


def relate(premise: Quantity, hypothesis: Quantity) -> Relation:
    """Whether the premise's number says the hypothesis' (match), denies it, or may go with it (open).

    weak: equal numbers whose dimension or noun is not known to agree; other: nothing to compare.
    """
    if premise.kind != hypothesis.kind:
        plain = "number" in (premise.kind, hypothesis.kind)
        return "weak" if plain and premise.low == hypothesis.low and premise.high == hypothesis.high else "other"
    if premise.per and hypothesis.per:
        premise, hypothesis = _daily(premise), _daily(hypothesis)
    relation = _intervals(premise, hypothesis)
    same_noun = not premise.noun or not hypothesis.noun or premise.noun == hypothesis.noun
    if premise.kind in ("count", "label", "money") and not same_noun:
        return "weak" if relation == "match" and premise.kind == "count" else "other"
    if bool(premise.per) != bool(hypothesis.per):
        return "match" if relation == "match" else "other"
    return relation


def _daily(quantity: Quantity) -> Quantity:
    return replace(quantity, low=quantity.low / quantity.per, high=quantity.high / quantity.per, unit="rate")


def _intervals(premise: Quantity, hypothesis: Quantity) -> Relation:
    slack = 1e-6
    if premise.unit != hypothesis.unit or premise.unit == "rate":
        slack = _MONTHS_ARE_UNEVEN if premise.kind == "time" or premise.per else _ROUNDING
    if _near(premise.low, hypothesis.low, slack) and _near(premise.high, hypothesis.high, slack):
        return "match"
    if math.isinf(premise.high - premise.low) and math.isinf(hypothesis.high - hypothesis.low):
        return "open"
    wide = max(slack, _ABOUT_IS) if hypothesis.approximate else slack
    doubt = max(slack, _ABOUT_IS) if premise.approximate and not hypothesis.approximate else 0.0
    low, high = _widen(hypothesis.low, -wide), _widen(hypothesis.high, wide)
    first, last = _widen(premise.low, -doubt), _widen(premise.high, doubt)
    if low <= first and last <= high:
        return "match"
    return "mismatch" if last < low or high < first else "open"


def _near(one: float, other: float, slack: float) -> bool:
    return one == other or abs(one - other) <= slack * max(abs(one), abs(other))


def _widen(value: float, share: float) -> float:
    return value if math.isinf(value) else value + share * abs(value)


def _read(text: str, tokens: list[Word], i: int) -> tuple[Quantity, int] | None:
    start = tokens[i].start
    if clock := _CLOCK.fullmatch(tokens[i].text):
        hour = int(clock[1]) + int(clock[2]) / 60
        return Quantity(hour, hour, "clock", "", "", start, tokens[i].end), i + 1
    if frequency := frequency_at(tokens, i):
        a_day, after = frequency
        return Quantity(a_day, a_day, "often", "", "", start, tokens[after - 1].end), after
    times, after = times_at(tokens, i)
    if times:
        return Quantity(times, times, "count", "time", "", start, tokens[after - 1].end), after
    number = number_at(text, tokens, i)
    if number is None:
        return None
    return _measured(text, tokens, i, number) or _counted(text, tokens, i, number)


def _measured(text: str, tokens: list[Word], i: int, number: Number) -> tuple[Quantity, int] | None:
    """A number with a unit or a currency."""
    after, factor = number.after, 1.0
    start, end = tokens[i].start, tokens[after - 1].end
    sign = CURRENCY_SIGNS.get(text[max(0, start - 1) : start])
    if sign:
        kind, factor, unit = "money", 1e6 if number.suffix == "m" else 1.0, sign
    else:
        written = number.suffix or _sign_after(text, end)
        spoken = tokens[after].text.lower() if after < len(tokens) and not written else ""
        if (written or spoken) not in UNITS:
            return None
        kind, factor, unit = UNITS[written or spoken]
        after += spoken != ""
    low, high = (_in_base(value, factor, unit) for value in (number.low, number.high))
    per, after = period_at(tokens, after)
    noun = unit if kind == "money" else ""
    return Quantity(low, high, kind, noun, unit, start, max(end, tokens[after - 1].end), per), after


def _sign_after(text: str, end: int) -> str:
    tail = text[end : end + 3]
    if tail.startswith("%"):
        return "%"
    return "°f" if "°F" in tail else "°c" if "°" in tail else ""


def _in_base(value: float, factor: float, unit: str) -> float:
    if unit == "fahrenheit":
        return (value - 32) / 1.8
    return value % 12 + 12 * (unit == "pm") if unit in ("am", "pm") else value * factor


def _counted(text: str, tokens: list[Word], i: int, number: Number) -> tuple[Quantity, int]:
    """A bare number: a count of the noun after it, a label of the word before it ("week 14"), or just a number."""
    kind, noun = _role(text, tokens, i, number.after)
    per, end = period_at(tokens, number.after + (kind == "count"))
    after = end if per else number.after
    return Quantity(number.low, number.high, kind, noun, kind, tokens[i].start, tokens[after - 1].end, per), after


def _role(text: str, tokens: list[Word], i: int, after: int) -> tuple[str, str]:
    before = tokens[i - 1].text if i and text[tokens[i - 1].end : tokens[i].start] == " " else ""
    joined = after < len(tokens) and text[tokens[after - 1].end : tokens[after].start] == " "
    following = [word.text for word in tokens[after : after + 3]] if joined else []
    digits = tokens[i].text[0].isdigit()
    if before and digits and (before.lower() in NUMBERED or before.isupper() or (before[0].isupper() and i > 1)):
        return "label", stem(before)
    plural = next((k for k, word in enumerate(following) if is_noun(word) and word.endswith("s")), None)
    if plural is not None and all(is_noun(word) for word in following[:plural]):
        return "count", stem(following[plural])
    for word in (*following[:1], before):
        if digits and word and word[0].isupper():
            return "label", stem(word)
    return ("count", stem(following[0])) if following and is_noun(following[0]) else ("number", "")


def _bounded(text: str, quantity: Quantity) -> Quantity:
    before = text[max(0, quantity.start - 24) : quantity.start].rstrip(" €$£¥").lower()
    after = _AFTERWARDS.search(text[quantity.end : quantity.end + 16].lower())
    way = (after["way"] or after["at"]) if after else ""
    nudge = 1e-9 * max(1.0, abs(quantity.low)) if _STRICT.search(before[-14:]) else 0.0
    if _MOST.search(before) or way in ("less", "under", "fewer", "below", "most"):
        return replace(quantity, low=-math.inf, high=quantity.high - nudge)
    if _LEAST.search(before) or way in ("more", "over", "above", "longer", "least"):
        return replace(quantity, low=quantity.low + nudge, high=math.inf)
    return replace(quantity, approximate=bool(_ABOUT.search(before)))


def _spread_units(found: list[Quantity], text: str) -> list[Quantity]:
    """Give "24" in "from 24 to 21 °C" the unit of the number it is joined to."""
    out = list(found)
    for i, (one, other) in enumerate(pairwise(found)):
        link = text[one.end : other.start].strip().lower()
        if one.kind == "number" and link in ("to", "and", "or", "-", "–") and other.kind not in ("number", "label"):
            factor = UNITS.get(other.unit, ("", 1.0, ""))[1]
            out[i] = replace(
                one, low=one.low * factor, high=one.high * factor, kind=other.kind, noun=other.noun, unit=other.unit
            )
    return out
