"""Disputes from the first contradiction to their end."""

from __future__ import annotations

import pytest

from memassay.memories.reference.records import Dispute, Part
from memassay.memories.reference.stages import Decision, Spot

from .driving import CREATE, SCOPE, Driven, day, to, told

NINE = "The ferry leaves at nine."
TEN = "The ferry leaves at ten."
NOON = "The ferry leaves at noon."
DOGS = "Dogs are welcome on the ferry."
FARE = "The fare is four crowns."

pytestmark = pytest.mark.anyio


async def disputed(**settings) -> Driven:
    """Ann says nine (day 0, confidence 0.8), Bo says ten (day 4)."""
    return await told(settings, ("Ann", 0, {NINE: CREATE}), ("Bo", 4, {TEN: to("conflict")}))


# --- while it is open -----------------------------------------------------------------------------


async def test_an_open_dispute_shows_who_says_what():
    driven = await disputed()
    (fact,) = (await driven.memory.snapshot(scope=SCOPE)).facts
    assert fact.statement == f"Ann: {NINE} Bo: {TEN}"
    assert (fact.disputed, fact.confidence, fact.authors, fact.support) == (1, 0.5, ("Ann", "Bo"), ("o1", "o2"))
    assert driven.fact().disputes == (Dispute(("o1",), "o2"),)


async def test_sides_without_an_author_are_shown_bare():
    driven = await told({}, ("", 0, {NINE: CREATE}), ("Bo", 4, {TEN: to("conflict")}))
    assert driven.fact().statement == f"{NINE} Bo: {TEN}"


async def test_a_confidence_under_the_cap_is_not_raised_to_it():
    driven = await told({}, ("Ann", 0, {NINE: Decision("create", confidence=0.3)}), ("Bo", 4, {TEN: to("conflict")}))
    assert driven.fact().confidence == 0.3


async def test_a_third_voice_for_one_side_does_not_end_the_dispute():
    """0.5 + 0.15 is cut to 0.5 again, as often as it comes."""
    driven = await disputed()
    await driven.hear("Cy", 5, {"Nine.": to("reinforce")})
    await driven.hear("Di", 6, {"Nine it is.": to("reinforce")})
    fact = driven.fact()
    assert fact.statement == f"Ann and Cy and Di: {NINE} Bo: {TEN}"
    assert (fact.seen().disputed, fact.confidence) == (1, 0.5)


async def test_to_repeat_oneself_ends_no_dispute():
    driven = await disputed()
    await driven.hear("Ann", 5, {"Nine, as I said.": to("reinforce", part=0)})
    await driven.hear("Bo", 6, {"Ten, as I said.": to("reinforce", part=1)})
    assert driven.fact().statement == f"Ann: {NINE} Bo: {TEN}"
    assert (driven.fact().seen().disputed, driven.fact().confidence) == (1, 0.5)


async def test_detail_leaves_the_dispute_open_and_undisputed_parts_bare():
    driven = await disputed()
    await driven.hear("Cy", 5, {DOGS: to("update", confidence=0.9)})
    assert driven.fact().statement == f"Ann: {NINE} Bo: {TEN} {DOGS}"
    assert (driven.fact().seen().disputed, driven.fact().confidence) == (1, 0.5)


async def test_to_supersede_an_undisputed_part_leaves_the_dispute_open():
    """The new statement would start at 0.8, and is cut to 0.5."""
    driven = await disputed()
    await driven.hear("Cy", 5, {DOGS: to("update")})
    await driven.hear("Cy", 6, {"Dogs stay ashore.": to("supersede", part=2)})
    assert driven.fact().statement == f"Ann: {NINE} Bo: {TEN} Dogs stay ashore."
    assert (driven.fact().seen().disputed, driven.fact().confidence) == (1, 0.5)


async def test_a_mere_mention_leaves_the_dispute_as_it_is():
    driven = await disputed()
    await driven.hear("Bo", 5, {"When does it leave?": to("none", part=0, resolves=True)})
    assert driven.fact().statement == f"Ann: {NINE} Bo: {TEN}"


async def test_a_conflict_with_the_whole_fact_sets_all_of_it_against_the_new_statement():
    driven = await told({}, ("Ann", 0, {NINE: CREATE, DOGS: to("update")}), ("Bo", 4, {TEN: to("conflict", part=None)}))
    assert driven.fact().statement == f"Ann: {NINE} Ann: {DOGS} Bo: {TEN}"
    assert driven.fact().disputes == (Dispute(("o1", "o2"), "o3"),)


