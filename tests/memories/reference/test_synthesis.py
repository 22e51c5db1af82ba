"""Offline synthesis: what a fact's parts are after an observation."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memassay.memories.reference.records import Dispute, FactRecord, ObservationRecord, Part
from memassay.memories.reference.stages import Decision, Spot
from memassay.memories.reference.synthesis import JoiningSynthesizer, MergingSynthesizer
from memassay.models.protocol import Entailment

NOON = datetime(2011, 5, 2, 12, tzinfo=UTC)
COUNT = "The stock count is planned for October."
FINER = "The stock count is planned for October in hall 2."
GEESE = "Geese graze behind the mill."


class Never:
    name = "never"

    def classify(self, pairs):
        return [Entailment("neutral", {"entail": 0.0, "neutral": 1.0, "partial": 0.0, "contradict": 0.0})] * len(pairs)


def fact(*texts: str, disputes: tuple[Dispute, ...] = ()) -> FactRecord:
    parts = tuple(Part(text, (f"o{n}",), ("Ann",)) for n, text in enumerate(texts, 1))
    return FactRecord("f1", parts, 0.8, ("o1",), NOON, NOON, NOON, disputes=disputes)


def heard(text: str, days: int = 7) -> ObservationRecord:
    return ObservationRecord("o9", text, text, "d9", "Bo", NOON + timedelta(days=days))


async def texts(synthesizer, held: FactRecord, new: str, decision: Decision, days: int = 7) -> list[str]:
    return [part.text for part in await synthesizer.synthesize(held, heard(new, days), decision)]


@pytest.mark.anyio
async def test_an_update_that_says_all_of_its_part_and_more_takes_its_place():
    merged = await MergingSynthesizer(Never()).synthesize(
        fact(GEESE, COUNT), heard(FINER), Decision("update", Spot("f1", 1))
    )
    assert merged[0].text == GEESE
    assert merged[1] == Part(FINER, ("o2", "o9"), ("Ann", "Bo"))


@pytest.mark.anyio
async def test_an_update_with_another_figure_stands_beside():
    held = fact("The tank holds 40 litres.")
    more = "The tank holds 55 litres when full."
    found = await texts(MergingSynthesizer(Never()), held, more, Decision("update", Spot("f1", 0)))
    assert found == ["The tank holds 40 litres.", more]


@pytest.mark.anyio
async def test_an_older_update_only_adds():
    found = await texts(MergingSynthesizer(Never()), fact(COUNT), FINER, Decision("update", Spot("f1", 0)), days=-7)
    assert found == [COUNT, FINER]


@pytest.mark.anyio
@pytest.mark.parametrize("synthesizer", [JoiningSynthesizer(), MergingSynthesizer(Never())])
async def test_a_replacement_stands_where_the_replaced_part_stood(synthesizer):
    held = fact(GEESE, COUNT, "Salt arrives by barge.")
    new = "The stock count is cancelled."
    assert await texts(synthesizer, held, new, Decision("supersede", Spot("f1", 1))) == [GEESE, new, held.parts[2].text]
    assert await texts(synthesizer, held, new, Decision("supersede", Spot("f1"))) == [new]
    with_end = Decision("supersede", Spot("f1", 1), (Spot("f1", 0), Spot("f2", 2)))
    assert await texts(synthesizer, held, new, with_end) == [new, held.parts[2].text]


@pytest.mark.anyio
async def test_a_ruling_replaces_both_sides_of_a_dispute():
    held = fact(COUNT, GEESE, "The stock count is planned for May.", disputes=(Dispute(("o1",), "o3"),))
    new = "The stock count now takes place in June."
    assert await texts(JoiningSynthesizer(), held, new, Decision("supersede", Spot("f1", 2))) == [GEESE, new]


@pytest.mark.anyio
async def test_what_is_said_of_another_thing_stands_beside_however_sure_the_model_is():
    class Always:
        name = "always"

        def classify(self, pairs):
            return [Entailment("entail", {"entail": 1.0, "neutral": 0.0, "partial": 0.0, "contradict": 0.0})] * len(
                pairs
            )

    held = fact("The yard buys rope from Dunlin.")
    more = "The yard sells rope to Dunlin every week."
    found = await texts(MergingSynthesizer(Always()), held, more, Decision("update", Spot("f1", 0)))
    assert found == ["The yard buys rope from Dunlin.", more]


@pytest.mark.anyio
async def test_an_update_newer_than_its_part_takes_its_place_also_where_another_part_is_newer_still():
    held = replace(fact(COUNT, GEESE), linked=("o1", "o2"), heard=(NOON, NOON + timedelta(days=30)))
    held = replace(held, updated=NOON + timedelta(days=30))
    assert await texts(MergingSynthesizer(Never()), held, FINER, Decision("update", Spot("f1", 0))) == [FINER, GEESE]
