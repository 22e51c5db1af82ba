"""What a model must do to be used here: turn texts into vectors, or say whether one text entails another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from memassay.types import Answer, Fact, Question

Vectors = NDArray[np.float32]
Label = Literal["entail", "partial", "contradict", "neutral"]


class Embedder(Protocol):
    """Texts to unit vectors.

    `encode` returns an array of shape (len(texts), dimensions), float32, each row of length 1; the same text
    always gives the same vector, whatever stands beside it.  `question_gate` is the cosine above which a
    retrieved statement is taken to bear on a question (fitted, see docs/design/judge.md).
    """

    name: str
    dimensions: int
    question_gate: float

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text."""
        ...


@dataclass(frozen=True, slots=True)
class Entailment:
    """How a premise stands to a hypothesis: the label, and the probability of each label (they add up to 1)."""

    label: Label
    probabilities: dict[Label, float]


class EntailmentModel(Protocol):
    """One premise, one hypothesis: entail, partial, contradict or neutral."""

    name: str

    def classify(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """How each (premise, hypothesis) stands."""
        ...


class Answerer(Protocol):
    """Writes an answer to a question from the facts handed to it, and from nothing else."""

    name: str

    async def answer(self, question: Question, facts: Sequence[Fact]) -> Answer:
        """The answer, and the facts it was written from."""
        ...


@dataclass(frozen=True, slots=True)
class AnswererFactory:
    """How a registered answerer is made: `build(embedder)` where it needs an embedder (`embedder` may be None else)."""

    name: str
    summary: str
    build: Any
    needs_embedder: bool = False
