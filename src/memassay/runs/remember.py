"""The memory stage of a unit: documents in, one at a time; the whole store read after each; questions retrieved."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

import anyio

from memassay.errors import SystemUnderTest
from memassay.memories.protocol import Answers, Histories, Logs, MemorySystem, Observes
from memassay.runs.plan import scope_of
from memassay.store import Journal, UnitKey
from memassay.store.journal import Taken
from memassay.types import Fact, Observation, Operation, Revision, Snapshot, Step, Stream

T = TypeVar("T")


class MemoryStage:
    """Drives one unit through a memory system, strictly in order, writing what is seen as it comes.

    An unfinished unit starts again from an empty memory: what a killed process held in memory is gone.
    """

    def __init__(self, journal: Journal, unit: UnitKey, system: MemorySystem, *, k: int, timeout: float) -> None:
        """`k` facts are retrieved for a question; `timeout` is in seconds, for each call."""
        self.journal, self.unit, self.system = journal, unit, system
        self.k, self.timeout = k, timeout
        self.scope = scope_of(unit)
        self.capabilities = system.describe()
        self._observed: set[str] = set()
        self._logged = 0

    async def run(self, stream: Stream, advance: Callable[[str], None]) -> None:
        """Take in the whole stream.  Raises SystemUnderTest where the system breaks its contract or times out."""
        self.journal.restart(self.unit, self.capabilities)
        await self._call("reset", self.system.reset(scope=self.scope))
        snapshot = Snapshot(())
        for step in stream.steps:
            taken = await self._take_in(stream, step)
            snapshot = taken.snapshot
            self.journal.took_in(self.unit, taken)
            advance(f"{self.unit.system} {stream.trajectory.id}")
        for question in stream.trajectory.questions:
            await self._ask(stream, question.index, len(snapshot.facts))
        revisions = await self._histories(snapshot.facts)
        self.journal.remembered(self.unit, revisions)
        await self._call("reset", self.system.reset(scope=self.scope))

    async def _take_in(self, stream: Stream, step: Step) -> Taken:
        started = time.perf_counter()
        await self._call("ingest", self.system.ingest(step.document, scope=self.scope))
        ingested = time.perf_counter()
        await self._call("settle", self.system.settle(scope=self.scope))
        settled = time.perf_counter()
        seen = await self._call("snapshot", self.system.snapshot(scope=self.scope))
        read = time.perf_counter()
        return Taken(
            trajectory=stream.trajectory.id,
            step=step,
            snapshot=_active(seen, stream.steps[: step.position + 1]),
            observations=await self._new_observations(),
            operations=await self._new_operations(),
            ingest_seconds=ingested - started,
            settle_seconds=settled - ingested,
            snapshot_seconds=read - settled,
        )

    async def _new_observations(self) -> list[Observation]:
        if not (self.capabilities.observations and isinstance(self.system, Observes)):
            return []
        every = await self._call("observations", self.system.observations(scope=self.scope))
        new = [observation for observation in every if observation.id not in self._observed]
        self._observed.update(observation.id for observation in new)
        return new

    async def _new_operations(self) -> Sequence[Operation]:
        if not (self.capabilities.operations and isinstance(self.system, Logs)):
            return []
        every = await self._call("operations", self.system.operations(scope=self.scope))
        if len(every) < self._logged:
            raise SystemUnderTest(f"operations: the log shrank from {self._logged} to {len(every)} entries")
        new = every[self._logged :]
        self._logged = len(every)
        return new

    async def _histories(self, facts: Iterable[Fact]) -> list[Revision]:
        if not (self.capabilities.history and isinstance(self.system, Histories)):
            return []
        system = self.system
        return [
            revision
            for fact in facts
            for revision in await self._call("history", system.history(fact.id, scope=self.scope))
        ]

    async def _ask(self, stream: Stream, index: int, store_size: int) -> None:
        question = stream.trajectory.questions[index]
        key = (stream.trajectory.id, index)
        started = time.perf_counter()
        found = await self._call("retrieve", self.system.retrieve(question.text, k=self.k, scope=self.scope))
        self.journal.retrieved(self.unit, key, found, store_size=store_size, seconds=time.perf_counter() - started)
        if self.capabilities.answers and isinstance(self.system, Answers):
            started = time.perf_counter()
            answer = await self._call("answer", self.system.answer(question, scope=self.scope))
            words = sum(len(fact.statement.split()) for fact in found.facts)
            self.journal.answered(
                self.unit, key, answer, by="the system", words=words, seconds=time.perf_counter() - started
            )

    async def _call(self, name: str, call: Awaitable[T]) -> T:
        with anyio.move_on_after(self.timeout) as limit:
            try:
                return await call
            except SystemUnderTest:
                raise
            except (Exception, SystemExit) as error:
                raise SystemUnderTest(f"{name}: {type(error).__name__}: {error}") from error
        assert limit.cancelled_caught
        raise SystemUnderTest(f"{name}: no answer within {self.timeout:g} s")


def _active(snapshot: Snapshot, steps: Sequence[Step]) -> Snapshot:
    """The snapshot's active facts at the newest timestamp ingested; ids must be unique, the count must agree."""
    newest = max(step.document.timestamp for step in steps)
    facts = tuple(fact for fact in snapshot.facts if fact.active(newest))
    ids = [fact.id for fact in facts]
    if len(set(ids)) < len(ids):
        twice = next(one for one in ids if ids.count(one) > 1)
        raise SystemUnderTest(f"snapshot: fact id {twice!r} occurs twice")
    if snapshot.count is not None and snapshot.count != len(snapshot.facts):
        raise SystemUnderTest(
            f"snapshot: incomplete, {len(snapshot.facts)} facts listed where the system counts {snapshot.count}"
        )
    return Snapshot(facts, snapshot.count)
