"""What one unit left in the store, read back: gold, snapshots, observations, retrievals, answers, verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from memassay.corpora import trajectory_from
from memassay.metrics.panel import combine
from memassay.store import Journal, UnitKey, VerdictKey
from memassay.store import tables as t
from memassay.store.records import document_from, fact_from, fact_of, observation_of
from memassay.types import (
    Answer,
    Capabilities,
    Document,
    Fact,
    Observation,
    Operation,
    Panel,
    Trajectory,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Seen:
    """One document and what was seen right after it."""

    position: int
    state: int | None
    document: Document
    words: int
    facts: tuple[Fact, ...]
    observations: tuple[Observation, ...]
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with what was retrieved and answered."""

    index: int
    retrieved: tuple[Fact, ...]
    store_size: int
    answer: Answer | None
    words: int


class UnitRecord:
    """One unit of a run, complete but for the verdicts that are still to be asked."""

    def __init__(self, journal: Journal, unit: UnitKey, judges: Sequence[str]) -> None:
        """`judges` are the names of the panel, in order."""
        self.unit, self.judges = unit, tuple(judges)
        self._journal = journal
        self._verdicts = journal.verdicts(unit)

    @cached_property
    def trajectory(self) -> Trajectory:
        """The gold, with the dropped claims that a state still entails (kind `implied`) marked at that state."""
        plain = trajectory_from(self._journal.trajectory(self.unit.group))
        implied: dict[int, list[str]] = {}
        for _, key in self._verdicts:
            if key.kind == "implied" and self.yes(key) and key.subject not in implied.get(key.position, []):
                implied.setdefault(key.position, []).append(key.subject)
        states = [replace(state, implied=tuple(implied.get(state.index, ()))) for state in plain.states]
        return replace(plain, states=tuple(states))

    @cached_property
    def capabilities(self) -> Capabilities:
        """What the system said it can offer."""
        row = self._journal.rows(t.units, self.unit)[0]
        return Capabilities(**row["capabilities"])

    @cached_property
    def seen(self) -> list[Seen]:
        """Every document in order, with the store after it."""
        facts = _by_position(self._journal.rows(t.facts, self.unit))
        observations = _by_position(self._journal.rows(t.observations, self.unit))
        operations = _by_position(self._journal.rows(t.operations, self.unit))
        return [
            Seen(
                position=row["position"],
                state=row["state"],
                document=document_from(row["content"]),
                words=row["words"],
                facts=tuple(fact_of(item) for item in facts.get(row["position"], ())),
                observations=tuple(observation_of(item) for item in observations.get(row["position"], ())),
                operations=tuple(
                    Operation(item["kind"], item["fact"], item["document"])
                    for item in operations.get(row["position"], ())
                ),
            )
            for row in self._journal.rows(t.documents, self.unit)
        ]

    @cached_property
    def asked(self) -> list[Asked]:
        """Every question, with its answer where one was given."""
        answers = {row["question"]: row for row in self._journal.rows(t.answers, self.unit)}
        return [_asked(row, answers.get(row["question"])) for row in self._journal.rows(t.retrievals, self.unit)]

    # --- verdicts ---

    def add(self, judge: str, verdicts: Mapping[VerdictKey, Verdict]) -> None:
        """Verdicts given since the record was read."""
        self._verdicts.update({(judge, key): verdict for key, verdict in verdicts.items()})
        self.__dict__.pop("trajectory", None)
        self.__dict__.pop("_keys", None)

    def known(self, judge: str, key: VerdictKey) -> bool:
        """Whether the judge was asked this already."""
        return (judge, key) in self._verdicts

    def panel(self, key: VerdictKey) -> Panel | None:
        """All judges' verdicts in the panel's order, or None where one is missing."""
        found = [self._verdicts.get((judge, key)) for judge in self.judges]
        return tuple(v for v in found if v is not None) if all(v is not None for v in found) else None

    def yes(self, key: VerdictKey) -> bool:
        """Whether the panel says YES."""
        panel = self.panel(key)
        return panel is not None and combine(panel).yes

    def keys(self, kind: str) -> list[VerdictKey]:
        """What was asked of one kind, by position, subject and target."""
        return self._keys.get(kind, [])

    @cached_property
    def _keys(self) -> dict[str, list[VerdictKey]]:
        result: dict[str, list[VerdictKey]] = {}
        unique = {key for _, key in self._verdicts}
        for key in sorted(unique, key=lambda key: (key.kind, key.position, key.subject, key.target)):
            result.setdefault(key.kind, []).append(key)
        return result

    # --- places in the stream ---

    def at_state(self, i: int) -> Seen:
        """State i's document."""
        return self._by_state[i]

    @cached_property
    def _by_state(self) -> dict[int, Seen]:
        return {item.state: item for item in self.seen if item.state is not None}

    def before_state(self, i: int) -> tuple[Fact, ...]:
        """B_i: the store right before state i's document."""
        position = self.at_state(i).position
        return self.seen[position - 1].facts if position else ()

    def noise_after(self, i: int) -> list[Seen]:
        """The noise documents between state i's document and the next state's."""
        result: list[Seen] = []
        for item in self.seen[self.at_state(i).position + 1 :]:
            if item.state is not None:
                break
            result.append(item)
        return result

    @property
    def last_store(self) -> tuple[Fact, ...]:
        """The last snapshot."""
        return self.seen[-1].facts


def _asked(row: Mapping[str, Any], answer: Mapping[str, Any] | None) -> Asked:
    return Asked(
        index=row["question"],
        retrieved=tuple(fact_from(item) for item in row["facts"]),
        store_size=row["store_size"],
        answer=None if answer is None else Answer(answer["text"], tuple(fact_from(item) for item in answer["facts"])),
        words=0 if answer is None else answer["words"],
    )


def _by_position(rows: Sequence[Mapping[str, Any]]) -> dict[int, list[Mapping[str, Any]]]:
    result: dict[int, list[Mapping[str, Any]]] = {}
    for row in rows:
        result.setdefault(row["position"], []).append(row)
    return result
