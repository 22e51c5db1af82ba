"""The store on disk against the one in memory."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from memassay.errors import UserError
from memassay.memories import build
from memassay.memories.protocol import MemoryContext
from memassay.memories.reference import sqlite_file
from memassay.memories.reference.records import Change, Part
from memassay.memories.reference.replay import replay
from memassay.memories.reference.sqlite_file import SqliteFile, forget
from memassay.memories.reference.sqlite_store import SqliteStore
from memassay.memories.reference.store import MemoryStore
from memassay.testing import HashEmbedder
from memassay.types import Document

from .changing import NOON, STEPS, CutShort, contents, cut_short, dense, fill, observed, write

CREATE, UPDATE, DELETE = (0, "create"), (0, "update"), (0, "delete")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.db"


def opened(path: Path, scope: str = "a") -> dict[str, object]:
    """What a store that is opened now holds."""
    with closing(SqliteStore(path, scope)) as store:
        return contents(store)


def asked(path: Path, question: str) -> list[tuple]:
    """What another tool reads in the file."""
    with closing(sqlite3.connect(path)) as other:
        return other.execute(question).fetchall()


@settings(max_examples=40)
@given(STEPS, STEPS, STEPS)
def test_the_store_on_disk_is_the_one_in_memory_also_after_it_was_opened_again(early, lost, late):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.db"
        memory, disk = MemoryStore(), SqliteStore(path, "a")
        fill(memory, early)
        fill(disk, early)
        assert contents(disk) == contents(memory)
        with pytest.raises(CutShort):
            cut_short(disk, lost)
        assert contents(disk) == contents(memory)
        disk.close()
        again = SqliteStore(path, "a")
        assert contents(again) == contents(memory)
        fill(memory, late)
        fill(again, late)
        assert contents(again) == contents(memory) == opened(path)
        assert list(replay(again.changes()).values()) == memory.facts(retired=True)
        again.close()


def test_a_document_of_many_changes_is_kept_whole(path: Path):
    memory, disk = MemoryStore(), SqliteStore(path, "a")
    for store in (memory, disk):
        with store.document():
            for step in (CREATE, CREATE, UPDATE, (1, "conflict"), DELETE, CREATE, (0, "none")):
                write(store, step)
    disk.close()
    assert opened(path) == contents(memory)


def test_a_block_that_cannot_be_written_leaves_nothing(path: Path):
    store = SqliteStore(path, "a")
    fill(store, [CREATE])
    before = contents(store)
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE change RENAME TO elsewhere")
        with pytest.raises(UserError, match=r"m\.db: cannot be written: no such table"):
            fill(store, [UPDATE])
        assert contents(store) == before
        other.execute("ALTER TABLE elsewhere RENAME TO change")
    fill(store, [UPDATE])
    store.close()
    assert opened(path)["counts"].changes == 2


def test_a_full_disk_leaves_the_last_whole_document(path: Path):
    """The file may not grow: a document that still fits is kept, the first that does not is taken back."""
    store = SqliteStore(path, "a")
    fill(store, [CREATE])
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    held = [contents(store)]

    def fill_up() -> None:
        while len(held) < 1000:
            fill(store, [CREATE])
            held.append(contents(store))

    with pytest.raises(UserError, match=r"m\.db: cannot be written: database or disk is full"):
        fill_up()
    assert len(held) > 1
    assert contents(store) == held[-1]
    store.close()
    assert opened(path) == held[-1]


def test_a_file_that_another_process_keeps_locked_is_said_and_written_when_it_is_free(path: Path, monkeypatch):
    monkeypatch.setattr(sqlite_file, "WAIT", 0)
    store = SqliteStore(path, "a")
    before = contents(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UserError, match="cannot be written: database is locked"):
            fill(store, [CREATE])
        assert contents(store) == before
        other.execute("ROLLBACK")
    fill(store, [CREATE])
    store.close()
    assert opened(path)["counts"].facts == 1


def test_scopes_of_one_file_do_not_see_each_other_and_one_can_be_forgotten(path: Path):
    one, two = SqliteStore(path, "one"), SqliteStore(path, "two")
    fill(one, [CREATE, UPDATE, (0, "delete")])
    fill(two, [CREATE])
    assert (one.counts().changes, two.counts().changes) == (3, 1)
    held = contents(two)
    one.close()
    forget(path, "one")
    assert opened(path, "one") == contents(MemoryStore())
    assert opened(path, "two") == held
    fill(two, [UPDATE])
    two.close()


def test_forgetting_makes_no_file(path: Path):
    forget(path, "a")
    assert not path.exists()


def test_another_scope_may_be_written_while_a_block_is_open(path: Path):
    one, two = SqliteStore(path, "one"), SqliteStore(path, "two")
    with one.document():
        write(one, CREATE)
        fill(two, [CREATE])
        assert opened(path, "one")["counts"].facts == 0
    assert opened(path, "one")["counts"].facts == opened(path, "two")["counts"].facts == 1
    one.close()
    two.close()


@pytest.mark.parametrize("late", [[CREATE], [CREATE, UPDATE], [(0, "none")]])
def test_of_two_stores_of_one_scope_the_one_that_is_behind_does_not_write(path: Path, late):
    first, second = SqliteStore(path, "a"), SqliteStore(path, "a")
    fill(first, [CREATE, UPDATE])
    held = contents(first)
    with pytest.raises(UserError, match="scope 'a' was written by another since it was opened"):
        fill(second, late)
    assert second.counts().observations == 0
    fill(first, [UPDATE])
    first.close()
    second.close()
    assert opened(path)["changes"][:2] == held["changes"]


def test_a_scope_forgotten_behind_its_back_does_not_write(path: Path):
    store = SqliteStore(path, "a")
    fill(store, [CREATE])
    forget(path, "a")
    with pytest.raises(UserError, match="was written by another"):
        fill(store, [UPDATE])
    store.close()
    assert opened(path)["counts"].observations == 0


def test_what_is_written_outside_a_block_is_kept_with_the_next_one(path: Path):
    store = SqliteStore(path, "a")
    write(store, CREATE)
    with pytest.raises(CutShort):
        cut_short(store, [CREATE])
    fill(store, [UPDATE])
    held = contents(store)
    store.close()
    assert held["counts"].changes == 2
    assert opened(path) == held


def test_a_text_that_is_no_unicode_is_refused_with_its_whole_document(path: Path):
    """Half a surrogate pair cannot be written as UTF-8."""
    store = SqliteStore(path, "a")

    def half_a_pair() -> None:
        with store.document():
            write(store, CREATE)
            store.observe(replace(observed(2), statement="\ud83d"))

    with pytest.raises(UserError, match="cannot be written"):
        half_a_pair()
    assert store.counts().observations == 0
    store.close()
    assert opened(path)["counts"].observations == 0


@pytest.mark.parametrize("text", ["a\x00b", "", "Ærøskøbing 🚢 'quoted' \"twice\"", " \n\t"])
def test_any_text_comes_back_as_it_was(path: Path, text: str):
    store = SqliteStore(path, "a")
    with store.document():
        store.observe(replace(observed(1), statement=text, what=text, who=(text,), entities=(text, text)))
    held = store.observations()
    store.close()
    assert opened(path)["observations"] == held


def test_times_keep_their_offset(path: Path):
    store = SqliteStore(path, "a")
    east = datetime(2011, 5, 2, 1, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    with store.document():
        store.observe(replace(observed(1), time=east))
    store.close()
    assert asked(path, "SELECT time FROM observation") == [("2011-05-02T01:30:00+05:30",)]
    (observation,) = opened(path)["observations"]
    assert (observation.time, observation.time.utcoffset()) == (east, timedelta(hours=5, minutes=30))


def test_other_tools_can_read_how_the_facts_stand(path: Path):
    """Observations 1 to 4: two facts are made, the second becomes disputed, the first retires."""
    store = SqliteStore(path, "a")
    fill(store, [CREATE, CREATE, (1, "conflict"), (0, "delete")])
    shown = asked(path, "SELECT id, statement, authors, valid_to, disputed, successor FROM fact ORDER BY id")
    facts = store.facts(retired=True)
    store.close()
    assert shown == [
        ("f1", facts[0].statement, '["Ann"]', "2011-05-02T16:00:00+00:00", 0, "f1"),
        ("f2", facts[1].statement, '["Ann", "Bo"]', None, 1, ""),
    ]
    (parts,) = asked(path, "SELECT parts FROM change WHERE number = 1")[0]
    assert json.loads(parts) == [{"text": observed(1).statement, "support": ["o1"], "authors": ["Ann"]}]
    assert asked(path, "SELECT fact_id FROM vector") == [("f2",)]
    assert asked(path, "PRAGMA journal_mode") == [("wal",)]


def test_a_change_keeps_of_a_part_what_is_new(path: Path):
    """The same said 300 times: each row names one observation more, and the file does not grow with the square."""
    first = observed(1)
    with closing(SqliteStore(path, "a")) as store:
        part = Part.of(first)
        for number in range(1, 301):
            one = replace(first, id=f"o{number}")
            with store.document():
                store.observe(one)
                kind = "create" if number == 1 else "reinforce"
                part = part.vouched(one)
                change = Change(number, "f1", kind, kind, (part, OTHER), 0.5, one.id, "d1", one.time)
                store.write(change, dense(1) if number == 1 else None)
        held = contents(store)
    rows = [json.loads(row[0]) for row in asked(path, "SELECT parts FROM change ORDER BY number")]
    assert rows[0][1] == {"text": OTHER.text, "support": list(OTHER.support), "authors": []}
    assert rows[-1] == [
        {"kept": 0, "support": ["o300"], "authors": []},
        {"kept": 1, "support": [], "authors": []},
    ]
    assert opened(path) == held


OTHER = Part("Geese graze.", ("o1",))


def test_a_scope_forgotten_and_filled_again_by_another_is_not_the_one_that_was_opened(path: Path):
    """As many documents, observations and changes as before; only their generation tells them from the old ones."""
    store = SqliteStore(path, "a")
    fill(store, [CREATE, UPDATE])
    forget(path, "a")
    with closing(SqliteStore(path, "a")) as other:
        fill(other, [CREATE, CREATE])
        held = contents(other)
    with pytest.raises(UserError, match="was written by another"):
        fill(store, [UPDATE])
    store.close()
    assert opened(path) == held
    assert asked(path, "SELECT count(*) FROM scope") == [(1,)]
    forget(path, "a")
    assert asked(path, "SELECT count(*) FROM scope") == [(0,)]


@pytest.mark.parametrize("dimensions", [33, 40])
def test_a_scope_is_not_read_with_another_embedder(path: Path, dimensions: int):
    other = HashEmbedder(dimensions)
    other.name = "other"
    with closing(SqliteStore(path, "a", HashEmbedder(33))) as store:
        fill(store, [CREATE])
    message = rf"scope 'a' holds vectors of the embedder hash \(33 dimensions\), which those of other \({dimensions}\)"
    with pytest.raises(UserError, match=message):
        SqliteStore(path, "a", other)
    SqliteStore(path, "b", other).close()
    SqliteStore(path, "a", HashEmbedder(33)).close()


def test_the_scopes_of_one_file_share_a_connection_and_the_last_closes_it(path: Path):
    file = SqliteFile(path)
    one, two = SqliteStore(file, "one"), SqliteStore(file, "two")
    assert one._connection is two._connection
    one.close()
    fill(two, [CREATE])
    two.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        two._connection.execute("SELECT 1")
    again = SqliteStore(file, "two")
    assert again.counts().facts == 1
    again.close()


def garbage(path: Path) -> None:
    path.write_bytes(b"not a database at all, but long enough to be read as one" * 20)


def another(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (garbage, "cannot be opened as a reference memory: file is not a database"),
        (lambda path: another(path, "CREATE TABLE t (x)"), "holds another database; this memassay reads"),
        (lambda path: another(path, "PRAGMA user_version = 7"), "holds version 7; this memassay reads"),
        (lambda path: another(path, "CREATE TABLE fact (x)", "PRAGMA user_version = 2"), "holds version 2"),
        (Path.mkdir, "cannot be opened as a reference memory"),
    ],
)
def test_what_is_no_reference_memory_is_refused_and_left_as_it_is(path: Path, make, message: str):
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    for refusing in (SqliteStore, forget):
        with pytest.raises(UserError, match=rf"m\.db: {message}"):
            refusing(path, "a")
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_an_empty_file_becomes_a_memory(path: Path):
    path.touch()
    SqliteStore(path, "a").close()
    assert opened(path)["counts"].observations == 0


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"m\.db: cannot be opened"):
        SqliteStore(tmp_path / "file" / "m.db", "a")


@contextmanager
def as_somebody_without_rights() -> Iterator[None]:
    """Root may write everywhere, so for the while it is somebody else."""
    root = os.geteuid() == 0
    try:
        if root:
            os.seteuid(65534)
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_file_or_folder_that_may_not_be_written_is_said_at_once():
    folder = Path(tempfile.mkdtemp())
    path = folder / "m.db"
    try:
        SqliteStore(path, "a").close()
        path.chmod(0o444)
        folder.chmod(0o777)
        with as_somebody_without_rights(), pytest.raises(UserError, match=r"m\.db: .* readonly database"):
            SqliteStore(path, "a")
        path.unlink()
        folder.chmod(0o555)
        with as_somebody_without_rights(), pytest.raises(UserError, match=r"m\.db: cannot be opened"):
            SqliteStore(path, "a")
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM vector",
        "UPDATE vector SET vector = x'00' WHERE fact_id = 'f2'",
        "UPDATE change SET parts = '[{}]'",
        "UPDATE change SET time = 'noon'",
        "UPDATE observation SET who = 'Ann'",
        "UPDATE observation SET who = NULL",
    ],
)
def test_a_damaged_scope_is_said_and_the_others_can_be_read(path: Path, damage: str):
    for scope in ("a", "b"):
        with closing(SqliteStore(path, scope)) as store:
            fill(store, [CREATE, CREATE])
    held = opened(path, "b")
    another(path, f"{damage} {'AND' if 'WHERE' in damage else 'WHERE'} scope = 'a'")
    with pytest.raises(UserError, match=r"m\.db: scope 'a' is damaged"):
        SqliteStore(path, "a")
    assert opened(path, "b") == held


def test_a_file_with_a_page_overwritten_is_said(path: Path):
    with closing(SqliteStore(path, "a")) as store:
        fill(store, [CREATE] * 40)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"m\.db: cannot be read: database disk image is malformed"):
        SqliteStore(path, "a")


DYING = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from changing import fill, write
from memassay.memories.reference.sqlite_store import SqliteStore

def die():
    os.kill(os.getpid(), signal.SIGKILL)

store = SqliteStore(Path(sys.argv[1]), "a")
fill(store, [(0, "create"), (0, "update")])
"""


