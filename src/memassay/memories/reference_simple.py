"""`reference-simple`: a small merging memory without a language model.

Sentences are observations.  Each goes to the nearest fact that stood before the document; where their cosine
reaches `merge` it joins that fact, else it makes a new one.  Joining is one of three things:

- the same sentence, or a near-duplicate (four words in five in common, or a cosine of 0.87) with the very same figures
  and names: `reinforce`, confidence + 0.1;
- the same sentence frame (half or more of the words in common) with another word or figure in it: the newer sentence
  replaces the older, `supersede`, since two values in one frame are most often an old and a new one;
- anything else: the newer sentence is put behind, `update`.

A document never replaces what it said itself: a second sentence for the same fact is put behind.  A fact's vector is
the running mean of the vectors of its sentences.

The default of `merge` was chosen on thirty pairs of sentences written for the purpose (minilm-int8): at 0.7 all six
restated sentences and four of six changed values join, none of six further details and of six unrelated sentences
does, and two of six sentences about a sibling subject wrongly do; 0.6 would join all changed values and three siblings.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from memassay.errors import UserError
from memassay.memories.joining import joining
from memassay.memories.ledger import Shelf
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.memories.statements import statements
from memassay.memories.vectors import Embedded, Rows
from memassay.types import Capabilities, Document, Fact, Observation, OperationKind, Retrieval, Snapshot

MERGE = 0.7
START = 0.6
STEP = 0.1


@dataclass(slots=True)
class Book(Embedded):
    """A scope's ledger; `parts` are the sentences each fact is made of."""

    parts: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


@dataclass(frozen=True, slots=True)
class Heard:
    """A new sentence: as observation, its unit vector, shape (dimensions,), and the document it is from."""

    observation: Observation
    vector: Rows
    document: Document


class ReferenceSimple(Shelf[Book]):
    """Sentence extraction, nearest-neighbour merge, cosine search."""

    def __init__(self, embedder: Any, merge: float) -> None:
        super().__init__(Book)
        self._embedder, self._merge = embedder, merge

    async def ingest(self, document: Document, *, scope: str) -> None:
        """Take in the document's statements, embedded in one call, one after another."""
        book = self.book(scope)
        said = statements(document)
        if not said:
            return
        vectors: Rows = self._embedder.encode(said)
        near = _nearest(book.matrix.cosines(vectors), self._merge)
        ids = list(book.facts)
        touched: set[int] = set()
        for statement, vector, row in zip(said, vectors, near, strict=True):
            heard = Heard(book.observe(statement, document), vector, document)
            if row is None:
                _create(book, heard)
            else:
                _join(book, ids[row], row, heard, fresh=row not in touched)
                touched.add(row)

    async def snapshot(self, *, scope: str) -> Snapshot:
        """All facts, counted by the rows of the matrix."""
        book = self.peek(scope)
        return Snapshot(tuple(book.facts.values()), count=len(book.matrix))

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
        """The `k` facts nearest to the query by cosine."""
        book = self.peek(scope)
        return book.best(book.matrix.cosines(self._embedder.encode([query]))[0], k)

    def describe(self) -> Capabilities:
        """Everything but dispute marks."""
        return Capabilities(
            observations=True, operations=True, history=True, confidence=True, authors=True, design="merging"
        )


def _create(book: Book, heard: Heard) -> None:
    document = heard.document
    fact = Fact(
        id=book.new_id(),
        statement=heard.observation.statement,
        confidence=START,
        authors=(document.author,) if document.author else (),
        support=(heard.observation.id,),
        created=document.timestamp,
        updated=document.timestamp,
    )
    book.parts[fact.id] = [fact.statement]
    book.matrix.add(heard.vector[np.newaxis])
    book.write(fact, "create", document)


def _join(book: Book, fact_id: str, row: int, heard: Heard, *, fresh: bool) -> None:
    fact, document = book.facts[fact_id], heard.document
    cosine = float(heard.vector @ book.matrix.rows[row])
    kind, parts = joining(book.parts[fact_id], heard.observation.statement, cosine, fresh=fresh)
    if kind != "reinforce":
        book.matrix.put(row, heard.vector + (len(parts) - 1) * book.matrix.rows[row])
    book.parts[fact_id] = parts
    changed = replace(
        fact,
        statement=" ".join(parts),
        confidence=_confidence(fact, kind),
        authors=tuple(dict.fromkeys([*fact.authors, *filter(None, [document.author])])),
        support=(*fact.support, heard.observation.id),
        updated=document.timestamp,
    )
    book.write(changed, kind, document)


def _confidence(fact: Fact, kind: OperationKind) -> float:
    """One step up when confirmed, back to the start when the statement was replaced, else as it was."""
    before = START if fact.confidence is None else fact.confidence
    if kind == "reinforce":
        return min(1.0, round(before + STEP, 6))
    return START if kind == "supersede" else before


def _nearest(cosines: Rows, merge: float) -> list[int | None]:
    """For each statement the row it joins, or None: the highest cosine, if it reaches `merge`."""
    if not cosines.shape[1]:
        return [None] * len(cosines)
    best = cosines.argmax(axis=1)
    return [int(row) if cosines[i, row] >= merge else None for i, row in enumerate(best)]


def build(context: MemoryContext, *, merge: float = MERGE) -> ReferenceSimple:
    """`merge` is the cosine, 0 to 1, from which a sentence joins its nearest fact.  Raises UserError outside that."""
    if not 0 <= merge <= 1:
        raise UserError(f"reference-simple: the option merge takes a cosine from 0 to 1, not {merge}")
    return ReferenceSimple(context.embedder, merge)


FACTORY = MemoryFactory(
    "reference-simple", "sentences merged with the nearest fact (merge=COSINE)", build, needs_embedder=True
)
