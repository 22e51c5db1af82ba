"""The two configurations as a user gets them, on a few documents, with the model's own embedder where words matter."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memassay.errors import UserError
from memassay.memories import build
from memassay.memories.protocol import MemoryContext
from memassay.memories.reference.settings import REFERENCE, SIMPLE
from memassay.models import minilm
from memassay.testing import HashEmbedder
from memassay.types import Document

MONDAY = datetime(2011, 5, 2, tzinfo=UTC)
SCOPE = "s"


async def fed(name: str, *said: tuple[str, int, str]):
    """A memory that was told these: author, day, text."""
    system = build(name, MemoryContext(embedder=minilm.build()))
    for number, (author, day, text) in enumerate(said):
        await system.ingest(Document(f"d{number}", MONDAY + timedelta(days=day), author, "", "note", text), scope=SCOPE)
    return system


async def facts(system):
    return (await system.snapshot(scope=SCOPE)).facts


async def kinds(system) -> list[str]:
    return [entry.kind for entry in await system.operations(scope=SCOPE)]


PAID = ("Maren Oduya", 0, "Packaging suppliers are paid 40 days after the invoice date.")
OTHER = ("Ottoline Grewe", 7, "Packaging suppliers are paid 52 days after the invoice date.")
RULED = ("Sunniva Aldous", 14, "From 1 June packaging suppliers are paid 60 days after the invoice date.")


@pytest.mark.anyio
async def test_two_authors_disagree_until_a_ruling():
    """Create at 0.8; a dispute caps at 0.5 and shows both sides; a dated new value starts again at 0.8."""
    system = await fed("reference", PAID, OTHER)
    (fact,) = await facts(system)
    assert (fact.disputed, fact.confidence, fact.authors) == (1, 0.5, ("Maren Oduya", "Ottoline Grewe"))
    assert fact.statement == f"Maren Oduya: {PAID[2]} Ottoline Grewe: {OTHER[2]}"
    system = await fed("reference", PAID, OTHER, RULED)
    (fact,) = await facts(system)
    assert (fact.disputed, fact.confidence, fact.authors) == (0, 0.8, ("Sunniva Aldous",))
    assert fact.statement == RULED[2]
    assert await kinds(system) == ["create", "conflict", "supersede"]
    assert [revision.change for revision in await system.history("f1", scope=SCOPE)] == await kinds(system)


LATE = ("Kofi", -30, "The platform team chose Fargate after it had tried Lambda for a month.")
CHOSE = ("Annelies", 0, "The platform team chose Fargate.")


@pytest.mark.anyio
@pytest.mark.parametrize(("guard", "says"), [("downgrade", False), ("enrich", True)])
async def test_late_detail_is_taken_in_by_enrich_and_kept_out_by_downgrade(guard, says):
    system = await fed(f"reference:guard={guard}", CHOSE, LATE)
    (fact,) = await facts(system)
    assert ("Lambda" in fact.statement) is says
    assert CHOSE[2] in fact.statement
    assert len(await system.observations(scope=SCOPE)) == 2


@pytest.mark.anyio
async def test_an_outdated_value_that_arrives_late_does_not_come_back():
    now, before = ("Ann", 0, "Dana leads the metering team."), ("Ann", -90, "Oskar leads the metering team.")
    (fact,) = await facts(await fed("reference", now, before))
    assert fact.statement == now[2]
    (fact,) = await facts(await fed("reference:guard=off", now, before))
    assert fact.statement == before[2]


@pytest.mark.anyio
async def test_a_question_is_remembered_by_nobody():
    system = await fed("reference", ("Bram", 0, "Could a shared wiki be useful for this project?"))
    assert await facts(system) == ()
    assert await kinds(system) == []
    assert len(await system.observations(scope=SCOPE)) == 1


@pytest.mark.anyio
async def test_only_the_main_configuration_speaks_of_disputes():
    assert (await fed("reference")).describe().disputes
    assert not (await fed("reference-simple")).describe().disputes


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("reference:guard=never", "option guard takes off, downgrade, enrich, not 'never'"),
        ("reference:step=2", "option step takes a number from 0 to 1, not 2"),
        ("reference:step=nan", "option step takes a number from 0 to 1, not nan"),
        ("reference:candidates=0", "option candidates takes a number from 1 on, not 0"),
        ("reference:lexical=0,semantic=0", "options lexical and semantic cannot both be 0"),
        ("reference:gard=off", "unknown option 'gard'; did you mean 'guard'"),
        ("reference-simple:candidates=x", "option candidates takes a whole number, not 'x'"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_allowed(name, message):
    with pytest.raises(UserError, match=message):
        build(name, MemoryContext(embedder=HashEmbedder()))


@pytest.mark.anyio
async def test_a_document_whose_time_has_no_zone_is_refused():
    system = build("reference", MemoryContext(embedder=HashEmbedder()))
    naive = Document("d7", datetime(2011, 5, 2), "Ann", "", "note", "The pool is open.")  # noqa: DTZ001 - meant
    with pytest.raises(UserError, match="document d7: its time 2011-05-02T00:00:00 must have a time zone"):
        await system.ingest(naive, scope=SCOPE)


@pytest.mark.anyio
async def test_a_document_taken_in_twice_confirms_itself():
    text = "The pool is 25 metres long. The lorry burns diesel."
    system = await fed("reference", ("Ann", 0, text), ("Ann", 0, text))
    assert [(fact.statement, fact.confidence) for fact in await facts(system)] == [
        ("The pool is 25 metres long.", 0.9),
        ("The lorry burns diesel.", 0.9),
    ]


def test_the_page_tells_every_option_with_its_two_defaults():
    page = (Path(__file__).parents[3] / "docs/design/reference.md").read_text(encoding="utf-8")
    told = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].startswith("`"):
            names = [name.strip("` ") for name in cells[0].split(",")]
            told |= dict(zip(names, zip(cells[1].split(", "), cells[2].split(", "), strict=True), strict=True))
    assert told == {
        field.name: (str(getattr(REFERENCE, field.name)), str(getattr(SIMPLE, field.name)))
        for field in fields(REFERENCE)
    }


@pytest.mark.anyio
async def test_a_scope_that_was_reset_is_searched_by_what_it_holds_now():
    """As many facts as before, of other words: an index of the old ones would have "salt" in the wrong place."""
    system = build("reference-simple:lexical=1,semantic=0,floor=1", MemoryContext(embedder=HashEmbedder()))
    for texts in (["Salt arrives by barge.", "Geese graze inland."], ["Geese graze inland.", "Salt arrives by barge."]):
        await system.reset(scope=SCOPE)
        for number, text in enumerate(texts):
            await system.ingest(Document(f"d{number}", MONDAY, "Ann", "", "note", text), scope=SCOPE)
        (found,) = (await system.retrieve("salt", k=1, scope=SCOPE)).facts
        assert found.statement == "Salt arrives by barge."


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["reference", "reference-simple"])
async def test_a_document_is_one_witness_however_often_it_repeats_itself(name):
    """The start, High: 0.8 or 0.6."""
    system = await fed(name, ("Ann", 0, "\n\n".join(["The lorry of the depot burns diesel."] * 5)))
    (fact,) = await facts(system)
    assert (fact.confidence, len(fact.support)) == (0.8 if name == "reference" else 0.6, 5)


FERRY = ("Ann Ashe", 0, "The ferry to Leith leaves at nine from pier four.")


@pytest.mark.anyio
async def test_a_quotation_is_no_witness_for_what_it_quotes():
    quote = f"I have read this and cannot agree.\n\nOn Monday Ann Ashe wrote:\n> {FERRY[2]}"
    system = await fed("reference", FERRY, ("Bo Dunn", 1, quote))
    (fact, _) = await facts(system)
    assert (fact.statement, fact.confidence, fact.authors) == (FERRY[2], 0.8, ("Ann Ashe",))
    assert fact.support == ("o1", "o3")


@pytest.mark.anyio
async def test_a_quotation_does_not_keep_its_reply_from_disagreeing():
    reply = f"> {FERRY[2]}\n\nThe ferry to Leith leaves at ten from pier four."
    (fact,) = await facts(await fed("reference", FERRY, ("Bo Dunn", 1, reply)))
    assert (fact.disputed, fact.authors) == (1, ("Ann Ashe", "Bo Dunn"))


@pytest.mark.anyio
async def test_what_is_quoted_brings_no_old_value_back():
    moved = ("Bo Dunn", 1, "The ferry to Leith now leaves at ten from pier four.")
    late = ("Cy Falk", 2, f"For the file.\n\nAnn Ashe wrote:\n> {FERRY[2]}")
    (fact,) = [one for one in await facts(await fed("reference", FERRY, moved, late)) if "ferry" in one.statement]
    assert (fact.statement, fact.disputed) == (moved[2], 0)


@pytest.mark.anyio
async def test_a_document_does_not_destroy_what_it_said_itself():
    """Bo disputes Ann's hour, and then says that it has changed: his first hour stays beside the new one."""
    bo = "The harbour office opens at six on weekdays.\n\nThe harbour office now opens at nine on weekdays."
    system = await fed("reference", ("Ann", 0, "The harbour office opens at eight on weekdays."), ("Bo", 5, bo))
    assert await kinds(system) == ["create", "conflict", "supersede"]
    said = " ".join(one.statement for one in await facts(system))
    assert all(line in said for line in bo.split("\n\n"))
