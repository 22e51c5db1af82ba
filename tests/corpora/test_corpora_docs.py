"""The built-in corpus keeps its word, and the page for authors is true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import memassay.corpora
from corpora.conftest import document
from memassay.corpora import check, counts, load, silenced

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


def test_what_the_built_in_corpus_silences_is_only_in_what_the_paper_printed() -> None:
    found = silenced(load("feb30"))
    assert {one.path for one in found} == {"trajectories/c4-out-of-order.json", "trajectories/c5-linear.json"}
    assert all(one.reason for one in found)
    assert check(load("feb30")) == []


def test_every_longer_document_of_the_built_in_corpus_lists_its_noise() -> None:
    """The counts, 2 to 3 and 4 to 5, are the lint's."""
    corpus = load("feb30")
    for file in corpus.documents.values():
        level = corpus.streams[file.trajectory].trajectory.difficulty
        assert bool(file.noise_claims) == (file.state is not None and level != "L1"), file.path


def test_the_card_of_the_built_in_corpus_is_up_to_date() -> None:
    corpus = load("feb30")
    assert corpus.card is not None
    assert corpus.card.sha256 == corpus.sha256
    assert corpus.card.counts == counts(corpus)


PRINTED = sorted((Path(__file__).parent / "paper").glob("*.json"))
"""The two worked examples of the paper, byte for byte as printed."""


@pytest.mark.parametrize("path", PRINTED, ids=[path.stem for path in PRINTED])
def test_the_papers_two_examples_load_as_printed(path: Path) -> None:
    """Every state keeps its claims; docClaims are what is printed, else the claims that are new (formats.md)."""
    printed = json.loads(path.read_text(encoding="utf-8"))
    corpus = load(path)
    trajectory = corpus.streams[printed["id"]].trajectory
    held: list[str] = []
    for state, told in zip(trajectory.states, printed["states"], strict=True):
        assert list(state.claims) == told["claims"]
        assert list(state.doc_claims) == told.get("docClaims", [claim for claim in told["claims"] if claim not in held])
        assert (state.action, state.confidence) == (told["action"], told["confidence"])
        assert state.timestamp.date().isoformat() == told["timestamp"]
        held = told["claims"]
    assert [question.text for question in trajectory.questions] == printed["extrinsicQA"]
    assert trajectory.questions[0].expected == trajectory.states[-1].claims
    assert [finding for finding in check(corpus) if finding.severity == "error"] == []


@pytest.mark.parametrize("path", PRINTED, ids=[path.stem for path in PRINTED])
def test_the_built_in_corpus_keeps_the_states_that_are_printed(path: Path) -> None:
    printed = load(path).streams[path.stem].trajectory.states
    ours = load("feb30").streams[path.stem].trajectory.states
    for state, told in zip(ours, printed, strict=False):
        assert (state.claims, state.doc_claims) == (told.claims, told.doc_claims)
        assert (state.action, state.confidence, state.timestamp) == (told.action, told.confidence, told.timestamp)
    assert len(ours) >= len(printed)


def test_a_folder_of_trajectory_files_loads_without_documents() -> None:
    corpus = load(PRINTED[0].parent)
    assert list(corpus.streams) == ["c4-out-of-order", "c5-linear"]
    assert corpus.documents == {}
    assert not any(finding.rule in ("document-complete", "card-present") for finding in check(corpus))


def test_no_document_shows_a_memory_which_trajectory_it_belongs_to() -> None:
    for stream in load("feb30").streams.values():
        for step in stream.steps:
            assert stream.trajectory.id not in step.document.text + step.document.id
