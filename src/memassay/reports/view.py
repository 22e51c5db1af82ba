"""A run as reports see it: read from its directory, nothing written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

import sqlalchemy as sa

from memassay.errors import UserError
from memassay.metrics.reading import Reading
from memassay.reports.divergence import gaps
from memassay.store import STAGES, Journal, UnitKey
from memassay.store import tables as t
from memassay.types import Score

T = TypeVar("T")
Kind = Literal["system", "baseline", "control", "bound"]
KINDS: tuple[Kind, ...] = ("system", "baseline", "control", "bound")
"""In the order in which tables list them."""
BOUNDS = ("oracle", "null")
"""The controls between whose scores every system's lie."""
FINISHED = STAGES[-1]


@dataclass(frozen=True, slots=True)
class About:
    """What a trajectory is: its category and difficulty."""

    category: str
    difficulty: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A unit that failed, at which stage, and what was said."""

    unit: UnitKey
    stage: str
    message: str


@dataclass(frozen=True, slots=True)
class Invalid:
    """How many verdicts of a judge on a system stayed invalid, of how many."""

    system: str
    judge: str
    invalid: int
    verdicts: int


class RunView:
    """Everything a report needs of one run.  Systems come in plan order, trajectories in the corpus's."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        """The journal of the run that lies in `folder`."""
        self.journal, self.folder = journal, folder
        self._readings: dict[UnitKey, Reading] = {}
        self._kept: dict[tuple[Any, ...], Any] = {}

    @classmethod
    def open(cls, folder: Path) -> RunView:
        """The run in a directory.  Raises UserError where it holds none, or one that never began."""
        from memassay.runs import open_existing  # noqa: PLC0415 - the room is heavy, and only this needs it

        try:
            view = cls(open_existing(folder), folder)
        except sa.exc.DatabaseError as error:
            raise UserError(f"{folder / 'run.db'}: cannot be read as a run: {error.orig}") from None
        if "spec" not in view.header:
            view.close()
            raise UserError(f"{folder}: this run was stopped before it began; run its command again")
        return view

    def close(self) -> None:
        """Let go of the file."""
        self.journal.close()

    # --- what was asked for ---

    @cached_property
    def header(self) -> Mapping[str, Any]:
        """Spec, corpus, judges, systems, versions, as the run wrote them."""
        return self.journal.header()

    @property
    def spec(self) -> Mapping[str, Any]:
        """The spec that redoes the run, every default spelled out."""
        return cast("Mapping[str, Any]", self.header["spec"])

    @property
    def judges(self) -> list[str]:
        """The panel's names, in order."""
        return [judge["name"] for judge in self.header["judges"]]

    @property
    def tau(self) -> float:
        """The gap that counts as divergence."""
        return float(self.spec["tau"])

    @cached_property
    def units(self) -> Mapping[UnitKey, str]:
        """Every unit with the stage it has reached."""
        return dict(self.journal.units())

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """The systems, in plan order."""
        return tuple(dict.fromkeys(unit.system for unit in self.units))

    @cached_property
    def epochs(self) -> int:
        """How often each trajectory was run."""
        return len({unit.epoch for unit in self.units})

    @cached_property
    def trajectories(self) -> Mapping[str, About]:
        """The trajectories, in plan order."""
        gold = self.journal.trajectories()
        names = dict.fromkeys(unit.group for unit in self.units)
        return {name: About(gold[name]["category"], gold[name]["difficulty"]) for name in names}

    def kind(self, system: str) -> Kind:
        """Whether a system is under test, a baseline to beat, a control, or a control that bounds all scores."""
        if system.partition(":")[0] in BOUNDS:
            return "bound"
        return cast("Kind", self.header["systems"][system]["kind"])

    # --- what came of it ---

    @cached_property
    def scores(self) -> Mapping[UnitKey, Mapping[str, Score]]:
        """The scores of every finished unit, by metric; the gaps between memory and answers among them."""
        finished = {str(unit): unit for unit, stage in self.units.items() if stage == FINISHED}
        found: dict[UnitKey, dict[str, Score]] = {unit: {} for unit in finished.values()}
        for row in self.journal.rows(t.scores):
            if row["unit"] in finished:
                score = Score(row["metric"], row["value"], row["n"], row["status"], row["note"])
                found[finished[row["unit"]]][score.metric] = score
        return {unit: {**scores, **gaps(scores, self.tau)} for unit, scores in found.items()}

    def finished(self, system: str) -> tuple[str, ...]:
        """The trajectories that the system finished in every run; the others enter no figure."""
        complete = {unit.group for unit in self.finished_units(system)}
        return tuple(name for name in self.trajectories if name in complete)

    def left_out(self, system: str) -> tuple[str, ...]:
        """The trajectories that the system did not finish in every run."""
        complete = set(self.finished(system))
        return tuple(name for name in self.trajectories if name not in complete)

    def finished_units(self, system: str) -> tuple[UnitKey, ...]:
        """The units that enter the system's figures."""
        return self._finished_units.get(system, ())

    @cached_property
    def _finished_units(self) -> Mapping[str, tuple[UnitKey, ...]]:
        open_ends = {(unit.system, unit.group) for unit, stage in self.units.items() if stage != FINISHED}
        found: dict[str, tuple[UnitKey, ...]] = {}
        for unit in self.units:
            if (unit.system, unit.group) not in open_ends:
                found[unit.system] = (*found.get(unit.system, ()), unit)
        return found

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """What failed and has not been finished since."""
        named = {str(unit): unit for unit in self.units}
        return tuple(
            Failure(named[row["unit"]], row["stage"], row["message"])
            for row in self.journal.rows(t.problems)
            if self.units[named[row["unit"]]] != FINISHED
        )

    @property
    def unfinished(self) -> tuple[UnitKey, ...]:
        """The units that have no scores yet, failed ones among them."""
        return tuple(unit for unit, stage in self.units.items() if stage != FINISHED)

    @cached_property
    def invalid(self) -> tuple[Invalid, ...]:
        """Where verdicts stayed invalid."""
        query = (
            sa.select(
                t.units.c.system,
                t.verdicts.c.judge,
                sa.func.sum(sa.cast(t.verdicts.c.invalid, sa.Integer)).label("invalid"),
                sa.func.count().label("verdicts"),
            )
            .join_from(t.verdicts, t.units, t.verdicts.c.unit == t.units.c.unit)
            .group_by(t.units.c.system, t.verdicts.c.judge)
            .order_by(t.units.c.system, t.verdicts.c.judge)
        )
        with self.journal.engine.connect() as connection:
            return tuple(Invalid(*row) for row in connection.execute(query) if row.invalid)

    @property
    def complete(self) -> bool:
        """Whether every unit is finished and every verdict valid."""
        return not self.unfinished and not self.invalid

    def reading(self, unit: UnitKey) -> Reading:
        """The evidence of a judged unit, as metrics read it."""
        from memassay.runs import evidence  # noqa: PLC0415 - the room is heavy, and only this needs it

        if unit not in self._readings:
            self._readings[unit] = Reading(evidence(self.journal, unit, self.judges))
        return self._readings[unit]

    def once(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What `make` gives, computed the first time it is asked for under this key."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("T", self._kept[key])
