"""How a newer sentence differs from an older one, told from their words alone: subject, values, what it gives up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from memassay.models.entailment.cues import FLAGS, contrary, flags, old_and_new
from memassay.models.entailment.dates import When, find_dates, find_weekdays
from memassay.models.entailment.dates import relate as relate_dates
from memassay.models.entailment.quantities import Quantity, find_quantities
from memassay.models.entailment.quantities import relate as relate_quantities
from memassay.models.entailment.reading import FUNCTION_WORDS, is_name, weight
from memassay.models.entailment.units import NUMBER_WORDS, stem
from memassay.models.text import Word, subject_of, words

_MATCHES = frozenset(("match", "weak"))
_NEWS = frozenset(("changed", "ended"))
_MARKS = " .!?;,:\"'“”‘’"
_LETTER = re.compile(r"[A-Z]")
_PLAIN = 2
"""Plain words up to which two sentences of one frame differ in a value, and not in their wording."""
_FILLERS = frozenset(("decision", "decided", "note", "noted", "please", "remember", "reminder", "usual"))
_EMPTY = FUNCTION_WORDS | _FILLERS
_SOLE = re.compile(
    r"\b(?:leads?|led|heads?|headed|chairs?|chaired|manages?|managed|directs?|directed|captains?|captained|succeeded"
    r"|(?:is|was|be) (?:responsible for|in charge of|(?:the|our) (?:\w+ ){1,2}(?:of|for)))\b",
    re.IGNORECASE,
)
"""What one person at a time does, so that another name before it is a successor and no sibling."""
_MORE = re.compile(r"\b(?:also|as well|too|in addition|additionally|another|on top of that|besides)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Sketch:
    """One sentence as it is compared: its content words by stem with their weights, subject, figures, dates, cues."""

    text: str

    @cached_property
    def _words(self) -> tuple[Word, ...]:
        """Its words without those of dates."""
        dates = [(when.start, when.end) for when in self.dates]
        return tuple(word for word in words(self.text) if not any(start <= word.start < end for start, end in dates))

    @cached_property
    def content(self) -> dict[str, float]:
        """Stem of each content word or label -> how much it tells (0.4 to 1)."""
        found: dict[str, float] = {}
        for word in self._words:
            low = word.text.lower().replace("’", "'")
            if low not in _EMPTY or (word.start and _LETTER.fullmatch(word.text)):
                found.setdefault(stem(low), weight(word.text))
        return found

    @cached_property
    def subject(self) -> frozenset[str]:
        """The stems of the subject's content words; empty where no verb is recognised."""
        start, end = subject_of(self.text, 0, len(self.text))
        return frozenset(stem(word.text.lower()) for word in words(self.text[start:end])) & frozenset(self.content)

    @cached_property
    def names(self) -> frozenset[str]:
        """The stems of what tells one thing from another: names, labels, figures, a one-word subject."""
        alone = self.subject if len(self.subject) == 1 else frozenset()
        return alone | frozenset(
            stem(word.text.lower())
            for word in self._words
            if word.text.lower() in NUMBER_WORDS or is_name(word.text, word.start, self.text)
        ) & frozenset(self.content)

    @cached_property
    def compounds(self) -> frozenset[str]:
        """The stems of its words with a hyphen."""
        return frozenset(word for word in self.content if "-" in word)

    @cached_property
    def given_up(self) -> frozenset[str]:
        """The stems of what it says no longer holds ("moved from A to B": A)."""
        old, new = old_and_new(self.text)
        return self._inside(old) - self._inside(new)

    def _inside(self, spans: list[tuple[int, int]]) -> frozenset[str]:
        inside = (word for start, end in spans for word in words(self.text[start:end]))
        return frozenset(stem(word.text.lower()) for word in inside) & frozenset(self.content)

    @cached_property
    def dates(self) -> tuple[When, ...]:
        """The dates it names."""
        return tuple(when for when in find_dates(self.text) if not when.derived)

    @cached_property
    def weekdays(self) -> frozenset[str]:
        """The weekdays it names."""
        return frozenset(find_weekdays(self.text))

    @cached_property
    def figures(self) -> tuple[Quantity, ...]:
        """Its figures, dates left out."""
        return find_quantities(self.text, [(when.start, when.end) for when in self.dates])

    @cached_property
    def cues(self) -> frozenset[str]:
        """The kinds of cue it holds (data/cues.toml)."""
        return frozenset(name for name, there in zip(FLAGS, flags(self.text), strict=True) if there)

    def lacking(self, other: Sketch) -> frozenset[str]:
        """The content words that the other sentence has in no form; `36` and `thirty-six` are two forms of one."""
        told = self._inside([(one.start, one.end) for one in self.figures if _told(one, other.figures)])
        return frozenset(
            word for word in self.content.keys() - told if not any(_alike(word, theirs) for theirs in other.content)
        )

    def share(self, stems: frozenset[str]) -> float:
        """The share of these content words by weight, 0 to 1; 0 where there is none at all."""
        total = sum(self.content.values())
        return sum(self.content[word] for word in stems) / total if total else 0.0

    @cached_property
    def negative(self) -> bool:
        """Whether its negative words are odd in number."""
        return contrary(self.text)


