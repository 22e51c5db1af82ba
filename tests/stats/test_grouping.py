"""B-cubed and adjusted Rand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.errors import InputError
from memassay.stats import adjusted_rand, bcubed

GOLD = ["A", "A", "A", "B", "B"]
FOUND = ["x", "x", "y", "y", None]
LABELS = st.lists(
    st.tuples(st.sampled_from("ABC"), st.one_of(st.none(), st.sampled_from("xyz"))), min_size=1, max_size=30
)


def test_bcubed_is_the_hand_worked_value_with_an_unsupported_item():
    """Precision 1, 1, 1/2, 1/2, 0: mean .6.  Recall 2/3, 2/3, 1/3, 1/2, 0: mean 13/30.  F1 2*.6*13/30 / (31/30)."""
    found = bcubed(GOLD, FOUND)
    assert found is not None
    assert found.precision == pytest.approx(0.6)
    assert found.recall == pytest.approx(13 / 30)
    assert found.f1 == pytest.approx(15.6 / 31)


def test_adjusted_rand_is_the_hand_worked_value_over_held_items_only():
    """Held AAAB against xxyy: 1 pair together in both, 3 and 2 in each, of 6: expected 3*2/6 = 1, so (1-1)/(2.5-1)."""
    assert adjusted_rand(GOLD, FOUND) == pytest.approx(0.0)


def test_a_perfect_grouping_scores_one_under_other_names():
    assert bcubed(["A", "B", "A"], [7, 8, 7]).f1 == 1.0
    assert adjusted_rand(["A", "B", "A"], [7, 8, 7]) == 1.0


def test_items_held_by_nothing_score_zero_and_not_nothing():
    found = bcubed(["A", "B"], [None, None])
    assert (found.precision, found.recall, found.f1) == (0.0, 0.0, 0.0)


def test_one_fact_for_everything_costs_precision_and_not_recall():
    """Groups of 3 and 1 in one fact: precision (3*3/4 + 1/4)/4 = .625."""
    found = bcubed(["A", "A", "A", "B"], ["x"] * 4)
    assert (found.precision, found.recall) == (pytest.approx(0.625), 1.0)


def test_nothing_to_group_is_undefined():
    assert bcubed([], []) is None
    assert adjusted_rand([], []) is None
    assert adjusted_rand(["A", "B"], ["x", None]) is None


def test_many_singletons_give_no_warning():
    assert adjusted_rand(list(range(60)), list(range(60))) == 1.0


def test_unequal_lengths_are_refused():
    for measure in (bcubed, adjusted_rand):
        with pytest.raises(InputError, match="expected has 2, found has 1"):
            measure(["A", "B"], ["x"])


@settings(deadline=None, max_examples=60)
@given(LABELS, st.randoms(use_true_random=False))
def test_bcubed_stays_in_bounds_and_ignores_order_and_names(items, random):
    found = bcubed(*zip(*items, strict=True))
    mixed = [(gold.lower(), label and label * 2) for gold, label in random.sample(items, len(items))]
    other = bcubed(*zip(*mixed, strict=True))
    held = sum(label is not None for _, label in items) / len(items)
    for name in ("precision", "recall", "f1"):
        assert 0 <= getattr(found, name) <= held + 1e-12
        assert getattr(found, name) == pytest.approx(getattr(other, name))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from("xyz")), min_size=1, max_size=30))
def test_exchanging_the_groupings_exchanges_precision_and_recall(items):
    gold, found = zip(*items, strict=True)
    one, other = bcubed(gold, found), bcubed(found, gold)
    assert (one.precision, one.recall) == pytest.approx((other.recall, other.precision))
