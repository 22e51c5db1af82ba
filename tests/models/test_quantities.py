"""Numbers with units, bounds and rates."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.models.entailment.quantities import Quantity, find_quantities, relate


def only(text: str) -> Quantity:
    found = find_quantities(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "low", "high", "kind"),
    [
        ("about 1,900 requests", 1900, 1900, "count"),
        ("twenty-five people", 25, 25, "count"),
        ("8.4 million euros", 8.4e6, 8.4e6, "money"),
        ("$12k", 12_000, 12_000, "money"),
        ("£5m", 5e6, 5e6, "money"),
        ("€13,500", 13_500, 13_500, "money"),
        ("12%", 12, 12, "percent"),
        ("fifteen percent", 15, 15, "percent"),
        ("3 TB", 3e12, 3e12, "data"),
        ("5GB", 5e9, 5e9, "data"),
        ("90 days", 90, 90, "time"),
        ("a quarter of an hour", 15 / 1440, 15 / 1440, "time"),
        ("at most 24 months", -math.inf, 24 * 365.25 / 12, "time"),
        ("at least 14 characters", 14, math.inf, "count"),
        ("5 years or more", 5 * 365.25, math.inf, "time"),
        ("41 °F", 5, 5, "temperature"),
        ("week 14", 14, 14, "label"),
        ("Android 9", 9, 9, "label"),
        ("22:30", 22.5, 22.5, "clock"),
        ("8 pm", 20, 20, "clock"),
        ("twice a week", 2 / 7, 2 / 7, "often"),
        ("every Sunday", 1 / 7, 1 / 7, "often"),
    ],
)
def test_a_number_has_a_dimension_and_an_interval(text: str, low: float, high: float, kind: str) -> None:
    found = only(text)
    assert found.kind == kind
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)


def test_a_strict_bound_leaves_the_number_itself_out() -> None:
    found = only("more than 50 staff")
    assert 50 < found.low < 50.001


@pytest.mark.parametrize("text", ["the old one", "one of them", "a MySQL one", "no number here"])
def test_one_as_a_pronoun_is_no_number(text: str) -> None:
    assert find_quantities(text) == ()


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("90 days", "three months", "match"),  # 91.3 days, within 3.5%
        ("90 days", "two months", "mismatch"),
        ("24 months", "two years", "match"),
        ("5 weeks", "35 days", "match"),
        ("62 people", "more than fifty people", "match"),
        ("26 people", "more than fifty people", "mismatch"),
        ("1,900 requests", "19,000 requests", "mismatch"),
        ("1,900 requests", "about 2,000 requests", "match"),
        ("more than 50 people", "62 people", "open"),
        ("20 calls per second", "1,200 calls per minute", "match"),
        ("9,000 euros a month", "9,000 euros a year", "mismatch"),
        ("9,000 euros", "9,000 dollars", "other"),
        ("3,200 GB", "3.2 TB", "match"),
        ("once a quarter", "four times a year", "match"),
        ("version 7", "version 8", "mismatch"),
        ("week 14", "room 14", "other"),
        ("12 sites", "12 people", "weak"),
        ("invoices above 22,500 euros", "invoices above 13,500 euros", "open"),
        ("about 3.1 TB", "about 3 TB", "match"),
    ],
)
def test_one_number_says_denies_or_leaves_open_another(premise: str, hypothesis: str, expected: str) -> None:
    assert relate(only(premise), only(hypothesis)) == expected


def test_joined_numbers_share_the_unit_behind_the_last() -> None:
    assert [(q.low, q.kind) for q in find_quantities("from 24 to 21 °C")] == [(24, "temperature"), (21, "temperature")]


def test_numbers_inside_dates_are_left_out() -> None:
    assert find_quantities("on 4 April 62 people came", taken=[(3, 10)])[0].low == 62


@given(st.integers(0, 10**7))
def test_a_number_written_in_two_ways_is_one_number(value: int) -> None:
    assert relate(only(f"{value} euros"), only(f"{value:,} euros")) == "match"
