"""The reference memory with a script for its mind."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import memassay.testing
from memassay.errors import UserError
from memassay.memories.reference.records import ObservationRecord
from memassay.memories.reference.settings import REFERENCE, Settings
from memassay.memories.reference.stages import Candidate, Decision, Spot
from memassay.memories.reference.store import MemoryStore
from memassay.testing import LineExtractor, ScriptedClassifier, check_memory_system, scripted_memory
from memassay.types import Document

NOON = datetime(2012, 3, 5, 12, tzinfo=UTC)
NINE, TEN = "The ferry leaves at nine.", "From May on the ferry leaves at ten."


def paper(text: str) -> Document:
    return Document("d1", NOON, "Ann", "mate", "email", text)


def heard(statement: str) -> ObservationRecord:
    return ObservationRecord("o1", statement, statement, "d1", "Ann", NOON)


def test_everything_public_is_there():
    assert [name for name in memassay.testing.__all__ if not hasattr(memassay.testing, name)] == []
    assert not hasattr(memassay.testing, "JoiningSynthesiser")


@pytest.mark.anyio
async def test_each_line_that_is_not_blank_is_one_observation_of_the_document():
    found = await LineExtractor().extract(paper(f"\n  {NINE}  \n \n{TEN}\n"))
    assert found == [ObservationRecord("", line, line, "d1", "Ann", NOON) for line in (NINE, TEN)]
    assert await LineExtractor().extract(paper(" \n")) == []


@pytest.mark.anyio
async def test_a_script_answers_with_a_decision_or_with_a_function_of_what_it_sees():
    def nearest(observation, candidates):
        return Decision("supersede", Spot(candidates[0].fact.id), reason=observation.author)

    store = MemoryStore()
    memory = scripted_memory({NINE: Decision("create")}, open_store=lambda _: store)
    await memory.ingest(paper(NINE), scope="s")
    classifier = ScriptedClassifier({NINE: Decision("create"), TEN: nearest})
    assert await classifier.classify(heard(NINE), []) == Decision("create")
    seen = [Candidate(store.fact("f1"), 0.9)]
    assert await classifier.classify(heard(TEN), seen) == Decision("supersede", Spot("f1"), reason="Ann")


@pytest.mark.anyio
async def test_a_statement_that_the_script_does_not_know_is_refused_with_the_nearest_it_knows():
    with pytest.raises(UserError, match=r"no line for 'The ferry leaves at nine'; did you mean .*nine\.'"):
        await ScriptedClassifier({NINE: Decision("create")}).classify(heard(NINE.strip(".")), [])


@pytest.mark.anyio
async def test_a_script_is_enough_to_tell_a_story():
    memory = scripted_memory({NINE: Decision("create"), TEN: Decision("supersede", Spot("f1", 0), confidence=0.7)})
    await memory.ingest(paper(f"{NINE}\n{TEN}"), scope="s")
    (fact,) = (await memory.snapshot(scope="s")).facts
    assert (fact.statement, fact.confidence) == (TEN, 0.7)
    assert (await memory.snapshot(scope="another")).facts == ()


def test_settings_out_of_bounds_are_refused():
    with pytest.raises(UserError, match="option floor takes a number from 0 to 1"):
        scripted_memory({}, Settings(floor=2.0))


def test_a_scripted_memory_keeps_the_contract(tmp_path):
    """Whatever the check writes becomes a fact of its own."""

    class Creates(dict):
        def get(self, key, default=None):
            return Decision("create")

    def build(context):
        return scripted_memory(Creates(), REFERENCE, context.embedder)

    check_memory_system(build, workdir=tmp_path)
