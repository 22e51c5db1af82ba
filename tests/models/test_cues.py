"""Cues that turn a statement round."""

from __future__ import annotations

import pytest

from memassay.models.entailment.cues import FLAGS, contrary, flags, old_and_new, opposites, shares_conflict


def texts(text: str, spans: list[tuple[int, int]]) -> list[str]:
    return [text[start:end].strip() for start, end in spans]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("It moved from Solr to OpenSearch in May", ["Solr"], ["OpenSearch"]),
        ("They replaced Loki with Splunk", ["Loki"], ["Splunk"]),
        ("Mondays are used instead of Fridays", ["Fridays"], []),
        ("They dropped the French version", ["the French version"], []),
        ("The plan was withdrawn in June", ["The plan"], []),
        ("It runs from Monday to Friday", [], []),
    ],
)
def test_what_is_given_up_and_what_replaces_it(text: str, old: list[str], new: list[str]) -> None:
    found_old, found_new = old_and_new(text)
    assert texts(text, found_old) == old
    assert texts(text, found_new) == new


@pytest.mark.parametrize(
    ("text", "expected"), [("nobody refused", False), ("they refused", True), ("isn't paid", True), ("is paid", False)]
)
def test_two_negations_cancel(text: str, expected: bool) -> None:
    assert contrary(text) is expected


def test_flags_come_in_their_fixed_order() -> None:
    found = dict(zip(FLAGS, flags("Everyone except Bo must not wait until May"), strict=True))
    assert {name for name, there in found.items() if there} == {"negation", "all", "except", "must", "condition"}


def test_opposites_hold_both_ways() -> None:
    table = opposites()
    assert all(word in table[other] for word, others in table.items() for other in others)
    assert "tuesday" in table["friday"]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("all agents", "few agents", True), ("no agents", "some agents", True), ("all agents", "every agent", False)],
)
def test_shares_of_a_whole_may_clash(one: str, other: str, expected: bool) -> None:
    left, right = frozenset(one.split()), frozenset(other.split())
    assert shares_conflict(left, right) is expected
    assert shares_conflict(right, left) is expected
