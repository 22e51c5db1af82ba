"""Vectors of one scope as one growing matrix, and a ledger that has such a matrix beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from memassay.memories.ledger import Ledger
from memassay.types import Fact, Retrieval

Rows = NDArray[np.float32]


class Matrix:
    """Unit vectors as rows, added at the end; room is doubled, so adding n rows costs O(n)."""

    def __init__(self) -> None:
        self._rows: Rows = np.zeros((0, 0), np.float32)
        self._used = 0

    def __len__(self) -> int:
        """How many rows there are."""
        return self._used

    @property
    def rows(self) -> Rows:
        """All rows, shape (n, dimensions); a view that is good until the next `add`."""
        return self._rows[: self._used]

    def add(self, vectors: Rows) -> None:
        """Put the rows of `vectors`, shape (m, dimensions), behind the last."""
        needed = self._used + len(vectors)
        if needed > len(self._rows):
            grown = np.zeros((max(needed, 2 * len(self._rows)), vectors.shape[1]), np.float32)
            if self._used:
                grown[: self._used] = self.rows
            self._rows = grown
        self._rows[self._used : needed] = vectors
        self._used = needed

    def put(self, row: int, vector: Rows) -> None:
        """Replace one row by `vector`, scaled to length 1."""
        self._rows[row] = vector / max(float(np.linalg.norm(vector)), 1e-12)

    def take(self, row: int) -> None:
        """Remove one row; the last one takes its place."""
        self._used -= 1
        self._rows[row] = self._rows[self._used]

    def cosines(self, vectors: Rows) -> Rows:
        """Cosine of each of m unit vectors with each row, shape (m, n)."""
        if not self._used:
            return np.zeros((len(vectors), 0), np.float32)
        return vectors @ self.rows.T


@dataclass(slots=True)
class Embedded(Ledger):
    """A ledger whose n-th fact has the n-th row of `matrix`: facts are added or changed, never dropped."""

    matrix: Matrix = field(default_factory=Matrix)

    def best(self, scores: NDArray[np.floating], k: int) -> Retrieval:
        """The `k` facts with the highest scores, shape (n,), best first; of equals the older."""
        facts: list[Fact] = list(self.facts.values())
        order = np.argsort(-scores, kind="stable")[:k]
        return Retrieval(tuple(facts[row] for row in order))
