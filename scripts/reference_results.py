"""Writes docs/results/reference.md: the reference memory beside simpler ones, and its parts on pairs of sentences.

    python scripts/reference_results.py

Everything is computed here and on this machine: about twenty minutes of processor time.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import anyio

import memassay
import reference_pairs as pairs
from memassay import RunSpec, corpora
from memassay.judges.calibration import built_in, read_pairs
from memassay.reports.aggregation import Aggregate, aggregate, metrics
from memassay.reports.view import RunView
from memassay.runs import evaluate
from memassay.store import tables as t

PAGE = Path(__file__).resolve().parent.parent / "docs" / "results" / "reference.md"
MEMORIES = ("reference", "reference:guard=downgrade", "reference-simple", "append", "rag", "full-context")
BOUNDS = ("oracle", "null")
SHOWN = (
    ("fact_accuracy_strict", "I strict: expected claims held, PARTIAL = 0"),
    ("fact_accuracy", "I: the same, PARTIAL = 0.5"),
    ("final_coverage", "the same on the last store"),
    ("change_handled", "changes that arrived whole"),
    ("stale_rate", "outdated claims still asserted (lower is better)"),
    ("fama", "coverage less stale"),
    ("retention", "kept what it held"),
    ("collateral_rate", "true claims lost to a change (lower is better)"),
    ("action_accuracy", "operations of the expected kind"),
    ("update_detection_recall", "changes answered by update, supersede or delete"),
    ("false_update_rate", "the same where nothing changed (lower is better)"),
    ("update_discrimination", "the difference of the two"),
    ("confidence_mae", "distance from the expected confidence (lower is better)"),
    ("attribution_f1", "right authors (C6)"),
    ("corroboration_gain", "confidence gained by a new author over a repeat"),
    ("event_honesty", "log agrees with the store"),
    ("redundancy", "facts that repeat others (lower is better)"),
    ("grouping_bcubed_f1", "claims grouped as they should be (C4)"),
    ("unsupported_rate", "facts that no document entails (lower is better)"),
    ("fact_count_last", "facts in the last store"),
    ("store_ratio", "words kept per word read"),
    ("ext.extrinsic_strict", "E strict: answers wholly right"),
    ("ext.extrinsic", "E: graded answers"),
)
SAYS = """\
# The reference memory without a language model

Written by `python scripts/reference_results.py` on {date} with memassay {version}: the {trajectories} trajectories
({documents} documents) of `feb30` (sha256 {sha256}), judge `lexical`, answerer `extractive`, embedder `minilm-int8`.
No language model took part, neither in the memory nor in judging.

## What the figures can say, and what they cannot

- They compare six ways of keeping the same sentences, judged by the same judge in the same run: differences between
  columns are differences between memories, as far as the judge sees them.
- They are not what the paper measured. Its system extracts, classifies and writes with a language model; ours cuts
  sentences, compares words and figures, and asks a small entailment model. Nothing here stands beside a published
  figure.
- The judge `lexical` agrees with the labels of held-out pairs in {agreement:.0%} of cases (three-way, {judged} pairs;
  docs/design/judge.md). It gives PARTIAL and YES for nearness of words, which favours stores that keep whole documents
  or every sentence, and it cannot see much of what paraphrase hides. The column of `oracle` shows what it takes from a
  perfect store. A date that was grounded ("yesterday (2025-03-10)") and a heading put before its bullet
  are in no one sentence of the document, and so count against `unsupported_rate`.
- The rules were made on {dev} pairs of sentences written for the purpose, by reading what they did to the documents of
  the first {seen} trajectories, once by looking at which of their claims `rag` held and the others did not, and on
  reported failures of other memories. The other {unseen} trajectories were written afterwards; no rule was
  made on them, though the rule on who speaks was tried on them once it stood: the first table is of these. Behind ±
  stands half of the 95% t interval over trajectories, stratified by category.

## Six memories, two bounds: the {unseen} trajectories that no rule was made on

{table}

`-`: no value (not observable, or undefined on every trajectory). `by design`: the system declares that it never
changes a fact, and is not asked for actions. Sizes of samples stand in the report of the run.

{observed}

## The same on the first {seen}, which were looked at

{seen_table}

## What was done

{did}

## Documents that arrive late

{late_count} pairs, written by somebody who had not seen the code ({kinds}). The document with the later
timestamp is taken in first, the older one second. Right is, under either guard: what the newer one says stands;
nothing outdated comes back; late detail is held; a repeat makes no second fact. (At the first look, detail was to be
kept out under `downgrade`; the present expectation is the same for both.) `downgrade`, the paper's rule, can only lose
detail that was recognised as such; `enrich` takes it in, and with it an outdated value that is taken for detail.

{orders}

## One sentence against one fact

The whole memory, two documents of one sentence each. The first table is of the {dev} pairs with which the rules were
made (half of them worded so differently that only understanding helps); the second of {held} pairs by another hand.

`action_pairs.jsonl`: {dev_share:.3f} right

{dev_table}

`action_pairs_test.jsonl`: {held_share:.3f} right

