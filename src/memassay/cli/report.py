"""`memassay report`: the report of a run, again."""

from __future__ import annotations

from pathlib import Path

import click

from memassay.cli.endings import Ending
from memassay.cli.options import as_json, display
from memassay.cli.output import show, show_json


@click.command("report", short_help="Print the report of a run again.")
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@as_json
@display("rich", "plain")
def command(run: Path, *, json: bool, display: str | None) -> Ending:
    """Print the report of the run in the directory RUN, finished or not."""
    from memassay.reports import RunView, document, report  # noqa: PLC0415 - loaded when the command runs

    view = RunView.open(run)
    try:
        if json:
            show_json(document(view))
        else:
            show(report(view), display)
    finally:
        view.close()
    return Ending.FINE
