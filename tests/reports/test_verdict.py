"""What two scores say together (method.md section 5e)."""

from __future__ import annotations

import pytest

from memassay.reports import verdict
from memassay.reports.funnel import Funnel

from .scored import scored_run

MEMORY, ANSWERS = "fact_accuracy_strict", "ext.extrinsic_strict"


def _funnel(stored: int, answered: int) -> Funnel:
    from memassay.reports.funnel import Lost

    return Funnel("a", 20, 15, (), 0, 10, stored, (Lost("retrieval", stored - answered, 0),))


@pytest.mark.parametrize(
    ("memory", "answers", "word"),
    [(0.9, 0.8, "effective"), (0.2, 0.8, "fragile"), (0.2, 0.3, "weak"), (0.5, 0.5, "effective")],
)
def test_high_and_low_scores_have_their_word(tmp_path, memory, answers, word):
    view = scored_run(tmp_path, {("a", "t", 0): {MEMORY: memory, ANSWERS: answers}})
    said = verdict.reading(view, "a")
    assert said.startswith(word)
    assert f"strict I {memory:.3f}, strict E {answers:.3f}" in said


def test_a_good_store_whose_claims_do_not_reach_the_answers_is_a_bottleneck(tmp_path, monkeypatch):
    monkeypatch.setattr(verdict, "funnel", lambda view, system: _funnel(10, 4))
    view = scored_run(tmp_path, {("a", "t", 0): {MEMORY: 0.9, ANSWERS: 0.2}})
    said = verdict.reading(view, "a")
    assert said.startswith("bottleneck: retrieval or generation; only 4 of the 10 stored claims")


def test_a_store_that_lost_what_is_asked_by_the_end_is_no_bottleneck_of_retrieval(tmp_path, monkeypatch):
    monkeypatch.setattr(verdict, "funnel", lambda view, system: _funnel(3, 3))
    view = scored_run(tmp_path, {("a", "t", 0): {MEMORY: 0.7, ANSWERS: 0.2, "final_coverage_strict": 0.3}})
    assert verdict.reading(view, "a").startswith("outdated: ")


def test_a_store_that_keeps_asserting_what_is_outdated_is_told_of_it(tmp_path):
    view = scored_run(tmp_path, {("a", "t", 0): {MEMORY: 0.9, ANSWERS: 0.9, "stale_rate": 0.8}})
    assert "still asserts outdated claims, 0.800 of them" in verdict.reading(view, "a")


def test_half_marks_everywhere_are_not_called_effective(tmp_path):
    """`vague` earns PARTIAL everywhere: graded 0.5 on both sides, strict 0."""
    view = scored_run(
        tmp_path, {("a", "t", 0): {"fact_accuracy": 0.5, "ext.extrinsic": 0.5, MEMORY: 0.0, ANSWERS: 0.0}}
    )
    assert verdict.reading(view, "a").startswith("weak")


def test_a_system_without_answers_is_read_on_its_store_alone(tmp_path):
    view = scored_run(tmp_path, {("a", "t", 0): {MEMORY: 0.9}})
    assert verdict.reading(view, "a") == "the store holds most of it; nothing was asked (strict I 0.900, strict E -)"
