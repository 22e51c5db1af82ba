"""The trajectories a system holds worst, each with the reason in words."""

from __future__ import annotations

from dataclasses import dataclass

from memassay.metrics.diagnosis.stages import Diagnosis, diagnose
from memassay.metrics.intrinsic.staleness import asserted
from memassay.metrics.reading import Reading
from memassay.reports.aggregation import by_trajectory
from memassay.reports.funnel import AT_THE_END
from memassay.reports.view import RunView
from memassay.reports.wording import quoted
from memassay.store import UnitKey

MOST = 3
"""How many trajectories of each system are named."""
RANKED_BY = "fact_accuracy_strict"
_LOST = {
    "unjudged": "no valid verdict on {claim}",
    "document": "no document says {claim} (a fault of the corpus)",
    "extraction": "never took in {claim} (extraction)",
    "synthesis": "took in {claim} but keeps it in no fact (synthesis)",
    "update": "did not carry out the change to {claim} (update)",
    "conflict": "did not mark the contradiction about {claim} (conflict{kind})",
    "storage": "does not store {claim}",
    "retention": "lost {claim} ({kind})",
}


@dataclass(frozen=True, slots=True)
class Worst:
    """One trajectory that a system holds badly: its strict I (mean over runs) and why, told of its worst run."""

    system: str
    trajectory: str
    score: float
    reason: str


def worst(view: RunView) -> list[Worst]:
    """The worst of every system under test and baseline; of the controls where no such was run."""
    tested = [system for system in view.systems if view.kind(system) in ("system", "baseline")]
    controls = [system for system in view.systems if view.kind(system) == "control"]
    return [item for system in tested or controls for item in _worst_of(view, system)]


def _worst_of(view: RunView, system: str) -> list[Worst]:
    means = by_trajectory(view, system, RANKED_BY)
    ranked = sorted((value, name) for name, value in means.items() if value < 1)[:MOST]
    return [Worst(system, name, value, reason(view.reading(_worst_run(view, system, name)))) for value, name in ranked]


def _worst_run(view: RunView, system: str, trajectory: str) -> UnitKey:
    units = [unit for unit in view.finished_units(system) if unit.group == trajectory]
    return min(units, key=lambda unit: (view.scores[unit][RANKED_BY].value or 0.0, unit.epoch))


def reason(reading: Reading) -> str:
    """How much is held at the end, what is still asserted though no longer true, and what was lost and where."""
    last = len(reading.states) - 1
    claims = reading.states[last].claims
    held = sum(reading.verdicts[last][claim].yes for claim in claims)
    parts = [f"holds {held} of {len(claims)} claims at the end"]
    stale = [claim for claim, still in asserted(reading, last) if still]
    if stale:
        parts.append(f"still asserts {quoted(stale[0])}{_more(len(stale) - 1)}")
    missed = [item for item in diagnose(reading) if item.stage not in AT_THE_END]
    at_end = [item for item in missed if item.state == last]
    if at_end:
        parts.append(_said(at_end[0]) + _more(sum(item.stage == at_end[0].stage for item in at_end) - 1))
    elif missed:
        parts.append(f"after state {missed[0].state}: {_said(missed[0])}")
    return "; ".join(parts)


def _said(item: Diagnosis) -> str:
    kind = item.kind or ("" if item.stage == "conflict" else "how, cannot be seen")
    if item.stage == "conflict" and kind:
        kind = f", {kind}"
    return _LOST[item.stage].format(claim=quoted(item.claim), kind=kind)


def _more(number: int) -> str:
    return f" and {number} more" if number > 0 else ""
