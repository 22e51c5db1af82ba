"""A finished run as sections, shown on a terminal or written as JSON.

The names load when first asked for, so that importing the room costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memassay.reports.aggregation import Aggregate, aggregate, by_trajectory
    from memassay.reports.as_json import document
    from memassay.reports.blocks import Block, Column, Entries, Heading, Items, Table, Text
    from memassay.reports.sections import SECTIONS, report
    from memassay.reports.terminal import render
    from memassay.reports.view import RunView

__all__ = [
    "SECTIONS",
    "Aggregate",
    "Block",
    "Column",
    "Entries",
    "Heading",
    "Items",
    "RunView",
    "Table",
    "Text",
    "aggregate",
    "by_trajectory",
    "document",
    "render",
    "report",
]

_FILES = {
    "aggregation": ("Aggregate", "aggregate", "by_trajectory"),
    "as_json": ("document",),
    "blocks": ("Block", "Column", "Entries", "Heading", "Items", "Table", "Text"),
    "sections": ("SECTIONS", "report"),
    "terminal": ("render",),
    "view": ("RunView",),
}


def __getattr__(name: str) -> Any:
    for file, names in _FILES.items():
        if name in names:
            return getattr(importlib.import_module(f"memassay.reports.{file}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
