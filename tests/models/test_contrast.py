"""How a newer sentence differs from an older one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.models.entailment.contrast import contrast, sketch


def marks(old: str, new: str) -> set[str]:
    found = contrast(old, new)
    names = ("siblings", "clash", "swapped", "detail", "gives_up", "announces", "turned", "adds")
    return {name for name in names if getattr(found, name)}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("The pool is 25 metres long.", "The pool is 33 metres long.", {"clash", "swapped", "detail"}),
        ("The pool is open.", "The pool is not open.", {"turned"}),
        ("Pump K3 runs at night.", "Pump K4 runs at night.", {"siblings", "swapped", "detail"}),
        ("The lorry burns diesel.", "The lorry burns petrol.", {"swapped"}),
        ("The depot opens at seven.", "The depot opens at seven on Sundays, says Ilse.", {"detail"}),
        ("The depot sells salt.", "The depot also sells sand.", {"swapped", "adds"}),
        ("Tours start on Monday.", "Tours start on Friday.", {"clash", "swapped", "detail"}),
    ],
)
def test_two_sentences_are_told_apart(old, new, expected):
    assert marks(old, new) == expected


def test_the_old_value_is_given_up_where_the_new_sentence_says_so():
    assert {"gives_up", "announces"} <= marks(
        "Alerts go to ops-red.", "Alerts no longer go to ops-red but to ops-siren."
    )
    assert {"gives_up", "announces"} <= marks("The crew uses Fennec.", "The crew moved from Fennec to Orrin.")


def test_a_change_that_the_old_sentence_tells_of_too_is_no_news():
    assert "announces" not in marks("The crew moved to Orrin.", "The crew moved to Orrin in May.")


def test_shares_are_of_content_words_and_one_sided():
    """The newer sentence has all five content words of the older and one of its own."""
    found = contrast("The fire brigade trains young cadets.", "The fire brigade trains young cadets weekly.")
    assert found.old_covered == 1.0
    assert 0.7 < found.new_covered < 1.0


def test_forms_of_one_word_are_that_word_and_labels_are_not():
    """`serve` begins `server`; `rack12` does not stand for `rack123`."""
    assert not sketch("They serve tea.").lacking(sketch("The servers pour tea."))
    assert sketch("rack12").lacking(sketch("rack123"))


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_have_shares_between_0_and_1(old, new):
    found = contrast(old, new)
    assert -1e-9 <= found.old_covered <= 1.0
    assert -1e-9 <= found.new_covered <= 1.0


@given(st.text(alphabet="abc DE12-.", min_size=1, max_size=40))
def test_a_text_against_itself_differs_in_nothing(text):
    assert marks(text, text) <= {"gives_up"}
    assert contrast(text, text).old_covered == 1.0
