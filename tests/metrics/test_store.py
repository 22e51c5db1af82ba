"""Dumps of documents (method.md section 3, verbatim_rate) and what the store says twice."""

from __future__ import annotations

import pytest

from memassay.metrics.intrinsic.store import verbatim_facts, words
from memassay.types import Fact


def text(count: int, stem: str = "w") -> list[str]:
    """That many different words."""
    return [f"{stem}{n}" for n in range(count)]


def copied(statement: list[str], *documents: list[str]) -> bool:
    return verbatim_facts([Fact("f", " ".join(statement))], [" ".join(document) for document in documents]) == ("f",)


def test_a_copy_of_sixty_words_is_short_enough_and_one_more_is_not() -> None:
    document = text(100)
    assert not copied(document[:60], document)
    assert copied(document[:61], document)


def test_half_of_the_words_must_lie_in_runs() -> None:
    """62 words: 31 copied are half, 30 are not."""
    document, own = text(100), text(62, "own")
    assert copied([*document[:31], *own[:31]], document)
    assert not copied([*document[:30], *own[:32]], document)


def test_a_run_has_eight_words_at_least() -> None:
    """64 words in stretches that each break off: of eight all count, of seven none."""
    document, own = text(200), text(20, "own")
    eights = [word for n in range(7) for word in (*document[n * 20 : n * 20 + 8], own[n])]
    sevens = [word for n in range(8) for word in (*document[n * 20 : n * 20 + 7], own[n])]
    assert (len(eights), len(sevens)) == (63, 64)
    assert copied(eights, document)
    assert not copied(sevens, document)


def test_overlapping_runs_count_their_words_once() -> None:
    """A run of 20 covers 20 words, not 13 windows of 8: 20 of 61 is under half."""
    document, own = text(100), text(41, "own")
    assert not copied([*document[:20], *own], document)


def test_two_documents_do_not_add_up() -> None:
    """20 words of one and 20 of another are 40 of 61, but neither alone is half."""
    first, second, own = text(50, "a"), text(50, "b"), text(21, "own")
    assert not copied([*first[:20], *second[:20], *own], first, second)
    assert copied([*first[:20], *second[:20], *own], [*first[:20], *second[:20]])


def test_case_and_white_space_do_not_hide_a_copy_and_other_words_do() -> None:
    document = text(70)
    assert copied([word.upper() + " \n" for word in document], document)
    assert not copied(document[::-1], document)


@pytest.mark.parametrize(("said", "count"), [("", 0), (" one\ttwo\n three ", 3), ("3.2 TB, about", 3)])
def test_words_are_what_white_space_separates(said: str, count: int) -> None:
    assert words(said) == count
