"""`memassay run`: drive memory systems through a corpus, judge and score them, print the report."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memassay.cli.endings import Ending
from memassay.cli.options import as_json, display, log_dir
from memassay.cli.output import say, show, show_json

if TYPE_CHECKING:
    from memassay.spec import RunSpec

_NOT_SPEC = ("spec_file", "log_dir", "fresh", "dry_run", "json", "display")
_FIELDS = {"memory": "memories", "judge": "judges", "item": "items"}


@click.command("run", short_help="Run memory systems through a corpus and report.")
@click.argument("spec_file", metavar="[SPEC.yaml]", type=click.Path(path_type=Path), required=False)
@click.option(
    "--memory",
    multiple=True,
    metavar="NAME[:key=value,...]",
    help="A memory system; give it again for more.  [default: oracle, reference, null]",
)
@click.option("--corpus", metavar="NAME|DIR", help="A built-in corpus or a folder.  [default: feb30]")
@click.option("--judge", multiple=True, metavar="NAME", help="A judge; several are a panel.  [default: lexical]")
@click.option("--answerer", metavar="NAME", help="Who answers from what is retrieved.  [default: fits the judge]")
@click.option("--embedder", metavar="NAME", help="Who embeds, where anything needs it.  [default: minilm-int8]")
@click.option("--item", multiple=True, metavar="ID", help="Only this trajectory; give it again for more.")
@click.option("--limit", type=int, help="Only so many trajectories, spread over categories and levels.")
@click.option("--epochs", type=int, help="How often each trajectory is run.  [default: 1]")
@click.option("--seed", type=int, help="Seed of everything drawn.  [default: 0]")
@click.option("--k", type=int, help="How many facts a question retrieves.  [default: 10]")
@click.option("--tau", type=float, help="The gap that counts as divergence.  [default: 0.15]")
@click.option("--timeout", type=float, help="Seconds one call to a memory system may take.  [default: 600]")
@click.option("--name", help="Name of the run.  [default: corpus and systems]")
@click.option(
    "--as-published/--no-as-published",
    default=None,
    help="List the choices the paper states, which of them apply, and those it leaves open.  [default: no]",
)
@log_dir
@click.option("--fresh", is_flag=True, help="Delete an earlier run of the same spec and start again.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing.")
@as_json
@display("rich", "plain", "none")
def command(**options: Any) -> Ending:
    """Run memory systems through a corpus, judge and score what they hold, and print the report.

    SPEC.yaml holds the same settings as the options, which go before it; every run leaves one behind as run.yaml.
    The same command again goes on where an interrupted run stopped, and shows the report of a finished one.
    """
    spec = _spec(options)
    if options["dry_run"]:
        from memassay.cli import dry_run  # noqa: PLC0415 - loaded when it is asked for

        return dry_run.show(spec, options["log_dir"], as_json=options["json"])
    return _run(spec, options)


def _spec(options: dict[str, Any]) -> RunSpec:
    from memassay.spec import load_spec  # noqa: PLC0415 - pydantic is heavy

    given = {key: value for key, value in options.items() if key not in _NOT_SPEC and _given(value)}
    flags = {_FIELDS.get(key, key): value for key, value in given.items()}
    return load_spec(options["spec_file"], flags)


def _given(value: Any) -> bool:
    return value is not None and value != ()


def _run(spec: RunSpec, options: dict[str, Any]) -> Ending:
    import anyio  # noqa: PLC0415 - loaded when the command runs

    from memassay.cli.progress import make  # noqa: PLC0415 - as above
    from memassay.reports import RunView, document, report  # noqa: PLC0415 - as above
    from memassay.runs import evaluate  # noqa: PLC0415 - as above

    with make(options["display"]) as progress:

        async def job() -> Any:
            return await evaluate(spec, log_dir=options["log_dir"], fresh=options["fresh"], progress=progress)

        # What a system prints must not get between the lines of a report, or into JSON.
        with redirect_stdout(sys.stderr):
            outcome = anyio.run(job)
    view = RunView.open(outcome.folder)
    try:
        if options["json"]:
            show_json(document(view))
        else:
            show(report(view), "plain" if options["display"] == "none" else options["display"])
        again = "" if outcome.computed else " (finished before, nothing was done again)"
        say(f"the run lies in {outcome.folder}{again}")
        if outcome.note:
            say(outcome.note)
        return Ending.FINE if view.complete else Ending.INCOMPLETE
    finally:
        view.close()
