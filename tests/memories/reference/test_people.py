"""Who is named in a document."""

from __future__ import annotations

import pytest

from memassay.memories.reference.people import People, signs

MINUTES = """\
Present: Sister Agnes Tully, Tomasz Wirth, Kitty Marchbanks

SISTER AGNES: The launch is old.

Mr Wirth: So am I.
"""


def test_a_first_name_that_two_people_share_stays_as_it_is():
    people = People("Ottoline Grewe met Ottoline Falk.", "Ann Ashe")
    assert (people.full("Ottoline"), people.full("Ann")) == ("Ottoline", "Ann Ashe")


@pytest.mark.parametrize(
    ("label", "name"),
    [("SISTER AGNES", "Sister Agnes Tully"), ("Mr Wirth", "Tomasz Wirth"), ("KITTY", "Kitty Marchbanks")],
)
def test_a_title_and_capitals_hide_nobody(label, name):
    people = People(MINUTES, "Ann Ashe")
    assert people.full(label) == name
    assert label in people.speakers or label == "KITTY"


@pytest.mark.parametrize(
    "text",
    ["The Audit Committee met.", "Every Thursday it rains.", "Ask the Finance Director.", "On 3 March AND Friday."],
)
def test_bodies_offices_and_days_are_no_people(text):
    assert People(text, "Ann Ashe").names == ("Ann Ashe",)


@pytest.mark.parametrize(
    "head",
    ["Opening Hours", "Server Migration", "Building Acoustics Reviewer", "Zephyrine Games", "Copper Kettle", "Budget"],
)
def test_what_stands_before_a_colon_alone_is_nobody(head):
    people = People(f"We moved.\n\n{head}: the goods go to Leith.\n\n{head}: the salt goes there as well.", "Ann Ashe")
    assert (people.speakers, people.names) == (frozenset(), ("Ann Ashe",))
    assert People(f"## {head}\n\nWe bought from {head}.\n\n{head}: nine.", "Ann Ashe").speakers == frozenset()


@pytest.mark.parametrize(
    "elsewhere",
    [
        "Present: Cy Falk (chair), Orla Quist",
        "Round the table: Cy Falk and Orla Quist, who rows",
        "Attendees:\n- Cy Falk\n- Orla Quist (notes)",
        "Orla Quist asked for salt.",
    ],
)
def test_who_stands_elsewhere_as_a_person_has_turns(elsewhere):
    text = f"{elsewhere}\n\nOrla Quist: The goods go to Leith."
    assert "Orla Quist" in People(text, "Ann Ashe").speakers


@pytest.mark.parametrize("head", ["Mrs Quist", "ANN", "Ann Ashe", "Orla"])
def test_a_title_the_author_and_a_part_of_a_name_are_evidence(head):
    assert head in People(f"Orla Quist rows.\n\n{head}: The goods go to Leith.", "Ann Ashe").speakers


def test_beside_a_known_speaker_who_speaks_twice_is_one_and_who_speaks_once_is_none():
    turns = "Ann: Salt came.\n\nGentleman: Whose?\n\nGentleman: Mine?\n\nMessenger: No."
    assert People(turns, "Ann Ashe").speakers == {"Ann", "Gentleman"}


def test_a_little_word_of_a_name_names_nobody():
    people = People("Bo van der Berg met Cy Dunn.", "Ann Ashe")
    assert people.named("The van of the der house.") == ()
    assert people.named("Berg left; Dunn's ladder stayed.") == ("Bo van der Berg", "Cy Dunn")


@pytest.mark.parametrize("text", ["Ann Ashe, for the panel", "AA", "A. A.", "Director of Data"])
def test_names_initials_and_posts_sign_a_document(text):
    assert signs(text, "Ann Ashe", alone=True)


@pytest.mark.parametrize("text", ["peak: 50K rps", "The cat is fat", "The pump leaks.", "12 pumps"])
def test_figures_and_sentences_sign_nothing(text):
    assert not signs(text, "Ann Ashe", alone=True)


def test_under_a_heading_only_the_author_signs():
    assert signs("Ann Ashe", "Ann Ashe", alone=False)
    assert not signs("Cable ties", "Ann Ashe", alone=False)
