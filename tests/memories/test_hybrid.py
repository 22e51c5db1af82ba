"""Hybrid search: the mix, its index, and when it is made anew."""

from __future__ import annotations

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_without_a_weight_for_words_words_are_neither_indexed_nor_looked_up(monkeypatch):
    search = ready(GOAT, TOOL, lexical=0.0, semantic=1.0)
    assert not search.stale(7)
    monkeypatch.setattr(Hybrid, "_bm25", lambda *_: pytest.fail("words were looked up"))
    assert search.scores("goat", np.array([0.2, 0.6])) == pytest.approx([0.0, 1.0])


def test_the_index_is_out_of_date_with_another_version_only():
    search = ready(GOAT, TOOL)
    assert (search.stale(1), search.stale(2)) == (False, True)


def test_a_text_that_was_there_is_not_cut_into_words_again(monkeypatch):
    search, cut = ready(GOAT, TOOL), []
    monkeypatch.setattr(hybrid, "tokens", lambda text: cut.append(text) or tokens(text))
    search.update(2, (GOAT, BOTH, TOOL, "...", BOTH))
    assert cut == [BOTH, "..."]
    search.update(3, (BOTH, "..."))
    search.update(4, (GOAT, BOTH, "..."))
    assert cut == [BOTH, "...", GOAT]


TEXTS = st.lists(
    st.lists(st.sampled_from(["goat", "Goat", "tool", "a", "ferry", "900", "?!"])).map(" ".join), min_size=1
)


@given(TEXTS, TEXTS, st.lists(st.sampled_from(["goat", "tool", "a", "ferry", "900", "zebra"]), min_size=1))
def test_the_words_weigh_what_bm25s_says_also_when_the_texts_have_changed(former, texts, asked):
    """Scores by words alone, stretched, against an index that the library itself made of the same words."""
    search = Hybrid(lexical=1.0, semantic=0.0)
    search.update(1, former)
    search.update(2, texts)
    plain, said = bm25s.BM25(), [tokens(text) for text in texts]
    expected = np.zeros(len(texts))
    if any(said):
        plain.index(said, show_progress=False)
        expected = min_max(plain.get_scores(asked).astype(np.float64))
    assert search.scores(" ".join(asked), np.zeros(len(texts))) == pytest.approx(expected, abs=1e-6)


def test_a_rare_word_weighs_as_the_formula_says():
    """Four texts, k1 1.5, b 0.75, mean length 7/4; "goat" is in one of them, "a" in three.

    Damping 1.5 (0.25 + 0.75 length / mean): 1.017857, 1.660714, 2.303571 for lengths 1, 2, 3.
    idf: goat ln(1 + 3.5 / 1.5) = 1.203973, a ln(1 + 1.5 / 3.5) = 0.356675.
    "a goat": (1.203973 + 0.356675) / 2.660714 = 0.586552; "a": 0.356675 / 2.017857 = 0.176759, which is 0.301353 of
    it; "a mapping tool": 0.356675 / 3.303571 = 0.107966, 0.184070 of it.
    """
    scores = ready("a goat", "a", "a mapping tool", "ferry", lexical=1.0, semantic=0.0).scores("goat a", np.zeros(4))
    assert scores == pytest.approx([1.0, 0.301353, 0.184070, 0.0], abs=1e-5)


def test_equal_scores_say_nothing():
    assert min_max(np.array([0.4, 0.4])).tolist() == [0, 0]
    assert min_max(np.zeros(0)).tolist() == []


def test_a_store_of_texts_without_words_can_be_searched():
    assert ready("...", "!").scores("goat", np.array([0.1, 0.2])) == pytest.approx([0.0, 0.7])
