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
from memassay.models.entailment.units import NUMBER_WORDS
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
LABELS = frozenset(_TABLES["words"]["labels"].split())
"""Words before a colon that name no speaker."""

_LOW, _MEDIUM = any_of(_TABLES["certainty"]["low"]), any_of(_TABLES["certainty"]["medium"])
_REQUEST, _COURTESY = any_of(_TABLES["transient"]["request"]), any_of(_TABLES["transient"]["courtesy"])
_REASON = "because of|because|due to|owing to|so that|in order to|as a result of"
_WHY = re.compile(rf"\b(?:{_REASON})\s+([^,;.]+)", re.IGNORECASE)
_PLACES = "|".join(_TABLES["words"]["places"].split())
_WHERE = re.compile(
    rf"\b((?:[Ii]n|[Aa]t|[Oo]n|[Nn]ear|[Ii]nside|[Oo]utside) (?:the )?"
    rf"(?:[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*(?: (?:{_PLACES}))?|(?:{_PLACES}) [\w.-]+))"
)
_WHEN_WORDS = re.compile(r"\b(?:Spring|Summer|Autumn|Winter|I|Q[1-4])\b")
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
    bare = sentence.strip("\"'“”‘’() ")
    if all(word.text.lower().replace("’", "'") in FUNCTION_WORDS for word in words(bare)):
        return True
    return bare.endswith("?") or bool(_REQUEST.match(bare) or _COURTESY.search(bare))


def entities(sentence: str) -> tuple[str, ...]:
    """Names, identifiers and figures in order; names that follow one another are one."""
    found: list[str] = []
    end = -2
    for word in words(sentence):
        if not _tells(word, sentence):
            continue
        if word.start == end + 1 and sentence[end] == " ":
            found[-1] = f"{found[-1]} {word.text}"
        else:
            found.append(word.text)
        end = word.end
    return tuple(dict.fromkeys(found))


def named(sentence: str, people: Sequence[str]) -> tuple[str, ...]:
    """Which of these people a sentence names, by the whole name or a part of it that is nobody else's."""
    there = {word.text.removesuffix("'s").removesuffix("’s") for word in words(sentence)}
    return tuple(person for person in people if _is_named(person, there, people))


def _is_named(person: str, there: Set[str], people: Sequence[str]) -> bool:
    own = set(person.split())
    others = {part for other in people if other != person for part in other.split()}
    return own <= there or bool((own - others) & there)


def _tells(word: Word, sentence: str) -> bool:
    low = word.text.lower()
    if low in ("i", "one") or _ONESELF.fullmatch(word.text):
        return False
    return low in NUMBER_WORDS or is_name(word.text, word.start, sentence)


def of_oneself(sentence: str) -> bool:
    """Whether the speaker speaks of himself or herself."""
    return bool(_ONESELF.search(sentence))
