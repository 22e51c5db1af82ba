"""A run that is killed goes on where it stopped, and ends as if nothing had happened."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from memassay.runs import evaluate, open_existing
from memassay.spec import RunSpec
from memassay.store import CLOCKS, STAGES, metadata

SPEC = RunSpec(memories=("oracle", "reference-simple"), judges=("lexical",), items=("c1-packaging-terms", "c5-linear"))
KILLS = 10
TO_THE_END = 120.0
"""Seconds; longer than any run of SPEC."""
PROGRAM = """
import sys, anyio
from pathlib import Path
from memassay.runs import evaluate
from memassay.spec import RunSpec
spec = RunSpec.model_validate_json(sys.argv[1])
print("begun", flush=True)
anyio.run(lambda: evaluate(spec, log_dir=Path(sys.argv[2])))
"""


def rows_of(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table but what the clock said."""
    journal = open_existing(folder)
    kept = {
        table.name: [{k: v for k, v in row.items() if k not in CLOCKS} for row in journal.rows(table)]
        for table in metadata.sorted_tables
    }
    journal.close()
    return kept


def start(log_dir: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, SPEC.model_dump_json(), str(log_dir)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """An uninterrupted run, and how many seconds it took from its first line on."""
    log_dir = tmp_path_factory.mktemp("whole")
    process = start(log_dir)
    started = time.monotonic()
    process.communicate()
    assert process.returncode == 0
    return log_dir / SPEC.folder, time.monotonic() - started


def killed_after(process: subprocess.Popen[str], seconds: float) -> bool:
    """Send SIGKILL at that moment; whether it was what ended the process, or the process had ended well before."""
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode in (0, -signal.SIGKILL)
    return process.returncode == -signal.SIGKILL


def stamps(folder: Path) -> dict[tuple[str, str], float]:
    """(unit, column) to what the clock said of stages that are finished: memory begun, all of the unit done."""
    if not (folder / "run.db").is_file():
        return {}
    journal = open_existing(folder)
    found: dict[tuple[str, str], float] = {}
    for row in journal.rows(metadata.tables["units"]):
        if row["stage"] != STAGES[0]:
            found[row["unit"], "started"] = row["started"]
        if row["stage"] == STAGES[-1]:
            found[row["unit"], "finished"] = row["finished"]
    journal.close()
    return found


def test_rows_after_kill_9_at_ten_random_moments_equal_an_uninterrupted_runs(
    whole: tuple[Path, float], tmp_path: Path
) -> None:
    """Ten kills that did kill, at moments from the whole length of a run.

    A directory whose run ends before its moment is compared and left for a new one; the last is run to its end.
    Each memory stage and each unit that was finished at a kill keeps its times to the end: it was not repeated.
    """
    folder, seconds = whole
    chance, rows = random.Random(20), rows_of(folder)
    kills = tries = witnessed = directory = 0
    kept: dict[tuple[str, str], float] = {}
    ended = False
    while not ended or kills < KILLS:
        tries += 1
        assert tries <= 6 * KILLS, f"only {kills} of {tries} runs were still going at the moment drawn for them"
        log_dir = tmp_path / str(directory)
        moment = chance.uniform(0.0, 1.0) * seconds if kills < KILLS else TO_THE_END
        ended = not killed_after(start(log_dir), moment)
        now = stamps(log_dir / SPEC.folder)
        assert {key: now.get(key) for key in kept} == kept
        kept = now
        if ended:
            assert rows_of(log_dir / SPEC.folder) == rows
            directory, kept = directory + 1, {}
        else:
            kills += 1
            witnessed += len(kept)
    assert kills == KILLS
    assert witnessed > 0


@pytest.mark.anyio
async def test_the_same_command_again_computes_nothing_and_gives_the_same_scores(whole: tuple[Path, float]) -> None:
    folder, _ = whole
    before = rows_of(folder)
    outcome = await evaluate(SPEC, log_dir=folder.parent)
    assert outcome.computed == 0
    assert outcome.units == 4
    assert rows_of(folder) == before


@pytest.mark.anyio
async def test_no_finished_stage_is_repeated(whole: tuple[Path, float], tmp_path: Path) -> None:
    """A finished unit keeps the time it finished at, though the run goes on for others."""
    short = SPEC.model_copy(update={"memories": ("oracle",), "judges": ("exact",)})
    outcome = await evaluate(short, log_dir=tmp_path)
    journal = open_existing(outcome.folder)
    units = [unit for unit, _ in journal.units()]
    journal.advance(units[0], "judged")
    begun = {row["unit"]: row["started"] for row in journal.rows(metadata.tables["units"])}
    journal.close()
    again = await evaluate(short, log_dir=tmp_path)
    assert again.computed == 1
    journal = open_existing(outcome.folder)
    assert {row["unit"]: row["started"] for row in journal.rows(metadata.tables["units"])} == begun
    journal.close()
