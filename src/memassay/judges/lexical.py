"""The judge `lexical`: one premise and one hypothesis at a time, weighed without any language model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memassay.judges.agreement import agreement
from memassay.judges.given import droppable, names_of, without
from memassay.judges.protocol import JudgeCard, JudgeFactory, Request
from memassay.models.entailment import CODE, LexicalEntailment, Weighed, parts_of
from memassay.models.protocol import Entailment, Label
from memassay.models.text import clauses
from memassay.types import NO, PARTIAL, YES, Fact, Verdict

NAME = "lexical"
VERSION = "1"
TOP = 5
_PAST = re.compile(
    r"\b(?:used to|formerly|previously|at (?:that|the) time|back then|in the past|(?:was|were|been) retired|no longer"
    r"|not any ?more|any ?more|historically|(?:was|were|had|ran|kept|held|did)\b[^.;]*\buntil)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """What is kept of one weighed pair; `unsaid` are names that the premise may leave to its surroundings."""

    label: Label
    entail: float
    related: float
    past: bool
    unsaid: tuple[str, ...]


@dataclass(slots=True)
class _Shelf:
    """The premises of a request, read: one row a unit, which premise each unit is of, and all names."""

    vectors: NDArray[np.float32]
    owners: NDArray[np.intp]
    names: frozenset[str]


@dataclass(slots=True)
class _Question:
    """A request with its nearest premises; `wording` is how the hypothesis is put to each, `parts` its clauses."""

    request: Request
    nearest: tuple[Fact, ...]
    parts: tuple[str, ...]
    names: frozenset[str]
    wording: list[str] = field(default_factory=list[str])


class LexicalJudge:
    """A pair judge over the five premises nearest to the hypothesis, without a gate (method.md section 2).

    `entail`: any entailed = YES, naming the likeliest; else PARTIAL where a premise gives a part of the hypothesis;
    else NO.  `current`: YES only where a premise entails it and nothing marks it as past or given up.  `same`: YES
    where a premise speaks of the same subject and attribute.  Equal questions are worked out once.
    """

    def __init__(self, embedder: Any) -> None:
        """`embedder` must give word vectors too.  Raises UserError where it cannot."""
        self._model = LexicalEntailment(embedder)
        self._embedder = str(embedder.name)
        self._said: dict[tuple[str, str], _Said] = {}
        self._answers: dict[tuple[str, str, tuple[tuple[str, str], ...]], Verdict] = {}

    def card(self) -> JudgeCard:
        """Who judges, and its agreement with the held-out labelled pairs."""
        figures = agreement(NAME)
        parts = f"{VERSION}/{CODE}/{self._model.weights.sha256}/{self._embedder}"
        version = f"{VERSION}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}"
        return JudgeCard(NAME, version, "pair", figures.note, figures.accuracy, figures.n)

    def classify(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """The four-way label of each (premise, hypothesis)."""
        return self._model.classify(pairs)

    async def judge(self, requests: Sequence[Request]) -> list[Verdict]:
        """One verdict a request, in order; all new texts are embedded in one call."""
        keys = [_key(request) for request in requests]
        new = {key: request for key, request in zip(keys, requests, strict=True) if key not in self._answers}
        for key, verdict in zip(new, self._answer(list(new.values())), strict=True):
            self._answers[key] = verdict
        return [self._answers[key] for key in keys]

    def _answer(self, requests: Sequence[Request]) -> list[Verdict]:
        texts = {unit for request in requests for premise in request.premises for unit in parts_of(premise.statement)}
        parts = {request.hypothesis.statement: tuple(clauses(request.hypothesis.statement)) for request in requests}
        self._model.read(sorted(texts.union(parts, *(several for several in parts.values() if len(several) > 1))))
        shelves: dict[tuple[str, ...], _Shelf] = {}
        asked = []
        for request in requests:
            several = parts[request.hypothesis.statement]
            shelf = self._shelf(request.premises, shelves)
            nearest = self._nearest(request, shelf)
            asked.append(_Question(request, nearest, several if len(several) > 1 else (), shelf.names))
        self._weigh(
            (premise.statement, one)
            for question in asked
            for premise in question.nearest
            for one in _wordings(question)
        )
        for question in asked:
            question.wording = [self._wording(question, premise) for premise in question.nearest]
        self._model.read(sorted({text for question in asked for text in question.wording}))
        self._weigh(
            (premise.statement, text)
            for question in asked
            for premise, text in zip(question.nearest, question.wording, strict=True)
        )
        return [self._verdict(question) for question in asked]

    def _nearest(self, request: Request, shelf: _Shelf) -> tuple[Fact, ...]:
        """The premises nearest to the hypothesis: by cosine (of its nearest unit) down, then by id."""
        cosines = np.full(len(request.premises), -2.0, np.float32)
        np.maximum.at(cosines, shelf.owners, shelf.vectors @ self._model.reading(request.hypothesis.statement).sentence)
        order = sorted(range(len(cosines)), key=lambda i: (-round(float(cosines[i]), 6), request.premises[i].id))
        return tuple(request.premises[i] for i in order[:TOP])

    def _shelf(self, premises: Sequence[Fact], shelves: dict[tuple[str, ...], _Shelf]) -> _Shelf:
        key = tuple(premise.statement for premise in premises)
        if key not in shelves:
            rows = [(i, self._model.reading(unit)) for i, statement in enumerate(key) for unit in parts_of(statement)]
            vectors = [reading.sentence for _, reading in rows]
            shelves[key] = _Shelf(
                np.stack(vectors) if vectors else np.zeros((0, 1), np.float32),
                np.array([i for i, _ in rows], np.intp),
                names_of(reading for _, reading in rows),
            )
        return shelves[key]

    def _weigh(self, pairs: Iterable[tuple[str, str]]) -> None:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._said]
        for pair, weighed in zip(new, self._model.weigh(new), strict=True):
            self._said[pair] = self._summary(weighed, pair[1])

    def _summary(self, weighed: Weighed, hypothesis: str) -> _Said:
        entailment, comparison = weighed.entailment, weighed.comparison
        if comparison is None:
            return _Said(entailment.label, 1.0, 1.0, past=False, unsaid=())
        clause = " ".join(weighed.premise[start:end] for start, end in comparison.clause.spans)
        past = comparison["old_bare"] > 0 or comparison["only_premise_ended"] > 0
        past = past or bool(_PAST.search(clause) and not _PAST.search(hypothesis))
        unsaid = droppable(self._model.reading(weighed.premise), comparison.clause, self._model.reading(hypothesis))
        return _Said(entailment.label, entailment.probabilities["entail"], weighed.related, past, unsaid)

    def _wording(self, question: _Question, premise: Fact) -> str:
        """The hypothesis as put to one premise: without the names of its subject that the premise leaves unsaid."""
        hypothesis = question.request.hypothesis.statement
        unsaid = self._said[premise.statement, hypothesis].unsaid
        return without(self._model.reading(hypothesis), unsaid) or hypothesis if unsaid else hypothesis

    def _verdict(self, question: _Question) -> Verdict:
        prompt, hypothesis = question.request.prompt, question.request.hypothesis.statement
        rows = list(zip(question.nearest, question.wording, strict=True))
        said = {premise: self._said[premise.statement, text] for premise, text in rows}
        if prompt == "same":
            return _best(
                YES, [(p, one.related) for p, one in said.items() if one.related >= self._model.weights.same_at]
            )
        entailed = [
            (p, one) for p, one in said.items() if one.label == "entail" and not (prompt == "current" and one.past)
        ]
        full = [
            (p, one.entail)
            for p, one in entailed
            if question.names.issuperset(self._said[p.statement, hypothesis].unsaid)
        ]
        if full or prompt == "current":
            return _best(YES, full)
        less = [(p, one.entail) for p, one in entailed]
        return _best(
            PARTIAL, less or [(p, one.entail) for p, one in said.items() if self._gives_part(p, one, question.parts)]
        )

    def _gives_part(self, premise: Fact, said: _Said, parts: Sequence[str]) -> bool:
        if said.label != "partial" and said.label != "neutral":
            return False
        return said.label == "partial" or any(self._said[premise.statement, part].label == "entail" for part in parts)


def _wordings(question: _Question) -> tuple[str, ...]:
    parts = question.parts if question.request.prompt == "entail" else ()
    return (question.request.hypothesis.statement, *parts)


def _best(score: float, candidates: Sequence[tuple[Fact, float]]) -> Verdict:
    """The verdict naming the likeliest premise, the nearest of equals; NO without a candidate."""
    if not candidates:
        return Verdict(NO, judge=NAME)
    return Verdict(score, max(candidates, key=lambda candidate: candidate[1])[0].id, NAME)


def _key(request: Request) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    premises = tuple((premise.id, premise.statement) for premise in request.premises)
    return request.prompt, request.hypothesis.statement, premises


FACTORY = JudgeFactory(
    NAME, "word vectors, figures, dates and cues; no language model", LexicalJudge, needs_embedder=True
)
