"""Search for questions: BM25 and cosine over the active facts."""

from __future__ import annotations

from memassay.memories.hybrid import Hybrid
from memassay.memories.reference.store import Store
from memassay.memories.reference.vector_index import best
from memassay.memories.vectors import Rows


class HybridSearch:
    """The search of one scope.  What is retired is in no index, and so is never found."""

    def __init__(self, lexical: float, semantic: float) -> None:
        """The weights of BM25 and of the cosine."""
        self._hybrid = Hybrid(lexical, semantic)

    def find(self, store: Store, query: str, vector: Rows, k: int) -> list[str]:
        """The ids of at most `k` active facts, best first, of equals the older.

        `vector`, shape (dimensions,), is the query's unit vector.
        """
        index = store.index
        if self._hybrid.stale(index.version):
            self._hybrid.update(index.version, [store.fact(fact_id).statement for fact_id in index.ids])
        scores = self._hybrid.scores(query, index.cosines(vector[None])[0])
        ids = index.ids
        return [ids[row] for row in best(scores, index.orders, k)]
