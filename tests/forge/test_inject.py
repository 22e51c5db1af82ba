"""Joining: the host stays as it is, and the span is the passage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.conftest import PASSAGE, paragraphs, transcript
from memassay.forge import Host, join
from memassay.forge.inject import chosen, places


def test_a_passage_stands_between_the_paragraphs_it_is_told_to():
    joined = join(Host("choir", "One.\n\nTwo.\n\nThree."), "Aside.", after=1)
    assert joined.text == "One.\n\nAside.\n\nTwo.\n\nThree."
    assert joined.text[joined.start : joined.end] == "Aside."


def test_blank_lines_with_spaces_part_paragraphs_too():
    assert join(Host("choir", "One.\n  \n\nTwo."), "Aside.", after=1).text == "One.\n\nAside.\n\n  \n\nTwo."


def test_lines_of_a_letter_are_no_paragraphs():
    letter = Host("letter", "Dear Ann,\nthe bus is green\nand late.\n\nYours\nBo")
    assert not letter.is_transcript
    assert len(letter.ends) == 1


def test_in_a_transcript_the_passage_becomes_one_turn_of_its_author():
    joined = join(Host("meeting", "Ann: Hello.\nBo: Yes.\nAnn: Fine."), PASSAGE, after=2, speaker="Ada Quist")
    assert joined.text.split("\n") == [
        "Ann: Hello.",
        "Bo: Yes.",
        "Ada Quist: Ada said that the pumps of Holmwick come from Brindle. Nobody minded.",
        "Ann: Fine.",
    ]
    assert joined.text[joined.start : joined.end].startswith("Ada Quist: Ada said")


@pytest.mark.parametrize(
    "turn",
    ["Ann: {}", "Élise: {}", "[10:02] Ann: {}", "Ann [10:02:31]: {}", "Speaker 1 (00:12): {}", "ANN:\t{}", "ann b: {}"],
)
def test_speakers_are_known_with_or_without_the_time(turn: str):
    assert Host("meeting", "\n".join(turn.format(f"Line {n}.") for n in range(3))).is_transcript


@pytest.mark.parametrize("text", ["Item 1: bread\nItem 2: milk", "Dear Ann,\n\nas said: no.\n\nBo", ""])
def test_lists_and_letters_are_no_transcripts(text: str):
    """In a transcript somebody speaks twice."""
    assert not Host("list", text).is_transcript


def test_a_turn_is_set_off_as_the_other_turns_are():
    joined = join(Host("meeting", "Ann: One.\n\nBo: Two.\n\nAnn: Three."), "Aside.", after=2, speaker="Cy")
    assert joined.text == "Ann: One.\n\nBo: Two.\n\nCy: Aside.\n\nAnn: Three."


@pytest.mark.parametrize("after", [0, 3, -1])
def test_a_place_that_the_host_does_not_have_is_refused(after: int):
    with pytest.raises(ValueError, match="must be from 1 to 2 for the host choir"):
        join(Host("choir", "One.\n\nTwo.\n\nThree."), "Aside.", after=after)


@given(number=st.integers(2, 9), data=st.data(), turns=st.booleans())
def test_nothing_of_a_host_is_lost_or_changed(number: int, data: st.DataObject, turns: bool):
    host = Host("any", transcript(number + 1) if turns else paragraphs(number))
    joined = join(host, PASSAGE, data.draw(st.integers(1, len(host.ends))), speaker="Ada")
    left = joined.text[: joined.start] + joined.text[joined.end :]
    assert left.split() == host.text.split()


@given(number=st.integers(2, 30), key=st.text(max_size=5))
def test_a_chosen_place_is_one_of_the_host_and_the_same_again(number: int, key: str):
    host = Host("any", paragraphs(number))
    assert chosen(host, key) in places(host)
    assert chosen(host, key) == chosen(host, key)
    assert 1 <= places(host)[0] <= places(host)[-1] <= len(host.ends)


def test_the_place_for_a_key_is_the_same_in_every_process():
    """sha256 of "0\\nt/00-state.md\\nany" is 0xf0d0...; modulo the twelve places 5 to 16 it picks one for good."""
    import hashlib

    host = Host("any", "\n\n".join(["x" * 98] * 20))
    digest = hashlib.sha256(b"0\nt/00-state.md\nany").hexdigest()
    assert chosen(host, "0\nt/00-state.md") == 5 + int(digest, 16) % 12


def test_places_lie_in_the_middle_of_a_long_host():
    """Twenty equal paragraphs: number n ends at 100n - 2, which lies in 399.6 to 1598.4 for 5 to 16."""
    found = places(Host("any", "\n\n".join(["x" * 98] * 20)))
    assert found[0] == 5
    assert found[-1] == 16
