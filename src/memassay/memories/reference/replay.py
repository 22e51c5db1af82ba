"""The store from its log alone."""

from __future__ import annotations

from collections.abc import Iterable

from memassay.memories.reference.records import Change, FactRecord, apply


def replay(changes: Iterable[Change]) -> dict[str, FactRecord]:
    """Every fact, active and retired, as the changes leave it, by id in the order they were made."""
    facts: dict[str, FactRecord] = {}
    for change in changes:
        facts[change.fact_id] = apply(facts.get(change.fact_id), change)
    return facts
