"""A run that is killed goes on where it stopped, and ends as if nothing had happened."""

from __future__ import annotations

import os
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
from memassay.store import CLOCKS, metadata

SPEC = RunSpec(memories=("oracle", "reference-simple"), judges=("lexical",), items=("c1-packaging-terms", "c5-linear"))
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
    """An uninterrupted run, and how many seconds it took."""
    log_dir = tmp_path_factory.mktemp("whole")
    started = time.monotonic()
    process = start(log_dir)
    process.communicate()
    assert process.returncode == 0
    return log_dir / SPEC.folder, time.monotonic() - started


def test_rows_after_kill_9_at_ten_random_moments_equal_an_uninterrupted_runs(
    whole: tuple[Path, float], tmp_path: Path
) -> None:
    """Moments are drawn from the whole length of a run; those that find it finished kill nothing and do no harm."""
    folder, seconds = whole
    chance = random.Random(20)
    killed = 0
    for _ in range(10):
        process = start(tmp_path)
        time.sleep(chance.uniform(0.0, 0.6) * seconds)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            killed += 1
        process.communicate()
    process = start(tmp_path)
    process.communicate()
    assert process.returncode == 0
    assert killed >= 3
    assert rows_of(tmp_path / SPEC.folder) == rows_of(folder)


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
    stamps = {row["unit"]: row["started"] for row in journal.rows(metadata.tables["units"])}
    journal.close()
    again = await evaluate(short, log_dir=tmp_path)
    assert again.computed == 1
    journal = open_existing(outcome.folder)
    assert {row["unit"]: row["started"] for row in journal.rows(metadata.tables["units"])} == stamps
    journal.close()
