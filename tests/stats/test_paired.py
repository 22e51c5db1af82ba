"""Sign-flip tests and Holm's correction."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from memassay.errors import InputError
from memassay.stats import holm, paired_test, sign_flip_test

DIFFERENCES = st.lists(st.integers(-100, 100).map(lambda x: x / 100), min_size=1, max_size=8)
P_VALUES = st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=8)


@pytest.mark.parametrize(("values", "p"), [([0.1, 0.2, 0.3], 2 / 8), ([0.3, 0.2, -0.1], 4 / 8), ([0.1, 0.2, -0.3], 1)])
def test_three_pairs_are_tested_over_their_eight_sign_patterns(values, p):
    """Sums over the eight patterns of .1 .2 .3: .6 .4 .2 0 0 -.2 -.4 -.6.

    As far as .6 lie 2 of 8; as far as .3 + .2 - .1 = .4 lie 4; as far as .1 + .2 - .3 = 0 lie all.
    """
    found = sign_flip_test(values, seed=1)
    assert found.p == pytest.approx(p)
    assert (found.method, found.patterns, found.seed) == ("exact", 8, None)


def test_the_exact_test_counts_up_to_sixteen_trajectories_and_draws_beyond():
    """Sixteen equal differences: only the two patterns of one sign are as far, 2/2^16."""
    exact = sign_flip_test([0.1] * 16, seed=1)
    assert (exact.method, exact.p) == ("exact", pytest.approx(2 / 2**16))
    drawn = sign_flip_test([0.1] * 17, seed=1)
    assert (drawn.method, drawn.patterns, drawn.seed) == ("drawn", 10_000, 1)


def test_more_draws_than_patterns_count_the_patterns_instead():
    found = sign_flip_test([0.1] * 17, seed=1, draws=2**17)
    assert (found.method, found.patterns, found.p) == ("exact", 2**17, pytest.approx(2 / 2**17))


def test_a_drawn_p_value_is_never_zero():
    """No pattern drawn is as far, so (0 + 1)/(999 + 1)."""
    assert sign_flip_test([0.5] * 40, seed=1, draws=999).p == pytest.approx(1 / 1000)


def test_the_drawn_p_value_is_close_to_the_normal_one_for_many_trajectories():
    """For 200 differences of one size the sum is binomial: 112 plus signs, two-sided by scipy's binomtest."""
    found = sign_flip_test([0.1] * 112 + [-0.1] * 88, seed=4)
    assert found.p == pytest.approx(stats.binomtest(112, 200).pvalue, abs=0.01)


def test_a_paired_test_is_the_sign_flip_of_the_differences():
    """.7 - .6 = .1, .5 - .3 = .2, .9 - .6 = .3: 2 of 8 patterns."""
    found = paired_test([0.7, 0.5, 0.9], [0.6, 0.3, 0.6], seed=1)
    assert (found.mean, found.p) == (pytest.approx(0.2), 0.25)


def test_equal_systems_have_a_p_value_of_one():
    assert paired_test([0.4] * 20, [0.4] * 20, seed=1).p == 1.0


def test_no_trajectory_gives_no_p_value_and_one_gives_one():
    assert (sign_flip_test([], seed=1).p, sign_flip_test([], seed=1).mean) == (None, None)
    assert sign_flip_test([0.3], seed=1).p == 1.0


def test_sums_equal_but_for_binary_noise_count_as_far():
    """.1 + .2 and .3 differ in binary: with values .1 .2 .3 .3 -.3 the patterns are counted by whole numbers."""
    tenths = [1, 2, 3, 3, -3]
    sums = [
        abs(sum(sign * size for sign, size in zip(signs, tenths, strict=True))) for signs in product((1, -1), repeat=5)
    ]
    wanted = sum(total >= sum(tenths) for total in sums) / 32
    assert sign_flip_test([size / 10 for size in tenths], seed=1).p == pytest.approx(wanted)


def test_bad_input_is_refused_by_name():
    with pytest.raises(InputError, match="first has 2, second has 1"):
        paired_test([0.1, 0.2], [0.1], seed=1)
    with pytest.raises(InputError, match="draws"):
        sign_flip_test([0.1], seed=1, draws=0)
    with pytest.raises(InputError, match="p_values:1"):
        holm([0.1, 1.2])


@settings(deadline=None, max_examples=40)
@given(DIFFERENCES)
def test_the_exact_p_value_equals_the_count_by_hand(values):
    whole = [round(value * 100) for value in values]
    signs = product((1, -1), repeat=len(whole))
    far = [abs(sum(sign * size for sign, size in zip(some, whole, strict=True))) >= abs(sum(whole)) for some in signs]
    assert sign_flip_test(values, seed=1).p == pytest.approx(np.mean(far))


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(-100, 100).map(lambda x: x / 100), min_size=17, max_size=25), st.randoms())
def test_order_and_overall_sign_change_no_drawn_p_value(values, random):
    found = sign_flip_test(values, seed=9, draws=200)
    assert sign_flip_test(random.sample(values, len(values)), seed=9, draws=200).p == found.p
    assert sign_flip_test([-value for value in values], seed=9, draws=200).p == found.p
    assert 1 / 201 <= found.p <= 1


def test_holm_is_the_hand_worked_value_and_monotone():
    """Sorted .01*3 = .03, .03*2 = .06, .04*1 = .04 raised to .06."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_holm_stops_at_one_and_leaves_out_what_was_not_tested():
    """Two tests: .4*2 = .8; .9*1 = .9.  One untested p is None and no part of the family."""
    assert holm([0.9, None, 0.4]) == [pytest.approx(0.9), None, pytest.approx(0.8)]
    assert holm([0.8, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


@given(P_VALUES)
def test_holm_only_raises_keeps_the_order_and_stays_under_bonferroni(p_values):
    adjusted = holm(p_values)
    tested = [(p, new) for p, new in zip(p_values, adjusted, strict=True) if p is not None]
    assert [new is None for new in adjusted] == [p is None for p in p_values]
    assert all(p <= new <= min(1, len(tested) * p) for p, new in tested)
    assert [new for _, new in sorted(tested)] == sorted(new for _, new in tested)
