"""Drives a system through the contract's documents and writes down all that it gave: what the rules then read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import anyio

from memassay.memories import contract_samples as samples
from memassay.memories.protocol import Answers, Histories, Logs, MemorySystem, Observes
from memassay.types import (
    Answer,
    Capabilities,
    Document,
    Fact,
    Observation,
    Operation,
    Retrieval,
    Revision,
    Snapshot,
    Stream,
)

FIRST, OTHER, AGAIN, MANY = "contract-first", "contract-other", "contract-again", "contract-many"
STREAMS: dict[str, Stream] = {
    FIRST: samples.FERRY,
    OTHER: samples.MUSEUM,
    AGAIN: samples.FERRY,
    MANY: samples.TOWN,
}
CUTOFFS = (1, 3)
T = TypeVar("T")


@dataclass(slots=True)
class Held:
    """What one scope gave once its documents were in: snapshots after each, answers to a search, optional lists."""

    snapshots: list[Snapshot] = field(default_factory=list[Snapshot])
    later: list[Snapshot] = field(default_factory=list[Snapshot])
    retrieved: dict[int, Retrieval] = field(default_factory=dict[int, Retrieval])
    observations: Sequence[Observation] | None = None
    operations: Sequence[Operation] | None = None
    histories: dict[str, Sequence[Revision]] | None = None
    answer: Answer | None = None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of the last snapshot."""
        return self.snapshots[-1].facts


@dataclass(slots=True)
class Record:
    """Everything a system gave, and `doing`, the call it was in: what a failure is reported under.

    `untouched` are snapshots of FIRST that nothing between may have changed; `before_use` and `after_reset` are
    what OTHER held then, `after_reset_found` what its search gave; `left` counts what lists were left after reset.
    """

    capabilities: Capabilities = field(default_factory=Capabilities)
    scopes: dict[str, Held] = field(default_factory=dict[str, Held])
    before_use: Snapshot = field(default_factory=lambda: Snapshot(()))
    untouched: dict[str, Snapshot] = field(default_factory=dict[str, Snapshot])
    crossed: Retrieval = field(default_factory=lambda: Retrieval(()))
    after_reset: Snapshot = field(default_factory=lambda: Snapshot(()))
    after_reset_found: Retrieval = field(default_factory=lambda: Retrieval(()))
    left: dict[str, int] = field(default_factory=dict[str, int])
    doing: str = "describe"
    hung: bool = False

    def moves(self) -> tuple[str, int]:
        """Something that changes with every call."""
        return self.doing, sum(len(held.snapshots) + len(held.later) for held in self.scopes.values())


async def drive(system: MemorySystem, record: Record, *, patience: float) -> None:
    """Fill the record.  `patience` is how long, in seconds, a settled store is left before it is read again."""
    record.capabilities = _is(system.describe(), Capabilities, record)
    for scope in STREAMS:
        record.doing = f"reset of scope {scope!r}, which holds nothing yet"
        await system.reset(scope=scope)
    await _feed(system, record, FIRST, patience)
    record.before_use = await _snapshot(system, record, OTHER)
    await _feed(system, record, OTHER, 0)
    record.crossed = await _retrieve(system, record, OTHER, STREAMS[FIRST].trajectory.questions[0].text, 10)
    record.untouched["another scope was written"] = await _snapshot(system, record, FIRST)
    await _feed(system, record, AGAIN, 0)
    await _feed(system, record, MANY, 0)
    await _reset(system, record)
    record.doing = "close"
    await system.close()


async def _feed(system: MemorySystem, record: Record, scope: str, patience: float) -> None:
    held = record.scopes.setdefault(scope, Held())
    for step in STREAMS[scope].steps:
        await _ingest(system, record, scope, step.document)
        held.snapshots.append(await _snapshot(system, record, scope))
        if patience:
            await anyio.sleep(patience)
            held.later.append(await _snapshot(system, record, scope))
    questions = STREAMS[scope].trajectory.questions
    for k in CUTOFFS if questions else ():
        held.retrieved[k] = await _retrieve(system, record, scope, questions[0].text, k)
    await _lists(system, record, scope, held)


async def _ingest(system: MemorySystem, record: Record, scope: str, document: Document) -> None:
    record.doing = f"ingest of document {document.id!r} into scope {scope!r}"
    await system.ingest(document, scope=scope)
    record.doing = f"settle of scope {scope!r}"
    await system.settle(scope=scope)


async def _snapshot(system: MemorySystem, record: Record, scope: str) -> Snapshot:
    record.doing = f"snapshot of scope {scope!r}"
    return _is(await system.snapshot(scope=scope), Snapshot, record)


async def _retrieve(system: MemorySystem, record: Record, scope: str, query: str, k: int) -> Retrieval:
    record.doing = f"retrieve from scope {scope!r} with k={k}"
    return _is(await system.retrieve(query, k=k, scope=scope), Retrieval, record)


async def _lists(system: MemorySystem, record: Record, scope: str, held: Held) -> None:
    if isinstance(system, Observes):
        record.doing = f"observations of scope {scope!r}"
        held.observations = list(await system.observations(scope=scope))
    if isinstance(system, Logs):
        record.doing = f"operations of scope {scope!r}"
        held.operations = list(await system.operations(scope=scope))
    if isinstance(system, Histories):
        record.doing = f"history of a fact in scope {scope!r}"
        held.histories = {fact.id: list(await system.history(fact.id, scope=scope)) for fact in held.facts}
    questions = STREAMS[scope].trajectory.questions
    if isinstance(system, Answers) and questions:
        record.doing = f"answer from scope {scope!r}"
        held.answer = _is(await system.answer(questions[0], scope=scope), Answer, record)


async def _reset(system: MemorySystem, record: Record) -> None:
    record.doing = f"reset of scope {OTHER!r}"
    await system.reset(scope=OTHER)
    record.after_reset = await _snapshot(system, record, OTHER)
    query = STREAMS[OTHER].trajectory.questions[0].text
    record.after_reset_found = await _retrieve(system, record, OTHER, query, 10)
    left = Held(snapshots=[record.after_reset])
    await _lists(system, record, OTHER, left)
    record.left = {"observations": len(left.observations or ()), "operations": len(left.operations or ())}
    record.untouched["another scope was reset"] = await _snapshot(system, record, FIRST)
    for scope in STREAMS:
        record.doing = f"reset of scope {scope!r}"
        await system.reset(scope=scope)


def _is(value: object, kind: type[T], record: Record) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{record.doing} gave {type(value).__name__}, not {kind.__name__}")
    return value
