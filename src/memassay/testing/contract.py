"""The contract of a memory system as one assertion, for the tests of an adapter's author."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from memassay.memories.contract import Builder, Finding, check
from memassay.memories.protocol import MemoryFactory
from memassay.testing.embedder import HashEmbedder


def check_memory_system(
    build: MemoryFactory | Builder,
    *,
    embedder: Any = None,
    seed: int = 0,
    workdir: Path | None = None,
    patience: float = 0.05,
) -> list[Finding]:
    """Check a memory system against the whole contract; the findings, if every rule holds.

    `build` is a factory, or a function from a `MemoryContext` to the system::

        def test_my_memory_keeps_the_contract(tmp_path):
            check_memory_system(lambda context: MyMemory(context.workdir), workdir=tmp_path)

    `embedder` is a `HashEmbedder` unless given; `patience` (seconds) is how long a settled store is watched.
    Raises AssertionError with every finding, those that held too, where one did not.
    """
    import anyio  # noqa: PLC0415 - an event loop: only when a check runs

    async def run() -> list[Finding]:
        chosen = HashEmbedder() if embedder is None else embedder
        return await check(build, embedder=chosen, seed=seed, workdir=workdir, patience=patience)

    findings = anyio.run(run)
    if not all(finding.passed for finding in findings):
        raise AssertionError("the memory system breaks its contract\n" + "\n".join(str(one) for one in findings))
    return findings
