"""Searching a reference memory of 10,000 facts in one scope.

    python bench/memory_search.py

Prints processor and wall time of a search (median and 95th percentile of 200; aim: under 20 ms), of the first one
after a fact has changed, of the search for candidates, of opening such a store from disk, and its size.  The facts are
made sentences; their vectors are random, which changes nothing about the time it takes.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from memassay.memories.reference.records import Change, ObservationRecord, Part
from memassay.memories.reference.search import HybridSearch
from memassay.memories.reference.sqlite_store import SqliteStore
from memassay.memories.reference.store import MemoryStore
from memassay.memories.vectors import Rows

FACTS, DIMENSIONS, SEARCHES = 10_000, 384, 200
NOON = datetime(2011, 5, 2, 12, tzinfo=UTC)
WORDS = [a + b for a in ("bar", "dun", "kel", "mor", "tan", "vel", "wick", "yar") for b in ("a", "en", "is", "o", "um")]


def sentences(random: np.random.Generator) -> list[str]:
    """Sentences of 8 to 20 made words and a number."""
    return [" ".join(random.choice(WORDS, random.integers(8, 20))) + f" {random.integers(1000)}." for _ in range(FACTS)]


def unit(random: np.random.Generator, count: int) -> Rows:
    """Random unit vectors, shape (count, dimensions)."""
    rows = random.standard_normal((count, DIMENSIONS)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def fill(store: MemoryStore, said: list[str], vectors: Rows) -> None:
    """One fact a sentence, in documents of fifty."""
    for start in range(0, len(said), 50):
        with store.document():
            for number in range(start, min(start + 50, len(said))):
                write(store, number + 1, f"f{number + 1}", said[number], vectors[number])


def write(store: MemoryStore, number: int, fact_id: str, text: str, vector: Rows) -> None:
    """One observation that makes or changes a fact."""
    observation = ObservationRecord(f"o{number}", text, text, f"d{number // 50}", "Ann", NOON)
    store.observe(observation)
    made = number <= FACTS
    parts = (Part.of(observation),)
    kind, action = ("create", "create") if made else ("supersede", "supersede")
    change = Change(number, fact_id, kind, action, parts, 0.8, observation.id, observation.document_id, NOON)  # type: ignore[arg-type]
    store.write(change, vector)


def timed(work: Callable[[], object], times: int = 1) -> str:
    """Median and 95th percentile, processor and wall, in milliseconds."""
    used, wall = [], []
    for _ in range(times):
        before, started = time.process_time(), time.perf_counter()
        work()
        used.append(1000 * (time.process_time() - before))
        wall.append(1000 * (time.perf_counter() - started))
    if times == 1:
        return f"{used[0]:.1f} ms of processor time, {wall[0]:.1f} ms wall"
    (a, b), (c, d) = np.percentile(used, [50, 95]), np.percentile(wall, [50, 95])
    return f"median {a:.1f} ms, p95 {b:.1f} ms of processor time; median {c:.1f} ms, p95 {d:.1f} ms wall"


def main() -> None:
    """Measure and print."""
    random = np.random.default_rng(0)
    said, vectors, queries = sentences(random), unit(random, FACTS), unit(random, SEARCHES + 1)
    asked = iter([(" ".join(random.choice(WORDS, 6)), query) for query in queries])
    store, search = MemoryStore(), HybridSearch(0.3, 0.7)
    fill(store, said, vectors)
    print(f"{FACTS} facts in one scope")
    print(f"first search (the words are indexed): {timed(lambda: search.find(store, *next(asked), k=10))}")
    print(f"search: {timed(lambda: search.find(store, *next(asked), k=10), SEARCHES)} (aim: under 20 ms)")
    write(store, FACTS + 1, "f7", "dunen now says something else.", vectors[0])
    asked = iter([("dunen", queries[0])])
    print(f"search after one fact has changed: {timed(lambda: search.find(store, *next(asked), k=10))}")
    print(f"candidates: {timed(lambda: store.index.nearest(queries[0], 5, 0.4), SEARCHES)}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reference.db"
        disk = SqliteStore(path, "a")
        print(f"writing it to disk, {FACTS // 50} documents: {timed(lambda: fill(disk, said, vectors))}")
        disk.close()
        print(f"opening it: {timed(lambda: SqliteStore(path, 'a').close())}; {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
