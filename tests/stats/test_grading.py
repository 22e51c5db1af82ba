"""What rounding to the grid of the answers does, and what lies beyond it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.errors import InputError
from memassay.stats import Divergence, beyond_grading, grid_steps, round_to_grid, rounding_null

LABELS = [f"t{trajectory:02}" for trajectory in range(30) for _ in range(3)]
STRATA = [f"C{trajectory // 5}" for trajectory in range(30) for _ in range(3)]


def memory(seed: int) -> np.ndarray:
    """Ninety scores I: thirty trajectories of three runs, normal 0.606, sd 0.18."""
    rng = np.random.default_rng(seed)
    level = rng.normal(0.606, 0.18, (30, 1)) + rng.normal(0, 0.03, (30, 3))
    return np.clip(level, 0, 1).ravel()


def verdicts(i, e, questions=1):
    """Whether MAD and rate are beyond grading."""
    seen = Divergence.of(i, e)
    null = rounding_null(i, grid_steps([questions] * len(i)), trajectories=LABELS, strata=STRATA)
    return beyond_grading(seen.mad, null.mad), beyond_grading(seen.divergence_rate, null.rate)


def test_the_grid_of_the_answers_follows_from_their_number_and_levels():
    """One question 1/2, two 1/4, three 1/6; strict (YES or not) with two questions 1/2."""
    assert grid_steps([1, 2, 3]).tolist() == pytest.approx([1 / 2, 1 / 4, 1 / 6])
    assert grid_steps([2], levels=2).tolist() == [0.5]


def test_scores_are_rounded_to_the_nearest_step_and_halves_upward():
    assert round_to_grid([0.24, 0.25, 0.74, 0.75, 1.0], [0.5] * 5).tolist() == [0, 0.5, 0.5, 1, 1]
    assert round_to_grid([0.3, 0.3], grid_steps([2, 3])).tolist() == pytest.approx([0.25, 1 / 3])


def test_the_rounding_null_is_the_hand_worked_value():
    """Twelve trajectories, half with I .4 (gap .1), half with .7 (gap .2): MAD .15, rate over .15 one half.

    Variance of the gaps 12*.0025/11, divided by 12: standard error .0150756; t(.975, 11) = 2.200985.
    """
    null = rounding_null([0.4, 0.7] * 6, grid_steps([1] * 12), trajectories=[str(t) for t in range(12)])
    assert null.mad.estimate == pytest.approx(0.15)
    assert null.mad.high == pytest.approx(0.15 + 2.200985 * 0.0150756, abs=1e-6)
    assert null.rate.estimate == 0.5


def test_the_runs_of_a_trajectory_are_averaged_before_the_range_is_taken():
    """Each trajectory has one run with gap .1 and one with .2, so all means are .15 and the range has no width."""
    labels = [str(trajectory) for trajectory in range(12) for _ in range(2)]
    null = rounding_null([0.4, 0.7] * 12, grid_steps([1] * 24), trajectories=labels)
    assert (null.mad.n, null.mad.low, null.mad.high) == (12, pytest.approx(0.15), pytest.approx(0.15))


@pytest.mark.parametrize("questions", [1, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_answers_that_are_only_memory_rounded_are_never_beyond_grading(seed, questions):
    i = memory(seed)
    assert verdicts(i, round_to_grid(i, grid_steps([questions] * len(i))), questions) == (False, False)


@pytest.mark.parametrize("seed", range(5))
def test_answers_that_ignore_memory_are_beyond_grading(seed):
    i = memory(seed)
    e = round_to_grid(i, grid_steps([1] * len(i))).reshape(30, 3)
    assert verdicts(i, np.random.default_rng(seed).permutation(e).ravel())[0] is True
    assert verdicts(np.full(90, 0.8), np.full(90, 0.5)) == (True, False)


def test_on_a_fine_grid_rounding_never_exceeds_tau_so_one_pair_beyond_it_tells():
    """Two questions: gaps of rounding are at most 1/8, under .15."""
    i = np.full(90, 0.5)
    e = i.copy()
    e[0] = 0.0
    assert verdicts(i, e, questions=2)[1] is True


def test_without_a_range_or_an_observation_nothing_is_said():
    null = rounding_null([0.4] * 5, grid_steps([1] * 5), trajectories=list("abcde"))
    assert null.mad.reason == "no interval under 10 trajectories, here 5"
    assert beyond_grading(0.9, null.mad) is None
    assert beyond_grading(None, rounding_null(memory(1), grid_steps([1] * 90), trajectories=LABELS).mad) is None


def test_bad_input_is_refused_by_name():
    with pytest.raises(InputError, match="questions:1: must be at least 1 question"):
        grid_steps([1, 0])
    with pytest.raises(InputError, match="levels"):
        grid_steps([1], levels=1)
    with pytest.raises(InputError, match="steps:0: must be a step over 0"):
        round_to_grid([0.5], [0.0])
    with pytest.raises(InputError, match="strata:1: 'a' is in 'C1' and in 'C2'"):
        rounding_null([0.5, 0.5], [0.5, 0.5], trajectories=["a", "a"], strata=["C1", "C2"])


@settings(deadline=None)
@given(st.floats(0, 1), st.integers(1, 8), st.sampled_from([2, 3, 7]))
def test_no_point_of_the_grid_lies_nearer_than_the_rounded_one(score, questions, levels):
    step = float(grid_steps([questions], levels=levels)[0])
    rounded = float(round_to_grid([score], [step])[0])
    points = [k * step for k in range((levels - 1) * questions + 1)]
    assert min(abs(rounded - point) for point in points) < 1e-9
    assert abs(rounded - score) <= min(abs(score - point) for point in points) + 1e-8
