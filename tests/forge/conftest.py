"""A small corpus of passages and hosts to build from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

WORDS = " ".join(["word"] * 150)
PASSAGE = "Ada said that the pumps of Holmwick come from Brindle.\n\nNobody minded."


def paragraphs(number: int) -> str:
    """A host text of so many paragraphs that differ."""
    return "\n\n".join(f"Paragraph {at} of a choir tour. {WORDS}" for at in range(1, number + 1))


def transcript(turns: int) -> str:
    """A host text of one turn a line."""
    return "\n".join(f"{'Marketing' if at % 2 else 'User Interface'}: turn {at}, {WORDS}" for at in range(turns))


def passage_file(after: int = 2, host: str = "choir", state: int = 0, **changes: object) -> str:
    """A passage file; a change to None leaves the key out."""
    head = {
        "trajectory": "t-one",
        "state": state,
        "timestamp": f"2025-0{state + 1}-15",
        "author": "Ada Quist",
        "author_role": "tenor",
        "document_type": "email",
        "noise_claims": ["The choir has nine basses.", "The bus is green.", "Ullock is wet.", "The hall is cold."],
        "after_paragraph": after,
        "provenance": {"generator": "by hand", "host": host, "review": {"status": "accepted", "by_role": "reader"}},
    }
    head = {key: value for key, value in (head | changes).items() if value is not None}
    return f"---\n{json.dumps(head, indent=1)}\n---\n\n{PASSAGE}\n"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of one trajectory of three states, whose passages go into two hosts; its documents are not built."""
    folder = tmp_path / "pumps"
    states = [
        {
            "index": at,
            "timestamp": f"2025-0{at + 1}-15",
            "claims": [f"Claim {name} of Holmwick holds." for name in "abc"[: at + 1]],
            "action": "update" if at else "create",
            "confidence": 0.9,
        }
        for at in range(3)
    ]
    trajectory = {
        "id": "t-one",
        "topic": "Pumps",
        "category": "C5",
        "difficulty": "L3",
        "trajectoryType": "linear-evolution",
        "customer": "Holmwick Pumps",
        "extrinsicQA": ["What holds?"],
        "states": states,
    }
    for part in ("trajectories", "documents/t-one", "passages/t-one", "hosts"):
        (folder / part).mkdir(parents=True)
    (folder / "trajectories" / "t-one.json").write_text(json.dumps(trajectory), encoding="utf-8")
    (folder / "hosts" / "choir.txt").write_text(paragraphs(5) + "\n", encoding="utf-8")
    (folder / "hosts" / "canal.txt").write_text(paragraphs(4) + "\n", encoding="utf-8")
    for state, host in enumerate(("choir", "canal", "choir")):
        text = passage_file(after=state + 1, host=host, state=state)
        (folder / "passages" / "t-one" / f"{state:02d}-state.md").write_text(text, encoding="utf-8")
    card = "name: Pumps\nversion: 1.0.0\nlicence: CC0\ncitation: none\ndocuments: By hand.\nlimits: [small]\n"
    (folder / "card.yaml").write_text(card, encoding="utf-8")
    return folder
