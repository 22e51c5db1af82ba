"""Evidence files: what is read, and what a reader is told where a file is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memassay.errors import InputError
from memassay.metrics.interchange import evidence_from, read, read_all, report
from memassay.types import QuestionEvidence, Verdict

UNIT: dict[str, Any] = {
    "id": "u",
    "states": [
        {
            "index": 0,
            "action": "create",
            "claims": ["Alpha runs on ECS", "Beta runs on EKS"],
            "confidence": 0.9,
            "facts": [{"id": "f1", "statement": "a"}, {"id": "f2", "statement": "b"}],
            "verdicts": {"Alpha runs on ECS": [1, "f1"], "Beta runs on EKS": [0, None]},
        }
    ],
}
STATES = ("states", 0)
SCORE = 'a score: 0, 0.5, 1 or "invalid"'
ACTIONS = "must be one of create, update, reinforce, conflict, supersede"
VERDICT = "must be [score, fact id or null], or a list of those, one for each judge"
NEAR = "did you mean 'Alpha runs on ECS' or 'Beta runs on EKS'?"
DESIGNS = "must be one of add-only, atomic, merging"
KEYS = (
    "action, author, bears, claims, confidence, current, docClaims, doc_support, doc_words, entailments, "
    "expectedAuthors, facts, groups, implied, index, invalidated, meta, noise_after, operations, successors, "
    "timestamp, verbatim_facts, verdicts"
)
TIME = "must be an ISO date or date-time such as 2025-03-20 or 2025-03-20T14:05:00Z"


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    """The sound unit with one part set."""
    unit = deepcopy(UNIT)
    place: Any = unit
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = to
    return unit


def complaints(value: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        evidence_from(value, "file.json")
    return str(caught.value).splitlines()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Any], Path]:
    def written(name: str, value: Any) -> Path:
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return path

    return written


# --- what is read --------------------------------------------------------------------------------


def test_the_sound_unit_is_read() -> None:
    evidence = evidence_from(UNIT)
    assert evidence.states[0].verdicts["Alpha runs on ECS"] == (Verdict(1.0, "f1"),)
    assert report(evidence)["fact_accuracy"] == 0.5


def test_a_claim_is_its_text_after_folding_and_counts_once(write: Callable[[str, Any], Path]) -> None:
    """A, A again in other white space and decomposed letters, B: coverage (1 + 0)/2, not (1 + 1 + 0)/3."""
    unit = changed(*STATES, "claims", to=["Café  opens", "Cafe\u0301 opens ", "Beta runs on EKS"])
    unit["states"][0]["verdicts"] = {"Cafe\u0301\nopens": [1, "f1"], "Beta runs on EKS": [0, None]}
    unit["states"][0].update(groups=[[0], [2]], expectedAuthors={"1": ["Ann"], "2": ["Bo"]})
    [evidence] = read(write("unit.json", unit))
    state = evidence.states[0].state
    assert state.claims == ("Café opens", "Beta runs on EKS")
    assert (state.groups, state.expected_authors) == (((0,), (1,)), {0: ("Ann",), 1: ("Bo",)})
    assert report(evidence)["fact_accuracy"] == 0.5


def test_document_claims_default_to_what_is_new_and_to_all_at_the_start() -> None:
    unit = deepcopy(UNIT)
    later = {**deepcopy(unit["states"][0]), "index": 1, "claims": ["Beta runs on EKS", "Gamma runs on Lambda"]}
    later["verdicts"]["Gamma runs on Lambda"] = ["invalid", None]
    unit["states"].append(later)
    first, second = (step.state.doc_claims for step in evidence_from(unit).states)
    assert first == ("Alpha runs on ECS", "Beta runs on EKS")
    assert second == ("Gamma runs on Lambda",)


def test_a_statement_is_compared_as_it_is_read() -> None:
    """The entailment is written in other white space than the facts are: it still counts, so update."""
    unit = deepcopy(UNIT)
    later = {**deepcopy(unit["states"][0]), "index": 1, "facts": [{"id": "f1", "statement": "a  more"}]}
    later["entailments"] = [["a more ", " a", 1]]
    unit["states"].append(later)
    assert report(evidence_from(unit))["operations"][1] == [["update", "f1"], ["delete", "f2"]]


def test_an_invalid_answer_is_a_no_and_an_unasked_question_is_nothing() -> None:
    questions = [{"score": "invalid", "claims_answer": {"Alpha runs on ECS": "invalid"}}, {"score": None}, {}]
    evidence = evidence_from({**UNIT, "questions": questions})
    assert evidence.questions == (
        QuestionEvidence(0.0, claims_answer={"Alpha runs on ECS": 0.0}),
        QuestionEvidence(None),
        QuestionEvidence(None),
    )
    assert report(evidence)["ext.extrinsic"] == 0.0


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2025-01-20", datetime(2025, 1, 20, tzinfo=UTC)),
        ("2025-01-20T09:30+01:00", datetime(2025, 1, 20, 8, 30, tzinfo=UTC)),
        ("2025-01-20T09:30:00Z", datetime(2025, 1, 20, 9, 30, tzinfo=UTC)),
    ],
)
def test_a_time_is_iso_and_utc_where_it_says_no_zone(written: str, moment: datetime) -> None:
    assert evidence_from(changed(*STATES, "timestamp", to=written)).states[0].state.timestamp == moment


@pytest.mark.parametrize(("written", "links"), [("f9", ("f9",)), (["f8", "f9"], ("f8", "f9")), ([], ())])
def test_a_fact_supersedes_one_or_several(written: Any, links: tuple[str, ...]) -> None:
    facts = [{"id": "f1", "statement": "a", "supersedes": written}]
    assert evidence_from(changed(*STATES, "facts", to=facts)).states[0].facts[0].supersedes == links


@pytest.mark.parametrize(("written", "count"), [(True, 1), (False, 0), (3, 3)])
def test_a_dispute_is_a_mark_or_a_count(written: Any, count: int) -> None:
    facts = [{"id": "f1", "statement": "a", "disputed": written}]
    assert evidence_from(changed(*STATES, "facts", to=facts)).states[0].facts[0].disputed == count


def test_what_is_said_of_the_last_store_may_stand_at_the_last_state_or_at_the_unit() -> None:
    said = {"doc_support": {"f1": ["state"], "f2": []}, "verbatim_facts": ["f2"], "bears": {"f2": True}}
    at_state = deepcopy(UNIT)
    at_state["states"][0].update(said)
    first, second = evidence_from({**UNIT, **said}), evidence_from(at_state)
    assert (first.doc_support, first.verbatim_facts, first.bears) == (
        {"f1": ("state",), "f2": ()},
        ("f2",),
        {"f2": True},
    )
    assert first == second


def test_a_run_may_be_a_number_and_expected_and_meta_are_not_read() -> None:
    assert evidence_from({**UNIT, "run": 3, "expected": {"anything": []}, "meta": 1}).run == "3"
    assert evidence_from(UNIT).run == ""


def test_a_file_holds_one_unit_or_several(write: Callable[[str, Any], Path]) -> None:
    assert [unit.id for unit in read(write("one.json", UNIT))] == ["u"]
    assert [unit.id for unit in read(write("two.json", [UNIT, {**UNIT, "id": "v"}]))] == ["u", "v"]


# --- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        (changed("sttes", to=[]), "/sttes: unknown key 'sttes'; did you mean 'states'?"),
        (
            changed(*STATES, "docClaim", to=[]),
            "/states/0/docClaim: unknown key 'docClaim'; did you mean 'docClaims' or 'claims'?",
        ),
        (
            changed(*STATES, "facts", 1, "confidance", to=1),
            "/states/0/facts/1/confidance: unknown key 'confidance'; did you mean 'confidence'?",
        ),
        (
            changed(*STATES, "action", to="upadte"),
            f"/states/0/action: {ACTIONS}, not 'upadte'; did you mean 'update'?",
        ),
        (changed(*STATES, "action", to=3), f"/states/0/action: {ACTIONS}, not 3"),
        (changed(*STATES, "timestamp", to="20 January"), f"/states/0/timestamp: {TIME}, not '20 January'"),
        (changed(*STATES, "timestamp", to=20250120), f"/states/0/timestamp: {TIME}, not 20250120"),
        (changed(*STATES, "confidence", to=1.5), "/states/0/confidence: must be at most 1, not 1.5"),
        (changed(*STATES, "confidence", to=-1), "/states/0/confidence: must be at least 0, not -1"),
        (changed(*STATES, "confidence", to="high"), "/states/0/confidence: must be a number, not the text 'high'"),
        (changed(*STATES, "confidence", to=True), "/states/0/confidence: must be a number, not true"),
        (
            changed(*STATES, "facts", 0, "id", to=7),
            "/states/0/facts/0/id: must be text, not the number 7 (put quotes round it)",
        ),
        (
            changed(*STATES, "facts", 0, "authors", to="Ann"),
            "/states/0/facts/0/authors: must be a list, not the text 'Ann'",
        ),
        (
            changed(*STATES, "facts", 0, "supersedes", to={"f9": 1}),
            '/states/0/facts/0/supersedes: must be a fact id or a list of fact ids, not {"f9": 1}',
        ),
        (
            changed(*STATES, "verdicts", "Alpha runs on ECS", to=[2, "f1"]),
            f'/states/0/verdicts/Alpha runs on ECS: must hold {SCORE}, not [2, "f1"]',
        ),
        (
            changed(*STATES, "verdicts", "Alpha runs on ECS", to=[True, "f1"]),
            f'/states/0/verdicts/Alpha runs on ECS: must hold {SCORE}, not [true, "f1"]',
        ),
        (
            changed(*STATES, "verdicts", "Alpha runs on ECS", to=1),
            f"/states/0/verdicts/Alpha runs on ECS: {VERDICT}, not 1",
        ),
        (changed(*STATES, "current", to={"A/B": 0.7}), f"/states/0/current/A~1B: must be {SCORE}, not 0.7"),
        (changed(*STATES, "current", to=[]), "/states/0/current: must be a mapping keyed by claim, not []"),
        (
            changed(*STATES, "current", to={"A": 1, " A": 0}),
            '/states/0/current: must be keyed by claims that differ once white space is folded, not {"A": 1, " A": 0}',
        ),
        (
            changed(*STATES, "claims", to=["A", " "]),
            '/states/0/claims: must be a list of claims, none of them empty, not ["A", " "]',
        ),
        (
            changed(*STATES, "entailments", to=[["a", "b"]]),
            '/states/0/entailments/0: must be [premise, hypothesis, score], not ["a", "b"]',
        ),
        (
            changed(*STATES, "successors", to=[["f1", "f2", "f3"]]),
            '/states/0/successors/0: must be [new fact id, retired fact id], not ["f1", "f2", "f3"]',
        ),
        (
            changed(*STATES, "operations", to=[{"kind": "upsert", "fact_id": "f1"}]),
            f"/states/0/operations/0/kind: {ACTIONS}, delete, none, not 'upsert'",
        ),
        (
            changed(*STATES, "doc_words", to=2.5),
            "/states/0/doc_words: must be a whole number from 0 on, not 2.5",
        ),
        (
            changed(*STATES, "doc_support", to={"f1": ["email"]}),
            "/states/0/doc_support/f1/0: must be one of state, noise, not 'email'",
        ),
        (
            changed("capabilities", to={"natve": True}),
            "/capabilities/natve: unknown key 'natve'; did you mean 'native'?",
        ),
        (
            changed("capabilities", to={"native": "some"}),
            "/capabilities/native: must be true or false, not the text 'some'",
        ),
        (
            changed("capabilities", to={"design": "addonly"}),
            f"/capabilities/design: {DESIGNS}, not 'addonly'; did you mean 'add-only'?",
        ),
        (changed("questions", to=[{"score": 7}]), f"/questions/0/score: must be {SCORE}, not 7"),
        (changed("run", to=1.5), "/run: must be text or a whole number, not 1.5"),
        (changed("states", to=[]), "/states: must hold at least 1 entry, not 0"),
        (changed("states", to={}), "/states: must be a list, not a mapping"),
        (
            changed("documents_entail", to={"Alpha runs on ECS": [-1]}),
            "/documents_entail/Alpha runs on ECS/0: must be a whole number from 0 on, not -1",
        ),
    ],
)
def test_a_wrong_part_is_told_with_its_place_and_what_is_allowed(unit: Any, message: str) -> None:
    assert complaints(unit) == [f"file.json:{message}"]


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        (
            changed(*STATES, "verdicts", to={"Alpha runs on ECS": [1, "f1"]}),
            "/states/0/verdicts: no verdict on the expected claim 'Beta runs on EKS'",
        ),
        (
            changed(*STATES, "verdicts", "Alpha runs on ECS", to=[1, "f3"]),
            "/states/0/verdicts/Alpha runs on ECS: there is no fact 'f3' in facts; known: f1, f2",
        ),
        (
            changed(*STATES, "facts", 1, "id", to="f1"),
            "/states/0/facts/1/id: fact id 'f1' is already taken by facts/0",
        ),
        (
            changed(*STATES, "noise_after", to=[{"facts": [], "verdicts": {"Alpha runs on ECS": [1, "f1"]}}]),
            "/states/0/noise_after/0/verdicts/Alpha runs on ECS: there is no fact 'f1' in facts; none is known",
        ),
        (
            changed(*STATES, "groups", to=[[0, 2]]),
            "/states/0/groups/0/1: there is no claim 2; the last one is 1",
        ),
        (
            changed(*STATES, "expectedAuthors", to={"first": ["Ann"]}),
            "/states/0/expectedAuthors/first: must be a position in claims, 0 to 1, not 'first'",
        ),
        (
            changed(*STATES, "expectedAuthors", to={"2": ["Ann"]}),
            "/states/0/expectedAuthors/2: must be a position in claims, 0 to 1, not '2'",
        ),
        (
            changed(*STATES, "index", to=1),
            "/states/0/index: must be 0 (states are numbered 0, 1, 2 ... as they stand), not 1",
        ),
        (
            changed(*STATES, "successors", to=[["f1", "f0"]]),
            "/states/0/successors/0/1: there is no fact 'f0' in the store before this state; none is known",
        ),
        (
            changed("doc_support", to={"f10": []}),
            "/doc_support/f10: there is no fact 'f10' in the last store; did you mean 'f1'?",
        ),
        (
            changed("documents_entail", to={"Alpha runs on ECR": [0]}),
            f"/documents_entail/Alpha runs on ECR: no state knows this claim; {NEAR}",
        ),
        (
            changed("observations_entail", to={"Alpha runs on ECS": [0, 1]}),
            "/observations_entail/Alpha runs on ECS/1: there is no state 1; the last one is 0",
        ),
    ],
)
def test_parts_that_disagree_are_told_with_their_place(unit: Any, message: str) -> None:
    assert complaints(unit) == [f"file.json:{message}"]


def test_a_claim_stands_in_one_group_only_and_every_place_of_it_is_told() -> None:
    twice = "claim 0 may stand in one group only, once"
    assert complaints(changed(*STATES, "groups", to=[[0], [1, 0]])) == [
        f"file.json:/states/0/groups/0/0: {twice}",
        f"file.json:/states/0/groups/1/1: {twice}",
    ]


def test_missing_keys_are_named_one_by_one() -> None:
    assert complaints({"id": "u", "states": [{"index": 0, "claims": [], "action": "create"}]}) == [
        "file.json:/states/0/confidence: missing key 'confidence'",
        "file.json:/states/0/facts: missing key 'facts'",
        "file.json:/states/0/verdicts: missing key 'verdicts'",
    ]


def test_something_else_than_an_object_is_refused() -> None:
    assert complaints("a unit") == ["file.json: must be a mapping, not the text 'a unit'"]


def test_all_problems_of_all_files_come_at_once(write: Callable[[str, Any], Path]) -> None:
    """Shape and sense of several units, in files one of which is missing and one broken."""
    first = changed(*STATES, "verdicts", to={})
    first["states"][0]["surprise"] = 1
    second = changed(*STATES, "confidence", to=2)
    second["id"] = "v"
    good, bad = write("good.json", UNIT), write("bad.json", [first, second, UNIT])
    broken, missing = write("broken.json", '{"id": "u",\n "states": ]'), Path("nowhere.json")
    with pytest.raises(InputError) as caught:
        read_all([good, bad, broken, missing])
    assert str(caught.value).splitlines() == [
        f"{bad}:/0/states/0/surprise: unknown key 'surprise'; known: {KEYS}",
        f"{bad}:/0/states/0/verdicts: no verdict on the expected claim 'Alpha runs on ECS'",
        f"{bad}:/0/states/0/verdicts: no verdict on the expected claim 'Beta runs on EKS'",
        f"{bad}:/1/states/0/confidence: must be at most 1, not 2",
        f"{bad}:/2/id: id 'u' is already taken by {good}:/id",
        f"{broken}:line 2, column 12: is not valid JSON: Expecting value",
        f"{missing}: no such file",
    ]


def test_sound_states_are_checked_beside_one_that_cannot_be_read() -> None:
    """State 1 is broken, so what hangs on it (the vanished fact of state 2) is not guessed at."""
    unit = deepcopy(UNIT)
    state = unit["states"][0]
    broken = {**deepcopy(state), "index": 1, "action": "change"}
    third = {**deepcopy(state), "index": 3, "successors": [["f1", "f7"]]}
    unit["states"] = [state, broken, third]
    assert complaints(unit) == [
        f"file.json:/states/1/action: {ACTIONS}, not 'change'",
        "file.json:/states/2/index: must be 2 (states are numbered 0, 1, 2 ... as they stand), not 3",
    ]


def test_ids_are_unique_within_a_file_too(write: Callable[[str, Any], Path]) -> None:
    path = write("twice.json", [UNIT, UNIT])
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value) == f"{path}:/1/id: id 'u' is already taken by {path}:/0/id"


def test_a_key_written_twice_is_told_beside_the_other_problems(write: Callable[[str, Any], Path]) -> None:
    text = json.dumps([changed(*STATES, "confidence", to=2)]).replace('"action"', '"index": 1, "action"', 1)
    path = write("twice.json", text)
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value).splitlines() == [
        f"{path}:/0/states/0/index: key 'index' is written twice",
        f"{path}:/0/states/0/confidence: must be at most 1, not 2",
    ]


def test_an_empty_list_is_no_evidence(write: Callable[[str, Any], Path]) -> None:
    path = write("none.json", [])
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: must be a unit of evidence or a list of them, not an empty list"


def test_a_claim_that_looks_like_an_inner_name_of_the_validator_keeps_its_place() -> None:
    claim = "function-before[x]"
    assert complaints(changed("questions", to=[{"claims_answer": {claim: 4}}])) == [
        f"file.json:/questions/0/claims_answer/{claim}: must be {SCORE}, not 4"
    ]
