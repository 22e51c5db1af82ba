"""Means and spreads."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.errors import InputError
from memassay.stats import Spread, spread_by


def test_mean_and_sd_are_the_hand_worked_values():
    """.5, .6, .7: mean .6; squares .01 + 0 + .01 over 2 = .01, sd .1."""
    found = Spread.of([0.5, 0.6, 0.7])
    assert (found.mean, found.sd) == (pytest.approx(0.6), pytest.approx(0.1))


def test_an_undefined_value_is_left_out_and_counted_and_never_zero():
    found = Spread.of([None, 0.4, None, 0.6])
    assert (found.mean, found.n, found.left_out) == (0.5, 2, 2)


def test_one_run_has_a_mean_and_no_spread():
    assert Spread.of([0.4, None]) == Spread(0.4, None, 1, 1)


def test_nothing_has_no_mean():
    assert Spread.of([None, None]) == Spread(None, None, 0, 2)
    assert Spread.of([]) == Spread(None, None, 0, 0)


def test_spread_by_gathers_values_under_their_labels_in_sorted_order():
    found = spread_by(["r2", "r1", "r2", "r1"], [0.2, 0.6, None, 0.8])
    assert list(found) == ["r1", "r2"]
    assert found["r1"].mean == pytest.approx(0.7)
    assert found["r2"] == Spread(0.2, None, 1, 1)


def test_what_is_not_a_number_is_refused():
    with pytest.raises(InputError, match="values:1: must be a finite number or None, not nan"):
        Spread.of([0.5, float("nan")])
    with pytest.raises(InputError, match="labels has 1, values has 2"):
        spread_by(["a"], [0.1, 0.2])


@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=30))
def test_spread_agrees_with_the_standard_library(values):
    found = Spread.of([*values, None])
    assert found.mean == pytest.approx(statistics.fmean(values))
    assert found.sd == pytest.approx(statistics.stdev(values), abs=1e-9)
