"""Progress on stderr."""

from __future__ import annotations

import pytest

from memassay.cli import progress


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_plain_lines_come_only_every_few_seconds_with_rate_and_time_left(capsys):
    """10 of 40 done before; 2 more after 4 s say nothing, 3 after 6 s: 0.5 a second, (40 - 13) / 0.5 = 54 s left."""
    clock = Clock()
    lines = progress.Lines(every=5, clock=clock)
    lines.start(40, 10)
    clock.now += 4
    lines.advance("a")
    lines.advance("b")
    clock.now += 2
    lines.advance("oracle harbour")
    told = capsys.readouterr().err.splitlines()
    assert "10 of them done before" in told[0]
    assert told[1:] == ["memassay: 13 of 40 (32%), 0.5 a second, 54 s left: oracle harbour"]


def test_nothing_is_said_under_none(capsys):
    with progress.make("none") as quiet:
        quiet.start(2, 0)
        quiet.advance("a")
    assert capsys.readouterr() == ("", "")


def test_lines_are_used_where_stderr_is_no_terminal():
    assert isinstance(progress.make(None), progress.Lines)
    assert isinstance(progress.make("plain"), progress.Lines)


def test_a_bar_is_used_where_it_is_asked_for(capsys, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    with progress.make("rich") as bar:
        assert isinstance(bar, progress.Bar)
        bar.start(2, 1)
        bar.advance("a")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("display", ["rich", "plain", "none"])
def test_every_way_to_show_progress_can_be_opened_and_closed(display):
    with progress.make(display):
        pass
