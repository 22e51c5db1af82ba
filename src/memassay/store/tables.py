"""The tables of a run, in long form; the same schema at a PostgreSQL URL is a shared results database.

Every row belongs to a unit (system, group of trajectories, epoch).  Columns named in `CLOCKS` hold what the clock
said; two runs are equal when all other columns are.
"""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, Integer, MetaData, String, Table, Text

metadata = MetaData()

CLOCKS = frozenset({"started", "finished", "ingest_seconds", "settle_seconds", "snapshot_seconds", "seconds"})
STAGES = ("planned", "remembered", "answered", "judged", "scored")
"""What is true of a unit, in order: a stage is set in the transaction that completes it."""

header = Table(
    "header",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", JSON, nullable=False),
)
trajectories = Table(
    "trajectories",
    metadata,
    Column("trajectory", String, primary_key=True),
    Column("content", JSON, nullable=False),
)
units = Table(
    "units",
    metadata,
    Column("unit", String, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("system", String, nullable=False),
    Column("group", String, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("stage", String, nullable=False),
    Column("capabilities", JSON),
    Column("started", Float),
    Column("finished", Float),
)


def _unit_table(name: str, *columns: Column[object]) -> Table:
    return Table(name, metadata, Column("unit", String, primary_key=True), *columns)


def _key(name: str, kind: type[String | Integer | Text]) -> Column[object]:
    return Column(name, kind, primary_key=True, autoincrement=False)


documents = _unit_table(
    "documents",
    _key("position", Integer),
    Column("trajectory", String, nullable=False),
    Column("state", Integer),
    Column("content", JSON, nullable=False),
    Column("words", Integer, nullable=False),
    Column("ingest_seconds", Float),
    Column("settle_seconds", Float),
    Column("snapshot_seconds", Float),
)
snapshots = _unit_table("snapshots", _key("position", Integer), Column("facts", Integer), Column("count", Integer))
facts = _unit_table(
    "facts",
    _key("position", Integer),
    _key("rank", Integer),
    Column("fact", String, nullable=False),
    Column("statement", Text, nullable=False),
    Column("confidence", Float),
    Column("disputed", Integer, nullable=False),
    Column("more", JSON, nullable=False),
)
observations = _unit_table(
    "observations",
    _key("position", Integer),
    _key("rank", Integer),
    Column("observation", String, nullable=False),
    Column("statement", Text, nullable=False),
    Column("more", JSON, nullable=False),
)
operations = _unit_table(
    "operations",
    _key("position", Integer),
    _key("rank", Integer),
    Column("kind", String, nullable=False),
    Column("fact", String, nullable=False),
    Column("document", String, nullable=False),
)
revisions = _unit_table(
    "revisions",
    _key("fact", String),
    _key("rank", Integer),
    Column("statement", Text, nullable=False),
    Column("confidence", Float),
    Column("change", String, nullable=False),
    Column("trigger", String, nullable=False),
    Column("time", String),
)
retrievals = _unit_table(
    "retrievals",
    _key("trajectory", String),
    _key("question", Integer),
    Column("facts", JSON, nullable=False),
    Column("store_size", Integer, nullable=False),
    Column("seconds", Float),
)
answers = _unit_table(
    "answers",
    _key("trajectory", String),
    _key("question", Integer),
    Column("by", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("facts", JSON, nullable=False),
    Column("words", Integer, nullable=False),
    Column("seconds", Float),
)
verdicts = _unit_table(
    "verdicts",
    _key("judge", String),
    _key("kind", String),
    _key("position", Integer),
    _key("subject", Text),
    _key("target", Text),
    Column("score", Float),
    Column("fact", String),
    Column("invalid", Boolean, nullable=False),
)
scores = _unit_table(
    "scores",
    _key("trajectory", String),
    _key("metric", String),
    Column("value", Float),
    Column("n", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("note", Text, nullable=False),
)
problems = _unit_table("problems", _key("stage", String), Column("message", Text, nullable=False))

OF_MEMORY = (documents, snapshots, facts, observations, operations, revisions, retrievals, answers, problems)
"""What a unit's memory stage writes; cleared when an unfinished one starts again."""
