"""What a metric is: a name, a pure function of evidence, and how to read its value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from memassay.metrics.reading import Reading
from memassay.types import Score, Status, mean

Better = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One number for one unit of evidence.

    `summary` says in words what the value is, `better` which way is good, `section` where in method.md it is
    defined, `no_value` when there is none.

    Example of a metric of one's own, registered under the entry-point group `memassay.metrics`::

        def _sentence_length(reading: Reading) -> Score:
            lengths = [len(fact.statement.split()) for fact in reading.last_store]
            return average("sentence_length", lengths, "the store is empty")

        SENTENCE_LENGTH = Metric("sentence_length", _sentence_length, "words a fact", "neither")
    """

    name: str
    function: Callable[[Reading], Score]
    summary: str
    better: Better = "higher"
    section: str = ""
    no_value: str = ""


@dataclass(frozen=True, slots=True)
class Detail:
    """A view of one unit that is no single number: a series over states, a list of cases.  JSON values only.

    The other fields are those of `Metric`; the value is None where there is none.
    """

    name: str
    function: Callable[[Reading], Any]
    summary: str
    section: str = ""
    no_value: str = ""


def average(metric: str, values: Sequence[float], if_none: str) -> Score:
    """The plain mean of `values`, or undefined for the reason `if_none` where there are none."""
    value = mean(values)
    if value is None:
        return Score(metric, None, 0, "undefined", if_none)
    return Score(metric, value, len(values))


def share(metric: str, hits: Iterable[bool], if_none: str) -> Score:
    """The share of True, or undefined for the reason `if_none` where there is nothing to count."""
    return average(metric, [float(hit) for hit in hits], if_none)


def absent(metric: str, status: Status, note: str) -> Score:
    """No value, and why."""
    return Score(metric, None, 0, status, note)


def count(metric: str, value: float, n: int) -> Score:
    """A figure that is counted, not averaged."""
    return Score(metric, float(value), n)
