"""The contract of a memory system, on one screen.  Standard library and `types` only.

A system that keeps each document as one fact::

    class Whole:
        def __init__(self) -> None:
            self.kept: dict[str, list[Fact]] = {}

        async def ingest(self, document: Document, *, scope: str) -> None:
            facts = self.kept.setdefault(scope, [])
            facts.append(Fact(id=f"f{len(facts) + 1}", statement=document.text))

        async def settle(self, *, scope: str) -> None: ...

        async def snapshot(self, *, scope: str) -> Snapshot:
            return Snapshot(tuple(self.kept.get(scope, ())))

        async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
            return Retrieval(tuple(self.kept.get(scope, ())[:k]))

        async def reset(self, *, scope: str) -> None:
            self.kept.pop(scope, None)

        def describe(self) -> Capabilities:
            return Capabilities(design="add-only")

        async def close(self) -> None: ...

    FACTORY = MemoryFactory("whole", "one fact a document", lambda context: Whole())
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from memassay.types import (
    Answer,
    Capabilities,
    Document,
    Observation,
    Operation,
    Question,
    Retrieval,
    Revision,
    Snapshot,
    Stream,
)


class MemorySystem(Protocol):
    """What every system under test does.  A scope is one isolated store; ids must be the same in every run.

    The harness owns time, retries, budgets and concurrency.  Within one scope calls come one after another.
    """

    async def ingest(self, document: Document, *, scope: str) -> None:
        """Take in one document."""

    async def settle(self, *, scope: str) -> None:
        """Return when all background work is visible to `snapshot` and `retrieve`."""

    async def snapshot(self, *, scope: str) -> Snapshot:
        """Every active fact, complete, from the store itself."""
        ...

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
        """The system's own search: at most `k` facts, best first."""
        ...

    async def reset(self, *, scope: str) -> None:
        """Forget the scope."""

    def describe(self) -> Capabilities:
        """What the system can offer, and its declared design."""
        ...

    async def close(self) -> None:
        """Let go of everything; no call follows."""


@runtime_checkable
class Observes(Protocol):
    """Optional: the atomic statements extracted so far, in order."""

    async def observations(self, *, scope: str) -> Sequence[Observation]:
        """All of the scope's observations."""
        ...


@runtime_checkable
class Logs(Protocol):
    """Optional: the system's own log of operations so far, in order, each naming its document."""

    async def operations(self, *, scope: str) -> Sequence[Operation]:
        """The scope's whole log; it only grows."""
        ...


@runtime_checkable
class Histories(Protocol):
    """Optional: the revisions of one fact, oldest first."""

    async def history(self, fact_id: str, *, scope: str) -> Sequence[Revision]:
        """The fact's revisions; the last one is how it stands."""
        ...


@runtime_checkable
class Answers(Protocol):
    """Optional: the system answers questions itself."""

    async def answer(self, question: Question, *, scope: str) -> Answer:
        """The answer in the system's own words."""
        ...


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """What a factory may use.

    `embedder` has `encode(texts) -> array (n, d)`, or is None where the factory asked for none; `streams` maps
    a scope to its gold stream and is filled for factories marked `gold` only; `workdir` is a folder of the
    system's own for anything it writes.
    """

    embedder: Any = None
    streams: Mapping[str, Stream] = field(default_factory=dict[str, Stream])
    seed: int = 0
    workdir: Path | None = None


@dataclass(frozen=True, slots=True)
class MemoryFactory:
    """How a registered system is made.

    `build(context, *, option=default, ...)` returns the system; its keyword-only parameters are the options a
    user may give.  `gold` marks control systems: they alone see what should be remembered.
    """

    name: str
    summary: str
    build: Callable[..., MemorySystem]
    kind: Literal["system", "baseline", "control"] = "system"
    gold: bool = False
    needs_embedder: bool = False
    note: str = ""
