"""The plain classifier of reference-simple, sentence against fact."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memassay.memories.reference.frames import FrameClassifier
from memassay.memories.reference.records import FactRecord, ObservationRecord, Part
from memassay.memories.reference.stages import Candidate, Decision, Spot

NOON = datetime(2011, 5, 2, 12, tzinfo=UTC)
SHIPS = "The warehouse in Lund ships parcels on weekdays."
CHEAP, DEAR = "The licence costs 900 euros a month.", "The licence costs 1,200 euros a month."


async def decided(texts: list[str], new: str, cosine: float, *, fresh: bool = False, own: tuple[int, ...] = ()):
    parts = tuple(Part(text, (f"o{n}",), ("Ann",)) for n, text in enumerate(texts, 1))
    fact = FactRecord("f1", parts, 0.6, ("o1",), NOON, NOON, NOON)
    heard = ObservationRecord("o9", new, new, "d9", "Bo", NOON)
    decision = await FrameClassifier().classify(heard, [Candidate(fact, cosine, own, fresh)])
    return decision.action, decision.spot


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("texts", "new", "cosine", "action", "part"),
    [
        ([SHIPS], SHIPS, 1.0, "reinforce", 0),
        ([SHIPS], "Parcels leave the Lund warehouse on weekdays.", 0.9, "reinforce", 0),
        (["We keep all paid bills for seven years."], "We keep all paid bills for 7 years.", 0.95, "reinforce", 0),
        (["It serves all the offices of the house."], "It serves most the offices of the house.", 0.8, "supersede", 0),
        (
            ["It serves the old offices of the house in Lund."],
            "It serves the offices of the house in Lund.",
            0.8,
            "reinforce",
            0,
        ),
        ([CHEAP], DEAR, 0.99, "supersede", 0),
        (["The team is led by Mireille."], "The team is led by Jonas.", 0.9, "supersede", 0),
        (["It employs forty packers.", CHEAP], DEAR, 0.8, "supersede", 1),
        ([SHIPS], "Forty packers work there.", 0.75, "update", 0),
    ],
    ids=[
        "same",
        "by cosine",
        "number words",
        "five words in seven",
        "eight in nine",
        "figure",
        "name",
        "only the part",
        "else",
    ],
)
async def test_words_in_common_decide(texts, new, cosine, action, part):
    assert await decided(texts, new, cosine) == (action, Spot("f1", part))


@pytest.mark.anyio
async def test_other_words_of_lower_cosine_do_not_confirm():
    assert (await decided([SHIPS], "Parcels leave the Lund warehouse on weekdays.", 0.8))[0] != "reinforce"


@pytest.mark.anyio
async def test_a_document_does_not_replace_what_it_said_itself():
    assert (await decided([CHEAP], DEAR, 0.9, own=(0,)))[0] == "update"


@pytest.mark.anyio
async def test_facts_that_the_same_document_made_are_passed_over():
    assert await decided([CHEAP], DEAR, 0.99, fresh=True) == ("create", None)


@pytest.mark.anyio
async def test_a_document_that_repeats_itself_word_for_word_makes_no_second_fact():
    assert await decided([SHIPS, CHEAP], f"{CHEAP} ", 0.8, fresh=True) == ("reinforce", Spot("f1", 1))


@pytest.mark.anyio
async def test_without_a_candidate_a_fact_is_made():
    heard = ObservationRecord("o9", SHIPS, SHIPS, "d9", "Bo", NOON)
    assert await FrameClassifier().classify(heard, []) == Decision("create")
