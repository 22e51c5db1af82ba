from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memassay.memories.ledger import Ledger, Shelf
from memassay.types import Document, Fact

DOCUMENT = Document("d", datetime(2011, 5, 2, tzinfo=UTC), "Ann", "clerk", "email", "text")


def test_an_id_that_was_dropped_is_not_given_again():
    book = Ledger()
    book.write(Fact(book.new_id(), "A"), "create", DOCUMENT)
    book.drop("f1", DOCUMENT)
    assert book.new_id() == "f2"
    assert [entry.kind for entry in book.logged] == ["create", "delete"]


def test_a_change_without_operation_is_history_alone():
    book = Ledger()
    book.write(Fact("f1", "A", 0.9), "create", DOCUMENT)
    book.write(Fact("f1", "A", 0.5), "none", DOCUMENT)
    assert [entry.kind for entry in book.logged] == ["create"]
    assert [(r.change, r.confidence) for r in book.revisions["f1"]] == [("create", 0.9), ("none", 0.5)]


def test_a_fact_that_another_replaced_goes_without_an_entry_of_its_own():
    book = Ledger()
    book.write(Fact("f1", "A"), "create", DOCUMENT)
    book.drop("f1", DOCUMENT, logged=False)
    assert [entry.kind for entry in book.logged] == ["create"]
    assert book.facts == {}


@pytest.mark.anyio
async def test_reset_forgets_one_scope_and_close_all():
    shelf = Shelf(Ledger)
    for scope in ("a", "b"):
        shelf.book(scope).write(Fact("f1", "A"), "create", DOCUMENT)
    await shelf.reset(scope="a")
    assert [len((await shelf.snapshot(scope=scope)).facts) for scope in ("a", "b")] == [0, 1]
    await shelf.close()
    assert (await shelf.snapshot(scope="b")).facts == ()
