from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.testing import HashEmbedder


@given(st.lists(st.text(), max_size=5))
def test_every_text_has_a_unit_vector_whatever_stands_beside_it(texts):
    embedder = HashEmbedder()
    together = embedder.encode(texts)
    assert together.shape == (len(texts), 256)
    assert together.dtype == np.float32
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    for text, vector in zip(texts, together, strict=True):
        assert (embedder.encode([text])[0] == vector).all()


def test_the_same_words_in_any_order_are_the_same_vector():
    one, other = HashEmbedder().encode(["the red barn", "Barn, the red!"])
    assert float(one @ other) == pytest.approx(1)


def test_shared_words_bring_texts_nearer():
    """Two of three words in common: cosine 2/3, if no two of the four words fall on one place."""
    red, blue, other = HashEmbedder(4096).encode(["the red barn", "the blue barn", "seven geese sleep"])
    assert float(red @ blue) == pytest.approx(2 / 3)
    assert float(red @ other) == pytest.approx(0)
