"""Runs that hold nothing but scores, for figures worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memassay.reports import RunView
from memassay.store import Journal, UnitKey
from memassay.types import Score

from . import made

Values = Mapping[tuple[str, str, int], Mapping[str, float | Score | None] | None]
"""(system, trajectory, epoch) to its scores by metric; None is a unit that was not finished."""


def scored_run(
    folder: Path, values: Values, *, epochs: int = 1, categories: Mapping[str, str] | None = None
) -> RunView:
    """A run of these units; a plain number stands for a score over one item, None for an undefined one."""
    journal = Journal.at(folder)
    units = {UnitKey(*key): scores for key, scores in values.items()}
    gold = {unit.group: {"category": (categories or {}).get(unit.group, "C1"), "difficulty": "L1"} for unit in units}
    header = made.header(epochs)
    header["systems"] = {unit.system: {"kind": "system", "summary": "", "note": ""} for unit in units}
    journal.begin(header, gold, units)
    for unit, scores in units.items():
        if scores is not None:
            journal.scored(unit, unit.group, [_score(name, value) for name, value in scores.items()])
    return RunView(journal, folder)


def _score(name: str, value: float | Score | None) -> Score:
    if isinstance(value, Score):
        return value
    return Score(name, value, 0, "undefined", "nothing to count") if value is None else Score(name, value, 1)
