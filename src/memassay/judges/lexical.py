"""The judge `lexical`: one premise and one hypothesis at a time, weighed without any language model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memassay.judges.agreement import agreement
from memassay.judges.protocol import JudgeCard, JudgeFactory, Request
from memassay.judges.shelf import Shelf
from memassay.judges.subjects import droppable, same_frame, without
from memassay.models.entailment import CODE, LexicalEntailment, Weighed, code_sha256, parts_of
from memassay.models.protocol import Entailment, Label
from memassay.models.text import clauses
from memassay.types import NO, PARTIAL, YES, Fact, Verdict

NAME = "lexical"
VERSION = "1"
_Key = tuple[str, str, int]
TOP = 5
_PAST = re.compile(
    r"\b(?:used to|formerly|previously|at (?:that|the) time|back then|in the past|(?:was|were|been) retired|no longer"
    r"|not any ?more|any ?more|historically|(?:was|were|had|ran|kept|held|did)\b[^.;]*\buntil)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """What is kept of one weighed pair.

    `alike`: one subject and attribute; `past`: marked as past or given up; `unsaid`: names that the premise may
    leave to its surroundings.
    """

    label: Label
    entail: float
    related: float
    alike: bool
    past: bool
    unsaid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """One premise of a question with what was said of it, put as it is and without the names it leaves unsaid."""

    premise: Fact
    plain: _Said
    said: _Said
    by_parts: tuple[_Said, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    """A request with its nearest premises, the clauses of its hypothesis (none: only one), and all premises' names."""

    prompt: str
    hypothesis: str
    nearest: tuple[Fact, ...]
    parts: tuple[str, ...]
    names: frozenset[str]

    def pairs(self) -> list[tuple[str, str]]:
        """What has to be weighed first."""
        return [(fact.statement, text) for fact in self.nearest for text in (self.hypothesis, *self.parts)]


