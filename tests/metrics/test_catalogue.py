"""Metrics by name: finding them, choosing them, and those that packages add."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from memassay.errors import UnknownName, UserError
from memassay.metrics import catalogue as room
from memassay.metrics.interchange import evidence_from
from memassay.metrics.metric import Metric, average
from memassay.metrics.reading import Reading
from memassay.types import Evidence, Fact, Score, State, StateEvidence

from .random_evidence import Unit

EVIDENCE = Evidence("u", ())


@dataclass
class Point:
    """An entry point as a package would declare it."""

    metric: Metric
    value: str = "package.metrics:MINE"

    def load(self) -> Metric:
        return self.metric


@pytest.fixture
def add(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Point]]:
    points: list[Point] = []
    monkeypatch.setattr(
        room.importlib.metadata, "entry_points", lambda group: points if group == "memassay.metrics" else []
    )
    room.catalogue.cache_clear()
    yield points
    room.catalogue.cache_clear()


def _facts(reading: Reading) -> Score:
    return average("mine", [float(len(step.facts)) for step in reading.steps()], "no state")


def test_an_unknown_name_is_told_with_its_nearest() -> None:
    with pytest.raises(UnknownName, match="unknown metric 'fact_acuracy'; did you mean 'fact_accuracy'"):
        room.score(EVIDENCE, ["fact_acuracy"])


def test_named_metrics_come_in_the_order_asked_for_and_all_of_no_name() -> None:
    assert [metric.name for metric in room.pick(["stale_rate", "fama"])] == ["stale_rate", "fama"]
    assert [metric.name for metric in room.pick([])] == list(room.catalogue())


def test_a_score_bears_the_name_it_is_filed_under_even_without_a_value(unit_without_evidence: Evidence) -> None:
    assert [item.metric for item in room.score(unit_without_evidence)] == list(room.catalogue())


@pytest.fixture
def unit_without_evidence() -> Evidence:
    absent = ("native", "effective", "confidence", "authors", "observations", "retrieval", "disputes")
    state: Unit = {"index": 0, "action": "create", "claims": [], "confidence": 0.5, "facts": [], "verdicts": {}}
    return evidence_from({"id": "u", "states": [state], "capabilities": dict.fromkeys(absent, False)})


def test_a_package_adds_a_metric_by_entry_point(add: list[Point]) -> None:
    add.append(Point(Metric("mine", _facts, "facts a state", "neither")))
    state = State(0, datetime(2025, 1, 1, tzinfo=UTC), (), (), "create", 0.5)
    unit = Evidence("u", (StateEvidence(state, (Fact("f", "t"), Fact("g", "t")), {}),))
    assert room.score(unit, ["mine"]) == [Score("mine", 2.0, 1)]
    assert list(room.catalogue())[-1] == "mine"


def test_a_package_cannot_take_the_name_of_a_metric_in_silence(add: list[Point]) -> None:
    add.append(Point(Metric("fama", _facts, "facts a state")))
    with pytest.raises(UserError, match=r"metric 'fama' of package\.metrics:MINE has a name that is already taken"):
        room.catalogue()
