"""Divergence beside its null models, worked by hand (method.md section 5)."""

from __future__ import annotations

import pytest

from memassay.reports.divergence import GRADED, Pair, compare, gaps, names, of_evidence, sides
from memassay.types import Score

MEMORY, ANSWERS = "fact_accuracy", "ext.extrinsic"


def _pair(run: str, trajectory: str, memory: float | None, answers: float | None, questions: int = 1) -> Pair:
    scores = {MEMORY: Score(MEMORY, memory, 1), ANSWERS: Score(ANSWERS, answers, questions)}
    return Pair(run, trajectory, "C1", scores)


def test_figures_of_three_pairs():
    """Gaps 0.4, -0.1, 0: MAD 0.5/3, signed 0.3/3, rate 1/3; passes: (y, y), (n, y), (y, y): one of three differs."""
    found = compare([_pair("0", "a", 0.9, 0.5), _pair("0", "b", 0.4, 0.5), _pair("0", "c", 0.5, 0.5)], GRADED, 0.15)
    values = names(found)
    assert values["mad"] == pytest.approx(0.5 / 3)
    assert values["signed_divergence"] == pytest.approx(0.1)
    assert values["divergence_rate"] == pytest.approx(1 / 3)
    assert values["pass_fail_disagreement"] == pytest.approx(1 / 3)
    assert values["pearson_r"] is None
    assert values["n"] == 3


def test_the_rounded_null_is_memory_on_the_grid_of_the_answers():
    """One question moves E in steps of 0.5: 0.9 goes to 1, 0.4 to 0.5: mean gap 0.1, none over 0.15."""
    found = compare([_pair("0", "a", 0.9, 0.5), _pair("0", "b", 0.4, 0.5)], GRADED, 0.15)
    assert found.nulls is not None
    assert found.nulls.rounded.mad == pytest.approx(0.1)
    assert found.nulls.rounded.rate == 0


def test_two_questions_give_a_finer_grid():
    """Two questions move E in steps of 0.25: 0.3 goes to 0.25, a gap of 0.05."""
    found = compare([_pair("0", "a", 0.3, 0.5, 2)], GRADED, 0.15)
    assert found.nulls is not None
    assert found.nulls.rounded.mad == pytest.approx(0.05)


def test_a_pair_without_both_scores_is_left_out():
    found = compare([_pair("0", "a", 0.9, 0.5), _pair("0", "b", None, 0.5), _pair("0", "c", 0.5, None)], GRADED, 0.15)
    assert found.divergence.n == 1


def test_nothing_to_compare_gives_no_figure():
    values = names(compare([], GRADED, 0.15))
    assert values["mad"] is None
    assert values["null_models"] is None
    assert values["wilcoxon_p"] is None


def test_the_quoted_p_is_over_trajectory_means_not_over_rows():
    """Two trajectories, eleven equal runs each: 22 rows, but two independent differences."""
    pairs = [_pair(str(run), name, memory, 0.5) for run in range(11) for name, memory in (("a", 0.9), ("b", 0.8))]
    values = names(compare(pairs, GRADED, 0.15))
    assert values["n"] == 22
    assert values["trajectories"] == 2
    assert values["wilcoxon_p_pooled"] < 0.001
    assert values["wilcoxon_p"] > 0.1


def test_under_ten_trajectories_nothing_is_said_about_what_exceeds_grading():
    found = compare([_pair("0", f"t{i}", 0.9, 0.0) for i in range(9)], GRADED, 0.15)
    assert found.says == "too few to tell from grading (9 of 10 trajectories)"


def test_gaps_no_larger_than_rounding_s_own_are_no_divergence():
    """I in 0.50 to 0.59 with E at 0.5 is what rounding gives."""
    found = compare([_pair("0", f"t{i}", 0.5 + i / 100, 0.5) for i in range(10)], GRADED, 0.15)
    assert found.says == "no divergence beyond grading"


def test_gaps_larger_than_rounding_s_own_are_divergence():
    found = compare([_pair("0", f"t{i}", 0.9 + i / 1000, 0.0) for i in range(10)], GRADED, 0.15)
    assert found.says == "MAD and rate exceed what grading alone gives"


def test_a_panel_gives_the_claims_a_finer_grid():
    assert [one.levels for one in sides(1)] == [3, 2, 3]
    assert sides(3)[2].levels == 7


def test_gaps_of_a_unit_without_a_score_keep_the_reason():
    found = gaps(
        {MEMORY: Score(MEMORY, 0.5, 1), ANSWERS: Score(ANSWERS, None, 0, "not observable", "nobody asked")}, 0.15
    )
    assert found["mad"].status == "not observable"
    assert found["mad"].note == "nobody asked"
    assert gaps({}, 0.15) == {}


def test_evidence_without_run_and_trajectory_has_no_divergence():
    assert of_evidence([]) is None
