"""Which texts are worth comparing: near ones by cosine, or all of them where nothing is embedded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from memassay.models.protocol import Embedder
from memassay.types import Fact


class Similarity:
    """Nearness of texts under an embedder; without one every text is near every other."""

    def __init__(self, embedder: Embedder | None) -> None:
        """`embedder` None compares everything with everything."""
        self.embedder = embedder

    def near_pairs(self, facts: Sequence[Fact], threshold: float) -> Iterator[tuple[Fact, Fact]]:
        """Pairs of facts whose cosine is at least `threshold`, in order."""
        if self.embedder is None or len(facts) < 2:
            yield from combinations(facts, 2)
            return
        vectors = self.embedder.encode([fact.statement for fact in facts])
        cosines = vectors @ vectors.T
        for i, j in combinations(range(len(facts)), 2):
            if cosines[i, j] >= threshold:
                yield facts[i], facts[j]

    def nearest(self, text: str, others: Sequence[str], most: int, least: float) -> list[str]:
        """Up to `most` of `others` with a cosine of at least `least`, nearest first; all where nothing is embedded."""
        if self.embedder is None or not others:
            return list(others)
        cosines = self.embedder.encode(list(others)) @ self.embedder.encode([text])[0]
        order = sorted(range(len(others)), key=lambda i: (-cosines[i], i))
        return [others[i] for i in order[:most] if cosines[i] >= least]
