"""Dates as days of a leap year: 1 January is 1, 29 February 60, 1 March 61, 31 December 366."""

from __future__ import annotations

import pytest

from memassay.models.entailment.dates import When, find_dates, find_weekdays, relate


def only(text: str) -> When:
    found = [when for when in find_dates(text) if not when.derived]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("text", "first", "last", "year"),
    [
        ("due on 15 June", 167, 167, None),  # 31 + 29 + 31 + 30 + 31 + 15
        ("due on June 15, 2025", 167, 167, 2025),
        ("due on 2025-03-11", 71, 71, 2025),  # 31 + 29 + 11
        ("in February 2025", 32, 60, 2025),
        ("planned for Q2", 92, 182, None),  # 1 April = 31 + 29 + 31 + 1; 30 June = 182
        ("in the second quarter of 2024", 92, 182, 2024),
        ("at the end of May", 142, 152, None),  # the last third: 31 days, from 152 - 10
        ("in 2026", 1, 366, 2026),
        ("in the autumn", 245, 335, None),  # 1 September to 30 November
    ],
)
def test_a_date_is_a_span_of_days(text: str, first: int, last: int, year: int | None) -> None:
    when = only(text)
    assert (when.first, when.last, when.year) == (first, last, year)


@pytest.mark.parametrize("text", ["it may rain", "30 February", "route 2500", "he marches on"])
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert [when for when in find_dates(text) if when.first == when.last] == []
    assert not any(when.year is None for when in find_dates("it may rain"))


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("on 15 June", "in June", "match"),
        ("in June", "on 15 June", "open"),
        ("on 15 June", "on 16 June", "mismatch"),
        ("on 11 June", "before 15 June", "match"),
        ("on 20 June", "before 15 June", "mismatch"),
        ("on 20 June 2024", "on 20 June 2025", "mismatch"),
        ("on 20 June 2024", "on 20 June", "match"),
        ("until 31 March", "until 31 March", "match"),
        ("until 31 March", "on 31 March", "match"),
        ("before 31 March", "on 5 March", "open"),
        ("on 5 April", "since April", "match"),
    ],
)
def test_a_date_says_another_where_it_lies_within(premise: str, hypothesis: str, expected: str) -> None:
    assert relate(only(premise), only(hypothesis)) == expected


def test_the_day_before_a_date_is_reckoned() -> None:
    """2 October is day 276 of a leap year; the day before is 275, 1 October."""
    derived = [when for when in find_dates("On 2 October Noor said it was renewed the day before.") if when.derived]
    assert [(when.first, when.derived) for when in derived] == [(275, True)]
    assert relate(derived[0], only("on 1 October")) == "match"


def test_weekdays_are_found_in_both_numbers() -> None:
    assert set(find_weekdays("On Mondays and on Friday")) == {"monday", "friday"}
