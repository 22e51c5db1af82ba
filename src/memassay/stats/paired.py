"""Tests on one number per trajectory: two systems compared, or one mean against zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from memassay.stats.arrays import DIGITS, Values, Vector, refuse, same_length, vector

EXACT_UP_TO = 16
"""Up to this many trajectories every sign pattern is counted (method.md section 5)."""
DRAWS = 10_000
_FINER = 12  # a mean of numbers rounded to 1e-9 lies on a finer grid


@dataclass(frozen=True, slots=True)
class SignFlip:
    """A sign-flip test: the `mean` of `n` trajectory values and the two-sided `p`, None without a trajectory.

    `patterns` is how many sign patterns were counted or drawn; `seed` is None where all were counted.
    """

    n: int
    mean: float | None
    p: float | None
    method: Literal["exact", "drawn"]
    patterns: int
    seed: int | None = None


def sign_flip_test(values: Values, *, seed: int, draws: int = DRAWS) -> SignFlip:
    """Whether the mean of per-trajectory values, shape (n,), differs from 0, by flipping signs (two-sided).

    Under the null hypothesis each trajectory's value is as likely as its opposite.  p is the share of the 2^n
    patterns whose mean is as far from 0, up to 16 trajectories (or while `draws` reaches them all); beyond,
    (b + 1) / (m + 1) over m seeded draws.
    Values rounded to 1e-9; the order and the overall sign of the values change nothing.
    Source: Fisher (1935), Phipson and Smyth (2010) for the two ones; method.md section 5.  Raises InputError.
    """
    array = vector("values", values)
    if draws < 1:
        raise refuse("draws", "", f"must be at least 1, not {draws}")
    if not len(array):
        return SignFlip(0, None, None, "exact", 0)
    mean = float(array.mean())
    patterns: int = 2 ** len(array)
    if patterns <= max(2**EXACT_UP_TO, draws):
        return SignFlip(len(array), mean, _share_as_far(array, patterns, seed), "exact", patterns)
    return SignFlip(len(array), mean, _share_as_far(array, draws, seed), "drawn", draws, seed)


def paired_test(first: Values, second: Values, *, seed: int, draws: int = DRAWS) -> SignFlip:
    """Whether two systems differ: `sign_flip_test` of first - second, per-trajectory means in the same order.

    Raises InputError where lengths differ.
    """
    one, other = vector("first", first), vector("second", second)
    same_length(first=one, second=other)
    return sign_flip_test(np.round(one - other, DIGITS), seed=seed, draws=draws)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's adjusted p-values, in the order given; None (no test) stays None and does not count in the family.

    The k-th smallest of m is multiplied by m - k + 1, never falls below the one before it, and stops at 1.
    Source: Holm (1979); method.md section 5.  Raises InputError where a p-value is not in 0..1.
    """
    for position, p in enumerate(p_values):
        if p is not None and not 0 <= p <= 1:
            raise refuse("p_values", str(position), f"must be a number from 0 to 1 or None, not {p}")
    tested = sorted((p, position) for position, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, position) in enumerate(tested):
        highest = max(highest, min(1.0, (len(tested) - rank) * p))
        adjusted[position] = highest
    return adjusted


def _share_as_far(values: Vector, patterns: int, seed: int) -> float:
    """The two-sided p-value: counted where `patterns` reaches all 2^n, drawn where it does not."""
    from scipy import stats  # noqa: PLC0415 - the room stays light until a test is asked for

    if len(values) == 1:
        return 1.0  # scipy takes two values or more; one is as far from 0 as its opposite
    upright = np.sort(values if values.sum() >= 0 else -values)
    result = stats.permutation_test(
        (upright,),
        _distance,
        permutation_type="samples",
        vectorized=True,
        n_resamples=patterns,
        alternative="greater",
        random_state=np.random.default_rng(seed),
    )
    return float(np.asarray(result.pvalue))


def _distance(sample: Vector, axis: int) -> Vector:
    return np.asarray(np.round(np.abs(np.mean(sample, axis=axis)), _FINER))
