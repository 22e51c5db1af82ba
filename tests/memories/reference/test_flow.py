"""What one observation does to the store, action by action, through the whole system with a script for its mind."""

from __future__ import annotations

import numpy as np
import pytest

from memassay.memories.reference.records import Part
from memassay.memories.reference.replay import replay
from memassay.memories.reference.stages import Decision, Spot
from memassay.memories.reference.store import Counts
from memassay.testing import HashEmbedder
from memassay.types import Operation

from .driving import CREATE, SCOPE, Driven, day, to, told

NINE = "The ferry leaves at nine."
TEN = "The ferry leaves at ten."
DOGS = "Dogs are welcome on the ferry."
FARE = "The fare is four crowns."
DEAR = "The fare is six crowns."
FREE = "Crossing costs nothing any more."

pytestmark = pytest.mark.anyio


# --- each action ----------------------------------------------------------------------------------


async def test_create_makes_a_fact_of_the_observation():
    driven = await told({}, ("Ann", 3, {NINE: CREATE, FARE: Decision("create", confidence=0.3)}))
    first, second = driven.store.facts()
    assert (first.id, first.parts) == ("f1", (Part(NINE, ("o1",), ("Ann",)),))
    assert (first.confidence, first.linked, first.disputes) == (0.8, ("o1",), ())
    assert (first.created, first.updated, first.valid_from, first.valid_to) == (day(3), day(3), day(3), None)
    assert (second.id, second.parts, second.confidence) == ("f2", (Part(FARE, ("o2",), ("Ann",)),), 0.3)


async def test_update_adds_a_part_and_leaves_confidence_and_validity():
    driven = await told({}, ("Ann", 0, {NINE: CREATE}), ("Bo", 4, {DOGS: to("update")}))
    fact = driven.fact()
    assert fact.parts == (Part(NINE, ("o1",), ("Ann",)), Part(DOGS, ("o2",), ("Bo",)))
    assert fact.statement == f"{NINE} {DOGS}"
    assert (fact.confidence, fact.linked, fact.support) == (0.8, ("o1", "o2"), ("o1", "o2"))
    assert (fact.updated, fact.valid_from) == (day(4), day(0))


async def test_reinforce_of_a_part_adds_support_author_and_confidence_and_no_word():
    """0.8 at first, + 0.1 + 0.05 for the new author."""
    driven = await told(
        {}, ("Ann", 0, {NINE: CREATE}), ("Ann", 1, {DOGS: to("update")}), ("Bo", 4, {TEN: to("reinforce", part=1)})
    )
    fact = driven.fact()
    assert fact.parts == (Part(NINE, ("o1",), ("Ann",)), Part(DOGS, ("o2", "o3"), ("Ann", "Bo")))
    assert (fact.confidence, fact.authors, fact.linked) == (0.95, ("Ann", "Bo"), ("o1", "o2", "o3"))
    assert (fact.updated, fact.valid_from) == (day(4), day(0))


async def test_reinforce_of_the_whole_fact_vouches_for_each_part():
    driven = await told(
        {}, ("Ann", 0, {NINE: CREATE}), ("Ann", 1, {DOGS: to("update")}), ("Bo", 4, {TEN: to("reinforce", part=None)})
    )
    assert [part.support for part in driven.fact().parts] == [("o1", "o3"), ("o2", "o3")]
    assert [part.authors for part in driven.fact().parts] == [("Ann", "Bo"), ("Ann", "Bo")]


async def test_conflict_keeps_both_sides_and_caps_the_confidence():
    """0.8 is cut to 0.5, the most that a disputed fact has."""
    driven = await told({}, ("Ann", 0, {NINE: CREATE}), ("Bo", 4, {TEN: to("conflict")}))
    fact = driven.fact()
    assert fact.parts == (Part(NINE, ("o1",), ("Ann",)), Part(TEN, ("o2",), ("Bo",)))
    assert (fact.confidence, fact.seen().disputed) == (0.5, 1)
    assert (fact.linked, fact.updated, fact.valid_from) == (("o1", "o2"), day(4), day(0))


