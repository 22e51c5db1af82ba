"""Blocks as text of a given width."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from memassay.reports import Column, Entries, Heading, Items, Table, Text, render, report

NUMBERS = Table(
    (Column("system", right=False), *(Column(f"figure {i}") for i in range(8))),
    (("one", *("0.123" for _ in range(8))), ("two", *("0.456" for _ in range(8)))),
)


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_no_line_of_a_report_is_wider_than_the_screen(broken, width):
    lines = render(report(broken), width=width).splitlines()
    assert max(cell_len(line) for line in lines) <= min(width, 140)


def test_plain_text_holds_no_control_sequence_and_no_trailing_space(whole):
    text = render(report(whole), width=80)
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_colour_is_used_where_it_is_asked_for(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in render([Text("beware", "warning")], width=80, colour=True)


def test_columns_that_do_not_fit_side_by_side_follow_below_with_the_names_again():
    text = render([NUMBERS], width=50)
    assert text.count("system") == text.count("one") == 2
    assert all(f"figure {i}" in text for i in range(8))


def test_a_table_that_fits_is_not_split():
    assert render([NUMBERS], width=120).count("system") == 1


def test_a_spare_column_is_shown_on_a_wide_screen_only():
    table = Table((Column("a"), Column("b", spare=True)), (("1", "2"),))
    assert "b" in render([table], width=120)
    assert "b" not in render([table], width=80)


def test_sentences_are_wrapped_into_what_is_left():
    table = Table((Column("n"), Column("why", right=False, wraps=True)), (("1", "word " * 40),))
    lines = render([table], width=60).splitlines()
    assert len(lines) > 4
    assert max(map(len, lines)) <= 60


def test_a_name_that_is_too_long_is_broken_so_that_the_figures_fit():
    table = Table(
        (Column("system", right=False, folds=True), *(Column(f"f{i}") for i in range(8))), (("x" * 60, *"12345678"),)
    )
    text = render([table], width=80)
    assert text.count("system") == 1
    assert text.count("x") == 60


def test_markup_in_texts_is_shown_as_it_is():
    assert "[bold]a[/bold] :smile:" in render([Items(("[bold]a[/bold] :smile:",))], width=80)


def test_every_kind_of_block_is_shown():
    text = render([Heading("Title"), Entries((("k", "v"),)), Items(("i",)), Text("t"), Heading("Part", 2)], width=80)
    assert text == "Title\n=====\n  k  v\n  - i\nt\n\nPart\n"


@settings(max_examples=60)
@given(st.lists(st.tuples(*[st.text(alphabet="ab ", max_size=30)] * 3), max_size=4), st.integers(40, 160))
def test_any_cells_fit_any_width(rows, width):
    columns = (Column("name", right=False, folds=True), Column("text", right=False, wraps=True), Column("n"))
    lines = render([Table(columns, tuple(rows))], width=width).splitlines()
    assert max(map(len, lines)) <= width
