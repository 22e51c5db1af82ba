"""Unit vectors by fact: dense rows of one matrix, so that a search never walks a list."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memassay.memories.vectors import Matrix, Rows


class VectorIndex:
    """The vectors of a scope's active facts.  The place of a removed row is taken by the last one."""

    def __init__(self) -> None:
        self._matrix = Matrix()
        self._ids: list[str] = []
        self._orders: list[int] = []
        self._row: dict[str, int] = {}
        self._order_array: NDArray[np.int64] | None = None
        self.version = 0
        """Grows with every change: what was made from the index is out of date once it differs."""

    def touch(self) -> None:
        """A fact says something else, though its vector is the same."""
        self.version += 1

    def __len__(self) -> int:
        """How many vectors there are."""
        return len(self._ids)

    @property
    def ids(self) -> tuple[str, ...]:
        """The fact of each row."""
        return tuple(self._ids)

    @property
    def orders(self) -> NDArray[np.int64]:
        """The order of each row's fact, shape (n,): of equals the lower comes first."""
        if self._order_array is None:
            self._order_array = np.array(self._orders, np.int64)
        return self._order_array

    def vector(self, fact_id: str) -> Rows | None:
        """A copy of a fact's vector, shape (dimensions,), or None where it has none."""
        row = self._row.get(fact_id)
        return None if row is None else self._matrix.rows[row].copy()

    def put(self, fact_id: str, vector: Rows, order: int) -> None:
        """Set a fact's unit vector, shape (dimensions,); `order` settles ties."""
        self.version += 1
        row = self._row.get(fact_id)
        if row is not None:
            self._matrix.rows[row] = vector
            return
        self._row[fact_id] = len(self._ids)
        self._ids.append(fact_id)
        self._orders.append(order)
        self._order_array = None
        self._matrix.add(vector[np.newaxis])

    def remove(self, fact_id: str) -> None:
        """Forget a fact's vector; nothing where it has none."""
        row = self._row.pop(fact_id, None)
        if row is None:
            return
        self.version += 1
        self._order_array = None
        moved, order = self._ids.pop(), self._orders.pop()
        if moved != fact_id:
            self._ids[row], self._orders[row], self._row[moved] = moved, order, row
        self._matrix.take(row)

    def cosines(self, vectors: Rows) -> Rows:
        """Cosine of each of m unit vectors with each row, shape (m, n).

        Row by row: a product of matrices gives equal rows unequal cosines, by where they stand, and so unsettles ties.
        """
        if not self._ids:
            return np.zeros((len(vectors), 0), np.float32)
        return np.asarray(np.vecdot(vectors[:, np.newaxis], self._matrix.rows), np.float32)

    def nearest(self, vector: Rows, k: int, floor: float = -1.0) -> list[tuple[str, float]]:
        """At most `k` facts whose cosine with one unit vector is at least `floor`, nearest first."""
        if not self._ids:
            return []
        cosines = self.cosines(vector[np.newaxis])[0]
        rows = best(cosines, self.orders, k)
        return [(self._ids[row], float(cosines[row])) for row in rows if cosines[row] >= floor]


def best(scores: NDArray[np.floating], orders: NDArray[np.int64], k: int) -> list[int]:
    """The positions of the `k` highest scores, shape (n,), highest first, of equals the lower order first."""
    if len(scores) > k:
        least = np.partition(scores, -k)[-k]
        among = np.flatnonzero(scores >= least)
    else:
        among = np.arange(len(scores))
    ranked = among[np.lexsort((orders[among], -scores[among]))]
    return [int(row) for row in ranked[:k]]
