"""Confidence, time and returning claims along a trajectory; and what expected answers are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from corpora.conftest import found_by, state
from memassay.corpora import Corpus

A, B = "A is red", "B is blue"
CorpusOf = Callable[..., Corpus]


def test_a_confidence_out_of_range_is_found_where_no_file_was_read(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A])])
    assert found_by("confidence-range", corpus) == []
    file = corpus.files["t-one"]
    wrong = replace(file.trajectory, states=(replace(file.trajectory.states[0], confidence=1.5),))
    made = replace(corpus, files={"t-one": replace(file, trajectory=wrong)})
    assert found_by("confidence-range", made) == ["/states/0/confidence: must be in 0..1, not 1.5"]


@pytest.mark.parametrize(
    ("action", "before", "groups", "confidence", "silent"),
    [
        ("update", [[0]], [[0], [1]], 0.8, False),
        ("update", [[0]], [[0], [1]], 0.7, True),
        ("reinforce", [[0]], [[0], [1]], 0.8, True),
        ("update", [[0]], [[0, 1]], 0.8, True),
        ("update", None, None, 0.8, True),
    ],
)
def test_confidence_rises_for_a_group_that_stays_as_it_is_at_reinforce_only(
    corpus_of: CorpusOf,
    action: str,
    before: list[list[int]] | None,
    groups: list[list[int]] | None,
    confidence: float,
    silent: bool,
) -> None:
    """The fourth adds the claim to the one group there is: no fact is left untouched, and none can seem confirmed."""
    first = state(0, [A], confidence=0.7, groups=before)
    second = state(1, [A, B], action=action, groups=groups, confidence=confidence)
    message = (
        "/states/1/confidence: rises from 0.7 to 0.8 at update, also for a group that the state leaves as it is; there "
        "it may rise at reinforce only"
    )
    assert found_by("confidence-rise", corpus_of([first, second])) == ([] if silent else [message])


@pytest.mark.parametrize(
    ("timestamp", "reason", "silent"),
    [
        ("2025-01-10", "More is known", False),
        ("2025-01-10", None, False),
        ("2025-01-10", "An earlier evaluation arrives", True),
        ("2025-01-10", "Late document", True),
        ("2025-01-20", None, True),
    ],
)
def test_a_state_out_of_order_says_so(corpus_of: CorpusOf, timestamp: str, reason: str | None, silent: bool) -> None:
    found = found_by(
        "time-order", corpus_of([state(0, [A]), state(1, [A, B], timestamp=timestamp, changeReason=reason)])
    )
    told = "the timestamp is older than an earlier state's; changeReason must say that the document is late"
    assert found == ([] if silent else [f"/states/1/changeReason: {told}"])


@pytest.mark.parametrize(
    ("reason", "silent"), [("A is known", False), (None, False), ("The owner reinstated A", True), ("A again", True)]
)
def test_a_dropped_claim_comes_back_only_with_a_reason(corpus_of: CorpusOf, reason: str | None, silent: bool) -> None:
    states = [
        state(0, [A]),
        state(1, [B], action="supersede"),
        state(2, [B, A], changeReason=reason),
    ]
    told = "/states/2/claims/1: was dropped at state 1; changeReason must say why it comes back: 'A is red'"
    assert found_by("claim-returns", corpus_of(states)) == ([] if silent else [told])


def test_an_answer_must_be_made_of_final_claims(corpus_of: CorpusOf) -> None:
    states = [state(0, [A]), state(1, [B], action="supersede")]
    corpus = corpus_of(states, expectedAnswers=["B is blue; A is red"])
    assert found_by("expected-answers", corpus) == [
        "/expectedAnswers/0: is no claim of the last state, word for word: 'A is red'"
    ]


def test_answers_of_final_claims_are_silent(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A, B])], expectedAnswers=["B is blue", "A is red"], extrinsicQA=["B?", "A?"])
    assert found_by("expected-answers", corpus) == []
    assert found_by("answers-given", corpus) == []


def test_several_questions_need_answers_of_their_own(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A, B])], extrinsicQA=["B?", "A?"])
    assert found_by("answers-given", corpus) == [
        "/expectedAnswers: 2 questions all expect every final claim; write expectedAnswers"
    ]


def test_one_question_may_expect_every_final_claim(corpus_of: CorpusOf) -> None:
    assert found_by("answers-given", corpus_of([state(0, [A, B])])) == []