# --- how it ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("author", ["Ann", "Bo", "Cy"])
async def test_a_supersede_of_either_side_by_anyone_ends_the_dispute_and_both_sides(part, author):
    driven = await disputed()
    await driven.hear(author, 6, {NOON: to("supersede", part=part)})
    fact = driven.fact()
    assert fact.parts == (Part(NOON, ("o3",), (author,)),)
    assert (fact.statement, fact.confidence, fact.disputes, fact.valid_from) == (NOON, 0.8, (), day(6))
    assert fact.linked == ("o1", "o2", "o3")


@pytest.mark.parametrize(
    ("author", "part", "left"),
    [
        ("Bo", 0, Part(NINE, ("o1", "o3"), ("Ann", "Bo"))),
        ("Ann", 1, Part(TEN, ("o2", "o3"), ("Bo", "Ann"))),
    ],
)
async def test_an_author_who_takes_up_the_other_side_concedes(author, part, left):
    """0.5 + 0.1: whoever concedes was among the fact's authors already."""
    driven = await disputed()
    await driven.hear(author, 6, {"So it is.": to("reinforce", part=part)})
    fact = driven.fact()
    assert fact.parts == (left,)
    assert (fact.statement, fact.confidence, fact.seen().disputed) == (left.text, 0.6, 0)
    assert fact.valid_from == day(0)


async def test_a_decision_that_resolves_ends_the_dispute_in_favour_of_the_side_it_confirms():
    """0.5 + 0.15 for Cy, who is new."""
    driven = await disputed()
    await driven.hear("Cy", 6, {"The harbour master says ten.": to("reinforce", part=1, resolves=True)})
    assert driven.fact().parts == (Part(TEN, ("o2", "o3"), ("Bo", "Cy")),)
    assert (driven.fact().confidence, driven.fact().disputes) == (0.65, ())


async def test_a_decision_that_resolves_by_explaining_keeps_both_sides_and_ends_the_dispute():
    driven = await disputed()
    await driven.hear("Cy", 6, {"Nine in summer, ten in winter.": to("update", resolves=True, confidence=0.9)})
    assert driven.fact().statement == f"{NINE} {TEN} Nine in summer, ten in winter."
    assert (driven.fact().confidence, driven.fact().disputes) == (0.9, ())


async def test_a_supersede_of_the_whole_fact_ends_the_dispute():
    driven = await disputed()
    await driven.hear("Cy", 6, {NOON: to("supersede", part=None)})
    assert (driven.fact().statement, driven.fact().disputes) == (NOON, ())


async def test_a_side_that_another_supersede_ends_takes_the_dispute_with_it():
    """f2 supersedes, and brings Bo's side of f1 to an end; nothing was said for Ann's, so f1 stays at 0.5."""
    driven = await disputed()
    await driven.hear("Cy", 6, {FARE: CREATE})
    await driven.hear("Cy", 7, {"Six crowns at nine.": to("supersede", "f2", ends=(Spot("f1", 1),))})
    assert driven.fact("f1").parts == (Part(NINE, ("o1",), ("Ann",)),)
    assert (driven.fact("f1").statement, driven.fact("f1").confidence, driven.fact("f1").disputes) == (NINE, 0.5, ())


async def test_a_disputed_fact_that_retires_keeps_its_words_and_its_dispute():
    driven = await disputed()
    await driven.hear("Cy", 6, {FARE: CREATE})
    await driven.hear("Cy", 7, {"No ferry any more.": to("supersede", "f2", ends=(Spot("f1"),))})
    ended = driven.fact("f1")
    assert (ended.retired, ended.statement, ended.seen().disputed) == (True, f"Ann: {NINE} Bo: {TEN}", 1)


async def test_what_was_settled_can_be_disputed_again():
    driven = await disputed()
    await driven.hear("Bo", 6, {"Nine, then.": to("reinforce", part=0)})
    await driven.hear("Cy", 7, {NOON: to("conflict", part=0)})
    assert driven.fact().statement == f"Ann and Bo: {NINE} Cy: {NOON}"
    assert (driven.fact().disputes, driven.fact().confidence) == ((Dispute(("o1", "o3"), "o4"),), 0.5)


# --- disputes within disputes ---------------------------------------------------------------------


async def three_sided(part: int) -> Driven:
    """As `disputed`, then Cy says noon (day 5), against Ann's side (part 0) or Bo's (part 1)."""
    driven = await disputed()
    await driven.hear("Cy", 5, {NOON: to("conflict", part=part)})
    return driven


@pytest.mark.parametrize(("part", "second"), [(0, Dispute(("o1",), "o3")), (1, Dispute(("o2",), "o3"))])
async def test_three_authors_make_two_disputes(part, second):
    driven = await three_sided(part)
    fact = driven.fact()
    assert fact.statement == f"Ann: {NINE} Bo: {TEN} Cy: {NOON}"
    assert fact.disputes == (Dispute(("o1",), "o2"), second)
    assert (fact.seen().disputed, fact.confidence) == (2, 0.5)


