"""What could not be observed: figures without a value, and why."""

from __future__ import annotations

from dataclasses import dataclass

from memassay.reports.divergence import GAPS
from memassay.reports.view import RunView
from memassay.types import Status


@dataclass(frozen=True, slots=True)
class Unseen:
    """Metrics of a system that have no value for one reason, and in how many of its units."""

    system: str
    status: Status
    note: str
    metrics: tuple[str, ...]
    units: int
    of: int


def unseen(view: RunView) -> list[Unseen]:
    """Every metric without a value in some finished unit, gathered by system and reason."""
    found: dict[tuple[str, Status, str], dict[str, int]] = {}
    for system in view.systems:
        for unit in view.finished_units(system):
            for name, score in view.scores[unit].items():
                if score.value is None and name not in GAPS:
                    counts = found.setdefault((system, score.status, score.note), {})
                    counts[name] = counts.get(name, 0) + 1
    return [
        Unseen(
            system, status, note, tuple(name for name in counts if counts[name] == units), units, _size(view, system)
        )
        for (system, status, note), counts in found.items()
        for units in sorted(set(counts.values()), reverse=True)
    ]


def _size(view: RunView, system: str) -> int:
    return len(view.finished_units(system))
