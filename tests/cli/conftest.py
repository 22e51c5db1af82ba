"""A small corpus on disk, and the command line as a test calls it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memassay.cli import main

TRAJECTORY: dict[str, Any] = {
    "id": "harbour",
    "topic": "The harbour",
    "category": "C1",
    "difficulty": "L1",
    "domain": "infrastructure",
    "trajectoryType": "linear-evolution",
    "customer": "Fennimore",
    "extrinsicQA": ["What does pier 4 load, and who is harbour master?"],
    "states": [
        {
            "index": 0,
            "timestamp": "2025-01-15",
            "claims": ["Pier 4 loads timber", "Ines Varga is harbour master"],
            "action": "create",
            "confidence": 0.9,
        },
        {
            "index": 1,
            "timestamp": "2025-03-20",
            "claims": ["Pier 4 loads timber", "Odile Brandt is harbour master"],
            "action": "supersede",
            "confidence": 0.85,
            "changeReason": "A successor",
        },
    ],
}
TEXTS = ("Ines Varga, who is harbour master, says that pier 4 loads timber.", "Odile Brandt is harbour master now.")


def document(state: dict[str, Any], text: str) -> str:
    """A document file of a state of the harbour."""
    return (
        f'---\ntrajectory: harbour\nstate: {state["index"]}\ntimestamp: "{state["timestamp"]}"\n'
        f"author: Ada\nauthor_role: clerk\ndocument_type: email\n---\n\n{text}\n"
    )


def write_corpus(folder: Path, trajectory: dict[str, Any]) -> Path:
    """A corpus of one trajectory, with a document for each of the harbour's two states."""
    (folder / "trajectories").mkdir(parents=True)
    (folder / "documents" / "harbour").mkdir(parents=True)
    (folder / "trajectories" / "harbour.json").write_text(json.dumps(trajectory), encoding="utf-8")
    for state, text in zip(TRAJECTORY["states"], TEXTS, strict=True):
        path = folder / "documents" / "harbour" / f"{state['index']:02d}-state.md"
        path.write_text(document(state, text), encoding="utf-8")
    return folder


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


Call = Callable[..., Outcome]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "harbours", TRAJECTORY)


@pytest.fixture
def memassay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Call the command line in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: object) -> Outcome:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


@pytest.fixture
def run_small(memassay: Call, corpus: Path) -> Call:
    """`memassay run` of two controls under identity on the small corpus, with further arguments."""

    def call(*arguments: object) -> Outcome:
        controls = ("--memory", "oracle", "--memory", "null", "--judge", "exact")
        return memassay("run", *controls, "--corpus", corpus, *arguments)

    return call
