"""`memassay corpus check`: is a corpus sound."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memassay.cli.endings import Ending
from memassay.cli.options import as_json
from memassay.cli.output import say, show, show_json

if TYPE_CHECKING:
    from memassay.corpora import Corpus, Finding


@click.group("corpus", short_help="Check a corpus.", no_args_is_help=False)
def command() -> None:
    """Work on corpora."""


@command.command("check")
@click.argument("corpus", metavar="NAME|DIR")
@click.option("--write-card", is_flag=True, help="Write counts and hash into the folder's card.yaml first.")
@click.option("--judge", metavar="NAME", help="Also ask this judge whether a document gives away a later claim.")
@as_json
def check(corpus: str, *, write_card: bool, judge: str | None, json: bool) -> Ending:
    """Check a built-in corpus or one of your own: files, rules of a sound trajectory, the card's counts.

    Errors fail the check (exit 1), warnings do not.
    """
    from memassay import corpora  # noqa: PLC0415 - loaded when the command runs
    from memassay.cli.judge import build  # noqa: PLC0415 - as above
    from memassay.runs.leakage import inferable  # noqa: PLC0415 - as above

    if write_card:
        card = corpora.refresh(_folder(corpus))
        say(f"card of {card.name} {card.version} written")
    loaded = corpora.load(corpus)
    findings = corpora.check(loaded, entails=inferable(build(judge)) if judge else None)
    errors = sum(finding.severity == "error" for finding in findings)
    if json:
        show_json(_document(loaded, findings, errors))
    else:
        _show(loaded, findings, errors)
    return Ending.CHECK_FAILED if errors else Ending.FINE


def _folder(corpus: str) -> Path:
    from memassay.corpora.loading import BUILT_IN  # noqa: PLC0415 - loaded when the command runs

    return BUILT_IN.get(corpus, Path(corpus))


def _document(loaded: Corpus, findings: list[Finding], errors: int) -> dict[str, Any]:
    from memassay import corpora  # noqa: PLC0415 - loaded when the command runs

    return {
        "corpus": loaded.id,
        "name": loaded.card.name if loaded.card else None,
        "version": loaded.card.version if loaded.card else None,
        "sha256": loaded.sha256,
        "counts": corpora.counts(loaded).model_dump(),
        "errors": errors,
        "warnings": len(findings) - errors,
        "findings": [asdict(finding) for finding in findings],
    }


def _show(loaded: Corpus, findings: list[Finding], errors: int) -> None:
    from memassay import corpora  # noqa: PLC0415 - loaded when the command runs
    from memassay.reports import Entries, Heading, Text  # noqa: PLC0415 - as above
    from memassay.reports.wording import counted  # noqa: PLC0415 - as above

    counts = corpora.counts(loaded)
    named = f"{loaded.card.name}, version {loaded.card.version}" if loaded.card else f"{loaded.id} (no card)"
    rows = (
        ("trajectories", f"{counts.trajectories} ({_mix(counts.by_category)}; {_mix(counts.by_difficulty)})"),
        ("documents", f"{counts.documents}, {counts.noise_documents} of them noise"),
        ("states", str(counts.states)),
        ("claims", str(counts.claims)),
        ("questions", str(counts.questions)),
        ("sha256", loaded.sha256),
    )
    result = f"{counted(errors, 'error')}, {counted(len(findings) - errors, 'warning')}"
    for finding in findings:
        click.echo(str(finding))
    show([Heading(named), Entries(rows), Text(f"{result}.", "warning" if errors else "plain")])


def _mix(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items())
