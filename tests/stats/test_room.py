"""The door of the room, and its walls."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from memassay import stats

FOLDER = Path(stats.__file__).parent


def test_the_door_names_every_public_thing_once_and_loads_it():
    listed = [name for names in stats._FILES.values() for name in names]
    assert sorted(listed) == sorted(stats.__all__)
    assert all(getattr(stats, name) is not None for name in stats.__all__)


def test_the_door_refuses_an_unknown_name():
    with pytest.raises(AttributeError, match="no attribute 'p_hacking'"):
        _ = stats.p_hacking


def test_the_room_imports_nothing_of_memassay_but_errors_and_itself():
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("memassay"):
                assert node.module == "memassay.errors" or str(node.module).startswith("memassay.stats"), file.name


def test_entering_the_room_loads_no_heavy_library():
    told = "import sys, memassay.stats; print({'numpy', 'scipy', 'sklearn'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"
