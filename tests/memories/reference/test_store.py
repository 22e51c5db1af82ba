"""The store in memory: what it keeps, and that a document is kept whole or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from memassay.memories.reference.records import Part
from memassay.memories.reference.replay import replay
from memassay.memories.reference.store import MemoryStore

from .changing import STEPS, CutShort, contents, cut_short, dense, fill, write


def filled(*steps: tuple[int, str]) -> MemoryStore:
    store = MemoryStore()
    fill(store, steps)
    return store


@given(STEPS, STEPS, STEPS)
def test_a_block_that_raises_leaves_the_store_as_it_was(early, lost, late):
    store, spared = filled(*early), filled(*early)
    before = contents(store)
    with pytest.raises(CutShort):
        cut_short(store, lost)
    assert contents(store) == before == contents(spared)
    fill(store, late)
    fill(spared, late)
    assert contents(store) == contents(spared)


@given(STEPS)
def test_the_log_alone_gives_every_fact(steps):
    store = filled(*steps)
    assert list(replay(store.changes()).values()) == store.facts(retired=True)


@given(STEPS)
def test_only_active_facts_have_vectors_and_are_counted(steps):
    store = filled(*steps)
    active = {fact.id for fact in store.facts()}
    assert set(store.index.ids) == active
    counts = store.counts()
    assert (counts.observations, counts.changes) == (len(steps), len(store.changes()))
    assert (counts.facts, counts.active) == (len(store.facts(retired=True)), len(active))


def test_an_unknown_fact_is_a_key_error_and_has_no_changes():
    store = filled((0, "create"))
    with pytest.raises(KeyError):
        store.fact("f2")
    assert store.changes("f2") == ()


def test_an_interrupt_takes_a_document_back_too():
    store = filled((0, "create"))
    before = contents(store)

    def interrupted() -> None:
        with store.document():
            write(store, (0, "create"))
            write(store, (0, "delete"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert contents(store) == before


def test_a_fact_that_says_something_else_with_the_vector_it_had_makes_a_new_version():
    """What is indexed by words must be indexed again, as when a dispute ends and the names go."""
    store = filled((0, "create"), (0, "conflict"))
    version, said = store.index.version, store.fact("f1").statement
    again = replace(store.changes()[-1], number=3, kind="none")
    store.write(again)
    assert (store.index.version, store.fact("f1").statement) == (version, said)
    ended = replace(again, number=4, kind="reinforce", parts=(Part("It is so.", ("o1",)),), disputes=())
    store.write(ended)
    assert store.fact("f1").statement != said
    assert store.index.version > version


def test_a_vector_that_a_block_gave_a_fact_without_one_is_taken_back():
    store = MemoryStore()
    made = filled((0, "create")).changes()[0]
    with store.document():
        store.write(made)

    def give_a_vector() -> None:
        with store.document():
            store.write(replace(made, number=2, kind="update"), dense(1))
            raise CutShort

    with pytest.raises(CutShort):
        give_a_vector()
    assert store.index.vector("f1") is None
