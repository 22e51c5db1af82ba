"""The figures of built-in judges on the held-out labelled pairs, as a data file keeps them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Agreement:
    """Three-way accuracy over `n` held-out pairs, and one line that says it."""

    accuracy: float | None
    n: int
    note: str


@cache
def agreement(judge: str) -> Agreement:
    """What was measured for a judge; nothing measured where the file does not name it."""
    text = files("memassay.judges").joinpath("data", "agreement.json").read_text("utf-8")
    figures = json.loads(text).get(judge)
    if figures is None:
        return Agreement(None, 0, "not measured on labelled pairs")
    note = (
        f"no language model; on {figures['n']} hard held-out pairs right on {figures['accuracy']:.0%} (three-way), "
        f"YES to {figures['false_support']:.0%} of what is not entailed"
    )
    return Agreement(figures["accuracy"], figures["n"], note)
