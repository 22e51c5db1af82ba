"""Do answers tell of the store?  MAD and rate beside what they would be without any divergence of memory."""

from __future__ import annotations

from typing import Any

from memassay.reports.aggregation import aggregate
from memassay.reports.blocks import SYSTEM, Block, Column, Heading, Table, Text
from memassay.reports.divergence import Comparison, Pair, compare, names, sides
from memassay.reports.sections.overall import ranked
from memassay.reports.view import RunView
from memassay.reports.wording import beside, coefficient, figure, probability, stacked
from memassay.stats import Divergence
from memassay.stats.null_models import Level

_TITLES = {"graded": "I and E", "strict": "strict", "final": "at the end"}
_NOTES = (
    "Each cell: MAD, and below it the share of gaps over tau. On the right, what both would be if E were I rounded to "
    "the few values E can take (grading), constant at its mean, or another trajectory's (shuffled). strict: PARTIAL is "
    "0 on both sides. at the end: coverage of the last store against the claims in the answers."
)
_LINKS = (
    "r, rank r (Spearman) and kappa over all pairs, n/o where one side is constant; pass/fail: share of pairs of which "
    "one side alone reaches 0.5; W and p: Wilcoxon's signed-rank test on the means of trajectories."
)
_EXTRACTIVE = (
    "The extractive answerer cannot compensate for a poor store: in C1, E says less than a language model's would."
)


def comparisons(view: RunView, system: str) -> list[Comparison]:
    """The three comparisons of a system, over its finished units."""
    pairs = [
        Pair(str(unit.epoch), unit.group, view.trajectories[unit.group].category, view.scores[unit])
        for unit in view.finished_units(system)
    ]
    return [compare(pairs, what, view.tau) for what in sides(len(view.judges))]


def data(view: RunView) -> dict[str, Any]:
    """Every comparison of every system, under canonical names."""
    return {system: {found.sides.name: names(found) for found in comparisons(view, system)} for system in view.systems}


def blocks(view: RunView) -> list[Block]:
    """Gaps beside their null models, then correlation and agreement."""
    systems = [system for system in ranked(view) if view.kind(system) != "bound"] or ranked(view)
    by_system = {system: comparisons(view, system) for system in systems}
    return [
        Heading("Divergence between memory and answers"),
        Table(_gap_columns(), _gap_rows(by_system), notes=(_NOTES,), stub=2),
        *(Text(f"{system}: {by_system[system][0].says}.") for system in systems),
        Heading("Correlation and agreement of I and E", 2),
        Table(_link_columns(), tuple(_link_row(s, by_system[s][0]) for s in systems), notes=_link_notes(view)),
        *_blind(view, systems),
    ]


def _gap_columns() -> tuple[Column, ...]:
    figures = ("n", "observed", "grading", "constant", "shuffled")
    return (SYSTEM, Column("compared", right=False), *(Column(name) for name in figures))


def _gap_rows(by_system: dict[str, list[Comparison]]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        _gap_row(name, found)
        for system, compared in by_system.items()
        for name, found in zip(beside(system, len(compared)), compared, strict=True)
    )


def _gap_row(name: str, found: Comparison) -> tuple[str, ...]:
    nulls = found.nulls
    levels = (nulls.rounded, nulls.constant, nulls.shuffled) if nulls else (None, None, None)
    seen = found.divergence
    return (
        name,
        _TITLES[found.sides.name],
        str(seen.n),
        f"{figure(seen.mad)}\n{figure(seen.divergence_rate)}",
        *(_level(level) for level in levels),
    )


def _level(level: Level | None) -> str:
    return "-\n-" if level is None else f"{figure(level.mad)}\n{figure(level.rate)}"


def _link_columns() -> tuple[Column, ...]:
    figures = ("I - E", "r", "r²", "rank r", "kappa", "pass/fail", "W", "p")
    return (SYSTEM, *(Column(name, spare=name == "r²") for name in figures))


def _link_row(system: str, found: Comparison) -> tuple[str, ...]:
    seen: Divergence = found.divergence
    w = found.on_means.w
    return (
        stacked(system),
        figure(seen.signed_divergence),
        coefficient(seen.pearson_r),
        coefficient(seen.r_squared),
        coefficient(seen.spearman),
        coefficient(seen.cohen_kappa),
        figure(seen.pass_fail_disagreement),
        "n/o" if w is None else f"{w:g}",
        probability(found.on_means.p),
    )


def _link_notes(view: RunView) -> tuple[str, ...]:
    extractive = view.spec["answerer"].partition(":")[0] == "extractive"
    return (_LINKS, _EXTRACTIVE) if extractive else (_LINKS,)


def _blind(view: RunView, systems: list[str]) -> list[Block]:
    rates = {system: aggregate(view, system, "ext.whole_store_rate").mean for system in systems}
    told = [f"{system} {figure(rate)}" for system, rate in rates.items() if rate]
    if not told:
        return []
    return [
        Text(
            f"Share of questions for which k = {view.spec['k']} covers the whole store, so that retrieval cannot fail "
            f"(C2 is blind there): {', '.join(told)}.",
            "note",
        )
    ]