class LexicalJudge:
    """A pair judge over the five premises nearest to the hypothesis, without a gate (method.md section 2).

    `entail`: any entailed = YES, naming the likeliest; else PARTIAL where a premise gives a part of the hypothesis;
    else NO.  `current`: YES only where a premise entails it and nothing marks it as past or given up.  `same`: YES
    where a premise speaks of the same subject and attribute.  A name that a premise leaves unsaid ("the feed runs on
    Sundays" for "the Tilder feed ...") is taken for given where another premise of the request has it; where none
    has, YES becomes PARTIAL.  Equal questions are worked out once.
    """

    def __init__(self, embedder: Any) -> None:
        """`embedder` must give word vectors too.  Raises UserError where it cannot."""
        self._model = LexicalEntailment(embedder)
        self._embedder = str(embedder.name)
        self._said: dict[tuple[str, str], _Said] = {}
        self._stores: dict[tuple[tuple[str, str], ...], int] = {}
        self._answers: dict[_Key, Verdict] = {}

    def card(self) -> JudgeCard:
        """Who judges, and its agreement with the held-out labelled pairs."""
        figures = agreement(NAME)
        parts = f"{VERSION}/{CODE}/{code_sha256()}/{self._model.weights.sha256}/{self._embedder}"
        version = f"{VERSION}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}"
        return JudgeCard(NAME, version, "pair", figures.note, figures.accuracy, figures.n)

    def classify(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """The four-way label of each (premise, hypothesis)."""
        return self._model.classify(pairs)

    async def judge(self, requests: Sequence[Request]) -> list[Verdict]:
        """One verdict a request, in order; all new texts are embedded in one call."""
        keys = [self._key(request) for request in requests]
        new = {key: request for key, request in zip(keys, requests, strict=True) if key not in self._answers}
        self._answers.update(zip(new, self._answer(new), strict=True))
        return [self._answers[key] for key in keys]

    def _key(self, request: Request) -> _Key:
        """What fixes the answer: prompt, hypothesis, and a number for the premises (ids and texts, in order)."""
        premises = tuple((premise.id, premise.statement) for premise in request.premises)
        return request.prompt, request.hypothesis.statement, self._stores.setdefault(premises, len(self._stores))

    def _answer(self, asked_for: Mapping[_Key, Request]) -> list[Verdict]:
        requests = asked_for.values()
        parts = {request.hypothesis.statement: _parts(request.hypothesis.statement) for request in requests}
        texts = {unit for request in requests for fact in request.premises for unit in parts_of(fact.statement)}
        self._model.read(sorted(texts.union(parts, *parts.values())))
        shelves: dict[int, Shelf] = {}
        asked = []
        for (prompt, hypothesis, store), request in asked_for.items():
            if store not in shelves:
                shelves[store] = Shelf(request.premises, self._model)
            nearest = shelves[store].nearest(hypothesis, TOP)
            several = parts[hypothesis] if prompt == "entail" else ()
            asked.append(_Question(prompt, hypothesis, nearest, several, shelves[store].names))
        self._weigh(pair for question in asked for pair in question.pairs())
        self._weigh(
            (fact.statement, self._put(fact, question.hypothesis)) for question in asked for fact in question.nearest
        )
        return [self._verdict(question) for question in asked]

    def _weigh(self, pairs: Iterable[tuple[str, str]]) -> None:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._said]
        for pair, weighed in zip(new, self._model.weigh(new), strict=True):
            self._said[pair] = self._summary(weighed, pair[1])

    def _summary(self, weighed: Weighed, hypothesis: str) -> _Said:
        entailment, comparison = weighed.entailment, weighed.comparison
        if comparison is None:
            return _Said(entailment.label, 1.0, 1.0, alike=True, past=False)
        clause = " ".join(weighed.premise[start:end] for start, end in comparison.clause.spans)
        given_up = comparison["old_bare"] > 0 or comparison["only_premise_ended"] > 0
        one, other = self._model.reading(weighed.premise), self._model.reading(hypothesis)
        return _Said(
            entailment.label,
            entailment.probabilities["entail"],
            weighed.related,
            alike=weighed.related >= self._model.weights.same_at or same_frame(one, other),
            past=given_up or bool(_PAST.search(clause) and not _PAST.search(hypothesis)),
            unsaid=droppable(one, comparison.clause, other),
        )

    def _put(self, fact: Fact, hypothesis: str) -> str:
        """The hypothesis as put to one premise: without the names that the premise leaves unsaid."""
        unsaid = self._said[fact.statement, hypothesis].unsaid
        return (without(self._model.reading(hypothesis), unsaid) or hypothesis) if unsaid else hypothesis

    def _verdict(self, question: _Question) -> Verdict:
        rows = [
            _Row(
                fact,
                self._said[fact.statement, question.hypothesis],
                self._said[fact.statement, self._put(fact, question.hypothesis)],
                tuple(self._said[fact.statement, part] for part in question.parts),
            )
            for fact in question.nearest
        ]
        if question.prompt == "same":
            return _best(YES, [(row.premise, row.said.related) for row in rows if row.said.alike])
        current = question.prompt == "current"
        entailed = [row for row in rows if row.said.label == "entail" and not (current and row.said.past)]
        named = [row for row in entailed if question.names.issuperset(row.plain.unsaid)]
        if named or current:
            return _best(YES, [(row.premise, row.said.entail) for row in named])
        partly = entailed or [row for row in rows if _gives_part(row)]
        return _best(PARTIAL, [(row.premise, row.said.entail) for row in partly])


def _parts(hypothesis: str) -> tuple[str, ...]:
    several = tuple(clauses(hypothesis))
    return several if len(several) > 1 else ()


def _gives_part(row: _Row) -> bool:
    """Whether a premise gives a part of the hypothesis and does not contradict the rest."""
    entails_one = any(said.label == "entail" for said in row.by_parts)
    return row.said.label == "partial" or (row.said.label == "neutral" and entails_one)


def _best(score: float, candidates: Sequence[tuple[Fact, float]]) -> Verdict:
    """The verdict naming the likeliest premise, the nearest of equals; NO without a candidate."""
    if not candidates:
        return Verdict(NO, judge=NAME)
    return Verdict(score, max(candidates, key=lambda candidate: candidate[1])[0].id, NAME)


FACTORY = JudgeFactory(
    NAME, "word vectors, figures, dates and cues; no language model", LexicalJudge, needs_embedder=True
)
