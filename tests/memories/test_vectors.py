from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.memories.vectors import Embedded, Matrix
from memassay.types import Fact


def test_an_empty_matrix_has_a_cosine_with_nothing():
    assert Matrix().cosines(np.ones((2, 3), np.float32)).shape == (2, 0)


@given(st.lists(st.integers(1, 5), max_size=8))
def test_rows_stand_in_the_order_they_were_added_however_they_come(sizes):
    matrix, expected = Matrix(), []
    for n, size in enumerate(sizes):
        rows = np.full((size, 2), n, np.float32)
        matrix.add(rows)
        expected.extend(rows.tolist())
    assert len(matrix) == sum(sizes)
    assert matrix.rows.tolist() == expected


def test_cosines_are_by_query_and_row():
    """(1, 0) and (0.6, 0.8) against rows (1, 0) and (0, 1): 1, 0 and 0.6, 0.8."""
    matrix = Matrix()
    matrix.add(np.eye(2, dtype=np.float32))
    found = matrix.cosines(np.array([[1, 0], [0.6, 0.8]], np.float32))
    assert found.tolist() == [[1, 0], [pytest.approx(0.6), pytest.approx(0.8)]]


def test_a_row_that_is_replaced_is_scaled_to_length_one():
    matrix = Matrix()
    matrix.add(np.eye(2, dtype=np.float32))
    matrix.put(0, np.array([3, 4], np.float32))
    assert matrix.rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0, 1]]


def test_the_best_facts_come_first_and_of_equals_the_older():
    book = Embedded()
    for name in "abcd":
        book.facts[name] = Fact(name, name)
    found = book.best(np.array([0.5, 0.9, 0.5, 0.1]), 3)
    assert [fact.id for fact in found.facts] == ["b", "a", "c"]


def test_among_many_equals_the_oldest_come_first():
    book = Embedded()
    for n in range(200):
        book.facts[f"f{n}"] = Fact(f"f{n}", "same")
    found = book.best(np.tile([0.1, 0.9], 100), 3)
    assert [fact.id for fact in found.facts] == ["f1", "f3", "f5"]
