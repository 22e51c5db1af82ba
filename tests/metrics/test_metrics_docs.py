"""docs/metrics.md says what the catalogue says."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from memassay.metrics.catalogue import catalogue, details

ROOT = Path(__file__).parents[2]
SECTION = re.compile(r"^## (\d+[a-z]?)\. ", re.MULTILINE)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("metrics_docs", ROOT / "scripts" / "metrics_docs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_the_one_the_script_writes(script: ModuleType) -> None:
    assert script.PAGE.read_text(encoding="utf-8") == script.page()


def test_every_metric_and_detail_has_its_row(script: ModuleType) -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", script.page(), re.MULTILINE)
    assert rows == [*catalogue(), *details()]


def test_every_metric_is_defined_in_a_section_that_exists() -> None:
    method = (ROOT / "docs" / "design" / "method.md").read_text(encoding="utf-8")
    assert {item.section for item in [*catalogue().values(), *details().values()]} <= set(SECTION.findall(method))


def test_names_that_method_md_gives_in_its_tables_are_in_the_catalogue() -> None:
    method = (ROOT / "docs" / "design" / "method.md").read_text(encoding="utf-8")
    beyond = method.split("Beyond the paper")[1].split("Store shares")[0]
    named = {name for cell in re.findall(r"^\| ([a-z_0-9, ]+) \|", beyond, re.MULTILINE) for name in cell.split(", ")}
    assert len(named) > 12
    assert named - {"metric"} <= set(catalogue())


def test_no_summary_leans_on_its_neighbour() -> None:
    summaries = [item.summary for item in catalogue().values()]
    assert len(set(summaries)) == len(summaries)
    assert not [text for text in summaries if text.startswith(("the same", "that ", "both "))]


def test_check_tells_a_page_that_is_out_of_date(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "PAGE", tmp_path / "metrics.md")
    assert script.main(["--check"]) == 1
    assert "is out of date" in capsys.readouterr().err
    assert script.main([]) == 0
    assert script.main(["--check"]) == 0
    assert script.PAGE.read_text(encoding="utf-8") == script.page()
