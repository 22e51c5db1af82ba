"""What two trajectories may not both name."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.conftest import found_by, state, trajectory, write_corpus
from memassay.corpora import load


def shared(folder: Path, one: str, two: str, text: str = "filler") -> list[str]:
    files = [trajectory([state(0, [claim])], id=name) for name, claim in (("t-one", one), ("t-two", two))]
    return found_by("shared-terms", load(write_corpus(folder / "c", *files, texts={"t-one/0": text})))


@pytest.mark.parametrize(
    ("one", "two", "term"),
    [
        ("Holm Grocers uses Kafka", "Kafka feeds Brindle", "Kafka"),
        ("Petra Quillan owns the feed", "The rota names Petra Quillan", "Petra Quillan"),
        ("Aurora holds receipts", "Brindle chose Aurora", "Aurora"),
        ("Holm runs PostgreSQL 14", "Brindle runs PostgreSQL 16", "PostgreSQL"),
        ("Holm closed on 7 October 2025", "Brindle opened on 2025-10-07", "2025-10-07"),
        ("Holm has 13 nodes", "Brindle has thirteen nodes", "13 node"),
        ("Holm keeps 55-day logs", "Brindle files stay 55 days", "55 day"),
        ("Holm feeds run at 02:35", "Brindle rests at 02:35", "02:35"),
    ],
)
def test_a_name_date_or_figure_of_two_trajectories_is_found(tmp_path: Path, one: str, two: str, term: str) -> None:
    assert shared(tmp_path, one, two) == [f"/states/0/claims/0: {term!r} also stands in a claim of t-one"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The Holm API runs every Monday", "The Brindle API rests every Monday"),
        ("Holm has 13 nodes", "Brindle has 13 depots"),
        ("Holm closed on 7 October 2025", "Brindle closed on 8 October 2025"),
        ("Holm holds 3 TB", "Brindle holds 4 TB"),
        ("Raw Holm files are kept", "Raw Brindle files are lost"),
        ("Evaluating Kafka", "Evaluating Redis"),
    ],
)
def test_what_everybody_says_may_be_said_twice(tmp_path: Path, one: str, two: str) -> None:
    """`Raw` opens a claim; the first document writes it in lower case, so it is no name."""
    assert shared(tmp_path, one, two, text="the raw files") == []
