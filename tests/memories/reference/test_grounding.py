"""Dates grounded in a document of Wednesday, 18 September 2024."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.memories.reference.grounding import ground

WEDNESDAY = date(2024, 9, 18)


DATED = [
    ("The pump failed yesterday.", ["2024-09-17"]),
    ("We open the new depot tomorrow.", ["2024-09-19"]),
    ("The crane arrived the day before yesterday.", ["2024-09-16"]),
    ("The audit starts the day after tomorrow.", ["2024-09-20"]),
    ("The lights went out last night.", ["2024-09-17"]),
    ("The vote was taken this morning.", ["2024-09-18"]),
    ("The board met last Thursday.", ["2024-09-12"]),
    ("The board met last Wednesday.", ["2024-09-11"]),
    ("The board meets next Monday.", ["2024-09-23"]),
    ("The board meets next Wednesday.", ["2024-09-25"]),
    ("The board meets this Friday.", ["2024-09-20"]),
    ("The cutover is in two weeks.", ["2024-10-02"]),
    ("The lease ended three days ago.", ["2024-09-15"]),
    ("The lease ended a fortnight ago.", ["2024-09-04"]),
    ("Prices rise next month.", ["2024-10"]),
    ("Prices rose last month.", ["2024-08"]),
    ("Prices rose earlier this month.", ["2024-09"]),
    ("The crew comes next week.", ["2024-09-23"]),
    ("Sales fell last quarter.", ["2024-Q2"]),
    ("Sales should recover next quarter.", ["2024-Q4"]),
    ("The budget for this year is spent.", ["2024"]),
    ("The budget for next year is open.", ["2025"]),
    ("We moved here two years ago.", ["2022"]),
    ("The permit runs out in six months.", ["2025-03"]),
    ("The shop reopens next March.", ["2025-03"]),
    ("The shop closed last March.", ["2024-03"]),
    ("The roof was redone last summer.", ["2024"]),
    ("The roof will be redone next summer.", ["2025"]),
    ("The fee was set on 4 April.", ["2024-04-04"]),
    ("The fee changes on 9 January.", ["2025-01-09"]),
    ("Signed on 2025-03-11 in Porto.", ["2025-03-11"]),
    ("It was decided in May 2023.", ["2023-05"]),
    ("The bridge opens in Q2.", ["2024-Q2"]),
    ("The firm was founded in 1934.", ["1934"]),
    ("The strike ended on September 2, 2024.", ["2024-09-02"]),
]


@pytest.mark.parametrize(("text", "when"), DATED)
def test_what_is_meant_is_dated(text, when):
    assert list(ground(text, WEDNESDAY)[1]) == when


UNDATED = [
    "Training is held every Thursday.",
    "Training is held on Thursdays.",
    "It was tested the week before the launch.",
    "The last week of term is quiet.",
    "May I borrow the ladder?",
    "Deliveries take two weeks.",
    "It was finished in two weeks.",
    "It may rain on the day.",
    "The second pump sat idle.",
    "They paid 900 euros for 12 chairs.",
    "Nobody does it now, and the man on the door said so.",
    "Room 2024 is closed and 1900 people left.",
    "The rate stood at 4.5 percent for ten years.",
    "We will march to the sun in the second hour.",
]


@pytest.mark.parametrize("text", UNDATED)
def test_what_is_no_date_is_left_alone(text):
    assert ground(text, WEDNESDAY) == (text, ())


def test_only_what_says_no_date_gets_one_in_brackets():
    text = "It failed yesterday, as it did on 4 April, and is due again in two weeks."
    grounded = "It failed yesterday (2024-09-17), as it did on 4 April, and is due again in two weeks (2024-10-02)."
    assert ground(text, WEDNESDAY) == (grounded, ("2024-09-17", "2024-04-04", "2024-10-02"))


def test_a_date_already_in_brackets_is_not_said_twice():
    assert ground("It failed yesterday (Tuesday).", WEDNESDAY)[0] == "It failed yesterday (Tuesday)."


def test_the_turn_of_the_year_is_crossed():
    """From 30 December 2024, a Monday: the next month is January, the last quarter the third, in 3 days 2 January."""
    new_year = date(2024, 12, 30)
    assert ground("Next month and in three days.", new_year)[1] == ("2025-01", "2025-01-02")
    assert ground("Last quarter, next quarter.", new_year)[1] == ("2024-Q3", "2025-Q1")
    assert ground("On 3 January it rained.", new_year)[1] == ("2025-01-03",)


@given(st.text(max_size=80), st.dates())
def test_no_text_and_no_day_raises_and_words_are_only_added(text, day):
    grounded, when = ground(text, day)
    assert len(grounded) >= len(text)
    assert all(one for one in when)


PHRASES = ["yesterday", "in nine weeks", "999 years ago", "next year", "last week", "on 29 February", "last March"]


@given(st.sampled_from(PHRASES), st.dates(date(1001, 1, 1), date(9989, 1, 1)))
def test_whatever_day_it_is_counted_from_a_date_exists(phrase, day):
    (iso,) = ground(f"It is {phrase}.", day)[1]
    assert date.fromisoformat(f"{iso}-01-01"[:10] if len(iso) < 10 and iso.count("-") < 2 else iso)


@pytest.mark.parametrize("phrase", ["999 years ago", "400 weeks ago", "last year", "yesterday"])
def test_what_lies_before_the_calendar_is_left_alone(phrase):
    text = f"It was {phrase}."
    assert ground(text, date(1, 1, 1)) == (text, ())


@pytest.mark.parametrize(
    ("text", "grounded"),
    [
        ("Last year's permits ran out.", "Last year's (2023) permits ran out."),
        ("It was shut last Thursday evening.", "It was shut last Thursday evening (2024-09-12)."),
        ("The crew comes next week.", "The crew comes next week (week of 2024-09-23)."),
        ("It was shut on Tuesday this week.", "It was shut on Tuesday this week (2024-09-17)."),
        ("It was shut this Friday just gone.", "It was shut this Friday (2024-09-13) just gone."),
        ("The board meets the coming Friday.", "The board meets the coming Friday (2024-09-20)."),
    ],
)
def test_the_bracket_stands_behind_the_whole_expression(text, grounded):
    assert ground(text, WEDNESDAY)[0] == grounded


@pytest.mark.parametrize(
    "text",
    [
        "Invoices are paid in 30 days.",
        "In ten years somebody would curse us.",
        "It rained over the last month.",
        "It rained in his last year.",
        "They met again the following week.",
        "It falls on the last Thursday of the month.",
        "Two or three days ago it broke.",
        "We meet every last Friday.",
    ],
)
def test_spans_terms_and_what_is_counted_from_elsewhere_are_left_alone(text):
    assert ground(text, WEDNESDAY) == (text, ())


@pytest.mark.parametrize(
    "text",
    [
        "The pump failed twenty-two days ago.",
        "The depot opened 2.5 years ago.",
        "It was built 1,200 days ago.",
        "It was moved half a year ago.",
        "It broke two hundred and three days ago.",
        "They came 1-2 weeks ago.",
        "There are 24 hours in a day.",
        "The shop sells forty loaves in a day.",
        "There are two deliveries in a week.",
        "I was told so by three people in one week.",
        "It rained two days before yesterday.",
        "The week after next week is free.",
        "It broke a week ago last Tuesday.",
        "A week ago yesterday it broke.",
        "We meet a week tomorrow.",
        "The first and last Friday of each month are stock days.",
        "Last Monday in the month: stock count.",
        "The works end this winter.",
        "The roof fell in last winter.",
        "It reopens next winter.",
    ],
)
def test_what_is_only_the_end_of_a_number_or_counted_from_another_day_is_left_alone(text):
    assert ground(text, WEDNESDAY) == (text, ())


def test_a_week_counted_from_today_is_a_day_and_no_week():
    assert ground("The crane comes in a week.", WEDNESDAY)[0] == "The crane comes in a week (2024-09-25)."


@pytest.mark.parametrize(
    ("day", "said", "year"),
    [
        (date(2025, 7, 10), "next summer", "2026"),
        (date(2025, 7, 10), "this summer", "2025"),
        (date(2025, 7, 10), "last summer", "2024"),
        (date(2025, 8, 31), "last summer", "2024"),
        (date(2025, 9, 1), "last summer", "2025"),
        (date(2025, 9, 1), "next summer", "2026"),
        (date(2025, 2, 1), "next summer", "2025"),
        (date(2025, 3, 1), "next summer", ""),
        (date(2025, 5, 31), "next summer", ""),
        (date(2025, 10, 1), "next fall", "2026"),
    ],
)
def test_the_next_season_is_a_later_one_than_this_and_none_where_it_is_near(day, said, year):
    """Summer is June to August: from three months before, some mean this year's by "next", and some the one after."""
    assert ground(f"It was {said}.", day)[1] == ((year,) if year else ())


@pytest.mark.parametrize(
    ("said", "month"),
    [
        ("last September", "2023-09"),
        ("next September", "2025-09"),
        ("this September", "2024-09"),
        ("last October", "2023-10"),
    ],
)
def test_the_last_and_the_next_month_of_a_name_are_not_the_one_that_is_running(said, month):
    assert ground(f"It was {said}.", WEDNESDAY)[1] == (month,)
