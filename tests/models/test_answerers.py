"""The answerers `extractive` and `recite`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from memassay.models import ANSWERERS
from memassay.models.extractive import Extractive
from memassay.models.protocol import Vectors
from memassay.models.recite import REFUSAL, Recite
from memassay.types import Fact, Question

QUESTION = Question(0, "q", ())


class Planned:
    """An embedder whose texts lie at a planned cosine to the question `q`."""

    name, dimensions, question_gate = "planned", 2, 0.5

    def __init__(self, cosines: dict[str, float]) -> None:
        self.cosines = cosines | {"q": 1.0}

    def encode(self, texts: Sequence[str]) -> Vectors:
        return np.array([[self.cosines[t], (1 - self.cosines[t] ** 2) ** 0.5] for t in texts], np.float32).reshape(
            -1, 2
        )


def facts(*statements: str) -> list[Fact]:
    return [Fact(id=f"f{i}", statement=statement) for i, statement in enumerate(statements)]


@pytest.mark.anyio
async def test_the_three_nearest_facts_above_the_gate_are_given_nearest_first() -> None:
    answerer = Extractive(Planned({"a": 0.6, "b": 0.9, "c": 0.7, "d": 0.8, "e": 0.2}))
    answer = await answerer.answer(QUESTION, facts("a", "b", "c", "d", "e"))
    assert answer.text == "b. d. c."
    assert [fact.id for fact in answer.facts] == ["f1", "f3", "f2"]


@pytest.mark.anyio
async def test_no_fact_above_the_gate_is_a_refusal_that_names_none() -> None:
    """At the gate itself a fact does not bear on the question."""
    answer = await Extractive(Planned({"a": 0.5, "b": 0.1})).answer(QUESTION, facts("a", "b"))
    assert answer.text == REFUSAL
    assert answer.facts == ()


@pytest.mark.anyio
async def test_no_facts_at_all_is_a_refusal() -> None:
    assert (await Extractive(Planned({})).answer(QUESTION, [])).text == REFUSAL
    assert (await Recite().answer(QUESTION, [])).text == REFUSAL


@pytest.mark.anyio
async def test_equal_cosines_keep_the_order_of_the_facts() -> None:
    answer = await Extractive(Planned({"a": 0.7, "b": 0.7})).answer(QUESTION, facts("b", "a"))
    assert answer.text == "b. a."


@pytest.mark.anyio
async def test_recite_gives_every_fact_in_order_as_sentences() -> None:
    given = facts("One is true.", "two holds", "Is three?")
    answer = await Recite().answer(QUESTION, given)
    assert answer.text == "One is true. two holds. Is three?"
    assert answer.facts == tuple(given)


def test_both_are_registered_and_only_extractive_needs_an_embedder() -> None:
    assert ANSWERERS.load("extractive").needs_embedder
    factory = ANSWERERS.load("recite")
    assert not factory.needs_embedder
    assert factory.build(None).name == "recite"
