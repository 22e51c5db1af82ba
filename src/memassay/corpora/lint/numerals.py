"""Numbers as people write them: digits with separators and multipliers, and words."""

from __future__ import annotations

import re

from memassay.corpora.lint.words import vocabulary

_UNITS = vocabulary(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = vocabulary("twenty thirty forty fifty sixty seventy eighty ninety")
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_VALUES = {word: float(n) for n, word in enumerate(_UNITS)} | {w: 10.0 * n for n, w in enumerate(_TENS, start=2)}
_ORDINALS = dict(
    zip(vocabulary("first second third fifth eighth ninth twelfth"), (1.0, 2.0, 3.0, 5.0, 8.0, 9.0, 12.0), strict=True)
)
_ORDINALS |= {word + "th": value for word, value in _VALUES.items() if not word.endswith("y")}
_ORDINALS |= {word[:-1] + "ieth": value for word, value in _VALUES.items() if word.endswith("y")}
_SAYINGS = {
    "dozen": 12.0,
    "couple": 2.0,
    "pair": 2.0,
    "both": 2.0,
    "twice": 2.0,
    "fortnight": 14.0,
    "half": 50.0,
    "quarter": 25.0,
}
"""Words that stand for a figure; half and quarter for a percentage."""

_WORD = "|".join(sorted([*_VALUES, *_ORDINALS, "hundred", *_SCALES], key=len, reverse=True))
_AND = "|".join(rf"(?<={scale})\s+and\s+" for scale in ("hundred", *_SCALES))
WORDED = re.compile(rf"\b(?:{_WORD})(?:(?:-|\s+|{_AND})(?:{_WORD}))*\b", re.IGNORECASE)
"""A number in words: `thirteen`, `four hundred and ten`, `twenty-seventh`."""

DIGITS = re.compile(
    r"(?<![\w.:/])(?P<currency>[$€£]\s?)?(?P<number>\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?!\d)|\d+)(?P<part>\.\d+)?"
    r"(?P<ordinal>st\b|nd\b|rd\b|th\b)?(?:\s?(?P<scale>K|k|M|thousand|million|bn|billion)\b)?"
)
_MULTIPLIERS = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}


def digits_value(found: re.Match[str]) -> float:
    """The value of a match of DIGITS: 13,500 is 13500 and 50K is 50000."""
    number = float(re.sub(r"[,\u00a0\u202f]", "", found["number"]) + (found["part"] or ""))
    return number * _MULTIPLIERS.get((found["scale"] or "").lower(), 1.0)


def words_value(text: str) -> float:
    """The value of a match of WORDED: `four hundred and ten` is 410, `twenty-seventh` is 27."""
    total = current = 0.0
    for word in re.split(r"[\s-]+", text.lower()):
        if word == "hundred":
            current = max(current, 1.0) * 100
        elif word in _SCALES:
            total, current = total + max(current, 1.0) * _SCALES[word], 0.0
        else:
            current += _VALUES.get(word, _ORDINALS.get(word, 0.0))
    return total + current


def is_ordinal(text: str) -> bool:
    """Whether a match of WORDED tells a place in an order (`third`) and no amount."""
    return re.split(r"[\s-]+", text.lower())[-1] in _ORDINALS


def numbers(text: str) -> set[float]:
    """Every value that the text mentions, in digits, in words, or in a saying such as `a dozen`."""
    values = {digits_value(found) for found in DIGITS.finditer(text)}
    values |= {words_value(found[0]) for found in WORDED.finditer(text)}
    lowered = text.lower()
    values |= {value for word, value in _SAYINGS.items() if re.search(rf"\b{word}s?\b", lowered)}
    if re.search(r"\bhalf (a )?dozen\b|\bhalf-dozen\b", lowered):
        values.add(6.0)
    return values
