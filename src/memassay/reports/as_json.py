"""A report as one JSON document: figures at full precision, null where there is none, never nan."""

from __future__ import annotations

import json
from typing import Any

from memassay.reports.sections import divergence, footer, funnel, groups, header, not_observed, overall, worst
from memassay.reports.view import RunView


def document(view: RunView) -> dict[str, Any]:
    """Every section's figures, by name."""
    return {
        "header": header.data(view),
        "systems": overall.data(view),
        "divergence": divergence.data(view),
        "by_category": groups.data(view, "category"),
        "by_difficulty": groups.data(view, "difficulty"),
        "funnel": funnel.data(view),
        "worst": worst.data(view),
        "not_observed": not_observed.data(view),
        "footer": footer.data(view),
    }


def text(value: Any) -> str:
    """A JSON value as text.  Raises ValueError where it holds a number that JSON has not (nan, infinity)."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2)
