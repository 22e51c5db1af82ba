"""The worst trajectories, each with its reason."""

from __future__ import annotations

from typing import Any

from memassay.reports.blocks import SYSTEM, Block, Column, Heading, Table, Text
from memassay.reports.view import RunView
from memassay.reports.wording import figure, stacked
from memassay.reports.worst import worst

_COLUMNS = (
    SYSTEM,
    Column("I\nstrict"),
    Column("trajectory and reason", right=False, wraps=True),
)


def data(view: RunView) -> list[dict[str, Any]]:
    """The named trajectories."""
    return [
        {
            "system": item.system,
            "trajectory": item.trajectory,
            "fact_accuracy_strict": item.score,
            "reason": item.reason,
        }
        for item in worst(view)
    ]


def blocks(view: RunView) -> list[Block]:
    """Up to three for each system under test."""
    found = worst(view)
    if not found:
        return [
            Heading("Worst trajectories"),
            Text("None to show: no finished trajectory of a system under test misses a claim."),
        ]
    rows = tuple((stacked(item.system), figure(item.score), f"{item.trajectory}: {item.reason}") for item in found)
    return [Heading("Worst trajectories"), Table(_COLUMNS, rows)]
