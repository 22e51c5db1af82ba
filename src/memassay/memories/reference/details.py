"""What a sentence says beside its assertion: why, where, of what kind, how sure, of whom; and whether it matters."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence, Set
from importlib.resources import files
from typing import Any

from memassay.memories.reference.records import Certainty
from memassay.models.entailment.dates import find_dates, find_weekdays
from memassay.models.entailment.reading import FUNCTION_WORDS, is_name
from memassay.models.entailment.units import CURRENCY_SIGNS, MONTHS, NUMBER_WORDS, UNITS, WEEKDAYS
from memassay.models.text import Word, words

REST = "state"
"""The category of a sentence that is of no other."""

_TABLES: dict[str, Any] = tomllib.loads(
    files("memassay.memories.reference").joinpath("data", "extraction.toml").read_text("utf-8")
)


def any_of(alternatives: Sequence[str]) -> re.Pattern[str]:
    """One pattern of several, read between word boundaries, case ignored."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)", re.IGNORECASE)


CATEGORIES: Mapping[str, Sequence[str]] = _TABLES["categories"]
"""Kind -> the words by which a sentence is of it."""
LABELS, NO_NAMES, TITLES, _FEASTS = (
    frozenset(_TABLES["words"][name].split()) for name in ("labels", "no_names", "titles", "feasts")
)
"""Words before a colon that name no speaker; words in no person's name; titles; feasts."""

_LOW, _MEDIUM = any_of(_TABLES["certainty"]["low"]), any_of(_TABLES["certainty"]["medium"])
_OPENING = _TABLES["transient"]["opening"]
_REQUEST = any_of(_TABLES["transient"]["request"])
_COURTESY, _WISH = (
    re.compile(rf"{_OPENING}(?:{'|'.join(_TABLES['transient'][name])})(?!\w)", re.IGNORECASE)
    for name in ("courtesy", "wish")
)
_REASON = "because of|because|due to|owing to|so that|in order to|as a result of"
_TEMPORAL = rf"(?:\d+|the (?:start|beginning)|then|last|{'|'.join((*MONTHS, *WEEKDAYS))})\b"
_WHY = re.compile(
    rf"(?:\b(?:{_REASON})|(?:^|, )since(?! {_TEMPORAL}))(?:,?\s+(?:yes|no),)?\s+((?:[^,;.]|[.,](?=\d))+)", re.IGNORECASE
)
_PLACES = "|".join(_TABLES["words"]["places"].split())
_WHERE = re.compile(
    rf"\b((?:[Ii]n|[Aa]t|[Oo]n|[Nn]ear|[Ii]nside|[Oo]utside) (?:the )?"
    rf"(?:[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*(?: (?:{_PLACES})\b)?|(?:{_PLACES}) (?:[A-Z][\w-]*|[\w-]*\d[\w-]*)))"
)
_WHEN_WORDS = re.compile(
    rf"\b(?:spring|summer|autumn|winter|i|i['’]\w+|q[1-4]|{'|'.join(sorted(_FEASTS))})\b", re.IGNORECASE
)
_UNIT_WORDS = "|".join(sorted((re.escape(unit) for unit in UNITS if unit.isalpha()), key=len, reverse=True))
_FIGURE = re.compile(
    rf"[{''.join(CURRENCY_SIGNS)}]?(?<![\w.-])\d(?:[\d,.:]*\d)?(?:\s?%|\s?(?:{_UNIT_WORDS})\b|\b(?![\w-]))"
    rf"|\b(?:{'|'.join(sorted(map(re.escape, NUMBER_WORDS), key=len, reverse=True))})(?:[ -](?:{_UNIT_WORDS})\b)",
    re.IGNORECASE,
)
_CALENDAR = frozenset((*MONTHS, *WEEKDAYS))
_JOINED = re.compile(r"^(?:so|and|also|but),?\s+", re.IGNORECASE)
_OTHER_SCRIPT = re.compile(r"[^\W\d_\x00-\u024f]")
_RUN_IN = re.compile(r"(?:what|when|where|who|why|how)\b[\w ]{1,30}\.", re.IGNORECASE)
"""A heading at the start of its paragraph ("Where it goes.")."""
_ONESELF = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Mm]e|[Mm]ine|[Mm]yself)\b")


def why(sentence: str) -> str:
    """The words that give a reason, or nothing."""
    match = _WHY.search(sentence)
    return match[1].strip() if match else ""