async def test_supersede_of_a_part_puts_the_new_one_in_its_place():
    driven = await told(
        {}, ("Ann", 0, {NINE: CREATE, DOGS: to("update")}), ("Bo", 4, {TEN: to("supersede", confidence=0.7)})
    )
    fact = driven.fact()
    assert fact.parts == (Part(TEN, ("o3",), ("Bo",)), Part(DOGS, ("o2",), ("Ann",)))
    assert (fact.confidence, fact.linked, fact.support) == (0.7, ("o1", "o2", "o3"), ("o3", "o2"))
    assert (fact.created, fact.updated, fact.valid_from) == (day(0), day(4), day(4))


async def test_supersede_of_the_whole_fact_leaves_nothing_of_it_but_its_links():
    """Confidence was 0.95 and starts anew at 0.8; who vouched for the old words does not vouch for the new ones."""
    driven = await told(
        {},
        ("Ann", 0, {NINE: CREATE, DOGS: to("update")}),
        ("Cy", 1, {FARE: to("reinforce")}),
        ("Bo", 4, {TEN: to("supersede", part=None)}),
    )
    fact = driven.fact()
    assert fact.parts == (Part(TEN, ("o4",), ("Bo",)),)
    assert (fact.confidence, fact.authors, fact.linked) == (0.8, ("Bo",), ("o1", "o2", "o3", "o4"))


async def test_a_mere_mention_is_linked_and_changes_nothing_else():
    driven = await told({}, ("Ann", 0, {NINE: CREATE}))
    before = driven.fact()
    await driven.hear("Bo", 4, {"About the ferry again.": to("none", confidence=0.1, resolves=True)})
    after = driven.fact()
    assert after.linked == ("o1", "o2")
    assert (after.parts, after.confidence, after.updated) == (before.parts, before.confidence, before.updated)
    assert driven.last().kind == "none"


async def test_a_transient_observation_is_kept_and_belongs_to_no_fact():
    driven = await told({}, ("Ann", 0, {NINE: CREATE, "Who is rowing?": Decision("none")}))
    seen = await driven.memory.observations(scope=SCOPE)
    assert [(one.id, one.statement) for one in seen] == [("o1", NINE), ("o2", "Who is rowing?")]
    assert driven.fact().linked == ("o1",)
    assert driven.store.counts() == Counts(observations=2, changes=1, facts=1, active=1)


async def test_every_observation_is_linked_whatever_it_did():
    """With `enrich` the two of day 2, older than the fact, become `none`; they are linked all the same."""
    driven = await told(
        {},
        ("Ann", 0, {NINE: CREATE}),
        ("Bo", 5, {"a": to("update"), "b": to("reinforce"), "c": to("conflict"), "d": to("supersede")}),
        ("Cy", 2, {"e": to("supersede"), "f": to("conflict"), "g": to("none")}),
    )
    assert driven.fact().linked == ("o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8")


async def test_the_log_says_what_was_done_and_what_was_asked_for():
    driven = await told(
        {}, ("Ann", 9, {NINE: CREATE}), ("Bo", 4, {TEN: to("supersede")}), ("Cy", 12, {DOGS: to("update")})
    )
    asked = [(c.number, c.kind, c.asked, c.observation_id, c.time) for c in driven.store.changes()]
    assert asked == [
        (1, "create", "create", "o1", day(9)),
        (2, "none", "supersede", "o2", day(4)),
        (3, "update", "update", "o3", day(12)),
    ]
    assert list(await driven.memory.operations(scope=SCOPE)) == [
        Operation("create", "f1", "d1"),
        Operation("none", "f1", "d2"),
        Operation("update", "f1", "d3"),
    ]


# --- confidence and authors -----------------------------------------------------------------------


