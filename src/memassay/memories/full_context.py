"""Baseline `full-context`: no memory at all, every document goes to the answerer.  Documents are the facts."""

from __future__ import annotations

from memassay.memories.ledger import Ledger, Shelf
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.types import Capabilities, Document, Retrieval

NOTE = "exempt from retrieve: it hands over every document, whatever k"


class FullContext(Shelf[Ledger]):
    """One fact a document, its text as it came."""

    def __init__(self, context: MemoryContext) -> None:
        super().__init__(Ledger)
        self._context = context

    async def ingest(self, document: Document, *, scope: str) -> None:
        """Keep the document."""
        self.book(scope).create(document.text, document)

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:  # noqa: ARG002 - whatever is asked
        """Every document, in the order in which they came."""
        return Retrieval(tuple(self.peek(scope).facts.values()))

    def describe(self) -> Capabilities:
        """Authors, and a log of creates; documents are not observations."""
        return Capabilities(operations=True, history=True, authors=True, design="add-only", note=NOTE)


FACTORY = MemoryFactory(
    "full-context", "baseline: all documents to the answerer", FullContext, kind="baseline", note=NOTE
)
