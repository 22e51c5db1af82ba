"""What the store on disk keeps, as rows that can be read with other tools: lists as JSON, times as ISO text.

A change holds of its fact's parts what is new: a part that the fact had before stands there by its place ("kept").
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from memassay.memories.reference.records import Change, Dispute, FactRecord, ObservationRecord, Part

Row = dict[str, Any]

TABLES = {
    "observation": """CREATE TABLE observation (
        scope TEXT, number INTEGER, id TEXT, statement TEXT, what TEXT, document_id TEXT, author TEXT, time TEXT,
        who TEXT, "when" TEXT, why TEXT, "where" TEXT, category TEXT, certainty TEXT, entities TEXT, transient INTEGER,
        quoted INTEGER,
        PRIMARY KEY (scope, number)) WITHOUT ROWID""",
    "change": """CREATE TABLE change (
        scope TEXT, number INTEGER, fact_id TEXT, kind TEXT, asked TEXT, parts TEXT, confidence REAL,
        observation_id TEXT, document_id TEXT, time TEXT, disputes TEXT, successor TEXT,
        PRIMARY KEY (scope, number)) WITHOUT ROWID""",
    "fact": """CREATE TABLE fact (
        scope TEXT, id TEXT, statement TEXT, confidence REAL, authors TEXT, created TEXT, updated TEXT, valid_from TEXT,
        valid_to TEXT, disputed INTEGER, successor TEXT, PRIMARY KEY (scope, id)) WITHOUT ROWID""",
    "scope": "CREATE TABLE scope (scope TEXT PRIMARY KEY, generation TEXT, embedder TEXT, dimensions INTEGER)",
    # A table without row ids gives a row of this size a page of its own, and the file twice its size.
    "vector": "CREATE TABLE vector (scope TEXT, fact_id TEXT, vector BLOB, PRIMARY KEY (scope, fact_id))",
}
"""Table -> the statement that makes it."""


def of_observation(one: ObservationRecord, number: int) -> Row:
    """The row of a scope's n-th observation, counted from 1."""
    row = _plain(one)
    return {"number": number, **row, **_lists(row, "who", "when", "entities"), "time": one.time.isoformat()}


def of_change(one: Change, former: Sequence[Part] = ()) -> Row:
    """The row of a change; `former` are the parts of its fact before it."""
    row = _plain(one)
    parts = _json([_of_part(part, former) for part in one.parts])
    return {**row, "parts": parts, **_lists(row, "disputes"), "time": one.time.isoformat()}


def _of_part(part: Part, former: Sequence[Part]) -> Row:
    """A part, or the place of the one that it was before and what it has gained."""
    for place, old in enumerate(former):
        support, authors = part.support[len(old.support) :], part.authors[len(old.authors) :]
        if part == Part(old.text, old.support + support, old.authors + authors):
            return {"kept": place, "support": support, "authors": authors}
    return _plain(part)


def of_fact(fact: FactRecord) -> Row:
    """The row of a fact as it stands."""
    return {
        "id": fact.id,
        "statement": fact.statement,
        "confidence": fact.confidence,
        "authors": json.dumps(fact.authors, ensure_ascii=False),
        "created": fact.created.isoformat(),
        "updated": fact.updated.isoformat(),
        "valid_from": fact.valid_from.isoformat(),
        "valid_to": fact.valid_to.isoformat() if fact.valid_to else None,
        "disputed": len(fact.disputes),
        "successor": fact.successor,
    }


def observation(row: sqlite3.Row) -> ObservationRecord:
    """The observation of a row.  Raises ValueError or TypeError where the row was damaged."""
    values = _values(row, "scope", "number")
    lists = {name: tuple(json.loads(values[name])) for name in ("who", "when", "entities")}
    known = {
        "time": datetime.fromisoformat(values["time"]),
        **{name: bool(values[name]) for name in ("transient", "quoted")},
    }
    return ObservationRecord(**{**values, **lists, **known})


def change(row: sqlite3.Row, former: Sequence[Part] = ()) -> Change:
    """The change of a row; `former` as it was written.

    Raises LookupError, ValueError or TypeError where the row was damaged.
    """
    values = _values(row, "scope")
    parts = tuple(_part(part, former) for part in json.loads(values["parts"]))
    disputes = tuple(Dispute(tuple(one["standing"]), one["against"]) for one in json.loads(values["disputes"]))
    moment = datetime.fromisoformat(values["time"])
    return Change(**{**values, "parts": parts, "disputes": disputes, "time": moment})


def _part(written: Row, former: Sequence[Part]) -> Part:
    if "kept" not in written:
        return Part(written["text"], tuple(written["support"]), tuple(written["authors"]))
    old = former[written["kept"]]
    return Part(old.text, (*old.support, *written["support"]), (*old.authors, *written["authors"]))


def _values(row: sqlite3.Row, *left_out: str) -> Row:
    return {name: row[name] for name in row.keys() if name not in left_out}  # noqa: SIM118 - a row is not a dict


def _plain(record: Any) -> Row:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _lists(row: Row, *names: str) -> dict[str, str]:
    return {name: _json(row[name]) for name in names}


def _json(values: Sequence[Any]) -> str:
    return json.dumps(values, ensure_ascii=False, default=_plain)
