"""A system that breaks the contract is INVALID: exit 3, said in the report, no score for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from memassay.cli import main
from memassay.memories import MEMORIES
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.types import Capabilities, Document, Fact, Retrieval, Snapshot


class Miscounts:
    """Lists one fact less than it counts."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Fact]] = {}

    async def ingest(self, document: Document, *, scope: str) -> None:
        facts = self.kept.setdefault(scope, [])
        facts.append(Fact(f"f{len(facts)}", document.text))

    async def settle(self, *, scope: str) -> None: ...

    async def snapshot(self, *, scope: str) -> Snapshot:
        facts = tuple(self.kept.get(scope, ()))
        return Snapshot(facts, count=len(facts) + 1)

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
        return Retrieval(tuple(self.kept.get(scope, ())[:k]))

    async def reset(self, *, scope: str) -> None:
        self.kept.pop(scope, None)

    def describe(self) -> Capabilities:
        return Capabilities(design="add-only")

    async def close(self) -> None: ...


def build(context: MemoryContext) -> Miscounts:
    return Miscounts()


def test_a_broken_adapter_ends_in_a_report_that_says_invalid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = MEMORIES.load
    broken = MemoryFactory("broken", "of a test", build, kind="control")
    monkeypatch.setattr(MEMORIES, "load", lambda name: broken if name == "broken" else known(name), raising=False)
    asked = ["run", "--memory", "broken", "--memory", "null", "--judge", "exact", "--item", "c5-linear"]
    code = main([*asked, "--log-dir", str(tmp_path), "--display", "none"])
    found = capsys.readouterr()
    assert code == 3
    assert "INVALID: snapshot: " in " ".join(found.out.split())
    assert "Traceback" not in found.err
