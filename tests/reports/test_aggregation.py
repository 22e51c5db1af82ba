"""From units to headline figures, worked by hand (method.md section 3, "Averaging")."""

from __future__ import annotations

import math

import pytest

from memassay.reports import aggregate, by_trajectory
from memassay.types import Score

from .scored import scored_run

MEMORY, ANSWERS = "fact_accuracy", "ext.extrinsic"


def test_the_headline_is_the_mean_of_run_means_and_its_spread_that_of_runs(tmp_path):
    """Run 0: (0.2 + 0.6) / 2 = 0.4; run 1: (0.4 + 0.8) / 2 = 0.6; mean 0.5; sd sqrt(0.1^2 + 0.1^2) = 0.1414."""
    values = {("a", "t1", 0): 0.2, ("a", "t2", 0): 0.6, ("a", "t1", 1): 0.4, ("a", "t2", 1): 0.8}
    view = scored_run(tmp_path, {key: {MEMORY: value} for key, value in values.items()}, epochs=2)
    found = aggregate(view, "a", MEMORY)
    assert found.mean == pytest.approx(0.5)
    assert found.sd == pytest.approx(math.sqrt(0.02))
    assert (found.n, found.trajectories, found.undefined, found.status) == (4, 2, 0, "ok")


def test_an_undefined_value_enters_no_mean_and_is_counted(tmp_path):
    """Run 0 has 0.5 alone, run 1 0.9 alone: 0.7, where zeros in place of the gaps would give 0.35."""
    values = {("a", "t1", 0): 0.5, ("a", "t2", 0): None, ("a", "t1", 1): None, ("a", "t2", 1): 0.9}
    view = scored_run(tmp_path, {key: {MEMORY: value} for key, value in values.items()}, epochs=2)
    found = aggregate(view, "a", MEMORY)
    assert found.mean == pytest.approx(0.7)
    assert (found.trajectories, found.undefined) == (2, 2)


def test_runs_weigh_alike_though_one_has_fewer_defined_values(tmp_path):
    """Run 0: (0 + 1) / 2 = 0.5; run 1: 1 alone; mean of runs 0.75, where pooling would give 2/3."""
    values = {("a", "t1", 0): 0.0, ("a", "t2", 0): 1.0, ("a", "t1", 1): None, ("a", "t2", 1): 1.0}
    view = scored_run(tmp_path, {key: {MEMORY: value} for key, value in values.items()}, epochs=2)
    assert aggregate(view, "a", MEMORY).mean == pytest.approx(0.75)


def test_a_trajectory_not_finished_in_every_run_is_left_out_of_all_and_listed(tmp_path):
    view = scored_run(
        tmp_path,
        {
            ("a", "t1", 0): {MEMORY: 0.4},
            ("a", "t2", 0): {MEMORY: 1.0},
            ("a", "t1", 1): {MEMORY: 0.6},
            ("a", "t2", 1): None,
            ("b", "t1", 0): {MEMORY: 0.0},
            ("b", "t2", 0): {MEMORY: 1.0},
        },
        epochs=2,
    )
    assert aggregate(view, "a", MEMORY).mean == pytest.approx(0.5)
    assert view.left_out("a") == ("t2",)
    assert view.finished("a") == ("t1",)
    assert view.left_out("b") == ()


def test_one_run_has_no_spread_over_runs(tmp_path):
    view = scored_run(tmp_path, {("a", "t1", 0): {MEMORY: 0.4}})
    assert aggregate(view, "a", MEMORY).sd is None


@pytest.mark.parametrize("status", ["not observable", "by design", "undefined"])
def test_a_metric_without_any_value_has_the_status_that_says_why(tmp_path, status):
    view = scored_run(tmp_path, {("a", "t1", 0): {MEMORY: Score(MEMORY, None, 0, status, "because")}})
    found = aggregate(view, "a", MEMORY)
    assert (found.mean, found.status, found.undefined) == (None, status, 1)


