"""Where the reference memory keeps one scope: a small protocol, and the store in memory.

Everything enters by `observe` and `write`; a document is one `with store.document():` block, kept whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol

from memassay.memories.reference.records import Change, FactRecord, ObservationRecord, apply
from memassay.memories.reference.vector_index import VectorIndex
from memassay.memories.vectors import Rows


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a store keeps; `active` is the number of facts that are not retired."""

    observations: int
    changes: int
    facts: int
    active: int


class Store(Protocol):
    """One scope.  `index` holds the vectors of the active facts, and only theirs."""

    @property
    def index(self) -> VectorIndex:
        """The vectors."""
        ...

    def document(self) -> AbstractContextManager[None]:
        """A block whose writes are kept together; where it raises, none of them is."""
        ...

    def observe(self, observation: ObservationRecord) -> None:
        """Keep an observation."""

    def write(self, change: Change, vector: Rows | None = None) -> FactRecord:
        """Apply a change and return the fact as it stands.

        `vector`, shape (dimensions,), is the fact's new unit vector where its statement changed.
        """
        ...

    def fact(self, fact_id: str) -> FactRecord:
        """One fact, active or retired.  Raises KeyError for an unknown one."""
        ...

    def facts(self, *, retired: bool = False) -> Sequence[FactRecord]:
        """The active facts in the order they were made; with `retired`, all facts."""
        ...

    def observations(self) -> Sequence[ObservationRecord]:
        """All observations, in order."""
        ...

    def changes(self, fact_id: str | None = None) -> Sequence[Change]:
        """The log, in order; of one fact where it is named."""
        ...

    def counts(self) -> Counts:
        """How much is kept, without listing it."""
        ...

    def close(self) -> None:
        """Let go of files; what was kept stays."""


@dataclass(frozen=True, slots=True)
class _Before:
    """A fact and its vector as they stood before a write."""

    fact_id: str
    fact: FactRecord | None
    vector: Rows | None


class MemoryStore:
    """A scope in memory."""

    def __init__(self) -> None:
        self.index = VectorIndex()
        self._observations: list[ObservationRecord] = []
        self._changes: list[Change] = []
        self._by_fact: dict[str, list[Change]] = {}
        self._facts: dict[str, FactRecord] = {}
        self._undo: list[_Before] = []

    @contextmanager
    def document(self) -> Iterator[None]:
        """See Store."""
        seen = len(self._observations)
        self._undo.clear()
        try:
            yield
        except BaseException:
            self._take_back(seen)
            raise
        finally:
            self._undo.clear()

    def observe(self, observation: ObservationRecord) -> None:
        """See Store."""
        self._observations.append(observation)

    def write(self, change: Change, vector: Rows | None = None) -> FactRecord:
        """See Store."""
        former = self._facts.get(change.fact_id)
        self._undo.append(_Before(change.fact_id, former, self.index.vector(change.fact_id)))
        fact = self._facts[change.fact_id] = apply(former, change)
        self._changes.append(change)
        self._by_fact.setdefault(change.fact_id, []).append(change)
        if fact.retired:
            self.index.remove(fact.id)
        elif vector is not None:
            self.put_vector(fact.id, vector)
        elif former is not None and fact.statement != former.statement:
            self.index.touch()
        return fact

    def put_vector(self, fact_id: str, vector: Rows) -> None:
        """Set the unit vector of an active fact, shape (dimensions,)."""
        self.index.put(fact_id, vector, int(fact_id[1:]))

    def fact(self, fact_id: str) -> FactRecord:
        """See Store."""
        return self._facts[fact_id]

    def facts(self, *, retired: bool = False) -> Sequence[FactRecord]:
        """See Store."""
        return [fact for fact in self._facts.values() if retired or not fact.retired]

    def observations(self) -> Sequence[ObservationRecord]:
        """See Store."""
        return tuple(self._observations)

    def changes(self, fact_id: str | None = None) -> Sequence[Change]:
        """See Store."""
        return tuple(self._changes if fact_id is None else self._by_fact.get(fact_id, ()))

    def counts(self) -> Counts:
        """See Store."""
        return Counts(len(self._observations), len(self._changes), len(self._facts), len(self.index))

    def close(self) -> None:
        """Nothing is held open."""

    def _take_back(self, seen: int) -> None:
        del self._observations[seen:]
        for before in reversed(self._undo):
            self._changes.pop()
            self._by_fact[before.fact_id].pop()
            if before.fact is None:
                del self._facts[before.fact_id], self._by_fact[before.fact_id]
            else:
                self._facts[before.fact_id] = before.fact
            if before.vector is None:
                self.index.remove(before.fact_id)
            else:
                self.put_vector(before.fact_id, before.vector)
