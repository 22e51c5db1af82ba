"""Do observations of one fact end in one fact, and neighbours stay apart (C4; method.md section 3, golden A26)."""

from __future__ import annotations

from memassay.metrics.metric import Metric, absent
from memassay.metrics.reading import Reading
from memassay.types import Score

_NO_GROUPS = "no state has groups"


def labels(reading: Reading) -> tuple[list[int], list[str | None]] | None:
    """(gold group, supporting fact or None) a claim, at the last state with groups; unlisted claims stand alone."""
    with_groups = [i for i, state in enumerate(reading.states) if state.groups is not None]
    if not with_groups:
        return None
    i = with_groups[-1]
    state = reading.states[i]
    group_of = {position: g for g, group in enumerate(state.groups or ()) for position in group}
    free = len(state.groups or ())
    gold = [group_of.get(position, free + position) for position in range(len(state.claims))]
    verdicts = [reading.verdicts[i][claim] for claim in state.claims]
    return gold, [verdict.fact_id if verdict.supported else None for verdict in verdicts]


def grouping_bcubed_f1(reading: Reading) -> Score:
    """F1 of mean B-cubed precision and recall over all claims; an unsupported claim has 0 in both."""
    from memassay.stats.grouping import bcubed  # noqa: PLC0415 - statistics load only when they are needed

    found = labels(reading)
    if found is None:
        return absent("grouping_bcubed_f1", "undefined", _NO_GROUPS)
    measured = bcubed(*found)
    if measured is None:
        return absent("grouping_bcubed_f1", "undefined", "the state with groups expects no claim")
    return Score("grouping_bcubed_f1", measured.f1, len(found[0]))


def grouping_ari(reading: Reading) -> Score:
    """Adjusted Rand index over supported claims; not observable under two of them."""
    from memassay.stats.grouping import adjusted_rand  # noqa: PLC0415 - statistics load only when they are needed

    found = labels(reading)
    if found is None:
        return absent("grouping_ari", "undefined", _NO_GROUPS)
    value = adjusted_rand(*found)
    if value is None:
        return absent("grouping_ari", "not observable", "fewer than two expected claims are supported")
    return Score("grouping_ari", value, sum(fact is not None for fact in found[1]))


METRICS = (
    Metric(
        "grouping_bcubed_f1",
        grouping_bcubed_f1,
        "B-cubed F1 of claims grouped by fact against the expected groups",
        section="3",
        no_value=_NO_GROUPS,
    ),
    Metric(
        "grouping_ari",
        grouping_ari,
        "adjusted Rand index of supported claims grouped by fact against the expected groups",
        section="3",
        no_value=f"{_NO_GROUPS}, or fewer than two expected claims are supported",
    ),
)
