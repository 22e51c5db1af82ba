"""What the store on disk keeps, as rows that can be read with other tools: lists as JSON, times as ISO text in UTC."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from memassay.memories.reference.records import Change, Dispute, FactRecord, ObservationRecord, Part

Row = dict[str, Any]

TABLES = {
    "observation": """CREATE TABLE observation (
        scope TEXT, number INTEGER, id TEXT, statement TEXT, what TEXT, document_id TEXT, author TEXT, time TEXT,
        who TEXT, "when" TEXT, why TEXT, "where" TEXT, category TEXT, certainty TEXT, entities TEXT, transient INTEGER,
        PRIMARY KEY (scope, number)) WITHOUT ROWID""",
    "change": """CREATE TABLE change (
        scope TEXT, number INTEGER, fact_id TEXT, kind TEXT, asked TEXT, parts TEXT, confidence REAL,
        observation_id TEXT, document_id TEXT, time TEXT, disputes TEXT, successor TEXT,
        PRIMARY KEY (scope, number)) WITHOUT ROWID""",
    "fact": """CREATE TABLE fact (
        scope TEXT, id TEXT, statement TEXT, confidence REAL, authors TEXT, created TEXT, updated TEXT, valid_from TEXT,
        valid_to TEXT, disputed INTEGER, successor TEXT, PRIMARY KEY (scope, id)) WITHOUT ROWID""",
    # A table without row ids gives a row of this size a page of its own, and the file twice its size.
    "vector": "CREATE TABLE vector (scope TEXT, fact_id TEXT, vector BLOB, PRIMARY KEY (scope, fact_id))",
}
"""Table -> the statement that makes it."""


def of_observation(one: ObservationRecord, number: int) -> Row:
    """The row of a scope's n-th observation, counted from 1."""
    row = _plain(one)
    return {"number": number, **row, **_lists(row, "who", "when", "entities"), "time": _utc(one.time)}


def of_change(one: Change) -> Row:
    """The row of a change."""
    row = _plain(one)
    return {**row, **_lists(row, "parts", "disputes"), "time": _utc(one.time)}


def of_fact(fact: FactRecord) -> Row:
    """The row of a fact as it stands."""
    return {
        "id": fact.id,
        "statement": fact.statement,
        "confidence": fact.confidence,
        "authors": json.dumps(fact.authors, ensure_ascii=False),
        "created": _utc(fact.created),
        "updated": _utc(fact.updated),
        "valid_from": _utc(fact.valid_from),
        "valid_to": _utc(fact.valid_to) if fact.valid_to else None,
        "disputed": len(fact.disputes),
        "successor": fact.successor,
    }


def observation(row: sqlite3.Row) -> ObservationRecord:
    """The observation of a row.  Raises ValueError or TypeError where the row was damaged."""
    values = _values(row, "scope", "number")
    lists = {name: tuple(json.loads(values[name])) for name in ("who", "when", "entities")}
    known = {"time": datetime.fromisoformat(values["time"]), "transient": bool(values["transient"])}
    return ObservationRecord(**{**values, **lists, **known})


def change(row: sqlite3.Row) -> Change:
    """The change of a row.  Raises KeyError, ValueError or TypeError where the row was damaged."""
    values = _values(row, "scope")
    parts = tuple(
        Part(part["text"], tuple(part["support"]), tuple(part["authors"])) for part in json.loads(values["parts"])
    )
    disputes = tuple(Dispute(tuple(one["standing"]), one["against"]) for one in json.loads(values["disputes"]))
    moment = datetime.fromisoformat(values["time"])
    return Change(**{**values, "parts": parts, "disputes": disputes, "time": moment})


def _values(row: sqlite3.Row, *left_out: str) -> Row:
    return {name: row[name] for name in row.keys() if name not in left_out}  # noqa: SIM118 - a row is not a dict


def _plain(record: Any) -> Row:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _lists(row: Row, *names: str) -> dict[str, str]:
    return {name: _json(row[name]) for name in names}


def _json(values: Sequence[Any]) -> str:
    return json.dumps(values, ensure_ascii=False, default=_plain)


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
