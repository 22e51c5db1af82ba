"""The offline classifier: one observation against facts that stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memassay.memories.reference.classification import EntailmentClassifier
from memassay.memories.reference.records import FactRecord, ObservationRecord, Part
from memassay.memories.reference.stages import Candidate, Decision, Spot
from memassay.models.protocol import Entailment, Label

from .test_apart import TWO_THINGS

NOON = datetime(2011, 5, 2, 12, tzinfo=UTC)
WEEK = timedelta(days=7)
OLD = "The river gauge at Tolland reads in feet."
NEW = "The river gauge at Tolland reads in metres."


class Says:
    """A model of one opinion, which writes down what it was asked."""

    name = "says"

    def __init__(self, label: Label = "neutral", sure: float = 0.7) -> None:
        self.label, self.sure, self.asked = label, sure, []

    def classify(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        self.asked += pairs
        chances = dict.fromkeys(("contradict", "entail", "neutral", "partial"), (1 - self.sure) / 3)
        return [Entailment(self.label, {**chances, self.label: self.sure}) for _ in pairs]


def heard(text: str, author: str = "Bo", *, after: timedelta = WEEK, transient: bool = False) -> ObservationRecord:
    return ObservationRecord("o9", text, text, "d9", author, NOON + after, transient=transient)


def fact(*texts: str, name: str = "f1", author: str = "Ann") -> FactRecord:
    parts = tuple(Part(text, (f"{name}o{n}",), (author,)) for n, text in enumerate(texts, 1))
    return FactRecord(name, parts, 0.8, (f"{name}o1",), NOON, NOON, NOON)


async def decided(observation: ObservationRecord, *facts: FactRecord, model: Says | None = None, **rest) -> Decision:
    candidates = [Candidate(one, rest.pop("cosine", 0.9), **rest) for one in facts]
    return await EntailmentClassifier(model or Says()).classify(observation, candidates)


@pytest.mark.anyio
async def test_what_says_nothing_does_nothing():
    assert (await decided(heard(OLD, transient=True), fact(OLD))).action == "none"


@pytest.mark.anyio
async def test_nothing_near_makes_a_fact():
    assert (await decided(heard(OLD))).action == "create"
    assert (await decided(heard("Geese graze behind the mill."), fact(OLD))).action == "create"


@pytest.mark.anyio
async def test_the_same_words_reinforce_the_part_that_has_them():
    decision = await decided(heard("In feet, the river gauge at Tolland reads."), fact("Geese graze.", OLD))
    assert (decision.action, decision.spot) == ("reinforce", Spot("f1", 1))


@pytest.mark.anyio
async def test_other_words_reinforce_where_the_model_is_sure():
    again = heard("Feet are what you get from the instrument in the Tolland water.")
    assert (await decided(again, fact(OLD), model=Says("entail", 0.9))).action == "reinforce"
    assert (await decided(again, fact(OLD), model=Says("entail", 0.7))).action != "reinforce"


@pytest.mark.anyio
async def test_the_model_is_asked_only_about_what_is_near():
    model = Says()
    await decided(heard(NEW), fact(OLD), model=model, cosine=0.5)
    assert model.asked == []
    await decided(heard(NEW), fact(OLD), model=model, cosine=0.9)
    assert model.asked == [(OLD, NEW)]


@pytest.mark.anyio
async def test_another_value_by_another_author_is_a_conflict():
    assert (await decided(heard(NEW, "Bo"), fact(OLD))).action == "conflict"


@pytest.mark.anyio
async def test_another_value_by_the_same_author_replaces():
    assert (await decided(heard(NEW, "Ann"), fact(OLD))).action == "supersede"


@pytest.mark.anyio
async def test_without_authors_nobody_disagrees():
    nobody = FactRecord("f1", (Part(OLD, ("o1",)),), 0.8, ("o1",), NOON, NOON, NOON)
    assert (await decided(heard(NEW, ""), nobody)).action == "supersede"
    assert (await decided(heard(NEW, "Bo"), nobody)).action == "conflict"


@pytest.mark.anyio
async def test_what_two_people_say_of_themselves_is_of_two_things():
    likes = "I like the new roster of the harbour."
    assert (await decided(heard(likes, "Bo"), fact(likes))).action == "create"
    assert (await decided(heard(likes, "Ann"), fact(likes))).action == "reinforce"


@pytest.mark.anyio
async def test_another_value_with_a_sign_of_change_replaces_whoever_says_it():
    for text in (NEW.replace("reads", "now reads"), "The river gauge at Tolland no longer reads in feet."):
        assert (await decided(heard(text, "Bo"), fact(OLD))).action == "supersede", text


@pytest.mark.anyio
async def test_an_older_sentence_with_another_value_disputes_nothing():
    """It is for the temporal guard: what was true before is no second opinion."""
    assert (await decided(heard(NEW, "Bo", after=-WEEK), fact(OLD))).action == "supersede"


@pytest.mark.anyio
async def test_a_sibling_is_another_fact_however_alike():
    text = "Pump K4 at the Kelmore station was rebuilt in April."
    assert (await decided(heard(text), fact(text.replace("K4", "K3").replace("April", "May")))).action == "create"


@pytest.mark.anyio
async def test_more_about_the_subject_is_an_update():
    more = heard("The river gauge at Tolland was calibrated by Orrin in 2010.")
    assert (await decided(more, fact(OLD))).action == "update"
    assert (await decided(more, fact(OLD), cosine=0.5)).action == "create"


@pytest.mark.anyio
async def test_what_comes_on_top_replaces_nothing():
    old, also = "We order flat seals from Dunlin.", "We also order ring seals from Dunlin."
    assert (await decided(heard(also, "Ann"), fact(old))).action == "update"


@pytest.mark.anyio
async def test_a_document_neither_replaces_nor_disputes_what_it_said_itself():
    assert (await decided(heard(NEW, "Ann"), fact(OLD), own=(0,))).action == "create"


@pytest.mark.anyio
async def test_a_new_value_ends_the_old_one_wherever_it_stands():
    now = heard("The river gauge at Tolland now reads in metres.")
    decision = await decided(now, fact(OLD), fact("Geese graze.", OLD, name="f2"))
    assert decision.action == "supersede"
    assert {decision.spot, *decision.ends} == {Spot("f1", 0), Spot("f2", 1)}


@pytest.mark.anyio
@pytest.mark.parametrize("author", ["Ann", "Bo"])
@pytest.mark.parametrize(("old", "new"), TWO_THINGS)
async def test_what_is_said_of_another_thing_replaces_disputes_and_confirms_nothing(old, new, author):
    for sure in (Says(), Says("entail", 0.95)):
        assert (await decided(heard(new, author), fact(old), model=sure)).action == "create", (old, new)


@pytest.mark.anyio
async def test_another_thing_is_not_replaced_by_a_sign_of_change_either():
    new = "The yard now sells rope to Dunlin."
    assert (await decided(heard(new, "Bo"), fact("The yard buys rope from Dunlin."))).action == "create"


@pytest.mark.anyio
async def test_three_words_in_five_make_a_frame_and_one_in_two_none():
    """Of the content words one in five, one in three (new), one in two are other: only the first is one frame.

    Where Ann says it all, another frame is no new value.
    """
    old = "The grey van stands behind the mill of Leith."
    assert (
        await decided(heard("The grey van stands behind the church of Leith.", "Ann"), fact(old))
    ).action == "supersede"
    assert (await decided(heard("The grey van has tyres.", "Ann"), fact(old), cosine=0.5)).action == "create"


@pytest.mark.anyio
async def test_figures_that_clash_in_a_sentence_of_much_else_replace_nothing():
    """Leith, pump, moves and litres are a third at most of what the new sentence tells."""
    old = "The Leith pump moves 40 litres."
    more = "wrote Orrin after a bitter quarrel with his elder brother about salt, geese and tar"
    new = f"The Leith pump moves 90 litres, {more}."
    assert (await decided(heard(new, "Ann"), fact(old))).action == "update"
    assert (await decided(heard(old.replace("40", "90"), "Ann"), fact(old))).action == "supersede"


@pytest.mark.anyio
async def test_one_word_in_common_is_nothing_in_common():
    """Only "Leith" is shared; the model, however sure, is not believed."""
    one = heard("Leith sleeps.", "Ann")
    assert (await decided(one, fact("Leith burns."), model=Says("entail", 0.99))).action == "create"


@pytest.mark.anyio
async def test_what_the_same_author_says_of_oneself_and_of_others_is_of_two_things():
    """Ann likes the roster; later she writes who else does."""
    likes, other = "I like the new roster of the harbour.", "People like the old roster of the harbour."
    assert (await decided(heard(other, "Ann"), fact(likes))).action == "create"
    assert (await decided(heard(likes, "Ann"), fact(other))).action == "create"


@pytest.mark.anyio
async def test_a_part_newer_than_the_observation_is_left_to_the_guard_and_the_others_are_disputed():
    """f1 was last told of on day 0; the second part of it on day 14, after the observation of day 7."""
    later = NOON + 2 * WEEK
    both = replace(fact(OLD, "Geese graze."), linked=("f1o1", "f1o2"), heard=(NOON, later), updated=later)
    assert (await decided(heard(NEW, "Bo"), both)).action == "conflict"
    turned = replace(both, heard=(later, NOON))
    assert (await decided(heard(NEW, "Bo"), turned)).action == "supersede"


@pytest.mark.anyio
async def test_more_in_other_words_is_an_update_also_where_most_words_are_the_same():
    coach = "Ingrid Bakke is the head coach of the Norvik women's handball team."
    more = "The Norvik women's handball side is trained by Ingrid Bakke, who has the top job there."
    assert (await decided(heard(more), fact(coach))).action == "update"


@pytest.mark.anyio
async def test_the_same_in_other_words_is_confirmed_though_the_verb_is_another():
    old, new = "Sample S-40 showed lead at 310 mg.", "Lead in sample S-40 came out at 310 mg, as already reported."
    assert (await decided(heard(new), fact(old), model=Says("entail", 0.9))).action == "reinforce"
