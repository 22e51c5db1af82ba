"""Dates named in a document of Wednesday, 18 September 2024."""

from __future__ import annotations

from datetime import date

import pytest

from memassay.memories.reference.named_dates import named_dates

WEDNESDAY = date(2024, 9, 18)


def named(text: str, day: date = WEDNESDAY) -> list[str]:
    return [one.iso for one in named_dates(text, day)]


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("See the 2025-03 report.", ["2025-03"]),
        ("The 2025-Q3 figures are out.", ["2025-Q3"]),
        ("Signed on 11.03.2025 in Porto.", ["2025-03-11"]),
        ("In 2019 sales fell.", ["2019"]),
        ("May saw rain.", ["2024-05"]),
        ("It lasted until 29 February 2024.", ["2024-02-29"]),
        ("From 3 March to 5 April.", ["2025-03-03", "2024-04-05"]),
    ],
)
def test_a_date_is_read_with_the_year_it_names_or_the_nearest(text, when):
    """18 September 2024 is 166 days before 3 March 2025 and 199 after 3 March 2024; 167 after 5 April 2024."""
    assert named(text) == when


@pytest.mark.parametrize(
    "text",
    [
        "Put it behind the spring hanger.",
        "Ready for the summer.",
        "Of these 10 may vote.",
        "They paid for 2000 cartons.",
        "It was set on 29 February 2023.",
        "Signed on 31.02.2025.",
    ],
)
def test_what_only_looks_like_a_date_is_none(text):
    assert named(text) == []


def test_29_february_takes_the_nearest_year_that_has_one():
    """From September 2025 the one of 2024 is 567 days back, that of 2028 891 ahead; from 2101 that of 2104 is next."""
    assert named("On 29 February it rained.", date(2025, 9, 18)) == ["2024-02-29"]
    assert named("On 29 February it rained.", date(2101, 9, 18)) == ["2104-02-29"]
