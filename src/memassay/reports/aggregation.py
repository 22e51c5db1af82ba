"""From units to headline figures (method.md section 3, "Averaging"), in this one place.

A unit's score is a trajectory's in one run; a run's figure is the plain mean over trajectories; the headline is the
mean over runs, its spread the standard deviation over runs (n - 1).  An undefined value never enters a mean and is
counted.  A trajectory that a system did not finish in every run enters none of its figures.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from memassay.reports.divergence import GAPS
from memassay.reports.view import RunView
from memassay.stats import Spread, t_interval
from memassay.stats.intervals import FEWEST
from memassay.store import UnitKey
from memassay.types import Score, Status

_ORDER: tuple[Status, ...] = ("not observable", "by design", "undefined")


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One metric of one system.

    `mean` is the headline, `sd` its spread over runs (None under two); `n` counts the items behind it (pairs,
    states, facts) over all trajectories and runs, `trajectories` those with a value, `undefined` the units without
    one; `status` says why there is no mean.  `half` is half the width of the 95% t interval over trajectories,
    stratified by category, or None under ten of them.
    """

    mean: float | None
    sd: float | None
    n: int
    trajectories: int
    undefined: int
    status: Status
    half: float | None = None


def aggregate(view: RunView, system: str, metric: str, only: Collection[str] | None = None) -> Aggregate:
    """The headline figure of `metric` for `system`, over all its finished trajectories or those in `only`."""
    key = ("aggregate", system, metric, None if only is None else tuple(only))
    return view.once(key, lambda: _aggregate(view, system, metric, only))


def _aggregate(view: RunView, system: str, metric: str, only: Collection[str] | None) -> Aggregate:
    found = _scores(view, system, metric, only)
    runs: dict[int, list[float | None]] = {}
    for unit, score in found:
        runs.setdefault(unit.epoch, []).append(score.value)
    spread = Spread.of([Spread.of(values).mean for values in runs.values()])
    defined = [(unit, score) for unit, score in found if score.value is not None]
    absent = {score.status for _, score in found if score.value is None}
    why: Status = next((status for status in _ORDER if status in absent), "undefined")
    return Aggregate(
        mean=spread.mean,
        sd=spread.sd,
        n=sum(score.n for _, score in defined),
        trajectories=len({unit.group for unit, _ in defined}),
        undefined=len(found) - len(defined),
        status="ok" if defined else why,
        half=_half_width(view, by_trajectory(view, system, metric, only)),
    )


def by_trajectory(view: RunView, system: str, metric: str, only: Collection[str] | None = None) -> dict[str, float]:
    """Each trajectory's mean over runs, for those with a value."""
    values: dict[str, list[float | None]] = {}
    for unit, score in _scores(view, system, metric, only):
        values.setdefault(unit.group, []).append(score.value)
    means = {name: Spread.of(group).mean for name, group in values.items()}
    return {name: mean for name, mean in means.items() if mean is not None}


def metrics(view: RunView) -> list[str]:
    """Every metric that any unit has a row for: in the catalogue's order, then the gaps, then what it does not know."""
    from memassay.metrics.catalogue import catalogue  # noqa: PLC0415 - loads every metric

    present = {metric for scores in view.scores.values() for metric in scores}
    known = [name for name in [*catalogue(), *GAPS] if name in present]
    return [*known, *sorted(present - set(known))]


def _scores(view: RunView, system: str, metric: str, only: Collection[str] | None) -> list[tuple[UnitKey, Score]]:
    units = [unit for unit in view.finished_units(system) if only is None or unit.group in only]
    return [(unit, view.scores[unit][metric]) for unit in units if metric in view.scores[unit]]


def _half_width(view: RunView, means: dict[str, float]) -> float | None:
    if len(means) < FEWEST:
        return None
    strata = [view.trajectories[name].category for name in means]
    interval = t_interval(list(means.values()), strata)
    return None if interval.high is None or interval.estimate is None else interval.high - interval.estimate