def where(sentence: str) -> str:
    """A phrase of place, or nothing."""
    return next((match[1] for match in _WHERE.finditer(sentence) if not _of_time(match[1])), "")


def _of_time(phrase: str) -> bool:
    return bool(_WHEN_WORDS.search(phrase) or find_dates(phrase) or find_weekdays(phrase))


def category(sentence: str, patterns: Mapping[str, re.Pattern[str]]) -> str:
    """The first kind whose words the sentence has, else REST."""
    return next((name for name, pattern in patterns.items() if pattern.search(sentence)), REST)


def certainty(sentence: str) -> Certainty:
    """High: stated.  Medium: planned, discussed, reported, or said under a condition.  Low: guessed."""
    return "Low" if _LOW.search(sentence) else "Medium" if _MEDIUM.search(sentence) else "High"


def transient(sentence: str) -> bool:
    """Whether it is a question, a request, a courtesy, meeting logistics or empty words: nothing to be remembered."""
    return empty(sentence) or asks(sentence)


def empty(sentence: str) -> bool:
    """Whether it has only little words ("It doesn't."), which tell nothing alone and much behind another sentence."""
    told = (word.text.lower().replace("’", "'") for word in words(sentence))
    return not _OTHER_SCRIPT.search(sentence) and all(word in FUNCTION_WORDS for word in told)


def asks(sentence: str) -> bool:
    """Whether it is a question, a request, a courtesy or meeting logistics."""
    bare = sentence.strip("\"'“”‘’() ")
    asked = bare.endswith("?") or _REQUEST.match(_JOINED.sub("", bare)) or _RUN_IN.fullmatch(bare)
    return bool(asked or _WISH.match(bare)) or _greets(bare)


def _greets(sentence: str) -> bool:
    """Whether it begins with a courtesy, and brings no figure, no date, and nothing of anybody or anything named."""
    courtesy = _COURTESY.match(sentence)
    if not courtesy or _FIGURE.search(sentence) or find_dates(sentence) or find_weekdays(sentence):
        return False
    return not (_says(sentence[courtesy.end() :]) and entities(f"so {sentence[courtesy.end() :].strip()}"))


def _says(text: str) -> bool:
    from memassay.models.text import is_fragment  # noqa: PLC0415 - loads a sentence model: only when a text is cut

    return not is_fragment(text)


def entities(sentence: str, known: Set[str] = frozenset()) -> tuple[str, ...]:
    """Names, identifiers and figures with their units, in order; names that follow one another are one.

    The first word of a sentence is a name where another follows it, or where `known` has it.
    """
    figures = [(match.start(), match.end(), match.group()) for match in _FIGURE.finditer(sentence)]
    taken = {at for start, end, _ in figures for at in range(start, end)}
    others = [word for word in words(sentence) if taken.isdisjoint(range(word.start, word.end))]
    names: list[tuple[int, int, str]] = []
    for i, word in enumerate(others):
        if _tells(word, others[i + 1 : i + 2], sentence, known):
            names.append((word.start, word.end, _owner(word.text)))
    found: list[tuple[int, int, str]] = []
    for start, end, text in sorted([*figures, *names]):
        if found and found[-1][2][:1].isupper() and start == found[-1][1] + 1 and _continues(text):
            begun, _, before = found.pop()
            found.append((begun, end, f"{before} {text}"))
        else:
            found.append((start, end, text))
    return tuple(dict.fromkeys(text for *_, text in found))


def _continues(text: str) -> bool:
    """Whether a name goes on with this: another name, or a bare figure ("Hall 3")."""
    return text[:1].isupper() or text.isdigit()


def _tells(word: Word, following: Sequence[Word], sentence: str, known: Set[str]) -> bool:
    low = word.text.lower().replace("’", "'")
    plain = low.split("'")[0]
    if low == "one" or plain in FUNCTION_WORDS or plain.rstrip("s") in _CALENDAR:
        return False
    if low in NUMBER_WORDS or (word.text[0].isupper() and _owner(word.text) in known):
        return True
    if not is_name(word.text, word.start, sentence):
        return False
    if not word.text[1:].islower() or (sentence[: word.start].rstrip(" \"'“‘(") or ".")[-1] not in ".!?:;":
        return True
    return any(one.start == word.end + 1 and is_name(one.text, one.start, sentence) for one in following)


def _owner(word: str) -> str:
    return word.removesuffix("'s").removesuffix("’s")


def of_oneself(sentence: str) -> bool:
    """Whether the speaker speaks of himself or herself."""
    return bool(_ONESELF.search(sentence))
