"""What a rule finds, and the walks over a corpus that rules share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from memassay.corpora.corpus import Corpus
from memassay.corpora.reading import TrajectoryFile
from memassay.types import State, Trajectory

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule finds.

    `path` is relative to the corpus folder; `pointer` is a JSON pointer into the file or its front matter,
    `line N` of a document's text, or empty for the whole file.
    """

    rule: str
    severity: Severity
    path: str
    pointer: str
    message: str

    def __str__(self) -> str:
        """One line: `path:pointer: severity [rule] message`."""
        where = f"{self.path}:{self.pointer}" if self.pointer else self.path
        return f"{where}: {self.severity} [{self.rule}] {self.message}"


Rule = Callable[[Corpus], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Transition:
    """A state beside the one before it; `here` is the state's JSON pointer in the file at `path`."""

    path: str
    trajectory: Trajectory
    before: State
    state: State

    @property
    def here(self) -> str:
        """The state's JSON pointer."""
        return f"/states/{self.state.index}"

    @property
    def added(self) -> tuple[str, ...]:
        """C_i \\ C_{i-1}, in the state's order."""
        return tuple(claim for claim in self.state.claims if claim not in self.before.claims)

    @property
    def dropped(self) -> tuple[str, ...]:
        """C_{i-1} \\ C_i, in the order of the state before."""
        return tuple(claim for claim in self.before.claims if claim not in self.state.claims)


def transitions(corpus: Corpus) -> Iterator[Transition]:
    """Every state but the first of every trajectory, with its predecessor."""
    for file in corpus.files.values():
        states = file.trajectory.states
        for before, state in pairwise(states):
            yield Transition(file.path, file.trajectory, before, state)


def pointer_of(state: State, claim: str) -> str:
    """Where a state's file entry names a claim: among its claims, else its docClaims, else its invalidated ones."""
    for key, listed in (("claims", state.claims), ("docClaims", state.doc_claims), ("invalidated", state.invalidated)):
        if listed and claim in listed:
            return f"/states/{state.index}/{key}/{listed.index(claim)}"
    return f"/states/{state.index}"


def claims_once(file: TrajectoryFile) -> Iterator[tuple[str, str]]:
    """Every different claim of a trajectory with the pointer to its first mention."""
    seen: set[str] = set()
    for state in file.trajectory.states:
        for claim in (*state.claims, *state.doc_claims, *(state.invalidated or ())):
            if claim not in seen:
                seen.add(claim)
                yield pointer_of(state, claim), claim
