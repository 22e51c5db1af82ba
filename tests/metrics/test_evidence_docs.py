"""The example of docs/evidence.md is an evidence file."""

from __future__ import annotations

import re
from pathlib import Path

from memassay.metrics import interchange

PAGE = Path(__file__).parents[2] / "docs" / "evidence.md"


def test_the_example_of_the_page_scores(tmp_path: Path) -> None:
    """One of two claims held, so coverage is 1/2; the supporting fact's 0.8 against 0.9 expected errs by 0.1."""
    file = tmp_path / "unit.json"
    file.write_text(re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0], encoding="utf-8")
    found = interchange.report(interchange.read(file)[0])
    assert found["fact_accuracy"] == 0.5
    assert round(found["confidence_mae"], 9) == 0.1
    assert found["native.action_accuracy"] is None
