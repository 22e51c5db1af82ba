"""How far to trust the figures, and how to get them again."""

from __future__ import annotations

import shlex
from typing import Any

from memassay.errors import UnknownName
from memassay.reports import verdict
from memassay.reports.blocks import Block, Entries, Heading, Items, Text
from memassay.reports.sections.header import judge_line
from memassay.reports.view import RunView
from memassay.reports.wording import listed
from memassay.spec import AS_PUBLISHED_LEAVES_OPEN, AS_PUBLISHED_SAYS

SMOKE_TEST = "smoke test: use a language model or the small judge for figures to rely on"
LANGUAGE_MODEL = "list"
"""The kind of judge that asks a language model."""


def data(view: RunView) -> dict[str, Any]:
    """The footer as JSON values."""
    return {
        "judges": view.header["judges"],
        "warning": _warning(view),
        "choices": dict(_choices(view)),
        "seed": view.spec["seed"],
        "redo": _redo(view),
        "versions": view.header["versions"],
        "one_epoch_says_all": view.header["one_epoch_says_all"],
        "shares_model": _shared(view),
        "as_published": _as_published_data() if view.spec["as_published"] else None,
    }


def blocks(view: RunView) -> list[Block]:
    """Judge, choices of method, and how to redo the run."""
    found: list[Block] = [Heading("How far to trust this, and how to redo it")]
    warning = _warning(view)
    if warning:
        found.append(Text(warning, "warning"))
    found.append(Items(tuple(_judge(judge) for judge in view.header["judges"])))
    shared = _shared(view)
    if shared:
        told = f"the judge and {listed(shared)} use the same embedder, {view.spec['embedder']}"
        found.append(Text(f"Beware: {told}; its errors may favour them.", "warning"))
    found.append(
        Entries((*_choices(view), ("redo", _redo(view)), ("versions", _versions(view)), ("run", str(view.folder))))
    )
    if view.header["one_epoch_says_all"]:
        says = f"Systems and judges are deterministic: one run stands for all {view.spec['epochs']} epochs."
        found.append(Text(says, "note"))
    if view.spec["as_published"]:
        found += _as_published()
    return found


def _warning(view: RunView) -> str | None:
    """A judge that compares by identity is exact about what it judges; only one that reads words must be doubted."""
    return None if _language_model(view) or all(j["kind"] == "identity" for j in view.header["judges"]) else SMOKE_TEST


def _language_model(view: RunView) -> bool:
    return all(judge["kind"] == LANGUAGE_MODEL for judge in view.header["judges"])


def _judge(judge: dict[str, Any]) -> str:
    return f"{judge_line(judge)}: {judge['note']}" if judge["note"] else judge_line(judge)


def _choices(view: RunView) -> tuple[tuple[str, str], ...]:
    spec = view.spec
    return (
        ("divergence", f"a gap over tau = {spec['tau']:g}; pass mark {verdict.HIGH:g} and above"),
        ("high", f"a strict score of {verdict.HIGH:g} and above"),
        ("retrieval", f"k = {spec['k']}, scope {spec['scope']} (a fresh store for each trajectory)"),
        ("averages", "over states or claims, then trajectories, then runs (sd n - 1); undefined left out and counted"),
        ("operations", "effective ones, read off the stores; the system's own log beside them"),
        ("epochs", f"{spec['epochs']}, seed {spec['seed']}"),
        ("timeout", f"{spec['timeout']:g} s a call to a memory system"),
    )


def _redo(view: RunView) -> str:
    return shlex.join(["memassay", "run", str(view.folder / "run.yaml"), "--log-dir", str(view.folder.parent)])


def _versions(view: RunView) -> str:
    return ", ".join(f"{name} {version}" for name, version in view.header["versions"].items())


def _shared(view: RunView) -> list[str]:
    """The systems under test that use the run's embedder, where a judge does too."""
    from memassay.judges import JUDGES  # noqa: PLC0415 - registries load what they name
    from memassay.memories import MEMORIES  # noqa: PLC0415 - as above

    if not any(_embeds(JUDGES, name) for name in view.spec["judges"]):
        return []
    return [system for system in view.systems if _embeds(MEMORIES, system)]


def _embeds(registry: Any, reference: str) -> bool:
    try:
        return bool(registry.load(reference.partition(":")[0]).needs_embedder)
    except UnknownName:  # a run from a machine with other plug-ins can still be read
        return False


def _as_published_data() -> dict[str, Any]:
    stated = {name: {"choice": choice, "status": status} for name, (choice, status) in AS_PUBLISHED_SAYS.items()}
    return {"stated": stated, "left_open": list(AS_PUBLISHED_LEAVES_OPEN)}


def _as_published() -> list[Block]:
    said = tuple(f"{name}: {choice} ({status})" for name, (choice, status) in AS_PUBLISHED_SAYS.items())
    return [
        Heading("As published", 2),
        Text("Choices that the paper states, and whether this run follows them:"),
        Items(said),
        Text("Choices that it leaves open:"),
        Items(AS_PUBLISHED_LEAVES_OPEN),
        Text("No published figure stands beside ours: that needs a language-model judge.", "note"),
    ]
