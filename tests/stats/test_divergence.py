"""Divergence of two scores over pairs."""

from __future__ import annotations

import math
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from memassay.errors import InputError
from memassay.stats import Divergence, wilcoxon

SCORE = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1).map(lambda x: round(x, 4)))
PAIRS = st.lists(st.tuples(SCORE, SCORE), max_size=25)


def two_sided(z: float) -> float:
    """The normal two-sided p-value, without scipy."""
    return math.erfc(abs(z) / math.sqrt(2))


def test_mad_signed_and_rate_are_the_hand_worked_values():
    """Gaps +.1, -.3, +.15, 0: MAD .55/4 = .1375; signed -.05/4 = -.0125; only .3 exceeds .15, so 1/4."""
    found = Divergence.of([0.6, 0.2, 0.65, 1.0], [0.5, 0.5, 0.5, 1.0])
    assert found.n == 4
    assert found.mad == pytest.approx(0.1375, abs=1e-12)
    assert found.signed_divergence == pytest.approx(-0.0125, abs=1e-12)
    assert found.divergence_rate == 0.25


def test_a_gap_of_exactly_tau_is_not_divergent_whatever_the_floats_say():
    """0.65 - 0.5 is 0.15000000000000002 in binary."""
    assert 0.65 - 0.5 > 0.15
    assert Divergence.of([0.65], [0.5]).divergence_rate == 0.0
    assert Divergence.of([0.65001], [0.5]).divergence_rate == 1.0


def test_the_sweep_gives_the_rate_at_ten_values_of_tau():
    """Gaps .1 and .3: both exceed .05; one exceeds .10 (not .1 itself) to .25; none exceeds .30."""
    sweep = dict(Divergence.of([0.6, 0.8], [0.5, 0.5]).sweep)
    assert list(sweep) == [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5]
    assert [sweep[tau] for tau in (0.05, 0.1, 0.25, 0.3, 0.5)] == [1.0, 0.5, 0.5, 0.0, 0.0]


def test_correlations_are_the_hand_worked_values():
    """I 0, .5, 1 and E 0, 1, .5: covariance sum .25, both sums of squares .5, so r = .5, as for the ranks."""
    found = Divergence.of([0, 0.5, 1], [0, 1, 0.5])
    assert found.pearson_r == pytest.approx(0.5)
    assert found.r_squared == pytest.approx(0.25)
    assert found.spearman == pytest.approx(0.5)


def test_spearman_agrees_with_scipy_where_there_are_ties():
    rng = np.random.default_rng(4)
    i, e = rng.integers(0, 5, 40) / 4, rng.integers(0, 3, 40) / 2
    assert Divergence.of(i, e).spearman == pytest.approx(stats.spearmanr(i, e).statistic)


def test_pass_and_fail_differ_between_from_a_half_and_over_a_half():
    """From .5 on: I passes P P F P, E passes P P F F: 1/4 differ; chance .75*.5 + .25*.5 = .5, kappa (.75-.5)/.5 = .5.

    Over .5: I P F F P, E F F F F: 2/4 differ; chance .5*0 + .5*1 = .5, kappa (.5-.5)/.5 = 0.
    """
    found = Divergence.of([0.9, 0.5, 0.2, 0.8], [0.5, 0.5, 0.0, 0.0])
    assert (found.pass_fail_disagreement, found.cohen_kappa) == (0.25, pytest.approx(0.5))
    assert (found.pass_fail_disagreement_above, found.cohen_kappa_above) == (0.5, pytest.approx(0.0))


def test_a_score_a_rounding_error_below_a_half_passes():
    found = Divergence.of([0.5 - 1e-12], [0.5])
    assert (found.pass_fail_disagreement, found.pass_fail_disagreement_above) == (0.0, 0.0)


def test_wilcoxon_of_five_pairs_is_the_hand_worked_value():
    """Differences .1 .2 -.3 .4 .5 rank 1 to 5: W- = 3, W+ = 12, W = 3.

    Mean 5*6/4 = 7.5, variance 5*6*11/24 = 13.75, z = (3 - 7.5)/sqrt(13.75).
    """
    found = wilcoxon([0.1, 0.2, -0.3, 0.4, 0.5])
    assert (found.w, found.zeros) == (3.0, 0)
    assert found.p == pytest.approx(two_sided(4.5 / math.sqrt(13.75)))


def test_wilcoxon_drops_zeros_counts_them_and_corrects_for_ties():
    """Without the two zeros .1 .1 -.2 .3 rank 1.5 1.5 3 4: W+ = 7, W- = 3.

    Mean 4*5/4 = 5, variance 4*5*9/24 - (2^3 - 2)/48 = 7.375, z = -2/sqrt(7.375).
    """
    found = wilcoxon([0.1, 0.0, 0.1, -0.2, 0.3, 0.0])
    assert (found.w, found.zeros) == (3.0, 2)
    assert found.p == pytest.approx(two_sided(2 / math.sqrt(7.375)))


