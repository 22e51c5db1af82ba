from __future__ import annotations

from datetime import UTC, datetime

from memassay.memories.statements import statements
from memassay.types import Document


def said(text: str) -> list[str]:
    return statements(Document("d", datetime(2011, 5, 2, tzinfo=UTC), "Ann", "clerk", "email", text))


def test_each_sentence_is_a_statement_as_it_was_written():
    assert said("The pump runs on diesel. It was serviced in March.") == [
        "The pump runs on diesel.",
        "It was serviced in March.",
    ]


def test_greetings_and_sign_offs_say_nothing():
    assert said("Hi everyone,\n\nThe pump runs on diesel.\n\nBest regards,\nAnn") == ["The pump runs on diesel."]


def test_a_long_sentence_that_opens_with_thanks_is_kept():
    text = "Thanks to the new pump we now water forty hectares a day."
    assert said(text) == [text]


def test_headings_say_nothing():
    assert said("PUMP HOUSE REPORT MAY\n\nOpen points for the mechanics:\n\nThe pump runs on diesel.") == [
        "The pump runs on diesel."
    ]


def test_a_sentence_of_fewer_than_three_words_says_nothing():
    assert said("Fine. All good. The pump leaks.") == ["The pump leaks."]


def test_only_a_sentence_with_a_relative_date_is_given_the_documents_date():
    assert said("The pump failed yesterday. The spare pump is blue.") == [
        "The pump failed yesterday. (written 2011-05-02)",
        "The spare pump is blue.",
    ]


def test_a_text_without_sentences_gives_no_statement():
    assert said("") == []
