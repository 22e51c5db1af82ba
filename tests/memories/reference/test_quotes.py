"""Which lines of a mail are quoted, and from whom."""

from __future__ import annotations

import pytest

from memassay.memories.reference.quotes import Written, lines_of


@pytest.mark.parametrize(
    ("told", "writer"),
    [
        ("Ann wrote:", "Ann"),
        ("On Monday Ann wrote:", "Ann"),
        ("On 3 May 2024, at 10:00, Ann van der Ashe <ann@ashe.example> wrote:", "Ann van der Ashe"),
        ("On Tue, May 7, 2024 at 9:12 AM Ann Ashe wrote:", "Ann Ashe"),
    ],
)
def test_the_line_before_a_quotation_says_who_wrote_it_and_nothing_else(told, writer):
    assert list(lines_of(f"{told}\n\n> Salt came.")) == [Written(""), Written(""), Written("Salt came.", True, writer)]


@pytest.mark.parametrize("told", ["So it was:", "Nobody wrote to us", "they wrote:"])
def test_another_line_names_nobody(told):
    assert list(lines_of(f"{told}\n> Salt came.")) == [Written(told), Written("Salt came.", True, "")]


def test_who_wrote_something_that_is_not_quoted_is_an_ordinary_line():
    assert list(lines_of("Ann wrote:\nSalt came.")) == [Written("Ann wrote:"), Written("Salt came.")]


def test_a_new_line_of_ones_own_ends_what_another_wrote():
    (*_, last) = lines_of("Ann wrote:\n> Salt came.\nIt did not.\n> Geese came.")
    assert last == Written("Geese came.", True, "")
