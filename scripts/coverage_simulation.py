"""Measures by simulation how far the intervals, tests and the grading rule of memassay.stats can be trusted.

Usage: python scripts/coverage_simulation.py [--seed 20260101] [--repetitions 1000]
The figures in docs/design/statistics.md come from the defaults.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from scipy import stats

from memassay.stats import (
    TAU,
    Interval,
    beyond_grading,
    bootstrap_interval,
    grid_steps,
    round_to_grid,
    rounding_null,
    sign_flip_test,
    simulated_nulls,
    t_interval,
    wilcoxon,
)

STRATA, EACH, RUNS = 6, 5, 11
TRAJECTORIES = STRATA * EACH
STRATUM_OF = [f"C{1 + position // EACH}" for position in range(TRAJECTORIES)]
CENTRES = np.repeat([0.30, 0.10, 0.15, 0.20, 0.10, 0.20], EACH)
UNEQUAL = np.repeat([0.20, 0.10, 0.08, 0.12, 0.05, 0.15], EACH)
ONE_LOUD = np.repeat([0.20, 0.05, 0.05, 0.05, 0.05, 0.05], EACH)
RATES = np.repeat([0.67, 0.26, 0.50, 0.40, 0.30, 0.50], EACH)
FEWER_DRAWS = 1000  # for the test and the bootstrap, so that the whole script stays under a minute

Array = np.ndarray
Rng = np.random.Generator

POPULATIONS: dict[str, tuple[float, Callable[[Rng], Array]]] = {
    "normal, equal spread": (CENTRES.mean(), lambda rng: rng.normal(CENTRES, 0.1)),
    "normal, unequal spread": (CENTRES.mean(), lambda rng: rng.normal(CENTRES, UNEQUAL)),
    "normal, one stratum four times as spread": (CENTRES.mean(), lambda rng: rng.normal(CENTRES, ONE_LOUD)),
    "skewed gaps (beta)": (CENTRES.mean(), lambda rng: rng.beta(4 * CENTRES, 4 - 4 * CENTRES)),
    "rates over 11 runs": (RATES.mean(), lambda rng: rng.binomial(RUNS, rng.beta(RATES, 1 - RATES)) / RUNS),
}


def coverage(rng: Rng, repetitions: int) -> list[tuple[str, float, float, float]]:
    """For each population, how often an interval holds the true mean (nominal 0.95).

    The t interval, the percentile one, and the t interval with trajectories minus strata as degrees of freedom.
    """
    told = []
    for name, (truth, draw) in POPULATIONS.items():
        hits = np.zeros(3)
        for _ in range(repetitions):
            means, seed = draw(rng), int(rng.integers(2**32))
            by_t = t_interval(means, STRATUM_OF)
            by_bootstrap = bootstrap_interval(means, STRATUM_OF, seed=seed, resamples=FEWER_DRAWS)
            hits += [holds(by_t, truth), holds(by_bootstrap, truth), holds(by_t, truth, df=TRAJECTORIES - STRATA)]
        told.append((name, *(hits / repetitions)))
    return told


def holds(interval: Interval, truth: float, df: int | None = None) -> bool:
    """Whether the interval holds the truth, or would if its t quantile were that of `df` degrees of freedom."""
    low, high, centre = interval.low, interval.high, interval.estimate
    assert low is not None
    assert high is not None
    assert centre is not None
    if df is None or interval.df is None:
        return low <= truth <= high
    return abs(truth - centre) <= (high - centre) * stats.t.ppf(0.975, df) / stats.t.ppf(0.975, interval.df)


def false_positives(rng: Rng, repetitions: int, share: float) -> tuple[float, float]:
    """How often p < 0.05 without any difference: Wilcoxon on all rows, the sign flip on trajectory means.

    `share` is how much of the variance of I - E lies between trajectories; the rest lies between runs.
    """
    found = np.zeros(2)
    for _ in range(repetitions):
        between = rng.normal(0, 0.2 * share**0.5, (TRAJECTORIES, 1))
        signed = between + rng.normal(0, 0.2 * (1 - share) ** 0.5, (TRAJECTORIES, RUNS))
        test = sign_flip_test(signed.mean(axis=1), seed=int(rng.integers(2**32)), draws=FEWER_DRAWS)
        found += [(wilcoxon(signed.ravel()).p or 0) < 0.05, (test.p or 0) < 0.05]
    return found[0] / repetitions, found[1] / repetitions


def answered(rng: Rng, kind: str, memory: Array) -> Array:
    """E of one question for scores I of shape (trajectories, runs), under one account of how they are linked."""
    if kind == "I rounded":
        return graded(memory)
    if kind == "I with judge noise 0.05, rounded":
        return graded(np.clip(memory + rng.normal(0, 0.05, memory.shape), 0, 1))
    if kind == "constant 0.5":
        return np.full(memory.shape, 0.5)
    if kind == "I rounded, shuffled over trajectories":
        return graded(memory[rng.permutation(TRAJECTORIES)])
    lost = np.arange(TRAJECTORIES)[:, None] % 3 == 0
    return graded(np.clip(memory - 0.4 * lost, 0, 1))


ACCOUNTS = (
    "I rounded",
    "I with judge noise 0.05, rounded",
    "constant 0.5",
    "I rounded, shuffled over trajectories",
    "0.4 lost in every third trajectory, rounded",
)


def graded(scores: Array) -> Array:
    """Scores rounded to 0, 0.5, 1."""
    return round_to_grid(scores.ravel(), np.full(scores.size, 0.5)).reshape(scores.shape)


def flagged(rng: Rng, repetitions: int, kind: str) -> tuple[float, float, float, float]:
    """Mean MAD and rate, and how often each is called beyond grading."""
    labels = [f"t{position}" for position in range(TRAJECTORIES) for _ in range(RUNS)]
    strata = [stratum for stratum in STRATUM_OF for _ in range(RUNS)]
    steps = grid_steps([1] * len(labels))
    told = np.zeros(4)
    for _ in range(repetitions):
        level = rng.normal(0.606, 0.18, (TRAJECTORIES, 1))
        memory = np.clip(level + rng.normal(0, 0.05, (TRAJECTORIES, RUNS)), 0, 1)
        gaps = np.abs(memory - answered(rng, kind, memory))
        seen = (float(gaps.mean()), float((gaps > TAU).mean()))
        null = rounding_null(memory.ravel(), steps, trajectories=labels, strata=strata)
        told += [*seen, bool(beyond_grading(seen[0], null.mad)), bool(beyond_grading(seen[1], null.rate))]
    mad, rate, by_mad, by_rate = told / repetitions
    return mad, rate, by_mad, by_rate


def main() -> None:
    """Run all simulations and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=20260101)
    parser.add_argument("--repetitions", type=int, default=1000)
    chosen = parser.parse_args()
    streams = [np.random.default_rng([chosen.seed, section]) for section in range(3)]
    nulls = simulated_nulls(seed=chosen.seed)
    print("One question, I normal 0.606, sd 0.18")
    for name, level in (("rounded", nulls.rounded), ("constant 0.5", nulls.constant)):
        print(f"  {name:46} MAD {level.mad:.3f}  rate {level.rate:.3f}")
    print(f"Coverage of 95% intervals, {TRAJECTORIES} trajectories in {STRATA} strata")
    for name, by_t, by_bootstrap, by_most in coverage(streams[0], 2 * chosen.repetitions):
        print(f"  {name:46} t {by_t:.3f}  percentile {by_bootstrap:.3f}  t with N - strata {by_most:.3f}")
    print(
        f"False positives at 0.05, {TRAJECTORIES} trajectories x {RUNS} runs, by share of variance between trajectories"
    )
    for share in (0.0, 0.3, 0.67):
        pooled, by_mean = false_positives(streams[1], chosen.repetitions, share)
        print(f"  {share:<46} pooled Wilcoxon {pooled:.3f}  sign flip of means {by_mean:.3f}")
    print("Called beyond grading, one question")
    for kind in ACCOUNTS:
        mad, rate, by_mad, by_rate = flagged(streams[2], chosen.repetitions, kind)
        print(f"  {kind:46} MAD {mad:.3f} called {by_mad:.3f}  rate {rate:.3f} called {by_rate:.3f}")


if __name__ == "__main__":
    main()
