"""Reading a trajectory file: defaults, and every kind of bad input with its message."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
import yaml

from corpora.conftest import state, trajectory
from memassay.corpora import read_trajectory
from memassay.errors import InputError


def problems(tree: Any) -> list[str]:
    path = Path("t.json")
    path.write_text(json.dumps(tree), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_trajectory(path)
    return [f"{problem.pointer}: {problem.message}" for problem in caught.value.problems]


def read(tree: Any) -> Any:
    path = Path("t.json")
    path.write_text(json.dumps(tree, ensure_ascii=False), encoding="utf-8")
    return read_trajectory(path).trajectory


def test_an_example_as_printed_loads_with_its_defaults(at_home: Path) -> None:
    """The facts of the paper's c5-linear: no domain, no authors, no answers, a docClaim that is in no C_i."""
    kept = ["Customer runs PostgreSQL 14 on-premise", "Production database holds approx 3 TB"]
    added = "Evaluating Aurora and AlloyDB"
    bare = {"author": None, "authorRole": None, "documentType": None}
    made = read(
        trajectory(
            [
                state(0, kept, timestamp="2025-01-15", **bare),
                state(1, [*kept, added], timestamp="2025-03-20", docClaims=[added, "PoC planned for Q2"], **bare),
            ],
            extrinsicQA=["Describe Meridian Corp’s database migration: source, target, timeline, status?"],
        )
    )
    first, second = made.states
    assert first.doc_claims == tuple(kept)
    assert second.doc_claims == (added, "PoC planned for Q2")
    assert second.timestamp == datetime(2025, 3, 20, tzinfo=UTC)
    assert (first.author, first.change_reason, first.groups, first.invalidated, made.domain) == ("", "", None, None, "")
    assert made.questions[0].expected == (*kept, added)
    assert "Corp’s" in made.questions[0].text


def test_an_example_whose_second_document_is_the_older_one_keeps_its_order(at_home: Path) -> None:
    """The facts of the paper's c4-out-of-order: state order is ingestion order, whatever the timestamps."""
    made = read(
        trajectory(
            [
                state(0, ["Customer chose ECS Fargate"], timestamp="2025-03-10"),
                state(1, ["Customer chose ECS Fargate", "EKS rejected as over-complex"], timestamp="2025-01-20"),
            ],
            category="C4",
        )
    )
    assert [found.timestamp.month for found in made.states] == [3, 1]
    assert made.states[1].doc_claims == ("EKS rejected as over-complex",)


def test_claims_are_folded_and_answers_split_into_claims(at_home: Path) -> None:
    made = read(
        trajectory(
            [state(0, ["Pump  A\nis “red”", "Cafe\u0301 B is open"])],
            expectedAnswers=["Pump A is “red”;  Café B is open; "],
        )
    )
    assert made.states[0].claims == ("Pump A is “red”", "Café B is open")
    assert made.questions[0].expected == made.states[0].claims


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2025-01-15", datetime(2025, 1, 15, tzinfo=UTC)),
        ("2025-01-15 09:30", datetime(2025, 1, 15, 9, 30, tzinfo=UTC)),
        ("2025-01-15T09:30:00Z", datetime(2025, 1, 15, 9, 30, tzinfo=UTC)),
        ("2025-01-15T09:30+02:00", datetime(2025, 1, 15, 9, 30, tzinfo=timezone(timedelta(hours=2)))),
    ],
)
def test_a_timestamp_without_a_zone_is_in_utc(at_home: Path, written: str, meant: datetime) -> None:
    found = read(trajectory([state(0, ["A is red"], timestamp=written)])).states[0].timestamp
    assert found == meant
    assert found.tzinfo is not None


def test_yaml_reads_as_json_does(at_home: Path) -> None:
    tree = trajectory(
        [state(0, ["A is red", "B is blue"], groups=[[0], [1]], expectedAuthors={"1": ["Ada Quist"]}, invalidated=[])]
    )
    Path("t.yaml").write_text(yaml.safe_dump(tree).replace("'1':", "1:").replace("'2025-01-15'", "2025-01-15"))
    assert read_trajectory(Path("t.yaml")).trajectory == read(tree)


