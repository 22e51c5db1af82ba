"""What a memory keeps that is no longer true, and whether it handles a change as a whole (method.md section 3)."""

from __future__ import annotations

from typing import Any

from memassay.metrics import gold
from memassay.metrics.intrinsic.coverage import coverage
from memassay.metrics.metric import Detail, Metric, absent, average, share
from memassay.metrics.reading import Reading, combined
from memassay.types import Score

_UNASKED = "whether some invalidated claim is still asserted was never asked"
_NO_CLAIMS = "no state expects a claim"


def asserted(reading: Reading, i: int) -> list[tuple[str, bool]]:
    """(invalidated claim, whether the store asserts it as true now) at state i, for those that were asked."""
    verdicts = reading.current[i]
    return [(claim, verdicts[claim].yes) for claim in reading.invalidated[i] if claim in verdicts]


def all_asked(reading: Reading, i: int) -> bool:
    """Whether there is a verdict on every invalidated claim of state i."""
    return all(claim in reading.current[i] for claim in reading.invalidated[i])


def stale_rate(reading: Reading) -> Score:
    """Share of (state, invalidated claim) still asserted as true now, pooled (golden A22)."""
    states = range(len(reading.states))
    if not all(all_asked(reading, i) for i in states):
        return absent("stale_rate", "not observable", _UNASKED)
    return share("stale_rate", [stale for i in states for _, stale in asserted(reading, i)], "no claim is invalidated")


def fama_at(reading: Reading, i: int) -> float | None:
    """max(0, coverage_i - w_i stale_i), w_i = |Inv_i| / (|Inv_i| + |C_i|): after Memora's FAMA, on the store (A23).

    The coverage itself where nothing is invalidated; None where no claim is expected or an invalidated claim was
    never asked about.
    """
    covered, items = coverage(reading, i), asserted(reading, i)
    if covered is None or not all_asked(reading, i):
        return None
    if not items:
        return covered
    weight = len(items) / (len(items) + len(reading.states[i].claims))
    stale = sum(is_stale for _, is_stale in items) / len(items)
    return max(0.0, covered - weight * stale)


def fama_series(reading: Reading) -> list[float | None]:
    """FAMA after each state."""
    return [fama_at(reading, i) for i in range(len(reading.states))]


def fama(reading: Reading) -> Score:
    """Mean of FAMA over states that expect a claim."""
    if not all(all_asked(reading, i) for i, state in enumerate(reading.states) if state.claims):
        return absent("fama", "not observable", _UNASKED)
    return average("fama", [value for value in fama_series(reading) if value is not None], _NO_CLAIMS)


def changes(reading: Reading, i: int) -> bool:
    """Whether state i is a transition that adds or invalidates a claim."""
    added, fallen = gold.added(reading.states, i), gold.newly_invalidated(reading.invalidated, i)
    return i > 0 and bool(added or fallen)


def change_handled_at(reading: Reading, i: int) -> bool | None:
    """Whether state i's change arrived whole: every added claim held, nothing that it invalidates still current.

    A claim that fell earlier and is stale still is no fault of this change.  None where the answer hangs on an
    invalidated claim that was never asked about.
    """
    current, fallen = reading.current[i], gold.newly_invalidated(reading.invalidated, i)
    held = all(reading.verdicts[i][claim].yes for claim in gold.added(reading.states, i))
    if not held or any(current[claim].yes for claim in fallen if claim in current):
        return False
    return True if all(claim in current for claim in fallen) else None


def change_handled(reading: Reading) -> Score:
    """Share of transitions that add or invalidate claims at which the change arrived whole.

    Neutral to a store's design, one merged fact or many atomic ones: the change metric across systems.
    """
    outcomes = [change_handled_at(reading, i) for i in range(len(reading.states)) if changes(reading, i)]
    known = [outcome for outcome in outcomes if outcome is not None]
    if len(known) < len(outcomes):
        return absent("change_handled", "not observable", _UNASKED)
    return share("change_handled", known, "no transition changes a claim")


def noise_damage(reading: Reading) -> Score:
    """Share of claims held before a noise document and not after it, pooled over noise documents."""
    lost: list[bool] = []
    for i, step in enumerate(reading.steps()):
        held = [claim for claim in step.state.claims if reading.verdicts[i][claim].yes]
        for noise in step.noise_after:
            after = combined(noise.verdicts)
            if any(claim not in after for claim in held):
                return absent("noise_damage", "not observable", "claims held before noise were not judged after it")
            lost += [not after[claim].yes for claim in held]
            held = [claim for claim in step.state.claims if claim in after and after[claim].yes]
    return share("noise_damage", lost, "no noise document met a held claim")


def stale_list(reading: Reading) -> list[str]:
    """`state|claim` for every invalidated claim still asserted."""
    return [f"{i}|{claim}" for i in range(len(reading.states)) for claim, stale in asserted(reading, i) if stale]


def _invalidated(reading: Reading) -> Any:
    return [list(claims) for claims in reading.invalidated]


METRICS = (
    Metric(
        "change_handled",
        change_handled,
        "share of changes that arrived whole: every added claim held, nothing they invalidate asserted",
        section="3",
        no_value="no transition adds or invalidates a claim, or an invalidated claim was never asked about",
    ),
    Metric(
        "stale_rate",
        stale_rate,
        "share of invalidated claims still asserted as true now, over all states",
        "lower",
        section="3",
        no_value="no claim is ever invalidated, or an invalidated claim was never asked about",
    ),
    Metric(
        "fama",
        fama,
        "mean over states of coverage less the weight of stale claims",
        section="3",
        no_value="no state expects a claim, or an invalidated claim was never asked about",
    ),
    Metric(
        "noise_damage",
        noise_damage,
        "share of claims held before a noise document and not after it",
        "lower",
        section="3",
        no_value="no noise document met a held claim, or the claims were not judged after it",
    ),
)
DETAILS = (
    Detail("invalidated", _invalidated, "claims that must no longer be current, per state", section="1"),
    Detail("fama_by_state", fama_series, "FAMA per state", section="3"),
    Detail("stale_list", stale_list, "invalidated claims still asserted, as state|claim", section="6"),
)