@dataclass(frozen=True, slots=True)
class Contrast:
    """How a newer sentence stands to an older one.

    `old_covered` is the share (by weight, 0 to 1) of the old sentence's content words that the new one has, and
    `new_covered` the other way round; `shared` counts the content words of the new one that the old one has.

    `siblings`: both name a subject of their own ("server A3 ...", "server A4 ...").  `clash`: a figure, date or weekday
    of the one is denied by the other.  `swapped`: each has a value that the other lacks, both names or figures, or both
    one or two plain words.  `detail`: the new one has a name or figure that the old one lacks.  `gives_up`: the new one
    says that something the old one says no longer holds.  `announces`: it tells of a change or an end, as the old one
    does not.  `turned`: one of the two is negative, and the new one does not quote the old.  `adds`: the new one says
    that it comes on top ("also").
    """

    old_covered: float
    new_covered: float
    siblings: bool
    clash: bool
    swapped: bool
    detail: bool
    shared: int
    gives_up: bool
    announces: bool
    turned: bool
    adds: bool


def _alike(one: str, other: str) -> bool:
    """The same stem, or one that the other begins with, as `serve` and `server`; labels must be the same."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) > 4 and long.startswith(short) and not any(mark.isdigit() for mark in long)


def _told(one: Quantity, others: Sequence[Quantity]) -> bool:
    return any("match" in (relate_quantities(one, other), relate_quantities(other, one)) for other in others)


@lru_cache(maxsize=65536)
def sketch(text: str) -> Sketch:
    """The sketch of a text, made once."""
    return Sketch(text)


def contrast(old: str, new: str) -> Contrast:
    """Compare two sentences, the older one first."""
    a, b = sketch(old), sketch(new)
    only_old, only_new = a.lacking(b), b.lacking(a)
    clash = _clash(a, b)
    dated = clash and any(when.bound == "after" for when in b.dates)
    return Contrast(
        old_covered=1.0 - a.share(only_old),
        new_covered=1.0 - b.share(only_new),
        siblings=_siblings(a, b, a.subject & only_old, b.subject & only_new),
        clash=clash,
        swapped=_swapped(a, b, only_old, only_new),
        detail=bool(b.names & only_new),
        shared=len(b.content) - len(only_new),
        gives_up=bool((b.given_up - a.given_up) & (a.content.keys() - only_old)),
        announces=dated or bool((b.cues - a.cues) & _NEWS),
        turned=a.negative != b.negative and old.strip(_MARKS).casefold() not in new.casefold(),
        adds=bool(_MORE.search(new) and not _MORE.search(old)),
    )


def _swapped(a: Sketch, b: Sketch, only_old: frozenset[str], only_new: frozenset[str]) -> bool:
    if not only_old or not only_new:
        return False
    if b.names & only_new:
        return bool(a.names & only_old)
    return len(only_old) <= _PLAIN and len(only_new) <= _PLAIN


def _siblings(a: Sketch, b: Sketch, of_old: frozenset[str], of_new: frozenset[str]) -> bool:
    """Whether what only one subject has, on both sides, are names or compounds: two things, not one."""
    named = bool(of_old & a.names and of_new & b.names) or bool(of_old & a.compounds and of_new & b.compounds)
    return named and not _succeeds(a, b)


def _succeeds(a: Sketch, b: Sketch) -> bool:
    """Whether two people, with nothing in common but what they do, can only do it one after the other."""
    return a.subject.isdisjoint(b.subject) and bool(_SOLE.search(a.text) and _SOLE.search(b.text))


def _clash(a: Sketch, b: Sketch) -> bool:
    """Whether a figure, date or weekday that only one has is denied by one of its kind that only the other has."""
    figures = [[relate_quantities(one, other) for other in b.figures] for one in a.figures]
    dates = [[relate_dates(one, other) for other in b.dates] for one in a.dates]
    days = bool(a.weekdays and b.weekdays and a.weekdays.isdisjoint(b.weekdays))
    return days or _denied(figures) or _denied(dates)


def _denied(table: Sequence[Sequence[str]]) -> bool:
    """Whether some row and column without a match meet in a mismatch."""
    rows = [row for row in table if not _MATCHES & set(row)]
    columns = [i for i in range(len(table[0]) if table else 0) if not _MATCHES & {row[i] for row in table}]
    return any(row[i] == "mismatch" for row in rows for i in columns)
