"""The run: units side by side, documents within a unit strictly in order, every finished stage kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import anyio

from memassay.errors import InternalError, MemassayError, SystemUnderTest, UserError
from memassay.memories.contract import check as check_contract
from memassay.metrics.catalogue import score
from memassay.runs import folder as folders
from memassay.runs.answering import answer
from memassay.runs.evidence import evidence
from memassay.runs.judging import JudgeStage
from memassay.runs.plan import Built, Named, build, folder_of, rebuild, resolve
from memassay.runs.remember import MemoryStage
from memassay.spec import RunSpec
from memassay.store import STAGES, Journal, UnitKey

SIDE_BY_SIDE = 4
"""How many units are under way at once."""
AFTER_MEMORY = ("answered", "judged", "scored")


class Progress(Protocol):
    """Told how much there is to do, and of each piece done (a document taken in, a stage of a unit complete)."""

    def start(self, total: int, done: int) -> None:
        """So many pieces there are, and so many an earlier run has done."""

    def advance(self, label: str) -> None:
        """One piece is done; `label` says of which system and trajectory."""


class Silent:
    """Progress that nobody watches."""

    def start(self, total: int, done: int) -> None:
        """Nothing."""

    def advance(self, label: str) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to: its directory, how many units it has, which failed and why, and how many were worked on.

    `note` says what has changed since the run began, where anything has.
    """

    folder: Path
    units: int
    failed: Mapping[str, str]
    computed: int
    note: str = ""


async def evaluate(
    spec: RunSpec, *, log_dir: Path = Path("runs"), fresh: bool = False, progress: Progress | None = None
) -> Outcome:
    """Run what the spec asks for, going on where an earlier, interrupted run of the same spec stopped.

    A system that fails costs its unit, not the run.  Raises UserError for what the user can put right.
    """
    spec = spec.resolved()
    named = resolve(spec)
    folder = log_dir / spec.folder
    finished = None if fresh else _finished(folder, spec, named)
    if finished is not None:
        return finished
    built = build(spec, named, folder / "systems")
    try:
        with folders.locked(folder):
            if fresh:
                folders.clear(folder)
            journal = Journal.at(folder)
            try:
                return await _drive(journal, spec, named, built, folder, progress or Silent())
            finally:
                journal.close()
    finally:
        for system in built.systems.values():
            await system.close()


def _finished(folder: Path, spec: RunSpec, named: Named) -> Outcome | None:
    """What a whole run of the same spec came to, so that nothing is built or computed again; None where it is not."""
    if not (folder / "run.db").is_file():
        return None
    journal = Journal.at(folder)
    try:
        header = journal.header()
        if not header:
            return None
        folders.check(folder, header, spec, named)
        stages = [stage for _, stage in journal.units()]
        note = folders.other_versions(header)
        return Outcome(folder, len(stages), {}, 0, note) if set(stages) == {STAGES[-1]} else None
    finally:
        journal.close()


async def _drive(
    journal: Journal, spec: RunSpec, named: Named, built: Built, folder: Path, progress: Progress
) -> Outcome:
    header = journal.header()
    if header:
        folders.check_judges(folder, header, built.cards)
    else:
        folders.begin(folder, journal, spec, named, built)
    runner = _Runner(spec, journal, named, built, progress)
    runner.invalid = await _broken_contracts(journal, built, folder, spec.timeout)
    await runner.run()
    note = folders.other_versions(journal.header())
    return Outcome(folder, len(journal.units()), runner.failed, runner.computed, note)


async def _broken_contracts(journal: Journal, built: Built, folder: Path, timeout: float) -> dict[str, str]:
    """System to what it breaks of the contract: a system that breaks it is INVALID, never low (method.md section 7).

    Control systems are of this house and checked by its tests; what a run has found sound is not checked again.
    """
    sound: list[str] = journal.header().get("keep_the_contract", [])
    broken: dict[str, str] = {}
    for name, factory in built.factories.items():
        if factory.gold or name in sound:
            continue
        build = partial(rebuild, factory, name)
        findings = await check_contract(
            build,
            embedder=built.embedder if factory.needs_embedder else None,
            workdir=folder / "systems" / f"{folder_of(name)}-checked",
            timeout=timeout,
        )
        failed = [finding for finding in findings if not finding.passed]
        if failed:
            broken[name] = "INVALID: " + "; ".join(f"{finding.name}: {finding.message}" for finding in failed)
        else:
            sound = [*sound, name]
    journal.note("keep_the_contract", sound)
    return broken


