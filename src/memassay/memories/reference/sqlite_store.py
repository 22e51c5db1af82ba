"""The store on disk: the observations, the log and the vectors of many scopes in one SQLite file.

What is read is held in memory (`MemoryStore`); a document is written in one transaction when its block ends, so that
nothing is locked while a stage waits for a model, and a process that dies leaves the last whole document.
"""

from __future__ import annotations

import sqlite3
import uuid
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from memassay.errors import UserError
from memassay.memories.reference import sqlite_rows as rows
from memassay.memories.reference.records import Change, Part
from memassay.memories.reference.sqlite_file import SqliteFile, refused, transaction
from memassay.memories.reference.store import MemoryStore
from memassay.models.protocol import Embedder


class SqliteStore(MemoryStore):
    """A scope of a file.  The table `fact` is kept for those who look with other tools; it is never read.

    What is written outside a block is written to the file with the next one.  Only one store may write a scope at a
    time: one whose scope was written by another since it was opened refuses to write.  It is told by how much there is
    and by the scope's generation: a random name that a scope gets with its first document, and loses when it is
    forgotten.
    """

    def __init__(self, place: Path | SqliteFile, scope: str, embedder: Embedder | None = None) -> None:
        """Read a scope of a file; `embedder` makes its vectors.

        Raises UserError as `SqliteFile.take` does, and where the vectors in the file are another embedder's.
        """
        super().__init__()
        self._file = place if isinstance(place, SqliteFile) else SqliteFile(place)
        self._path, self._scope, self._embedder = self._file.path, scope, embedder
        self._generation: str | None = None
        self._connection = self._file.take()
        try:
            self._load()
        except BaseException:
            self._file.leave()
            raise
        self._kept = self._numbers()
        """How many observations and changes this store knows to be in the file."""

    @contextmanager
    def document(self) -> Iterator[None]:
        """See Store.  Raises UserError, nothing kept, where the file cannot be written."""
        with super().document():
            yield
            if self._numbers() != self._kept:
                generation = self._generation or uuid.uuid4().hex
                with refused(self._path, "cannot be written"), transaction(self._connection):
                    self._check()
                    self._save(generation)
                self._generation = generation
        self._kept = self._numbers()

    def close(self) -> None:
        """Let go of the file."""
        self._file.leave()

    def _numbers(self) -> tuple[int, int]:
        return len(self._observations), len(self._changes)

    def _check(self) -> None:
        """Raise UserError where the file holds another log than this store has read and written."""
        last = "SELECT max(number) FROM {} WHERE scope = ?"
        found = [
            self._connection.execute(last.format(table), (self._scope,)).fetchone()[0] or 0
            for table in ("observation", "change")
        ]
        if tuple(found) != self._kept or self._life()[0] != self._generation:
            raise UserError(f"{self._path}: scope {self._scope!r} was written by another since it was opened")

    def _life(self) -> tuple[str | None, str, int]:
        """The generation of the scope in the file, and the embedder of its vectors with their dimensions."""
        asked = "SELECT generation, embedder, dimensions FROM scope WHERE scope = ?"
        return self._connection.execute(asked, (self._scope,)).fetchone() or (None, "", 0)

    def _save(self, generation: str) -> None:
        if self._generation is None:
            name, dimensions = (self._embedder.name, self._embedder.dimensions) if self._embedder else ("", 0)
            self._insert("scope", [{"generation": generation, "embedder": name, "dimensions": dimensions}])
        observations, changes = self._observations[self._kept[0] :], self._changes[self._kept[1] :]
        first = self._kept[0] + 1
        self._insert(
            "observation", [rows.of_observation(one, number) for number, one in enumerate(observations, first)]
        )
        self._insert("change", [rows.of_change(one, self._before(one)) for one in changes])
        touched = [self.fact(fact_id) for fact_id in dict.fromkeys(one.fact_id for one in changes)]
        self._insert("fact", [rows.of_fact(fact) for fact in touched])
        vectors = {fact.id: self.index.vector(fact.id) for fact in touched}
        gone = [(self._scope, fact_id) for fact_id, vector in vectors.items() if vector is None]
        self._connection.executemany("DELETE FROM vector WHERE scope = ? AND fact_id = ?", gone)
        held = {fact_id: vector for fact_id, vector in vectors.items() if vector is not None}
        self._insert("vector", [{"fact_id": name, "vector": one.astype("<f4").tobytes()} for name, one in held.items()])

    def _before(self, change: Change) -> tuple[Part, ...]:
        """The parts of a change's fact as they were before it."""
        history = self._by_fact[change.fact_id]
        at = bisect_left(history, change.number, key=lambda one: one.number)
        return history[at - 1].parts if at else ()

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
            with refused(self._path, "cannot be read"), super().document(), transaction(self._connection, "DEFERRED"):
                self._generation, name, dimensions = self._life()
                self._recognise(name, dimensions)
                for row in self._rows("observation", "number"):
                    self.observe(rows.observation(row))
                for row in self._rows("change", "number"):
                    former = self._by_fact.get(row["fact_id"])
                    self.write(rows.change(row, former[-1].parts if former else ()))
                vectors = {row["fact_id"]: row["vector"] for row in self._rows("vector", "fact_id")}
                for fact in self.facts():
                    self.put_vector(fact.id, np.frombuffer(vectors[fact.id], "<f4").astype(np.float32))
        except (LookupError, TypeError, ValueError) as error:
            raise UserError(f"{self._path}: scope {self._scope!r} is damaged: {error!r}") from error

    def _recognise(self, name: str, dimensions: int) -> None:
        """Raise UserError where the vectors are of another embedder than this store's."""
        mine = self._embedder
        if mine is not None and name and (name, dimensions) != (mine.name, mine.dimensions):
            raise UserError(
                f"{self._path}: scope {self._scope!r} holds vectors of the embedder {name} ({dimensions} dimensions), "
                f"which those of {mine.name} ({mine.dimensions}) cannot be compared with"
            )

    def _rows(self, table: str, order: str) -> list[sqlite3.Row]:
        sql = f'SELECT * FROM {table} WHERE scope = ? ORDER BY "{order}"'  # noqa: S608 - as above
        return self._connection.execute(sql, (self._scope,)).fetchall()
