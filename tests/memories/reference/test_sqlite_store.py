"""The store on disk against the one in memory."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memassay.errors import UserError
from memassay.memories import build
from memassay.memories.protocol import MemoryContext
from memassay.memories.reference.records import Change, Dispute, ObservationRecord, Part
from memassay.memories.reference.replay import replay
from memassay.memories.reference.sqlite_store import SqliteStore, forget
from memassay.memories.reference.store import MemoryStore
from memassay.testing import HashEmbedder
from memassay.types import Document

NOON = datetime(2011, 5, 2, 12, tzinfo=UTC)
ENCODE = HashEmbedder().encode


def observed(number: int) -> ObservationRecord:
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
    )


def fill(store: MemoryStore, steps: list[tuple[int, str]], first: int = 1) -> None:
    """One document a step: (which of four facts, what); a fact that retired or is not there yet is made anew."""
    for number, (which, what) in enumerate(steps, first):
        with store.document():
            write(store, number, which, what)


def write(store: MemoryStore, number: int, which: int, what: str) -> None:
    observation = observed(number)
    store.observe(observation)
    count = store.counts().facts
    active = [fact.id for fact in store.facts()]
    made = what == "create" or not active
    fact_id = f"f{count + 1}" if made else active[which % len(active)]
    parts = (Part.of(observation), Part(f"more of {which}", ("o1",), ("Bo",)))
    change = Change(
        number=store.counts().changes + 1,
        fact_id=fact_id,
        kind="create" if made else what,  # type: ignore[arg-type]
        asked="create",
        parts=parts if what != "delete" or made else store.fact(fact_id).parts,
        confidence=0.1 * (number % 10),
        observation_id=observation.id,
        document_id=observation.document_id,
        time=observation.time,
        disputes=(Dispute(("o1",), observation.id),) if what == "conflict" else (),
        successor="f1" if what == "delete" and not made else "",
    )
    store.write(change, None if change.kind == "delete" else ENCODE([f"{fact_id} {number}"])[0])


def cut_short(store: MemoryStore, steps: list[str], first: int) -> None:
    """One document of these steps that raises at its end."""
    with store.document():
        for number, what in enumerate(steps, first):
            write(store, number, 1, what)
        raise RuntimeError("cut short")


def contents(store: MemoryStore):
    vectors = {fact.id: store.index.vector(fact.id).tobytes() for fact in store.facts()}
    nearest = store.index.nearest(ENCODE(["f1 1"])[0], 3)
    return store.facts(retired=True), store.observations(), store.changes(), store.counts(), vectors, nearest


STEPS = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(["create", "update", "supersede", "conflict", "delete", "reinforce"])),
    max_size=12,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS, STEPS)
def test_the_store_on_disk_is_the_one_in_memory_also_after_it_was_opened_again(tmp_path_factory, early, late):
    path = tmp_path_factory.mktemp("store") / "m.db"
    memory, disk = MemoryStore(), SqliteStore(path, "a")
    fill(memory, early)
    fill(disk, early)
    assert contents(disk) == contents(memory)
    disk.close()
    again = SqliteStore(path, "a")
    assert contents(again) == contents(memory)
    fill(memory, late, len(early) + 1)
    fill(again, late, len(early) + 1)
    assert contents(again) == contents(memory)
    again.close()
    assert list(replay(again.changes()).values()) == list(memory.facts(retired=True))


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_block_that_raises_leaves_nothing(tmp_path: Path, kind: str):
    store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "m.db", "a")
    steps = [(0, "create"), (1, "create"), (0, "conflict")]
    fill(store, steps)
    before = contents(store)
    with pytest.raises(RuntimeError, match="cut short"):
        cut_short(store, ["supersede", "create", "delete", "update"], 4)
    assert contents(store) == before
    fill(store, [(0, "create")], 4)
    assert store.facts()[-1].id == "f3"
    store.close()


def test_a_block_that_cannot_be_written_leaves_nothing(tmp_path: Path):
    store = SqliteStore(tmp_path / "m.db", "a")
    fill(store, [(0, "create")])
    before = contents(store)
    with sqlite3.connect(tmp_path / "m.db") as other:
        other.execute("DROP TABLE change")
    with pytest.raises(UserError, match=r"m\.db: cannot be written: no such table"):
        fill(store, [(0, "update")], 2)
    assert contents(store) == before
    store.close()


def test_scopes_of_one_file_do_not_see_each_other_and_one_can_be_forgotten(tmp_path: Path):
    path = tmp_path / "m.db"
    one, two = SqliteStore(path, "one"), SqliteStore(path, "two")
    fill(one, [(0, "create"), (0, "update")])
    fill(two, [(0, "create")])
    assert (one.counts().changes, two.counts().changes) == (2, 1)
    one.close()
    forget(path, "one")
    assert SqliteStore(path, "one").counts().observations == 0
    assert SqliteStore(path, "two").counts().observations == 1


def test_another_process_may_write_while_a_block_is_open(tmp_path: Path):
    path = tmp_path / "m.db"
    one, two = SqliteStore(path, "one"), SqliteStore(path, "two")
    with one.document():
        write(one, 1, 0, "create")
        fill(two, [(0, "create")])
    assert SqliteStore(path, "one").counts().facts == SqliteStore(path, "two").counts().facts == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"not a database at all, but long enough to be read as one" * 20, "cannot be opened as a reference memory"),
        ("CREATE TABLE t (x)", "holds another database"),
        ("PRAGMA user_version = 7", "holds version 7; this memassay reads"),
    ],
)
def test_a_file_that_is_no_reference_memory_is_refused(tmp_path: Path, content: bytes | str, message: str):
    path = tmp_path / "m.db"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        connection = sqlite3.connect(path)
        connection.execute(content)
        connection.commit()
        connection.close()
    with pytest.raises(UserError, match=message):
        SqliteStore(path, "a")


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path):
    with pytest.raises(UserError, match="cannot be opened"):
        SqliteStore(tmp_path, "a")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"m\.db: cannot be opened"):
        SqliteStore(tmp_path / "file" / "m.db", "a")


def test_a_killed_process_leaves_its_last_whole_document(tmp_path: Path):
    """The child writes two documents, opens a third and dies in it."""
    program = (
        "import os, signal, sys; from pathlib import Path; sys.path.insert(0, sys.argv[2])\n"
        "from test_sqlite_store import SqliteStore, fill, write\n"
        "store = SqliteStore(Path(sys.argv[1]), 'a')\n"
        "fill(store, [(0, 'create'), (0, 'update')])\n"
        "with store.document():\n"
        "    write(store, 3, 0, 'create')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = tmp_path / "m.db"
    child = subprocess.run(
        [sys.executable, "-c", program, str(path), str(Path(__file__).parent)], check=False, env=dict(os.environ)
    )
    assert child.returncode == -signal.SIGKILL
    store = SqliteStore(path, "a")
    assert (store.counts().observations, store.counts().changes, len(store.facts())) == (2, 2, 1)
    store.close()


@pytest.mark.anyio
async def test_the_memory_remembers_across_its_own_end(tmp_path: Path):
    context = MemoryContext(embedder=HashEmbedder(), workdir=tmp_path / "new")
    note = Document("d1", NOON, "Ann", "", "note", "The mapping tool costs us 900 euros.")
    first = build("reference-simple:store=sqlite", context)
    await first.ingest(note, scope="s")
    held = await first.snapshot(scope="s")
    await first.close()
    second = build("reference-simple:store=sqlite", context)
    assert await second.snapshot(scope="s") == held
    assert [fact.id for fact in (await second.retrieve("mapping tool", k=1, scope="s")).facts] == ["f1"]
    await second.reset(scope="s")
    assert (await second.snapshot(scope="s")).facts == ()
    await second.close()


def test_a_memory_on_disk_without_a_folder_is_refused():
    with pytest.raises(UserError, match="store=sqlite needs a folder"):
        build("reference-simple:store=sqlite", MemoryContext(embedder=HashEmbedder()))


def test_vectors_come_back_bit_by_bit(tmp_path: Path):
    store = SqliteStore(tmp_path / "m.db", "a")
    fill(store, [(0, "create")])
    vector = store.index.vector("f1")
    store.close()
    again = SqliteStore(tmp_path / "m.db", "a").index.vector("f1")
    assert np.array_equal(again, vector)
