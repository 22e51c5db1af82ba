"""Records: what a change makes of a fact, how a fact reads, and the store from its log alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memassay.memories.reference.records import (
    Change,
    Dispute,
    FactRecord,
    ObservationRecord,
    Part,
    apply,
    written,
)
from memassay.memories.reference.replay import replay
from memassay.types import Fact, Observation, Revision

from .driving import day

NINE = Part("The ferry leaves at nine.", ("o1",), ("Ann",))
TEN = Part("The ferry leaves at ten.", ("o2",), ("Bo",))
DOG = Part("Dogs are welcome.", ("o3",), ("Cy",))
ODDS = Dispute(("o1",), "o2")

MADE = Change(1, "f1", "create", "create", (NINE,), 0.8, "o1", "d1", day(0))
HELD = apply(None, MADE)


def then(kind, *, number=2, parts=(NINE,), confidence=0.8, when=5, **more) -> Change:
    return Change(number, "f1", kind, kind, parts, confidence, "o2", "d2", day(when), **more)


def heard(author: str, statement: str = "The ferry leaves at nine.") -> ObservationRecord:
    return ObservationRecord("o9", statement, statement, "d9", author, day(9))


def test_an_observation_as_a_part_vouches_with_its_author_if_it_has_one():
    assert Part.of(heard("Ann")) == Part("The ferry leaves at nine.", ("o9",), ("Ann",))
    assert Part.of(heard("")) == Part("The ferry leaves at nine.", ("o9",), ())


def test_a_part_said_again_keeps_its_words_and_counts_each_author_once():
    """(o1; Ann) heard from Bo and again from Ann: three observations (one twice the same o9), two authors."""
    again = NINE.vouched(heard("Bo", "At nine it goes.")).vouched(replace(heard("Ann"), id="o10"))
    assert again == Part("The ferry leaves at nine.", ("o1", "o9", "o10"), ("Ann", "Bo"))
    assert again.vouched(heard("Bo")) == again


def test_an_observation_is_shown_to_the_harness_with_its_time():
    seen = heard("Bo").seen()
    assert seen == Observation("o9", "The ferry leaves at nine.", "d9", "Bo", day(9))


def test_a_dispute_touches_both_of_its_sides_and_nothing_else():
    assert [ODDS.touches(part) for part in (NINE, TEN, DOG)] == [True, True, False]


def test_a_dispute_is_between_its_two_sides_in_either_order():
    assert ODDS.between(NINE, TEN)
    assert ODDS.between(TEN, NINE)
    assert not ODDS.between(NINE, DOG)
    assert not ODDS.between(NINE, NINE)
    assert not ODDS.between(TEN, TEN)


def test_a_statement_is_its_parts_one_after_another():
    assert written((NINE, DOG)) == "The ferry leaves at nine. Dogs are welcome."


def test_the_sides_of_an_open_dispute_carry_their_authors_and_other_parts_do_not():
    two = replace(TEN, authors=("Bo", "Di"))
    said = written((NINE, two, DOG), (ODDS,))
    assert said == "Ann: The ferry leaves at nine. Bo and Di: The ferry leaves at ten. Dogs are welcome."


def test_a_side_without_an_author_or_already_with_it_stands_as_it_is():
    quoted = replace(NINE, text="Ann: The ferry leaves at nine.")
    said = written((quoted, replace(TEN, authors=())), (ODDS,))
    assert said == "Ann: The ferry leaves at nine. The ferry leaves at ten."


def test_a_new_fact_dates_from_its_document():
    assert FactRecord("f1", (NINE,), 0.8, ("o1",), *[day(0)] * 3, heard=(day(0),)) == HELD
    assert not HELD.retired
    assert (HELD.statement, HELD.support, HELD.authors) == (NINE.text, ("o1",), ("Ann",))


@pytest.mark.parametrize(
    ("kind", "updated", "valid_from"),
    [("update", 5, 0), ("reinforce", 5, 0), ("conflict", 5, 0), ("supersede", 5, 5), ("none", 0, 0)],
)
def test_what_changes_or_confirms_moves_updated_and_only_a_supersede_starts_validity_anew(kind, updated, valid_from):
    fact = apply(HELD, then(kind))
    assert (fact.created, fact.updated, fact.valid_from, fact.valid_to) == (day(0), day(updated), day(valid_from), None)


@pytest.mark.parametrize("kind", ["update", "reinforce", "conflict", "supersede", "none", "delete"])
def test_whatever_a_change_does_its_observation_is_linked(kind):
    assert apply(HELD, then(kind)).linked == ("o1", "o2")


def test_a_late_old_document_does_not_move_updated_back():
    fact = apply(apply(HELD, then("update")), then("update", number=3, when=3))
    assert fact.updated == day(5)


def test_a_change_sets_parts_confidence_and_disputes():
    fact = apply(HELD, then("conflict", parts=(NINE, TEN), confidence=0.5, disputes=(ODDS,)))
    assert (fact.parts, fact.confidence, fact.disputes) == ((NINE, TEN), 0.5, (ODDS,))
    assert apply(fact, then("supersede", parts=(TEN,))).disputes == ()


def test_a_delete_retires_the_fact_with_what_it_said_and_names_its_successor():
    fact = apply(HELD, then("delete", successor="f2"))
    assert (fact.retired, fact.valid_to, fact.successor) == (True, day(5), "f2")
    assert (fact.parts, fact.confidence, fact.updated) == ((NINE,), 0.8, day(0))


def test_a_fact_is_shown_to_the_harness_whole():
    fact = apply(HELD, then("conflict", parts=(NINE, TEN), confidence=0.5, disputes=(ODDS,)))
    assert apply(fact, then("delete", number=3, when=7, parts=(NINE, TEN))).seen() == Fact(
        id="f1",
        statement="Ann: The ferry leaves at nine. Bo: The ferry leaves at ten.",
        confidence=0.5,
        authors=("Ann", "Bo"),
        support=("o1", "o2"),
        created=day(0),
        updated=day(5),
        valid_from=day(0),
        valid_to=day(7),
        retired=True,
        disputed=1,
    )


def test_a_change_reads_as_a_revision_of_its_fact():
    change = then("conflict", parts=(NINE, TEN), confidence=0.5, disputes=(ODDS,))
    said = "Ann: The ferry leaves at nine. Bo: The ferry leaves at ten."
    assert change.revision() == Revision("f1", said, 0.5, "conflict", "o2", day(5))


def test_the_log_alone_gives_every_fact_in_the_order_they_were_made():
    other = Change(2, "f2", "create", "create", (DOG,), 0.4, "o3", "d1", day(0))
    gone = then("delete", number=3, successor="f2")
    facts = replay([MADE, other, gone])
    assert list(facts) == ["f1", "f2"]
    assert facts["f1"] == apply(HELD, gone)
    assert facts["f2"] == apply(None, other)
    assert replay([]) == {}


def test_a_side_that_others_vouch_for_too_is_written_with_all_of_them_once():
    quoted = replace(NINE, text="Ann: The ferry leaves at nine.", authors=("Ann", "Cy"))
    assert written((quoted, TEN), (ODDS,)) == "Ann and Cy: The ferry leaves at nine. Bo: The ferry leaves at ten."


def test_a_part_is_as_new_as_the_newest_observation_that_says_it():
    fact = apply(apply(HELD, then("update", parts=(NINE, TEN))), then("none", number=3, when=9, parts=(NINE, TEN)))
    assert (fact.said(NINE), fact.said(TEN)) == (day(0), day(5))
    assert replace(fact, heard=()).said(NINE) == fact.updated
