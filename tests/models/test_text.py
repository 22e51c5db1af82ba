"""Sentences, clauses and windows."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.models.text import clause_spans, clauses, sentences, subject_of, windows, words

LETTERS = re.compile(r"\w")


def test_a_bullet_a_heading_and_a_turn_are_sentences_of_their_own() -> None:
    text = "# Minutes\n\n- first point\n- second point\n1. third point\n\nAna: Hello there. All well.\nBo: Yes."
    assert sentences(text) == [
        "Minutes", "first point", "second point", "third point", "Ana: Hello there.", "All well.", "Bo: Yes.",
    ]  # fmt: skip


def test_wrapped_lines_of_a_paragraph_are_joined() -> None:
    text = "The search cluster was moved to another region because the\nold one was full. Nobody noticed."
    assert sentences(text) == [
        "The search cluster was moved to another region because the old one was full.",
        "Nobody noticed.",
    ]


def test_a_short_line_that_starts_with_a_capital_does_not_continue_the_one_before() -> None:
    assert sentences("Dear Ines,\nThe report is ready.\nMarta") == ["Dear Ines,", "The report is ready.", "Marta"]


def test_abbreviations_and_versions_do_not_end_a_sentence() -> None:
    assert sentences("Dr. Osei installed v2.1 on Jan. 3. It works.") == [
        "Dr. Osei installed v2.1 on Jan. 3.",
        "It works.",
    ]


def test_rules_and_blank_lines_give_nothing() -> None:
    assert sentences("\n---\n\n   \n***\n") == []


def test_a_table_row_is_one_unit_without_its_outer_bars() -> None:
    assert sentences("| name | load |\n|---|---|\n| north | 40 |") == ["name | load", "north | 40"]


def test_the_tail_without_a_full_stop_is_kept() -> None:
    assert sentences("It works. and then the last words")[-1].endswith("the last words")


@given(st.text(alphabet="ab Z.!?;:-*#|>\n1\t", max_size=120))
def test_no_word_is_lost_and_no_sentence_is_empty(text: str) -> None:
    """Marks of bullets and numbered lists may go; every other letter stays, in order."""
    found = sentences(text)
    assert all(sentence.strip() for sentence in found)
    unmarked = re.sub(r"(?m)^(?:\s*>\s?)*\s*\d{1,3}[.)]\s+", "", text)
    assert [*re.findall(r"[abZ]", "".join(found))] == [*re.findall(r"[abZ]", unmarked)]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("Mei left and joined Orlo.", ["Mei left", "Mei joined Orlo."]),
        ("Pages are cached; stock isn't.", ["Pages are cached", "stock isn't."]),
        ("Noor asked for it, but security refused.", ["Noor asked for it", "security refused."]),
        (
            "The plan was discussed in May and turned down.",
            ["The plan was discussed in May", "The plan was turned down."],
        ),
        ("Ravi wrote the script. It failed.", ["Ravi wrote the script.", "It failed."]),
        ("The shop sells bread and butter.", ["The shop sells bread and butter."]),
        ("Parking costs 5 euros and schools pay nothing.", ["Parking costs 5 euros", "schools pay nothing."]),
    ],
)
def test_a_merged_fact_falls_into_clauses_that_carry_their_subject(statement: str, expected: list[str]) -> None:
    assert clauses(statement) == expected


def test_a_subject_behind_a_subordinate_clause_is_not_carried_over() -> None:
    """Who "is valid" cannot be told from the words: the statement stays whole."""
    statement = "Noor noted that the certificate had been renewed and is valid for one year."
    assert clauses(statement) == [statement]


@given(st.text(alphabet="ab AB,.;", max_size=80))
def test_clauses_are_spans_of_the_statement_and_cover_its_letters(statement: str) -> None:
    covered = {at for spans in clause_spans(statement) for start, end in spans for at in range(start, end)}
    assert {at for at, sign in enumerate(statement) if LETTERS.match(sign)} <= covered


def test_windows_are_single_sentences_then_overlapping_pairs() -> None:
    assert windows("One is here. Two is there. Three is gone.", 2) == [
        "One is here.", "Two is there.", "Three is gone.", "One is here. Two is there.", "Two is there. Three is gone.",
    ]  # fmt: skip


def test_windows_of_nothing_are_none_and_a_repeated_sentence_is_one_window() -> None:
    assert windows("", 2) == []
    assert windows("Yes. Yes.", 1) == ["Yes."]


def test_figures_with_thousands_and_names_with_signs_are_single_words() -> None:
    assert [word.text for word in words("1,900 calls to us-east-1 by tariff_code, isn't it?")] == [
        "1,900", "calls", "to", "us-east-1", "by", "tariff_code", "isn't", "it",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "subject"),
    [
        ("The Tilder feed runs nightly.", "The Tilder feed "),
        ("Orrin Foods zaps invoices.", "Orrin Foods "),
        ("hello world", ""),
    ],
)
def test_the_subject_ends_before_the_verb_or_after_the_leading_name(statement: str, subject: str) -> None:
    start, end = subject_of(statement, 0, len(statement))
    assert statement[start:end] == subject
