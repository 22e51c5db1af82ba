"""`memassay score`: metrics from what was seen and judged, without any model: of a run, or of evidence files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memassay.cli.endings import Ending
from memassay.cli.options import as_json
from memassay.cli.output import say, show, show_json

if TYPE_CHECKING:
    from memassay.types import Score

Scores = Mapping[str, Sequence["Score"]]
DIVERGENCE = "divergence"
"""The key beside the units' ids under which several units' divergence stands."""


@click.command("score", short_help="Compute metrics again, without any model.")
@click.argument("paths", metavar="[RUN]", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--evidence",
    multiple=True,
    metavar="FILE...",
    type=click.Path(path_type=Path),
    help="Score evidence files in place of a run; further files may follow.",
)
@click.option("--metric", multiple=True, metavar="NAME", help="Only this metric; give it again for more.")
@as_json
def command(*, paths: Sequence[Path], evidence: Sequence[Path], metric: Sequence[str], json: bool) -> Ending:
    """Compute every metric again from the rows of the run in the directory RUN, or from evidence files.

    Nothing is asked of any model or judge.  A run's new scores replace its old ones, unless --metric picks some.
    """
    if evidence:
        return _files([*evidence, *paths], metric, as_json=json)
    if len(paths) != 1:
        raise click.UsageError("give one run directory, or --evidence FILE...", click.get_current_context())
    return _run(paths[0], metric, as_json=json)


def _files(paths: Sequence[Path], names: Sequence[str], *, as_json: bool) -> Ending:
    from memassay.metrics import interchange  # noqa: PLC0415 - loaded when the command runs
    from memassay.metrics.catalogue import pick, score  # noqa: PLC0415 - as above
    from memassay.reports.divergence import of_evidence  # noqa: PLC0415 - as above

    chosen = {metric.name for metric in pick(names)} if names else None
    units = interchange.read_all(paths)
    scores = {unit.id: score(unit, names) for unit in units}
    if not as_json:
        return _show(scores)
    found: dict[str, Any] = {}
    for unit in units:
        values = interchange.report(unit)
        found[unit.id] = {name: value for name, value in values.items() if chosen is None or name in chosen}
    paired = of_evidence(units)
    show_json(found if paired is None else {**found, DIVERGENCE: paired})
    return Ending.FINE


def _run(folder: Path, names: Sequence[str], *, as_json: bool) -> Ending:
    from memassay.metrics.catalogue import pick, score  # noqa: PLC0415 - loaded when the command runs
    from memassay.reports import RunView  # noqa: PLC0415 - as above
    from memassay.runs import evidence  # noqa: PLC0415 - as above

    pick(names)
    view = RunView.open(folder)
    try:
        judged = [unit for unit, stage in view.units.items() if stage in ("judged", "scored")]
        if len(judged) < len(view.units):
            say(f"{len(view.units) - len(judged)} of {len(view.units)} units are not judged yet and are left out")
        scores: dict[str, Sequence[Score]] = {}
        for unit in judged:
            found = score(evidence(view.journal, unit, view.judges), names)
            scores[str(unit)] = found
            if not names:
                view.journal.scored(unit, unit.group, found)
    finally:
        view.close()
    if not as_json:
        return _show(scores)
    show_json({unit: {item.metric: item.value for item in found} for unit, found in scores.items()})
    return Ending.FINE


def _show(scores: Scores) -> Ending:
    """One row a metric, one column a unit."""
    from memassay.reports import Column, Table  # noqa: PLC0415 - loaded when there is something to show
    from memassay.reports.wording import figure, stacked  # noqa: PLC0415 - as above

    by_name = {unit: {item.metric: item for item in found} for unit, found in scores.items()}
    names = dict.fromkeys(item.metric for found in scores.values() for item in found)
    columns = (Column("metric", right=False), *(Column(stacked(unit.replace("|", "\n"))) for unit in by_name))
    rows = tuple(
        (name, *(figure(found[name].value, found[name].status) for found in by_name.values())) for name in names
    )
    show([Table(columns, rows, notes=("n/o: cannot be observed; -: undefined, nothing to count.",))])
    return Ending.FINE
