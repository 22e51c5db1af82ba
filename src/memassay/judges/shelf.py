"""The premises of a request, read: which of them are nearest to a hypothesis, and which names they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from memassay.models.entailment import LexicalEntailment, parts_of
from memassay.types import Fact


class Shelf:
    """Premises with the vectors of their units: one a premise, or one a window of a long premise."""

    def __init__(self, premises: Sequence[Fact], model: LexicalEntailment) -> None:
        """Read the premises with the model's readings."""
        self._premises = tuple(premises)
        rows = [(i, unit) for i, premise in enumerate(premises) for unit in parts_of(premise.statement)]
        self._readings = readings = [model.reading(unit) for _, unit in rows]
        self._owners = np.array([i for i, _ in rows], np.intp)
        self._vectors = np.stack([reading.sentence for reading in readings]) if readings else None
        self._model = model

    def has_names(self, stems: Iterable[str]) -> bool:
        """Whether each of these stems is that of a name in some premise."""
        wanted = set(stems)
        for reading in self._readings:
            if not wanted:
                break
            wanted -= reading.has_names(wanted)
        return not wanted

    def nearest(self, hypothesis: str, count: int) -> tuple[Fact, ...]:
        """At most `count` premises: by the cosine of their nearest unit down, then by id."""
        if self._vectors is None:
            return ()
        cosines = np.full(len(self._premises), -2.0, np.float32)
        np.maximum.at(cosines, self._owners, self._vectors @ self._model.reading(hypothesis).sentence)
        order = sorted(range(len(cosines)), key=lambda i: (-round(float(cosines[i]), 6), self._premises[i].id))
        return tuple(self._premises[i] for i in order[:count])
