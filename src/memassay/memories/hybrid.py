"""Hybrid search over the texts of a store: BM25 and cosine, each stretched to 0..1 over the store, mixed by weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


@dataclass(slots=True)
class Hybrid:
    """A mixed score for every text of a store that changes now and then.

    `lexical` and `semantic` are the weights of BM25 and of the cosine.  The BM25 index (bm25s) is made anew when the
    texts have another version than when it was made; a text that was there before is not cut into words again.
    """

    lexical: float = 0.3
    semantic: float = 0.7
    _version: int | None = None
    _index: Any = None
    _tokens: dict[str, list[str]] | None = None

    def stale(self, version: int) -> bool:
        """Whether `scores` needs the texts, as they have changed."""
        return self.lexical > 0 and self._version != version

    def update(self, version: int, texts: Sequence[str]) -> None:
        """Index the texts as they are at `version`."""
        former = self._tokens or {}
        self._tokens = {text: former.get(text) or tokens(text) for text in texts}
        self._index = _index([self._tokens[text] for text in texts])
        self._version = version

    def scores(self, query: str, cosines: NDArray[np.floating]) -> Scores:
        """The mixed score of each text, shape (n,), from its cosine with the query, shape (n,)."""
        semantic = self.semantic * min_max(cosines.astype(np.float64))
        return semantic + self.lexical * min_max(self._bm25(query, len(cosines))) if self.lexical > 0 else semantic

    def _bm25(self, query: str, count: int) -> Scores:
        asked = tokens(query)
        if self._index is None or not asked:
            return np.zeros(count)
        return np.asarray(self._index.get_scores(asked), dtype=np.float64)


def min_max(scores: Scores) -> Scores:
    """Scores, shape (n,), stretched to 0..1; all 0 where they are all the same and so say nothing."""
    if not len(scores):
        return scores
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low) if high - low > 1e-12 else np.zeros_like(scores)


def tokens(text: str) -> list[str]:
    """The words of a text in small letters."""
    from memassay.models.text import words  # noqa: PLC0415 - that module is loaded only when a text is cut

    return [word.text.casefold() for word in words(text)]


def _index(said: Sequence[list[str]]) -> Any:
    import bm25s  # noqa: PLC0415 - half a second to import: only when something is looked up

    if not any(said):
        return None
    index = bm25s.BM25()
    index.index(list(said), show_progress=False)
    return index
