"""What a judge is asked and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from memassay.types import Fact, Verdict

Prompt = Literal["entail", "current", "same"]
"""`entail`: do the premises state or imply the hypothesis.  `current`: do they assert it as true now ("moved from
A to B" entails A but does not assert it).  `same`: do they speak of the same subject and attribute."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a judge: a hypothesis against premises (facts of a store, windows of a document, an answer).

    A claim of the gold is a hypothesis whose `stated` is the claim itself; see `claim_hypothesis`.
    """

    prompt: Prompt
    hypothesis: Fact
    premises: tuple[Fact, ...]


def claim_hypothesis(claim: str) -> Fact:
    """A claim as a hypothesis: it states itself."""
    return Fact(id="", statement=claim, stated=((claim, 1.0),))


@dataclass(frozen=True, slots=True)
class JudgeCard:
    """Who judged: name, version (changes whenever verdicts could), kind, and one line on how far to trust it.

    `agreement` is the share of held-out labelled pairs it gets right, three-way, over `pairs` pairs, or None.
    """

    name: str
    version: str
    kind: Literal["identity", "pair", "list"]
    note: str
    agreement: float | None = None
    pairs: int = 0


class Judge(Protocol):
    """Answers requests in order: one verdict each, NO without premises.

    A verdict with score None is an invalid reply; a judge that cannot be reached raises JudgeFailure.
    """

    def card(self) -> JudgeCard:
        """Who judges."""
        ...

    async def judge(self, requests: Sequence[Request]) -> list[Verdict]:
        """One verdict a request."""
        ...


@dataclass(frozen=True, slots=True)
class JudgeFactory:
    """How a registered judge is made: `build(embedder, *, option=...)`; `embedder` is None where none is needed."""

    name: str
    summary: str
    build: Callable[..., Any]
    needs_embedder: bool = False
