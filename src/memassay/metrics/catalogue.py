"""All metrics by name: ours, and those that packages add under the entry-point group `memassay.metrics`."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable
from functools import cache
from typing import Any

from memassay.errors import UnknownName, UserError
from memassay.metrics.diagnosis import stages
from memassay.metrics.extrinsic import answers
from memassay.metrics.intrinsic import actions, confidence, coverage, grouping, staleness, store
from memassay.metrics.metric import Detail, Metric
from memassay.metrics.reading import Reading
from memassay.types import Evidence, Score


@cache
def catalogue() -> dict[str, Metric]:
    """Name to metric, in the order in which reports list them.  Raises UserError where a package takes a name twice."""
    rooms = (coverage, staleness, actions, confidence, grouping, store, answers)
    found = {metric.name: metric for room in rooms for metric in room.METRICS}
    for point in importlib.metadata.entry_points(group="memassay.metrics"):
        metric = point.load()
        if metric.name in found:
            raise UserError(f"metric {metric.name!r} of {point.value} has a name that is already taken")
        found[metric.name] = metric
    return found


@cache
def details() -> dict[str, Detail]:
    """Name to detail."""
    rooms = (coverage, staleness, actions, store, answers, stages)
    return {detail.name: detail for room in rooms for detail in room.DETAILS}


def pick(names: Iterable[str]) -> list[Metric]:
    """The named metrics, or all of them of no name.  Raises UnknownName, with the nearest names."""
    known = catalogue()
    wanted = list(names)
    for name in wanted:
        if name not in known:
            raise UnknownName("metric", name, known)
    return [known[name] for name in wanted] or list(known.values())


def score(evidence: Evidence, names: Iterable[str] = ()) -> list[Score]:
    """Every metric (or the named ones) of one unit of evidence: pure, so re-scoring is free and exact."""
    reading = Reading(evidence)
    return [metric.function(reading) for metric in pick(names)]


def describe(evidence: Evidence) -> dict[str, Any]:
    """Every detail of one unit of evidence, as JSON values; None where it cannot be observed."""
    reading = Reading(evidence)
    return {name: detail.function(reading) for name, detail in details().items()}
