"""The MAD and rate to expect without any divergence of memory; they stand beside every MAD and rate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memassay.stats.arrays import Labels, Values, Vector, codes, same_length, scores
from memassay.stats.divergence import TAU, check_tau, differences, over
from memassay.stats.grading import round_to_grid


@dataclass(frozen=True, slots=True)
class Level:
    """A mean absolute difference and a divergence rate, in score units."""

    mad: float
    rate: float


@dataclass(frozen=True, slots=True)
class NullModels:
    """What MAD and rate would be if E were (i) I rounded to E's grid, (ii) constant at its mean, (iii) shuffled."""

    rounded: Level
    constant: Level
    shuffled: Level

    @classmethod
    def of(
        cls,
        intrinsic: Values,
        extrinsic: Values,
        steps: Values,
        *,
        trajectories: Labels,
        runs: Labels | None = None,
        tau: float = TAU,
    ) -> NullModels | None:
        """The three models for pairs (run, trajectory), every array of shape (pairs,); None without pairs.

        `steps` is each pair's grid step (see `grid_steps`).  The shuffle is the exact mean over all permutations
        of the trajectories: each trajectory's I meets each trajectory's E equally often, its own included.  Runs
        stay together: the I of a run meets the E of the same run of the other trajectory, or, where that one
        lacks the run or `runs` is not given, all its runs in equal parts.  Source: method.md section 5.
        Raises InputError on bad input.
        """
        i, e = scores("intrinsic", intrinsic), scores("extrinsic", extrinsic)
        named = trajectories if runs is None else runs
        size = same_length(intrinsic=i, extrinsic=e, trajectories=trajectories, runs=named)
        check_tau(tau)
        rounded = round_to_grid(i, steps)
        if not size:
            return None
        run_codes = np.zeros(size, dtype=np.intp) if runs is None else codes(runs)
        return cls(
            rounded=_level(differences(i, rounded), tau),
            constant=_level(differences(i, np.full(size, e.mean())), tau),
            shuffled=_shuffled(i, e, _weights(codes(trajectories), run_codes), tau),
        )


@dataclass(frozen=True, slots=True)
class SimulatedNulls:
    """The rounding and the constant model for scores drawn from a normal distribution."""

    rounded: Level
    constant: Level


def simulated_nulls(*, seed: int, size: int = 100_000, mean: float = 0.606, sd: float = 0.18) -> SimulatedNulls:
    """The two models of one question, for `size` scores I drawn normal about `mean`, cut to 0..1, constant 0.5.

    The defaults are the published mean and the assumed spread of method.md section 5, which expects a MAD of
    0.12 and a rate of 39% from rounding, 0.17 and 48% from the constant.
    """
    drawn = np.clip(np.random.default_rng(seed).normal(mean, sd, size), 0, 1)
    return SimulatedNulls(
        rounded=_level(differences(drawn, round_to_grid(drawn, np.full(size, 0.5))), TAU),
        constant=_level(differences(drawn, np.full(size, 0.5)), TAU),
    )


def _level(signed: Vector, tau: float) -> Level:
    return Level(float(np.abs(signed).mean()), float(over(signed, tau).mean()))


def _weights(trajectories: np.ndarray, runs: np.ndarray) -> list[tuple[np.ndarray, Vector]]:
    """For every run: which pairs' I belong to it, and how much of each pair's E they meet."""
    told = []
    for run in range(int(runs.max()) + 1):
        here = runs == run
        shares = np.bincount(trajectories, weights=here)
        partners = np.where(shares[trajectories] > 0, here, True)
        told.append((here, partners / np.bincount(trajectories, weights=partners)[trajectories] / len(shares)))
    return told


def _shuffled(i: Vector, e: Vector, weights: list[tuple[np.ndarray, Vector]], tau: float) -> Level:
    mad = rate = 0.0
    for here, share in weights:
        gaps = differences(i[here][:, None], e[None, :])
        mad += float((np.abs(gaps) @ share).sum())
        rate += float((over(gaps, tau) @ share).sum())
    return Level(mad / len(i), rate / len(i))
