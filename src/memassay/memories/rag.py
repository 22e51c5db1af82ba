"""Baseline `rag`: chunks of about 120 words and a hybrid search.

A chunk's score is 0.3 BM25 + 0.7 cosine, each min-max normalised over the store.
"""

from __future__ import annotations

from collections.abc import Iterator

from memassay.memories.hybrid import Hybrid
from memassay.memories.ledger import Shelf
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.memories.vectors import Embedded
from memassay.types import Capabilities, Document, Retrieval, Snapshot

CHUNK_WORDS = 120


class Rag(Shelf[Embedded]):
    """One fact a chunk."""

    def __init__(self, context: MemoryContext) -> None:
        super().__init__(Embedded)
        self._embedder = context.embedder
        self._indexes: dict[str, Hybrid] = {}

    async def ingest(self, document: Document, *, scope: str) -> None:
        """Cut the document at sentence ends and keep the chunks."""
        book = self.book(scope)
        pieces = list(chunks(document.text))
        if not pieces:
            return
        book.matrix.add(self._embedder.encode(pieces))
        for piece in pieces:
            book.create(piece, document)

    async def snapshot(self, *, scope: str) -> Snapshot:
        """All chunks, counted by the rows of the matrix."""
        book = self.peek(scope)
        return Snapshot(tuple(book.facts.values()), count=len(book.matrix))

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
        """The `k` chunks with the best mixed score."""
        book = self.peek(scope)
        if not book.facts:
            return Retrieval(())
        search = self._indexes.setdefault(scope, Hybrid())
        if search.stale(len(book.facts)):
            search.update(len(book.facts), [fact.statement for fact in book.facts.values()])
        return book.best(search.scores(query, book.matrix.cosines(self._embedder.encode([query]))[0]), k)

    async def reset(self, *, scope: str) -> None:
        """Forget the scope and its index."""
        self._indexes.pop(scope, None)
        await super().reset(scope=scope)

    def describe(self) -> Capabilities:
        """Authors, and a log of creates; chunks are not observations."""
        return Capabilities(operations=True, history=True, authors=True, design="add-only")


def chunks(text: str) -> Iterator[str]:
    """Whole sentences until a chunk has 120 words; a longer sentence is a chunk of its own, the last may be short."""
    from memassay.models.text import sentences  # noqa: PLC0415 - loads a sentence model: only when a text is cut

    open_chunk: list[str] = []
    length = 0
    for sentence in sentences(text):
        words = len(sentence.split())
        if open_chunk and length + words > CHUNK_WORDS:
            yield " ".join(open_chunk)
            open_chunk, length = [], 0
        open_chunk.append(sentence)
        length += words
    if open_chunk:
        yield " ".join(open_chunk)


FACTORY = MemoryFactory("rag", "baseline: chunks with hybrid search", Rag, kind="baseline", needs_embedder=True)