def test_groups_authors_and_lists_reach_the_state(at_home: Path) -> None:
    made = read(
        trajectory(
            [
                state(
                    0,
                    ["A is red", "B is blue"],
                    groups=[[1, 0]],
                    expectedAuthors={"1": ["Ada Quist", "Bo Lind"]},
                    invalidated=["C is green"],
                    implied=["D  is green"],
                )
            ]
        )
    ).states[0]
    assert made.groups == ((1, 0),)
    assert made.expected_authors == {1: ("Ada Quist", "Bo Lind")}
    assert made.invalidated == ("C is green",)
    assert made.implied == ("D is green",)


def test_all_problems_of_a_file_are_told_at_once(at_home: Path) -> None:
    tree = trajectory(
        [
            state(0, ["A is red", "B is blue", " A  is red"], confidence=1.2, action="created"),
            state(2, [], timestamp="15.03.2025", docClaim=["x"], documentType="mail", changeReason=7),
            state(2, ["A is red"], groups=[[0, 1], [0]], expectedAuthors={"0": [], "one": ["Bo"], "1": ["Bo"]}),
        ],
        category="C7",
        difficulty="l1",
        trajectoryType="contradictions",
        customer=None,
        extrinsicQA=[],
        noise=[{"timestamp": "2025-01-20", "author": "Bo", "documentType": "email", "after": 3}],
        domian="security",
    )
    assert problems(tree) == [
        "/category: must be one of C1, C2, C3, C4, C5, C6, not 'C7'",
        "/difficulty: must be one of L1, L2, L3, not 'l1'",
        (
            "/trajectoryType: must be one of linear-evolution, contradiction, scope-expansion, retraction, stable, "
            "gradual-drift, not 'contradictions'; did you mean 'contradiction' or 'retraction'?"
        ),
        "/customer: missing key 'customer'",
        "/extrinsicQA: must hold at least 1 entry, not 0",
        (
            "/states/0/action: must be one of create, update, reinforce, conflict, supersede, not 'created'; "
            "did you mean 'create'?"
        ),
        "/states/0/confidence: must be at most 1, not 1.2",
        (
            "/states/1/timestamp: must be an ISO date or date-time such as 2025-03-20 or 2025-03-20T14:05:00Z, "
            "not '15.03.2025'"
        ),
        "/states/1/claims: must hold at least 1 entry, not 0",
        (
            "/states/1/documentType: must be one of meeting notes, email, architecture review, status update, "
            "executive briefing, not 'mail'; did you mean 'email'?"
        ),
        "/states/1/changeReason: must be text, not the number 7 (put quotes round it)",
        "/states/1/docClaim: unknown key 'docClaim'; did you mean 'docClaims' or 'claims'?",
        "/states/2/expectedAuthors/0: must hold at least 1 entry, not 0",
        "/domian: unknown key 'domian'; did you mean 'domain'?",
        "/states/0/claims/2: is the same claim as /states/0/claims/0: 'A is red'",
        "/states/1/index: must be 1 (states are numbered 0, 1, 2 ... as they stand), not 2",
        "/states/2/groups/0/0: claim 0 may stand in one group only, once",
        "/states/2/groups/0/1: there is no claim 1; the last one is 0",
        "/states/2/groups/1/0: claim 0 may stand in one group only, once",
        "/states/2/expectedAuthors/one: must be a position in claims, 0 to 0, not 'one'",
        "/states/2/expectedAuthors/1: must be a position in claims, 0 to 0, not '1'",
        "/noise/0/after: there is no state 3; the last one is 2",
    ]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            {"id": "../c"},
            "/id: must be letters, digits, '.', '_' and '-', beginning with a letter or digit, not '../c'",
        ),
        ({"topic": "  "}, "/topic: must not be empty"),
        ({"topic": True}, "/topic: must be text, not true (put quotes round it)"),
        ({"states": []}, "/states: must hold at least 1 entry, not 0"),
        ({"states": {"0": 1}}, "/states: must be a list, not a mapping"),
        ({"states": [3]}, "/states/0: must be a mapping, not the number 3"),
        ({"extrinsicQA": "What?"}, "/extrinsicQA: must be a list, not the text 'What?'"),
        (
            {"expectedAnswers": ["A is red", "A is red"]},
            "/expectedAnswers: must have one answer for each of the 1 questions in extrinsicQA, not 2",
        ),
        ({"expectedAnswers": [" ; "]}, "/expectedAnswers/0: must not be empty"),
        ({"noise": [{"after": 0}]}, "/noise/0/timestamp: missing key 'timestamp'"),
        ({"meta": {"lint": [{"rule": "length"}]}}, "/meta/lint/0/reason: missing key 'reason'"),
        (
            {"meta": {"lint": [{"rule": "length", "reason": "x", "at": "/id"}]}},
            "/meta/lint/0/at: unknown key 'at'; known: pointer, reason, rule",
        ),
    ],
)
def test_a_bad_top_level_value_says_what_is_allowed(at_home: Path, change: dict[str, Any], expected: str) -> None:
    assert expected in problems(trajectory([state(0, ["A is red"])]) | change)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"confidence": -0.1}, "/states/0/confidence: must be at least 0, not -0.1"),
        ({"confidence": "high"}, "/states/0/confidence: must be a number, not the text 'high'"),
        ({"confidence": True}, "/states/0/confidence: must be a number, not true"),
        ({"index": 0.5}, "/states/0/index: must be a whole number, not the number 0.5"),
        ({"timestamp": 20250115}, "/states/0/timestamp: must be an ISO date or date-time such as 2025-03-20 or "),
        ({"claims": ["A is red", ""]}, "/states/0/claims/1: must not be empty"),
        ({"claims": "A is red"}, "/states/0/claims: must be a list, not the text 'A is red'"),
        ({"docClaims": ["X", "X"]}, "/states/0/docClaims/1: is the same claim as /states/0/docClaims/0: 'X'"),
        ({"groups": [[]]}, "/states/0/groups/0: must hold at least 1 entry, not 0"),
        ({"groups": [[-1]]}, "/states/0/groups/0/0: must be at least 0, not -1"),
        ({"groups": [[0, 0]]}, "/states/0/groups/0/1: claim 0 may stand in one group only, once"),
        ({"expectedAuthors": {"1": ["Bo"]}}, "/states/0/expectedAuthors/1: must be a position in claims, 0 to 0, not"),
        ({"expectedAuthors": {"00": ["Bo"]}}, "/states/0/expectedAuthors/00: must be a position in claims, 0 to 0"),
        ({"change_reason": "x"}, "/states/0/change_reason: unknown key 'change_reason'; did you mean 'changeReason'?"),
    ],
)
def test_a_bad_value_of_a_state_says_what_is_allowed(at_home: Path, change: dict[str, Any], expected: str) -> None:
    told = problems(trajectory([state(0, ["A is red"]) | change]))
    assert any(line.startswith(expected) for line in told), told


