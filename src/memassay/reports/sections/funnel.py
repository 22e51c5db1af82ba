"""Where missed claims were lost, stage by stage."""

from __future__ import annotations

from typing import Any

from memassay.reports.blocks import Block, Column, Heading, Table, Text
from memassay.reports.funnel import MEANING, Funnel, Lost, funnel
from memassay.reports.sections.overall import ranked
from memassay.reports.view import RunView
from memassay.reports.wording import counted, share

_COLUMNS = (
    Column("lost at", right=False),
    Column("what happened", right=False, wraps=True),
    Column("NO"),
    Column("PARTIAL"),
    Column("share"),
)

_AS_SEEN = (
    "A stage is where the judge stops finding the claim. Words that this judge cannot see through count as missing: a "
    "claim that the memory keeps in a document's own wording is then lost at extraction."
)


def data(view: RunView) -> dict[str, Any]:
    """Every system's funnel."""
    return {system: _json(funnel(view, system)) for system in view.systems}


def blocks(view: RunView) -> list[Block]:
    """One table a system; the bounds say themselves."""
    found: list[Block] = [Heading("Where claims were lost")]
    for system in [name for name in ranked(view) if view.kind(name) != "bound"] or ranked(view):
        found += _of_system(funnel(view, system))
    if any(judge["kind"] == "pair" for judge in view.header["judges"]):
        found.append(Text(_AS_SEEN))
    return found


def _of_system(found: Funnel) -> list[Block]:
    head = f"{found.system}: of {counted(found.expected, 'expected claim')} over all states, {found.held} held"
    if not found.expected:
        return [Text(f"{found.system}: no finished trajectory.")]
    stages = [_row(lost, found.expected) for lost in found.lost]
    ends = [_row(lost, found.asked) for lost in found.unanswered]
    return [
        Heading(f"{head}, {found.missed} missed", 2),
        *(
            [Table(_COLUMNS, tuple(stages + ends), notes=_notes(found))]
            if stages or ends
            else [Text(n) for n in _notes(found)]
        ),
    ]


def _row(lost: Lost, of: int) -> tuple[str, ...]:
    kinds = ", ".join(f"{name} {number}" for name, number in lost.kinds if name != "not marked")
    meaning = MEANING[lost.stage] + (f" ({kinds})" if kinds else "")
    return lost.stage, meaning, str(lost.no), str(lost.partial), share(lost.no + lost.partial, of)


def _notes(found: Funnel) -> tuple[str, ...]:
    notes = []
    if found.asked:
        told = f"At the end {found.stored} of the {counted(found.asked, 'claim')} asked about are in the store"
        notes.append(f"{told}, {found.answered} of these in an answer.")
    if found.unanswered:
        notes.append(
            "The share of retrieval and generation is of the claims asked about, of other stages of all expected."
        )
    if found.compensated:
        notes.append(f"Compensated: {counted(found.compensated, 'claim')} answered though in no fact.")
    return tuple(notes)


def _json(found: Funnel) -> dict[str, Any]:
    return {
        "expected": found.expected,
        "held": found.held,
        "missed": found.missed,
        "stages": {lost.stage: _lost_json(lost) for lost in found.lost},
        "compensated": found.compensated,
        "at_the_end": {
            "asked": found.asked,
            "stored": found.stored,
            **{lost.stage: lost.no for lost in found.unanswered},
        },
    }


def _lost_json(lost: Lost) -> dict[str, Any]:
    return {"NO": lost.no, "PARTIAL": lost.partial, "kinds": dict(lost.kinds)}
