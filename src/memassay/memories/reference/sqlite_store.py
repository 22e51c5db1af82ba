"""The store on disk: the observations, the log and the vectors of many scopes in one SQLite file.

What is read is held in memory (`MemoryStore`); a document is written in one transaction when its block ends, so that
nothing is locked while a stage waits for a model, and a process that dies leaves the last whole document.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from memassay.errors import UserError
from memassay.memories.reference import sqlite_rows as rows
from memassay.memories.reference.store import MemoryStore

VERSION = 1
"""Of the tables; kept in the file as `PRAGMA user_version`."""
WAIT = 30
"""Seconds to wait for another process that is writing."""


class SqliteStore(MemoryStore):
    """A scope of a file.  The table `fact` is kept for those who look with other tools; it is never read.

    What is written outside a block is written to the file with the next one.  Only one store may write a scope at a
    time: one whose scope was written by another since it was opened refuses to write.
    """

    def __init__(self, path: Path, scope: str) -> None:
        """Open the file, made with its folder where there is none, and read the scope.

        Raises UserError where the file cannot be opened or written, is no such database, or is of another version.
        """
        super().__init__()
        self._path, self._scope = path, scope
        self._connection = _connect(path)
        try:
            self._load()
        except BaseException:
            self._connection.close()
            raise
        self._kept = self._numbers()
        """How many observations and changes this store knows to be in the file."""

    @contextmanager
    def document(self) -> Iterator[None]:
        """See Store.  Raises UserError, nothing kept, where the file cannot be written."""
        with super().document():
            yield
            if self._numbers() != self._kept:
                with _refused(self._path, "cannot be written"), _transaction(self._connection):
                    self._check()
                    self._save()
        self._kept = self._numbers()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _numbers(self) -> tuple[int, int]:
        return len(self._observations), len(self._changes)

    def _check(self) -> None:
        """Raise UserError where the file holds another log than this store has read and written."""
        last = "SELECT max(number) FROM {} WHERE scope = ?"
        found = [
            self._connection.execute(last.format(table), (self._scope,)).fetchone()[0] or 0
            for table in ("observation", "change")
        ]
        if tuple(found) != self._kept:
            raise UserError(f"{self._path}: scope {self._scope!r} was written by another since it was opened")

    def _save(self) -> None:
        observations, changes = self._observations[self._kept[0] :], self._changes[self._kept[1] :]
        first = self._kept[0] + 1
        self._insert(
            "observation", [rows.of_observation(one, number) for number, one in enumerate(observations, first)]
        )
        self._insert("change", [rows.of_change(one) for one in changes])
        touched = [self.fact(fact_id) for fact_id in dict.fromkeys(one.fact_id for one in changes)]
        self._insert("fact", [rows.of_fact(fact) for fact in touched])
        vectors = {fact.id: self.index.vector(fact.id) for fact in touched}
        gone = [(self._scope, fact_id) for fact_id, vector in vectors.items() if vector is None]
        self._connection.executemany("DELETE FROM vector WHERE scope = ? AND fact_id = ?", gone)
        held = {fact_id: vector for fact_id, vector in vectors.items() if vector is not None}
        self._insert("vector", [{"fact_id": name, "vector": one.astype("<f4").tobytes()} for name, one in held.items()])

    def _insert(self, table: str, new: Sequence[rows.Row]) -> None:
        """Put rows, which all have the same columns, into a table."""
        if not new:
            return
        names = ", ".join(f'"{name}"' for name in new[0])
        marks = ", ".join("?" for _ in new[0])
        # Names of tables and columns are this package's own.
        sql = f"INSERT OR REPLACE INTO {table} (scope, {names}) VALUES (?, {marks})"  # noqa: S608
        self._connection.executemany(sql, [(self._scope, *row.values()) for row in new])

    def _load(self) -> None:
        try:
            with _refused(self._path, "cannot be read"), super().document(), _transaction(self._connection, "DEFERRED"):
                for row in self._rows("observation", "number"):
                    self.observe(rows.observation(row))
                for row in self._rows("change", "number"):
                    self.write(rows.change(row))
                vectors = {row["fact_id"]: row["vector"] for row in self._rows("vector", "fact_id")}
                for fact in self.facts():
                    self.put_vector(fact.id, np.frombuffer(vectors[fact.id], "<f4").astype(np.float32))
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"{self._path}: scope {self._scope!r} is damaged: {error!r}") from error

    def _rows(self, table: str, order: str) -> list[sqlite3.Row]:
        sql = f'SELECT * FROM {table} WHERE scope = ? ORDER BY "{order}"'  # noqa: S608 - as above
        return self._connection.execute(sql, (self._scope,)).fetchall()


def forget(path: Path, scope: str) -> None:
    """Remove a scope from a file; nothing where there is no file.  Raises UserError as opening and writing do."""
    if not path.exists():
        return
    with closing(_connect(path)) as connection, _refused(path, "cannot be written"), _transaction(connection):
        for table in rows.TABLES:
            connection.execute(f"DELETE FROM {table} WHERE scope = ?", (scope,))  # noqa: S608 - as above


def _connect(path: Path) -> sqlite3.Connection:
    with _refused(path, "cannot be opened as a reference memory"):
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            if _found(connection) == (0, frozenset()):
                _make(connection)
            _recognise(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _recognise(connection: sqlite3.Connection, path: Path) -> None:
    version, tables = _found(connection)
    if version != VERSION or not tables.issuperset(rows.TABLES):
        found = f"version {version}" if version else "another database"
        raise UserError(f"{path}: holds {found}; this memassay reads reference memories of version {VERSION}")
    connection.execute("DELETE FROM fact WHERE 0")  # fails where the file may only be read


def _found(connection: sqlite3.Connection) -> tuple[int, frozenset[str]]:
    """The version that a file says it has, and its tables."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return version, frozenset(row[0] for row in connection.execute("SELECT name FROM sqlite_master"))


def _make(connection: sqlite3.Connection) -> None:
    """Make the tables, unless another process has just done so."""
    _write_ahead(connection)
    with _transaction(connection):
        if _found(connection) == (0, frozenset()):
            for statement in rows.TABLES.values():
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {VERSION}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Set the journal to WAL.  SQLite itself does not wait where several processes do so at once."""
    last = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > last:
                raise
            time.sleep(0.01)
        else:
            return


@contextmanager
def _transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Everything or nothing; IMMEDIATE waits for other writers at once, DEFERRED sees the file as it stands now."""
    with connection:
        connection.execute(f"BEGIN {kind}")
        yield


@contextmanager
def _refused(path: Path, what: str) -> Iterator[None]:
    """Turn what SQLite or the file system says into a UserError."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeEncodeError) as error:
        raise UserError(f"{path}: {what}: {error}") from error
