"""A run read back."""

from __future__ import annotations

import pytest

from memassay.errors import UserError
from memassay.reports import RunView
from memassay.store import Journal, metadata

from . import made
from .scored import scored_run


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(UserError, match="not a run directory"):
        RunView.open(tmp_path)


def test_a_run_that_was_stopped_before_it_began_is_refused(tmp_path):
    Journal.at(tmp_path / "empty").close()
    with pytest.raises(UserError, match="stopped before it began"):
        RunView.open(tmp_path / "empty")


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "run.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(UserError, match="cannot be read as a run"):
        RunView.open(tmp_path)


def test_the_oracle_and_the_null_system_are_bounds(whole):
    assert [whole.kind(system) for system in whole.systems] == ["system", "baseline", "bound", "bound"]


def test_a_whole_run_is_complete(whole):
    assert whole.complete
    assert whole.failures == ()
    assert whole.unfinished == ()


def test_a_failed_unit_is_told_with_its_message(broken):
    (failure,) = broken.failures
    assert (str(failure.unit), failure.stage) == ("mine|quarry|0", "remembered")
    assert failure.message == "snapshot: no answer within 600 s"
    assert not broken.complete


def test_an_invalid_verdict_is_counted_by_system_and_judge(broken):
    (invalid,) = broken.invalid
    assert (invalid.system, invalid.judge, invalid.invalid) == ("rag", made.JUDGE, 1)
    assert invalid.verdicts > 1


def test_an_unfinished_unit_gives_no_scores(tmp_path):
    view = scored_run(tmp_path, {("a", "t1", 0): None, ("a", "t2", 0): {"fact_accuracy": 1.0}})
    assert [unit.group for unit in view.scores] == ["t2"]


def test_reading_a_run_changes_nothing_in_it(whole_folder):
    before = _rows(whole_folder)
    view = RunView.open(whole_folder)
    for unit in view.units:
        view.reading(unit)
    view.close()
    assert _rows(whole_folder) == before


def _rows(folder):
    journal = Journal.at(folder)
    rows = {table.name: journal.rows(table) for table in metadata.sorted_tables}
    journal.close()
    return rows
