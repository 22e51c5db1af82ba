"""`memassay corpus`: is a corpus sound; build its documents on host texts."""

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
    from memassay.reports import Block

_NONE = "none: trajectories alone can be checked, but not run"
_AIM = ("design", "wanted", "found", "met")
"""The columns in which the aims of a design are shown."""


@click.group("corpus", short_help="Check or build a corpus.", no_args_is_help=False)
def command() -> None:
    """Work on corpora."""


@command.command("check")
@click.argument("corpus", metavar="NAME|DIR|FILE")
@click.option("--write-card", is_flag=True, help="Write counts and hash into the folder's card.yaml first.")
@click.option("--judge", metavar="NAME", help="Also ask this judge whether a document gives away a later claim.")
@as_json
def check(corpus: str, *, write_card: bool, judge: str | None, json: bool) -> Ending:
    """Check a built-in corpus or one of your own: files, rules of a sound trajectory, the card's counts.

    FILE is one trajectory, or DIR holds nothing but such files: these are checked without documents.

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


@command.command("build")
@click.argument("corpus", metavar="[NAME|DIR]", required=False)
@click.option("--hosts", type=click.Path(path_type=Path), help="Folder of other host texts (.txt).")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the corpus on other hosts.")
@click.option("--seed", type=int, default=0, show_default=True, help="Which host a passage gets, and where.")
def build_documents(corpus: str | None, *, hosts: Path | None, out: Path | None, seed: int) -> Ending:
    """Put the passages of a corpus into host texts, which make them hard to find (L3).

    With --hosts, texts of yours, such as meeting transcripts or old mail: this writes a new corpus into the current
    folder, from feb30 or the one that is named. Without, the own hosts of a corpus of yours, after an edit of a host or
    passage: this writes its documents anew.
    """
    from memassay import corpora, forge  # noqa: PLC0415 - loaded when the command runs

    if out and not hosts:
        raise click.UsageError("--out goes with --hosts; without, the corpus's own documents are written anew")
    if not hosts and (corpus is None or corpus in corpora.names()):
        raise click.UsageError("give --hosts, or the folder of a corpus of yours whose documents to write anew")
    folder = _folder(corpus or "feb30")
    target = (out or Path(f"{folder.resolve().name}-on-{hosts.resolve().name}")) if hosts else None
    built = forge.build(folder, hosts=hosts, out=target, seed=seed)
    changed = "" if hosts else f", {built.changed} of them changed"
    say(f"{built.documents} documents built on {built.hosts} host texts in {built.folder}{changed}")
    if hosts:
        say(f"look at it with `memassay corpus check {built.folder}`")
    return Ending.FINE


def _folder(corpus: str) -> Path:
    """Where a corpus lies.  Raises what loading raises where there is none."""
    from memassay import corpora  # noqa: PLC0415 - loaded when the command runs
    from memassay.corpora.loading import BUILT_IN  # noqa: PLC0415 - as above

    folder = BUILT_IN.get(corpus, Path(corpus))
    if folder.is_file():
        raise click.UsageError(f"{corpus} is a file; this needs the folder of a corpus")
    if not folder.is_dir():
        corpora.load(corpus)
    return folder


def _document(loaded: Corpus, findings: list[Finding], errors: int) -> dict[str, Any]:
    from memassay import corpora  # noqa: PLC0415 - loaded when the command runs

    return {
        "corpus": loaded.id,
        "name": loaded.card.name if loaded.card else None,
        "version": loaded.card.version if loaded.card else None,
        "sha256": loaded.sha256,
        "counts": corpora.counts(loaded).model_dump(),
        "design": [asdict(aim) for aim in corpora.aims(loaded)],
        "errors": errors,
        "warnings": len(findings) - errors,
        "findings": [asdict(finding) for finding in findings],
        "silenced": [asdict(one) for one in corpora.silenced(loaded)],
    }


def _show(loaded: Corpus, findings: list[Finding], errors: int) -> None:
    from memassay import corpora  # noqa: PLC0415 - loaded when the command runs
    from memassay.reports import Column, Entries, Heading, Table, Text  # noqa: PLC0415 - as above
    from memassay.reports.wording import counted  # noqa: PLC0415 - as above

    counts = corpora.counts(loaded)
    named = f"{loaded.card.name}, version {loaded.card.version}" if loaded.card else f"{loaded.id} (no card)"
    rows = (
        ("trajectories", f"{counts.trajectories} ({_mix(counts.by_category)}; {_mix(counts.by_difficulty)})"),
        ("documents", f"{counts.documents}, {counts.noise_documents} of them noise" if counts.documents else _NONE),
        ("states", str(counts.states)),
        ("claims", str(counts.claims)),
        ("questions", str(counts.questions)),
        ("sha256", loaded.sha256),
    )
    silenced = corpora.silenced(loaded)
    result = f"{counted(errors, 'error')}, {counted(len(findings) - errors, 'warning')}, {len(silenced)} silenced"
    for line in (*findings, *silenced):
        click.echo(str(line))
    blocks: list[Block] = [Heading(named), Entries(rows)]
    aims = tuple(corpora.aims(loaded))
    if aims:
        columns = tuple(Column(name, right=False, folds=name in ("wanted", "found")) for name in _AIM)
        lines = ((aim.key.replace("_", " "), aim.wanted, aim.found, "yes" if aim.met else "NO") for aim in aims)
        blocks.append(Table(columns, tuple(lines)))
    show([*blocks, Text(f"{result}.", "warning" if errors else "plain")])


def _mix(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items())
