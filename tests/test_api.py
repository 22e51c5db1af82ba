"""The public door: what it names is there, and opening it costs nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import memassay


def test_every_public_name_is_there() -> None:
    assert [name for name in memassay.__all__ if not hasattr(memassay, name)] == []


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = (
        "import memassay, sys; print(sorted({'numpy', 'scipy', 'pydantic', 'sqlalchemy', 'anyio'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


def test_a_run_is_made_and_opened_again(tmp_path: Path) -> None:
    spec = memassay.RunSpec(memories=("oracle", "null"), judges=("exact",), items=("c5-linear",))
    run = memassay.evaluate(spec, log_dir=tmp_path)
    assert memassay.aggregate(run, "oracle", "fact_accuracy_strict").mean == 1.0
    assert memassay.aggregate(run, "null", "fact_accuracy_strict").mean == 0.0
    again = memassay.load_run(run.folder)
    assert again.systems == run.systems == ("oracle", "null")
    run.close()
    again.close()
