"""Values to rows and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any

from memassay.types import Document, Fact, Observation

Row = Mapping[str, Any]
_TIMES = ("created", "updated", "valid_from", "valid_to", "timestamp")


def _iso(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def plain(value: Fact | Observation | Document) -> dict[str, Any]:
    """A value as JSON types, times in ISO 8601, fields that hold their default left out."""
    result: dict[str, Any] = {}
    for field in fields(value):
        item = getattr(value, field.name)
        if field.default is MISSING or item != field.default:
            result[field.name] = _iso(item)
    return result


def _restored(values: Row) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in values.items():
        if key in _TIMES and isinstance(value, str):
            result[key] = datetime.fromisoformat(value)
        elif key == "stated":
            result[key] = tuple((claim, score) for claim, score in value)
        else:
            result[key] = tuple(value) if isinstance(value, list) else value
    return result


def fact_from(values: Row) -> Fact:
    """A fact from its plain form."""
    return Fact(**_restored(values))


def document_from(values: Row) -> Document:
    """A document from its plain form."""
    return Document(**_restored(values))


def fact_row(fact: Fact) -> dict[str, Any]:
    """A fact as columns; what has no column of its own goes to `more`."""
    more = {k: v for k, v in plain(fact).items() if k not in ("id", "statement", "confidence", "disputed")}
    return {
        "fact": fact.id,
        "statement": fact.statement,
        "confidence": fact.confidence,
        "disputed": fact.disputed,
        "more": more,
    }


def fact_of(row: Row) -> Fact:
    """The fact of a row of `facts`."""
    columns = {key: row[key] for key in ("statement", "confidence", "disputed")}
    return fact_from({"id": row["fact"], **columns, **row["more"]})


def observation_row(observation: Observation) -> dict[str, Any]:
    """An observation as columns."""
    more = {k: v for k, v in plain(observation).items() if k not in ("id", "statement")}
    return {"observation": observation.id, "statement": observation.statement, "more": more}


def observation_of(row: Row) -> Observation:
    """The observation of a row of `observations`."""
    return Observation(id=row["observation"], statement=row["statement"], **_restored(row["more"]))
