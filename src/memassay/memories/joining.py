"""What a new sentence does to a fact that already says something near it: confirm, replace or extend."""

from __future__ import annotations

from collections.abc import Sequence

from memassay.types import OperationKind, fold

SAME, FRAME = 0.8, 0.5
"""Share of words in common (Jaccard index) from which two sentences say the same, or have the same frame."""
NEAR = 0.87
"""Cosine from which they say the same whatever their words."""
_COUNTED = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NUMBERS = {word: str(n) for n, word in enumerate(_COUNTED, start=2)}


def joining(parts: Sequence[str], statement: str, cosine: float, *, fresh: bool) -> tuple[OperationKind, list[str]]:
    """What a new sentence does to a fact made of `parts`, and the parts afterwards.

    `cosine` is that of the sentence and the fact; `fresh` says that no sentence of the same document has joined the
    fact yet: only then may this one replace another.
    """
    likeness = [_likeness(part, statement) for part in parts]
    nearest = max(range(len(parts)), key=lambda i: likeness[i])
    alike = likeness[nearest] >= SAME or cosine >= NEAR
    if alike and _same_anchors(parts[nearest], statement):
        return "reinforce", list(parts)
    if likeness[nearest] >= FRAME and fresh:
        return "supersede", [*parts[:nearest], statement, *parts[nearest + 1 :]]
    return "update", [*parts, statement]


def _likeness(one: str, other: str) -> float:
    a, b = _words(one), _words(other)
    return len(a & b) / len(a | b) if a | b else 1.0


def _same_anchors(one: str, other: str) -> bool:
    """Whether every figure and name of each sentence stands in the other as well."""
    return _anchors(one) <= _words(other) and _anchors(other) <= _words(one)


def _anchors(sentence: str) -> set[str]:
    """The figures and, the first word apart, the capitalised words."""
    tokens = _tokens(sentence)
    figures = {_plain(token) for token in tokens if any(c.isdigit() for c in _plain(token))}
    return figures | {_plain(token) for token in tokens[1:] if token[0].isupper()}


def _words(sentence: str) -> set[str]:
    return {_plain(token) for token in _tokens(sentence)}


def _plain(token: str) -> str:
    """Small letters; two to twelve as figures."""
    return _NUMBERS.get(token.casefold(), token.casefold())


def _tokens(sentence: str) -> list[str]:
    from memassay.models.text import words  # noqa: PLC0415 - that module is loaded only when a text is cut

    return [word.text for word in words(fold(sentence))]
