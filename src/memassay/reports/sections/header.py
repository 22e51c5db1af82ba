"""What was run on what, in a few lines."""

from __future__ import annotations

from collections import Counter
from typing import Any

from memassay.reports.blocks import Block, Entries, Heading, Text
from memassay.reports.view import KINDS, RunView
from memassay.reports.wording import counted, figure, listed

_PLURAL = {"system": "", "baseline": "baselines ", "control": "controls ", "bound": "bounds "}


def data(view: RunView) -> dict[str, Any]:
    """The header as JSON values: what the run wrote about itself, and how far it got."""
    return {
        "folder": str(view.folder),
        "spec": view.header["spec"],
        "digest": view.header["digest"],
        "corpus": view.header["corpus"],
        "systems": {system: {**view.header["systems"][system], "kind": view.kind(system)} for system in view.systems},
        "judges": view.header["judges"],
        "versions": view.header["versions"],
        "one_epoch_says_all": view.header["one_epoch_says_all"],
        "trajectories": {name: [about.category, about.difficulty] for name, about in view.trajectories.items()},
        "epochs": view.epochs,
        "units": len(view.units),
        "finished": len(view.units) - len(view.unfinished),
        "complete": view.complete,
    }


def blocks(view: RunView) -> list[Block]:
    """Corpus, systems, judge, answerer, and how far the run got."""
    rows = [
        ("corpus", _corpus(view)),
        ("systems", _systems(view)),
        ("judged by", listed(judge_line(judge) for judge in view.header["judges"])),
        ("answered by", f"{view.spec['answerer']}, from k = {view.spec['k']} retrieved facts a question"),
        ("units", _units(view)),
    ]
    found: list[Block] = [Heading(f"memassay report: {view.spec['name']}"), Entries(tuple(rows))]
    if not view.complete:
        found.append(Text("This run is not whole; see 'What could not be observed' below.", "warning"))
    return found


def judge_line(judge: dict[str, Any]) -> str:
    """A judge by name and version, with its agreement with labelled pairs where that was measured."""
    named = f"{judge['name']} {judge['version']}"
    if judge["agreement"] is None:
        return named
    return f"{named} (right on {figure(judge['agreement'])} of {judge['pairs']} labelled pairs)"


def _corpus(view: RunView) -> str:
    corpus = view.header["corpus"]
    number = len(view.trajectories)
    whole = corpus.get("trajectories")
    held = f"{number} of {whole} trajectories" if whole > number else counted(number, "trajectory", "trajectories")
    categories = Counter(about.category for about in view.trajectories.values())
    mix = ", ".join(f"{name} {categories[name]}" for name in sorted(categories))
    version = f", version {corpus['version']}" if corpus["version"] else ""
    return f"{corpus['name']}{version}, {held} ({mix})"


def _systems(view: RunView) -> str:
    parts = []
    for kind in KINDS:
        names = [system for system in view.systems if view.kind(system) == kind]
        if names:
            parts.append(_PLURAL[kind] + ", ".join(names))
    return "; ".join(parts)


def _units(view: RunView) -> str:
    done = len(view.units) - len(view.unfinished)
    runs = "one run of each trajectory" if view.epochs == 1 else f"{view.epochs} runs of each trajectory"
    return f"{done} of {len(view.units)} finished (systems x trajectories x runs; {runs})"
