"""How figures and names are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.reports import wording


@pytest.mark.parametrize(
    ("value", "status", "shown"),
    [
        (0.83333, "ok", "0.833"),
        (1.0, "ok", "1.000"),
        (-0.0001, "ok", "0.000"),
        (None, "not observable", "n/o"),
        (None, "undefined", "-"),
        (None, "by design", "by design"),
    ],
)
def test_a_figure_has_three_decimals_or_the_mark_of_why_there_is_none(value, status, shown):
    assert wording.figure(value, status) == shown


@given(st.floats(-1, 1) | st.none())
def test_no_figure_reads_nan_or_minus_zero(value):
    assert wording.figure(value) not in ("nan", "-0.000", "None")


def test_a_p_value_is_never_shown_as_zero():
    assert wording.probability(0.0004) == "<0.001"
    assert wording.probability(0.0416) == "0.042"
    assert wording.probability(None) == "n/o"


def test_a_share_of_nothing_is_undefined():
    assert wording.share(0, 0) == "-"
    assert wording.share(1, 8) == "0.125"


def test_a_long_claim_is_cut_on_a_word():
    cut = wording.quoted("The harbour master of Fennimore keeps the keys of all seven cranes in one locked box")
    assert cut == "'The harbour master of Fennimore keeps the keys of all seven cranes...'"
    assert wording.quoted("short") == "'short'"


def test_a_long_reference_is_stacked_and_a_short_one_is_not():
    assert wording.stacked("faulty:fault=drop,rate=0.5") == "faulty:\nfault=drop,\nrate=0.5"
    assert wording.stacked("reference-simple") == "reference-simple"


@given(st.text(alphabet="ab:,", max_size=40), st.integers(1, 8))
def test_a_name_beside_rows_takes_exactly_these_rows_and_loses_nothing(name, rows):
    beside = wording.beside(name, rows)
    assert len(beside) == rows
    assert "".join(beside).replace("\n", "") == name


def test_names_are_listed_as_a_sentence_lists_them():
    assert wording.listed([]) == ""
    assert wording.listed(["a"]) == "a"
    assert wording.listed(["a", "b", "c"]) == "a, b and c"
    assert wording.counted(1, "trajectory", "trajectories") == "1 trajectory"
    assert wording.counted(0, "unit") == "0 units"
