"""Words for numbers and units (data/units.toml), and a light stemmer."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

_TABLES: dict[str, Any] = tomllib.loads(
    files("memassay.models.entailment").joinpath("data", "units.toml").read_text("utf-8")
)
_MEASURES = ("time", "data", "mass", "length", "power")
_SIGNS = frozenset("shwg")
"""Units of one letter, which have no plural."""

CURRENCY_SIGNS = {"€": "euro", "$": "dollar", "£": "pound", "¥": "yen"}
MULTIPLIERS: dict[str, float] = _TABLES["numbers"]["multipliers"]
MONTHS: tuple[str, ...] = tuple(_TABLES["calendar"]["months"].split())
WEEKDAYS: tuple[str, ...] = tuple(_TABLES["calendar"]["weekdays"].split())
OFTEN: dict[str, float] = _TABLES["often"]
"""How often, as days per time."""
NOT_NOUNS, NUMBERED = (frozenset(_TABLES["nouns"][name].split()) for name in ("never", "numbered"))


def _number_words() -> dict[str, float]:
    ones = {word: float(n) for n, word in enumerate(_TABLES["numbers"]["from_zero"].split())}
    tens = {word: 10.0 * n for n, word in enumerate(_TABLES["numbers"]["tens"].split(), 2)}
    joined = {f"{ten}-{one}": high + low for ten, high in tens.items() for one, low in ones.items() if 0 < low < 10}
    parts: dict[str, float] = _TABLES["numbers"]["parts"]
    return ones | tens | joined | parts


def _units() -> dict[str, tuple[str, float, str]]:
    table: dict[str, tuple[str, float, str]] = {}
    for kind in _MEASURES:
        for name, factor in _TABLES[kind].items():
            plurals = (name,) if name in _SIGNS else (name, f"{name}s")
            table |= dict.fromkeys(plurals, (kind, factor, name))
    for name, currency in _TABLES["money"].items():
        table |= dict.fromkeys((name, f"{name}s"), ("money", 1.0, currency))
    table |= dict.fromkeys(("%", "percent", "pct"), ("percent", 1.0, "percent"))
    table |= dict.fromkeys(("°c", "degrees", "degree", "celsius"), ("temperature", 1.0, "celsius"))
    table |= dict.fromkeys(("°f", "fahrenheit"), ("temperature", 1.0, "fahrenheit"))
    return table | {word: ("clock", 1.0, word.replace(".", "")) for word in ("am", "pm", "a.m", "p.m")}


NUMBER_WORDS = _number_words()
UNITS = _units()
"""Unit word -> (kind, factor to the kind's base unit, the unit's name)."""
SUFFIXED = re.compile(r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)-?([a-zµ]+)")

_PLURALS = (("ies", "y"), ("sses", "ss"), ("s", ""))
_ENDINGS = (("ied", "y"), ("ing", ""), ("ed", ""), ("er", ""), ("ly", ""), ("e", ""))


@cache
def stem(word: str) -> str:
    """A rough common form of a word's inflections: "servers", "server's" -> "serv"; short words stay."""
    low = re.sub(r"['’]s?$", "", word.lower())
    low = _cut(_cut(low, _PLURALS), _ENDINGS)
    if len(low) > 3 and low[-1] == low[-2] and low[-1] not in "sl":
        low = low[:-1]
    return low[:-1] if len(low) > 4 and low.endswith("e") else low


def _cut(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, put in endings:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            return word[: len(word) - len(ending)] + put
    return word
