"""The judge `lexical`: one premise and one hypothesis at a time, weighed without any language model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True, eq=False)
class _Said:
    """What was said of one weighed pair; what only some prompts ask for is worked out when asked."""

    weighed: Weighed
    hypothesis: str
    model: LexicalEntailment

    @property
    def label(self) -> Label:
        """The likeliest label."""
        return self.weighed.entailment.label

    @property
    def entail(self) -> float:
        """The chance of `entail`."""
        return 1.0 if self.weighed.comparison is None else self.weighed.entailment.probabilities["entail"]

    @cached_property
    def alike(self) -> bool:
        """One subject and attribute."""
        if self.weighed.comparison is None or self.weighed.related >= self.model.weights.same_at:
            return True
        return same_frame(self.model.reading(self.weighed.premise), self.model.reading(self.hypothesis))

    @cached_property
    def past(self) -> bool:
        """Marked as past or given up."""
        comparison = self.weighed.comparison
        if comparison is None:
            return False
        if comparison["old_bare"] > 0 or comparison["only_premise_ended"] > 0:
            return True
        clause = " ".join(self.weighed.premise[start:end] for start, end in comparison.clause.spans)
        return bool(_PAST.search(clause) and not _PAST.search(self.hypothesis))

    @cached_property
    def unsaid(self) -> tuple[str, ...]:
        """Names that the premise may leave to its surroundings."""
        comparison = self.weighed.comparison
        if comparison is None:
            return ()
        one, other = self.model.reading(self.weighed.premise), self.model.reading(self.hypothesis)
        return droppable(one, comparison.clause, other)

    @cached_property
    def put(self) -> str:
        """The hypothesis without those names."""
        left = without(self.model.reading(self.hypothesis), self.unsaid) if self.unsaid else ""
        return left or self.hypothesis


@dataclass(frozen=True, slots=True)
class _Question:
    """A request with its nearest premises and all its premises."""

    prompt: str
    hypothesis: str
    nearest: tuple[Fact, ...]
    shelf: Shelf

    def given(self, said: _Said) -> bool:
        """Whether some premise has the names that one of them leaves unsaid."""
        return self.shelf.has_names(said.unsaid)


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
        """One verdict a request, in order; premises and hypotheses are embedded in one call."""
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
        texts = {unit for request in requests for fact in request.premises for unit in parts_of(fact.statement)}
        self._model.read(sorted(texts.union(request.hypothesis.statement for request in requests)))
        shelves: dict[int, Shelf] = {}
        asked = []
        for (prompt, hypothesis, store), request in asked_for.items():
            if store not in shelves:
                shelves[store] = Shelf(request.premises, self._model)
            asked.append(_Question(prompt, hypothesis, shelves[store].nearest(hypothesis, TOP), shelves[store]))
        self._weigh((fact.statement, question.hypothesis) for question in asked for fact in question.nearest)
        return self._verdicts(asked)

    def _verdicts(self, asked: Sequence[_Question]) -> list[Verdict]:
        """Wordings that can only make a PARTIAL of a NO are weighed for the questions still open at that point."""
        self._weigh(self._put(fact, q) for q in asked for fact in self._naming(q))
        unnamed = [q for q in asked if q.prompt == "entail" and not self._entailing(q, self._naming(q))]
        self._weigh(self._put(fact, q) for q in unnamed for fact in q.nearest)
        bare = [q for q in unnamed if not self._entailing(q, q.nearest)]
        self._weigh((fact.statement, part) for q in bare for fact in self._neutral(q) for part in _parts(q.hypothesis))
        return [self._verdict(question) for question in asked]

    def _weigh(self, pairs: Iterable[tuple[str, str]]) -> None:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._said]
        for pair, weighed in zip(new, self._model.weigh(new), strict=True):
            self._said[pair] = _Said(weighed, pair[1], self._model)

    def _put(self, fact: Fact, question: _Question) -> tuple[str, str]:
        """The pair as put to one premise: the hypothesis without the names that the premise leaves unsaid."""
        return fact.statement, self._said[fact.statement, question.hypothesis].put

    def _naming(self, question: _Question) -> list[Fact]:
        """The nearest premises whose unsaid names are given; for `same`, which asks for no names, all of them."""
        every = question.prompt == "same"
        return [
            fact
            for fact in question.nearest
            if every or question.given(self._said[fact.statement, question.hypothesis])
        ]

    def _entailing(self, question: _Question, premises: Iterable[Fact]) -> list[Fact]:
        said = [(fact, self._said[self._put(fact, question)]) for fact in premises]
        current = question.prompt == "current"
        return [fact for fact, one in said if one.label == "entail" and not (current and one.past)]

    def _neutral(self, question: _Question) -> list[Fact]:
        return [fact for fact in question.nearest if self._said[self._put(fact, question)].label == "neutral"]

    def _verdict(self, question: _Question) -> Verdict:
        nearest = question.nearest
        if question.prompt == "same":
            said = [(fact, self._said[self._put(fact, question)]) for fact in nearest]
            return _best(YES, [(fact, one.weighed.related) for fact, one in said if one.alike])
        named = self._entailing(question, self._naming(question))
        if named or question.prompt == "current":
            return self._likeliest(YES, question, named)
        partly = self._entailing(question, nearest) or [fact for fact in nearest if self._gives_part(fact, question)]
        return self._likeliest(PARTIAL, question, partly)

    def _likeliest(self, score: float, question: _Question, premises: Iterable[Fact]) -> Verdict:
        return _best(score, [(fact, self._said[self._put(fact, question)].entail) for fact in premises])

    def _gives_part(self, fact: Fact, question: _Question) -> bool:
        """Whether a premise gives a part of the hypothesis and does not contradict the rest."""
        label = self._said[self._put(fact, question)].label
        if label != "neutral":
            return label == "partial"
        return any(self._said[fact.statement, part].label == "entail" for part in _parts(question.hypothesis))


def _parts(hypothesis: str) -> tuple[str, ...]:
    """The clauses of a hypothesis; none where it is one clause."""
    several = tuple(clauses(hypothesis))
    return several if len(several) > 1 else ()


def _best(score: float, candidates: Sequence[tuple[Fact, float]]) -> Verdict:
    """The verdict naming the likeliest premise, the nearest of equals; NO without a candidate."""
    if not candidates:
        return Verdict(NO, judge=NAME)
    return Verdict(score, max(candidates, key=lambda candidate: candidate[1])[0].id, NAME)


FACTORY = JudgeFactory(
    NAME, "word vectors, figures, dates and cues; no language model", LexicalJudge, needs_embedder=True
)
