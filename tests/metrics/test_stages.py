"""Diagnosis where a single claim decides (method.md section 6)."""

from __future__ import annotations

from typing import Any

import pytest

from memassay.metrics.diagnosis.stages import STAGES, Diagnosis, diagnose
from memassay.metrics.interchange import evidence_from
from memassay.metrics.reading import Reading

KEPT = {"id": "f", "statement": "t"}


def unit(*states: tuple[str, dict[str, Any]], **more: Any) -> list[Diagnosis]:
    """Diagnoses of states given as (action, verdicts on the expected claims), one unchanging fact behind them."""
    listed = [
        {
            "index": index,
            "action": action,
            "claims": list(verdicts),
            "confidence": 0.9,
            "facts": [KEPT],
            "verdicts": {claim: [score, "f" if score else None] for claim, score in verdicts.items()},
            "invalidated": [],
        }
        for index, (action, verdicts) in enumerate(states)
    ]
    seen = {claim: [index] for index, (_, verdicts) in reversed(list(enumerate(states))) for claim in verdicts}
    value = {"id": "u", "states": listed, "observations_entail": seen, "capabilities": {"native": False}, **more}
    return diagnose(Reading(evidence_from(value)))


def told(found: list[Diagnosis]) -> dict[tuple[int, str], tuple[str, str]]:
    return {(item.state, item.claim): (item.stage, item.kind) for item in found}


@pytest.mark.parametrize("action", ["update", "supersede"])
def test_an_expected_change_without_any_is_lost_at_update(action: str) -> None:
    assert told(unit(("create", {"A": 1}), (action, {"A": 1, "B": 0}))) == {(1, "B"): ("update", "")}


@pytest.mark.parametrize("action", ["create", "reinforce"])
def test_a_claim_that_comes_without_an_expected_change_is_lost_at_synthesis(action: str) -> None:
    assert told(unit(("create", {"A": 1}), (action, {"A": 1, "B": 0}))) == {(1, "B"): ("synthesis", "")}


def test_the_wrong_side_is_the_one_that_is_later_dropped() -> None:
    """South is dropped in the end: north missed while south is held was resolved wrongly."""
    found = unit(("create", {"south": 1}), ("conflict", {"south": 1, "north": 0}), ("supersede", {"north": 1}))
    assert told(found) == {(1, "north"): ("conflict", "resolved wrongly")}


def test_a_conflict_that_is_never_settled_has_no_wrong_side() -> None:
    found = unit(("create", {"south": 1}), ("conflict", {"south": 1, "north": 0}))
    assert told(found) == {(1, "north"): ("conflict", "not marked")}


def test_missing_the_side_that_falls_is_not_resolving_wrongly() -> None:
    """North falls in the end, as does the bystander that is held: no right side was lost."""
    found = unit(
        ("create", {"south": 1, "bystander": 1}),
        ("conflict", {"south": 1, "bystander": 1, "north": 0}),
        ("supersede", {"south": 1}),
    )
    assert told(found) == {(1, "north"): ("conflict", "not marked")}


def test_a_conflict_is_no_stage_of_a_system_that_cannot_mark_one() -> None:
    found = unit(
        ("create", {"A": 1}), ("conflict", {"A": 1, "B": 0}), capabilities={"native": False, "disputes": False}
    )
    assert told(found) == {(1, "B"): ("synthesis", "")}


def test_partial_misses_are_told_from_no() -> None:
    found = unit(("create", {"A": 0.5, "B": 0, "C": 1}))
    assert [(item.claim, item.partial) for item in found] == [("A", True), ("B", False)]


def test_what_nobody_asked_of_the_documents_they_are_taken_to_say() -> None:
    assert told(unit(("create", {"A": 0}), observations_entail=None)) == {(0, "A"): ("storage", "")}


def test_a_claim_that_documents_were_asked_about_is_in_them_only_where_they_say_so() -> None:
    """What a state adds counts as its document's own statement, unless the answer on that claim is there."""
    says_nothing = unit(("create", {"A": 0, "B": 0}), documents_entail={"A": []})
    assert told(says_nothing) == {(0, "A"): ("document", ""), (0, "B"): ("synthesis", "")}


def test_retrieval_and_generation_are_asked_of_claims_held_at_the_end() -> None:
    questions = [{"score": 0, "claims_retrieved": {"B": 1}, "claims_answer": {"C": 1}}]
    found = unit(("create", {"A": 1, "B": 1, "C": 1, "D": 0}), questions=questions)
    assert told(found) == {(0, "D"): ("synthesis", ""), (0, "A"): ("retrieval", ""), (0, "B"): ("generation", "")}
    blind = unit(("create", {"A": 1}), questions=questions, capabilities={"native": False, "retrieval": False})
    assert blind == []


def test_every_stage_has_its_place_in_the_order_of_a_claims_way() -> None:
    assert len(set(STAGES)) == len(STAGES) == 10
    assert STAGES[0] == "unjudged"
    assert STAGES[-2:] == ("retrieval", "generation")
