"""How far the answers' score lies from the memory's score, over pairs (run, trajectory) that have both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memassay.stats.agreement import cohen_kappa
from memassay.stats.arrays import DIGITS, SLACK, Values, Vector, refuse, same_length, scores, vector

TAU = 0.15
"""The gap from which on a pair counts as divergent (method.md section 5)."""
PASS = 0.5
"""The score that passes (method.md section 5)."""
SWEEP = tuple(round(0.05 * step, 2) for step in range(1, 11))
"""The values of tau for which the rate is also given: 0.05, 0.10 ... 0.50."""


@dataclass(frozen=True, slots=True)
class Wilcoxon:
    """Wilcoxon's signed-rank test: `w` = min(W+, W-), its two-sided normal `p`, and how many zeros were dropped.

    `w` and `p` are None where every difference is zero.  On pooled rows the p-value is far too small (see
    docs/design/statistics.md): it stands only beside a published one.
    """

    w: float | None
    p: float | None
    zeros: int


@dataclass(frozen=True, slots=True)
class Divergence:
    """Divergence of I and E over `n` pairs (method.md section 5); every undefined value is None.

    `mad`, `signed_divergence` (I - E) and `divergence_rate` (share with a gap over `tau`) are in score units;
    `sweep` pairs each tau with its rate.  `pass_fail_disagreement` and `cohen_kappa` call a score from 0.5 on
    a pass, as published; the fields ending in `_above` call only a score over 0.5 one.
    """

    n: int
    tau: float
    mad: float | None
    signed_divergence: float | None
    divergence_rate: float | None
    sweep: tuple[tuple[float, float | None], ...]
    pearson_r: float | None
    r_squared: float | None
    spearman: float | None
    wilcoxon: Wilcoxon
    pass_fail_disagreement: float | None
    cohen_kappa: float | None
    pass_fail_disagreement_above: float | None
    cohen_kappa_above: float | None

    @classmethod
    def of(cls, intrinsic: Values, extrinsic: Values, tau: float = TAU) -> Divergence:
        """Compare `intrinsic` I with `extrinsic` E, shape (pairs,) each, scores from 0 to 1.

        Raises InputError where lengths differ, a score is out of range, or tau is not between 0 and 1.
        """
        i, e = scores("intrinsic", intrinsic), scores("extrinsic", extrinsic)
        same_length(intrinsic=i, extrinsic=e)
        check_tau(tau)
        signed = differences(i, e)
        pearson = _pearson(i, e)
        at_least = (i >= PASS - SLACK, e >= PASS - SLACK)
        above = (i > PASS + SLACK, e > PASS + SLACK)
        return cls(
            n=len(signed),
            tau=tau,
            mad=_mean(np.abs(signed)),
            signed_divergence=_mean(signed),
            divergence_rate=_mean(over(signed, tau)),
            sweep=tuple((step, _mean(over(signed, step))) for step in SWEEP),
            pearson_r=pearson,
            r_squared=None if pearson is None else pearson**2,
            spearman=_spearman(i, e),
            wilcoxon=wilcoxon(signed),
            pass_fail_disagreement=_mean((at_least[0] != at_least[1]).astype(np.float64)),
            cohen_kappa=cohen_kappa(*at_least),
            pass_fail_disagreement_above=_mean((above[0] != above[1]).astype(np.float64)),
            cohen_kappa_above=cohen_kappa(*above),
        )


def check_tau(tau: float) -> None:
    """Raise InputError unless tau lies in 0..1."""
    if not 0 <= tau <= 1:
        raise refuse("tau", "", f"must be a number from 0 to 1, not {tau}")


def differences(intrinsic: Vector, extrinsic: Vector) -> Vector:
    """I - E, rounded to 1e-9, of any shapes that broadcast."""
    gaps: Vector = np.round(intrinsic - extrinsic, DIGITS)
    return gaps


def over(signed: Vector, tau: float) -> Vector:
    """1.0 where the gap exceeds tau by more than the slack, else 0.0."""
    return (np.abs(signed) > tau + SLACK).astype(np.float64)


def wilcoxon(signed: Values) -> Wilcoxon:
    """Wilcoxon's signed-rank test of differences, shape (n,): zeros dropped, ties corrected, no continuity correction.

    Source: method.md section 5; W of Wilcoxon (1945), the normal approximation with mid-ranks.
    Raises InputError where a difference is not finite.
    """
    from scipy import stats  # noqa: PLC0415 - the room stays light until a test is asked for

    rounded = vector("signed", signed)
    kept = rounded[rounded != 0]
    zeros = len(rounded) - len(kept)
    if not len(kept):
        return Wilcoxon(None, None, zeros)
    result = stats.wilcoxon(kept, zero_method="wilcox", correction=False, method="approx")
    return Wilcoxon(float(result.statistic), float(result.pvalue), zeros)


def _mean(values: Vector) -> float | None:
    return float(np.mean(values)) if len(values) else None


def _constant(values: Vector) -> bool:
    return len(values) == 0 or bool(np.ptp(values) <= SLACK)


def _pearson(first: Vector, second: Vector) -> float | None:
    from scipy import stats  # noqa: PLC0415 - the room stays light until a correlation is asked for

    if _constant(first) or _constant(second):
        return None
    return float(stats.pearsonr(first, second).statistic)


def _spearman(first: Vector, second: Vector) -> float | None:
    from scipy import stats  # noqa: PLC0415 - the room stays light until a correlation is asked for

    return _pearson(stats.rankdata(first), stats.rankdata(second))
