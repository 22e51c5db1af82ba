"""What a run would do: units, documents, questions, and how much of it an earlier run has done."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memassay.cli.endings import Ending
from memassay.cli.output import show as show_blocks
from memassay.cli.output import show_json

if TYPE_CHECKING:
    from memassay.spec import RunSpec


@dataclass(frozen=True, slots=True)
class Plan:
    """How much there is of everything; `done` are units finished before.

    With several epochs `units`, `documents` and `questions` are upper bounds: deterministic systems are run once.
    """

    folder: str
    systems: tuple[str, ...]
    trajectories: int
    epochs: int
    units: int
    done: int
    documents: int
    questions: int


def show(spec: RunSpec, log_dir: Path, *, as_json: bool) -> Ending:
    """Print the plan; nothing is made or changed."""
    from memassay.reports import Entries, Heading, Text  # noqa: PLC0415 - loaded when there is something to show

    plan = _plan(spec, log_dir)
    if as_json:
        show_json(asdict(plan))
        return Ending.FINE
    most = "at most " if plan.epochs > 1 else ""
    rows = (
        ("systems", ", ".join(plan.systems)),
        ("units", f"{most}{plan.units}, {plan.done} of them done (systems x trajectories x epochs)"),
        ("trajectories", str(plan.trajectories)),
        ("epochs", str(plan.epochs)),
        ("documents", f"{most}{plan.documents} to take in, over all units"),
        ("questions", f"{most}{plan.questions} to ask, over all units"),
        ("run", plan.folder),
    )
    note = "Nothing was done."
    if most:
        note += " Where every system and judge is deterministic, one epoch is run and stands for all."
    show_blocks([Heading("What this run would do"), Entries(rows), Text(note, "note")])
    return Ending.FINE


def _plan(spec: RunSpec, log_dir: Path) -> Plan:
    from memassay.runs.plan import resolve, units  # noqa: PLC0415 - the room is heavy

    named = resolve(spec)
    folder = log_dir / spec.folder
    every = units(named, spec.epochs)
    each = Counter(unit.group for unit in every)
    streams = named.streams
    return Plan(
        folder=str(folder),
        systems=tuple(dict.fromkeys(unit.system for unit in every)),
        trajectories=len(streams),
        epochs=spec.epochs,
        units=len(every),
        done=_done(folder),
        documents=sum(len(streams[name].steps) * number for name, number in each.items()),
        questions=sum(len(streams[name].trajectory.questions) * number for name, number in each.items()),
    )


def _done(folder: Path) -> int:
    from memassay.runs import open_existing  # noqa: PLC0415 - the room is heavy
    from memassay.store import STAGES  # noqa: PLC0415 - as above

    if not (folder / "run.db").is_file():
        return 0
    journal = open_existing(folder)
    try:
        return sum(stage == STAGES[-1] for _, stage in journal.units())
    finally:
        journal.close()
