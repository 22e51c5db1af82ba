"""Search for questions over the active facts."""

from __future__ import annotations

import pytest

from memassay.memories.reference.search import HybridSearch
from memassay.memories.reference.store import MemoryStore
from memassay.testing import HashEmbedder

from .driving import CREATE, SCOPE, Driven, to, told

LORRY, GOAT, VAN = "The lorry burns diesel.", "Nobody knows who bought a goat.", "The lorry now burns petrol."


async def ids(driven: Driven, query: str, k: int = 10) -> list[str]:
    return [fact.id for fact in (await driven.memory.retrieve(query, k=k, scope=SCOPE)).facts]


@pytest.mark.anyio
async def test_at_most_k_facts_come_best_first():
    driven = await told(None, ("Ann", 0, {LORRY: CREATE, GOAT: CREATE}))
    assert await ids(driven, "Who bought a goat?") == ["f2", "f1"]
    assert await ids(driven, "Who bought a goat?", k=1) == ["f2"]


@pytest.mark.anyio
async def test_an_empty_store_has_no_answer():
    assert await ids(Driven(), "Who bought a goat?") == []


@pytest.mark.anyio
async def test_a_fact_is_found_by_its_new_words_and_not_by_its_old_ones():
    driven = await told(None, ("Ann", 0, {LORRY: CREATE, GOAT: CREATE}))
    assert (await ids(driven, "diesel"))[0] == "f1"
    await driven.hear("Ann", 1, {VAN: to("supersede")})
    (first, *_) = (await driven.memory.retrieve("petrol", k=1, scope=SCOPE)).facts
    assert first.statement == VAN


@pytest.mark.anyio
async def test_a_query_of_unknown_words_still_gets_the_nearest():
    driven = await told(None, ("Ann", 0, {LORRY: CREATE, GOAT: CREATE}))
    assert len(await ids(driven, "zebra")) == 2


@pytest.mark.anyio
async def test_facts_are_listed_only_when_something_has_changed(monkeypatch):
    driven = await told(None, ("Ann", 0, {LORRY: CREATE, GOAT: CREATE}))
    search, vector = HybridSearch(0.3, 0.7), HashEmbedder().encode(["goat"])[0]
    assert search.find(driven.store, "goat", vector, 1) == ["f2"]
    for name in ("fact", "facts"):
        monkeypatch.setattr(MemoryStore, name, lambda *_, **__: pytest.fail("the store was read"))
    assert search.find(driven.store, "goat", vector, 1) == ["f2"]
