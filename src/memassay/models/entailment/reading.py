"""One text as the entailment model reads it: content words and their vectors, names, figures, dates, cues, clauses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
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


@dataclass(frozen=True, slots=True)
class Reading:
    """All that the features need of one text; `clauses[0]` is the whole text."""

    text: str
    sentence: Floats
    words: tuple[str, ...]
    stems: tuple[str, ...]
    weights: Floats
    vectors: Floats
    names: NDArray[np.bool_]
    starts: tuple[int, ...]
    old: NDArray[np.bool_]
    new: NDArray[np.bool_]
    quantities: tuple[Quantity, ...]
    dates: tuple[When, ...]
    weekdays: frozenset[str]
    clauses: tuple[Clause, ...]


def read(text: str, sentence: Floats, tokens: Any) -> Reading:
    """Read one text; `tokens` are its word vectors as the embedder's `encode_tokens` gives them."""
    dates = find_dates(text)
    taken = [(when.start, when.end) for when in dates if not when.derived]
    quantities = find_quantities(text, taken)
    taken += [(quantity.start, quantity.end) for quantity in quantities]
    days = find_weekdays(text)
    taken += list(days.values())
    keep = [
        i
        for i, (word, span) in enumerate(zip(tokens.words, tokens.spans, strict=True))
        if plain(word) not in FUNCTION_WORDS and not any(start <= span[0] < end for start, end in taken)
    ]
    kept = tuple(tokens.words[i] for i in keep)
    starts = tuple(tokens.spans[i][0] for i in keep)
    old, new = old_and_new(text)
    return Reading(
        text,
        sentence,
        kept,
        tuple(stem(word) for word in kept),
        np.array([weight(word) for word in kept], np.float32),
        np.asarray(tokens.vectors[np.array(keep, int)], np.float32),
        np.array([_is_name(word, at, text) for word, at in zip(kept, starts, strict=True)], bool),
        starts,
        _within(starts, old),
        _within(starts, new),
        quantities,
        dates,
        frozenset(days),
        _clauses(text, starts),
    )


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


def _is_name(word: str, start: int, text: str) -> bool:
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
