"""Hybrid search over the texts of a store: BM25 and cosine, each stretched to 0..1 over the store, mixed by weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]
Cut = tuple[NDArray[np.int32], NDArray[np.float32], int]
"""The words of a text: the number of each different one, how often it occurs, and how many words there are in all."""


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
    _numbers: dict[str, int] = field(default_factory=dict[str, int])
    _cuts: dict[str, Cut] = field(default_factory=dict[str, Cut])

    def stale(self, version: int) -> bool:
        """Whether `scores` needs the texts, as they have changed."""
        return self.lexical > 0 and self._version != version

    def update(self, version: int, texts: Sequence[str]) -> None:
        """Index the texts as they are at `version`."""
        former = self._cuts
        self._cuts = {text: former.get(text) or self._cut(text) for text in dict.fromkeys(texts)}
        self._index = _index([self._cuts[text] for text in texts], self._numbers)
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

    def _cut(self, text: str) -> Cut:
        found = Counter(tokens(text))
        numbers = [self._numbers.setdefault(word, len(self._numbers)) for word in found]
        return np.array(numbers, np.int32), np.array(list(found.values()), np.float32), found.total()


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


def _index(cuts: list[Cut], numbers: dict[str, int]) -> Any:
    """The BM25 index of texts, `numbers` giving the number of each word; None where no text has a word."""
    if not any(total for _, _, total in cuts):
        return None
    index = _engine()()
    index.index((cuts, numbers), create_empty_token=False, show_progress=False)
    return index


@cache
def _engine() -> Any:
    """BM25 as bm25s has it, Lucene's form, its weights computed over all texts at once: a tenth of the time."""
    import bm25s  # noqa: PLC0415 - half a second to import: only when something is looked up

    class Engine(bm25s.BM25):  # type: ignore[misc] # bm25s ships no types
        nonoccurrence_array = None

        def build_index_from_ids(self, unique_token_ids: Any, corpus_token_ids: list[Cut], **_: Any) -> dict[str, Any]:
            return _postings(corpus_token_ids, len(unique_token_ids), self.k1, self.b)

    return Engine


def _postings(cuts: list[Cut], words: int, k1: float, b: float) -> dict[str, Any]:
    """The weight of each of `words` words in each text that has it, by word, in the form that bm25s keeps.

    idf = ln(1 + (N - df + 0.5) / (df + 0.5)); weight = idf tf / (tf + k1 (1 - b + b length / mean length)): Kamphuis
    et al., "Which BM25 do you mean?", ECIR 2020.
    """
    word, often = np.concatenate([cut[0] for cut in cuts]), np.concatenate([cut[1] for cut in cuts])
    text = np.repeat(np.arange(len(cuts), dtype=np.int32), [len(cut[0]) for cut in cuts])
    length = np.array([total for _, _, total in cuts])
    having = np.bincount(word, minlength=words)
    idf = np.log(1 + (len(cuts) - having + 0.5) / (having + 0.5)).astype(np.float32)
    damping = k1 * ((1 - b) + b * length / length.mean())
    weight = (idf[word] * (often / (damping[text] + often))).astype(np.float32)
    by_word = np.argsort(word, kind="stable")
    starts = np.concatenate(([0], np.cumsum(having)))
    return {"data": weight[by_word], "indices": text[by_word], "indptr": starts, "num_docs": len(cuts)}
