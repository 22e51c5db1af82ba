"""The rules one by one: the temporal guard, confidence, sides of disputes, who vouches."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from memassay.memories.reference.records import Dispute, FactRecord, ObservationRecord, Part
from memassay.memories.reference.rules import (
    confidence_after,
    given_up,
    guarded,
    held_back,
    older,
    opened,
    rivals,
    spared,
    spotted,
    start,
    still_open,
    vouched,
)
from memassay.memories.reference.settings import REFERENCE, SIMPLE
from memassay.memories.reference.stages import Decision, Spot

from .driving import CREATE, day, to

NINE = Part("The ferry leaves at nine.", ("o1",), ("Ann",))
TEN = Part("The ferry leaves at ten.", ("o2",), ("Bo",))
NOON = Part("The ferry leaves at noon.", ("o3",), ("Cy",))
BO_AGAINST_ANN, CY_AGAINST_ANN = Dispute(("o1",), "o2"), Dispute(("o1",), "o3")
ACTIONS = ("update", "reinforce", "conflict", "supersede", "none")


def fact(*parts: Part, disputes: tuple[Dispute, ...] = (), confidence: float = 0.5) -> FactRecord:
    linked = tuple(one for part in parts for one in part.support)
    return FactRecord("f1", parts, confidence, linked, day(0), day(10), day(0), disputes=disputes)


def heard(author: str = "Bo", when: int = 12, certainty="High") -> ObservationRecord:
    return ObservationRecord("o9", "So it is.", "So it is.", "d9", author, day(when), certainty=certainty)


# --- the temporal guard ---------------------------------------------------------------------------


@pytest.mark.parametrize("guard", ["off", "downgrade", "enrich"])
@pytest.mark.parametrize("when", [10, 11], ids=["as old", "newer"])
def test_the_guard_lets_everything_pass_that_is_not_older(guard, when):
    assert [guarded(action, fact(NINE), heard(when=when), guard) for action in ACTIONS] == list(ACTIONS)


@pytest.mark.parametrize(
    ("guard", "becomes"),
    [
        ("off", ["update", "reinforce", "conflict", "supersede", "none"]),
        ("downgrade", ["reinforce", "reinforce", "conflict", "reinforce", "none"]),
        ("enrich", ["update", "reinforce", "none", "none", "none"]),
    ],
)
def test_what_an_older_observation_may_do_depends_on_the_guard(guard, becomes):
    assert [guarded(action, fact(NINE), heard(when=9), guard) for action in ACTIONS] == becomes


def test_an_observation_is_older_that_comes_from_before_the_last_change_or_confirmation():
    """The fact is of day 0, and was confirmed on day 10."""
    assert [older(heard(when=when), fact(NINE)) for when in (5, 9, 10, 11)] == [True, True, False, False]


def test_only_a_guard_that_is_on_holds_an_older_observation_back():
    modes = ("off", "downgrade", "enrich")
    assert [held_back(heard(when=9), fact(NINE), mode) for mode in modes] == [False, True, True]
    assert [held_back(heard(when=10), fact(NINE), mode) for mode in modes] == [False, False, False]


# --- confidence -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("certainty", "usual", "plain"), [("High", 0.8, 0.6), ("Medium", 0.6, 0.6), ("Low", 0.4, 0.4)])
def test_a_new_statement_starts_by_its_certainty(certainty, usual, plain):
    observation = heard(certainty=certainty)
    assert start(observation, CREATE, REFERENCE) == usual
    assert start(observation, CREATE, SIMPLE) == plain


def test_a_classifier_that_knows_better_sets_the_start():
    assert start(heard(), Decision("create", confidence=0.0), REFERENCE) == 0.0


def test_a_supersede_starts_anew_and_an_update_keeps_the_confidence_unless_told():
    """Start for High is 0.8; the fact stood at 0.5."""
    held, one = fact(NINE), heard()
    assert confidence_after("supersede", held, one, to("supersede"), REFERENCE) == 0.8
    assert confidence_after("supersede", held, one, to("supersede", confidence=0.3), REFERENCE) == 0.3
    assert confidence_after("update", held, one, to("update"), REFERENCE) == 0.5
    assert confidence_after("update", held, one, to("update", confidence=0.9), REFERENCE) == 0.9


@pytest.mark.parametrize("action", ["conflict", "none"])
def test_a_conflict_and_a_mere_mention_leave_the_confidence(action):
    assert confidence_after(action, fact(NINE), heard(), to(action, confidence=0.9), REFERENCE) == 0.5


@pytest.mark.parametrize(("author", "expected"), [("Ann", 0.6), ("Bo", 0.65), ("", 0.6)])
def test_a_reinforcement_adds_a_step_and_a_new_author_half_a_step_more(author, expected):
    """0.5 + 0.1 from Ann, who said so already, or from nobody; 0.5 + 0.1 + 0.05 from Bo."""
    assert confidence_after("reinforce", fact(NINE), heard(author), to("reinforce"), REFERENCE) == expected


@pytest.mark.parametrize(("before", "after"), [(0.85, 1.0), (0.9, 1.0), (1.0, 1.0)])
def test_confidence_ends_at_one(before, after):
    """0.85 + 0.15 is 1 on the dot; 0.9 + 0.15 and 1 + 0.15 are cut."""
    held = fact(NINE, confidence=before)
    assert confidence_after("reinforce", held, heard(), to("reinforce"), REFERENCE) == after


def test_a_downgraded_observation_adds_a_step_and_never_corroborates():
    """0.5 + 0.1, though Bo is new to the fact: he did not say the same."""
    for action in ("update", "supersede"):
        assert confidence_after("reinforce", fact(NINE), heard(when=9), to(action), REFERENCE) == 0.6


# --- parts and their authors ----------------------------------------------------------------------


def test_a_decision_names_a_part_by_its_place_or_the_whole_fact():
    held = fact(NINE, TEN)
    assert spotted(held, to("reinforce", part=1)) is held.parts[1]
    assert spotted(held, to("reinforce", part=None)) is None
    assert spotted(held, CREATE) is None


def test_the_part_that_is_said_again_gains_the_observation_and_its_author():
    parts = vouched(fact(NINE, NOON), heard(), to("reinforce"), "enrich")
    assert parts == (Part(NINE.text, ("o1", "o9"), ("Ann", "Bo")), NOON)


def test_a_whole_fact_said_again_gains_them_in_each_part():
    parts = vouched(fact(NINE, NOON), heard(), to("reinforce", part=None), "enrich")
    assert parts == (Part(NINE.text, ("o1", "o9"), ("Ann", "Bo")), Part(NOON.text, ("o3", "o9"), ("Cy", "Bo")))


# --- disputes -------------------------------------------------------------------------------------


def test_the_rivals_of_a_part_are_the_other_sides_of_its_disputes():
    held = fact(NINE, TEN, NOON, disputes=(BO_AGAINST_ANN, CY_AGAINST_ANN))
    assert rivals(held, NINE) == (TEN, NOON)
    assert rivals(held, TEN) == (NINE,)
    assert rivals(replace(held, disputes=()), NINE) == ()


def test_an_author_who_takes_up_another_side_gives_up_no_side_but_his_own():
    held = fact(NINE, TEN, NOON, disputes=(BO_AGAINST_ANN, CY_AGAINST_ANN))
    assert given_up(held, NINE, heard("Bo"), to("reinforce")) == (TEN,)
    assert given_up(held, NINE, heard("Ann"), to("reinforce")) == ()
    assert given_up(held, NINE, heard("Di"), to("reinforce")) == ()
    assert given_up(held, NINE, heard(""), to("reinforce")) == ()


def test_a_decision_that_resolves_does_away_with_all_that_stands_against():
    held = fact(NINE, TEN, NOON, disputes=(BO_AGAINST_ANN, CY_AGAINST_ANN))
    assert given_up(held, NINE, heard("Di"), to("reinforce", resolves=True)) == (TEN, NOON)


@pytest.mark.parametrize(
    ("guard", "left"), [("off", [NINE.text]), ("downgrade", [NINE.text, TEN.text]), ("enrich", [NINE.text, TEN.text])]
)
def test_what_an_author_said_before_he_disagreed_is_no_concession(guard, left):
    """The fact was last changed on day 10; Bo's word for Ann's side is of day 9."""
    held = fact(NINE, TEN, disputes=(BO_AGAINST_ANN,))
    parts = vouched(held, heard("Bo", when=9), to("reinforce"), guard)
    assert [part.text for part in parts] == left
    assert parts[0].authors == ("Ann", "Bo")


def test_a_conflict_opens_a_dispute_between_what_stands_and_the_new_observation():
    held = fact(Part(NINE.text, ("o1", "o4"), ("Ann",)), NOON)
    assert opened(held, heard(), to("conflict")) == Dispute(("o1", "o4"), "o9")
    assert opened(held, heard(), to("conflict", part=None)) == Dispute(("o1", "o4", "o3"), "o9")


def test_an_observation_behind_several_parts_puts_none_of_them_into_a_dispute():
    """o5 confirmed both parts; the conflict is about the first alone, so o5 is on no side."""
    both = Part(NINE.text, ("o1", "o5"), ("Ann",)), Part(NOON.text, ("o3", "o5"), ("Cy",))
    dispute = opened(fact(*both), heard(), to("conflict"))
    assert dispute == Dispute(("o1",), "o9")
    assert [dispute.touches(part) for part in both] == [True, False]


def test_parts_of_one_and_the_same_observation_are_disputed_together():
    """Nothing tells the two apart but the observation that they share."""
    both = Part("The ferry leaves at nine,", ("o1",)), Part("and on Sundays at ten.", ("o1",))
    assert opened(fact(*both), heard(), to("conflict")) == Dispute(("o1",), "o9")


def test_a_dispute_is_open_while_both_sides_are_in_the_statement():
    disputes = (BO_AGAINST_ANN, CY_AGAINST_ANN)
    assert still_open(disputes, (NINE, TEN, NOON)) == disputes
    assert still_open(disputes, (NINE, NOON)) == (CY_AGAINST_ANN,)
    assert still_open(disputes, (TEN, NOON)) == ()


def test_a_side_is_in_the_statement_as_long_as_one_of_its_observations_is():
    wide = Dispute(("o1", "o4"), "o2")
    assert still_open((wide,), (NINE, TEN)) == (wide,)


# --- decisions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["update", "reinforce", "conflict", "supersede"])
def test_a_decision_that_changes_a_fact_must_name_it(action):
    with pytest.raises(ValueError, match=f"a decision to {action} must name the fact"):
        Decision(action)


@pytest.mark.parametrize("confidence", [-0.1, 1.1])
def test_a_decision_refuses_a_confidence_that_is_none(confidence):
    with pytest.raises(ValueError, match="a confidence lies between 0 and 1"):
        Decision("update", Spot("f1"), confidence=confidence)


# --- parts of different age -----------------------------------------------------------------------


def aged(*days: int, disputes: tuple[Dispute, ...] = ()) -> FactRecord:
    """NINE, TEN, NOON, last said on these days."""
    held = fact(*(NINE, TEN, NOON)[: len(days)], disputes=disputes)
    return replace(held, heard=tuple(day(number) for number in days), updated=day(max(days)))


def test_enrich_compares_with_the_newest_word_for_the_named_part_and_downgrade_with_the_fact():
    """The parts are of days 2 and 20, the observation of day 12."""
    held = aged(2, 20)
    for part, action in ((NINE, "supersede"), (TEN, "none"), (None, "none")):
        assert guarded("supersede", held, heard(), "enrich", part) == action
    assert guarded("supersede", held, heard(), "downgrade", NINE) == "reinforce"


def test_a_part_said_again_is_as_new_as_that_word():
    twice = replace(NINE, support=("o1", "o2"))
    held = replace(aged(2, 20), parts=(twice,))
    assert guarded("supersede", held, heard(), "enrich", twice) == "none"


def test_a_ruling_older_than_one_side_of_a_dispute_is_none():
    """The sides are of days 2 and 20: who speaks of the first on day 12 has not heard the second."""
    assert older(heard(), aged(2, 20, disputes=(BO_AGAINST_ANN,)), NINE)
    assert not older(heard(), aged(2, 11, disputes=(BO_AGAINST_ANN,)), NINE)


def test_what_is_quoted_is_older_than_anything():
    assert older(replace(heard(when=99), quoted=True), fact(NINE), NINE)


def test_a_supersede_spares_what_its_own_document_said_and_what_is_newer():
    """Parts of days 2, 20 and 5; the observation is of day 12, and its document said the third."""
    held = aged(2, 20, 5)
    assert spared(held, heard(), to("supersede"), "enrich", {"o3", "o9"}) == (TEN, NOON)
    assert spared(held, heard(), to("supersede"), "off", {"o3", "o9"}) == (NOON,)
    assert spared(held, heard(), to("supersede", part=2), "enrich", {"o3", "o9"}) == (TEN,)


def test_nobody_concedes_what_the_same_document_said():
    held = fact(NINE, TEN, disputes=(BO_AGAINST_ANN,))
    parts = vouched(held, heard("Bo"), to("reinforce"), "enrich", {"o2", "o9"})
    assert [part.text for part in parts] == [NINE.text, TEN.text]


# --- one document, one witness --------------------------------------------------------------------


def test_a_document_that_repeats_itself_adds_nothing():
    """o1 is of the same document: 0.5 stays.  TEN was said by another: + 0.1, Bo being among its authors."""
    held = fact(NINE, TEN)
    again = partial(confidence_after, "reinforce", held, heard("Bo"), settings=REFERENCE, mine={"o1", "o9"})
    assert again(decision=to("reinforce")) == 0.5
    assert again(decision=to("reinforce", part=None)) == 0.5
    assert again(decision=to("reinforce", part=1)) == 0.6
    assert again(decision=to("supersede", part=1)) == 0.5


def test_a_quotation_adds_nothing_and_vouches_for_nothing():
    quoted = replace(heard("Di"), quoted=True)
    assert confidence_after("reinforce", fact(NINE), quoted, to("reinforce"), REFERENCE) == 0.5
    assert vouched(fact(NINE), quoted, to("reinforce"), "enrich") == (Part(NINE.text, ("o1", "o9"), ("Ann",)),)
