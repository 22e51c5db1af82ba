"""How far the answers' scores lie from the memory's, beside what no divergence at all would look like (method.md 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memassay.stats import (
    TAU,
    Divergence,
    NullModels,
    RoundingNull,
    Wilcoxon,
    beyond_grading,
    grid_steps,
    rounding_null,
)
from memassay.stats import wilcoxon as signed_rank
from memassay.stats.arrays import SLACK
from memassay.stats.intervals import FEWEST
from memassay.types import Evidence, Score

GAPS = ("mad", "signed_divergence", "divergence_rate")
"""Per unit: |I - E|, I - E, and whether |I - E| exceeds tau; their means are MAD, signed divergence and rate."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Two scores that are compared: which metric stands for the memory, which for the answers, and E's levels.

    `levels` is how many values one question or claim can take (see `stats.grid_steps`).
    """

    name: str
    intrinsic: str
    extrinsic: str
    levels: int


@dataclass(frozen=True, slots=True)
class Pair:
    """One trajectory in one run: where it belongs, and its scores by metric."""

    run: str
    trajectory: str
    category: str
    scores: Mapping[str, Score]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One pair of scores compared over all pairs that have both.

    `nulls` is what MAD and rate would be without any divergence of memory, `null_range` the range of the first of
    them over trajectories; `on_means` is Wilcoxon's test on the means of `trajectories` trajectories.
    """

    sides: Sides
    trajectories: int
    divergence: Divergence
    nulls: NullModels | None
    null_range: RoundingNull | None
    on_means: Wilcoxon

    @property
    def beyond(self) -> tuple[bool | None, bool | None]:
        """Whether MAD and rate exceed what grading alone gives; None where that cannot be said."""
        if self.null_range is None:
            return None, None
        return (
            beyond_grading(self.divergence.mad, self.null_range.mad),
            beyond_grading(self.divergence.divergence_rate, self.null_range.rate),
        )

    @property
    def says(self) -> str:
        """What `beyond` means, in words."""
        mad, rate = self.beyond
        if mad is None or rate is None:
            return f"too few to tell from grading ({self.trajectories} of {FEWEST} trajectories)"
        if not mad and not rate:
            return "no divergence beyond grading"
        both = "MAD and rate exceed" if mad and rate else "MAD exceeds" if mad else "rate exceeds"
        return f"{both} what grading alone gives"


GRADED = Sides("graded", "fact_accuracy", "ext.extrinsic", 3)
"""The comparison as published: I against E."""


def sides(judges: int) -> tuple[Sides, Sides, Sides]:
    """What is compared, for a panel of so many judges: as published, strictly, and like with like."""
    return (
        GRADED,
        Sides("strict", "fact_accuracy_strict", "ext.extrinsic_strict", 2),
        Sides("final", "final_coverage", "ext.extrinsic_by_claim", 2 * judges + 1),
    )


def gaps(scores: Mapping[str, Score], tau: float) -> dict[str, Score]:
    """The three gaps of one unit as scores, undefined where I or E is."""
    memory, answers = scores.get("fact_accuracy"), scores.get("ext.extrinsic")
    if memory is None or answers is None:
        return {}
    if memory.value is None or answers.value is None:
        missing = memory if memory.value is None else answers
        return {name: Score(name, None, 0, missing.status, missing.note) for name in GAPS}
    signed = round(memory.value - answers.value, 9)
    values = (abs(signed), signed, float(abs(signed) > tau + SLACK))
    return {name: Score(name, value, 1) for name, value in zip(GAPS, values, strict=True)}


