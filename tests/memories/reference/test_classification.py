"""The offline classifier: one observation against facts that stand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from memassay.memories.reference.classification import EntailmentClassifier
from memassay.memories.reference.records import FactRecord, ObservationRecord, Part
from memassay.memories.reference.stages import Candidate, Decision, Spot
from memassay.models.protocol import Entailment, Label

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
