"""What grading alone does: E takes few values, so I rounded to them already lies apart from I."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memassay.stats.arrays import SLACK, Labels, Values, Vector, codes, refuse, same_length, scores, vector
from memassay.stats.divergence import TAU, check_tau, differences, over
from memassay.stats.intervals import Interval, t_interval


@dataclass(frozen=True, slots=True)
class RoundingNull:
    """MAD and divergence rate if E were only I rounded to its grid, each with its 95% range over trajectories."""

    mad: Interval
    rate: Interval


def grid_steps(questions: Sequence[int], *, levels: int = 3) -> Vector:
    """The step of E's grid for each pair, given its number of questions; shape (pairs,).

    One question takes `levels` evenly spaced values from 0 to 1 (three: NO, PARTIAL, YES; two where PARTIAL
    counts as NO; 2k + 1 for a panel of k judges), so the mean of q questions moves in steps of
    1 / ((levels - 1) q).  Raises InputError where a number of questions is not positive.
    """
    for position, count in enumerate(questions):
        if count < 1:
            raise refuse("questions", str(position), f"must be at least 1 question, not {count}")
    if levels < 2:
        raise refuse("levels", "", f"must be at least 2, not {levels}")
    return 1 / ((levels - 1) * np.asarray(questions, dtype=np.float64))


def round_to_grid(intrinsic: Values, steps: Values) -> Vector:
    """I rounded to the nearest multiple of each pair's step, halves upward, as E would be by grading alone.

    No value of the grid lies nearer to I, so the gap to it is the least that E can have.
    Raises InputError where a step is not in 0..1, 0 excluded.
    """
    values, grid = scores("intrinsic", intrinsic), np.asarray(steps, dtype=np.float64)
    same_length(intrinsic=values, steps=grid)
    vector("steps", grid)
    bad = np.flatnonzero((grid <= 0) | (grid > 1))
    if bad.size:
        raise refuse("steps", str(bad[0]), f"must be a step over 0 and up to 1, not {grid[bad[0]]}")
    rounded: Vector = np.minimum(np.floor(values / grid + 0.5 + SLACK) * grid, 1.0)
    return rounded


def rounding_null(
    intrinsic: Values, steps: Values, *, trajectories: Labels, strata: Labels | None = None, tau: float = TAU
) -> RoundingNull:
    """What rounding alone gives, as t intervals over trajectories; all arrays have shape (pairs,).

    `trajectories` says which trajectory a pair belongs to, `strata` which stratum that lies in.  A trajectory's
    runs are averaged first.  Under 10 trajectories there is no range.  Raises InputError on bad input.
    """
    check_tau(tau)
    values = scores("intrinsic", intrinsic)
    same_length(intrinsic=values, trajectories=trajectories)
    gaps = differences(values, round_to_grid(values, steps))
    layers = None if strata is None else _stratum_of_each(trajectories, strata)
    return RoundingNull(
        mad=t_interval(_means(np.abs(gaps), trajectories), layers),
        rate=t_interval(_means(over(gaps, tau), trajectories), layers),
    )


def beyond_grading(observed: float | None, null: Interval) -> bool | None:
    """Whether an observed MAD or rate exceeds the 95% range of the same figure under rounding alone.

    None where nothing was observed or the null has no range.  Rule and reasons: docs/design/statistics.md.
    """
    if observed is None or null.high is None:
        return None
    return observed > null.high + SLACK


def _means(values: Vector, trajectories: Labels) -> Vector:
    members = codes(trajectories)
    means: Vector = np.bincount(members, weights=values) / np.bincount(members)
    return means


def _stratum_of_each(trajectories: Labels, strata: Labels) -> list[str]:
    same_length(trajectories=trajectories, strata=strata)
    found: dict[str, str] = {}
    for position, (trajectory, stratum) in enumerate(zip(trajectories, strata, strict=True)):
        if found.setdefault(trajectory, stratum) != stratum:
            raise refuse("strata", str(position), f"{trajectory!r} is in {found[trajectory]!r} and in {stratum!r}")
    return [found[trajectory] for trajectory in sorted(found)]
