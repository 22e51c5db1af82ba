"""A document is kept whole or not at all."""

from __future__ import annotations

import pytest

from memassay.errors import UserError
from memassay.memories.reference.records import Part
from memassay.memories.reference.stages import Spot
from memassay.memories.reference.store import MemoryStore

from .driving import CREATE, SCOPE, Driven, to, told

NINE = "The ferry leaves at nine."
TEN = "The ferry leaves at ten."
DOGS = "Dogs are welcome on the ferry."
FARE = "The fare is four crowns."
DEAR = "The fare is six crowns."
FREE = "Crossing costs nothing any more."

pytestmark = pytest.mark.anyio


async def two_facts() -> Driven:
    """f1 the fare, f2 the hour."""
    return await told({}, ("Ann", 0, {FARE: CREATE, NINE: CREATE}))


def everything(store: MemoryStore):
    """All that a store keeps, for comparison."""
    vectors = {fact_id: store.index.vector(fact_id).tolist() for fact_id in sorted(store.index.ids)}
    orders = dict(zip(store.index.ids, store.index.orders.tolist(), strict=True))
    by_fact = {fact.id: store.changes(fact.id) for fact in store.facts(retired=True)}
    return store.facts(retired=True), store.observations(), store.changes(), by_fact, store.counts(), vectors, orders


async def test_a_stage_that_raises_in_the_middle_of_a_document_leaves_the_store_as_it_was():
    """The lines before the failing one make f3, change f1, retire f2 and dispute f3."""
    driven = await two_facts()
    before = everything(driven.store)

    def fail(observation, candidates):
        assert driven.fact("f2").retired
        assert driven.fact("f3").disputes
        raise UserError("the model is out of reach")

    ends = (Spot("f2", 0),)
    with pytest.raises(UserError, match="out of reach"):
        await driven.hear(
            "Bo", 5, {DOGS: CREATE, DEAR: to("supersede", ends=ends), TEN: to("conflict", "f3"), FREE: fail}
        )
    assert everything(driven.store) == before
    assert [fact.id for fact in (await driven.memory.snapshot(scope=SCOPE)).facts] == ["f1", "f2"]


async def test_ids_and_numbers_of_a_document_taken_back_are_used_again():
    driven = await two_facts()
    failing = driven.hear("Bo", 5, {DOGS: CREATE, TEN: to("update", "f9")})
    with pytest.raises(ValueError, match="f9"):
        await failing
    await driven.hear("Cy", 6, {FREE: CREATE})
    assert [fact.id for fact in driven.store.facts()] == ["f1", "f2", "f3"]
    assert driven.fact("f3").parts == (Part(FREE, ("o3",), ("Cy",)),)
    assert [change.number for change in driven.store.changes()] == [1, 2, 3]


async def test_a_synthesizer_that_raises_takes_the_document_back_too(monkeypatch):
    driven = await two_facts()
    before = everything(driven.store)

    async def fail(*_):
        raise UserError("no words")

    monkeypatch.setattr("memassay.memories.reference.synthesis.JoiningSynthesizer.synthesize", fail)
    with pytest.raises(UserError, match="no words"):
        await driven.hear("Bo", 5, {DOGS: CREATE, TEN: to("supersede", "f2")})
    assert everything(driven.store) == before


async def test_an_interrupted_document_is_taken_back_too():
    driven = await two_facts()
    before = everything(driven.store)

    def interrupted(observation, candidates):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await driven.hear("Bo", 5, {DOGS: CREATE, TEN: interrupted})
    assert everything(driven.store) == before
