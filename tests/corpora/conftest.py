"""Small corpora to test with: a trajectory, a state, a document file, a whole folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from memassay.corpora import RULES, Corpus, load

FILLER = " ".join(["filler"] * 240)
"""Enough words for an L1 document; holds no figure and no name."""

State = dict[str, Any]


def state(index: int, claims: Sequence[str], **changes: Any) -> State:
    """A state with sensible defaults; a change to None leaves the key out."""
    made: State = {
        "index": index,
        "timestamp": f"2025-0{index + 1}-15",
        "claims": list(claims),
        "action": "create" if index == 0 else "update",
        "confidence": 0.9,
        "author": "Ada Quist",
        "authorRole": "engineer",
        "documentType": "email",
    }
    return {key: value for key, value in (made | changes).items() if value is not None}


def trajectory(states: Sequence[State], **changes: Any) -> dict[str, Any]:
    """A trajectory file as a mapping; a change to None leaves the key out."""
    made: dict[str, Any] = {
        "id": "t-one",
        "topic": "A pump",
        "category": "C5",
        "difficulty": "L1",
        "trajectoryType": "linear-evolution",
        "customer": "Holmwick Pumps",
        "extrinsicQA": ["What is known?"],
        "states": list(states),
    }
    return {key: value for key, value in (made | changes).items() if value is not None}


def document(head: Mapping[str, Any], text: str = FILLER) -> str:
    """A document file: JSON is YAML too, so that the head can be written as JSON."""
    return f"---\n{json.dumps(dict(head), indent=1)}\n---\n\n{text}\n"


def head_of(name: str, of: State) -> dict[str, Any]:
    """The front matter that agrees with a state."""
    return {
        "trajectory": name,
        "state": of["index"],
        "timestamp": of["timestamp"],
        "author": of.get("author", "Ada Quist"),
        "author_role": of.get("authorRole", "engineer"),
        "document_type": of.get("documentType", "email"),
    }


def write_corpus(
    folder: Path, *trajectories: Mapping[str, Any], texts: Mapping[str, str] | None = None, card: str | None = None
) -> Path:
    """Write a corpus folder in which every state has its document.

    `texts` gives the text of some documents by `<trajectory id>/<order>`; the others are filler.
    """
    (folder / "trajectories").mkdir(parents=True)
    for file in trajectories:
        (folder / "trajectories" / f"{file['id']}.json").write_text(json.dumps(file), encoding="utf-8")
        documents = folder / "documents" / str(file["id"])
        documents.mkdir(parents=True)
        for of in file["states"]:
            text = (texts or {}).get(f"{file['id']}/{of['index']}", FILLER)
            path = documents / f"{of['index']:02d}-state.md"
            path.write_text(document(head_of(str(file["id"]), of), text), encoding="utf-8")
    if card is not None:
        (folder / "card.yaml").write_text(card, encoding="utf-8")
    return folder


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one, so that messages show short paths."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def corpus_of(tmp_path: Path) -> Callable[..., Corpus]:
    """`corpus_of(states, texts=..., **changes)`: a loaded corpus of one trajectory."""

    def make(states: Sequence[State], *, texts: Mapping[str, str] | None = None, **changes: Any) -> Corpus:
        return load(write_corpus(tmp_path / "corpus", trajectory(states, **changes), texts=texts))

    return make


def found_by(rule: str, corpus: Corpus) -> list[str]:
    """What one rule finds, as `pointer: message`; a finding under another rule's name fails the test."""
    findings = list(RULES[rule](corpus))
    assert {finding.rule for finding in findings} <= {rule}
    return [f"{finding.pointer}: {finding.message}" for finding in findings]
