"""The labelled pairs that come with memassay: what their page says of them, and what keeps a test set a test set."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from memassay import corpora
from memassay.judges.calibration import PAIRS, Pair, built_in, read_pairs

PAGE = (built_in("feb30").parent / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def feb30() -> list[Pair]:
    return read_pairs(built_in("feb30"))


@pytest.mark.parametrize("name", PAIRS)
def test_no_pair_is_there_twice(name: str) -> None:
    pairs = read_pairs(built_in(name))
    assert len({(pair.fact, pair.claim) for pair in pairs}) == len(pairs)


def test_the_pairs_of_feb30_are_from_every_trajectory_and_of_no_other(feb30: list[Pair]) -> None:
    assert {pair.trajectory for pair in feb30} == set(corpora.load("feb30").streams)
    assert len(feb30) >= 600


def test_no_trajectory_is_in_two_splits(feb30: list[Pair]) -> None:
    splits = Counter(split for _, split in {(pair.trajectory, pair.split) for pair in feb30})
    assert splits == {"calibration": 8, "test": 22}


def test_most_claims_are_those_of_their_trajectory_word_for_word(feb30: list[Pair]) -> None:
    """Near variants are meant to be few: a judge is examined on the claims that it will be asked about."""
    corpus = corpora.load("feb30")
    claims = {
        name: {claim for state in stream.trajectory.states for claim in (*state.claims, *state.doc_claims)}
        for name, stream in corpus.streams.items()
    }
    own = sum(pair.claim in claims[pair.trajectory] for pair in feb30)
    assert own / len(feb30) > 0.9


def test_the_page_counts_what_is_there(feb30: list[Pair]) -> None:
    section = PAGE.split("## `feb30.jsonl`")[1]
    rows = re.findall(r"^\| (calibration|test) \| (\d+) \|(.*)\|$", section, re.MULTILINE)
    assert [row[0] for row in rows] == ["calibration", "test"]
    for split, trajectories, cells in rows:
        chosen = [pair for pair in feb30 if pair.split == split]
        labels = Counter(pair.label for pair in chosen)
        told = [int(cell) for cell in cells.split("|")]
        assert int(trajectories) == len({pair.trajectory for pair in chosen})
        assert told == [*(labels[name] for name in ("entail", "contradict", "neutral", "partial")), len(chosen)]
