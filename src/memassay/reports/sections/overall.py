"""One row a system: what it holds beside what it answers."""

from __future__ import annotations

from typing import Any

from memassay.reports import verdict
from memassay.reports.aggregation import Aggregate, aggregate, metrics
from memassay.reports.blocks import SYSTEM, Block, Column, Heading, Items, Table, Text
from memassay.reports.view import KINDS, RunView
from memassay.reports.wording import counted, figure, listed, stacked
from memassay.stats.intervals import FEWEST

COLUMNS = {
    "I\nstrict": "fact_accuracy_strict",
    "I": "fact_accuracy",
    "change": "change_handled",
    "stale": "stale_rate",
    "E\nstrict": "ext.extrinsic_strict",
    "E": "ext.extrinsic",
    "MAD": "mad",
    "rate": "divergence_rate",
}
"""Short names of the headline figures."""
LEGEND = (
    "I: share of the expected claims that the store holds, mean over states (PARTIAL counts half; strict: nothing). "
    "change: changes that arrived whole. stale: outdated claims still asserted (lower is better). "
    "E: graded answers of the same memory. MAD: mean gap between I and E. rate: share of gaps over {tau:g}. "
    "n: how many states, changes, claims, questions or pairs are behind a figure."
)


def data(view: RunView) -> dict[str, Any]:
    """Every metric of every system."""
    return {system: {name: as_json(aggregate(view, system, name)) for name in metrics(view)} for system in view.systems}


def as_json(found: Aggregate) -> dict[str, Any]:
    """An aggregate as JSON values; `interval` is the 95% t interval, null under ten trajectories."""
    interval = None
    if found.half is not None and found.mean is not None:
        interval = [found.mean - found.half, found.mean + found.half]
    return {
        "mean": found.mean,
        "sd": found.sd,
        "n": found.n,
        "trajectories": found.trajectories,
        "undefined": found.undefined,
        "status": found.status,
        "interval": interval,
    }


def ranked(view: RunView) -> list[str]:
    """The systems by kind, within a kind by strict I, best first."""

    def place(system: str) -> tuple[int, float, str]:
        score = aggregate(view, system, "fact_accuracy_strict").mean
        return KINDS.index(view.kind(system)), -1.0 if score is None else -score, system

    return sorted(view.systems, key=place)


def blocks(view: RunView) -> list[Block]:
    """The headline table, and each system read in words."""
    systems = ranked(view)
    columns = (SYSTEM, *(Column(name) for name in COLUMNS))
    rows = tuple(_row(view, system) for system in systems)
    found: list[Block] = [
        Heading("Overall"),
        Table(columns, rows, notes=(LEGEND.format(tau=view.tau), *_notes(view))),
        *_unseen_by_identity(view),
        Heading("Read together", 2),
        Items(
            tuple(f"{system}: {verdict.reading(view, system)}" for system in systems if view.kind(system) != "bound")
        ),
    ]
    if all(view.kind(system) == "bound" for system in systems):
        found[-1] = Text("Only the bounds were run: every score of a system lies between theirs.", "note")
    return found


def _unseen_by_identity(view: RunView) -> list[Block]:
    names = [system for system in view.systems if view.kind(system) in ("system", "baseline")]
    if not names or all(judge["kind"] != "identity" for judge in view.header["judges"]):
        return []
    told = "reads what control systems say that their facts state, never a text: its figures say nothing about"
    return [Text(f"The judge {listed(view.judges)} {told} {listed(names)}.", "warning")]


def cell(found: Aggregate) -> str:
    """A figure over what it rests on: the value, its interval or spread over runs, and n."""
    lines = [figure(found.mean, found.status)]
    if found.half is not None:
        lines.append(f"±{figure(found.half)}")
    if found.mean is not None:
        lines.append(f"n {found.n}")
    return "\n".join(lines)


def _row(view: RunView, system: str) -> tuple[str, ...]:
    kind = view.kind(system)
    name = stacked(system) if kind == "system" else f"{stacked(system)}\n({kind})"
    return (name, *(cell(aggregate(view, system, metric)) for metric in COLUMNS.values()))


def _notes(view: RunView) -> list[str]:
    number = len(view.trajectories)
    notes = [
        "± is half of the 95% t interval over trajectories, stratified by category."
        if number >= FEWEST
        else f"No intervals: {counted(number, 'trajectory', 'trajectories')}, {FEWEST} are needed."
    ]
    if view.epochs > 1:
        notes.append(f"Means over {view.epochs} runs; their standard deviations are in the JSON report.")
    for system in view.systems:
        out = view.left_out(system)
        if out:
            notes.append(
                f"{system} is over {number - len(out)} of {number} trajectories; "
                f"not finished in every run: {listed(out)}."
            )
    return notes
