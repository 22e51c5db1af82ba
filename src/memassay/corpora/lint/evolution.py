"""What must hold along a trajectory: confidence, time, and claims that come back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.finding import Finding, pointer_of, transitions
from memassay.types import State

_LATE = re.compile(
    r"\b(late|later|earlier|older|old|belated\w*|delayed|dated|back-?dated|pre-?dat\w+|before|previous|past|"
    r"out[- ]of[- ](?:order|sequence)|archiv\w*|histor\w*|original)\b",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(again|back|returns?|returned|reinstat\w*|restor\w*|revert\w*|revers\w*|re-?open\w*|rescind\w*|revoke[sd]?|"
    r"withdr[ae]w\w*|undo\w*|undone|after all|resum\w*|reviv\w*|once more|re-?confirm\w*)\b",
    re.IGNORECASE,
)


def confidence_range(corpus: Corpus) -> Iterator[Finding]:
    """Confidence lies in 0..1."""
    for file in corpus.files.values():
        for state in file.trajectory.states:
            if not 0 <= state.confidence <= 1:
                message = f"must be in 0..1, not {state.confidence:g}"
                pointer = f"/states/{state.index}/confidence"
                yield Finding("confidence-range", "error", file.path, pointer, message)


def confidence_rise(corpus: Corpus) -> Iterator[Finding]:
    """Where claims are grouped, the expected confidence rises at reinforce only, or where every group changes.

    With groups an oracle holds one fact a group and gives each the state's confidence; a rise would reach the
    groups that the state does not touch, and would read there as a reinforce that nobody expects.
    """
    for step in transitions(corpus):
        rises = step.state.confidence > step.before.confidence + 1e-9
        if rises and step.state.action != "reinforce" and _groups(step.before) & _groups(step.state):
            message = (
                f"rises from {step.before.confidence:g} to {step.state.confidence:g} at {step.state.action}, also for "
                "a group that the state leaves as it is; there it may rise at reinforce only"
            )
            yield Finding("confidence-rise", "error", step.path, f"{step.here}/confidence", message)


def _groups(state: State) -> set[frozenset[str]]:
    return {frozenset(state.claims[position] for position in group) for group in state.groups or ()}


def time_order(corpus: Corpus) -> Iterator[Finding]:
    """A state whose timestamp is older than one before it says so in changeReason."""
    for file in corpus.files.values():
        newest = file.trajectory.states[0].timestamp
        for state in file.trajectory.states[1:]:
            if state.timestamp < newest and not _LATE.search(state.change_reason):
                message = (
                    "the timestamp is older than an earlier state's; changeReason must say that the document is late"
                )
                pointer = f"/states/{state.index}/changeReason"
                yield Finding("time-order", "error", file.path, pointer, message)
            newest = max(newest, state.timestamp)


def claim_returns(corpus: Corpus) -> Iterator[Finding]:
    """A claim that was dropped does not come back without the state saying why."""
    dropped: dict[tuple[str, str], int] = {}
    for step in transitions(corpus):
        for claim in step.added:
            since = dropped.pop((step.path, claim), None)
            if since is not None and not _BACK.search(step.state.change_reason):
                message = f"was dropped at state {since}; changeReason must say why it comes back: {claim!r}"
                yield Finding("claim-returns", "error", step.path, pointer_of(step.state, claim), message)
        dropped |= {(step.path, claim): step.state.index for claim in step.dropped}
