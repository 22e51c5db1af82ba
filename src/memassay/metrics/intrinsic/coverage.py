"""How much of what a memory should hold it holds: coverage, misses, learning, keeping (method.md section 3)."""

from __future__ import annotations

from typing import Any

from memassay.metrics import gold
from memassay.metrics.metric import Detail, Metric, average, share
from memassay.metrics.reading import Reading
from memassay.types import NO, PARTIAL, YES, Score, mean

_NO_CLAIMS = "no state expects a claim"
_NO_LAST = "the last state expects no claim"


def coverage(reading: Reading, i: int, *, strict: bool = False) -> float | None:
    """Mean score over C_i; PARTIAL counts 0 where `strict`; None for an empty C_i."""
    verdicts = reading.verdicts[i]
    return mean([float(verdicts[c].yes) if strict else verdicts[c].score for c in reading.states[i].claims])


def series(reading: Reading, *, strict: bool = False) -> list[float | None]:
    """Coverage after each state."""
    return [coverage(reading, i, strict=strict) for i in range(len(reading.states))]


def _over_states(name: str, reading: Reading, *, strict: bool) -> Score:
    return average(name, [value for value in series(reading, strict=strict) if value is not None], _NO_CLAIMS)


def fact_accuracy(reading: Reading) -> Score:
    """The intrinsic score I: mean coverage over states."""
    return _over_states("fact_accuracy", reading, strict=False)


def fact_accuracy_strict(reading: Reading) -> Score:
    """The same with PARTIAL counted 0; first in rankings."""
    return _over_states("fact_accuracy_strict", reading, strict=True)


def final_coverage(reading: Reading) -> Score:
    """Coverage after the last state: the store that the questions see."""
    last = coverage(reading, len(reading.states) - 1)
    return average("final_coverage", [] if last is None else [last], _NO_LAST)


def final_coverage_strict(reading: Reading) -> Score:
    """The same with PARTIAL counted 0."""
    last = coverage(reading, len(reading.states) - 1, strict=True)
    return average("final_coverage_strict", [] if last is None else [last], _NO_LAST)


def claim_miss_rate(reading: Reading) -> Score:
    """Share of (state, expected claim) not held, pooled."""
    return share("claim_miss_rate", [not verdict.yes for _, _, verdict in reading.expected()], _NO_CLAIMS)


def invalid_rate(reading: Reading) -> Score:
    """Share of (state, expected claim) on which no judge gave a valid reply; they count as NO above."""
    return share("invalid_rate", [verdict.invalid for _, _, verdict in reading.expected()], _NO_CLAIMS)


def acquisition(reading: Reading) -> Score:
    """Graded score of the claims a state adds, pooled; state 0 adds all of its claims."""
    values = [reading.verdicts[i][c].score for i in range(len(reading.states)) for c in gold.added(reading.states, i)]
    return average("acquisition", values, "no state adds a claim")


def retention(reading: Reading) -> Score:
    """Graded score of claims that stay expected and were held one state before, pooled."""
    values = [
        reading.verdicts[i][claim].score
        for i in range(1, len(reading.states))
        for claim in gold.kept(reading.states, i)
        if reading.verdicts[i - 1][claim].yes
    ]
    return average("retention", values, "no held claim stays expected")


def collateral_rate(reading: Reading) -> Score:
    """Share of held, still expected claims that an update, supersede or conflict destroyed, pooled."""
    lost = [
        not reading.verdicts[i][claim].yes
        for i in range(1, len(reading.states))
        if reading.states[i].action in ("update", "supersede", "conflict")
        for claim in gold.kept(reading.states, i)
        if reading.verdicts[i - 1][claim].yes
    ]
    return share("collateral_rate", lost, "no change met a held claim that stays expected")


def verdict_mix(reading: Reading) -> dict[str, float] | None:
    """Share of YES, PARTIAL and NO labels over (state, expected claim); an invalid verdict is a NO."""
    labels = [verdict.label for _, _, verdict in reading.expected()]
    if not labels:
        return None
    return {name: labels.count(value) / len(labels) for name, value in (("YES", YES), ("PARTIAL", PARTIAL), ("NO", NO))}


def _mix(name: str, label: float, what: str) -> Metric:
    def function(reading: Reading) -> Score:
        return share(name, [verdict.label == label for _, _, verdict in reading.expected()], _NO_CLAIMS)

    return Metric(
        name, function, f"share of expected claims judged {what}", "neither", section="3", no_value=_NO_CLAIMS
    )


def _graded(reading: Reading) -> Any:
    return series(reading)


def _strict(reading: Reading) -> Any:
    return series(reading, strict=True)


METRICS = (
    Metric(
        "fact_accuracy",
        fact_accuracy,
        "the intrinsic score I: mean coverage of expected claims over states",
        section="3",
        no_value=_NO_CLAIMS,
    ),
    Metric(
        "fact_accuracy_strict",
        fact_accuracy_strict,
        "the intrinsic score with PARTIAL counted 0",
        section="3",
        no_value=_NO_CLAIMS,
    ),
    Metric(
        "final_coverage",
        final_coverage,
        "coverage after the last state: the store that the questions see",
        section="3",
        no_value=_NO_LAST,
    ),
    Metric(
        "final_coverage_strict",
        final_coverage_strict,
        "coverage after the last state with PARTIAL counted 0",
        section="3",
        no_value=_NO_LAST,
    ),
    Metric(
        "claim_miss_rate",
        claim_miss_rate,
        "share of expected claims not held, over all states",
        "lower",
        section="3",
        no_value=_NO_CLAIMS,
    ),
    Metric(
        "invalid_rate",
        invalid_rate,
        "share of expected claims on which no judge gave a valid reply",
        "lower",
        section="2",
        no_value=_NO_CLAIMS,
    ),
    _mix("partial_rate", PARTIAL, "PARTIAL"),
    _mix("no_rate", NO, "NO"),
    Metric(
        "acquisition",
        acquisition,
        "mean graded score of the claims that a state adds",
        section="3",
        no_value="no state adds a claim",
    ),
    Metric(
        "retention",
        retention,
        "mean graded score of claims held one state before and still expected",
        section="3",
        no_value="no claim held at one state is expected at the next",
    ),
    Metric(
        "collateral_rate",
        collateral_rate,
        "share of held, still expected claims that an update, supersede or conflict destroyed",
        "lower",
        section="3",
        no_value="no update, supersede or conflict met a held claim that stays expected",
    ),
)
DETAILS = (
    Detail("claim_coverage", _graded, "coverage after each state; none where no claim is expected", section="3"),
    Detail("claim_coverage_strict", _strict, "coverage after each state with PARTIAL counted 0", section="3"),
    Detail(
        "verdict_mix",
        verdict_mix,
        "share of YES, PARTIAL and NO among expected claims",
        section="3",
        no_value=_NO_CLAIMS,
    ),
)
