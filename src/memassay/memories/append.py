"""`append`: every sentence of every document is a fact for ever.  What add-only memories do, without a model.

Search is cosine, top k.  Nothing is merged, so a sentence said twice is two facts.
"""

from __future__ import annotations

from memassay.memories.ledger import Shelf
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.memories.statements import statements
from memassay.memories.vectors import Embedded
from memassay.types import Capabilities, Document, Retrieval, Snapshot


class Append(Shelf[Embedded]):
    """A store that only grows."""

    def __init__(self, context: MemoryContext) -> None:
        super().__init__(Embedded)
        self._embedder = context.embedder

    async def ingest(self, document: Document, *, scope: str) -> None:
        """One observation and one fact for each statement."""
        book = self.book(scope)
        said = statements(document)
        if not said:
            return
        book.matrix.add(self._embedder.encode(said))
        for statement in said:
            observation = book.observe(statement, document)
            book.create(statement, document, support=(observation.id,))

    async def snapshot(self, *, scope: str) -> Snapshot:
        """All facts, counted by the rows of the matrix."""
        book = self.peek(scope)
        return Snapshot(tuple(book.facts.values()), count=len(book.matrix))

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
        """The `k` facts nearest to the query by cosine."""
        book = self.peek(scope)
        return book.best(book.matrix.cosines(self._embedder.encode([query]))[0], k)

    def describe(self) -> Capabilities:
        """Observations, a log of creates, histories of one revision, authors; no confidence."""
        return Capabilities(observations=True, operations=True, history=True, authors=True, design="add-only")


FACTORY = MemoryFactory("append", "sentences as facts, never updated", Append, needs_embedder=True)
