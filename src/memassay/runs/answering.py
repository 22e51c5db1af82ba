"""The answer stage of a unit: the answerer writes from what the system retrieved, unless the system answered itself."""

from __future__ import annotations

import time

from memassay.corpora import trajectory_from
from memassay.models.protocol import Answerer
from memassay.store import Journal, UnitKey
from memassay.store import tables as t
from memassay.store.records import fact_from


async def answer(journal: Journal, unit: UnitKey, answerer: Answerer) -> None:
    """Answer what has no answer yet, each question stored as it comes."""
    trajectory = trajectory_from(journal.trajectory(unit.group))
    done = {row["question"] for row in journal.rows(t.answers, unit)}
    for row in journal.rows(t.retrievals, unit):
        if row["question"] in done:
            continue
        facts = [fact_from(item) for item in row["facts"]]
        started = time.perf_counter()
        given = await answerer.answer(trajectory.questions[row["question"]], facts)
        journal.answered(
            unit,
            (trajectory.id, row["question"]),
            given,
            by=answerer.name,
            words=sum(len(fact.statement.split()) for fact in facts),
            seconds=time.perf_counter() - started,
        )
    journal.advance(unit, "answered")
