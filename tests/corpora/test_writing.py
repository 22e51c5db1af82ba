"""A trajectory written to its file form and read back is the same trajectory."""

from __future__ import annotations

import json
import tempfile
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memassay.corpora import read_trajectory, to_json
from memassay.types import Question, State, Trajectory, fold

words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=8)
sentences = st.lists(words, min_size=1, max_size=4).map(" ".join).map(fold)
claims = sentences.filter(lambda text: text.strip(" ;") and not text.endswith(";") and "; " not in text)
claim_lists = st.lists(claims, min_size=1, max_size=5, unique=True).map(tuple)
zones = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
instants = st.datetimes(min_value=datetime(1990, 1, 2), max_value=datetime(2090, 1, 1), timezones=zones)  # noqa: DTZ001 - bounds are naive by hypothesis's contract


@st.composite
def states(draw: st.DrawFn, index: int) -> State:
    held = draw(claim_lists)
    places = draw(st.permutations(range(len(held))))
    cut = draw(st.integers(1, len(places)))
    groups = (tuple(places[:cut]), *((tuple(places[cut:]),) if cut < len(places) else ()))
    return State(
        index=index,
        timestamp=draw(instants),
        claims=held,
        doc_claims=draw(st.just(()) | claim_lists),
        action=draw(st.sampled_from(["create", "update", "reinforce", "conflict", "supersede"])),
        confidence=draw(st.floats(0, 1)),
        author=draw(st.just("") | sentences),
        author_role=draw(st.just("") | sentences),
        document_type=draw(st.sampled_from(["", "email", "meeting notes"])),
        change_reason=draw(st.just("") | sentences),
        groups=draw(st.none() | st.just(groups)),
        invalidated=draw(st.none() | st.just(()) | claim_lists),
        implied=draw(st.just(()) | claim_lists),
        expected_authors=draw(
            st.dictionaries(st.sampled_from(places), st.lists(sentences, min_size=1).map(tuple), max_size=2)
        ),
    )


@st.composite
def trajectories(draw: st.DrawFn) -> Trajectory:
    made = tuple(draw(states(index)) for index in range(draw(st.integers(1, 3))))
    answers = st.just(made[-1].claims) | st.lists(claims, min_size=1, max_size=3).map(tuple)
    asked = draw(st.lists(st.tuples(sentences, answers), min_size=1, max_size=3))
    return Trajectory(
        id=draw(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,8}", fullmatch=True)),
        topic=draw(sentences),
        category=draw(st.sampled_from(["C1", "C2", "C3", "C4", "C5", "C6"])),
        difficulty=draw(st.sampled_from(["L1", "L2", "L3"])),
        domain=draw(st.just("") | sentences),
        trajectory_type=draw(st.sampled_from(["linear-evolution", "stable", "retraction"])),
        customer=draw(sentences),
        states=made,
        questions=tuple(Question(index, text, expected) for index, (text, expected) in enumerate(asked)),
    )


@given(trajectories())
def test_writing_and_reading_back_gives_the_same_trajectory(made: Trajectory) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.json"
        path.write_text(json.dumps(to_json(made)), encoding="utf-8")
        assert read_trajectory(path).trajectory == made


def test_the_file_form_leaves_out_what_says_nothing() -> None:
    only = State(0, datetime(2025, 1, 15, tzinfo=UTC), ("A is red",), ("A is red",), "create", 0.9)
    made = Trajectory("t", "A", "C5", "L1", "", "stable", "Holmwick", (only,), (Question(0, "What?", ("A is red",)),))
    assert to_json(made) == {
        "id": "t",
        "topic": "A",
        "category": "C5",
        "difficulty": "L1",
        "trajectoryType": "stable",
        "customer": "Holmwick",
        "extrinsicQA": ["What?"],
        "states": [
            {
                "index": 0,
                "timestamp": "2025-01-15",
                "claims": ["A is red"],
                "docClaims": ["A is red"],
                "action": "create",
                "confidence": 0.9,
            }
        ],
    }
