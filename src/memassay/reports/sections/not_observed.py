"""What could not be observed, what failed, and which verdicts stayed invalid."""

from __future__ import annotations

from typing import Any

from memassay.reports.blocks import Block, Column, Heading, Items, Table, Text
from memassay.reports.unseen import Unseen, unseen
from memassay.reports.view import RunView
from memassay.reports.wording import counted, figure

_COLUMNS = (
    Column("figures", right=False, wraps=True),
    Column("why there is no value", right=False, wraps=True),
    Column("systems", right=False, wraps=True),
    Column("units"),
)
_NAMED = 3
_DOING = {
    "remembered": "taking in documents",
    "answered": "answering questions",
    "judged": "being judged",
    "scored": "being scored",
}
_STATUS = {"not observable": "n/o", "by design": "by design", "undefined": "undefined", "ok": ""}


def data(view: RunView) -> dict[str, Any]:
    """Figures without a value, failed and unfinished units, invalid verdicts."""
    return {
        "metrics": [
            {
                "system": item.system,
                "status": item.status,
                "note": item.note,
                "metrics": list(item.metrics),
                "units": item.units,
                "of": item.of,
            }
            for item in unseen(view)
        ],
        "failed": [{"unit": str(f.unit), "stage": f.stage, "message": f.message} for f in view.failures],
        "unfinished": [str(unit) for unit in view.unfinished],
        "invalid": [
            {"system": item.system, "judge": item.judge, "invalid": item.invalid, "verdicts": item.verdicts}
            for item in view.invalid
        ],
    }


def blocks(view: RunView) -> list[Block]:
    """Troubles first, then what no one could have seen."""
    found: list[Block] = [Heading("What could not be observed"), *_troubles(view)]
    rows = _rows(view)
    if rows:
        found.append(Table(_COLUMNS, rows))
    elif len(found) == 1:
        found.append(Text("Nothing: every figure of every system under test has a value in every unit."))
    return found


def _rows(view: RunView) -> tuple[tuple[str, ...], ...]:
    """One row a reason and set of figures, the systems together; the bounds have their own list in the JSON report."""
    systems = [system for system in view.systems if view.kind(system) != "bound"]
    found: dict[tuple[str, tuple[str, ...]], list[Unseen]] = {}
    for item in unseen(view):
        if item.system in systems:
            found.setdefault((f"{_STATUS[item.status]}: {item.note}", item.metrics), []).append(item)
    return tuple(
        (_named(metrics), why, _systems(items, systems), f"{sum(i.units for i in items)} of {sum(i.of for i in items)}")
        for (why, metrics), items in sorted(found.items())
    )


def _named(metrics: tuple[str, ...]) -> str:
    """The first few: the plain figures before their variants on other operations or states."""
    plain = sorted(metrics, key=lambda name: (name.startswith("native."), "_bearing" in name, "_transitions" in name))
    more = len(metrics) - _NAMED
    return ", ".join(plain) if more <= 1 else f"{', '.join(plain[:_NAMED])} and {more} more"


def _systems(items: list[Unseen], systems: list[str]) -> str:
    names = list(dict.fromkeys(item.system for item in items))
    return "all" if len(names) == len(systems) > 1 else ", ".join(names)


def _troubles(view: RunView) -> list[Block]:
    failed = {failure.unit for failure in view.failures}
    open_units = [unit for unit in view.unfinished if unit not in failed]
    lines = [
        f"{f.unit.system} on {f.unit.group}, run {f.unit.epoch}: failed {_DOING[f.stage]}: {f.message}"
        for f in view.failures
    ]
    if open_units:
        lines.append(f"{counted(len(open_units), 'unit')} not finished yet; the same command goes on.")
    for item in view.invalid:
        rate = figure(item.invalid / item.verdicts)
        told = f"{item.invalid} of {counted(item.verdicts, 'verdict')} ({rate}) by {item.judge} stayed invalid"
        lines.append(f"{item.system}: {told} and count as NO.")
    if not lines:
        return []
    return [Text("Not everything went well:", "warning"), Items(tuple(lines))]
