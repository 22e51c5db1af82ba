"""Writes docs/controls.md: what every metric says of memories whose right score is known.

`python scripts/controls.py` writes the page anew under both judges; with `--check` it compares the table under `exact`
with the page and exits 1 where they differ.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio

from memassay.metrics.catalogue import catalogue
from memassay.runs import evaluate, open_existing
from memassay.spec import RunSpec
from memassay.store import tables as t

PAGE = Path(__file__).resolve().parent.parent / "docs" / "controls.md"
CONTROLS = (
    "oracle",
    "null",
    "vague",
    "verbatim",
    "append-claims",
    "overwrite",
    "frozen",
    "hoard",
    "faulty:fault=drop",
    "faulty:fault=stale",
    "faulty:fault=duplicate,rate=1",
)
LEFT_OUT = ("native.action_accuracy_", "native.action_hit", "ext.answer_words", "action_accuracy_bearing")
WHY = """\
# Control systems: is the measurement itself right?

A control is a memory whose right score is known before anything runs. Under the judge `exact`, which compares claims
by identity, each must fail where it should and nowhere else. This page is written by `make controls`; CI runs the
controls again and compares the first table.

| control | what it does | where it must fail |
|---|---|---|
| `oracle` | holds exactly what the gold says | nowhere |
| `null` | holds nothing | everything that asks for content: it has none, no log and no share of a store; only what \
counts wrong content (stale claims, false updates, PARTIAL) stays right |
| `vague` | one sentence on the topic, PARTIAL for every claim | strict scores are 0, graded ones 0.5; nothing is \
held, so nothing can be kept, lost or changed (actions); it has the first confidence and author for ever, and one \
group |
| `verbatim` | each document whole | stale claims (so change handled and FAMA), noise kept, dumps, store size and \
ratio, grouping; claims that no single document states; what is said again is redundant; no action; confidence and \
authors are one document's |
| `append-claims` | one fact a document claim, never updated | stale claims (so change handled and FAMA), what is said \
again is stored again: redundancy, fact count, store ratio, grouping, and k no longer covers the store; claims that no \
single document states; no action; confidence and authors are one document's |
| `overwrite` | the last document wins | retention, collateral: what it does not repeat is gone, and coverage with it; \
states left without a confidence; actions, false updates; earlier authors; grouping; a document's own wrong claims are \
stale; store size and ratio |
| `frozen` | the first document wins | acquisition, coverage and change handled: nothing new is learnt; what was true \
at first is stale; actions; the first confidence and author for ever; grouping; store size and ratio |
| `hoard` | keeps both sides of everything | stale claims (so change handled and FAMA); one claim a fact: grouping, \
fact count, store ratio, k no longer covers the store, no action, and confidence and corroboration of each claim \
alone; coverage is full all the same |
| `drop` | the oracle, but a claim in three is never extracted | coverage and all that needs a missed claim: answers, \
change handled, actions, confidence, authors, B-cubed grouping, fact count, store ratio; every miss has the stage \
extraction |
| `stale` | the oracle, but a dropped claim in three stays asserted | stale claims, so change handled and FAMA; \
a supersede whose dropped claims all stay is an update; store ratio |
| `duplicate` | the oracle, but every fact is stored twice | redundancy, fact count and store ratio; whether k covers \
the store may follow |

`drop`, `stale` and `duplicate` are `faulty:fault=NAME`, the last at rate 1. Actions of `append-claims`, `verbatim` and
`hoard` have no value: these systems declare that they never change a fact, or keep one claim a fact.
"""


async def run(judge: str, log_dir: Path) -> dict[str, dict[str, float | None]]:
    """Metric to control to mean over the trajectories that have a value (None where none has)."""
    spec = RunSpec(memories=CONTROLS, corpus="feb30", judges=(judge,))
    outcome = await evaluate(spec, log_dir=log_dir)
    if outcome.failed:
        raise SystemExit(f"controls failed: {outcome.failed}")
    journal = open_existing(outcome.folder)
    values: dict[tuple[str, str], list[float]] = {}
    for unit, _ in journal.units():
        for row in journal.rows(t.scores, unit):
            if row["value"] is not None:
                values.setdefault((row["metric"], unit.system), []).append(row["value"])
    journal.close()
    table: dict[str, dict[str, float | None]] = {}
    for metric in catalogue():
        if not metric.startswith(LEFT_OUT):
            found = {control: values.get((metric, control)) for control in CONTROLS}
            table[metric] = {control: sum(v) / len(v) if v else None for control, v in found.items()}
    return table


def markdown(table: dict[str, dict[str, float | None]]) -> str:
    """One row a metric, one column a control; `-` where no trajectory has a value."""
    names = [control.removeprefix("faulty:fault=").partition(",")[0] for control in CONTROLS]
    lines = ["| metric | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    for metric, row in table.items():
        cells = ["-" if row[c] is None else f"{row[c]:.3f}" for c in CONTROLS]
        lines.append(f"| {metric} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def measure(judge: str) -> str:
    """The table under one judge, run in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return markdown(anyio.run(run, judge, Path(folder)))


def page(exact: str, lexical: str) -> str:
    """The whole page."""
    return (
        f"{WHY}\n## Judge `exact`\n\n"
        f"Means over the trajectories of `feb30` that have a value; `-`: none has.\n\n{exact}"
        "\n## The same controls under `lexical`: that judge's error\n\n"
        "The memories are the same and their right scores too, so every difference from the table above is an error\n"
        "of the judge `lexical`, or of the answerer `extractive`. Measured by `make controls`; not compared in CI,\n"
        "since the last digits of vectors may differ from one processor to another.\n\n"
        f"{lexical}"
    )


def main(arguments: Sequence[str]) -> int:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    exact = measure("exact")
    if parser.parse_args(arguments).check:
        if exact in PAGE.read_text(encoding="utf-8"):
            print("docs/controls.md agrees with the controls as they are")
            return 0
        print("docs/controls.md does not agree with the controls as they are; `make controls` writes it anew")
        return 1
    PAGE.write_text(page(exact, measure("lexical")), encoding="utf-8")
    print(f"wrote {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
