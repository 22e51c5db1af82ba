"""Agreement of judges."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.errors import InputError
from memassay.stats import Agreement, cohen_kappa

RATING = st.sampled_from([0.0, 0.5, 1.0])


def test_fleiss_kappa_is_the_hand_worked_value():
    """Items agree 1, 1/3, 1, 0: mean 7/12.  Shares 5/12, 1/12, 6/12: chance 62/144.  (84 - 62)/(144 - 62) = 11/41."""
    found = Agreement.of([(1, 1, 1), (1, 1, 0), (0, 0, 0), (0, 0.5, 1)])
    assert found.fleiss_kappa == pytest.approx(11 / 41)


def test_krippendorff_alpha_is_the_hand_worked_ordinal_value():
    """Ratings 1 1, 0 0, .5 1, 0 0: n(0) = 4, n(.5) = 1, n(1) = 3, of 8.

    Distances: .5 to 1 (4/2)^2 = 4; 0 to .5 (5/2)^2 = 6.25; 0 to 1 (8 - 3.5)^2 = 20.25.
    Observed 2*4 = 8; expected 2*(4*6.25 + 12*20.25 + 3*4)/7 = 80; alpha 1 - 8/80.
    """
    assert Agreement.of([(1, 1), (0, 0), (0.5, 1), (0, 0)]).krippendorff_alpha == pytest.approx(0.9)


def test_krippendorff_alpha_of_three_judges_is_the_hand_worked_ordinal_value():
    """Ratings 0 0 .5, 1 1 1, .5 1 1: n(0) = 2, n(.5) = 2, n(1) = 5, of 9; an item's pair weighs 1/(3 - 1).

    Distances: 0 to .5 (9 - 5 - 4/2)^2 = 4; .5 to 1 (7 - 7/2)^2 = 12.25; 0 to 1 (9 - 7/2)^2 = 30.25.
    Observed: item 1 has 2*2 ordered unlike pairs of 4, item 3 has 2*2 of 12.25: (16 + 49)/2 = 32.5.
    Expected 2*(2*2*4 + 2*5*12.25 + 2*5*30.25)/8 = 2*441/8 = 110.25; alpha 1 - 32.5/110.25 = 311/441.
    """
    found = Agreement.of([(0, 0, 0.5), (1, 1, 1), (0.5, 1, 1)])
    assert found.krippendorff_alpha == pytest.approx(311 / 441)


def test_cohen_kappa_is_given_for_every_pair_of_judges():
    """Judges 0 and 1: 3 of 4 agree, chance .5*.75 + .5*.25 = .5, kappa .5; judge 2 repeats judge 0."""
    found = Agreement.of([(1, 1, 1), (1, 1, 1), (0, 1, 0), (0, 0, 0)])
    assert found.cohen_kappa == ((0, 1, pytest.approx(0.5)), (0, 2, 1.0), (1, 2, pytest.approx(0.5)))


def test_items_that_a_judge_did_not_answer_are_left_out_and_counted():
    whole = Agreement.of([(1, 1), (0, 1), (0, 0)])
    gapped = Agreement.of([(1, 1), (None, 1), (0, 1), (0, None), (0, 0)])
    assert (gapped.items, gapped.left_out) == (3, 2)
    assert gapped.fleiss_kappa == whole.fleiss_kappa
    assert gapped.krippendorff_alpha == whole.krippendorff_alpha


@pytest.mark.parametrize("ratings", [[], [(1,), (0,)], [(1, 1), (1, 1)], [(None, 1)], [()]])
def test_agreement_without_items_judges_or_variety_is_undefined(ratings):
    found = Agreement.of(ratings)
    assert (found.fleiss_kappa, found.krippendorff_alpha) == (None, None)
    assert {kappa for _, _, kappa in found.cohen_kappa} <= {None}


def test_two_constant_judges_who_differ_have_a_kappa_of_zero():
    """Observed 0, chance 1*0 + 0*1 = 0, so (0 - 0)/(1 - 0) = 0."""
    assert cohen_kappa([1, 1, 1], [0, 0, 0]) == 0.0


def test_rows_of_unequal_length_are_refused():
    with pytest.raises(InputError, match="ratings:1: must have 2 judges"):
        Agreement.of([(1, 1), (1, 1, 0)])


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(RATING, RATING, RATING), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_coefficients_are_at_most_one_and_ignore_the_order_of_items_and_judges(rows, random):
    mixed = [(c, a, b) for a, b, c in random.sample(rows, len(rows))]
    one, other = Agreement.of(rows), Agreement.of(mixed)
    assert one.fleiss_kappa == pytest.approx(other.fleiss_kappa)
    assert one.krippendorff_alpha == pytest.approx(other.krippendorff_alpha)
    assert all(value <= 1 + 1e-12 for value in (one.fleiss_kappa, one.krippendorff_alpha) if value is not None)


@settings(deadline=None, max_examples=30)
@given(st.lists(RATING, min_size=2, max_size=20))
def test_judges_who_always_agree_score_one_unless_they_never_vary(ratings):
    found = Agreement.of([(rating, rating) for rating in ratings])
    wanted = None if len(set(ratings)) == 1 else pytest.approx(1.0)
    assert found.fleiss_kappa == wanted
    assert found.krippendorff_alpha == wanted
