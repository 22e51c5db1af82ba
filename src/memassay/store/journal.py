"""The journal of one run: every method is one transaction that makes one thing true, or reads what is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from memassay.errors import UserError
from memassay.store import tables as t
from memassay.store.records import Row, fact_row, observation_row, plain
from memassay.types import (
    Answer,
    Capabilities,
    Observation,
    Operation,
    Retrieval,
    Revision,
    Score,
    Snapshot,
    Step,
    Verdict,
)


@dataclass(frozen=True, slots=True, order=True)
class UnitKey:
    """What is evaluated as one piece: a system on a group of trajectories, once per epoch."""

    system: str
    group: str
    epoch: int

    def __str__(self) -> str:
        """The unit's name in every table."""
        return f"{self.system}|{self.group}|{self.epoch}"


@dataclass(frozen=True, slots=True)
class VerdictKey:
    """What was asked: `kind` of question at a stream `position`, about a `subject` (and a `target`)."""

    kind: str
    position: int
    subject: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was seen right after one document, and how long it took to get there (seconds)."""

    trajectory: str
    step: Step
    snapshot: Snapshot
    observations: Sequence[Observation] = ()
    operations: Sequence[Operation] = ()
    ingest_seconds: float = 0.0
    settle_seconds: float = 0.0
    snapshot_seconds: float = 0.0


class Journal:
    """The store of a run: SQLite in WAL mode by path, or any SQLAlchemy URL."""

    def __init__(self, url: str) -> None:
        """Open, creating the tables that are missing.  Raises UserError where the place cannot be written."""
        self.engine = sa.create_engine(url)
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _sqlite_settings)
        try:
            t.metadata.create_all(self.engine)
        except sa.exc.DatabaseError as error:
            place = self.engine.url.database or url
            raise UserError(f"{place}: cannot be read as a run: {error.orig}") from None

    @classmethod
    def at(cls, folder: Path) -> Journal:
        """The journal of a run directory, which is made where missing.  Raises UserError where it cannot be."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"cannot write the run directory {folder}: {error.strerror}") from None
        return cls(f"sqlite:///{folder / 'run.db'}")

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    # --- header and plan ---

    def header(self) -> dict[str, Any]:
        """What redoes the run: spec, corpus hash, versions.  Empty for a new store."""
        return {row["key"]: row["value"] for row in self._rows(sa.select(t.header))}

    def begin(self, header: Mapping[str, Any], trajectories: Mapping[str, Any], units: Iterable[UnitKey]) -> None:
        """Write the header, the gold and the plan of a new run."""
        with self.engine.begin() as connection:
            _insert(connection, t.header, [{"key": key, "value": value} for key, value in header.items()])
            rows = [{"trajectory": name, "content": content} for name, content in trajectories.items()]
            _insert(connection, t.trajectories, rows)
            _insert(connection, t.units, [_planned(unit, number) for number, unit in enumerate(units)])

    def note(self, key: str, value: Any) -> None:
        """Set one entry of the header."""
        with self.engine.begin() as connection:
            connection.execute(sa.delete(t.header).where(t.header.c.key == key))
            _insert(connection, t.header, [{"key": key, "value": value}])

    def trajectories(self) -> dict[str, Any]:
        """The gold of the run, by trajectory id, in the corpus's file form."""
        return {row["trajectory"]: row["content"] for row in self._rows(sa.select(t.trajectories))}

    def trajectory(self, name: str) -> Any:
        """The gold of one trajectory, in the corpus's file form."""
        return self._rows(sa.select(t.trajectories).where(t.trajectories.c.trajectory == name))[0]["content"]

    def units(self) -> list[tuple[UnitKey, str]]:
        """All units in plan order with their stage."""
        rows = self._rows(sa.select(t.units).order_by(t.units.c.number))
        return [(UnitKey(row["system"], row["group"], row["epoch"]), row["stage"]) for row in rows]

    def stage(self, unit: UnitKey) -> str:
        """The stage the unit has reached."""
        return str(self._rows(sa.select(t.units.c.stage).where(t.units.c.unit == str(unit)))[0]["stage"])

    def advance(self, unit: UnitKey, stage: str) -> None:
        """Say that a stage is complete."""
        with self.engine.begin() as connection:
            _advance(connection, unit, stage)

    # --- the memory stage ---

    def restart(self, unit: UnitKey, capabilities: Capabilities) -> None:
        """Clear what an unfinished memory stage left, before it starts from an empty memory."""
        with self.engine.begin() as connection:
            for table in t.OF_MEMORY:
                connection.execute(sa.delete(table).where(table.c.unit == str(unit)))
            values = {"capabilities": _capabilities(capabilities), "started": time.time()}
            connection.execute(sa.update(t.units).where(t.units.c.unit == str(unit)).values(values))

    def took_in(self, unit: UnitKey, taken: Taken) -> None:
        """One document was taken in, and the whole store read after it."""
        at = {"unit": str(unit), "position": taken.step.position}
        document = {
            **at,
            "trajectory": taken.trajectory,
            "state": taken.step.state,
            "content": plain(taken.step.document),
            "words": len(taken.step.document.text.split()),
            "ingest_seconds": taken.ingest_seconds,
            "settle_seconds": taken.settle_seconds,
            "snapshot_seconds": taken.snapshot_seconds,
        }
        snapshot = {**at, "facts": len(taken.snapshot.facts), "count": taken.snapshot.count}
        operations = [
            {"kind": entry.kind, "fact": entry.fact_id, "document": entry.document_id} for entry in taken.operations
        ]
        with self.engine.begin() as connection:
            _insert(connection, t.documents, [document])
            _insert(connection, t.snapshots, [snapshot])
            _insert(connection, t.facts, _ranked(at, [fact_row(fact) for fact in taken.snapshot.facts]))
            _insert(connection, t.observations, _ranked(at, [observation_row(o) for o in taken.observations]))
            _insert(connection, t.operations, _ranked(at, operations))

    def remembered(self, unit: UnitKey, revisions: Iterable[Revision]) -> None:
        """All documents are in and all questions retrieved: nothing later needs the memory system."""
        rows: list[dict[str, Any]] = []
        ranks: dict[str, int] = {}
        for revision in revisions:
            ranks[revision.fact_id] = rank = ranks.get(revision.fact_id, -1) + 1
            rows.append(
                {
                    "unit": str(unit),
                    "fact": revision.fact_id,
                    "rank": rank,
                    "statement": revision.statement,
                    "confidence": revision.confidence,
                    "change": revision.change,
                    "trigger": revision.trigger,
                    "time": revision.time.isoformat() if revision.time else None,
                }
            )
        with self.engine.begin() as connection:
            _insert(connection, t.revisions, rows)
            _advance(connection, unit, "remembered")

    def retrieved(
        self, unit: UnitKey, question: tuple[str, int], retrieval: Retrieval, *, store_size: int, seconds: float
    ) -> None:
        """The system's search returned these facts for one question (trajectory, index)."""
        row = {
            "unit": str(unit),
            "trajectory": question[0],
            "question": question[1],
            "facts": [plain(fact) for fact in retrieval.facts],
            "store_size": store_size,
            "seconds": seconds,
        }
        with self.engine.begin() as connection:
            _insert(connection, t.retrievals, [row])

    def answered(
        self, unit: UnitKey, question: tuple[str, int], answer: Answer, *, by: str, words: int, seconds: float
    ) -> None:
        """One question was answered, by a system or an answerer, from so many words."""
        row = {
            "unit": str(unit),
            "trajectory": question[0],
            "question": question[1],
            "by": by,
            "text": answer.text,
            "facts": [plain(fact) for fact in answer.facts],
            "words": words,
            "seconds": seconds,
        }
        with self.engine.begin() as connection:
            _insert(connection, t.answers, [row])

    def failed(self, unit: UnitKey, stage: str, message: str) -> None:
        """A stage of the unit failed; the unit stays unfinished."""
        row = {"unit": str(unit), "stage": stage, "message": message}
        with self.engine.begin() as connection:
            connection.execute(sa.delete(t.problems).where(t.problems.c.unit == str(unit), t.problems.c.stage == stage))
            _insert(connection, t.problems, [row])

    # --- judging and scoring ---

    def judged(self, unit: UnitKey, verdicts: Mapping[VerdictKey, Verdict]) -> None:
        """These verdicts were given."""
        rows = [
            {
                "unit": str(unit),
                "judge": verdict.judge,
                "kind": key.kind,
                "position": key.position,
                "subject": key.subject,
                "target": key.target,
                "score": verdict.score,
                "fact": verdict.fact_id,
                "invalid": verdict.score is None,
            }
            for key, verdict in verdicts.items()
        ]
        with self.engine.begin() as connection:
            _insert(connection, t.verdicts, rows)

    def verdicts(self, unit: UnitKey) -> dict[tuple[str, VerdictKey], Verdict]:
        """(judge, what was asked) to verdict."""
        return {
            (row["judge"], VerdictKey(row["kind"], row["position"], row["subject"], row["target"])): Verdict(
                row["score"], row["fact"], row["judge"]
            )
            for row in self.rows(t.verdicts, unit)
        }

    def scored(self, unit: UnitKey, trajectory: str, scores: Sequence[Score]) -> None:
        """The unit's scores, in place of any older ones."""
        rows = [
            {
                "unit": str(unit),
                "trajectory": trajectory,
                "metric": item.metric,
                "value": item.value,
                "n": item.n,
                "status": item.status,
                "note": item.note,
            }
            for item in scores
        ]
        with self.engine.begin() as connection:
            connection.execute(sa.delete(t.scores).where(t.scores.c.unit == str(unit)))
            connection.execute(sa.delete(t.problems).where(t.problems.c.unit == str(unit)))
            _insert(connection, t.scores, rows)
            _advance(connection, unit, "scored")

    # --- reading ---

    def rows(self, table: sa.Table, unit: UnitKey | None = None) -> list[Row]:
        """The rows of a table (of one unit), in key order."""
        query = sa.select(table).order_by(*table.primary_key.columns)
        return self._rows(query if unit is None else query.where(table.c.unit == str(unit)))

    def _rows(self, query: sa.Select[Any]) -> list[Row]:
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]


def _sqlite_settings(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _insert(connection: Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        connection.execute(sa.insert(table), list(rows))


def _ranked(at: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{**at, "rank": rank, **row} for rank, row in enumerate(rows)]


def _planned(unit: UnitKey, number: int) -> dict[str, Any]:
    return {
        "unit": str(unit),
        "number": number,
        "system": unit.system,
        "group": unit.group,
        "epoch": unit.epoch,
        "stage": "planned",
    }


def _advance(connection: Connection, unit: UnitKey, stage: str) -> None:
    values: dict[str, Any] = {"stage": stage}
    if stage == t.STAGES[-1]:
        values["finished"] = time.time()
    connection.execute(sa.update(t.units).where(t.units.c.unit == str(unit)).values(values))


def _capabilities(capabilities: Capabilities) -> dict[str, Any]:
    return {name: getattr(capabilities, name) for name in capabilities.__dataclass_fields__}
