"""The plain classifier of `reference-simple`: what a sentence does to the nearest fact, by the words they share."""

from __future__ import annotations

from collections.abc import Sequence

from memassay.memories.reference.records import ObservationRecord
from memassay.memories.reference.stages import Candidate, Decision, Spot
from memassay.types import fold

SAME, FRAME = 0.8, 0.5
"""Share of words in common (Jaccard index) from which two sentences say the same, or have the same frame."""
NEAR = 0.87
"""Cosine from which they say the same whatever their words."""
_COUNTED = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NUMBERS = {word: str(n) for n, word in enumerate(_COUNTED, start=2)}


class FrameClassifier:
    """Joins an observation to the nearest candidate, whatever it is about; without one, `create`.

    - The very same sentence in any candidate: `reinforce`.
    - A near-duplicate (four words in five in common, or a cosine of 0.87), with the very same
      figures and names: `reinforce`.
    - The same frame (half or more of the words in common) with another word or figure in it: `supersede`, since two
      values in one frame are most often an old and a new one.  A document never replaces what it said itself.
    - Anything else: `update`.
    """

    async def classify(self, observation: ObservationRecord, candidates: Sequence[Candidate]) -> Decision:
        """See `stages.Classifier`.  Facts that this document itself has made are passed over, but for a repetition."""
        again = next((spot for one in candidates for spot in _word_for_word(one, observation)), None)
        if again is not None:
            return Decision("reinforce", again)
        nearest = next((one for one in candidates if not one.fresh), None)
        if nearest is None:
            return Decision("create")
        texts = [part.text for part in nearest.fact.parts]
        likeness = [_likeness(text, observation.statement) for text in texts]
        at = max(range(len(texts)), key=lambda i: likeness[i])
        spot = Spot(nearest.fact.id, at)
        alike = likeness[at] >= SAME or nearest.cosine >= NEAR
        if alike and _same_anchors(texts[at], observation.statement):
            return Decision("reinforce", spot)
        if likeness[at] >= FRAME and not nearest.own:
            return Decision("supersede", spot)
        return Decision("update", spot)


def _word_for_word(candidate: Candidate, observation: ObservationRecord) -> list[Spot]:
    """The parts that say the very same, in the same words."""
    said = _tokens(observation.statement)
    return [Spot(candidate.fact.id, i) for i, part in enumerate(candidate.fact.parts) if _tokens(part.text) == said]


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
