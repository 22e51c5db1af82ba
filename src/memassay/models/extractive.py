"""The answerer `extractive`: repeats the facts that bear on the question, or says that it has none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memassay.models.protocol import AnswererFactory, Embedder
from memassay.models.recite import REFUSAL, joined
from memassay.types import Answer, Fact, Question

MOST = 3


class Extractive:
    """At most three of the facts handed over, nearest first, whose cosine to the question exceeds the embedder's gate.

    It cannot reason and cannot make up for what memory lacks (method.md section 4).
    """

    name = "extractive"

    def __init__(self, embedder: Embedder) -> None:
        """`embedder` gives the cosines and, by its `question_gate`, what bears on a question."""
        self._embedder = embedder

    async def answer(self, question: Question, facts: Sequence[Fact]) -> Answer:
        """Their statements as sentences; a refusal that names no fact where none bears on the question."""
        vectors = self._embedder.encode([question.text, *(fact.statement for fact in facts)])
        cosines = vectors[1:] @ vectors[0]
        nearest = np.argsort(-cosines, kind="stable")[:MOST]
        chosen = tuple(facts[i] for i in nearest if cosines[i] > self._embedder.question_gate)
        return Answer(joined(chosen), chosen) if chosen else Answer(REFUSAL)


FACTORY = AnswererFactory("extractive", "the nearest facts, word for word", Extractive, needs_embedder=True)