class _Runner:
    def __init__(self, spec: RunSpec, journal: Journal, named: Named, built: Built, progress: Progress) -> None:
        self.spec, self.journal, self.named, self.built, self.progress = spec, journal, named, built, progress
        self.judging = JudgeStage(journal, built)
        self.failed: dict[str, str] = {}
        self.invalid: Mapping[str, str] = {}
        self.stop: Exception | None = None
        self.computed = 0

    async def run(self) -> None:
        units = self.journal.units()
        work = {unit: self._pieces(unit, stage) for unit, stage in units}
        total = sum(self._pieces(unit, "planned") for unit, _ in units)
        self.progress.start(total, total - sum(work.values()))
        # One limit over all, and the system's own where it bears fewer scopes at once.
        everywhere = anyio.CapacityLimiter(SIDE_BY_SIDE)
        own = {
            name: anyio.CapacityLimiter(system.describe().max_scopes or SIDE_BY_SIDE)
            for name, system in self.built.systems.items()
        }
        async with anyio.create_task_group() as group:
            for unit, stage in units:
                if stage != STAGES[-1]:
                    group.start_soon(self._limited, unit, stage, everywhere, own[unit.system])
        if self.stop is not None:
            raise self.stop

    def _pieces(self, unit: UnitKey, stage: str) -> int:
        done = STAGES.index(stage)
        return (0 if done else len(self.named.streams[unit.group].steps)) + len(AFTER_MEMORY) - max(0, done - 1)

    async def _limited(self, unit: UnitKey, stage: str, *limits: anyio.CapacityLimiter) -> None:
        async with limits[1], limits[0]:
            if self.stop is not None:
                return
            self.computed += 1
            reached = STAGES[STAGES.index(stage) + 1]
            try:
                if unit.system in self.invalid:
                    raise SystemUnderTest(self.invalid[unit.system])  # noqa: TRY301  a failure of the unit like others
                for reached in STAGES[STAGES.index(stage) + 1 :]:
                    await self._stage(unit, reached)
            except Exception as error:  # noqa: BLE001  whatever a system or judge raises costs its unit, not the run
                if isinstance(error, UserError | InternalError) or reached == STAGES[-1]:
                    # The user's to mend, or ours (scoring is only our code): raised after the task group, unwrapped.
                    self.stop = error
                else:
                    self._fail(unit, reached, error)

    async def _stage(self, unit: UnitKey, stage: str) -> None:
        if stage == "remembered":
            system = self.built.systems[unit.system]
            memory = MemoryStage(self.journal, unit, system, k=self.spec.k, timeout=self.spec.timeout)
            await memory.run(self.named.streams[unit.group], self.progress.advance)
            return
        if stage == "answered":
            await answer(self.journal, unit, self.built.answerer)
        elif stage == "judged":
            await self.judging.run(unit)
        elif stage == "scored":
            rescore(self.journal, unit, [card.name for card in self.built.cards])
        else:
            raise InternalError(f"no such stage: {stage}")
        self.progress.advance(f"{unit.system} {unit.group}")

    def _fail(self, unit: UnitKey, stage: str, error: Exception) -> None:
        known = isinstance(error, MemassayError)
        message = str(error) if known else f"{type(error).__name__}: {error}"
        self.failed[str(unit)] = message
        self.journal.failed(unit, stage, message)


def rescore(journal: Journal, unit: UnitKey, judges: list[str]) -> None:
    """Compute every metric of a judged unit from its rows, in place of older scores: no model, no judge."""
    seen = evidence(journal, unit, judges)
    journal.scored(unit, seen.trajectory, score(seen))
