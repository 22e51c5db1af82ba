"""Confidence intervals of a mean over trajectories, from one mean per trajectory and its stratum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from memassay.stats.arrays import Codes, Labels, Values, Vector, codes, refuse, same_length, vector

FEWEST = 10
"""Fewer trajectories than this get no interval; their points are shown instead (method.md section 5)."""
RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval around `estimate`, the plain mean of `n` trajectory means; bounds are not cut to 0..1.

    `low` and `high` are None where no interval is given, and `reason` then says why.  `df` belongs to the t
    interval; `seed` and `resamples` to the bootstrap.
    """

    method: Literal["t", "bootstrap"]
    estimate: float | None
    low: float | None
    high: float | None
    n: int
    level: float
    df: float | None = None
    seed: int | None = None
    resamples: int | None = None
    reason: str = ""


def t_interval(means: Values, strata: Labels | None = None, *, level: float = 0.95) -> Interval:
    """The t interval with stratified variance: the one that is quoted.

    `means` and `strata` have shape (trajectories,); without strata all trajectories form one.  With n_h
    trajectories of variance s_h^2 (divisor n_h - 1) in stratum h and N in all, the variance of the mean is
    sum(n_h s_h^2) / N^2 and the degrees of freedom are Satterthwaite's, sum(g_h)^2 / sum(g_h^2 / (n_h - 1)) with
    g_h = n_h s_h^2 (N minus the number of strata where every g_h is 0).  Reasons: docs/design/statistics.md.
    Strata of size 1 are merged as `bootstrap_interval` says.  Raises InputError on bad input.
    """
    from scipy import stats  # noqa: PLC0415 - the room stays light until an interval is asked for

    values = _checked(means, strata, level)
    if len(values) < FEWEST:
        return _refused("t", values, level)
    blocks = _blocks(values, strata)
    parts = np.array([len(block) * np.var(block, ddof=1) for block in blocks])
    free = np.array([len(block) - 1 for block in blocks])
    total = float(parts.sum())
    df = total**2 / float((parts**2 / free).sum()) if total > 0 else float(free.sum())
    centre = float(values.mean())
    half = float(stats.t.ppf(0.5 + level / 2, df)) * total**0.5 / len(values)
    return Interval("t", centre, centre - half, centre + half, len(values), level, df=df)


def bootstrap_interval(
    means: Values, strata: Labels | None = None, *, seed: int, resamples: int = RESAMPLES, level: float = 0.95
) -> Interval:
    """The percentile interval of whole trajectories drawn again, with replacement, within strata.

    A trajectory brings all its runs with it, since `means` holds its mean over runs.  A stratum of size 1 has no
    spread of its own: all such strata are merged into one, and a single one joins the smallest other stratum
    (the first by label among equals), which can only widen the interval.  The same trajectories in another order
    give the same interval.  Source: Efron (1979); method.md section 5.  Raises InputError on bad input.
    """
    values = _checked(means, strata, level)
    if resamples < 1:
        raise refuse("resamples", "", f"must be at least 1, not {resamples}")
    if len(values) < FEWEST:
        return _refused("bootstrap", values, level)
    rng = np.random.default_rng(seed)
    sums = np.zeros(resamples)
    for block in _blocks(values, strata):
        sums += block[rng.integers(0, len(block), size=(resamples, len(block)))].sum(axis=1)
    low, high = np.percentile(sums / len(values), [50 * (1 - level), 50 * (1 + level)])
    centre = float(values.mean())
    return Interval("bootstrap", centre, float(low), float(high), len(values), level, seed=seed, resamples=resamples)


def _checked(means: Values, strata: Labels | None, level: float) -> Vector:
    values = vector("means", means)
    if strata is not None:
        same_length(means=values, strata=strata)
    if not 0 < level < 1:
        raise refuse("level", "", f"must be a number between 0 and 1, not {level}")
    return values


def _refused(method: Literal["t", "bootstrap"], values: Vector, level: float) -> Interval:
    estimate = float(values.mean()) if len(values) else None
    reason = f"no interval under {FEWEST} trajectories, here {len(values)}"
    return Interval(method, estimate, None, None, len(values), level, reason=reason)


def _blocks(values: Vector, strata: Labels | None) -> list[Vector]:
    """Each stratum's values in ascending order, strata of size 1 merged."""
    members: Codes = np.zeros(len(values), dtype=np.intp) if strata is None else codes(strata)
    blocks = [np.sort(values[members == code]) for code in range(int(members.max()) + 1)]
    alone = [block for block in blocks if len(block) == 1]
    whole = [block for block in blocks if len(block) > 1]
    if len(alone) == 1:
        smallest = min(range(len(whole)), key=lambda at: len(whole[at]))
        whole[smallest] = np.sort(np.concatenate([whole[smallest], *alone]))
    elif alone:
        whole.append(np.sort(np.concatenate(alone)))
    return whole
