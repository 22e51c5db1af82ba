"""How far judges agree, beyond what their habits alone would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from memassay.stats.arrays import DIGITS, Codes, Vector, refuse, same_length

Rating = float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of judges on the `items` that all of them answered; `left_out` counts the others.

    `cohen_kappa` pairs two judges' positions with their kappa.  A coefficient is None where it is undefined:
    fewer than two judges, no item, or one single rating throughout.
    """

    judges: int
    items: int
    left_out: int
    fleiss_kappa: float | None
    cohen_kappa: tuple[tuple[int, int, float | None], ...]
    krippendorff_alpha: float | None

    @classmethod
    def of(cls, ratings: Sequence[Sequence[Rating]]) -> Agreement:
        """Compare ratings, one row an item and one column a judge; None where a judge gave no valid answer.

        Kappas take the ratings as names; alpha takes them as ordered.  Source: method.md section 2.4.
        Raises InputError where rows have unequal lengths.
        """
        judges = _width(ratings)
        answered = [row for row in ratings if None not in row]
        levels, table = _coded(answered, judges)
        pairs = combinations(range(judges), 2)
        return cls(
            judges=judges,
            items=len(answered),
            left_out=len(ratings) - len(answered),
            fleiss_kappa=_fleiss(table, levels),
            cohen_kappa=tuple((a, b, cohen_kappa(table[:, a], table[:, b])) for a, b in pairs),
            krippendorff_alpha=_alpha(table, levels),
        )


def cohen_kappa(first: Sequence[float] | np.ndarray, second: Sequence[float] | np.ndarray) -> float | None:
    """Cohen's kappa of two raters, shape (items,) each; None without items or where both give one same rating.

    Source: Cohen (1960), by scikit-learn.  One constant rater against a varying one is 0, which is defined.
    """
    from sklearn.metrics import cohen_kappa_score  # noqa: PLC0415 - a heavy import, made when needed

    same_length(first=first, second=second)
    levels, table = _coded(list(zip(first, second, strict=True)), 2)
    if levels < 2:
        return None
    return float(cohen_kappa_score(table[:, 0], table[:, 1]))


def _width(ratings: Sequence[Sequence[Rating]]) -> int:
    width = len(ratings[0]) if ratings else 0
    for position, row in enumerate(ratings):
        if len(row) != width:
            raise refuse("ratings", str(position), f"must have {width} judges as in the first row, not {len(row)}")
    return width


def _coded(rows: Sequence[Sequence[Rating]], width: int) -> tuple[int, Codes]:
    values = np.round(np.asarray(rows, dtype=np.float64).reshape(len(rows), width), DIGITS)
    levels, table = np.unique(values, return_inverse=True)
    return len(levels), table.reshape(values.shape)


def _fleiss(table: Codes, levels: int) -> float | None:
    items, judges = table.shape
    if judges < 2 or levels < 2:
        return None
    counts: Vector = (table[:, :, None] == np.arange(levels)).sum(axis=1).astype(np.float64)
    observed = float(np.mean((np.sum(counts**2, axis=1) - judges) / (judges * (judges - 1))))
    by_chance = float(np.sum((counts.sum(axis=0) / (items * judges)) ** 2))
    return (observed - by_chance) / (1 - by_chance)


def _alpha(table: Codes, levels: int) -> float | None:
    """Krippendorff's alpha for ordered ratings of which none is missing.

    Source: Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", with the ordinal metric.
    """
    judges = table.shape[1]
    if judges < 2 or levels < 2:
        return None
    counts: Vector = (table[:, :, None] == np.arange(levels)).sum(axis=1).astype(np.float64)
    totals = counts.sum(axis=0)
    middles = np.cumsum(totals) - totals / 2
    distances = (middles[:, None] - middles[None, :]) ** 2
    meetings = counts.T @ counts / (judges - 1)  # of a rating with itself too, which the distance of 0 removes
    observed = float(np.sum(meetings * distances))
    expected = float(np.sum(np.outer(totals, totals) * distances)) / (totals.sum() - 1)
    return float(1 - observed / expected)
