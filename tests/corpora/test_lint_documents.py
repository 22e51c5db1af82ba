"""Documents: complete, of the right length, saying their figures, copying no claim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from corpora.conftest import document, found_by, head_of, state, trajectory, write_corpus
from memassay.corpora import Corpus, load
from memassay.corpora.lint.figures import Day, figures
from memassay.corpora.lint.mentions import missing_figures
from memassay.corpora.lint.numerals import numbers
from memassay.types import Stream

A = "A is red"
CorpusOf = Callable[..., Corpus]


def words(count: int) -> str:
    return " ".join(["word"] * count)


def test_a_state_without_its_document_is_found_where_no_folder_was_read(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [A])])
    assert found_by("document-complete", corpus) == []
    stream = corpus.streams["t-one"]
    stray = replace(stream.steps[0], state=4)
    made = replace(corpus, streams={"t-one": Stream(stream.trajectory, (stray,))})
    assert found_by("document-complete", made) == [
        "/states/0: has 0 documents, not one",
        "/states: a document names state 4, which does not exist",
    ]


@pytest.mark.parametrize(("difficulty", "low", "high"), [("L1", 200, 400), ("L2", 400, 800), ("L3", 600, 1000)])
def test_the_length_of_a_document_fits_its_difficulty(tmp_path: Path, difficulty: str, low: int, high: int) -> None:
    for count, silent in ((low - 1, False), (low, True), (high, True), (high + 1, False)):
        file = trajectory([state(0, [A])], difficulty=difficulty)
        corpus = load(write_corpus(tmp_path / str(count), file, texts={"t-one/0": words(count)}))
        told = f": {count} words; {difficulty} documents have {low} to {high}"
        assert found_by("length", corpus) == ([] if silent else [told])


CLAIM = "Holm Grocers keeps raw till receipts in the Oslo hall for long"
"""Twelve words."""


@pytest.mark.parametrize(
    ("difficulty", "text", "silent"),
    [
        ("L2", "At Holm: “Grocers keeps raw, till\nreceipts in the OSLO hall” we say.", False),
        ("L2", "Grocers keeps raw till receipts in the hall.", True),
        ("L1", CLAIM, True),
        ("L3", CLAIM, False),
    ],
)
def test_eight_words_of_a_claim_in_a_row_are_a_copy(
    corpus_of: CorpusOf, difficulty: str, text: str, silent: bool
) -> None:
    """Eight words in a row, across a line end and whatever the punctuation; seven are none.  L1 may copy."""
    corpus = corpus_of([state(0, [A, CLAIM])], texts={"t-one/0": f"Dear all,\n\n{text}"}, difficulty=difficulty)
    found = [line.split(":")[0] for line in found_by("verbatim-run", corpus)]
    head = document(head_of("t-one", state(0, []))).split("filler")[0].count("\n")
    assert found == ([] if silent else [f"line {head + 3}"])


def test_the_copied_words_are_told(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [CLAIM])], texts={"t-one/0": CLAIM}, difficulty="L2")
    assert found_by("verbatim-run", corpus)[0].split(": ", 1)[1] == (
        f"copies 'holm grocers keeps raw till receipts in the' from the claim {CLAIM!r}"
    )


@pytest.mark.parametrize(("span", "silent"), [([0, 5], True), ([0, 9], True), ([0, 10], False), ([5, 5], False)])
def test_an_injected_span_lies_in_the_text(at_home: Path, span: list[int], silent: bool) -> None:
    write_corpus(at_home / "c", trajectory([state(0, [A])]))
    head = head_of("t-one", state(0, [A])) | {"provenance": {"injected_span": span}}
    Path("c/documents/t-one/00-state.md").write_text(document(head, "Nine char"), encoding="utf-8")
    told = f"/provenance/injected_span: {span} is no stretch of the text, which has 9 characters"
    assert found_by("injected-span", load("c")) == ([] if silent else [told])


def test_a_figure_that_the_document_does_not_mention_is_found(corpus_of: CorpusOf) -> None:
    claims = ["Holm has 13 nodes", "Holm keeps logs for 410 days"]
    corpus = corpus_of([state(0, claims)], texts={"t-one/0": "Thirteen nodes, and logs for ages."})
    assert found_by("figures-in-text", corpus) == [
        "/states/0/claims/1: documents/t-one/00-state.md does not mention 410: 'Holm keeps logs for 410 days'"
    ]


def test_at_l3_a_figure_may_have_to_be_worked_out(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, ["Holm has 13 nodes"])], texts={"t-one/0": "A dozen nodes and one."}, difficulty="L3")
    assert found_by("figures-in-text", corpus) == []


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Holm keeps logs for 410 days", "four hundred and ten days"),
        ("Holm keeps logs for 410 days", "410-day window"),
        ("Holm pays above 13,500 euros", "anything over 13.5K"),
        ("Holm pays above 13,500 euros", "thirteen thousand five hundred"),
        ("Holm serves 50K rps", "fifty thousand a second"),
        ("Holm serves 50K rps", "50,000 a second"),
        ("Holm answers in 34ms", "34 ms"),
        ("Holm has twelve halls", "a dozen halls"),
        ("Holm runs PostgreSQL 14", "Postgres 14, still"),
        ("Holm needs 99.9% uptime", "99.9 percent"),
        ("Holm feeds run at 02:35", "at 2.35 every night"),
        ("Holm feeds run at 02:35", "at twenty-five to three"),
        ("Holm feeds run at 23:50", "ten to midnight"),
        ("Holm feeds run at 02:30", "half past two"),
        ("Holm feeds run at 09:00", "at 9 am sharp"),
        ("Holm feeds run at 09:00", "nine o'clock"),
        ("Holm feeds run at 12:00", "at noon"),
        ("Holm closed on 27 November 2025", "on the 27th of November"),
        ("Holm closed on 27 November 2025", "Nov twenty-seventh"),
        ("Holm closed on 2025-11-27", "27/11"),
        ("Holm closed on 27 November 2025", "2025-11-27"),
        ("Holm closed on 4 March 2025", "as of today"),
        ("Holm closed in March 2025", "this month"),
        ("Holm has been open since 2019", "in 2019"),
        ("Holm decides in Q3", "whenever"),
    ],
)
def test_a_figure_may_be_said_as_people_say_it(claim: str, text: str) -> None:
    """The text is dated 4 March 2025."""
    assert missing_figures(claim, text, date(2025, 3, 4)) == []


@pytest.mark.parametrize(
    ("claim", "text", "missing"),
    [
        ("Holm has 13 nodes", "fourteen nodes, 130 of them, and 1.3", ["13"]),
        ("Holm has 13 nodes", "between five and eight nodes", ["13"]),
        ("Holm runs PostgreSQL 14", "Postgres 15", ["14"]),
        ("Holm feeds run at 02:35", "at 2.40, or twenty-five past three", ["02:35"]),
        ("Holm closed on 27 November 2025", "in November, the 26th", ["27 November 2025"]),
        ("Holm closed on 27 November 2025", "the 27th of October", ["27 November 2025"]),
        ("Holm has been open since 2019", "for ages", ["2019"]),
    ],
)
def test_another_figure_is_no_mention(claim: str, text: str, missing: list[str]) -> None:
    assert missing_figures(claim, text, date(2025, 3, 4)) == missing


def test_numbers_are_read_from_digits_and_words() -> None:
    text = "Between five and eight of 1,200 sites; two hundred and six, 3.5, 2K, twenty-first, half a dozen, 34ms."
    assert numbers(text) >= {5.0, 8.0, 1200.0, 206.0, 3.5, 2000.0, 21.0, 6.0, 34.0}
    assert 13.0 not in numbers(text)


def test_figures_of_a_claim_are_told_apart() -> None:
    found = figures("On 8 September 2025 at 02:35 PostgreSQL 14 held 3 TB in thirteen tables")
    assert found.days == (Day(2025, 9, 8),)
    assert found.times == ((2, 35),)
    assert found.labels == (14.0,)
    assert [(quantity.value, quantity.unit) for quantity in found.quantities] == [(3.0, "tb"), (13.0, "table")]


def _with_head(folder: Path, difficulty: str, text: str, **keys: object) -> Corpus:
    """A corpus of one document whose front matter has further keys."""
    of = state(0, [A])
    write_corpus(folder, trajectory([of], difficulty=difficulty))
    path = folder / "documents" / "t-one" / "00-state.md"
    path.write_text(document(head_of("t-one", of) | keys, text), encoding="utf-8")
    return load(folder)


@pytest.mark.parametrize(("passage", "silent"), [(15, True), (16, False)])
def test_an_injected_passage_is_at_most_fifteen_of_a_hundred_words(tmp_path: Path, passage: int, silent: bool) -> None:
    span = [0, len(words(passage))]
    corpus = _with_head(tmp_path / "c", "L3", words(100), provenance={"host": "choir", "injected_span": span})
    told = "/provenance/injected_span: the passage has 16% of the words; at most 15%, the rest is the host"
    assert found_by("passage-share", corpus) == ([] if silent else [told])


@pytest.mark.parametrize(
    ("difficulty", "listed", "wanted"),
    [("L1", 1, "none"), ("L2", 1, "2 to 3"), ("L2", 2, ""), ("L2", 4, "2 to 3"), ("L3", 3, "4 to 5"), ("L3", 5, "")],
)
def test_listed_noise_claims_are_as_many_as_the_level_asks(
    tmp_path: Path, difficulty: str, listed: int, wanted: str
) -> None:
    corpus = _with_head(
        tmp_path / "c", difficulty, words(500), noise_claims=[f"Bus {n} is late." for n in range(listed)]
    )
    told = f"/noise_claims: lists {listed}; {difficulty} documents have {wanted}"
    assert found_by("noise-claims", corpus) == ([told] if wanted else [])


def test_a_document_that_lists_no_noise_claims_is_not_asked_for_them(tmp_path: Path) -> None:
    assert found_by("noise-claims", _with_head(tmp_path / "c", "L2", words(500))) == []
