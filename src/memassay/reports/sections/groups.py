"""The headline figures by category and by difficulty: they describe, they test nothing."""

from __future__ import annotations

from typing import Any, Literal

from memassay.reports.aggregation import aggregate
from memassay.reports.blocks import SYSTEM, Block, Column, Heading, Table
from memassay.reports.sections.overall import as_json, ranked
from memassay.reports.view import RunView
from memassay.reports.wording import beside, figure

By = Literal["category", "difficulty"]
COLUMNS = {
    "I\nstrict": "fact_accuracy_strict",
    "I": "fact_accuracy",
    "change": "change_handled",
    "stale": "stale_rate",
    "E\nstrict": "ext.extrinsic_strict",
    "E": "ext.extrinsic",
    "MAD": "mad",
}


def groups(view: RunView, by: By) -> dict[str, list[str]]:
    """Each category or difficulty with its trajectories, in order."""
    found: dict[str, list[str]] = {}
    for name, about in view.trajectories.items():
        found.setdefault(about.category if by == "category" else about.difficulty, []).append(name)
    return dict(sorted(found.items()))


def data(view: RunView, by: By) -> dict[str, Any]:
    """The headline metrics of each system in each group."""
    wanted = [*COLUMNS.values(), "divergence_rate", "signed_divergence"]
    return {
        system: {
            group: {metric: as_json(aggregate(view, system, metric, only)) for metric in wanted}
            for group, only in groups(view, by).items()
        }
        for system in view.systems
    }


def by_category(view: RunView) -> list[Block]:
    """By what the trajectories try."""
    return _blocks(view, "category", "By category")


def by_difficulty(view: RunView) -> list[Block]:
    """By how deep the claims lie in the documents."""
    return _blocks(view, "difficulty", "By difficulty")


def _blocks(view: RunView, by: By, title: str) -> list[Block]:
    systems = [system for system in ranked(view) if view.kind(system) != "bound"] or ranked(view)
    sizes = groups(view, by)
    columns = (
        SYSTEM,
        Column("cat." if by == "category" else "level", right=False),
        Column("n"),
        *(Column(name) for name in COLUMNS),
    )
    rows = tuple(row for system in systems for row in _rows(view, system, sizes))
    note = "n: finished trajectories. Descriptive: so few trajectories cannot tell two systems, or two rows, apart."
    return [Heading(title), Table(columns, rows, notes=(note,), stub=2)]


def _rows(view: RunView, system: str, sizes: dict[str, list[str]]) -> list[tuple[str, ...]]:
    finished = set(view.finished(system))
    return [
        (
            name,
            group,
            str(len(finished & set(only))),
            *(_cell(view, system, metric, only) for metric in COLUMNS.values()),
        )
        for name, (group, only) in zip(beside(system, len(sizes)), sizes.items(), strict=True)
    ]


def _cell(view: RunView, system: str, metric: str, only: list[str]) -> str:
    found = aggregate(view, system, metric, only)
    return figure(found.mean, found.status)
