"""One text as the entailment model reads it: content words and their vectors, names, figures, dates, cues, clauses."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memassay.models._words import plain, words_of
from memassay.models.entailment.cues import contrary, flags, old_and_new
from memassay.models.entailment.dates import When, find_dates, find_weekdays
from memassay.models.entailment.quantities import Quantity, find_quantities
from memassay.models.entailment.units import stem
from memassay.models.text import clause_spans, words

Floats = NDArray[np.float32]

FUNCTION_WORDS = words_of("function_words")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: which content words it holds (with its subject), where it runs, its cues, plain words, polarity."""

    mask: NDArray[np.bool_]
    spans: tuple[tuple[int, int], ...]
    cues: NDArray[np.bool_]
    plain: frozenset[str]
    contrary: bool

    def holds(self, start: int) -> bool:
        """Whether a place in the text lies in the clause."""
        return any(low <= start < high for low, high in self.spans)


@dataclass(frozen=True, eq=False)
class Reading:
    """All that the features need of one text, each worked out when first asked for: most texts are never weighed.

    `sentence` is its unit vector, `tokens` its words as the embedder's `encode_tokens` gives them.
    """

    text: str
    sentence: Floats
    tokens: Any

    @cached_property
    def dates(self) -> tuple[When, ...]:
        """The dates it names."""
        return find_dates(self.text)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Its figures, dates left out."""
        return find_quantities(self.text, self._dated)

    @cached_property
    def weekdays(self) -> frozenset[str]:
        """The weekdays it names."""
        return frozenset(find_weekdays(self.text))

    @cached_property
    def _dated(self) -> list[tuple[int, int]]:
        return [(when.start, when.end) for when in self.dates if not when.derived]

    @cached_property
    def _keep(self) -> list[int]:
        """Which of its words are content words: no function words, none of a date, a figure or a weekday."""
        taken = [*self._dated, *((quantity.start, quantity.end) for quantity in self.quantities)]
        taken += find_weekdays(self.text).values()
        return [
            i
            for i, (word, span) in enumerate(zip(self.tokens.words, self.tokens.spans, strict=True))
            if plain(word) not in FUNCTION_WORDS and not any(start <= span[0] < end for start, end in taken)
        ]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The content words."""
        return tuple(self.tokens.words[i] for i in self._keep)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each content word starts in the text."""
        return tuple(self.tokens.spans[i][0] for i in self._keep)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """Their stems."""
        return tuple(stem(word) for word in self.words)

    def has_names(self, stems: Set[str]) -> Set[str]:
        """Which of these stems are stems of its names."""
        if stems.isdisjoint(self._all_stems):
            return frozenset()
        return {stem for stem, name in zip(self.stems, self.names, strict=True) if name and stem in stems}

    @cached_property
    def _all_stems(self) -> frozenset[str]:
        return frozenset(map(stem, self.tokens.words))

    @cached_property
    def weights(self) -> Floats:
        """How much each tells."""
        return np.array([weight(word) for word in self.words], np.float32)

    @cached_property
    def vectors(self) -> Floats:
        """Their unit vectors, shape (words, dimensions)."""
        return np.asarray(self.tokens.vectors[np.array(self._keep, int)], np.float32)

    @cached_property
    def names(self) -> NDArray[np.bool_]:
        """Which of them are names."""
        found = zip(self.words, self.starts, strict=True)
        return np.array([is_name(word, at, self.text) for word, at in found], bool)

    @cached_property
    def _turns(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        old, new = old_and_new(self.text)
        return _within(self.starts, old), _within(self.starts, new)

    @property
    def old(self) -> NDArray[np.bool_]:
        """Which of them stand in a value given up."""
        return self._turns[0]

    @property
    def new(self) -> NDArray[np.bool_]:
        """Which of them stand in a value put in the place of another."""
        return self._turns[1]

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The whole text, then its clauses where it has several."""
        return _clauses(self.text, self.starts)


def _clauses(text: str, starts: tuple[int, ...]) -> tuple[Clause, ...]:
    spans = clause_spans(text)
    whole = ((0, len(text)),)
    return tuple(_clause(text, part, starts) for part in ([whole, *spans] if len(spans) > 1 else [whole]))


def _clause(text: str, spans: tuple[tuple[int, int], ...], starts: tuple[int, ...]) -> Clause:
    part = " ".join(text[low:high] for low, high in spans)
    plain = frozenset(word.text.lower() for word in words(part))
    return Clause(_within(starts, spans), spans, np.array(flags(part), bool), plain, contrary(part))


def _within(starts: Sequence[int], spans: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    return np.array([any(low <= at < high for low, high in spans) for at in starts], bool)


def is_name(word: str, start: int, text: str) -> bool:
    """Whether the word at `start` of the text is a name, a label or an identifier, by its letters and its place."""
    if "_" in word or any(mark.isupper() for mark in word[1:]) or any(mark.isdigit() for mark in word):
        return True
    if not word[0].isupper():
        return False
    before = text[:start].rstrip(" \"'“‘(")
    initial = not before or before[-1] in ".!?:;\n"
    return not initial or weight(word) > 0.9


@cache
def _ranks() -> dict[str, int]:
    path = files("memassay.models").joinpath("data", "bert-base-uncased-vocab.txt")
    return {word: rank for rank, word in enumerate(path.read_text("utf-8").split("\n"))}


@cache
def weight(word: str) -> float:
    """How much a word tells: from 0.4 for the commonest to 1 for one the vocabulary lacks.

    The vocabulary lists whole words from the commonest to the rarest after about 2,000 signs, so the logarithm of
    the place stands in for a document frequency.
    """
    bare = word.lower().removesuffix("'s").removesuffix("’s")
    rank = _ranks().get(bare, 30522)
    share = math.log(max(rank - 1990, 2)) / math.log(30522 - 1990)
    return 0.4 + 0.6 * min(1.0, max(0.0, share) ** 2)