def test_differences_equal_but_for_binary_noise_are_ties():
    """.7 - .4 and .4 - .1 are both .3: with -.3 three tied ranks of 2, so W- = 2."""
    assert 0.7 - 0.4 != 0.4 - 0.1
    assert Divergence.of([0.7, 0.4, 0.2], [0.4, 0.1, 0.5]).wilcoxon.w == 2.0


def test_no_pairs_give_no_value():
    found = Divergence.of([], [])
    named = {field.name: getattr(found, field.name) for field in fields(found)}
    for name in ("n", "tau", "sweep", "wilcoxon"):
        del named[name]
    assert found.n == 0
    assert set(named.values()) == {None}
    assert {rate for _, rate in found.sweep} == {None}
    assert (found.wilcoxon.w, found.wilcoxon.p, found.wilcoxon.zeros) == (None, None, 0)


@pytest.mark.parametrize("extrinsic", [[0.5, 0.5, 0.5], [0.1 + 0.2, 0.3, 0.3]])
def test_a_constant_score_has_no_correlation_and_gives_no_warning(extrinsic):
    found = Divergence.of([0.2, 0.6, 0.9], extrinsic)
    assert (found.pearson_r, found.r_squared, found.spearman) == (None, None, None)


def test_kappa_is_undefined_only_where_both_scores_always_agree_on_one_side():
    assert Divergence.of([0.6, 0.7], [0.5, 0.9]).cohen_kappa is None
    assert Divergence.of([0.6, 0.2], [0.5, 0.9]).cohen_kappa == 0.0


def test_equal_scores_have_no_wilcoxon_test():
    found = Divergence.of([0.2, 0.6, 0.9], [0.2, 0.6, 0.9]).wilcoxon
    assert (found.w, found.p, found.zeros) == (None, None, 3)


@pytest.mark.parametrize(
    ("intrinsic", "extrinsic", "tau", "told"),
    [
        ([0.1], [0.1, 0.2], 0.15, "intrinsic has 1, extrinsic has 2"),
        ([float("nan")], [0.1], 0.15, "intrinsic:0"),
        ([0.1], [1.2], 0.15, "extrinsic:0"),
        ([0.1], [0.1], 1.5, "tau"),
        ([[0.1]], [0.1], 0.15, "one dimension"),
    ],
)
def test_bad_input_is_refused_by_name(intrinsic, extrinsic, tau, told):
    with pytest.raises(InputError, match=told):
        Divergence.of(intrinsic, extrinsic, tau)


@settings(deadline=None, max_examples=60)
@given(PAIRS)
def test_every_figure_stays_within_its_bounds(pairs):
    found = Divergence.of([i for i, _ in pairs], [e for _, e in pairs])
    shares = [found.mad, found.divergence_rate, found.pass_fail_disagreement, found.r_squared, found.wilcoxon.p]
    assert all(0 <= share <= 1 for share in shares if share is not None)
    signed = [found.signed_divergence, found.pearson_r, found.spearman, found.cohen_kappa]
    assert all(-1 - 1e-9 <= value <= 1 + 1e-9 for value in signed if value is not None)
    assert abs(found.signed_divergence or 0) <= (found.mad or 0) + 1e-12
    kept = found.n - found.wilcoxon.zeros
    assert (found.wilcoxon.w or 0) <= kept * (kept + 1) / 4
    rates = [rate or 0 for _, rate in found.sweep]
    assert rates == sorted(rates, reverse=True)


@settings(deadline=None, max_examples=40)
@given(PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_changes_nothing(pairs, random):
    mixed = random.sample(pairs, len(pairs))
    first, second = (Divergence.of([i for i, _ in some], [e for _, e in some]) for some in (pairs, mixed))
    for name in ("mad", "signed_divergence", "divergence_rate", "pearson_r", "spearman", "cohen_kappa"):
        assert getattr(first, name) == pytest.approx(getattr(second, name), abs=1e-9)
    assert first.wilcoxon.p == pytest.approx(second.wilcoxon.p, abs=1e-9)


@settings(deadline=None, max_examples=40)
@given(PAIRS)
def test_exchanging_the_scores_turns_only_the_sign(pairs):
    i, e = [i for i, _ in pairs], [e for _, e in pairs]
    one, other = Divergence.of(i, e), Divergence.of(e, i)
    assert (one.signed_divergence or 0.0) == pytest.approx(-(other.signed_divergence or 0.0), abs=1e-12)
    assert (one.mad, one.sweep, one.wilcoxon) == (other.mad, other.sweep, other.wilcoxon)
