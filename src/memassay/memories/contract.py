"""Does a memory system keep the contract?  One that does not makes a run INVALID, never low (method.md section 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from memassay.errors import UserError
from memassay.memories.contract_drive import STREAMS, Record, drive
from memassay.memories.contract_evidence import EVIDENCE_RULES
from memassay.memories.contract_store import STORE_RULES, waiver
from memassay.memories.protocol import MemoryContext, MemoryFactory, MemorySystem

Builder = Callable[[MemoryContext], MemorySystem]


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one rule: its name, whether it held, and what was found, in words that say what to mend."""

    name: str
    passed: bool
    message: str

    def __str__(self) -> str:
        """One line, as a doctor would print it."""
        return f"{'ok  ' if self.passed else 'FAIL'} {self.name}: {self.message}"


async def check(
    system: MemoryFactory | Builder,
    *,
    embedder: Any = None,
    seed: int = 0,
    workdir: Path | None = None,
    patience: float = 0.1,
    timeout: float = 600,
) -> list[Finding]:
    """Build the system, drive it through ten short documents in four scopes, and report on every rule.

    `embedder` is what the system may embed with; `patience` is how many seconds a settled store is watched after
    each of the first five documents; `timeout` how many seconds one call may take.  The rule `runs` stands for the
    drive itself: where a call fails or hangs, the others cannot be judged and are left out.  A system that breaks
    `writes` or `retrieve` on purpose says so in `Capabilities.note`: "exempt from retrieve: it hands over
    everything".  Raises UserError where the system cannot be built or used for want of something the user can give.
    """
    build = system.build if isinstance(system, MemoryFactory) else system
    context = MemoryContext(embedder=embedder, streams=STREAMS, seed=seed, workdir=workdir)
    record = Record()
    memory = build(context)
    broken: Exception | None = None
    async with anyio.create_task_group() as group:
        group.start_soon(_watch, record, timeout, group.cancel_scope)
        try:
            await drive(memory, record, patience=patience)
        except Exception as error:  # noqa: BLE001 - whatever a system under test raises is the finding
            broken = error
        group.cancel_scope.cancel()
    if isinstance(broken, UserError):
        raise broken
    if broken is not None:
        return [Finding("runs", passed=False, message=f"{record.doing}: {type(broken).__name__}: {broken}")]
    if record.hung:
        return [Finding("runs", passed=False, message=f"{record.doing}: no answer within {timeout:g} s")]
    return [Finding("runs", passed=True, message="every call came back"), *_judged(record)]


async def _watch(record: Record, timeout: float, scope: anyio.CancelScope) -> None:
    """End the drive once one call has taken longer than `timeout` seconds."""
    seen, since = record.moves(), anyio.current_time()
    while anyio.current_time() - since <= timeout:
        await anyio.sleep(min(timeout, 1.0) / 5)
        if record.moves() != seen:
            seen, since = record.moves(), anyio.current_time()
    record.hung = True
    scope.cancel()


def _judged(record: Record) -> list[Finding]:
    findings: list[Finding] = []
    for rule in (*STORE_RULES, *EVIDENCE_RULES):
        name = rule.__name__
        problems = rule(record)
        reason = waiver(record, name)
        held = f"exempt by its own note: {reason}" if reason else str(rule.__doc__).splitlines()[0]
        findings.append(Finding(name, passed=not problems, message="; ".join(problems) or held))
    return findings