async def test_one_of_three_who_concedes_ends_his_own_dispute_alone():
    """Bo joins Ann: his side goes, Cy's stays, and the confidence stays at the cap."""
    driven = await three_sided(0)
    await driven.hear("Bo", 6, {"Nine, then.": to("reinforce", part=0)})
    fact = driven.fact()
    assert fact.statement == f"Ann and Bo: {NINE} Cy: {NOON}"
    assert (fact.disputes, fact.confidence) == ((Dispute(("o1",), "o3"),), 0.5)
    await driven.hear("Cy", 7, {"Nine, all right.": to("reinforce", part=0)})
    assert (driven.fact().statement, driven.fact().disputes, driven.fact().confidence) == (NINE, (), 0.6)
    assert driven.fact().authors == ("Ann", "Bo", "Cy")


async def test_a_decision_that_resolves_ends_all_disputes_of_the_side_it_confirms():
    driven = await three_sided(0)
    await driven.hear("Di", 6, {"Nine by the timetable.": to("reinforce", part=0, resolves=True)})
    assert driven.fact().parts == (Part(NINE, ("o1", "o4"), ("Ann", "Di")),)
    assert driven.fact().disputes == ()


async def test_to_supersede_the_side_that_all_others_stand_against_ends_all_of_them():
    driven = await three_sided(1)
    await driven.hear("Bo", 6, {"The ferry leaves at dusk.": to("supersede", part=1)})
    assert driven.texts() == ["The ferry leaves at dusk."]
    assert driven.fact().disputes == ()


async def test_a_dispute_about_one_part_leaves_a_dispute_about_another():
    driven = await told(
        {},
        ("Ann", 0, {NINE: CREATE, DOGS: to("update")}),
        ("Bo", 4, {TEN: to("conflict", part=0), "Dogs stay ashore.": to("conflict", part=1)}),
    )
    assert driven.fact().seen().disputed == 2
    await driven.hear("Cy", 5, {NOON: to("supersede", part=0)})
    assert driven.fact().statement == f"{NOON} Ann: {DOGS} Bo: Dogs stay ashore."
    assert driven.fact().disputes == (Dispute(("o2",), "o4"),)


async def test_a_part_confirmed_together_with_a_disputed_one_is_not_drawn_into_the_dispute():
    """Cy confirms the hour and the dogs in one breath (o3); Bo disputes the hour, and it is replaced.  Dogs stay."""
    driven = await told(
        {},
        ("Ann", 0, {NINE: CREATE, DOGS: to("update")}),
        ("Cy", 1, {"All true.": to("reinforce", part=None)}),
        ("Bo", 4, {TEN: to("conflict", part=0)}),
    )
    assert driven.fact().statement == f"Ann and Cy: {NINE} {DOGS} Bo: {TEN}"
    await driven.hear("Bo", 5, {NOON: to("supersede", part=2)})
    assert driven.texts() == [DOGS, NOON]


# --- disputes and the temporal guard ---------------------------------------------------------------


@pytest.mark.parametrize(("guard", "ended"), [("off", True), ("downgrade", False), ("enrich", False)])
@pytest.mark.parametrize(
    "decision", [to("reinforce", part=0), to("reinforce", part=0, resolves=True)], ids=["concession", "resolves"]
)
async def test_a_word_from_before_the_dispute_does_not_end_it(guard, ended, decision):
    """Bo agreed with Ann on day 2, before he contradicted her on day 4: he vouched for nine once, and says ten now."""
    driven = await disputed(guard=guard)
    await driven.hear("Bo", 2, {"Nine.": decision})
    assert driven.fact().parts[0] == Part(NINE, ("o1", "o3"), ("Ann", "Bo"))
    assert driven.texts() == ([NINE] if ended else [NINE, TEN])
    assert driven.fact().seen().disputed == (0 if ended else 1)
    assert driven.fact().confidence == (0.6 if ended else 0.5)


@pytest.mark.parametrize("guard", ["downgrade", "enrich"])
@pytest.mark.parametrize("action", ["supersede", "update"])
async def test_an_observation_that_the_guard_holds_back_resolves_nothing(guard, action):
    driven = await disputed(guard=guard)
    await driven.hear("Cy", 2, {NOON: to(action, part=0, resolves=True)})
    assert driven.texts()[:2] == [NINE, TEN]
    assert driven.fact().seen().disputed == 1
    assert driven.fact().confidence == 0.5
