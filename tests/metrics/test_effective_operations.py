"""Which statements the diff needs judged, and what becomes of facts that change their id."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memassay.metrics.operations import (
    Diff,
    candidates_for_succession,
    collapse,
    effective_operations,
    pairs_to_judge,
    predecessors,
)
from memassay.types import Fact, Operation


def fact(name: str, statement: str = "", **values: object) -> Fact:
    return Fact(name, statement or name, **values)  # type: ignore[arg-type]


def kinds(before: list[Fact], after: list[Fact], **values: object) -> list[tuple[str, str]]:
    entailments = values.pop("entailments", {})
    found = effective_operations(before, after, entailments, **values)  # type: ignore[arg-type]
    return [(operation.kind, operation.fact_id) for operation in found]


def test_a_changed_text_is_asked_about_both_ways_and_an_unchanged_one_not_at_all() -> None:
    old, new = fact("f", "in March"), fact("f", "in  May")
    same = fact("g", "kept"), fact("g", " kept ")
    assert pairs_to_judge([old, same[0]], [new, same[1]]) == [(new, old), (old, new)]


def test_succession_is_asked_of_new_facts_without_a_link_and_vanished_ones_without_an_heir() -> None:
    before = [fact("kept"), fact("linked"), fact("lost")]
    heir, stranger = fact("heir", supersedes=("linked",)), fact("stranger")
    assert candidates_for_succession(before, [before[0], heir, stranger]) == [(stranger, before[2])]


def test_a_link_to_a_fact_of_long_ago_does_not_spare_the_question() -> None:
    lost, new = fact("lost"), fact("new", supersedes=("gone before",))
    assert candidates_for_succession([lost], [new]) == [(new, lost)]


def test_a_link_to_a_fact_that_stays_replaces_nothing() -> None:
    stays = fact("stays")
    assert kinds([stays], [stays, fact("new", supersedes=("stays",))]) == [("create", "new")]


def test_the_systems_own_link_goes_before_the_judged_one_and_each_retired_fact_is_given_once() -> None:
    before = [fact("a"), fact("b")]
    after = [fact("x"), fact("y", supersedes=("a",))]
    found = predecessors(Diff.of(before, after), [("x", "a"), ("x", "b"), ("y", "b")])
    assert found == {"y": [before[0]], "x": [before[1]]}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"disputed": 0}, {"disputed": 1, "support": ("o",)}, "conflict"),
        ({"disputed": 2}, {"disputed": 1}, None),
        ({"confidence": None}, {"confidence": 0.9}, None),
        ({"confidence": 0.9}, {"confidence": None}, None),
        ({"confidence": 0.5}, {"confidence": 0.5 + 1e-12}, None),
        ({"support": ("o", "p")}, {"support": ("p",)}, None),
        ({"support": ("o",)}, {"support": ("p",), "confidence": 0.1}, "reinforce"),
        ({"updated": datetime(2025, 1, 2, tzinfo=UTC)}, {"updated": datetime(2025, 1, 1, tzinfo=UTC)}, None),
        ({}, {"updated": datetime(2025, 1, 1, tzinfo=UTC)}, None),
        ({"authors": ()}, {"authors": ("Ann",)}, None),
    ],
)
def test_an_unchanged_text_gives_the_operation_its_evidence_shows(
    old: dict[str, object], new: dict[str, object], expected: str | None
) -> None:
    found = kinds([fact("f", "t", **old)], [fact("f", "t", **new)])
    assert found == ([] if expected is None else [(expected, "f")])


def test_a_dispute_is_no_operation_of_a_system_that_cannot_mark_one() -> None:
    before, after = [fact("f", "old", disputed=0)], [fact("f", "new", disputed=1)]
    assert kinds(before, after) == [("conflict", "f")]
    assert kinds(before, after, disputes=False) == [("supersede", "f")]


def test_a_successor_with_the_same_words_entails_without_being_asked() -> None:
    assert kinds([fact("old", "the  port is 80")], [fact("new", "the port is 80", supersedes=("old",))]) == [
        ("update", "new")
    ]


def test_an_empty_store_that_stays_empty_has_no_operation() -> None:
    assert kinds([], []) == []


def test_everything_gone_is_a_delete_each() -> None:
    assert kinds([fact("a"), fact("b")], []) == [("delete", "a"), ("delete", "b")]


def test_entries_on_one_fact_collapse_to_the_gravest() -> None:
    """The order is delete, create, supersede, conflict, update, reinforce (method.md section 3, event_honesty)."""
    order = ("delete", "create", "supersede", "conflict", "update", "reinforce")
    for n, kind in enumerate(order):
        log = [Operation(later, "f") for later in reversed(order[n:])]
        assert collapse([*log, Operation("update", "g")]) == {"f": kind, "g": "update"}
