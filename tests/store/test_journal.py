"""The journal: what is written in one transaction is true at once, and reads back as it was."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from memassay.errors import UserError
from memassay.store import Journal, UnitKey, VerdictKey, metadata
from memassay.store import tables as t
from memassay.store.journal import Taken
from memassay.store.records import document_from, fact_from, fact_of, observation_of, plain
from memassay.types import (
    Answer,
    Capabilities,
    Document,
    Fact,
    Observation,
    Operation,
    Retrieval,
    Revision,
    Score,
    Snapshot,
    Step,
    Verdict,
)

WHEN = datetime(2025, 3, 4, tzinfo=UTC)
UNIT = UnitKey("mine:a=1", "t1", 0)
FULL = Fact(
    id="f1",
    statement="It is so.",
    confidence=0.0,
    authors=("Ann",),
    support=("o1", "o2"),
    created=WHEN,
    updated=WHEN,
    valid_from=WHEN,
    valid_to=WHEN,
    retired=True,
    disputed=2,
    supersedes=("f0",),
    stated=(("it is so", 1.0),),
)
DOCUMENT = Document("d1", WHEN, "Ann", "engineer", "email", "It is so. Really.")
OBSERVATION = Observation("o1", "It is so.", "d1", "Ann", WHEN, (("it is so", 1.0),))
TAKEN = Taken(
    "t1",
    Step(0, DOCUMENT, 0),
    Snapshot((FULL, Fact("f2", "Bare.")), 2),
    (OBSERVATION,),
    (Operation("create", "f1", "d1"),),
    0.1,
    0.2,
    0.3,
)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = Journal.at(tmp_path / "run")
    journal.begin({"digest": "x"}, {"t1": {"id": "t1"}}, [UNIT, UnitKey("other", "t1", 0)])
    return journal


def test_facts_documents_and_observations_survive_the_store_whole(journal: Journal) -> None:
    journal.restart(UNIT, Capabilities())
    journal.took_in(UNIT, TAKEN)
    assert [fact_of(row) for row in journal.rows(t.facts, UNIT)] == [FULL, Fact("f2", "Bare.")]
    assert [observation_of(row) for row in journal.rows(t.observations, UNIT)] == [OBSERVATION]
    assert document_from(journal.rows(t.documents, UNIT)[0]["content"]) == DOCUMENT
    assert journal.rows(t.documents, UNIT)[0]["words"] == 4
    assert fact_from(plain(FULL)) == FULL


def test_a_confidence_of_zero_is_not_a_missing_one() -> None:
    assert plain(Fact("f", "s", confidence=0.0))["confidence"] == 0.0
    assert "confidence" not in plain(Fact("f", "s"))


def test_restarting_a_unit_clears_its_memory_stage_and_no_other_unit(journal: Journal) -> None:
    other = UnitKey("other", "t1", 0)
    for unit in (UNIT, other):
        journal.restart(unit, Capabilities())
        journal.took_in(unit, TAKEN)
        journal.retrieved(unit, ("t1", 0), Retrieval((FULL,)), store_size=2, seconds=0.1)
        journal.answered(unit, ("t1", 0), Answer("So.", (FULL,)), by="x", words=3, seconds=0.1)
        journal.failed(unit, "remembered", "it broke")
    journal.restart(UNIT, Capabilities())
    for table in t.OF_MEMORY:
        assert journal.rows(table, UNIT) == []
    assert journal.rows(t.documents, other)
    assert journal.rows(t.answers, other)


def test_units_keep_the_order_of_the_plan_and_their_stage(journal: Journal) -> None:
    journal.advance(UNIT, "judged")
    assert [stage for _, stage in journal.units()] == ["judged", "planned"]
    assert journal.units()[0][0] == UNIT
    assert journal.stage(UNIT) == "judged"


def test_a_failed_transaction_leaves_nothing_behind(journal: Journal) -> None:
    journal.restart(UNIT, Capabilities())
    twice = Taken("t1", TAKEN.step, TAKEN.snapshot, (), ())
    journal.took_in(UNIT, twice)
    with pytest.raises(sa.exc.IntegrityError):
        journal.took_in(UNIT, TAKEN)
    assert journal.rows(t.observations, UNIT) == []


def test_verdicts_read_back_with_their_judge_and_an_invalid_one_stays_invalid(journal: Journal) -> None:
    yes, bad = VerdictKey("claim", 0, "A"), VerdictKey("claim", 0, "B")
    journal.judged(UNIT, {yes: Verdict(1.0, "f1", "j"), bad: Verdict(None, None, "j")})
    assert journal.verdicts(UNIT) == {("j", yes): Verdict(1.0, "f1", "j"), ("j", bad): Verdict(None, None, "j")}


def test_scores_replace_older_ones_and_a_scored_unit_has_no_problem_left(journal: Journal) -> None:
    journal.failed(UNIT, "judged", "it broke")
    journal.scored(UNIT, "t1", [Score("m", 0.5, 2), Score("old", 1.0, 1)])
    journal.scored(UNIT, "t1", [Score("m", None, 0, "not observable", "no log")])
    assert [(row["metric"], row["value"], row["status"]) for row in journal.rows(t.scores)] == [
        ("m", None, "not observable")
    ]
    assert journal.rows(t.problems) == []
    assert journal.stage(UNIT) == "scored"


def test_revisions_are_numbered_by_fact(journal: Journal) -> None:
    history = [
        Revision("f1", "a", 0.5, "create", "d1", WHEN),
        Revision("f1", "b", 0.6, "update"),
        Revision("f2", "c", None, "create"),
    ]
    journal.remembered(UNIT, history)
    assert [(r["fact"], r["rank"], r["statement"]) for r in journal.rows(t.revisions)] == [
        ("f1", 0, "a"),
        ("f1", 1, "b"),
        ("f2", 0, "c"),
    ]


def test_a_run_directory_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="cannot write the run directory"):
        Journal.at(blocker / "run")


def test_sqlite_runs_in_wal_mode(journal: Journal) -> None:
    with journal.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_the_schema_compiles_for_postgresql() -> None:
    from sqlalchemy.dialects import postgresql

    statements = [
        str(sa.schema.CreateTable(table).compile(dialect=postgresql.dialect())) for table in metadata.sorted_tables
    ]
    assert len(statements) == len(metadata.tables)
