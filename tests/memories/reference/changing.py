"""Made-up changes for the tests of both stores: a step is (which of the active facts, what happens to it)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
from hypothesis import strategies as st

from memassay.memories.reference.records import Change, Dispute, ObservationRecord, Part
from memassay.memories.reference.store import Store

Step = tuple[int, str]

NOON = datetime(2011, 5, 2, 12, tzinfo=UTC)
KINDS = ("create", "update", "supersede", "conflict", "delete", "reinforce", "none")
STEPS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(KINDS)), max_size=12)


class CutShort(Exception):
    """What a stage raises."""


def dense(seed: int) -> np.ndarray:
    """A unit vector without zeros, shape (33,), so that rounding would show; the same for the same seed."""
    vector = np.random.default_rng(seed).standard_normal(33).astype(np.float32)
    return vector / np.linalg.norm(vector)


def observed(number: int) -> ObservationRecord:
    """The n-th observation, no field of which is empty."""
    return ObservationRecord(
        id=f"o{number}",
        statement=f"Ann: it is number {number} — fine",
        what=f"it is number {number} — fine",
        document_id=f"d{number}",
        author="Ann" if number % 2 else "",
        time=NOON + timedelta(hours=number),
        who=("Ann", "Bo"),
        when=("2011-05",),
        why="of rain",
        where="in Porto",
        category="event",
        certainty="Low",
        entities=("Porto", "12 t"),
        transient=number % 3 == 0,
        quoted=number % 4 == 0,
    )


def write(store: Store, step: Step) -> None:
    """One observation and what it does; the first fact is made whatever is asked for.  Some vectors are equal."""
    which, kind = step
    number = store.counts().observations + 1
    observation = observed(number)
    store.observe(observation)
    active = store.facts()
    if kind == "create" or not active:
        fact_id, kind, parts = f"f{store.counts().facts + 1}", "create", (Part.of(observation),)
    else:
        fact = active[which % len(active)]
        fact_id, parts = fact.id, fact.parts
    if kind in ("update", "supersede", "conflict"):
        parts = (Part.of(observation), Part(f"more of {which}", ("o1",), ("Bo",)))
    change = Change(
        number=store.counts().changes + 1,
        fact_id=fact_id,
        kind=kind,  # type: ignore[arg-type]
        asked="create",
        parts=parts,
        confidence=0.1 * (number % 10),
        observation_id=observation.id,
        document_id=observation.document_id,
        time=observation.time,
        disputes=(Dispute(("o1",), observation.id),) if kind == "conflict" else (),
        successor="f1" if kind == "delete" else "",
    )
    store.write(change, dense(number % 4) if kind in ("create", "update", "supersede", "conflict") else None)


def fill(store: Store, steps: Sequence[Step]) -> None:
    """One document a step."""
    for step in steps:
        with store.document():
            write(store, step)


def cut_short(store: Store, steps: Sequence[Step]) -> None:
    """One document of all these steps, which raises CutShort at its end."""
    with store.document():
        for step in steps:
            write(store, step)
        raise CutShort


def contents(store: Store) -> dict[str, object]:
    """Everything that can be asked of a store."""
    facts = store.facts(retired=True)
    vectors = {fact.id: store.index.vector(fact.id) for fact in facts}
    return {
        "facts": facts,
        "active": store.facts(),
        "observations": store.observations(),
        "changes": store.changes(),
        "histories": {fact.id: store.changes(fact.id) for fact in facts},
        "counts": store.counts(),
        "vectors": {name: None if vector is None else vector.tobytes() for name, vector in vectors.items()},
        "nearest": store.index.nearest(dense(99), 4),
    }