def compare(pairs: Iterable[Pair], what: Sides, tau: float) -> Comparison:
    """Compare over the pairs that have both scores; every figure of none is None."""
    both = [
        pair for pair in pairs if _value(pair, what.intrinsic) is not None and _value(pair, what.extrinsic) is not None
    ]
    memory, answers = ([_known(pair, metric) for pair in both] for metric in (what.intrinsic, what.extrinsic))
    trajectories = [pair.trajectory for pair in both]
    means: dict[str, list[float]] = {}
    for name, i, e in zip(trajectories, memory, answers, strict=True):
        means.setdefault(name, []).append(i - e)
    nulls, null_range = _nulls(both, what, tau) if both else (None, None)
    return Comparison(
        sides=what,
        trajectories=len(means),
        divergence=Divergence.of(memory, answers, tau),
        nulls=nulls,
        null_range=null_range,
        on_means=signed_rank([sum(values) / len(values) for values in means.values()]),
    )


def of_evidence(units: Sequence[Evidence]) -> dict[str, Any] | None:
    """The divergence of I and E over units that name their run and trajectory; None of fewer than two such units."""
    from memassay.metrics.catalogue import score  # noqa: PLC0415 - loads every metric

    wanted = (GRADED.intrinsic, GRADED.extrinsic)
    pairs = [
        Pair(unit.run, unit.trajectory, unit.category, {item.metric: item for item in score(unit, wanted)})
        for unit in units
        if unit.run and unit.trajectory
    ]
    return names(compare(pairs, GRADED, TAU)) if len(pairs) > 1 else None


def _nulls(both: Sequence[Pair], what: Sides, tau: float) -> tuple[NullModels | None, RoundingNull]:
    memory, answers = ([_known(pair, metric) for pair in both] for metric in (what.intrinsic, what.extrinsic))
    trajectories = [pair.trajectory for pair in both]
    steps = grid_steps([pair.scores[what.extrinsic].n for pair in both], levels=what.levels)
    runs = [pair.run for pair in both]
    strata = [pair.category for pair in both]
    return (
        NullModels.of(memory, answers, steps, trajectories=trajectories, runs=runs, tau=tau),
        rounding_null(memory, steps, trajectories=trajectories, strata=strata, tau=tau),
    )


def names(comparison: Comparison) -> dict[str, Any]:
    """A comparison as JSON values under the canonical names; None where undefined.

    `wilcoxon_W` and `wilcoxon_p_pooled` are over all pairs, as published; `wilcoxon_p`, the one to quote, is over the
    trajectories' means.
    """
    found = comparison.divergence
    mad, rate = comparison.beyond
    return {
        "n": found.n,
        "trajectories": comparison.trajectories,
        "tau": found.tau,
        "mad": found.mad,
        "signed_divergence": found.signed_divergence,
        "divergence_rate": found.divergence_rate,
        "pearson_r": found.pearson_r,
        "r_squared": found.r_squared,
        "spearman": found.spearman,
        "wilcoxon_W": found.wilcoxon.w,
        "wilcoxon_zeros": found.wilcoxon.zeros,
        "wilcoxon_p_pooled": found.wilcoxon.p,
        "wilcoxon_p": comparison.on_means.p,
        "pass_fail_disagreement": found.pass_fail_disagreement,
        "cohen_kappa": found.cohen_kappa,
        "pass_fail_disagreement_above": found.pass_fail_disagreement_above,
        "cohen_kappa_above": found.cohen_kappa_above,
        "sweep": {f"{tau:.2f}": value for tau, value in found.sweep},
        "null_models": _levels(comparison.nulls),
        "beyond_grading": {"mad": mad, "divergence_rate": rate},
    }


def _levels(nulls: NullModels | None) -> dict[str, Any] | None:
    if nulls is None:
        return None
    models = {"rounded": nulls.rounded, "constant": nulls.constant, "shuffled": nulls.shuffled}
    return {name: {"mad": level.mad, "divergence_rate": level.rate} for name, level in models.items()}


def _value(pair: Pair, metric: str) -> float | None:
    score = pair.scores.get(metric)
    return None if score is None else score.value


def _known(pair: Pair, metric: str) -> float:
    value = pair.scores[metric].value
    assert value is not None, "only pairs with both scores are compared"
    return value
