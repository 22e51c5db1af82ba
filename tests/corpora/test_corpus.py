"""Selecting from a corpus, and the hash that says which content it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpora.conftest import State, state, trajectory, write_corpus
from memassay.corpora import Corpus, load, select
from memassay.errors import UnknownName, UserError


def states() -> list[State]:
    return [state(0, ["A is red"]), state(1, ["A is red", "B is blue"], changeReason="more")]


@pytest.fixture
def three(at_home: Path) -> Corpus:
    write_corpus(at_home / "c", *(trajectory(states(), id=name) for name in ("t-c", "t-a", "t-b")))
    return load("c")


def test_trajectories_are_sorted_by_id(three: Corpus) -> None:
    assert [found.id for found in three.trajectories] == ["t-a", "t-b", "t-c"]


def test_a_selection_keeps_the_order_of_the_corpus_and_only_its_own_documents(three: Corpus) -> None:
    some = select(three, ["t-c", "t-a"])
    assert list(some.streams) == list(some.files) == ["t-a", "t-c"]
    assert {file.trajectory for file in some.documents.values()} == {"t-a", "t-c"}
    assert list(select(three, ["t-c", "t-a"], limit=1).streams) == ["t-a"]
    assert list(select(three, limit=2).streams) == ["t-a", "t-b"]


def test_a_limit_is_spread_over_categories_then_levels(at_home: Path) -> None:
    """First C1 (by id), then C5 on a level not yet taken, then again C1, on the level that neither has taken."""
    several = (("a", "C1", "L1"), ("b", "C1", "L2"), ("c", "C1", "L3"), ("d", "C5", "L1"), ("e", "C5", "L2"))
    files = [trajectory(states(), id=name, category=category, difficulty=level) for name, category, level in several]
    corpus = load(write_corpus(at_home / "c", *files))
    assert [list(select(corpus, limit=limit).streams) for limit in (1, 2, 3, 4, 9)] == [
        ["a"],
        ["a", "e"],
        ["a", "c", "e"],
        ["a", "c", "d", "e"],
        ["a", "b", "c", "d", "e"],
    ]


def test_selecting_nothing_in_particular_selects_all(three: Corpus) -> None:
    assert select(three) == select(three, []) == three


def test_a_selection_is_known_by_its_own_content(three: Corpus) -> None:
    assert select(three, ["t-a"]).sha256 != three.sha256
    assert select(three, ["t-a", "t-b", "t-c"]).sha256 == three.sha256


def test_an_unknown_item_gets_the_nearest_known_one(three: Corpus) -> None:
    with pytest.raises(UnknownName, match="unknown trajectory 't-d'; did you mean"):
        select(three, ["t-a", "t-d"])


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(three: Corpus, limit: int) -> None:
    with pytest.raises(UserError, match=f"the limit must be at least 1, not {limit}"):
        select(three, limit=limit)


def change_file(path: str, old: str, new: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_is_not_content_leaves_the_hash_alone(three: Corpus) -> None:
    """Key order, white space, spelled-out defaults, meta, provenance, file names and line ends do not count."""
    tree = json.loads(Path("c/trajectories/t-a.json").read_text(encoding="utf-8"))
    tree["meta"] = {"lint": []}
    tree["states"][0]["docClaims"] = ["A  is\nred"]
    tree["states"][0]["timestamp"] = "2025-01-15T02:00:00+02:00"
    Path("c/trajectories/t-a.json").unlink()
    text = json.dumps(dict(reversed(tree.items())), indent=3)
    Path("c/trajectories/another.yaml").write_text(text, encoding="utf-8")
    path = Path("c/documents/t-a/00-state.md")
    path.write_bytes(path.read_bytes().replace(b"{\n", b'{"provenance": {"seed": 3},\n', 1).replace(b"\n", b"\r\n"))
    assert load("c").sha256 == three.sha256


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("c/trajectories/t-a.json", "A is red", "A is reddish"),
        ("c/trajectories/t-a.json", "What is known?", "What is it?"),
        ("c/trajectories/t-a.json", "0.9", "0.8"),
        ("c/trajectories/t-a.json", '"changeReason": "more"', '"changeReason": "less"'),
        ("c/documents/t-a/00-state.md", "filler", "fuller"),
    ],
)
def test_any_change_of_content_changes_the_hash(three: Corpus, path: str, old: str, new: str) -> None:
    change_file(path, old, new)
    assert load("c").sha256 != three.sha256
