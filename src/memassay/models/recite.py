"""The answerer `recite`: every fact handed over, word for word; what it says depends on no threshold."""

from __future__ import annotations

from collections.abc import Sequence

from memassay.models.protocol import AnswererFactory, Embedder
from memassay.types import Answer, Fact, Question

REFUSAL = "I don't have that information"


class Recite:
    """Recites all facts in the order given: for the judge `exact`, whose figures must not depend on a gate."""

    name = "recite"

    async def answer(self, question: Question, facts: Sequence[Fact]) -> Answer:  # noqa: ARG002 - whatever is asked
        """All statements as sentences; a refusal without any fact."""
        return Answer(joined(facts), tuple(facts)) if facts else Answer(REFUSAL)


def joined(facts: Sequence[Fact]) -> str:
    """The statements one after another, each ending like a sentence."""
    return " ".join(_sentence(fact.statement.strip()) for fact in facts)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "”", '"')) else f"{text}."


def _build(_embedder: Embedder | None = None) -> Recite:
    return Recite()


FACTORY = AnswererFactory("recite", "all facts handed over, word for word", _build)
