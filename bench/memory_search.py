"""Searching a reference memory of 10,000 facts in one scope.

    python bench/memory_search.py

Prints processor and wall time (median and 95th percentile) of a search (aim: under 20 ms), of the first one after a
fact has changed, and of the search for candidates; then what it takes to write such a store to disk and to open it,
and the size of its file.  The facts are made sentences, of words as unequally frequent as those of a language; their
vectors are random, which changes nothing about the time it takes but makes what is found meaningless.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import numpy as np

from memassay.memories.reference.records import Change, ObservationRecord, Part
from memassay.memories.reference.search import HybridSearch
from memassay.memories.reference.sqlite_store import SqliteStore
from memassay.memories.reference.store import MemoryStore
from memassay.memories.vectors import Rows

FACTS, DIMENSIONS, SEARCHES, CHANGES = 10_000, 384, 200, 20
NOON = datetime(2011, 5, 2, 12, tzinfo=UTC)
SYLLABLES = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "wo", "yu")
WORDS = np.array(["".join(three) for three in product(SYLLABLES, repeat=3)])


def sentences(random: np.random.Generator, count: int) -> list[str]:
    """Sentences of 8 to 19 made words and a number; the n-th commonest word has 1/n of the commonest one's share."""
    shares = 1 / np.arange(1, len(WORDS) + 1)
    said = [random.choice(WORDS, random.integers(8, 20), p=shares / shares.sum()) for _ in range(count)]
    return [f"{' '.join(words)} {random.integers(1000)}." for words in said]


def unit(random: np.random.Generator, count: int) -> Rows:
    """Random unit vectors, shape (count, dimensions)."""
    rows = random.standard_normal((count, DIMENSIONS)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def fill(store: MemoryStore, said: list[str], vectors: Rows) -> None:
    """One fact a sentence, in documents of fifty."""
    for start in range(0, len(said), 50):
        with store.document():
            for number in range(start, min(start + 50, len(said))):
                write(store, f"f{number + 1}", said[number], vectors[number])


def write(store: MemoryStore, fact_id: str, text: str, vector: Rows) -> None:
    """One observation that makes or changes a fact."""
    number = store.counts().changes + 1
    observation = ObservationRecord(f"o{number}", text, text, f"d{number // 50}", "Ann", NOON)
    store.observe(observation)
    kind = "create" if number <= FACTS else "supersede"
    parts = (Part.of(observation),)
    change = Change(number, fact_id, kind, kind, parts, 0.8, observation.id, observation.document_id, NOON)  # type: ignore[arg-type]
    store.write(change, vector)


def timed(work: Callable[[], object], times: int = 1, before: Callable[[], object] = lambda: None) -> str:
    """Processor and wall time in milliseconds: median and 95th percentile; `before` is done each time, untimed."""
    used, wall = [], []
    for _ in range(times):
        before()
        at, started = time.process_time(), time.perf_counter()
        work()
        used.append(1000 * (time.process_time() - at))
        wall.append(1000 * (time.perf_counter() - started))
    if times == 1:
        return f"{used[0]:.1f} ms of processor time, {wall[0]:.1f} ms wall"
    (a, b), (c, d) = np.percentile(used, [50, 95]), np.percentile(wall, [50, 95])
    return f"median {a:.1f} ms, p95 {b:.1f} ms of processor time; median {c:.1f} ms, p95 {d:.1f} ms wall"


def main() -> None:
    """Measure and print."""
    random = np.random.default_rng(0)
    said, vectors = sentences(random, FACTS), unit(random, FACTS)
    asked = iter(list(zip(sentences(random, 2 * SEARCHES), unit(random, 2 * SEARCHES), strict=True)))
    news = iter(list(zip(sentences(random, CHANGES), unit(random, CHANGES), strict=True)))
    store, search = MemoryStore(), HybridSearch(0.3, 0.7)
    fill(store, said, vectors)

    def find() -> None:
        search.find(store, *next(asked), k=10)

    print(f"{FACTS} facts in one scope, {len(WORDS)} words, random vectors of {DIMENSIONS} dimensions")
    print(f"first search (all words are cut and indexed): {timed(find)}")
    print(f"search: {timed(find, SEARCHES)} (aim: under 20 ms)")
    print(f"search after one fact has changed: {timed(find, CHANGES, lambda: write(store, 'f7', *next(news)))}")
    print(f"candidates: {timed(lambda: store.index.nearest(next(asked)[1], 5, 0.1), SEARCHES - CHANGES - 1)}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reference.db"
        disk = SqliteStore(path, "a")
        print(f"writing it to disk, {FACTS // 50} documents: {timed(lambda: fill(disk, said, vectors))}")
        disk.close()
        print(f"opening it: {timed(lambda: SqliteStore(path, 'a').close())}; {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
