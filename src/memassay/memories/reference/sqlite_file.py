"""The file of the store on disk: opening it, what it must hold, and one connection for all of its scopes."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from memassay.errors import UserError
from memassay.memories.reference import sqlite_rows as rows

VERSION = 2
"""Of the tables; kept in the file as `PRAGMA user_version`."""
WAIT = 30
"""Seconds to wait for another process that is writing."""


class SqliteFile:
    """One connection, opened for the first store that needs it and closed with the last one."""

    def __init__(self, path: Path) -> None:
        """The file is made with its folder when it is first opened."""
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._users = 0

    def take(self) -> sqlite3.Connection:
        """The connection, for one store more.

        Raises UserError where the file cannot be opened or written, is no such database, or is of another version.
        """
        if self._connection is None:
            self._connection = _connect(self.path)
        self._users += 1
        return self._connection

    def leave(self) -> None:
        """One store less."""
        self._users -= 1
        if self._users == 0 and self._connection is not None:
            self._connection.close()
            self._connection = None


def forget(path: Path, scope: str) -> None:
    """Remove a scope from a file; nothing where there is no file.  Raises UserError as opening and writing do."""
    if not path.exists():
        return
    with closing(_connect(path)) as connection, refused(path, "cannot be written"), transaction(connection):
        for table in rows.TABLES:
            connection.execute(f"DELETE FROM {table} WHERE scope = ?", (scope,))  # noqa: S608 - as above


def _connect(path: Path) -> sqlite3.Connection:
    with refused(path, "cannot be opened as a reference memory"):
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
    with transaction(connection):
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
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Everything or nothing; IMMEDIATE waits for other writers at once, DEFERRED sees the file as it stands now."""
    with connection:
        connection.execute(f"BEGIN {kind}")
        yield


@contextmanager
def refused(path: Path, what: str) -> Iterator[None]:
    """Turn what SQLite or the file system says into a UserError."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeEncodeError) as error:
        raise UserError(f"{path}: {what}: {error}") from error
