"""How sure a memory is, and of whom it has it: confidence error, corroboration, attribution (method.md section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from memassay.metrics import operations as ops
from memassay.metrics.metric import Metric, absent, average, count
from memassay.metrics.reading import Reading, distinct_support
from memassay.types import Fact, Score, mean

_NO_CONFIDENCE = "the system gives no confidence"


def _confidences(reading: Reading, i: int) -> list[float]:
    """Confidences of the distinct facts that support C_i; facts without one are dropped."""
    step = reading.steps()[i]
    facts = distinct_support(reading.verdicts[i], step.state.claims, step.facts)
    return [fact.confidence for fact in facts if fact.confidence is not None]


def _not_observable(name: str) -> Score:
    return absent(name, "not observable", _NO_CONFIDENCE)


def confidence_mae(reading: Reading) -> Score:
    """Mean over states of |expected - mean confidence of the distinct supporting facts|; states with none left out."""
    if not reading.observable.confidence:
        return _not_observable("confidence_mae")
    errors = []
    for i, state in enumerate(reading.states):
        held = mean(_confidences(reading, i))
        if held is not None:
            errors.append(abs(state.confidence - held))
    return average("confidence_mae", errors, "no expected claim is supported by a fact with a confidence")


def confidence_mae_constant(reading: Reading) -> Score:
    """The same error of the best constant guess (the median of what is expected) on the same states."""
    if not reading.observable.confidence:
        return _not_observable("confidence_mae_constant")
    expected = [state.confidence for i, state in enumerate(reading.states) if _confidences(reading, i)]
    best = median(expected) if expected else 0.0
    return average("confidence_mae_constant", [abs(value - best) for value in expected], "no state has a confidence")


def confidence_states_left_out(reading: Reading) -> Score:
    """How many states have no supporting fact with a confidence."""
    if not reading.observable.confidence:
        return _not_observable("confidence_states_left_out")
    n = len(reading.states)
    return count("confidence_states_left_out", sum(not _confidences(reading, i) for i in range(n)), n)


def corroboration_gain(reading: Reading) -> Score:
    """Mean confidence change on effective reinforce by an author new to the fact, minus by one already there (A27)."""
    operations = ops.effective(reading)
    if operations is None or not (reading.observable.confidence and reading.observable.authors):
        return absent("corroboration_gain", "not observable", "it needs operations, confidences and authors")
    by_new: list[float] = []
    by_known: list[float] = []
    for i, found in enumerate(operations):
        before = {fact.id: fact for fact in reading.before[i]}
        after = {fact.id: fact for fact in reading.steps()[i].facts}
        author = reading.states[i].author.casefold()
        for operation in found:
            if operation.kind != "reinforce" or not author:
                continue
            old, new = before[operation.fact_id], after[operation.fact_id]
            if old.confidence is None or new.confidence is None:
                continue
            known = author in {name.casefold() for name in old.authors}
            (by_known if known else by_new).append(new.confidence - old.confidence)
    first, again = mean(by_new), mean(by_known)
    if first is None or again is None:
        return absent("corroboration_gain", "undefined", "no reinforcement both by a new and by a known author")
    return Score("corroboration_gain", first - again, len(by_new) + len(by_known))


def _name_f1(expected: Sequence[str], fact: Fact | None) -> float:
    if fact is None:
        return 0.0
    want = {name.casefold() for name in expected}
    have = {name.casefold() for name in fact.authors}
    common = len(want & have)
    return 2 * common / (len(want) + len(have)) if common else 0.0


def attribution_f1(reading: Reading) -> Score:
    """Per claim with expected authors, F1 of the name sets, case-folded; 0 where the claim is unsupported (A27)."""
    if not reading.observable.authors:
        return absent("attribution_f1", "not observable", "the system names no authors")
    values: list[float] = []
    for i, step in enumerate(reading.steps()):
        by_id = {fact.id: fact for fact in step.facts}
        for position, names in step.state.expected_authors.items():
            verdict = reading.verdicts[i][step.state.claims[position]]
            values.append(_name_f1(names, by_id.get(verdict.fact_id or "") if verdict.supported else None))
    return average("attribution_f1", values, "no claim has expected authors")


METRICS = (
    Metric(
        "confidence_mae",
        confidence_mae,
        "mean over states of the error of the mean confidence of the facts behind expected claims",
        "lower",
        section="3",
        no_value=f"{_NO_CONFIDENCE}, or no expected claim is supported by a fact that has one",
    ),
    Metric(
        "confidence_mae_constant",
        confidence_mae_constant,
        "the confidence error of the best constant guess on the same states",
        "neither",
        section="3",
        no_value=f"{_NO_CONFIDENCE}, or no expected claim is supported by a fact that has one",
    ),
    Metric(
        "confidence_states_left_out",
        confidence_states_left_out,
        "how many states have no confidence behind any expected claim",
        "lower",
        section="3",
        no_value=_NO_CONFIDENCE,
    ),
    Metric(
        "corroboration_gain",
        corroboration_gain,
        "confidence won when a new author repeats a fact, less what a known author's repeat wins",
        section="3",
        no_value="the system gives no operations, confidences or authors, or one of the two cases never occurs",
    ),
    Metric(
        "attribution_f1",
        attribution_f1,
        "mean over claims with expected authors of the F1 of the names behind them",
        section="3",
        no_value="the system names no authors, or no claim has expected authors",
    ),
)
