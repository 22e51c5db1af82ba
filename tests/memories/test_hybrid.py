"""Hybrid search: the mix, its index, and when it is made anew."""

from __future__ import annotations

import numpy as np
import pytest

from memassay.memories import hybrid
from memassay.memories.hybrid import Hybrid, min_max, tokens

GOAT, TOOL, BOTH = "a goat", "the mapping tool", "a goat with the mapping tool"


def ready(*texts: str, lexical: float = 0.3, semantic: float = 0.7) -> Hybrid:
    search = Hybrid(lexical, semantic)
    search.update(1, texts)
    return search


def test_each_side_is_stretched_and_weighed():
    """By words only the first has "goat": BM25 stretches to 1, 0.  Cosines 0.2, 0.6 stretch to 0, 1."""
    scores = ready(GOAT, TOOL).scores("goat", np.array([0.2, 0.6]))
    assert scores == pytest.approx([0.3, 0.7])


def test_a_query_without_known_words_leaves_the_cosine_alone():
    for query in ("zebra", "", "?!"):
        assert ready(GOAT, TOOL).scores(query, np.array([0.2, 0.6])) == pytest.approx([0.0, 0.7])


def test_without_a_weight_for_words_nothing_is_indexed(monkeypatch):
    monkeypatch.setattr(hybrid, "_index", lambda said: pytest.fail("indexed"))
    search = Hybrid(lexical=0.0, semantic=1.0)
    assert not search.stale(7)
    assert search.scores("goat", np.array([0.2, 0.6])) == pytest.approx([0.0, 1.0])


def test_the_index_is_out_of_date_with_another_version_only():
    search = ready(GOAT, TOOL)
    assert (search.stale(1), search.stale(2)) == (False, True)


def test_a_text_that_was_there_is_not_cut_into_words_again(monkeypatch):
    search, cut = ready(GOAT, TOOL), []
    monkeypatch.setattr(hybrid, "tokens", lambda text: cut.append(text) or tokens(text))
    search.update(2, (GOAT, BOTH, TOOL))
    assert cut == [BOTH]


def test_equal_scores_say_nothing():
    assert min_max(np.array([0.4, 0.4])).tolist() == [0, 0]
    assert min_max(np.zeros(0)).tolist() == []


def test_a_store_of_texts_without_words_can_be_searched():
    assert ready("...", "!").scores("goat", np.array([0.1, 0.2])) == pytest.approx([0.0, 0.7])
