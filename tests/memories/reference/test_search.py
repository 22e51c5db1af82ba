"""Search for questions over the active facts."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from memassay.memories import hybrid
from memassay.memories.reference.records import Change, Part
from memassay.memories.reference.search import HybridSearch
from memassay.memories.reference.sqlite_store import SqliteStore
from memassay.memories.reference.store import MemoryStore
from memassay.testing import HashEmbedder

from .changing import NOON, STEPS, CutShort, dense, fill, write
from .driving import CREATE, SCOPE, Driven, to, told

LORRY, GOAT, VAN = "The lorry burns diesel.", "Nobody knows who bought a goat.", "The lorry now burns petrol."
WORDS, MEANING = (1.0, 0.0), (0.0, 1.0)


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


def holding(*facts: tuple[str, np.ndarray]) -> MemoryStore:
    """A store of these facts: what each says, and its vector."""
    store = MemoryStore()
    for number, (text, vector) in enumerate(facts, 1):
        parts = (Part(text, (f"o{number}",)),)
        change = Change(number, f"f{number}", "create", "create", parts, 0.8, f"o{number}", "d1", NOON)
        store.write(change, np.array(vector, np.float32))
    return store


def found(store: MemoryStore, weights: tuple[float, float], query: str, vector=(1.0, 0.0), k: int = 10) -> list[str]:
    return HybridSearch(*weights).find(store, query, np.array(vector, np.float32), k)


def test_words_and_meaning_are_mixed_by_their_weights():
    """By words f1 is best (1 against 0), by meaning f2 (cosines 0 and 1)."""
    store = holding((GOAT, (0, 1)), (LORRY, (1, 0)))
    assert found(store, (0.3, 0.7), "goat") == ["f2", "f1"]
    assert found(store, (0.7, 0.3), "goat") == ["f1", "f2"]


def test_of_equal_scores_the_older_fact_comes_first_also_after_others_were_removed():
    store = holding(*[(GOAT, (0.6, 0.8))] * 6)
    store.index.remove("f2")
    for weights in ((0.3, 0.7), WORDS, MEANING):
        assert found(store, weights, "goat") == ["f1", "f3", "f4", "f5", "f6"]
        assert found(store, weights, "goat", k=2) == ["f1", "f3"]


def test_without_a_weight_for_words_the_cosine_alone_orders_and_nothing_is_indexed(monkeypatch):
    monkeypatch.setattr(hybrid, "tokens", lambda text: pytest.fail("a text was cut into words"))
    store = holding((GOAT, (0.6, 0.8)), (LORRY, (1, 0)), (VAN, (0.6, 0.8)))
    monkeypatch.setattr(MemoryStore, "fact", lambda *_: pytest.fail("a text was read"))
    assert found(store, MEANING, "goat") == ["f2", "f1", "f3"]


@pytest.mark.anyio
async def test_who_takes_a_side_in_a_dispute_is_found_by_name_at_once():
    """Dee's word changes no part of the fact and so not its vector, but the statement now names her."""
    driven = Driven({"lexical": 1.0, "semantic": 0.0})
    await driven.hear("Ann", 0, {GOAT: CREATE, LORRY: CREATE})
    await driven.hear("Bo", 1, {VAN: to("conflict", "f2")})
    assert await ids(driven, "Dee") == ["f1", "f2"]
    vector = driven.store.index.vector("f2")
    await driven.hear("Dee", 2, {"It burns diesel.": to("reinforce", "f2")})
    assert np.array_equal(driven.store.index.vector("f2"), vector)
    assert await ids(driven, "Dee") == ["f2", "f1"]


@settings(max_examples=30)
@given(STEPS, STEPS)
def test_a_search_that_has_seen_every_stage_finds_what_a_new_one_finds(early, lost):
    """Also after a block that was taken back, and in a store that was opened again from disk."""
    with tempfile.TemporaryDirectory() as folder:
        store, search, query = SqliteStore(Path(folder) / "m.db", "a"), HybridSearch(0.3, 0.7), dense(98)

        def look(where: MemoryStore, with_what: HybridSearch) -> list[list[str]]:
            return [with_what.find(where, asked, query, 3) for asked in ("Ann number 3", "Bo", "more of 2", "zebra")]

        def lose() -> None:
            with store.document():
                for step in lost:
                    write(store, step)
                    look(store, search)
                raise CutShort

        for step in early:
            fill(store, [step])
            look(store, search)
        with pytest.raises(CutShort):
            lose()
        seen = look(store, search)
        assert seen == look(store, HybridSearch(0.3, 0.7))
        store.close()
        again = SqliteStore(Path(folder) / "m.db", "a")
        assert look(again, HybridSearch(0.3, 0.7)) == seen
        again.close()
