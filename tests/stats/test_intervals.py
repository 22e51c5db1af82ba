"""Intervals over trajectory means."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from memassay.errors import InputError
from memassay.stats import bootstrap_interval, t_interval

MEANS = st.lists(st.floats(0, 1).map(lambda x: round(x, 6)), min_size=10, max_size=30)
TEN = [0.1, 0.2, 0.3, 0.4, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2]
FIVES = ["A"] * 5 + ["B"] * 5


def test_the_t_interval_is_the_hand_worked_value():
    """A: variance .025, g = 5*.025 = .125; B: 0.  df = .125^2/(.125^2/4) = 4; variance of the mean .125/10^2.

    Half width t(.975, 4) = 2.776445 times sqrt(.00125) = .0353553, that is .0981622, about (1.5 + 1)/10 = .25.
    """
    found = t_interval(TEN, FIVES)
    assert found.df == pytest.approx(4)
    assert (found.estimate, found.low, found.high) == pytest.approx((0.25, 0.1518378, 0.3481622), abs=1e-6)


def test_without_strata_the_t_interval_is_the_ordinary_one():
    low, high = stats.t.interval(0.95, 9, loc=np.mean(TEN), scale=stats.sem(TEN))
    found = t_interval(TEN)
    assert (found.df, found.low, found.high) == pytest.approx((9, low, high))


def test_one_stratum_of_many_equal_spread_has_all_degrees_of_freedom():
    """Equal g in both strata of 5: (2g)^2/(2 g^2/4) = 8 = 10 - 2."""
    assert t_interval([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], FIVES).df == pytest.approx(8)


def test_a_difference_between_strata_does_not_widen_either_interval():
    rng = np.random.default_rng(2)
    spread = np.concatenate([rng.normal(0.2, 0.02, 10), rng.normal(0.8, 0.02, 10)])
    strata = ["low"] * 10 + ["high"] * 10
    for found in (t_interval(spread, strata), bootstrap_interval(spread, strata, seed=1)):
        assert found.high - found.low < 0.03
    for found in (t_interval(spread), bootstrap_interval(spread, seed=1)):
        assert found.high - found.low > 0.2


def test_the_bootstrap_agrees_with_scipy_on_one_stratum():
    values = np.random.default_rng(3).beta(2, 3, 40)
    theirs = stats.bootstrap((values,), np.mean, method="percentile", rng=np.random.default_rng(0)).confidence_interval
    ours = bootstrap_interval(values, seed=5)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.005)


def test_the_seed_is_returned_and_decides_the_bootstrap():
    first, again, other = (bootstrap_interval(TEN, seed=seed, resamples=500) for seed in (7, 7, 8))
    assert (first.seed, first.resamples) == (7, 500)
    assert first == again
    assert (first.low, first.high) != (other.low, other.high)


def test_fewer_than_ten_trajectories_get_no_interval_and_a_reason():
    for found in (t_interval(TEN[:9]), bootstrap_interval(TEN[:9], seed=1)):
        assert (found.low, found.high) == (None, None)
        assert found.estimate == pytest.approx(np.mean(TEN[:9]))
        assert found.reason == "no interval under 10 trajectories, here 9"
    assert t_interval([]).estimate is None


def test_a_stratum_of_one_joins_the_smallest_other_stratum():
    """E alone goes to B, the smaller: the same as if it had been labelled B."""
    strata = ["A"] * 5 + ["B"] * 4 + ["E"]
    merged = ["A"] * 5 + ["B"] * 5
    assert t_interval(TEN, strata) == t_interval(TEN, merged)
    assert bootstrap_interval(TEN, strata, seed=3) == bootstrap_interval(TEN, merged, seed=3)


def test_several_strata_of_one_form_a_stratum_together():
    strata = ["A"] * 7 + ["B", "C", "D"]
    assert t_interval(TEN, strata) == t_interval(TEN, ["A"] * 7 + ["rest"] * 3)
    assert t_interval(TEN, [str(position) for position in range(10)]) == t_interval(TEN)


def test_equal_means_give_an_interval_of_no_width():
    for found in (t_interval([0.5] * 12, ["A"] * 6 + ["B"] * 6), bootstrap_interval([0.5] * 12, seed=1)):
        assert (found.low, found.high) == (0.5, 0.5)


def test_bad_input_is_refused_by_name():
    with pytest.raises(InputError, match="means has 10, strata has 9"):
        t_interval(TEN, FIVES[:9])
    with pytest.raises(InputError, match="level"):
        t_interval(TEN, level=95)
    with pytest.raises(InputError, match="resamples"):
        bootstrap_interval(TEN, seed=1, resamples=0)
    with pytest.raises(InputError, match="means:2"):
        t_interval([0.1, 0.2, float("inf")])


@settings(deadline=None, max_examples=40)
@given(MEANS, st.randoms(use_true_random=False))
def test_intervals_hold_the_estimate_and_ignore_the_order_of_trajectories(means, random):
    rows = [(value, f"C{position % 4}") for position, value in enumerate(means)]
    mixed = random.sample(rows, len(rows))
    for interval in (t_interval, lambda *given: bootstrap_interval(*given, seed=1, resamples=200)):
        one, other = (interval(*zip(*some, strict=True)) for some in (rows, mixed))
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-9)
    assert one.low >= min(means) - 1e-9
    assert one.high <= max(means) + 1e-9
    found = t_interval(means)
    assert found.low <= found.estimate <= found.high


@settings(deadline=None, max_examples=40)
@given(MEANS)
def test_turning_every_sign_mirrors_the_t_interval(means):
    one, other = t_interval(means), t_interval([-value for value in means])
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-9)


@settings(deadline=None, max_examples=40)
@given(MEANS, st.integers(2, 5))
def test_degrees_of_freedom_lie_between_the_smallest_stratum_and_all_trajectories(means, parts):
    strata = [str(position % parts) for position in range(len(means))]
    smallest = len(means) // parts
    assert smallest - 1 - 1e-6 <= t_interval(means, strata).df <= len(means) - parts + 1e-6
