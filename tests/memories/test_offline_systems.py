"""The systems that really extract: append, reference-simple, rag, full-context, on a few short documents."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from memassay.errors import UserError
from memassay.memories import build
from memassay.memories.hybrid import min_max
from memassay.memories.protocol import MemoryContext
from memassay.memories.rag import chunks
from memassay.testing import HashEmbedder
from memassay.types import Document

MONDAY = datetime(2011, 5, 2, tzinfo=UTC)
LICENCE = "The mapping tool costs us 900 euros at each renewal."
DEARER = "The mapping tool costs us 950 euros at each renewal."
GOAT = "Nobody knows who bought a goat."


class Counting(HashEmbedder):
    """Counts calls."""

    calls = 0

    def encode(self, texts):
        self.calls += 1
        return super().encode(texts)


class Flat(HashEmbedder):
    """Sees no difference between texts, so that words alone decide a hybrid search."""

    def encode(self, texts):
        return super().encode(["same"] * len(texts))


async def fed(name: str, *texts: str, embedder: HashEmbedder | None = None):
    system = build(name, MemoryContext(embedder=embedder or HashEmbedder()))
    for n, text in enumerate(texts):
        author = "Ann" if n % 2 == 0 else "Bo"
        document = Document(f"d{n}", MONDAY + timedelta(days=n), author, "clerk", "email", text)
        await system.ingest(document, scope="s")
    return system


async def facts(system):
    return (await system.snapshot(scope="s")).facts


@pytest.mark.anyio
async def test_append_keeps_each_sentence_of_each_document_for_ever():
    system = await fed("append", f"{LICENCE} {GOAT}", LICENCE, DEARER)
    held = await facts(system)
    assert [(fact.id, fact.statement) for fact in held] == [
        ("f1", LICENCE),
        ("f2", GOAT),
        ("f3", LICENCE),
        ("f4", DEARER),
    ]
    assert [fact.authors for fact in held] == [("Ann",), ("Ann",), ("Bo",), ("Ann",)]
    assert {entry.kind for entry in await system.operations(scope="s")} == {"create"}
    assert (await system.snapshot(scope="s")).count == 4


@pytest.mark.anyio
async def test_append_finds_the_nearest_sentences_first():
    system = await fed("append", f"{LICENCE} {GOAT} {DEARER}")
    found = await system.retrieve("Who bought a goat?", k=1, scope="s")
    assert [fact.statement for fact in found.facts] == [GOAT]


@pytest.mark.anyio
async def test_a_document_is_embedded_in_one_call():
    for name in ("append", "reference-simple", "rag"):
        embedder = Counting()
        await fed(name, f"{LICENCE} {GOAT} {DEARER}", embedder=embedder)
        assert embedder.calls == 1, name


@pytest.mark.anyio
async def test_a_document_that_says_nothing_changes_nothing():
    for name in ("append", "reference-simple"):
        assert await facts(await fed(name, "Hi all,")) == ()
    assert await facts(await fed("rag", " \n ")) == ()


@pytest.mark.anyio
async def test_reference_simple_confirms_what_is_said_again():
    """Confidence 0.6 at first, + 0.1 at each confirmation, never over 1."""
    system = await fed("reference-simple", *[LICENCE] * 6)
    (fact,) = await facts(system)
    assert (fact.statement, fact.confidence, fact.authors) == (LICENCE, 1.0, ("Ann", "Bo"))
    assert fact.support == ("o1", "o2", "o3", "o4", "o5", "o6")
    assert [r.confidence for r in await system.history("f1", scope="s")] == [0.6, 0.7, 0.8, 0.9, 1.0, 1.0]
    assert fact.created == MONDAY
    assert fact.updated == MONDAY + timedelta(days=5)


@pytest.mark.anyio
async def test_reference_simple_replaces_a_value_and_starts_its_confidence_again():
    system = await fed("reference-simple", f"{LICENCE} {GOAT}", LICENCE, DEARER)
    first, second = await facts(system)
    assert (first.id, first.statement, first.confidence) == ("f1", DEARER, 0.6)
    assert second.statement == GOAT
    kinds = [(e.kind, e.fact_id, e.document_id) for e in await system.operations(scope="s")]
    assert kinds == [
        ("create", "f1", "d0"),
        ("create", "f2", "d0"),
        ("reinforce", "f1", "d1"),
        ("supersede", "f1", "d2"),
    ]


@pytest.mark.anyio
async def test_reference_simple_puts_a_second_sentence_of_one_document_behind_the_first():
    """Both new prices are near the one fact; the first replaces it, the second must not replace the first."""
    third = DEARER.replace("950", "990")
    (fact,) = await facts(await fed("reference-simple", LICENCE, f"{DEARER} {third}"))
    assert fact.statement == f"{DEARER} {third}"


@pytest.mark.anyio
async def test_reference_simple_never_joins_sentences_of_the_first_document():
    held = await facts(await fed("reference-simple", f"{LICENCE} {DEARER}"))
    assert [fact.statement for fact in held] == [LICENCE, DEARER]


@pytest.mark.anyio
async def test_reference_simple_makes_a_new_fact_of_a_sentence_under_the_threshold():
    held = await facts(await fed("reference-simple:floor=1", LICENCE, DEARER))
    assert [fact.statement for fact in held] == [LICENCE, DEARER]


def test_reference_simple_refuses_a_threshold_that_is_no_cosine():
    with pytest.raises(UserError, match="option floor takes a number from 0 to 1, not 2"):
        build("reference-simple:floor=2", MemoryContext(embedder=HashEmbedder()))


@pytest.mark.anyio
async def test_full_context_hands_over_every_document_whatever_k():
    system = await fed("full-context", LICENCE, GOAT, DEARER)
    found = await system.retrieve("anything", k=1, scope="s")
    assert [fact.statement for fact in found.facts] == [LICENCE, GOAT, DEARER]
    assert "exempt from retrieve" in system.describe().note


@pytest.mark.anyio
async def test_rag_finds_the_chunk_with_the_words_asked_for():
    system = await fed("rag", LICENCE, GOAT)
    found = await system.retrieve("What does the mapping tool cost?", k=1, scope="s")
    assert [fact.statement for fact in found.facts] == [LICENCE]


@pytest.mark.anyio
async def test_rag_takes_later_documents_into_its_index():
    system = await fed("rag", LICENCE, embedder=Flat())
    await system.retrieve("goat", k=1, scope="s")
    await system.ingest(Document("d9", MONDAY, "Cy", "", "email", GOAT), scope="s")
    assert [f.statement for f in (await system.retrieve("goat", k=1, scope="s")).facts] == [GOAT]


@pytest.mark.anyio
async def test_rag_weighs_meaning_over_words():
    """Two chunks: the first best by cosine (0.7 x 1), the second best by BM25 (0.3 x 1)."""

    class Contrary(HashEmbedder):
        def encode(self, texts):
            return super().encode(["goat" if text in (LICENCE, "goat") else "other" for text in texts])

    system = await fed("rag", GOAT, LICENCE, embedder=Contrary())
    found = await system.retrieve("goat", k=2, scope="s")
    assert [fact.statement for fact in found.facts] == [LICENCE, GOAT]


@pytest.mark.anyio
async def test_rag_answers_a_query_without_words_by_cosine_alone():
    system = await fed("rag", LICENCE, GOAT)
    assert len((await system.retrieve("?!", k=5, scope="s")).facts) == 2


def test_a_chunk_ends_at_the_sentence_before_its_121st_word():
    """Sentences of 50 words: two make 100, a third would make 150."""
    sentences = [f"Number {n} " + "word " * 47 + "ends." for n in range(3)]
    assert list(chunks(" ".join(sentences))) == [" ".join(sentences[:2]), sentences[2]]


def test_min_max_stretches_to_the_unit_interval_and_gives_zeros_for_equals():
    """(2, 3, 4) -> (0, 0.5, 1)."""
    assert min_max(np.array([2.0, 3.0, 4.0])).tolist() == [0, 0.5, 1]
    assert min_max(np.array([7.0, 7.0])).tolist() == [0, 0]


@pytest.mark.anyio
async def test_an_unknown_scope_is_empty_and_stays_unknown():
    system = await fed("append", LICENCE)
    assert (await system.snapshot(scope="other")).facts == ()
    assert (await system.retrieve("goat", k=3, scope="other")).facts == ()
    assert await system.history("f1", scope="other") == ()
