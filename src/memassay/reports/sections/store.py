"""What the store is like: size, junk, learning and keeping, confidence and names, operations."""

from __future__ import annotations

from collections.abc import Mapping

from memassay.reports.aggregation import Aggregate, aggregate
from memassay.reports.blocks import Block, Column, Heading, Table
from memassay.reports.sections.overall import ranked
from memassay.reports.view import RunView
from memassay.reports.wording import figure, stacked

HONEST = 0.9
"""Native operations of a log less honest than this are marked (method.md section 3)."""

CONTENT = {
    "facts after the last state": "fact_count_last",
    "words in store / documents": "store_ratio",
    "redundancy": "redundancy",
    "unsupported by any document": "unsupported_rate",
    "from noise only": "noise_rate",
    "off topic": "offtopic_rate",
    "copied verbatim": "verbatim_rate",
}
LEARNING = {
    "acquisition": "acquisition",
    "retention": "retention",
    "collateral damage": "collateral_rate",
    "noise damage": "noise_damage",
    "final coverage": "final_coverage",
    "FAMA": "fama",
}
TRUST = {
    "confidence error (MAE)": "confidence_mae",
    "error of the best constant": "confidence_mae_constant",
    "corroboration gain": "corroboration_gain",
    "attribution F1": "attribution_f1",
    "grouping, B-cubed F1": "grouping_bcubed_f1",
    "grouping, adjusted Rand": "grouping_ari",
}
ACTIONS = {
    "action accuracy": "action_accuracy",
    "expected kind occurs": "action_hit",
    "update recall": "update_detection_recall",
    "false updates": "false_update_rate",
    "update discrimination": "update_discrimination",
}


def blocks(view: RunView) -> list[Block]:
    """Four tables, one row a figure, one column a system."""
    systems = ranked(view)
    dishonest = [system for system in systems if not _honest(view, system)]
    marked = {system: f"{system} (!)" if system in dishonest else system for system in systems}
    return [
        Heading("The store"),
        _table("what the last store is like", view, CONTENT, note=_support(view)),
        _table("learning and keeping", view, LEARNING),
        _table("confidence, names, groups", view, TRUST),
        _table("effective operations", view, ACTIONS),
        _table("operations by own log", view, _native(), marked, _honesty(dishonest)),
    ]


def _table(
    title: str, view: RunView, rows: Mapping[str, str], marked: Mapping[str, str] | None = None, note: str = ""
) -> Table:
    systems = ranked(view)
    columns = (Column(title, right=False), *(Column(stacked((marked or {}).get(system, system))) for system in systems))
    cells = tuple(
        (name, *(_cell(metric, aggregate(view, system, metric)) for system in systems)) for name, metric in rows.items()
    )
    return Table(columns, cells, notes=(note,) if note else ())


def _native() -> dict[str, str]:
    return {**{name: f"native.{metric}" for name, metric in ACTIONS.items()}, "event honesty": "event_honesty"}


def _cell(metric: str, found: Aggregate) -> str:
    if found.mean is None:
        return figure(None, found.status)
    if metric == "fact_count_last":
        return f"{found.mean:.1f} ({found.n})"
    return f"{figure(found.mean)} ({found.n})"


def _support(view: RunView) -> str:
    if all(judge["kind"] != "pair" for judge in view.header["judges"]):
        return ""
    return (
        "unsupported says little here: the judge reads a document sentence by sentence, and rarely finds the whole of "
        "a merged fact in one; it calls facts of a faultless memory unsupported too (docs/controls.md)."
    )


def _honest(view: RunView, system: str) -> bool:
    honesty = aggregate(view, system, "event_honesty").mean
    return honesty is None or honesty >= HONEST


def _honesty(dishonest: list[str]) -> str:
    if not dishonest:
        return "In brackets: how many items each figure rests on."
    return (
        "In brackets: how many items each figure rests on. (!) event honesty under "
        f"{HONEST}: the log does not say what happened to the facts, go by the effective operations."
    )
