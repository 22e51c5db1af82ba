"""Means that say what they left out, and the spread over runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from memassay.stats.arrays import Labels, refuse, same_length


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and standard deviation (n - 1 in the divisor) of the `n` defined values; `left_out` counts the rest.

    `mean` is None without a value, `sd` under two.
    """

    mean: float | None
    sd: float | None
    n: int
    left_out: int

    @classmethod
    def of(cls, values: Sequence[float | None]) -> Spread:
        """Sum up values of any scale; None is left out and counted, never 0 (method.md section 3).

        Raises InputError where a value is not finite.
        """
        kept = [value for value in values if value is not None]
        for position, value in enumerate(values):
            if value is not None and not math.isfinite(value):
                raise refuse("values", str(position), f"must be a finite number or None, not {value}")
        left_out = len(values) - len(kept)
        if not kept:
            return cls(None, None, 0, left_out)
        mean = math.fsum(kept) / len(kept)
        if len(kept) < 2:
            return cls(mean, None, 1, left_out)
        variance = math.fsum((value - mean) ** 2 for value in kept) / (len(kept) - 1)
        return cls(mean, math.sqrt(variance), len(kept), left_out)


def spread_by(labels: Labels, values: Sequence[float | None]) -> dict[str, Spread]:
    """A Spread for every label, in sorted order of the labels: of a run's trajectories, or of a trajectory's runs.

    Raises InputError where lengths differ or a value is not finite.
    """
    same_length(labels=labels, values=values)
    gathered: dict[str, list[float | None]] = {label: [] for label in sorted(set(labels))}
    for label, value in zip(labels, values, strict=True):
        gathered[label].append(value)
    return {label: Spread.of(group) for label, group in gathered.items()}
