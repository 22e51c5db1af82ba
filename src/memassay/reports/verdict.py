"""What a system's two scores say together (method.md section 5e)."""

from __future__ import annotations

from memassay.reports.aggregation import aggregate
from memassay.reports.funnel import funnel
from memassay.reports.view import RunView
from memassay.reports.wording import figure

HIGH = 0.5
"""The pass mark: a strict score from here on counts as high."""
EFFECTIVE = "effective: it holds what it should, and answers with it"
FRAGILE = "fragile: the answers are better than the store, the model compensates"
WEAK = "weak: the store lacks what the answers would need"


def reading(view: RunView, system: str) -> str:
    """Effective, fragile, bottleneck, outdated or weak, with the two strict scores it rests on.

    Strict scores, since a memory that only touches on everything earns half marks on both graded ones.
    """
    memory = aggregate(view, system, "fact_accuracy_strict").mean
    answers = aggregate(view, system, "ext.extrinsic_strict").mean
    if memory is None:
        return "no finished trajectory, nothing to read"
    figures = f"strict I {figure(memory)}, strict E {figure(answers)}"
    if answers is None:
        word = "holds" if memory >= HIGH else "lacks"
        return f"the store {word} most of it; nothing was asked ({figures})"
    return f"{_word(view, system, memory, answers)}{_stale(view, system)} ({figures})"


def _word(view: RunView, system: str, memory: float, answers: float) -> str:
    if answers >= HIGH:
        return EFFECTIVE if memory >= HIGH else FRAGILE
    if memory < HIGH:
        return WEAK
    ends = funnel(view, system)
    if ends.stored - ends.answered > view.tau * ends.stored:
        told = f"only {ends.answered} of the {ends.stored} stored claims that are asked about reach an answer"
        return f"bottleneck: retrieval or generation; {told}"
    final = figure(aggregate(view, system, "final_coverage_strict").mean)
    return f"outdated: it held most of it on the way, but lacks what is asked at the end, strict coverage {final}"


def _stale(view: RunView, system: str) -> str:
    rate = aggregate(view, system, "stale_rate").mean
    return f"; it still asserts outdated claims, {figure(rate)} of them" if rate and rate > view.tau else ""
