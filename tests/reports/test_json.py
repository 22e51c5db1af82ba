"""The report as one JSON document."""

from __future__ import annotations

import json
import math

import pytest

from memassay.reports import aggregate, document
from memassay.reports.as_json import text

KEYS = ["header", "systems", "divergence", "by_category", "by_difficulty", "funnel", "worst", "not_observed", "footer"]


def test_the_document_has_its_parts_and_is_json(broken):
    found = document(broken)
    assert list(found) == KEYS
    assert json.loads(text(found)) == json.loads(json.dumps(found))


def test_the_same_run_gives_the_same_document(whole):
    assert text(document(whole)) == text(document(whole))


def test_every_metric_of_a_system_says_what_it_rests_on(whole):
    for metrics in document(whole)["systems"].values():
        for found in metrics.values():
            assert set(found) == {"mean", "sd", "n", "trajectories", "undefined", "status", "interval"}
            assert (found["mean"] is None) == (found["status"] != "ok")


def test_the_figures_are_those_of_the_tables(whole):
    found = document(whole)["systems"]["mine"]["fact_accuracy_strict"]
    assert found["mean"] == aggregate(whole, "mine", "fact_accuracy_strict").mean


def test_what_went_wrong_is_in_the_document(broken):
    found = document(broken)["not_observed"]
    assert found["failed"] == [
        {"unit": "mine|quarry|0", "stage": "remembered", "message": "snapshot: no answer within 600 s"}
    ]
    assert found["unfinished"] == ["mine|quarry|0"]
    assert found["invalid"][0]["invalid"] == 1


def test_the_worst_come_with_their_reason(whole):
    first = document(whole)["worst"][0]
    assert first["system"] == "mine"
    assert first["reason"].startswith("holds ")


def test_the_funnel_adds_up(whole):
    for found in document(whole)["funnel"].values():
        lost = sum(stage["NO"] + stage["PARTIAL"] for stage in found["stages"].values())
        assert found["held"] + lost == found["expected"]
        assert found["missed"] == lost


def test_a_number_that_json_has_not_is_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        text({"value": math.nan})