def killed(path: Path, ending: str) -> None:
    """A process that keeps two documents and then does `ending`, in which it dies."""
    child = subprocess.run([sys.executable, "-c", DYING + ending, path, Path(__file__).parent], check=False)
    assert child.returncode == -signal.SIGKILL


def test_a_process_killed_between_two_documents_leaves_the_first(path: Path):
    killed(path, "die()")
    memory = MemoryStore()
    fill(memory, [CREATE, UPDATE])
    assert opened(path) == contents(memory)


def test_a_process_killed_in_a_document_leaves_those_before(path: Path):
    killed(path, "with store.document():\n    write(store, (0, 'create'))\n    die()")
    memory = MemoryStore()
    fill(memory, [CREATE, UPDATE])
    assert opened(path) == contents(memory)


@pytest.mark.parametrize(
    "statement", ["BEGIN", "INSERT OR REPLACE INTO change", "INSERT OR REPLACE INTO vector", "COMMIT"]
)
def test_a_process_killed_while_it_writes_a_document_leaves_those_before(path: Path, statement: str):
    """The trace is told of a statement just before it is done."""
    trace = f"lambda said: die() if said.startswith({statement!r}) else None"
    killed(path, f"store._connection.set_trace_callback({trace})\nfill(store, [(0, 'update')])")
    memory = MemoryStore()
    fill(memory, [CREATE, UPDATE])
    assert opened(path) == contents(memory)
    with closing(SqliteStore(path, "a")) as store:
        fill(store, [DELETE])
    fill(memory, [DELETE])
    assert opened(path) == contents(memory)


def test_vectors_come_back_bit_by_bit(path: Path):
    with closing(SqliteStore(path, "a")) as store:
        fill(store, [CREATE])
        vector = store.index.vector("f1")
    with closing(SqliteStore(path, "a")) as again:
        assert np.array_equal(again.index.vector("f1"), vector)


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
