"""The sections of a report, one file each: a function from a run to blocks, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Callable

from memassay.reports.blocks import Block
from memassay.reports.sections import divergence, footer, funnel, groups, header, not_observed, overall, store, worst
from memassay.reports.view import RunView

__all__ = ["SECTIONS", "Section", "report"]

Section = Callable[[RunView], list[Block]]

SECTIONS: dict[str, Section] = {
    "header": header.blocks,
    "overall": overall.blocks,
    "divergence": divergence.blocks,
    "by_category": groups.by_category,
    "by_difficulty": groups.by_difficulty,
    "funnel": funnel.blocks,
    "store": store.blocks,
    "worst": worst.blocks,
    "not_observed": not_observed.blocks,
    "footer": footer.blocks,
}


def report(view: RunView) -> list[Block]:
    """Every section's blocks in order: one readable screen for a newcomer first, detail after it."""
    return [block for section in SECTIONS.values() for block in section(view)]
