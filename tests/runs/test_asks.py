"""What is asked of a judge about a store."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

from memassay.runs.asks import View
from memassay.types import Document, Fact

DOCUMENT = Document(
    "d1", datetime(2011, 5, 2, tzinfo=UTC), "Ann Ashe", "", "note", "The depot opens at seven on Mondays."
)


def view(*, identity: bool = False) -> View:
    record = SimpleNamespace(seen=[SimpleNamespace(position=0, document=DOCUMENT, state=0)])
    return View(record, None, identity=identity)  # type: ignore[arg-type]


def parts(statement: str, *authors: str) -> list[str]:
    return [part.statement for part in view().parts(Fact("f1", statement, authors=authors))]


def test_who_said_so_is_no_part_of_what_a_document_must_entail():
    said = "The depot opens at seven on Mondays."
    assert parts(f"Ann Ashe: {said}") == [said]
    assert parts(f"Bo Birk: {said} Ann Ashe: {said}", "Bo Birk") == [said, said]


def test_a_name_that_nobody_vouches_by_stays_in_the_statement():
    said = "Bo Birk: The depot opens at seven on Mondays."
    assert parts(said) == [said]


def test_a_judge_by_identity_is_asked_about_the_fact_as_it_is():
    fact = Fact("f1", "Ann Ashe: The depot opens.")
    assert view(identity=True).parts(fact) == [fact]
