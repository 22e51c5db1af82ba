"""What the doctor looks at, one function a subject, each giving its lines as they come."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import anyio

from memassay.errors import MissingExtra, UserError
from memassay.memories import MEMORIES
from memassay.memories.contract import check as keeps_contract
from memassay.models import EMBEDDERS
from memassay.spec import RunSpec

Status = Literal["ok", "red", "missing", "skipped"]
OLDEST = (3, 11)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor: what was looked at, how it stands, and what was found or must be done."""

    name: str
    status: Status
    message: str


def every(log_dir: Path) -> Iterator[Check]:
    """All checks, in order."""
    yield python()
    yield from packages()
    embedder: Any = None
    for check, made in embedders():
        embedder = embedder or made
        yield check
    name = RunSpec().judges[0]
    yield _guarded(f"judge {name}", lambda: judge(name, embedder))
    for memory in MEMORIES.names():
        yield _guarded(f"memory {memory}", partial(keeps, memory, embedder))
    yield writable(log_dir)


def _guarded(name: str, look: Callable[[], Check]) -> Check:
    """What `look` finds; whatever it raises is a finding too."""
    try:
        return look()
    except UserError as error:
        return Check(name, "missing", str(error))
    except Exception as error:  # noqa: BLE001  a broken plug-in must not stop the look at the others
        return Check(name, "red", f"{type(error).__name__}: {error}")


def python() -> Check:
    """The interpreter."""
    new_enough = sys.version_info >= OLDEST
    wanted = "" if new_enough else f"; {OLDEST[0]}.{OLDEST[1]} or newer is needed"
    return Check("python", "ok" if new_enough else "missing", f"{platform.python_version()}{wanted}")


def packages() -> Iterator[Check]:
    """Every package that memassay depends on, with its version."""
    for requirement in importlib.metadata.requires("memassay") or []:
        if "extra ==" in requirement:
            continue
        name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
        try:
            yield Check(f"package {name}", "ok", importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield Check(f"package {name}", "missing", f"not installed: pip install '{requirement}'")


def embedders() -> Iterator[tuple[Check, Any]]:
    """Every embedder, built, which checks its files; with the thing itself."""
    for name in EMBEDDERS.names():
        made: list[Any] = []
        yield _guarded(f"embedder {name}", partial(_embedder, name, made)), made[0] if made else None


def _embedder(name: str, made: list[Any]) -> Check:
    made.append(EMBEDDERS.load(name)())
    return Check(f"embedder {name}", "ok", f"{made[0].dimensions} dimensions{_hashes(name)}")


def _hashes(name: str) -> str:
    """The hashes of the built-in embedder's files, which building it has checked; other packages check their own."""
    from memassay.models import minilm  # noqa: PLC0415 - heavy, and only this needs it

    if name != minilm.MiniLM.name:
        return ""
    return f"; files as they should be, sha256 model {minilm.MODEL_SHA256[:12]}, words {minilm.VOCABULARY_SHA256[:12]}"


def judge(name: str, embedder: Any) -> Check:
    """The judge that a run uses unless told otherwise, and how far to trust it."""
    from memassay.judges import JUDGES  # noqa: PLC0415 - registries load what they name

    factory = JUDGES.load(name)
    if factory.needs_embedder and embedder is None:
        return Check(f"judge {name}", "missing", "needs an embedder, see above")
    card = factory.build(embedder).card()
    right = "" if card.agreement is None else f"right on {card.agreement:.3f} of {card.pairs} held-out pairs; "
    return Check(
        f"judge {name}", "ok", f"in use by default, {card.kind} judge, version {card.version}; {right}{card.note}"
    )


def keeps(name: str, embedder: Any) -> Check:
    """Whether a registered memory system keeps the contract."""
    factory = MEMORIES.load(name)
    if factory.needs_embedder and embedder is None:
        return Check(f"memory {name}", "missing", "needs an embedder, see above")
    with tempfile.TemporaryDirectory() as workdir:

        async def job() -> Any:
            return await keeps_contract(factory, embedder=embedder, workdir=Path(workdir))

        try:
            findings = anyio.run(job)
        except MissingExtra:
            raise
        except UserError as error:  # it cannot be built as it stands: a key, a host, an option is for its user to give
            return Check(f"memory {name}", "skipped", f"not checked: {error}")
    broken = [finding for finding in findings if not finding.passed]
    if broken:
        told = "; ".join(f"{finding.name}: {finding.message}" for finding in broken)
        return Check(f"memory {name}", "red", told)
    exempt = [finding.name for finding in findings if finding.message.startswith("exempt")]
    note = f", exempt from {', '.join(exempt)} by its own note" if exempt else ""
    return Check(f"memory {name}", "ok", f"keeps the contract, {len(findings)} rules{note}")


def writable(log_dir: Path) -> Check:
    """Whether runs can be written where they should lie; nothing is left behind."""
    nearest = log_dir
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    name = f"folder for runs {log_dir}"
    if not nearest.is_dir():
        return Check(name, "red", f"{nearest} is a file; name another folder with --log-dir")
    if not os.access(nearest, os.W_OK | os.X_OK):
        return Check(name, "red", f"{nearest} cannot be written; name another folder with --log-dir")
    return Check(name, "ok", "can be written" if nearest == log_dir else f"will be made in {nearest.resolve()}")
