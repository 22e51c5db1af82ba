"""The hand-made run, whole and broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memassay.reports import RunView

from . import made


@pytest.fixture(scope="session")
def whole_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.make(tmp_path_factory.mktemp("whole") / "made", broken=False)


@pytest.fixture(scope="session")
def broken_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.make(tmp_path_factory.mktemp("broken") / "made")


@pytest.fixture
def whole(whole_folder: Path) -> Iterator[RunView]:
    view = RunView.open(whole_folder)
    yield view
    view.close()


@pytest.fixture
def broken(broken_folder: Path) -> Iterator[RunView]:
    view = RunView.open(broken_folder)
    yield view
    view.close()


@pytest.fixture
def broken_in_place(broken: RunView, monkeypatch: pytest.MonkeyPatch) -> RunView:
    """The broken run under a path whose length does not depend on the machine."""
    monkeypatch.setattr(broken, "folder", Path("runs/made"))
    return broken
