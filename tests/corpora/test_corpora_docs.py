"""The built-in corpus keeps its word, and the page for authors is true."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

import memassay.corpora
from corpora.conftest import document
from memassay.corpora import check, counts, load

PAGE = (Path(__file__).parents[2] / "docs" / "corpora.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_of_the_page_loads(at_home: Path) -> None:
    folder = Path("pumps/documents/pump-seals")
    folder.mkdir(parents=True)
    Path("pumps/trajectories").mkdir()
    Path("pumps/trajectories/pump-seals.yaml").write_text(blocks("yaml")[0] + blocks("yaml")[2], encoding="utf-8")
    (folder / "00-state.md").write_text(blocks("markdown")[0], encoding="utf-8")
    head = {"trajectory": "pump-seals", "document_type": "email"}
    noise = head | {"noise": True, "timestamp": "2025-02-01", "author": "Bo Lind"}
    (folder / "01-noise.md").write_text(document(noise), encoding="utf-8")
    last = head | {"state": 1, "timestamp": "2025-03-20", "author": "Cy Dorn", "document_type": "meeting notes"}
    (folder / "02-state.md").write_text(document(last, "It takes sixteen days."), encoding="utf-8")
    corpus = load("pumps")
    assert corpus.streams["pump-seals"].steps[0].document.text.startswith("Hi Cy,\n")
    assert {finding.rule for finding in check(corpus)} == {"card-present", "length", "unused-silence"}


def test_every_public_name_is_there() -> None:
    assert memassay.corpora.__all__ == sorted(memassay.corpora.__all__, key=lambda name: (not name.isupper(), name))
    assert all(hasattr(memassay.corpora, name) for name in memassay.corpora.__all__)


def test_the_built_in_corpus_has_no_error() -> None:
    assert [str(finding) for finding in check(load("feb30")) if finding.severity == "error"] == []


def test_the_card_of_the_built_in_corpus_is_up_to_date() -> None:
    corpus = load("feb30")
    assert corpus.card is not None
    assert corpus.card.sha256 == corpus.sha256
    assert corpus.card.counts == counts(corpus)


@pytest.mark.parametrize(
    ("name", "claims"),
    [
        ("c5-linear", [2, 3]),
        ("c4-out-of-order", [2, 4, 5]),
    ],
)
def test_the_papers_two_examples_keep_the_states_that_are_printed(name: str, claims: list[int]) -> None:
    """The printed states have 2, 3 and 2, 4, 5 claims, each keeping the ones before it."""
    states = load("feb30").streams[name].trajectory.states[: len(claims)]
    assert [len(state.claims) for state in states] == claims
    assert all(later.claims[: len(state.claims)] == state.claims for state, later in itertools.pairwise(states))


def test_no_document_shows_a_memory_which_trajectory_it_belongs_to() -> None:
    for stream in load("feb30").streams.values():
        for step in stream.steps:
            assert stream.trajectory.id not in step.document.text + step.document.id
