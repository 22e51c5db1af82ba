"""Reading a document file: what the memory is given, what is kept from it, and every bad front matter."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from corpora.conftest import document, head_of, state
from memassay.corpora import document_id, read_document
from memassay.corpora.documents import DocumentFile
from memassay.errors import InputError

HEAD = head_of("t-one", state(0, ["A is red"]))


def read(head: Mapping[str, Any], text: str = "Dear all", name: str = "00-state.md") -> DocumentFile:
    path = Path("t-one") / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(document(head, text), encoding="utf-8")
    return read_document(path)


def problems(head: Mapping[str, Any], text: str = "Dear all", name: str = "00-state.md") -> list[str]:
    with pytest.raises(InputError) as caught:
        read(head, text, name)
    return [f"{problem.pointer}: {problem.message}" for problem in caught.value.problems]


def test_the_memory_is_given_the_document_and_nothing_else(at_home: Path) -> None:
    found = read(HEAD | {"provenance": {"generator": "by hand", "host": "a host", "injected_span": [0, 4]}})
    given = found.document
    assert {field.name for field in fields(given)} == {"id", "timestamp", "author", "author_role", "type", "text"}
    assert (given.author, given.author_role, given.type, given.text) == ("Ada Quist", "engineer", "email", "Dear all")
    assert given.timestamp == datetime(2025, 1, 15, tzinfo=UTC)
    assert found.provenance.injected_span == [0, 4]
    assert (found.trajectory, found.state, found.position) == ("t-one", 0, 0)


def test_an_id_is_opaque_and_rests_on_trajectory_and_order_alone() -> None:
    ids = {document_id(name, order) for name in ("t-one", "t-two") for order in range(50)}
    assert len(ids) == 100
    assert all(re.fullmatch("d[0-9a-f]{10}", name) for name in ids)
    assert document_id("c5-linear", 0) == document_id("c5-linear", 0)


def test_an_id_is_the_start_of_a_sha256() -> None:
    """`printf 't-one\\n3' | sha256sum` begins with a778fedb28."""
    assert document_id("t-one", 3) == "da778fedb28"


def test_a_noise_document_has_no_state(at_home: Path) -> None:
    head = {key: value for key, value in HEAD.items() if key != "state"} | {"noise": True}
    assert read(head, name="03-noise.md").state is None


@pytest.mark.parametrize(
    ("change", "name", "expected"),
    [
        (
            {"state": None},
            "00-state.md",
            "/state: must name the state that the document belongs to, or say `noise: true`",
        ),
        ({"noise": True}, "00-state.md", "/noise: a document has either a state or `noise: true`, not both"),
        ({}, "00-noise.md", "/state: says that the document is a state, its file name that it is noise"),
        ({}, "first.md", ": must be called <order>-state.md or <order>-noise.md, such as 00-state.md"),
        ({"trajectory": "t-two"}, "00-state.md", "/trajectory: is 't-two', but the file stands in the folder 't-one'"),
        (
            {"authorRole": "x"},
            "00-state.md",
            "/authorRole: unknown key 'authorRole'; did you mean 'author_role' or 'author'?",
        ),
        ({"author": None}, "00-state.md", "/author: must be text, not null"),
        ({"timestamp": "soon"}, "00-state.md", "/timestamp: must be an ISO date or date-time such as 2025-03-20 or "),
        (
            {"provenance": {"injected_span": [1]}},
            "00-state.md",
            "/provenance/injected_span: must hold at least 2 entries, not 1",
        ),
        (
            {"provenance": {"review": {"status": "read"}}},
            "00-state.md",
            "/provenance/review/status: must be one of unreviewed, accepted, edited, rejected, not 'read'",
        ),
        (
            {"provenance": {"model": "x"}},
            "00-state.md",
            "/provenance/model: unknown key 'model'; known: attempts, generator",
        ),
    ],
)
def test_bad_front_matter_says_what_is_allowed(at_home: Path, change: dict[str, Any], name: str, expected: str) -> None:
    told = problems(HEAD | change, name=name)
    assert any(line.startswith(expected) for line in told), told


def test_all_problems_of_a_document_are_told_at_once(at_home: Path) -> None:
    head = json.loads(json.dumps(HEAD | {"document_type": "mail", "zzz": 1, "noise": True, "trajectory": "t-two"}))
    assert problems(head, text="  ", name="x.md") == [
        (
            "/document_type: must be one of meeting notes, email, architecture review, status update, executive "
            "briefing, not 'mail'; did you mean 'email'?"
        ),
        (
            "/zzz: unknown key 'zzz'; known: author, author_role, document_type, meta, noise, noise_claims, "
            "provenance, state, timestamp, trajectory"
        ),
        ": must be called <order>-state.md or <order>-noise.md, such as 00-state.md",
        ": has no text after its front matter",
        "/noise: a document has either a state or `noise: true`, not both",
        "/trajectory: is 't-two', but the file stands in the folder 't-one'",
    ]
