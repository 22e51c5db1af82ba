"""Writes docs/metrics.md from the catalogue: every metric and detail by name.

Usage: python scripts/metrics_docs.py [--check]
With --check nothing is written; the exit status is 1 where the page is not what it should be.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from memassay.metrics.catalogue import catalogue, details
from memassay.metrics.metric import Metric

PAGE = Path(__file__).parents[1] / "docs" / "metrics.md"
HEAD = """# Metrics

This page is written by `scripts/metrics_docs.py` from the catalogue; change the metric, not the page.

Each metric is one number for one unit of evidence (one run of one trajectory through one system). A name without prefix
is measured on effective operations or on the store itself, `native.` on the system's own log, `ext.` on the answers.
Sections are those of [method.md](design/method.md). A metric without a value is never 0: it prints `n/o` where the
evidence cannot show it, `-` where there is nothing to measure, `by design` where a system declares that it does not do
such a thing; it enters no mean and is counted.
"""


def page() -> str:
    """The whole page."""
    metrics = _table(
        ("Metric", "What it is", "Better", "Section", "No value where"),
        (
            (_code(item.name), _sentence(item.summary), item.better, item.section, _sentence(item.no_value) or "Never.")
            for item in _own(catalogue().values())
        ),
    )
    views = _table(
        ("Detail", "What it is", "Section", "No value where"),
        (
            (_code(item.name), _sentence(item.summary), item.section, _sentence(item.no_value) or "Never.")
            for item in details().values()
        ),
    )
    return f"{HEAD}\n{metrics}\n## Details\n\nViews of a unit that are no single number.\n\n{views}"


def _own(metrics: Iterable[Metric]) -> list[Metric]:
    """Those that method.md defines: packages may have added others."""
    return [metric for metric in metrics if metric.section]


def _code(name: str) -> str:
    return f"`{name}`"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def main(arguments: list[str] | None = None) -> int:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the page is out of date")
    if parser.parse_args(arguments).check:
        current = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        if current != page():
            print(f"{PAGE} is out of date: run python scripts/metrics_docs.py", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