def test_a_system_without_a_finished_trajectory_has_no_figure(tmp_path):
    view = scored_run(tmp_path, {("a", "t1", 0): None})
    found = aggregate(view, "a", MEMORY)
    assert (found.mean, found.status, found.trajectories) == (None, "undefined", 0)


def test_a_group_of_trajectories_is_averaged_alone(tmp_path):
    view = scored_run(tmp_path, {("a", f"t{i}", 0): {MEMORY: i / 10} for i in range(5)})
    assert aggregate(view, "a", MEMORY, ["t1", "t3"]).mean == pytest.approx(0.2)


def test_items_are_counted_over_trajectories_and_runs(tmp_path):
    view = scored_run(
        tmp_path, {("a", "t1", 0): {MEMORY: Score(MEMORY, 0.5, 3)}, ("a", "t2", 0): {MEMORY: Score(MEMORY, 0.5, 4)}}
    )
    assert aggregate(view, "a", MEMORY).n == 7


def test_nine_trajectories_get_no_interval(tmp_path):
    view = scored_run(tmp_path, {("a", f"t{i}", 0): {MEMORY: i / 10} for i in range(9)})
    assert aggregate(view, "a", MEMORY).half is None


def test_ten_trajectories_get_the_t_interval(tmp_path):
    """0.0, 0.1 ... 0.9: sd sqrt(0.825 / 9) = 0.302765; t(0.975, 9) = 2.262157; half 2.262157 x 0.302765 / sqrt(10)."""
    view = scored_run(tmp_path, {("a", f"t{i}", 0): {MEMORY: i / 10} for i in range(10)})
    found = aggregate(view, "a", MEMORY)
    assert found.mean == pytest.approx(0.45)
    assert found.half == pytest.approx(2.2621571627 * 0.3027650354 / math.sqrt(10))


def test_the_interval_is_stratified_by_category(tmp_path):
    """Five trajectories at 0.2 and five at 0.8: within categories nothing varies, so the interval has no width."""
    values = {("a", f"t{i}", 0): {MEMORY: 0.2 if i < 5 else 0.8} for i in range(10)}
    categories = {f"t{i}": "C1" if i < 5 else "C2" for i in range(10)}
    view = scored_run(tmp_path, values, categories=categories)
    assert aggregate(view, "a", MEMORY).half == pytest.approx(0.0)


def test_gaps_become_mad_signed_divergence_and_rate(tmp_path):
    """Gaps 0.9 - 0.5 = 0.4 and 0.4 - 0.5 = -0.1: MAD 0.25, signed 0.15, and one of two over tau 0.15."""
    view = scored_run(
        tmp_path, {("a", "t1", 0): {MEMORY: 0.9, ANSWERS: 0.5}, ("a", "t2", 0): {MEMORY: 0.4, ANSWERS: 0.5}}
    )
    assert aggregate(view, "a", "mad").mean == pytest.approx(0.25)
    assert aggregate(view, "a", "signed_divergence").mean == pytest.approx(0.15)
    assert aggregate(view, "a", "divergence_rate").mean == pytest.approx(0.5)


def test_a_gap_of_exactly_tau_does_not_count(tmp_path):
    view = scored_run(tmp_path, {("a", "t1", 0): {MEMORY: 0.65, ANSWERS: 0.5}})
    assert aggregate(view, "a", "divergence_rate").mean == 0


def test_a_unit_without_answers_has_no_gap(tmp_path):
    view = scored_run(tmp_path, {("a", "t1", 0): {MEMORY: 0.9, ANSWERS: None}})
    assert aggregate(view, "a", "mad").status == "undefined"


def test_a_trajectory_s_mean_is_over_its_runs(tmp_path):
    view = scored_run(tmp_path, {("a", "t1", 0): {MEMORY: 0.2}, ("a", "t1", 1): {MEMORY: 0.6}}, epochs=2)
    assert by_trajectory(view, "a", MEMORY) == {"t1": pytest.approx(0.4)}