{held_table}

What fails is mostly one thing: a sentence in wholly other words is taken for a new fact (`create`). That leaves an old
value standing beside the new one, which `stale_rate` and `change_handled` show. The costlier error, replacing what
should have stayed, happened on {dev_lost} of the {dev} pairs and on {held_lost} of the {held}.
"""

READ = """\
What the log says was done, over all documents, and what that means for the table: these documents hardly ever say a
thing twice in like words, so a classifier that compares words makes new facts of nearly all of them. The first four
columns are therefore nearly the same store, and the few claims by which they differ are as much the judge's doing as
theirs. `rag` and `full-context` hold runs of sentences, from which the judge gathers what no single sentence says."""


async def run(folder: Path) -> RunView:
    """All systems over the whole corpus."""
    outcome = await evaluate(RunSpec(memories=(*MEMORIES, *BOUNDS)), log_dir=folder)
    if outcome.failed:
        raise SystemExit(f"failed: {outcome.failed}")
    return RunView.open(outcome.folder)


def table(view: RunView, only: Sequence[str]) -> str:
    """One row a metric, one column a system, over some trajectories."""
    names = (*MEMORIES, *BOUNDS)
    lines = ["| | " + " | ".join(f"`{name}`" for name in names) + " |", "|---|" + "---:|" * len(names)]
    for metric, meaning in SHOWN:
        cells = [_cell(aggregate(view, name, metric, only), metric) for name in names]
        lines.append(f"| `{metric}`: {meaning} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(found: Aggregate, metric: str) -> str:
    if found.mean is None:
        return "by design" if found.status == "by design" else "-"
    digits = 1 if metric == "fact_count_last" else 3
    half = "" if found.half is None else f" ±{found.half:.{digits}f}"
    return f"{found.mean:.{digits}f}{half}"


def observed(view: RunView) -> str:
    """Which metrics have no value for `reference`, and why."""
    unseen = [metric for metric in metrics(view) if aggregate(view, "reference", metric).status == "not observable"]
    if not unseen:
        return (
            "For `reference`, no metric is `n/o`: it offers observations, operations, histories, confidence, authors\n"
            "and disputes."
        )
    return "For `reference` these are `n/o`: " + ", ".join(f"`{metric}`" for metric in unseen) + "."


def did(view: RunView) -> str:
    """How often each configuration did what, and what that says of the table."""
    lines = [
        READ,
        "",
        "| | " + " | ".join(pairs.ACTIONS) + " | delete |",
        "|---|" + "---:|" * (len(pairs.ACTIONS) + 1),
    ]
    for name in MEMORIES[:3]:
        units = [unit for unit in view.units if unit.system == name]
        kinds = Counter(row["kind"] for unit in units for row in view.journal.rows(t.operations, unit))
        lines.append(f"| `{name}` | " + " | ".join(str(kinds[kind]) for kind in (*pairs.ACTIONS, "delete")) + " |")
    return "\n".join(lines)


async def page() -> str:
    """The whole page."""
    late, dev, held = map(pairs.read, ("out_of_order.jsonl", "action_pairs.jsonl", "action_pairs_test.jsonl"))
    done = {"dev": await pairs.actions("reference", dev), "held": await pairs.actions("reference", held)}
    corpus = corpora.load("feb30")
    seen = {pair.trajectory for pair in read_pairs(built_in("feb30"), split="calibration")}
    unseen = [name for name in corpus.streams if name not in seen]
    with tempfile.TemporaryDirectory() as folder:
        view = await run(Path(folder))
        judge = view.header["judges"][0]
        text = SAYS.format(
            date=datetime.now(UTC).date(),
            version=memassay.__version__,
            trajectories=len({unit.group for unit in view.units}),
            documents=len(corpus.documents),
            agreement=judge["agreement"],
            judged=judge["pairs"],
            dev=len(dev),
            held=len(held),
            table=table(view, unseen),
            seen_table=table(view, sorted(seen)),
            seen=len(seen),
            unseen=len(unseen),
            sha256=corpus.sha256[:12],
            observed=observed(view),
            did=did(view),
            late_count=len(late),
            kinds=_kinds(late),
            orders=pairs.orders_lines(await pairs.orders("reference", late), late),
            dev_share=pairs.share_right(done["dev"]),
            dev_table=pairs.actions_table(done["dev"]),
            dev_lost=_lost(done["dev"]),
            held_lost=_lost(done["held"]),
            held_share=pairs.share_right(done["held"]),
            held_table=pairs.actions_table(done["held"]),
        )
        view.close()
    return text


def _lost(found: Mapping[tuple[str, str], int]) -> int:
    return sum(count for (should, did), count in found.items() if did == "supersede" != should)


def _kinds(late: Sequence[Mapping[str, str]]) -> str:
    counted = {kind: sum(pair["kind"] == kind for pair in late) for kind in ("outdated", "detail", "repeat")}
    return ", ".join(f"{count} {kind}" for kind, count in counted.items())


def main() -> int:
    """Write."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(anyio.run(page), encoding="utf-8")
    print(f"wrote {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
