"""The judge `exact`: identity of claims, for control systems whose facts carry the claims they state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memassay.judges.protocol import JudgeCard, JudgeFactory, Request
from memassay.types import NO, PARTIAL, YES, Fact, Verdict, fold

NAME = "exact"
VERSION = "1"


class ExactJudge:
    """Reads only what facts say in `stated`, never their text (method.md section 2).

    A hypothesis is entailed where every claim it states with YES is stated with YES by some premise, the premises
    taken together.  PARTIAL: the weakest of them is stated with PARTIAL, or some but not all with YES.  A hypothesis
    that states claims with PARTIAL only is entailed where each of them is stated at least with PARTIAL.  A
    hypothesis without stated claims is never entailed.
    """

    def card(self) -> JudgeCard:
        """Name and version; there is no agreement with people to report."""
        return JudgeCard(NAME, VERSION, "identity", "identity of claims: for control systems only")

    async def judge(self, requests: Sequence[Request]) -> list[Verdict]:
        """One verdict a request, in order."""
        return [_same(request) if request.prompt == "same" else _entailed(request) for request in requests]


def _entailed(request: Request) -> Verdict:
    stated = _stated(request.hypothesis)
    firm = [claim for claim, value in stated.items() if value == YES]
    wanted, full = (firm, YES) if firm else (list(stated), PARTIAL)
    if not wanted or not request.premises:
        return Verdict(NO, judge=NAME)
    premises = [_stated(premise) for premise in request.premises]
    support = [max(premise.get(claim, NO) for premise in premises) for claim in wanted]
    if min(support) >= full:
        score = YES
    elif min(support) == PARTIAL or any(value >= full for value in support):
        score = PARTIAL
    else:
        return Verdict(NO, judge=NAME)
    totals = [sum(premise.get(claim, NO) for claim in wanted) for premise in premises]
    return Verdict(score, request.premises[totals.index(max(totals))].id, NAME)


def _same(request: Request) -> Verdict:
    claims = _stated(request.hypothesis).keys()
    for premise in request.premises:
        if claims & _stated(premise).keys():
            return Verdict(YES, premise.id, NAME)
    return Verdict(NO, judge=NAME)


def _stated(fact: Fact) -> dict[str, float]:
    """Folded claim -> the highest value the fact states it with."""
    found: dict[str, float] = {}
    for claim, value in fact.stated:
        key = fold(claim)
        found[key] = max(value, found.get(key, NO))
    return found


def _build(_embedder: Any = None) -> ExactJudge:
    return ExactJudge()


FACTORY = JudgeFactory(NAME, "identity of claims, for control systems only", _build)
