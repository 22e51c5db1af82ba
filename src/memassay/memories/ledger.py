"""What a built-in system remembers of one scope, written down so that every optional ability can be read off it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from memassay.types import Document, Fact, Observation, Operation, OperationKind, Revision, Snapshot


@dataclass(slots=True)
class Ledger:
    """One scope: its active facts by id in the order they came, and everything that ever happened to them."""

    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    observed: list[Observation] = field(default_factory=list[Observation])
    logged: list[Operation] = field(default_factory=list[Operation])
    revisions: dict[str, list[Revision]] = field(default_factory=dict[str, list[Revision]])
    issued: int = 0

    def new_id(self) -> str:
        """The next fact id of the scope: f1, f2, ...; one that was dropped is never given again."""
        self.issued += 1
        return f"f{self.issued}"

    def observe(self, statement: str, document: Document, *, stated: tuple[tuple[str, float], ...] = ()) -> Observation:
        """Write down one statement of a document under the next observation id."""
        observation = Observation(
            id=f"o{len(self.observed) + 1}",
            statement=statement,
            document_id=document.id,
            author=document.author,
            timestamp=document.timestamp,
            stated=stated,
        )
        self.observed.append(observation)
        return observation

    def create(self, statement: str, document: Document, *, support: tuple[str, ...] = ()) -> None:
        """Keep a statement of a document as a new fact, with the document's author and time."""
        fact = Fact(
            id=self.new_id(),
            statement=statement,
            authors=(document.author,) if document.author else (),
            support=support,
            created=document.timestamp,
            updated=document.timestamp,
        )
        self.write(fact, "create", document)

    def write(self, fact: Fact, kind: OperationKind, document: Document) -> None:
        """Keep the fact in its new form; `none` is a change that is history but no operation."""
        self.facts[fact.id] = fact
        if kind != "none":
            self.logged.append(Operation(kind, fact.id, document.id))
        self._revise(fact, kind, document)

    def drop(self, fact_id: str, document: Document, *, logged: bool = True) -> None:
        """Let a fact go; `logged` is False where another fact's operation already tells of it."""
        fact = self.facts.pop(fact_id)
        if logged:
            self.logged.append(Operation("delete", fact_id, document.id))
        self._revise(fact, "delete", document)

    def _revise(self, fact: Fact, kind: OperationKind, document: Document) -> None:
        revision = Revision(fact.id, fact.statement, fact.confidence, kind, document.id, document.timestamp)
        self.revisions.setdefault(fact.id, []).append(revision)


Book = TypeVar("Book", bound=Ledger)


class Shelf(Generic[Book]):
    """The half of a memory system that only reads ledgers: one for each scope.  A system adds ingest and retrieve."""

    def __init__(self, open_book: Callable[[], Book]) -> None:
        """`open_book` makes the empty ledger of a scope seen for the first time."""
        self._open = open_book
        self._books: dict[str, Book] = {}

    def book(self, scope: str) -> Book:
        """The scope's ledger, for writing."""
        if scope not in self._books:
            self._books[scope] = self._open()
        return self._books[scope]

    def peek(self, scope: str) -> Book:
        """The scope's ledger, for reading: an unknown scope is an empty one and stays unknown."""
        return self._books.get(scope) or self._open()

    async def settle(self, *, scope: str) -> None:
        """Nothing is done in the background."""

    async def snapshot(self, *, scope: str) -> Snapshot:
        """Every active fact, in the order in which they were first written."""
        return Snapshot(tuple(self.peek(scope).facts.values()))

    async def observations(self, *, scope: str) -> Sequence[Observation]:
        """The statements taken from the documents so far."""
        return tuple(self.peek(scope).observed)

    async def operations(self, *, scope: str) -> Sequence[Operation]:
        """What was done to which fact so far."""
        return tuple(self.peek(scope).logged)

    async def history(self, fact_id: str, *, scope: str) -> Sequence[Revision]:
        """The forms a fact has had; nothing for an unknown one."""
        return tuple(self.peek(scope).revisions.get(fact_id, ()))

    async def reset(self, *, scope: str) -> None:
        """Forget the scope."""
        self._books.pop(scope, None)

    async def close(self) -> None:
        """Forget everything."""
        self._books.clear()
