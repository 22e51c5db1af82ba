"""What each action may do to the claims."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from corpora.conftest import found_by, state
from memassay.corpora import Corpus

A, B, C = "A is red", "B is blue", "C is green"
CorpusOf = Callable[..., Corpus]


@pytest.mark.parametrize("action", ["create", "update", "conflict", "supersede", "reinforce"])
def test_a_step_that_does_what_its_action_says_is_silent(corpus_of: CorpusOf, action: str) -> None:
    after: dict[str, dict[str, Any]] = {
        "create": {"claims": [A, B], "groups": [[0], [1]]},
        "update": {"claims": [A, B]},
        "conflict": {"claims": [A, B]},
        "supersede": {"claims": [B]},
        "reinforce": {"claims": [A], "docClaims": [A]},
    }
    step = after[action]
    corpus = corpus_of([state(0, [A], groups=[[0]]), state(1, step.pop("claims"), action=action, **step)])
    for rule in (
        "create-first",
        "doc-claims-new",
        "update-keeps",
        "supersede-drops",
        "reinforce-adds-nothing",
        "reinforce-restates",
        "conflict-keeps-both",
    ):
        assert found_by(rule, corpus) == []


def test_the_first_state_must_be_a_create(corpus_of: CorpusOf) -> None:
    assert found_by("create-first", corpus_of([state(0, [A], action="update")])) == [
        "/states/0/action: the first state's action must be create, not update"
    ]


@pytest.mark.parametrize(
    "second",
    [
        state(1, [A, B], action="create"),
        state(1, [A, B], action="create", groups=[[0, 1]]),
        state(1, [B], action="create", groups=[[0]]),
        state(1, [A], action="create", groups=[[0]]),
    ],
    ids=["without groups", "in an old group", "dropping a claim", "bringing nothing"],
)
def test_a_later_create_must_bring_a_whole_group_and_change_nothing_else(
    corpus_of: CorpusOf, second: dict[str, Any]
) -> None:
    assert found_by("create-first", corpus_of([state(0, [A]), second])) == [
        "/states/1/action: a later create must bring a whole new group (see groups) and change nothing else"
    ]


def test_a_document_must_not_restate_outside_reinforce(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A]), state(1, [A, B], docClaims=[B, A])])
    assert found_by("doc-claims-new", corpus) == [
        "/states/1/docClaims/1: already held at state 0; only reinforce (and C6) restates: 'A is red'"
    ]


def test_a_c6_document_may_restate(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A]), state(1, [A, B], docClaims=[B, A])], category="C6")
    assert found_by("doc-claims-new", corpus) == []


def test_reinforce_must_neither_add_nor_drop(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A, B]), state(1, [C, A], action="reinforce", docClaims=[A])])
    assert found_by("reinforce-adds-nothing", corpus) == [
        "/states/1/claims/0: reinforce adds no claim: 'C is green' is new",
        "/states/1/claims: reinforce drops no claim: 'B is blue' is missing",
    ]


def test_reinforce_must_say_what_it_restates(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A]), state(1, [A], action="reinforce")])
    assert found_by("reinforce-restates", corpus) == [
        "/states/1/docClaims: must list the earlier claims that this document restates"
    ]


def test_reinforce_must_restate_claims_of_the_state_before(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A]), state(1, [A], action="reinforce", docClaims=[A, B])])
    assert found_by("reinforce-restates", corpus) == [
        "/states/1/docClaims/1: is no claim of state 0, word for word: 'B is blue'"
    ]


def test_supersede_must_drop_a_claim(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A]), state(1, [A, B], action="supersede")])
    assert found_by("supersede-drops", corpus) == ["/states/1/claims: supersede must drop a claim of state 0"]


def test_a_retraction_must_drop_a_claim_somewhere(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A]), state(1, [A, B])], trajectoryType="retraction")
    assert found_by("retraction-drops", corpus) == ["/trajectoryType: a retraction must drop a claim at some state"]


def test_a_retraction_that_drops_is_silent(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A]), state(1, [B], action="supersede")], trajectoryType="retraction")
    assert found_by("retraction-drops", corpus) == []


def test_update_must_add_and_must_not_drop(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A, B]), state(1, [A])])
    assert found_by("update-keeps", corpus) == [
        "/states/1/claims: update must add a claim",
        (
            "/states/1/claims: update drops 'B is blue'; call it supersede, or list the claim under implied "
            "if it still holds"
        ),
    ]


def test_update_may_drop_what_its_new_claim_implies(corpus_of: CorpusOf) -> None:
    vague, exact = "The store holds about 3 TB", "The store holds 3.2 TB"
    assert found_by("update-keeps", corpus_of([state(0, [vague]), state(1, [exact], implied=[vague])])) == []


def test_conflict_must_keep_both_sides_and_add_one(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A, B]), state(1, [A], action="conflict")])
    assert found_by("conflict-keeps-both", corpus) == [
        "/states/1/claims: conflict must add the opposing claim",
        "/states/1/claims: conflict keeps both sides: 'B is blue' is missing",
    ]