async def test_repetition_counts_less_than_corroboration_and_confidence_ends_at_one():
    """0.4; the same author + 0.1 = 0.5; a new one + 0.15 = 0.65; nobody + 0.1 = 0.75; a third + 0.15 = 0.9; 1 at most.

    Bo's second word is a repetition too: + 0.1 cut at 1.
    """
    driven = await told({}, ("Ann", 0, {NINE: Decision("create", confidence=0.4)}))
    for number, author in enumerate(["Ann", "Bo", "", "Cy", "Bo"], 1):
        await driven.hear(author, number, {f"It is nine, {number}.": to("reinforce")})
    history = await driven.memory.history("f1", scope=SCOPE)
    assert [step.confidence for step in history] == [0.4, 0.5, 0.65, 0.75, 0.9, 1.0]
    assert driven.fact().authors == ("Ann", "Bo", "Cy")


async def test_who_said_what_a_fact_said_before_corroborates_what_it_says_now():
    """After Bo's supersede (0.8) Ann is new to the fact: + 0.15."""
    driven = await told(
        {}, ("Ann", 0, {NINE: CREATE}), ("Bo", 1, {TEN: to("supersede")}), ("Ann", 2, {"Ten, yes.": to("reinforce")})
    )
    assert driven.fact().confidence == 0.95
    assert driven.fact().authors == ("Bo", "Ann")


# --- the temporal guard ---------------------------------------------------------------------------

STEEL = "The harbour board settled on a steel gangway."
REASON = "A wooden gangway was turned down as too heavy to lift."


async def test_downgrade_forbids_the_detail_that_a_late_old_document_brings():
    """A decision of 10 March (day 5), then a paper of January (day -44): + 0.1, and neither word nor author."""
    driven = await told(
        {"guard": "downgrade"}, ("Ann", 5, {STEEL: CREATE}), ("Bo", -44, {REASON: to("update", confidence=0.2)})
    )
    fact = driven.fact()
    assert fact.parts == (Part(STEEL, ("o1",), ("Ann",)),)
    assert (fact.confidence, fact.linked, fact.updated) == (0.9, ("o1", "o2"), day(5))
    assert (driven.last().kind, driven.last().asked) == ("reinforce", "update")


async def test_enrich_takes_in_the_detail_that_a_late_old_document_brings():
    """The same two documents: the detail is added, the decision stays, and the fact is no older for it."""
    driven = await told({"guard": "enrich"}, ("Ann", 5, {STEEL: CREATE}), ("Bo", -44, {REASON: to("update")}))
    fact = driven.fact()
    assert fact.statement == f"{STEEL} {REASON}"
    assert (fact.confidence, fact.authors) == (0.8, ("Ann", "Bo"))
    assert (fact.updated, fact.valid_from) == (day(5), day(5))
    assert driven.last().kind == "update"


@pytest.mark.parametrize(
    ("guard", "says", "confidence", "authors"),
    [
        ("off", [TEN], 0.8, ("Bo",)),
        ("downgrade", [NINE], 0.9, ("Ann",)),
        ("enrich", [NINE], 0.8, ("Ann",)),
    ],
)
async def test_an_older_supersede_replaces_only_where_the_guard_is_off(guard, says, confidence, authors):
    driven = await told({"guard": guard}, ("Ann", 9, {NINE: CREATE}), ("Bo", 4, {TEN: to("supersede")}))
    assert driven.texts() == says
    assert (driven.fact().confidence, driven.fact().authors) == (confidence, authors)
    assert driven.fact().linked == ("o1", "o2")


@pytest.mark.parametrize(("guard", "disputed"), [("off", 1), ("downgrade", 1), ("enrich", 0)])
async def test_an_older_conflict_disputes_a_newer_fact_unless_the_guard_only_lets_it_enrich(guard, disputed):
    driven = await told({"guard": guard}, ("Ann", 9, {NINE: CREATE}), ("Bo", 4, {TEN: to("conflict")}))
    assert driven.fact().seen().disputed == disputed
    assert driven.fact().confidence == (0.5 if disputed else 0.8)


