"""The store on disk: the observations, the log and the vectors of many scopes in one SQLite file.

What is read is held in memory (`MemoryStore`); a document is written in one transaction when its block ends, so that
nothing is locked while a stage waits for a model, and a process that dies leaves the last whole document.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from memassay.errors import UserError
from memassay.memories.reference.records import Change, Dispute, FactRecord, ObservationRecord, Part
from memassay.memories.reference.store import MemoryStore

VERSION = 1
_SCHEMA = """
CREATE TABLE observation (
    scope TEXT, number INTEGER, id TEXT, statement TEXT, what TEXT, document_id TEXT, author TEXT, time TEXT,
    who TEXT, "when" TEXT, why TEXT, "where" TEXT, category TEXT, certainty TEXT, entities TEXT, transient INTEGER,
    PRIMARY KEY (scope, number)) WITHOUT ROWID;
CREATE TABLE change (
    scope TEXT, number INTEGER, fact_id TEXT, kind TEXT, asked TEXT, parts TEXT, confidence REAL, observation_id TEXT,
    document_id TEXT, time TEXT, disputes TEXT, successor TEXT,
    PRIMARY KEY (scope, number)) WITHOUT ROWID;
CREATE TABLE fact (
    scope TEXT, id TEXT, statement TEXT, confidence REAL, authors TEXT, created TEXT, updated TEXT, valid_from TEXT,
    valid_to TEXT, disputed INTEGER, successor TEXT, PRIMARY KEY (scope, id)) WITHOUT ROWID;
CREATE TABLE vector (scope TEXT, fact_id TEXT, vector BLOB, PRIMARY KEY (scope, fact_id)) WITHOUT ROWID;
"""
_TABLES = ("observation", "change", "fact", "vector")


class SqliteStore(MemoryStore):
    """A scope of a file.  The table `fact` is kept for those who look with other tools; it is never read."""

    def __init__(self, path: Path, scope: str) -> None:
        """Open the file, made with its folder where there is none, and read the scope.

        Raises UserError where the file cannot be opened, is no such database, or is of a later version.
        """
        super().__init__()
        self._path, self._scope = path, scope
        self._connection = _connect(path)
        self._load()

    @contextmanager
    def document(self) -> Iterator[None]:
        """See Store.  Raises UserError, nothing kept, where the file cannot be written."""
        before = self.counts()
        with super().document():
            yield
            observations = self.observations()[before.observations :]
            changes = self.changes()[before.changes :]
            try:
                with self._connection:
                    self._save(observations, changes, before.observations)
            except (sqlite3.Error, UnicodeEncodeError) as error:
                raise UserError(f"{self._path}: cannot be written: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _save(self, observations: Sequence[ObservationRecord], changes: Sequence[Change], seen: int) -> None:
        rows = [_observation_row(one, number) for number, one in enumerate(observations, seen + 1)]
        self._insert("observation", rows)
        self._insert("change", [_change_row(one) for one in changes])
        touched = [self.fact(fact_id) for fact_id in dict.fromkeys(one.fact_id for one in changes)]
        self._insert("fact", [_fact_row(fact) for fact in touched])
        for fact in touched:
            vector = self.index.vector(fact.id)
            if vector is None:
                self._connection.execute("DELETE FROM vector WHERE scope = ? AND fact_id = ?", (self._scope, fact.id))
            else:
                self._insert("vector", [{"fact_id": fact.id, "vector": vector.astype("<f4").tobytes()}])

    def _insert(self, table: str, rows: Sequence[dict[str, Any]]) -> None:
        for row in rows:
            names = ", ".join(f'"{name}"' for name in row)
            marks = ", ".join("?" for _ in row)
            # Names of tables and columns are this module's own.
            sql = f"INSERT OR REPLACE INTO {table} (scope, {names}) VALUES (?, {marks})"  # noqa: S608
            self._connection.execute(sql, (self._scope, *row.values()))

    def _load(self) -> None:
        for row in self._rows("observation", "number"):
            self.observe(_observation(row))
        for row in self._rows("change", "number"):
            self.write(_change(row))
        vectors = {row["fact_id"]: row["vector"] for row in self._rows("vector", "fact_id")}
        for fact in self.facts():
            self.put_vector(fact.id, np.frombuffer(vectors[fact.id], "<f4").astype(np.float32))

    def _rows(self, table: str, order: str) -> list[sqlite3.Row]:
        sql = f'SELECT * FROM {table} WHERE scope = ? ORDER BY "{order}"'  # noqa: S608 - as above
        return self._connection.execute(sql, (self._scope,)).fetchall()


def forget(path: Path, scope: str) -> None:
    """Remove a scope from a file; nothing where there is no file."""
    if not path.exists():
        return
    with closing(_connect(path)) as connection, connection:
        for table in _TABLES:
            connection.execute(f"DELETE FROM {table} WHERE scope = ?", (scope,))  # noqa: S608 - as above


def _connect(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=30)
        connection.row_factory = sqlite3.Row
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not version and not tables:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
            return connection
    except (sqlite3.Error, OSError) as error:
        raise UserError(f"{path}: cannot be opened as a reference memory: {error}") from None
    if version != VERSION or not tables.issuperset(_TABLES):
        connection.close()
        found = f"version {version}" if version else "another database"
        raise UserError(f"{path}: holds {found}; this memassay reads reference memories of version {VERSION}")
    return connection


def _observation_row(one: ObservationRecord, number: int) -> dict[str, Any]:
    row = asdict(one)
    lists = {name: json.dumps(row[name], ensure_ascii=False) for name in ("who", "when", "entities")}
    return {"number": number, **row, **lists, "time": one.time.isoformat()}


def _observation(row: sqlite3.Row) -> ObservationRecord:
    values = {name: row[name] for name in row.keys() if name not in ("scope", "number")}  # noqa: SIM118 - not a dict
    lists = {name: tuple(json.loads(values[name])) for name in ("who", "when", "entities")}
    moment = datetime.fromisoformat(values["time"])
    return ObservationRecord(**{**values, **lists, "time": moment, "transient": bool(values["transient"])})


def _change_row(one: Change) -> dict[str, Any]:
    row = asdict(one)
    lists = {name: json.dumps(row[name], ensure_ascii=False) for name in ("parts", "disputes")}
    return {**row, **lists, "time": one.time.isoformat()}


def _change(row: sqlite3.Row) -> Change:
    values = {name: row[name] for name in row.keys() if name != "scope"}  # noqa: SIM118 - not a dict
    parts = tuple(
        Part(part["text"], tuple(part["support"]), tuple(part["authors"])) for part in json.loads(values["parts"])
    )
    disputes = tuple(Dispute(tuple(one["standing"]), one["against"]) for one in json.loads(values["disputes"]))
    moment = datetime.fromisoformat(values["time"])
    return Change(**{**values, "parts": parts, "disputes": disputes, "time": moment})


def _fact_row(fact: FactRecord) -> dict[str, Any]:
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
