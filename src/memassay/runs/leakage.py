"""A judge for the one lint rule that needs one: does a document give away what a later state is to bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import anyio

from memassay.judges.protocol import Judge, Request, claim_hypothesis
from memassay.models.text import windows
from memassay.types import Document, Fact


def inferable(judge: Judge) -> Callable[[Sequence[tuple[Document, str]]], list[bool]]:
    """Says of each (document, claim), in order, whether the judge gives YES on the document's sentence windows."""

    def ask(pairs: Sequence[tuple[Document, str]]) -> list[bool]:
        premises: dict[str, tuple[Fact, ...]] = {}
        requests = []
        for document, claim in pairs:
            if document.id not in premises:
                texts = windows(document.text)
                premises[document.id] = tuple(Fact(f"w{n}", text) for n, text in enumerate(texts))
            requests.append(Request("entail", claim_hypothesis(claim), premises[document.id]))
        return [verdict.score == 1.0 for verdict in anyio.run(judge.judge, requests)]

    return ask