@pytest.mark.parametrize("guard", ["off", "downgrade", "enrich"])
async def test_an_older_observation_that_says_the_same_is_a_true_reinforcement(guard):
    driven = await told({"guard": guard}, ("Ann", 9, {NINE: CREATE}), ("Bo", 4, {"Nine.": to("reinforce")}))
    assert driven.fact().parts == (Part(NINE, ("o1", "o2"), ("Ann", "Bo")),)
    assert (driven.fact().confidence, driven.fact().updated) == (0.95, day(9))


@pytest.mark.parametrize("guard", ["off", "downgrade", "enrich"])
@pytest.mark.parametrize("when", [9, 10])
async def test_an_observation_of_the_same_time_or_later_is_not_held_back(guard, when):
    driven = await told({"guard": guard}, ("Ann", 9, {NINE: CREATE}), ("Bo", when, {TEN: to("supersede")}))
    assert driven.texts() == [TEN]


async def test_the_guard_looks_at_the_last_confirmation_not_at_the_first_word():
    """Day 4 is after the fact was made (0), and before it was confirmed (9)."""
    driven = await told(
        {}, ("Ann", 0, {NINE: CREATE}), ("Cy", 9, {"Nine.": to("reinforce")}), ("Bo", 4, {TEN: to("supersede")})
    )
    assert driven.texts() == [NINE]


# --- what a supersede brings to an end -------------------------------------------------------------


async def two_facts(**settings) -> Driven:
    """f1 the fare (day 0); f2 the hour (day 0)."""
    return await told(settings, ("Ann", 0, {FARE: CREATE, NINE: CREATE}))


async def test_a_fact_of_which_nothing_is_left_retires_in_favour_of_the_superseding_one():
    driven = await two_facts()
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f2", 0),))})
    ended = driven.fact("f2")
    assert (ended.retired, ended.valid_to, ended.successor) == (True, day(5), "f1")
    assert (ended.statement, ended.linked) == (NINE, ("o2", "o3"))
    assert [(c.fact_id, c.kind) for c in driven.store.changes()[2:]] == [("f1", "supersede"), ("f2", "delete")]


async def test_a_retired_fact_is_in_no_list_but_the_whole_one_and_its_history():
    driven = await two_facts()
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f2", 0),))})
    snapshot = await driven.memory.snapshot(scope=SCOPE)
    assert ([fact.id for fact in snapshot.facts], snapshot.count) == (["f1"], 1)
    found = await driven.memory.retrieve(NINE, k=9, scope=SCOPE)
    assert [fact.id for fact in found.facts] == ["f1"]
    assert [fact.id for fact in driven.store.facts(retired=True)] == ["f1", "f2"]
    history = await driven.memory.history("f2", scope=SCOPE)
    assert [(step.change, step.trigger) for step in history] == [("create", "o2"), ("delete", "o3")]


async def test_a_retired_fact_is_no_candidate():
    shown: list[str] = []

    def look(observation, candidates):
        shown.extend(candidate.fact.id for candidate in candidates)
        return CREATE

    driven = await two_facts(floor=0.0)
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f2", 0),))})
    await driven.hear("Bo", 6, {f"{NINE} {FREE}": look})
    assert shown == ["f1"]


async def test_only_the_named_part_of_a_larger_fact_goes():
    """0.9, from a reinforcement, stays: nothing new is said of the dogs."""
    driven = await two_facts()
    await driven.hear("Ann", 1, {DOGS: to("update", "f2"), "Nine.": to("reinforce", "f2")})
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f2", 0),))})
    left = driven.fact("f2")
    assert left.parts == (Part(DOGS, ("o3",), ("Ann",)),)
    assert (left.retired, left.confidence, left.linked) == (False, 0.9, ("o2", "o3", "o4", "o5"))
    assert (driven.last().fact_id, driven.last().kind, driven.last().successor) == ("f2", "supersede", "")