def test_a_file_that_is_no_mapping_is_told_in_one_line(at_home: Path) -> None:
    assert problems(["x"]) == [": must be a mapping, not a list"]


def test_meta_may_hold_anything(at_home: Path) -> None:
    made = trajectory([state(0, ["A is red"], meta={"why": {"a": [1]}})], meta={"drawn by": 3, "lint": []})
    assert read(made).id == "t-one"


def test_a_repeated_key_is_told_beside_the_other_problems(at_home: Path) -> None:
    text = json.dumps(trajectory([state(0, ["A is red"])], topic=""))
    Path("t.json").write_text(text.replace('"topic"', '"id": "x", "topic"'), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_trajectory(Path("t.json"))
    assert str(caught.value).split("\n") == [
        "t.json:/id: key 'id' is written twice",
        "t.json:/topic: must not be empty",
    ]


def test_a_silence_in_a_state_speaks_for_that_state(at_home: Path) -> None:
    entry = {"rule": "atomic-figures", "reason": "as printed"}
    tree = trajectory([state(0, ["A is red"], meta={"lint": [entry]})], meta={"lint": [entry | {"pointer": "/id"}]})
    Path("t.json").write_text(json.dumps(tree), encoding="utf-8")
    assert [silence.pointer for silence in read_trajectory(Path("t.json")).silences] == ["/id", "/states/0"]
