"""Did the system do the right thing to the right facts: operations against expected actions (method.md section 3).

Every metric here exists twice: on effective operations (no prefix), which compare systems, and on the system's own
log (`native.`), which reproduces the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from memassay.metrics import operations as ops
from memassay.metrics.metric import Detail, Metric, absent, average, share
from memassay.metrics.reading import Reading
from memassay.types import Action, Operation, Score

Source = Callable[[Reading], list[list[Operation]] | None]
_NATIVE = "native."


def matches(operation: Operation, action: Action) -> bool:
    """Whether an operation is the expected action; a delete matches an expected supersede (golden A16)."""
    return operation.kind == action or (operation.kind == "delete" and action == "supersede")


def _unavailable(name: str, reading: Reading) -> Score:
    if name.startswith(_NATIVE):
        return absent(name, "not observable", "the system keeps no log of its operations")
    return absent(name, "not observable", "the snapshots cannot tell operations")


def _by_design(name: str, reading: Reading) -> Score | None:
    if reading.observable.design == "merging":
        return None
    return absent(name, "by design", f"the system declares itself {reading.observable.design}")


def _counted_states(reading: Reading, *, first: int) -> list[int]:
    """States whose action counts: conflict states only for systems that can mark a dispute."""
    return [
        i
        for i, state in enumerate(reading.states)
        if i >= first and (state.action != "conflict" or reading.observable.disputes)
    ]


def _per_state(
    name: str, source: Source, reading: Reading, value: Callable[[int, Sequence[Operation]], float], *, first: int = 0
) -> Score:
    declared = _by_design(name, reading)
    if declared is not None:
        return declared
    operations = source(reading)
    if operations is None:
        return _unavailable(name, reading)
    values = [value(i, operations[i]) for i in _counted_states(reading, first=first)]
    return average(name, values, "no state has an expected action that can be seen")


def _share_right(operations: Sequence[Operation], action: Action) -> float:
    if not operations:
        return 0.0
    return sum(matches(op, action) for op in operations) / len(operations)


def _detecting(name: str, source: Source, reading: Reading, actions: tuple[Action, ...]) -> Score:
    """Share of the states with one of `actions` at which a bearing operation updates, supersedes or deletes."""
    declared = _by_design(name, reading)
    if declared is not None:
        return declared
    operations = source(reading)
    if operations is None:
        return _unavailable(name, reading)
    hits = [
        any(op.kind in ops.DETECTING for op in ops.bearing(reading, i, operations[i]))
        for i, state in enumerate(reading.states)
        if state.action in actions
    ]
    return share(name, hits, f"no state expects {' or '.join(actions)}")


def event_honesty(reading: Reading) -> Score:
    """Share of fact ids, per state, in log or diff whose logged kind is what happened (golden A28)."""
    logged, seen = ops.native(reading), ops.effective(reading)
    if logged is None or seen is None:
        return _unavailable("native.event_honesty", reading)
    equal: list[bool] = []
    for own, real in zip(logged, seen, strict=True):
        a, b = ops.collapse(own), ops.collapse(real)
        equal += [a.get(fact) == b.get(fact) for fact in dict.fromkeys([*a, *b])]
    return share("event_honesty", equal, "nothing was logged and nothing happened")


def _family(source: Source, prefix: str) -> tuple[Metric, ...]:
    def metric(name: str, value: Callable[[Reading, int, Sequence[Operation]], float], summary: str, first: int = 0) -> Metric:
        full = prefix + name

        def function(reading: Reading) -> Score:
            return _per_state(full, source, reading, lambda i, found: value(reading, i, found), first=first)

        return Metric(full, function, summary)

    def right(reading: Reading, i: int, found: Sequence[Operation]) -> float:
        return _share_right(found, reading.states[i].action)

    def right_bearing(reading: Reading, i: int, found: Sequence[Operation]) -> float:
        return _share_right(ops.bearing(reading, i, found), reading.states[i].action)

    def hit(reading: Reading, i: int, found: Sequence[Operation]) -> float:
        return float(any(matches(op, reading.states[i].action) for op in found))

    def recall(reading: Reading) -> Score:
        return _detecting(prefix + "update_detection_recall", source, reading, ("update", "supersede"))

    def false_rate(reading: Reading) -> Score:
        return _detecting(prefix + "false_update_rate", source, reading, ("reinforce",))

    def discrimination(reading: Reading) -> Score:
        name = prefix + "update_discrimination"
        found, wrong = recall(reading), false_rate(reading)
        for part in (found, wrong):
            if part.value is None:
                return absent(name, part.status, part.note)
        assert found.value is not None and wrong.value is not None
        return Score(name, found.value - wrong.value, found.n + wrong.n)

    return (
        metric("action_accuracy", right, "operations of the expected kind, mean over states"),
        metric("action_accuracy_transitions", right, "the same without state 0", first=1),
        metric("action_accuracy_bearing", right_bearing, "the same over operations that bear on the trajectory"),
        metric("action_accuracy_bearing_transitions", right_bearing, "both restrictions together", first=1),
        metric("action_hit", hit, "states at which the expected kind occurs"),
        metric("action_hit_transitions", hit, "the same without state 0", first=1),
        Metric(prefix + "update_detection_recall", recall, "expected changes at which a bearing fact changed"),
        Metric(prefix + "false_update_rate", false_rate, "reinforcements at which a bearing fact changed", "lower"),
        Metric(prefix + "update_discrimination", discrimination, "recall less false update rate"),
    )


def _listed(source: Source) -> Callable[[Reading], Any]:
    def function(reading: Reading) -> Any:
        found = source(reading)
        return None if found is None else [[[op.kind, op.fact_id] for op in step] for step in found]

    return function


def noise_operations(reading: Reading) -> Any:
    """Effective operations across each noise document, by state: they enter no other metric."""
    if not reading.observable.effective:
        return None
    result: list[list[list[str]]] = []
    for step in reading.steps():
        before, listed = step.facts, list[list[str]]()
        for noise in step.noise_after:
            found = ops.effective_operations(before, noise.facts, reading.entailments)
            listed += [[op.kind, op.fact_id] for op in found]
            before = noise.facts
        result.append(listed)
    return result


METRICS = (
    *_family(ops.effective, ""),
    *_family(ops.native, _NATIVE),
    Metric("event_honesty", event_honesty, "facts whose logged operation is what happened"),
)
DETAILS = (
    Detail("operations", _listed(ops.effective), "effective operations per state, as [kind, fact id]"),
    Detail("native.operations", _listed(ops.native), "the system's own log per state"),
    Detail("noise_operations", noise_operations, "effective operations across noise documents"),
)
