"""`memassay doctor`: is everything here, and does every memory system keep the contract."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memassay.cli.endings import Ending
from memassay.cli.options import as_json, log_dir
from memassay.cli.output import say, show_json

if TYPE_CHECKING:
    from memassay.cli.doctor_checks import Check

_MARKS = {"ok": ("ok  ", "green"), "red": ("FAIL", "red"), "missing": ("MISS", "red"), "skipped": ("--  ", "yellow")}


@click.command("doctor", short_help="Check this installation and every memory.")
@log_dir
@as_json
def command(*, log_dir: Path, json: bool) -> Ending:
    """Look at Python, packages, model files, the judge in use, every memory system, and the folder for runs.

    Exit 1 where something fails, 2 where a prerequisite is missing; each line says what to do.
    """
    from memassay.cli import doctor_checks  # noqa: PLC0415 - loaded when the command runs

    found: list[Check] = []
    for check in doctor_checks.every(log_dir):
        found.append(check)
        if not json:
            mark, colour = _MARKS[check.status]
            click.echo(f"{click.style(mark, fg=colour)} {check.name}: {check.message}")
    ending = _ending(found)
    if json:
        show_json({"checks": [asdict(check) for check in found], "ok": ending is Ending.FINE})
    return ending


def _ending(found: list[Check]) -> Ending:
    missing = sum(check.status == "missing" for check in found)
    red = sum(check.status == "red" for check in found)
    if missing:
        say(f"{missing} of {len(found)} checks lack a prerequisite")
        return Ending.MISSING
    if red:
        say(f"{red} of {len(found)} checks fail")
        return Ending.CHECK_FAILED
    say("everything is in order; try: memassay run")
    return Ending.FINE
