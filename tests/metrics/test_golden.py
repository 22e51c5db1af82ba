"""Every evidence file in golden/ against the values worked out by hand in its README."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memassay.metrics import interchange
from memassay.metrics.catalogue import catalogue, details, score

from .comparison import differences, near

FILES = sorted((Path(__file__).parent / "golden").glob("*.json"))
UNITS: dict[str, dict[str, Any]] = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_report_is_the_hand_worked_one(file: Path) -> None:
    [evidence] = interchange.read(file)
    found = json.loads(json.dumps(interchange.report(evidence)))
    assert differences(UNITS[file.stem]["expected"], found) == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_missing_value_says_why_and_a_value_is_ok(file: Path) -> None:
    [evidence] = interchange.read(file)
    found = {item.metric: item for item in score(evidence)}
    assert all(
        (item.value is None) == (item.status != "ok") and bool(item.note) == (item.value is None)
        for item in found.values()
    )
    stated = UNITS[file.stem].get("meta", {}).get("status", {})
    assert {name: found[name].status for name in stated} == stated


def test_every_metric_and_detail_has_a_value_worked_by_hand() -> None:
    worked = {name for unit in UNITS.values() for name, value in unit["expected"].items() if value is not None}
    assert {*catalogue(), *details()} - worked == set()


def test_every_metric_that_can_lack_a_value_lacks_it_in_some_file() -> None:
    absent = {name for unit in UNITS.values() for name, value in unit["expected"].items() if value is None}
    assert {name for name, metric in catalogue().items() if metric.no_value} - absent == set()


def test_every_file_has_its_working() -> None:
    working = (FILES[0].parent / "README.md").read_text(encoding="utf-8")
    headings = {
        name for line in working.splitlines() if line.startswith("**") for name in line[2:].split("**")[0].split(", ")
    }
    assert headings == set(UNITS)
    assert all(unit["id"] == stem for stem, unit in UNITS.items())


def test_a_value_and_its_absence_are_told_apart() -> None:
    """The comparison itself must not let 0 pass for null."""
    assert not near(0, None)
    assert not near(None, 0.0)
    assert not near([0.5], [0.5, 0.5])
    assert not near({"a": 1}, {"a": 1, "b": 1})
    assert near([1, None, {"a": 1 / 3}], [1.0, None, {"a": 0.333333333333}])
