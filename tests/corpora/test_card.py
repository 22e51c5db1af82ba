"""The card: its shape, its counts, and writing them."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.conftest import document, state, trajectory, write_corpus
from memassay.corpora import counts, load, refresh
from memassay.corpora.card import change_card
from memassay.errors import InputError

CARD = """\
# Written by hand.
name: Pumps
version: 0.1.0
sha256: {zeros}
counts:
  trajectories: 9

  # nobody counted
  states: 9
licence: CC0-1.0
citation: none
documents: >-
  By hand,
  all of them.
limits: [small]
""".replace("{zeros}", "a" * 64)

COUNTS = """\
counts:
  trajectories: 2
  states: 3
  documents: 4
  noise_documents: 1
  questions: 3
  claims: 3
  by_category:
    C1: 1
    C5: 1
  by_difficulty:
    L1: 2
  by_domain:
    unsaid: 2
  by_type:
    linear-evolution: 2
  by_manner:
    unsaid: 4
"""


def folder(at_home: Path, card: str | None) -> Path:
    """Two trajectories, 2 + 1 states, 3 + 1 documents, 1 + 2 questions, 2 + 1 different claims."""
    one = trajectory([state(0, ["A is red"]), state(1, ["A is red", "B is blue"])])
    two = trajectory([state(0, ["A is red"])], id="t-two", category="C1", extrinsicQA=["What?", "Why?"])
    write_corpus(at_home / "c", one, two, card=card)
    head = {"trajectory": "t-one", "noise": True, "timestamp": "2025-03-01", "author": "Bo", "document_type": "email"}
    Path("c/documents/t-one/02-noise.md").write_text(document(head), encoding="utf-8")
    return at_home / "c"


def test_refresh_writes_counts_and_hash_and_leaves_the_rest_as_it_stands(at_home: Path) -> None:
    path = folder(at_home, CARD.replace("  trajectories: 9\n\n  # nobody counted\n  states: 9\n", COUNTS[8:]))
    Path("c/card.yaml").write_text(CARD.replace("counts:\n  trajectories: 9\n\n  # nobody counted\n  states: 9\n", ""))
    card = refresh(path)
    sha256 = load(path).sha256
    assert card.sha256 == sha256
    assert card.counts == counts(load(path))
    told = CARD.replace("a" * 64, sha256).replace("counts:\n  trajectories: 9\n\n  # nobody counted\n  states: 9\n", "")
    assert Path("c/card.yaml").read_text(encoding="utf-8") == told + COUNTS


@pytest.mark.parametrize("card", ["{name: P, version: '1'}\n", "name: P\nversion: '1'\n...\n"])
def test_a_card_that_cannot_be_changed_in_place_is_left_alone(at_home: Path, card: str) -> None:
    Path("card.yaml").write_text(card, encoding="utf-8")
    with pytest.raises(InputError, match="one key a line, none of them in quotes"):
        change_card(Path("card.yaml"), {"sha256": "a" * 64})
    assert Path("card.yaml").read_text(encoding="utf-8") == card


def test_refresh_replaces_counts_where_they_stand(at_home: Path) -> None:
    before = CARD.replace("  trajectories: 9\n\n  # nobody counted\n  states: 9\n", COUNTS[8:].replace("2", "7", 1))
    path = folder(at_home, before)
    refresh(path)
    sha256 = load(path).sha256
    after = Path("c/card.yaml").read_text(encoding="utf-8")
    assert after == before.replace("trajectories: 7", "trajectories: 2").replace("a" * 64, sha256)
    refresh(path)
    assert Path("c/card.yaml").read_text(encoding="utf-8") == after


def test_counts_that_are_no_counts_are_told(at_home: Path) -> None:
    path = folder(at_home, CARD)
    with pytest.raises(InputError) as caught:
        load(path)
    assert [problem.pointer for problem in caught.value.problems] == [
        "/counts/documents",
        "/counts/noise_documents",
        "/counts/questions",
        "/counts/claims",
        "/counts/by_category",
        "/counts/by_difficulty",
    ]


def test_a_hash_that_is_none_is_told(at_home: Path) -> None:
    path = folder(at_home, CARD.replace("a" * 64, "abc"))
    with pytest.raises(InputError, match="/sha256: must be 64 hexadecimal digits in lower case, not 'abc'"):
        load(path)


def test_refresh_wants_a_card_to_write_into(at_home: Path) -> None:
    with pytest.raises(InputError, match=r"card\.yaml: is missing: write name, version, licence"):
        refresh(folder(at_home, None))
