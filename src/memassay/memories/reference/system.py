"""The reference memory: extract, embed, find candidates, classify, synthesize, log; hybrid search for questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memassay.errors import UserError
from memassay.memories.reference.flow import Flow
from memassay.memories.reference.search import HybridSearch
from memassay.memories.reference.settings import Settings
from memassay.memories.reference.stages import Classifier, Extractor, Synthesizer
from memassay.memories.reference.store import Store
from memassay.types import (
    Capabilities,
    Document,
    Observation,
    Operation,
    Retrieval,
    Revision,
    Snapshot,
)


@dataclass(frozen=True, slots=True)
class Stages:
    """The parts that read and decide."""

    extractor: Extractor
    classifier: Classifier
    synthesizer: Synthesizer
    embedder: Any


class Reference:
    """A memory of two layers: observations that never change, and facts that do, each with its whole history."""

    def __init__(
        self,
        stages: Stages,
        settings: Settings,
        open_store: Callable[[str], Store],
        forget: Callable[[str], None] | None = None,
    ) -> None:
        """`open_store` opens a scope's store; `forget` empties one that outlives its closing."""
        self._stages, self._settings, self._open, self._forget = stages, settings, open_store, forget
        self._flow = Flow(stages.classifier, stages.synthesizer, stages.embedder, settings)
        self._stores: dict[str, Store] = {}
        self._searches: dict[str, HybridSearch] = {}

    async def ingest(self, document: Document, *, scope: str) -> None:
        """Take in one document, wholly or (where a stage raises) not at all.

        Raises UserError where its time has no zone: such a time cannot be compared with others.
        """
        if document.timestamp.tzinfo is None:
            raise UserError(f"document {document.id}: its time {document.timestamp.isoformat()} must have a time zone")
        drafts = await self._stages.extractor.extract(document)
        if not drafts:
            return
        store = self._store(scope)
        first = store.counts().observations + 1
        observations = [replace(draft, id=f"o{number}") for number, draft in enumerate(drafts, first)]
        vectors = self._stages.embedder.encode([observation.what for observation in observations])
        with store.document():
            await self._flow.take_in(store, observations, vectors)

    async def settle(self, *, scope: str) -> None:
        """Nothing is done in the background."""

    async def snapshot(self, *, scope: str) -> Snapshot:
        """Every active fact in the order they were made, counted by the index of vectors."""
        store = self._store(scope)
        return Snapshot(tuple(fact.seen() for fact in store.facts()), count=store.counts().active)

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
        """At most `k` active facts by mixed score, best first; what is retired is never among them."""
        store = self._store(scope)
        if not len(store.index):
            return Retrieval(())
        search = self._searches.setdefault(scope, HybridSearch(self._settings.lexical, self._settings.semantic))
        found = search.find(store, query, self._stages.embedder.encode([query])[0], k)
        return Retrieval(tuple(store.fact(fact_id).seen() for fact_id in found))

    async def observations(self, *, scope: str) -> Sequence[Observation]:
        """Every statement ever extracted."""
        return tuple(observation.seen() for observation in self._store(scope).observations())

    async def operations(self, *, scope: str) -> Sequence[Operation]:
        """What was done to which fact, document by document."""
        return tuple(Operation(c.kind, c.fact_id, c.document_id) for c in self._store(scope).changes())

    async def history(self, fact_id: str, *, scope: str) -> Sequence[Revision]:
        """The forms a fact has had, retired ones too; nothing for an unknown one."""
        return tuple(change.revision() for change in self._store(scope).changes(fact_id))

    async def reset(self, *, scope: str) -> None:
        """Forget the scope."""
        self._searches.pop(scope, None)
        store = self._stores.pop(scope, None)
        if store is not None:
            store.close()
        if self._forget is not None:
            self._forget(scope)

    def describe(self) -> Capabilities:
        """Everything but answers of its own; disputes where the classifier knows of conflicts."""
        return Capabilities(
            observations=True,
            operations=True,
            history=True,
            confidence=True,
            authors=True,
            disputes=self._settings.classifier != "frames",
            design="merging",
        )

    async def close(self) -> None:
        """Let go of the stores; what is on disk stays there."""
        for store in self._stores.values():
            store.close()
        self._stores.clear()
        self._searches.clear()

    def _store(self, scope: str) -> Store:
        if scope not in self._stores:
            self._stores[scope] = self._open(scope)
        return self._stores[scope]
