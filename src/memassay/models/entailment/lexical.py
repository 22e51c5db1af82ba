"""The entailment model `lexical`: word vectors, figures, dates and cues, weighed by a fitted logistic regression."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from memassay.errors import InternalError, UserError
from memassay.models.entailment.features import FEATURES, Comparison, compare
from memassay.models.entailment.reading import Reading
from memassay.models.minilm import TokenVectors
from memassay.models.protocol import Entailment, Label, Vectors
from memassay.models.text import sentences, windows
from memassay.types import fold

CODE = "1"
"""Raised whenever the code changes what the same weights say."""
LONG = 60
"""A premise of more words than this is read in windows of one and two sentences."""
_NEAREST = 3


class WordEmbedder(Protocol):
    """An embedder that also gives the vectors of single words."""

    name: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, one row a text."""
        ...

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The words of each text and their unit vectors."""
        ...


@dataclass(frozen=True, slots=True)
class Weights:
    """The fitted numbers: standardisation, coefficients (labels x features), temperature and thresholds."""

    labels: tuple[Label, ...]
    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    coefficients: NDArray[np.float64]
    intercept: NDArray[np.float64]
    temperature: float
    entail_at: float
    same_at: float
    sha256: str

    def probabilities(self, values: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """Softmax of the calibrated scores, shape (pairs, labels)."""
        standard = (values - self.mean) / self.scale
        products = standard[:, None, :] * self.coefficients[None, :, :]  # not `@`: its rounding depends on the batch
        scores = (products.sum(axis=2) + self.intercept) / self.temperature
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)

    def label(self, probabilities: NDArray[np.float64]) -> Label:
        """`entail` only from its threshold on; below it the likeliest of the others."""
        by_label = dict(zip(self.labels, probabilities.tolist(), strict=True))
        if by_label["entail"] >= self.entail_at:
            return "entail"
        return max((label for label in self.labels if label != "entail"), key=lambda label: by_label[label])


@dataclass(frozen=True, slots=True)
class Weighed:
    """One pair judged: the entailment, the chance that it is not neutral, and what was measured (None: same text).

    `premise` is the text that was weighed: the premise, or the window of a long one that decided.
    """

    entailment: Entailment
    related: float
    premise: str
    comparison: Comparison | None


class LexicalEntailment:
    """Says how a premise stands to a hypothesis without any language model.

    The same text, or a sentence of the premise that is the hypothesis, is always `entail`.  Every text is embedded
    and read once per object.
    """

    name = "lexical"

    def __init__(self, embedder: Any, weights: Weights | None = None) -> None:
        """`embedder` must give word vectors too.  Raises UserError where it cannot."""
        if not callable(getattr(embedder, "encode_tokens", None)):
            raise UserError(
                f"entailment `lexical` needs word vectors, which {_name(embedder)} has not: use minilm-int8"
            )
        self._embedder: WordEmbedder = embedder
        self.weights = weights or load_weights()
        self._readings: dict[str, Reading] = {}

    def read(self, texts: Iterable[str]) -> None:
        """Embed all texts not read before, in one call."""
        new = [text for text in dict.fromkeys(texts) if text not in self._readings]
        if not new:
            return
        vectors, tokens = self._embedder.encode(new), self._embedder.encode_tokens(new)
        for text, vector, words in zip(new, vectors, tokens, strict=True):
            self._readings[text] = Reading(text, vector, words)

    def reading(self, text: str) -> Reading:
        """The reading of one text."""
        if text not in self._readings:
            self.read([text])
        return self._readings[text]

    def classify(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """The label of each (premise, hypothesis), with the probability of every label."""
        return [weighed.entailment for weighed in self.weigh(pairs)]

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        """As `classify`, with what was measured.  A long premise counts by its window that says most."""
        self.read(text for premise, hypothesis in pairs for text in (*parts_of(premise), hypothesis))
        jobs: list[tuple[int, str, str]] = []
        found: list[Weighed | None] = [None] * len(pairs)
        for i, (premise, hypothesis) in enumerate(pairs):
            if _states(premise, hypothesis):
                found[i] = Weighed(_certain(), 1.0, premise, None)
            else:
                jobs += [(i, unit, hypothesis) for unit in self._nearest(premise, hypothesis)]
        for (i, *_), weighed in zip(jobs, self._measure(jobs), strict=True):
            known = found[i]
            if known is None or _rank(weighed) > _rank(known):
                found[i] = weighed
        return [weighed for weighed in found if weighed is not None]

    def _nearest(self, premise: str, hypothesis: str) -> list[str]:
        texts = parts_of(premise)
        if len(texts) <= _NEAREST:
            return list(texts)
        vectors = np.stack([self._readings[text].sentence for text in texts])
        cosines = vectors @ self._readings[hypothesis].sentence
        return [texts[i] for i in np.argsort(-cosines, kind="stable")[:_NEAREST]]

    def _measure(self, jobs: Sequence[tuple[int, str, str]]) -> list[Weighed]:
        if not jobs:
            return []
        compared = [compare(self._readings[premise], self._readings[hypothesis]) for _, premise, hypothesis in jobs]
        table = self.weights.probabilities(np.stack([comparison.values for comparison in compared]))
        neutral = self.weights.labels.index("neutral")
        return [
            Weighed(
                Entailment(self.weights.label(row), dict(zip(self.weights.labels, row.tolist(), strict=True))),
                1.0 - float(row[neutral]),
                premise,
                comparison,
            )
            for row, comparison, (_, premise, _) in zip(table, compared, jobs, strict=True)
        ]


def _name(embedder: Any) -> str:
    return str(getattr(embedder, "name", type(embedder).__name__))


def _certain() -> Entailment:
    return Entailment("entail", {"contradict": 0.0, "entail": 1.0, "neutral": 0.0, "partial": 0.0})


def _rank(weighed: Weighed) -> tuple[bool, float]:
    entailment = weighed.entailment
    return entailment.label == "entail", entailment.probabilities["entail"] + 0.5 * entailment.probabilities["partial"]


@cache
def parts_of(premise: str) -> tuple[str, ...]:
    """The texts a premise is read as: itself, or its windows where it is long."""
    if premise.count(" ") < LONG:
        return (premise,)
    return tuple(windows(premise, 2)) or (premise,)


def _states(premise: str, hypothesis: str) -> bool:
    """Whether the hypothesis is the premise, or one of its sentences, letter by letter but for case and the stop."""
    wanted = _bare(hypothesis)
    return bool(wanted) and wanted in _stated(premise)


@cache
def _stated(premise: str) -> frozenset[str]:
    return frozenset(_bare(text) for text in (premise, *sentences(premise)))


@cache
def _bare(text: str) -> str:
    return fold(text).casefold().rstrip(" .;!")


@cache
def code_sha256() -> str:
    """Of the word lists the model reads by; with CODE and the weights they fix what it says."""
    paths = [files("memassay.models").joinpath("data", "words.toml")]
    paths += [files("memassay.models.entailment").joinpath("data", name) for name in ("cues.toml", "units.toml")]
    return hashlib.sha256("".join(path.read_text("utf-8") for path in paths).encode()).hexdigest()


@cache
def load_weights() -> Weights:
    """The weights that come with the package.  Raises InternalError where they were fitted for other features."""
    content = files("memassay.models.entailment").joinpath("data", "lexical.json").read_text("utf-8")
    record = json.loads(content)
    if tuple(record["features"]) != FEATURES:
        raise InternalError("data/lexical.json was fitted for other features: run scripts/fit_lexical.py")
    return weights_from(record, hashlib.sha256(content.encode()).hexdigest())


def weights_from(record: dict[str, Any], sha256: str = "") -> Weights:
    """Weights from their file form (docs/design/judge.md)."""
    return Weights(
        tuple(record["labels"]),
        np.array(record["mean"]),
        np.array(record["scale"]),
        np.array(record["coefficients"]),
        np.array(record["intercept"]),
        float(record["temperature"]),
        float(record["entail_at"]),
        float(record["same_at"]),
        sha256,
    )
