"""`memassay judge check`: how far a judge agrees with labelled pairs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memassay.cli.endings import Ending
from memassay.cli.options import as_json
from memassay.cli.output import show, show_json
from memassay.errors import UnknownName

if TYPE_CHECKING:
    from memassay.judges.calibration import JudgeReport


@click.group("judge", short_help="Check a judge on labelled pairs.", no_args_is_help=False)
def command() -> None:
    """Work on judges."""


@command.command("check")
@click.option("--judge", metavar="NAME", default="lexical", show_default=True, help="The judge.")
@click.option("--embedder", metavar="NAME", default="minilm-int8", show_default=True, help="Who embeds for it.")
@click.option(
    "--pairs", metavar="NAME|FILE", default="hard", show_default=True, help="Labelled pairs: hard, feb30 or a file."
)
@click.option("--split", metavar="NAME", help="Only pairs of this split.  [default: test of ours, all of a file]")
@as_json
def check(*, judge: str, embedder: str, pairs: str, split: str | None, json: bool) -> Ending:
    """Ask a judge for labelled pairs of fact and claim, and compare."""
    from memassay.judges import calibration  # noqa: PLC0415 - loaded when the command runs

    ours = pairs in calibration.PAIRS
    path = calibration.built_in(pairs) if ours else Path(pairs)
    if not path.exists():
        raise UnknownName("labelled pairs (neither ours nor a file)", pairs, calibration.PAIRS)
    chosen = split or (calibration.HELD_OUT if ours else None)
    asked = build(judge, embedder)
    found = calibration.check(asked, calibration.read_pairs(path, split=chosen))
    if json:
        show_json({**asdict(found), "version": asked.card().version, "pairs": pairs, "split": chosen})
    else:
        _show(found)
    return Ending.FINE


def build(reference: str, embedder: str = "minilm-int8") -> Any:
    """The judge of a reference, with the embedder it needs.  Raises UserError for a wrong name or option."""
    from memassay.judges import JUDGES  # noqa: PLC0415 - loaded when the command runs
    from memassay.models import EMBEDDERS  # noqa: PLC0415 - as above
    from memassay.registry import Ref, call_with_options  # noqa: PLC0415 - as above

    ref = Ref.parse(reference, where="--judge")
    factory = JUDGES.load(ref.name)
    return call_with_options(factory.build, EMBEDDERS.load(embedder)() if factory.needs_embedder else None, ref=ref)


def _show(found: JudgeReport) -> None:
    from memassay.reports import Column, Entries, Heading, Table  # noqa: PLC0415 - loaded when the command runs
    from memassay.reports.wording import figure  # noqa: PLC0415 - as above

    rows = (
        ("pairs", f"{found.n}, {found.not_entailed} of them not entailed"),
        ("right, three-way", figure(found.accuracy, "not observable")),
        ("right, entailed or not", figure(found.entail_accuracy)),
        ("false support", f"{figure(found.false_support)} of the pairs that are not entailed get YES"),
        ("kappa", figure(found.kappa)),
        ("invalid replies", str(found.invalid)),
        ("pairs a second", f"{found.pairs_per_second:.0f}"),
    )
    words = list(next(iter(found.confusion.values()), {}))
    confusion = Table(
        (Column("label", right=False), *(Column(f"said {word}") for word in words)),
        tuple((label, *(str(row[word]) for word in words)) for label, row in found.confusion.items()),
    )
    kinds = Table(
        tuple(Column(name, right=name != "kind") for name in ("kind", "n", "three-way", "entailed", "false support")),
        tuple(
            (
                kind,
                str(row.n),
                figure(row.accuracy, "not observable"),
                figure(row.entail_accuracy),
                figure(row.false_support),
            )
            for kind, row in found.by_kind.items()
        ),
    )
    show(
        [
            Heading(f"Judge {found.judge} on labelled pairs"),
            Entries(rows),
            confusion,
            *([kinds] if found.by_kind else []),
        ]
    )
