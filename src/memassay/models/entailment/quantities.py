"""Numbers in a text as intervals with a dimension: "90 days" meets "three months", "62" meets "over fifty"."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from memassay.models.entailment.units import CURRENCY_SIGNS, MULTIPLIERS, NUMBER_WORDS, SUFFIXED, UNITS, stem
from memassay.models.text import Word, words

Relation = Literal["match", "weak", "open", "mismatch", "other"]

_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_RANGE = re.compile(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)")
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
_PER = frozenset("per a an each every".split())
_NOT_NOUNS = frozenset(
    "a an and as at above ahead apart before below after by but each for from in into is its of off on or over per since so "
    "than the then this to under until up was were with without will would can may must has his her have had does goes "
    "who that which whom more less later long".split()
)
_LABELLED = frozenset(
    "week room row version release firmware model level step phase route line unit gate floor bus".split()
)


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
    same_noun = not premise.noun or not hypothesis.noun or premise.noun == hypothesis.noun
    if premise.kind != hypothesis.kind:
        plain = "number" in (premise.kind, hypothesis.kind)
        return "weak" if plain and premise.low == hypothesis.low and premise.high == hypothesis.high else "other"
    if premise.per and hypothesis.per:
        premise, hypothesis = _daily(premise), _daily(hypothesis)
    relation = _intervals(premise, hypothesis)
    if premise.kind in ("count", "label") and not same_noun:
        return "weak" if relation == "match" and premise.kind == "count" else "other"
    if bool(premise.per) != bool(hypothesis.per):
        return "match" if relation == "match" else "other"
    return relation


def _daily(quantity: Quantity) -> Quantity:
    return replace(quantity, low=quantity.low / quantity.per, high=quantity.high / quantity.per, unit="rate")


def _intervals(premise: Quantity, hypothesis: Quantity) -> Relation:
    slack = 1e-6
    if premise.unit != hypothesis.unit or premise.unit == "rate":
        slack = 0.035 if premise.kind == "time" or premise.per else 0.015
    if _near(premise.low, hypothesis.low, slack) and _near(premise.high, hypothesis.high, slack):
        return "match"
    if math.isinf(premise.high - premise.low) and math.isinf(hypothesis.high - hypothesis.low):
        return "open"
    wide = max(slack, 0.1) if hypothesis.approximate else slack
    low, high = _widen(hypothesis.low, -wide), _widen(hypothesis.high, wide)
    doubt = max(slack, 0.1) if premise.approximate else 0.0
    first, last = _widen(premise.low, -doubt), _widen(premise.high, doubt)
    if low <= first and last <= high:
        return "match"
    return "mismatch" if last < low or high < first else "open"


def _near(one: float, other: float, slack: float) -> bool:
    return one == other or abs(one - other) <= slack * max(abs(one), abs(other))


def _widen(value: float, share: float) -> float:
    return value if math.isinf(value) else value + share * abs(value)


def _read(text: str, tokens: list[Word], i: int) -> tuple[Quantity, int] | None:
    clock = _CLOCK.fullmatch(tokens[i].text)
    if clock:
        hour = int(clock[1]) + int(clock[2]) / 60
        return Quantity(hour, hour, "clock", "", "", tokens[i].start, tokens[i].end), i + 1
    frequency = _frequency(tokens, i)
    if frequency is not None:
        return frequency
    number = _number(tokens, i)
    if number is None or _pronoun(text, tokens, i):
        return None
    low, high, suffix, after = number
    while after < len(tokens) and tokens[after].text.lower() in MULTIPLIERS:
        factor = MULTIPLIERS[tokens[after].text.lower()]
        low, high, after = low * factor, high * factor, after + 1
    return _dimension(text, tokens, (i, after), (low, high), suffix)


def _pronoun(text: str, tokens: list[Word], i: int) -> bool:
    """Whether "one" stands for a thing ("the old one", "one of them") rather than a number."""
    if tokens[i].text.lower() != "one":
        return False
    joined = i + 1 < len(tokens) and text[tokens[i].end : tokens[i + 1].start] == " "
    return not joined or not (_is_noun(tokens[i + 1].text) or tokens[i + 1].text.lower() in UNITS)


def _number(tokens: list[Word], i: int) -> tuple[float, float, str, int] | None:
    """Lowest and highest value, an attached unit ("5GB"), and the position after the number."""
    word = tokens[i].text.lower()
    if _DIGITS.fullmatch(word):
        value = float(word.replace(",", ""))
        return value, value, "", i + 1
    if between := _RANGE.fullmatch(word):
        return float(between[1]), float(between[2]), "", i + 1
    if attached := SUFFIXED.fullmatch(word):
        value = float(attached[1].replace(",", ""))
        return value, value, attached[2], i + 1
    return _spelled(tokens, i)


def _spelled(tokens: list[Word], i: int) -> tuple[float, float, str, int] | None:
    total, after = 0.0, i
    while after < len(tokens) and (part := NUMBER_WORDS.get(tokens[after].text.lower())) is not None:
        if after > i and part >= 1 and not (total >= 20 and total % 10 == 0 and part < 10):
            break
        total = part * (total or 1) if part < 1 else total + part
        after += 1
    if after == i:
        return None
    if total < 1 and after < len(tokens) and tokens[after].text.lower() == "of":
        after += 1
    if total < 1 and after < len(tokens) and tokens[after].text.lower() in ("a", "an"):
        after += 1
    return total, total, "", after


def _dimension(
    text: str, tokens: list[Word], span: tuple[int, int], values: tuple[float, float], suffix: str
) -> tuple[Quantity, int]:
    i, after = span
    low, high = values
    start, end = tokens[i].start, tokens[after - 1].end
    sign, tail = text[max(0, start - 1) : start], text[end : end + 3]
    following = tokens[after].text.lower() if after < len(tokens) else ""
    name = suffix or ("%" if tail.startswith("%") else "°f" if "°F" in tail else "°c" if "°" in tail else "")
    spoken = "" if name else following
    if sign in CURRENCY_SIGNS and sign:
        kind, factor, unit = "money", 1.0, CURRENCY_SIGNS[sign]
        spoken = ""
    elif (name or spoken) in UNITS:
        kind, factor, unit = UNITS[name or spoken]
    else:
        return _counted(text, tokens, span, values)
    after += spoken != ""
    if unit == "fahrenheit":
        low, high = (low - 32) / 1.8, (high - 32) / 1.8
    if kind == "clock":
        factor, low, high = 1.0, *(value % 12 + (12 if unit == "pm" else 0) for value in values)
    per, after = _period(tokens, after)
    noun = unit if kind == "money" else ""
    end = tokens[after - 1].end
    return Quantity(low * factor, high * factor, kind, noun, unit, start, end, per), after


def _counted(text: str, tokens: list[Word], span: tuple[int, int], values: tuple[float, float]) -> tuple[Quantity, int]:
    """A bare number: a count of the noun after it, a label of the word before it ("week 14"), or just a number."""
    i, after = span
    before = tokens[i - 1].text if i and text[tokens[i - 1].end : tokens[i].start] == " " else ""
    following = (
        tokens[after].text if after < len(tokens) and text[tokens[after - 1].end : tokens[after].start] == " " else ""
    )
    kind, noun = "number", ""
    nouns = [word.text for word in tokens[after : after + 3]] if following else []
    plural = next((i for i, word in enumerate(nouns) if _is_noun(word) and word.endswith("s")), None)
    if (
        before
        and tokens[i].text[0].isdigit()
        and (before.lower() in _LABELLED or (before[0].isupper() and i > 1) or before.isupper())
    ):
        kind, noun = "label", stem(before)
    elif plural is not None and all(_is_noun(word) for word in nouns[:plural]):
        kind, noun = "count", stem(nouns[plural])
    elif following and following[0].isupper() and tokens[i].text[0].isdigit():
        kind, noun = "label", stem(following)
    elif before and before[0].isupper() and tokens[i].text[0].isdigit():
        kind, noun = "label", stem(before)
    elif following and _is_noun(following):
        kind, noun = "count", stem(following)
    per, end = _period(tokens, after + (kind == "count"))
    stop = tokens[max(after, end if per else after) - 1].end
    return Quantity(*values, kind, noun, kind, tokens[i].start, stop, per), max(after, end if per else after)


def _is_noun(word: str) -> bool:
    return len(word) > 2 and word.isalpha() and word.lower() not in _NOT_NOUNS


def _period(tokens: list[Word], at: int) -> tuple[float, int]:
    """The days of "per month", "a week", "every two hours" at a position (0 without), and the position after it."""
    at += at + 2 < len(tokens) and tokens[at].text.lower() == "in" and tokens[at + 1].text.lower() in ("a", "one")
    if at + 1 >= len(tokens) or tokens[at].text.lower() not in (*_PER, "one"):
        return 0.0, at
    times, i = 1.0, at + 1
    if (number := _number(tokens, i)) is not None and number[3] < len(tokens):
        times, i = number[0], number[3]
    unit = UNITS.get(tokens[i].text.lower())
    return (times * unit[1], i + 1) if unit and unit[0] == "time" else (0.0, at)


_OFTEN = {"daily": 1.0, "nightly": 1.0, "hourly": 24.0, "weekly": 1 / 7, "monthly": 12 / 365.25}
_OFTEN |= {"quarterly": 4 / 365.25, "yearly": 1 / 365.25, "annually": 1 / 365.25}
_TIMES = {"once": 1.0, "twice": 2.0}
_WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())


def _frequency(tokens: list[Word], i: int) -> tuple[Quantity, int] | None:
    word = tokens[i].text.lower()
    span = tokens[i].start, tokens[i].end
    if word in _OFTEN:
        return Quantity(_OFTEN[word], _OFTEN[word], "often", "", "", *span), i + 1
    if word in ("every", "each") and i + 1 < len(tokens):
        if tokens[i + 1].text.lower() in _WEEKDAYS:
            return Quantity(1 / 7, 1 / 7, "often", "", "", *span), i + 2
        days, after = _period(tokens, i)
        return (Quantity(1 / days, 1 / days, "often", "", "", span[0], tokens[after - 1].end), after) if days else None
    times, after = _TIMES.get(word), i + 1
    if (
        times is None
        and (number := _number(tokens, i))
        and number[3] < len(tokens)
        and tokens[number[3]].text == "times"
    ):
        times, after = number[0], number[3] + 1
    if times is None:
        return None
    days, end = _period(tokens, after)
    if not days:
        return Quantity(times, times, "count", "time", "", span[0], tokens[after - 1].end), after
    return Quantity(times / days, times / days, "often", "", "", span[0], tokens[end - 1].end), end


def _bounded(text: str, quantity: Quantity) -> Quantity:
    before = text[max(0, quantity.start - 24) : quantity.start].rstrip(" €$£").lower()
    after = _AFTERWARDS.search(text[quantity.end : quantity.end + 16].lower())
    way = (after["way"] or after["at"]) if after else ""
    nudge = 1e-9 * max(1.0, abs(quantity.low))
    if _MOST.search(before) or way in ("less", "under", "fewer", "below", "most"):
        strict = nudge if _STRICT.search(before[-14:]) else 0.0
        return replace(quantity, low=-math.inf, high=quantity.high - strict)
    if _LEAST.search(before) or way in ("more", "over", "above", "longer", "least"):
        strict = nudge if _STRICT.search(before[-14:]) and not before.endswith("least") else 0.0
        return replace(quantity, low=quantity.low + strict, high=math.inf)
    return replace(quantity, approximate=bool(_ABOUT.search(before)))


def _spread_units(found: list[Quantity], text: str) -> list[Quantity]:
    """Give "24" in "from 24 to 21 °C" the unit of the number it is joined to."""
    out = list(found)
    for i in range(len(out) - 1):
        link = text[out[i].end : out[i + 1].start].strip().lower()
        if (
            out[i].kind == "number"
            and link in ("to", "and", "or", "-", "–")
            and out[i + 1].kind not in ("number", "label")
        ):
            unit = UNITS.get(out[i + 1].unit, (out[i + 1].kind, 1.0, out[i + 1].unit))
            out[i] = replace(
                out[i],
                low=out[i].low * unit[1],
                high=out[i].high * unit[1],
                kind=out[i + 1].kind,
                noun=out[i + 1].noun,
                unit=out[i + 1].unit,
            )
    return out
