"""`memassay list`: what there is to name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from memassay.cli.endings import Ending
from memassay.cli.options import OneOf, as_json, log_dir
from memassay.cli.output import say, show, show_json

Rows = list[dict[str, Any]]


@click.command("list", short_help="List memories, judges, corpora, metrics, runs.")
@click.argument("kind", required=False, default=None, type=OneOf(()), metavar="[KIND]")
@log_dir
@as_json
def command(*, kind: str | None, log_dir: Path, json: bool) -> Ending:
    """List memories, judges, answerers, embedders, corpora, metrics or runs; without KIND all but metrics and runs."""
    kinds = [kind] if kind else [name for name in LISTS if name not in ("metrics", "runs")]
    found = {name: LISTS[name](log_dir) for name in kinds}
    if json:
        show_json(found)
        return Ending.FINE
    _show(found)
    if not kind:
        say("there is more: memassay list metrics, memassay list runs")
    return Ending.FINE


def _show(found: dict[str, Rows]) -> None:
    from memassay.reports import Column, Heading, Items, Table, Text  # noqa: PLC0415 - loaded when the command runs

    blocks: list[Any] = []
    for name, rows in found.items():
        blocks.append(Heading(name))
        if not rows:
            blocks.append(Text("none"))
            continue
        if name == "runs":
            lines = tuple(
                f"{row['run']}: {row['done']} units done, {row['systems']} on {row['corpus']}" for row in rows
            )
            blocks.append(Items(lines))
            continue
        keys = list(rows[0])
        columns = tuple(Column(key, right=False, wraps=key == "summary") for key in keys)
        blocks.append(Table(columns, tuple(tuple(str(row[key]) for key in keys) for row in rows)))
    show(blocks)


def _memories(_: Path) -> Rows:
    from memassay.memories import MEMORIES  # noqa: PLC0415 - loaded when the list is asked for

    found = [MEMORIES.load(name) for name in MEMORIES.names()]
    order = ("system", "baseline", "control")
    rows = [{"name": one.name, "kind": one.kind, "summary": one.summary} for one in found]
    return sorted(rows, key=lambda row: (order.index(row["kind"]), row["name"]))


def _judges(_: Path) -> Rows:
    from memassay.judges import JUDGES  # noqa: PLC0415 - as above

    return [{"name": name, "summary": JUDGES.load(name).summary} for name in JUDGES.names()]


def _answerers(_: Path) -> Rows:
    from memassay.models import ANSWERERS  # noqa: PLC0415 - as above

    return [{"name": name, "summary": ANSWERERS.load(name).summary} for name in ANSWERERS.names()]


def _embedders(_: Path) -> Rows:
    from memassay.models import EMBEDDERS  # noqa: PLC0415 - as above

    return [{"name": name} for name in EMBEDDERS.names()]


def _corpora(_: Path) -> Rows:
    from memassay import corpora  # noqa: PLC0415 - as above

    found = [corpora.load(name) for name in corpora.names()]
    return [
        {
            "name": one.id,
            "version": one.card.version if one.card else "",
            "trajectories": len(one.trajectories),
            "summary": one.card.name if one.card else "",
        }
        for one in found
    ]


def _metrics(_: Path) -> Rows:
    from memassay.metrics.catalogue import catalogue  # noqa: PLC0415 - as above

    return [{"name": one.name, "better": one.better, "summary": one.summary} for one in catalogue().values()]


def _runs(log_dir: Path) -> Rows:
    from memassay.errors import UserError  # noqa: PLC0415 - as above
    from memassay.reports import RunView  # noqa: PLC0415 - as above

    rows: Rows = []
    for path in sorted(log_dir.glob("*/run.db")):
        try:
            view = RunView.open(path.parent)
        except UserError as error:
            say(str(error))
            continue
        done = len(view.units) - len(view.unfinished)
        rows.append(
            {
                "run": str(path.parent),
                "corpus": view.header["corpus"]["id"],
                "done": f"{done} of {len(view.units)}",
                "systems": ", ".join(view.systems),
            }
        )
        view.close()
    return rows


LISTS: dict[str, Callable[[Path], Rows]] = {
    "memories": _memories,
    "judges": _judges,
    "answerers": _answerers,
    "embedders": _embedders,
    "corpora": _corpora,
    "metrics": _metrics,
    "runs": _runs,
}
"""What can be listed, in order."""
command.params[0].type = OneOf(tuple(LISTS))