@pytest.mark.parametrize("ends", [(Spot("f2", 0), Spot("f2", 1)), (Spot("f2"),), (Spot("f2", 1), Spot("f2"))])
async def test_a_fact_retires_when_all_its_parts_or_itself_as_a_whole_are_ended(ends):
    driven = await two_facts()
    await driven.hear("Ann", 1, {DOGS: to("update", "f2")})
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=ends)})
    assert driven.fact("f2").retired
    assert [c.kind for c in driven.store.changes("f2")] == ["create", "update", "delete"]


async def test_another_part_of_the_superseded_fact_goes_in_the_same_change():
    driven = await told({}, ("Ann", 0, {FARE: CREATE, NINE: to("update"), DOGS: to("update")}))
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f1", 1),))})
    assert driven.texts() == [FREE, DOGS]
    assert len(driven.store.changes()) == 4


@pytest.mark.parametrize(("guard", "retired"), [("off", True), ("downgrade", False), ("enrich", False)])
async def test_an_older_observation_ends_no_newer_fact_unless_the_guard_is_off(guard, retired):
    """Day 5 is after f1 (0) and before the last confirmation of f2 (9)."""
    driven = await two_facts(guard=guard)
    await driven.hear("Cy", 9, {"Nine.": to("reinforce", "f2")})
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f2", 0),))})
    assert driven.texts() == [FREE]
    assert driven.fact("f2").retired == retired


@pytest.mark.parametrize("guard", ["downgrade", "enrich"])
async def test_a_supersede_that_the_guard_holds_back_ends_nothing(guard):
    """Day 5 is before the last confirmation of f1 (9), though after f2 (0)."""
    driven = await two_facts(guard=guard)
    await driven.hear("Cy", 9, {"Four crowns.": to("reinforce")})
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f2", 0),))})
    assert not driven.fact("f2").retired


@pytest.mark.parametrize("action", ["update", "reinforce", "conflict", "none"])
async def test_only_a_supersede_ends_anything(action):
    driven = await two_facts()
    await driven.hear("Bo", 5, {FREE: to(action, ends=(Spot("f2", 0),))})
    assert not driven.fact("f2").retired


# --- candidates -----------------------------------------------------------------------------------


async def test_the_classifier_sees_which_facts_and_parts_its_own_document_made():
    """f1 is of an earlier document, which said its part 0; this one adds part 1 to it, and makes f2."""
    seen = {}

    def look(observation, candidates):
        seen.update({one.fact.id: (one.own, one.fresh) for one in candidates})
        return Decision("none")

    driven = await told({}, ("Ann", 0, {NINE: CREATE}))
    await driven.hear("Bo", 1, {DOGS: to("update"), TEN: CREATE, f"{NINE} {TEN}": look})
    assert seen == {"f1": ((1,), False), "f2": ((0,), True)}


async def test_candidates_come_nearest_first_as_many_as_asked_for_and_none_under_the_floor():
    """Cosines with "a b" of the hashed words: "a b" 1, "a b c" 2 / sqrt(2 x 3) = 0.816, "a d" 1 / 2, "e" 0."""
    seen = []

    def look(observation, candidates):
        seen.append([(one.fact.id, round(one.cosine, 3)) for one in candidates])
        return Decision("none")

    facts = {"a d": CREATE, "a b c": CREATE, "e": CREATE, "b a": CREATE}
    for settings in ({}, {"candidates": 2}, {"floor": 0.6}, {"floor": 0.9}):
        await told(settings, ("Ann", 0, {**facts, "a b": look}))
    assert seen == [
        [("f4", 1.0), ("f2", 0.816), ("f1", 0.5)],
        [("f4", 1.0), ("f2", 0.816)],
        [("f4", 1.0), ("f2", 0.816)],
        [("f4", 1.0)],
    ]


async def test_a_fact_is_found_by_what_it_says_now():
    seen = []

    def look(observation, candidates):
        seen.append([(one.fact.id, round(one.cosine, 3)) for one in candidates])
        return Decision("none")

    await told({}, ("Ann", 0, {"a b": CREATE, "c d": to("supersede"), "b a": look, "d c": look}))
    assert seen == [[], [("f1", 1.0)]]


