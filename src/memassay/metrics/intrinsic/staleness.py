"""What a memory keeps that is no longer true, and whether it handles a change as a whole (method.md section 3)."""

from __future__ import annotations

from typing import Any

from memassay.metrics import gold
from memassay.metrics.intrinsic.coverage import coverage
from memassay.metrics.metric import Detail, Metric, absent, average, share
from memassay.metrics.reading import Reading, combined
from memassay.types import Score


def asserted(reading: Reading, i: int) -> list[tuple[str, bool]]:
    """(invalidated claim, whether the store asserts it as true now) at state i, for those that were asked."""
    verdicts = reading.current[i]
    return [(claim, verdicts[claim].yes) for claim in reading.invalidated[i] if claim in verdicts]


def stale_rate(reading: Reading) -> Score:
    """Share of (state, invalidated claim) still asserted as true now, pooled."""
    items = [stale for i in range(len(reading.states)) for _, stale in asserted(reading, i)]
    if not items and any(reading.invalidated):
        return absent("stale_rate", "not observable", "the invalidated claims were never asked about")
    return share("stale_rate", items, "no claim is ever invalidated")


def fama_series(reading: Reading) -> list[float | None]:
    """max(0, coverage_i - w_i stale_i) per state, w_i = |Inv_i| / (|Inv_i| + |C_i|); after Memora's FAMA, on the store."""
    result: list[float | None] = []
    for i, state in enumerate(reading.states):
        covered, items = coverage(reading, i), asserted(reading, i)
        if covered is None or not items:
            result.append(covered)
            continue
        weight = len(items) / (len(items) + len(state.claims))
        stale = sum(is_stale for _, is_stale in items) / len(items)
        result.append(max(0.0, covered - weight * stale))
    return result


def fama(reading: Reading) -> Score:
    """Mean of `fama_series` over states that expect a claim."""
    return average("fama", [value for value in fama_series(reading) if value is not None], "no state expects a claim")


def change_handled_at(reading: Reading, i: int) -> bool | None:
    """Whether state i's change arrived whole: every added claim held, nothing it invalidates still current.

    None at a state that adds and invalidates nothing, and where an invalidated claim was never asked about.
    """
    new, old = gold.added(reading.states, i), gold.newly_invalidated(reading.states, i)
    if not new and not old:
        return None
    if any(claim not in reading.current[i] for claim in old):
        return None
    held = all(reading.verdicts[i][claim].yes for claim in new)
    return held and not any(reading.current[i][claim].yes for claim in old)


def change_handled(reading: Reading) -> Score:
    """Share of transitions that add or invalidate claims at which the change arrived whole.

    Neutral to a store's design, one merged fact or many atomic ones: the change metric across systems.
    """
    outcomes = [change_handled_at(reading, i) for i in range(1, len(reading.states))]
    return share("change_handled", [done for done in outcomes if done is not None], "no transition changes a claim")


def noise_damage(reading: Reading) -> Score:
    """Share of claims held before a noise document and not after it."""
    lost: list[bool] = []
    for i, step in enumerate(reading.steps()):
        before = reading.verdicts[i]
        for noise in step.noise_after:
            after = combined(noise.verdicts)
            lost += [not after[c].yes for c in step.state.claims if c in after and c in before and before[c].yes]
            before = after
    return share("noise_damage", lost, "no noise document met a held claim")


def stale_list(reading: Reading) -> list[str]:
    """`state|claim` for every invalidated claim still asserted."""
    return [f"{i}|{claim}" for i in range(len(reading.states)) for claim, stale in asserted(reading, i) if stale]


def _invalidated(reading: Reading) -> Any:
    return [list(claims) for claims in reading.invalidated]


METRICS = (
    Metric("change_handled", change_handled, "changes that arrived whole: the new held, the old no longer asserted"),
    Metric("stale_rate", stale_rate, "invalidated claims still asserted as true", "lower"),
    Metric("fama", fama, "coverage less the weight of stale claims"),
    Metric("noise_damage", noise_damage, "held claims lost across a noise document", "lower"),
)
DETAILS = (
    Detail("invalidated", _invalidated, "claims that must no longer be current, per state"),
    Detail("fama_by_state", fama_series, "FAMA per state"),
    Detail("stale_list", stale_list, "invalidated claims still asserted, as state|claim"),
)
