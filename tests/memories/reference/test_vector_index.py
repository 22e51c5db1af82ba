"""Vectors by fact: what is nearest, and what is left after removals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.memories.reference.vector_index import VectorIndex, best


def unit(*values: float) -> np.ndarray:
    vector = np.array(values, np.float32)
    return vector / np.linalg.norm(vector)


def test_nearest_come_first_equals_by_order_and_none_under_the_floor():
    index = VectorIndex()
    index.put("f3", unit(1, 0), 3)
    index.put("f1", unit(1, 0), 1)
    index.put("f2", unit(1, 1), 2)
    found = index.nearest(unit(1, 0), 5, 0.5)
    assert [fact for fact, _ in found] == ["f1", "f3", "f2"]
    assert [round(cosine, 4) for _, cosine in found] == [1.0, 1.0, 0.7071]
    assert [fact for fact, _ in index.nearest(unit(1, 0), 1)] == ["f1"]
    assert index.nearest(unit(0, 1), 5, 0.9) == []


def test_an_empty_index_finds_nothing():
    assert VectorIndex().nearest(unit(1, 0), 5) == []


def test_every_change_is_a_new_version_and_nothing_else_is():
    index = VectorIndex()
    index.put("f1", unit(1, 0), 1)
    seen = index.version
    index.nearest(unit(1, 0), 1)
    index.remove("f9")
    assert index.version == seen
    index.put("f1", unit(0, 1), 1)
    assert index.version > seen


def test_a_touch_is_a_new_version_and_leaves_the_vectors():
    index = VectorIndex()
    index.put("f1", unit(1, 0), 1)
    seen = index.version
    index.touch()
    assert index.version > seen
    assert [fact for fact, _ in index.nearest(unit(1, 0), 1)] == ["f1"]


@pytest.mark.parametrize("dimensions", [3, 33, 384])
def test_equal_vectors_have_equal_cosines_wherever_they_stand(dimensions):
    """A product of matrices sums the last rows in another order than the others (OpenBLAS), a few 1e-8 apart."""
    random = np.random.default_rng(5)
    for count in range(1, 14):
        index, same = VectorIndex(), unit(*random.standard_normal(dimensions))
        for number in range(count):
            index.put(f"f{number}", same, number)
        queries = np.stack([unit(*random.standard_normal(dimensions)) for _ in range(2)])
        cosines = index.cosines(queries)
        assert cosines == pytest.approx(np.repeat(queries @ same[:, None], count, axis=1), abs=1e-6)
        assert (cosines == cosines[:, :1]).all()
        assert [name for name, _ in index.nearest(queries[0], count)] == [f"f{number}" for number in range(count)]


def test_the_order_of_rows_follows_what_is_put_and_removed():
    index = VectorIndex()
    for number in (1, 2, 3):
        index.put(f"f{number}", unit(1, number), number)
    assert dict(zip(index.ids, index.orders.tolist(), strict=True)) == {"f1": 1, "f2": 2, "f3": 3}
    index.remove("f1")
    assert dict(zip(index.ids, index.orders.tolist(), strict=True)) == {"f2": 2, "f3": 3}
    index.put("f7", unit(1, 0), 7)
    assert dict(zip(index.ids, index.orders.tolist(), strict=True)) == {"f2": 2, "f3": 3, "f7": 7}


DONE = st.lists(st.tuples(st.integers(1, 6), st.sampled_from(["put", "remove"]), st.integers(0, 359)), max_size=30)


@given(DONE, st.integers(1, 7))
def test_whatever_is_put_and_removed_the_index_is_as_a_dictionary_would_be(done, k):
    index, plain = VectorIndex(), {}
    for number, what, angle in done:
        name = f"f{number}"
        if what == "put":
            plain[name] = unit(np.cos(np.radians(angle)), np.sin(np.radians(angle)))
            index.put(name, plain[name], number)
        else:
            plain.pop(name, None)
            index.remove(name)
    assert len(index) == len(plain)
    assert {name: index.vector(name).tobytes() for name in index.ids} == {n: v.tobytes() for n, v in plain.items()}
    query = unit(1, 0)
    cosines = {name: np.float32(index.cosines(query[None])[0][row]) for row, name in enumerate(index.ids)}
    expected = sorted(plain, key=lambda name: (-cosines[name], int(name[1:])))[:k]
    assert [name for name, _ in index.nearest(query, k)] == expected


@given(st.lists(st.integers(0, 3), max_size=20), st.integers(1, 25))
def test_the_best_are_those_of_a_full_sort(scores, k):
    orders = np.arange(len(scores))[::-1].copy()
    full = sorted(range(len(scores)), key=lambda i: (-scores[i], orders[i]))[:k]
    assert best(np.array(scores, np.float64), orders, k) == full