async def test_a_fact_is_found_by_what_is_left_of_it():
    """Of "a b" and "c d" the first is brought to an end."""
    ended = to("supersede", "f2", ends=(Spot("f1", 0),))
    driven = await told({}, ("Ann", 0, {"a b": CREATE, "c d": to("update"), "e": CREATE}), ("Bo", 1, {"g": ended}))
    cosines = driven.store.index.cosines(HashEmbedder().encode(["c d"]))[0]
    np.testing.assert_allclose(cosines[driven.store.index.ids.index("f1")], 1.0, atol=1e-6)


async def test_a_reinforcement_embeds_the_observation_alone():
    class Counting(HashEmbedder):
        texts = 0

        def encode(self, texts):
            self.texts += len(texts)
            return super().encode(texts)

    driven = Driven(embedder=Counting())
    await driven.hear("Ann", 0, {NINE: CREATE, DOGS: to("update")})
    before = driven.embedder.texts
    await driven.hear("Bo", 1, {"Nine.": to("reinforce"), "All of it.": to("reinforce", part=None)})
    assert driven.embedder.texts == before + 2


# --- decisions that name what is not there ---------------------------------------------------------


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        (to("update", "f7"), "names f7, and there is no such fact"),
        (to("reinforce", part=1), "names part 1 of f1, which has 1"),
        (to("supersede", part=-1), "names part -1 of f1, which has 1"),
        (to("supersede", ends=(Spot("f2", 3),)), "names part 3 of f2, which has 1"),
        (to("supersede", ends=(Spot("f9"),)), "names f9, and there is no such fact"),
        (to("none", "f7"), "names f7, and there is no such fact"),
    ],
)
async def test_a_place_that_is_not_there_is_refused(decision, message):
    driven = await two_facts()
    with pytest.raises(ValueError, match=message):
        await driven.hear("Bo", 5, {FREE: decision})
    assert len(driven.store.changes()) == 2


async def test_a_retired_fact_cannot_be_changed():
    driven = await two_facts()
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f2", 0),))})
    for decision in (to("update", "f2"), to("supersede", ends=(Spot("f2"),))):
        with pytest.raises(ValueError, match="names f2, which is retired"):
            await driven.hear("Bo", 6, {TEN: decision})


# --- history --------------------------------------------------------------------------------------


async def test_each_history_ends_in_the_statement_and_confidence_as_they_stand():
    driven = await two_facts()
    await driven.hear("Bo", 5, {TEN: to("conflict", "f2"), DOGS: to("update")})
    await driven.hear("Bo", 6, {"Nine, then.": to("reinforce", "f2"), "Fares are under review.": to("none")})
    await driven.hear("Ann", 7, {FREE: to("supersede", ends=(Spot("f2", 0),))})
    for fact in driven.store.facts(retired=True):
        steps = await driven.memory.history(fact.id, scope=SCOPE)
        assert (steps[-1].statement, steps[-1].confidence) == (fact.statement, fact.confidence)
    hours = await driven.memory.history("f2", scope=SCOPE)
    assert [(step.change, step.statement) for step in hours] == [
        ("create", NINE),
        ("conflict", f"Ann: {NINE} Bo: {TEN}"),
        ("reinforce", NINE),
        ("delete", NINE),
    ]


async def test_the_log_alone_rebuilds_the_store():
    driven = await two_facts()
    await driven.hear("Bo", 5, {TEN: to("conflict", "f2"), DOGS: to("update")})
    await driven.hear("Ann", 2, {DEAR: to("supersede"), FREE: to("supersede", "f2", ends=(Spot("f1"),))})
    assert list(replay(driven.store.changes()).values()) == driven.store.facts(retired=True)


