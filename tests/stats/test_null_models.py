"""What MAD and rate would be without divergence of memory."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.errors import InputError
from memassay.stats import Divergence, NullModels, grid_steps, simulated_nulls

UNIT = st.floats(0, 1).map(lambda x: round(x, 4))


def test_the_three_models_are_the_hand_worked_values():
    """I .3 .8, E .5 1, one question.  Rounded I is .5 1: gaps .2 .2.  Mean E .75: gaps .45 .05.

    Shuffled, each I meets each E: .2 .7 .3 .2, mean .35, all over .15.
    """
    found = NullModels.of([0.3, 0.8], [0.5, 1.0], grid_steps([1, 1]), trajectories=["a", "b"])
    assert (found.rounded.mad, found.rounded.rate) == (pytest.approx(0.2), 1.0)
    assert (found.constant.mad, found.constant.rate) == (pytest.approx(0.25), 0.5)
    assert (found.shuffled.mad, found.shuffled.rate) == (pytest.approx(0.35), 1.0)


def test_the_shuffle_is_the_mean_over_all_permutations_with_runs_kept_together():
    rng = np.random.default_rng(6)
    i, e = rng.random((4, 3)).round(3), rng.integers(0, 3, (4, 3)) / 2
    shuffles = [Divergence.of(i.ravel(), e[list(order)].ravel()) for order in permutations(range(4))]
    found = NullModels.of(
        i.ravel(),
        e.ravel(),
        grid_steps([1] * 12),
        trajectories=[f"t{t}" for t in range(4) for _ in range(3)],
        runs=[f"r{r}" for _ in range(4) for r in range(3)],
    )
    assert found.shuffled.mad == pytest.approx(np.mean([one.mad for one in shuffles]))
    assert found.shuffled.rate == pytest.approx(np.mean([one.divergence_rate for one in shuffles]))


def test_a_run_that_a_trajectory_lacks_is_met_by_all_its_runs_in_equal_parts():
    """Trajectory a has runs 1 and 2 (I 0, 1; E 0, 1), b run 2 only (I .5, E .5).

    I of a1: E a1 gap 0; b lacks run 1, so its only run, gap .5: mean .25.  a2: E a2 0; b2 .5: .25.
    b2: E a2 gap .5; own 0: .25.  All: .25.  Without runs, a1 meets a's two runs (0, 1: .5) and b (.5): .5;
    a2 the same; b meets a (.5, .5) and itself (0): .25; mean (.5 + .5 + .25)/3 = 1.25/3.
    """
    told = {"trajectories": ["a", "a", "b"]}
    scores = ([0, 1, 0.5], [0, 1, 0.5], grid_steps([1, 1, 1]))
    assert NullModels.of(*scores, **told, runs=["1", "2", "2"]).shuffled.mad == pytest.approx(0.25)
    assert NullModels.of(*scores, **told).shuffled.mad == pytest.approx(1.25 / 3)


def test_one_question_reproduces_the_published_expectations():
    """method.md section 5: rounding 0.12 and 39%, constant 0.17 and 48%; by the normal integral .388 and .481."""
    found = simulated_nulls(seed=11)
    assert found.rounded.mad == pytest.approx(0.12, abs=0.005)
    assert found.rounded.rate == pytest.approx(0.39, abs=0.01)
    assert found.constant.mad == pytest.approx(0.17, abs=0.005)
    assert found.constant.rate == pytest.approx(0.48, abs=0.01)


def test_the_simulation_is_decided_by_its_seed():
    assert simulated_nulls(seed=1, size=500) == simulated_nulls(seed=1, size=500)
    assert simulated_nulls(seed=1, size=500) != simulated_nulls(seed=2, size=500)


def test_no_pairs_have_no_null_models():
    assert NullModels.of([], [], [], trajectories=[]) is None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"trajectories": ["a"]}, "trajectories has 1"),
        ({"runs": ["1"]}, "runs has 1"),
        ({"runs": []}, "runs has 0"),
        ({"tau": -1}, "tau"),
    ],
)
def test_bad_input_is_refused_by_name(change, told):
    with pytest.raises(InputError, match=told):
        NullModels.of([0.1, 0.2], [0.5, 0.5], grid_steps([1, 1]), **{"trajectories": ["a", "b"], **change})


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(UNIT, st.sampled_from([0, 0.5, 1]), st.sampled_from("abcd")), min_size=1, max_size=20))
def test_rounding_is_the_least_that_answers_on_the_grid_can_differ(rows):
    i, e, trajectories = zip(*rows, strict=True)
    found = NullModels.of(i, e, grid_steps([1] * len(rows)), trajectories=trajectories)
    seen = Divergence.of(i, e)
    assert found.rounded.mad <= seen.mad + 1e-9
    assert found.rounded.mad <= found.shuffled.mad + 1e-9
    assert found.rounded.mad <= 0.25
    for level in (found.rounded, found.constant, found.shuffled):
        assert 0 <= level.mad <= 1
        assert 0 <= level.rate <= 1


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(UNIT, UNIT, st.sampled_from("abc"), st.sampled_from("12")), min_size=1, max_size=15))
def test_null_models_ignore_the_order_of_the_pairs(rows):
    def of(some):
        i, e, trajectories, runs = zip(*some, strict=True)
        found = NullModels.of(i, e, grid_steps([2] * len(some)), trajectories=trajectories, runs=runs)
        return [value for level in (found.rounded, found.constant, found.shuffled) for value in (level.mad, level.rate)]

    assert of(rows) == pytest.approx(of(rows[::-1]), abs=1e-9)
