"""Did the system do the right thing to the right facts: operations against expected actions (method.md section 3).

Every metric here exists twice: on effective operations (no prefix), which compare systems, and on the system's own
log (`native.`), which reproduces the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from memassay.metrics import operations as ops
from memassay.metrics.metric import Detail, Metric, absent, average, share
from memassay.metrics.reading import Reading
from memassay.types import Action, Operation, Score

Value = Callable[[Reading, int, Sequence[Operation]], float]
CHANGES: tuple[Action, ...] = ("update", "supersede")


@dataclass(frozen=True, slots=True)
class Source:
    """Where operations come from: the prefix of the metrics read off them, what they are called, why there are none."""

    prefix: str
    operations: Callable[[Reading], list[list[Operation]] | None]
    words: str
    missing: str


EFFECTIVE = Source("", ops.effective, "effective", "the snapshots cannot tell operations")
NATIVE = Source("native.", ops.native, "logged", "the system keeps no log of its operations")


def matches(operation: Operation, action: Action) -> bool:
    """Whether an operation is the expected action; a delete matches an expected supersede (golden A16)."""
    return operation.kind == action or (operation.kind == "delete" and action == "supersede")


def _found(name: str, source: Source, reading: Reading) -> list[list[Operation]] | Score:
    """The operations per state, or the score that says why there are none to measure."""
    design = reading.observable.design
    if design != "merging":
        return absent(name, "by design", f"the system declares itself {design}")
    operations = source.operations(reading)
    return absent(name, "not observable", source.missing) if operations is None else operations


def _per_state(name: str, source: Source, value: Value, first: int, reading: Reading) -> Score:
    """Mean over states from `first` on; conflict states only for systems that can mark a dispute (section 6)."""
    found = _found(name, source, reading)
    if isinstance(found, Score):
        return found
    values = [
        value(reading, i, found[i])
        for i, state in enumerate(reading.states)
        if i >= first and (state.action != "conflict" or reading.observable.disputes)
    ]
    return average(name, values, "no state has an expected action that can be seen")


def _share_right(operations: Sequence[Operation], action: Action) -> float:
    """Share of the operations that match; 0 of none (golden A17)."""
    return sum(matches(op, action) for op in operations) / len(operations) if operations else 0.0


def _right(reading: Reading, i: int, found: Sequence[Operation]) -> float:
    return _share_right(found, reading.states[i].action)


def _right_bearing(reading: Reading, i: int, found: Sequence[Operation]) -> float:
    return _share_right(ops.bearing(reading, i, found), reading.states[i].action)


def _hit(reading: Reading, i: int, found: Sequence[Operation]) -> float:
    return float(any(matches(op, reading.states[i].action) for op in found))


def _detecting(name: str, source: Source, actions: tuple[Action, ...], reading: Reading) -> Score:
    """Share of the states with one of `actions` at which a bearing operation updates, supersedes or deletes."""
    found = _found(name, source, reading)
    if isinstance(found, Score):
        return found
    hits = [
        any(op.kind in ops.DETECTING for op in ops.bearing(reading, i, found[i]))
        for i, state in enumerate(reading.states)
        if state.action in actions
    ]
    return share(name, hits, f"no state expects {' or '.join(actions)}")


def _discrimination(name: str, source: Source, reading: Reading) -> Score:
    """Recall less false update rate: 0 for a system that changes facts whatever it reads."""
    right = _detecting(name, source, CHANGES, reading)
    wrong = _detecting(name, source, ("reinforce",), reading)
    if right.value is None or wrong.value is None:
        return right if right.value is None else wrong
    return Score(name, right.value - wrong.value, right.n + wrong.n)


def event_honesty(reading: Reading) -> Score:
    """Share of (state, fact id in log or diff) whose logged kind is what happened (golden A28)."""
    logged, seen = ops.native(reading), ops.effective(reading)
    if logged is None or seen is None:
        return absent("event_honesty", "not observable", NATIVE.missing if logged is None else EFFECTIVE.missing)
    equal: list[bool] = []
    for own, real in zip(logged, seen, strict=True):
        a, b = ops.collapse(own), ops.collapse(real)
        equal += [a.get(fact) == b.get(fact) for fact in dict.fromkeys([*a, *b])]
    return share("event_honesty", equal, "nothing was logged and nothing happened")


_PER_STATE: tuple[tuple[str, Value, int, str], ...] = (
    ("action_accuracy", _right, 0, "mean over states of the share of {} operations of the expected kind"),
    (
        "action_accuracy_transitions",
        _right,
        1,
        "mean over transitions of the share of {} operations of the expected kind",
    ),
    (
        "action_accuracy_bearing",
        _right_bearing,
        0,
        "mean over states of the share of bearing {} operations of the expected kind",
    ),
    (
        "action_accuracy_bearing_transitions",
        _right_bearing,
        1,
        "mean over transitions of the share of bearing {} operations of the expected kind",
    ),
    ("action_hit", _hit, 0, "share of states at which one of the {} operations is of the expected kind"),
    (
        "action_hit_transitions",
        _hit,
        1,
        "share of transitions at which one of the {} operations is of the expected kind",
    ),
)


def _family(source: Source) -> tuple[Metric, ...]:
    reason = f"{source.missing}, the system declares itself add-only or atomic (by design)"
    recall, false_rate, discrimination = (
        source.prefix + name for name in ("update_detection_recall", "false_update_rate", "update_discrimination")
    )
    changed = f"at which a bearing {source.words} operation is an update, supersede or delete"
    per_state = tuple(
        Metric(
            source.prefix + name,
            partial(_per_state, source.prefix + name, source, value, first),
            summary.format(source.words),
            section="3",
            no_value=f"{reason}, there is no such state, or each is a conflict that the system cannot mark",
        )
        for name, value, first, summary in _PER_STATE
    )
    return (
        *per_state,
        Metric(
            recall,
            partial(_detecting, recall, source, CHANGES),
            f"share of states that expect an update or supersede {changed}",
            section="3",
            no_value=f"{reason}, or no state expects an update or supersede",
        ),
        Metric(
            false_rate,
            partial(_detecting, false_rate, source, ("reinforce",)),
            f"share of states that expect a reinforce {changed}",
            "lower",
            section="3",
            no_value=f"{reason}, or no state expects a reinforce",
        ),
        Metric(
            discrimination,
            partial(_discrimination, discrimination, source),
            f"detection recall less false update rate, both on {source.words} operations",
            section="3",
            no_value=f"{reason}, or one of the two has no value",
        ),
    )


def _listed(source: Source, reading: Reading) -> Any:
    found = source.operations(reading)
    return None if found is None else [[[op.kind, op.fact_id] for op in step] for step in found]


def noise_operations(reading: Reading) -> Any:
    """Effective operations across the noise documents after each state: they enter no other metric."""
    if not reading.observable.effective:
        return None
    result: list[list[list[str]]] = []
    for step in reading.steps():
        before, listed = step.facts, list[list[str]]()
        for noise in step.noise_after:
            found = ops.effective_operations(
                before, noise.facts, reading.entailments, disputes=reading.observable.disputes
            )
            listed += [[op.kind, op.fact_id] for op in found]
            before = noise.facts
        result.append(listed)
    return result


METRICS = (
    *_family(EFFECTIVE),
    *_family(NATIVE),
    Metric(
        "event_honesty",
        event_honesty,
        "share of facts touched or logged whose logged operation is what happened",
        section="3",
        no_value=f"{NATIVE.missing}, {EFFECTIVE.missing}, or nothing was logged and nothing happened",
    ),
)
DETAILS = (
    Detail(
        "operations",
        partial(_listed, EFFECTIVE),
        "effective operations per state, as [kind, fact id]",
        section="3",
        no_value=EFFECTIVE.missing,
    ),
    Detail(
        "native.operations",
        partial(_listed, NATIVE),
        "operations per state by the system's own log, as [kind, fact id]",
        section="3",
        no_value=NATIVE.missing,
    ),
    Detail(
        "noise_operations",
        noise_operations,
        "effective operations across the noise documents after each state",
        section="1",
        no_value=EFFECTIVE.missing,
    ),
)