async def test_a_vector_is_the_mean_direction_of_the_parts():
    """Two parts without a word in common: (1, 1) / sqrt 2, so the cosine with each is 0.707."""
    driven = await told({}, ("Ann", 0, {"a": CREATE, "b": to("update")}))
    cosines = driven.store.index.cosines(HashEmbedder().encode(["a", "b"]))[:, 0]
    np.testing.assert_allclose(cosines, np.sqrt(0.5), atol=1e-6)


# --- own words, and parts of different age ---------------------------------------------------------


async def test_a_document_takes_away_nothing_that_it_said_itself_but_what_it_names():
    """Bo's first line disputes Ann's, his second replaces hers, and his last ends the whole of f1."""
    driven = await told({}, ("Ann", 0, {NINE: CREATE}))
    await driven.hear("Bo", 5, {TEN: to("conflict"), DEAR: to("supersede")})
    assert (driven.texts(), driven.fact().disputes) == ([DEAR, TEN], ())
    await driven.hear("Cy", 6, {DOGS: to("update"), FARE: CREATE, FREE: to("supersede", "f2", ends=(Spot("f1"),))})
    assert driven.texts() == [DOGS]
    assert [c.kind for c in driven.store.changes("f1")][-1] == "supersede"


async def test_a_supersede_reaches_an_old_part_beside_a_newer_one():
    """The hour is of day 0, the dogs of day 9: what came on day 4 is news of the hour, and none of the dogs."""
    driven = await told({}, ("Ann", 0, {NINE: CREATE}), ("Ann", 9, {DOGS: to("update")}))
    await driven.hear("Bo", 4, {TEN: to("supersede", part=0, ends=(Spot("f1", 1),))})
    assert driven.texts() == [TEN, DOGS]
    await driven.hear("Bo", 5, {FREE: to("supersede", part=1)})
    assert driven.texts() == [TEN, DOGS]


async def test_of_another_fact_only_the_older_part_is_ended():
    driven = await two_facts()
    await driven.hear("Ann", 9, {DOGS: to("update", "f2")})
    await driven.hear("Bo", 5, {FREE: to("supersede", ends=(Spot("f2", 0), Spot("f2", 1)))})
    assert driven.texts("f2") == [DOGS]


# --- whom a dispute is settled for -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("decision", "named"),
    [
        (to("reinforce", part=None, resolves=True), "the whole"),
        (to("reinforce", part=2, resolves=True), "part 2"),
        (to("supersede", part=2, resolves=True), "part 2"),
    ],
)
async def test_a_dispute_cannot_be_settled_for_nobody(decision, named):
    """Part 2, the dogs, is no side; of the whole fact both are."""
    driven = await told({}, ("Ann", 0, {NINE: CREATE}), ("Bo", 4, {TEN: to("conflict")}))
    await driven.hear("Cy", 5, {DOGS: to("update")})
    with pytest.raises(ValueError, match=f"resolves a dispute of f1 and names {named} of it, which is no side"):
        await driven.hear("Di", 6, {"Settled.": decision})
    assert driven.fact().seen().disputed == 1


@pytest.mark.parametrize(
    "decision",
    [
        to("reinforce", part=1, resolves=True),
        to("supersede", part=0, resolves=True),
        to("supersede", part=None, resolves=True),
        to("update", part=None, resolves=True),
    ],
)
async def test_a_side_a_new_statement_and_an_explanation_settle_it(decision):
    driven = await told({}, ("Ann", 0, {NINE: CREATE}), ("Bo", 4, {TEN: to("conflict")}))
    await driven.hear("Di", 6, {"Settled.": decision})
    assert driven.fact().disputes == ()


async def test_to_settle_one_dispute_leaves_another_open():
    driven = await told({}, ("Ann", 0, {NINE: CREATE, DOGS: to("update")}))
    await driven.hear("Bo", 4, {TEN: to("conflict", part=0), "Dogs stay ashore.": to("conflict", part=1)})
    await driven.hear("Cy", 5, {"It is nine.": to("reinforce", part=0, resolves=True)})
    assert (driven.texts(), driven.fact().seen().disputed) == ([NINE, DOGS, "Dogs stay ashore."], 1)
