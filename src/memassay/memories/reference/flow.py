"""What one decision does to the store: guard, synthesis, confidence, disputes, log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from memassay.memories.reference.records import Action, Change, Dispute, FactRecord, ObservationRecord, Part
from memassay.memories.reference.rules import (
    confidence_after,
    guarded,
    held_back,
    opened,
    spared,
    spotted,
    start,
    still_open,
    vouched,
)
from memassay.memories.reference.settings import Settings
from memassay.memories.reference.stages import Candidate, Classifier, Decision, Synthesizer
from memassay.memories.reference.store import Store
from memassay.memories.reference.wording import bare
from memassay.memories.vectors import Rows
from memassay.types import OperationKind


@dataclass(frozen=True, slots=True)
class Flow:
    """Candidates, classification, synthesis and log, for one observation after another."""

    classifier: Classifier
    synthesizer: Synthesizer
    embedder: Any
    settings: Settings

    async def take_in(self, store: Store, observations: Sequence[ObservationRecord], vectors: Rows) -> None:
        """Put one document's observations, with their unit vectors (n, dimensions), into the store, in order."""
        mine: set[str] = set()
        for observation, vector in zip(observations, vectors, strict=True):
            store.observe(observation)
            if not observation.quoted:
                mine.add(observation.id)
            decision = await self.classifier.classify(observation, self._candidates(store, vector, mine))
            await _Step(self, store, observation, decision, frozenset(mine)).do(vector)

    def _candidates(self, store: Store, vector: Rows, mine: set[str]) -> list[Candidate]:
        near = store.index.nearest(vector, self.settings.candidates, self.settings.floor)
        return [_candidate(store.fact(fact_id), cosine, mine) for fact_id, cosine in near]

    def vector(self, parts: Sequence[Part]) -> Rows:
        """The unit vector of a statement, shape (dimensions,): the mean over its parts, without who says them."""
        rows: Rows = self.embedder.encode([bare(part.text, part.authors) for part in parts])
        mean = rows.mean(axis=0)
        return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-12), np.float32)


@dataclass(frozen=True, slots=True)
class _After:
    """How a fact stands after a change; `vector` where its statement is another."""

    parts: tuple[Part, ...]
    confidence: float
    disputes: tuple[Dispute, ...] = ()
    vector: Rows | None = None


@dataclass(frozen=True, slots=True)
class _Step:
    """One observation, decided upon; `mine` are those of its document so far, itself among them."""

    flow: Flow
    store: Store
    observation: ObservationRecord
    decision: Decision
    mine: frozenset[str]

    async def do(self, vector: Rows) -> None:
        self._check()
        if self.decision.action == "create":
            self._create(vector)
        elif self.decision.spot is not None:
            await self._change(self.store.fact(self.decision.spot.fact_id))

    def _check(self) -> None:
        """Raise ValueError where the decision names a place that is not there, as a model's answer may."""
        spots = () if self.decision.spot is None else (self.decision.spot,)
        for spot in (*spots, *self.decision.ends):
            try:
                fact = self.store.fact(spot.fact_id)
            except KeyError:
                raise ValueError(f"the decision names {spot.fact_id}, and there is no such fact") from None
            if fact.retired:
                raise ValueError(f"the decision names {spot.fact_id}, which is retired")
            if spot.part is not None and not 0 <= spot.part < len(fact.parts):
                raise ValueError(f"the decision names part {spot.part} of {spot.fact_id}, which has {len(fact.parts)}")
        if self.decision.resolves and self.decision.spot is not None:
            self._check_side(self.store.fact(self.decision.spot.fact_id))

    def _check_side(self, fact: FactRecord) -> None:
        """Raise ValueError where a dispute is to be settled for nobody: both its sides would stay, undisputed."""
        part, action = spotted(fact, self.decision), self.decision.action
        picks = action == "reinforce" or (action == "supersede" and part is not None)
        if picks and fact.disputes and not (part and any(one.touches(part) for one in fact.disputes)):
            where = "the whole" if part is None else f"part {fact.parts.index(part)}"
            raise ValueError(f"the decision resolves a dispute of {fact.id} and names {where} of it, which is no side")

    def _create(self, vector: Rows) -> None:
        fact_id = f"f{self.store.counts().facts + 1}"
        confidence = start(self.observation, self.decision, self.flow.settings)
        self._write(fact_id, "create", _After((Part.of(self.observation),), confidence, vector=vector))

    async def _change(self, fact: FactRecord) -> None:
        settings = self.flow.settings
        part = spotted(fact, self.decision)
        kind = guarded(self.decision.action, fact, self.observation, settings.guard, part)
        parts = await self._parts(fact, kind)
        disputes = self._disputes(fact, kind, parts)
        confidence = confidence_after(kind, fact, self.observation, self.decision, settings, self.mine)
        if disputes:
            confidence = min(confidence, settings.disputed)
        vector = None if _texts(parts) == _texts(fact.parts) else self.flow.vector(parts)
        self._write(fact.id, kind, _After(parts, confidence, disputes, vector))
        if kind == "supersede":
            self._end_others(fact.id)

    async def _parts(self, fact: FactRecord, kind: Action) -> tuple[Part, ...]:
        guard = self.flow.settings.guard
        if kind in ("update", "conflict", "supersede"):
            parts = await self.flow.synthesizer.synthesize(fact, self.observation, self.decision)
            stay = spared(fact, self.observation, self.decision, guard, self.mine) if kind == "supersede" else ()
            said = {one for part in parts for one in part.support}
            return (*parts, *(part for part in stay if not said.issuperset(part.support)))
        if kind == "reinforce" and self.decision.action == "reinforce":
            return vouched(fact, self.observation, self.decision, guard, self.mine)
        return fact.parts

    def _disputes(self, fact: FactRecord, kind: Action, parts: Sequence[Part]) -> tuple[Dispute, ...]:
        if kind == "conflict":
            return (*still_open(fact.disputes, parts), opened(fact, self.observation, self.decision))
        held = held_back(self.observation, fact, self.flow.settings.guard)
        if self.decision.resolves and kind == "update" and not held:
            return ()
        return still_open(fact.disputes, parts)

    def _end_others(self, successor: str) -> None:
        """What else the observation brings to an end: a fact of which nothing is left retires."""
        ended: dict[str, set[int | None]] = {}
        for spot in self.decision.ends:
            if spot.fact_id != successor:
                ended.setdefault(spot.fact_id, set()).add(spot.part)
        for fact_id, at in ended.items():
            self._end(self.store.fact(fact_id), at, successor)

    def _end(self, fact: FactRecord, at: set[int | None], successor: str) -> None:
        left = tuple(
            part for i, part in enumerate(fact.parts) if self._stays(fact, part, whole=None in at, named=i in at)
        )
        if not left:
            self._write(fact.id, "delete", _After(fact.parts, fact.confidence, fact.disputes), successor)
        elif left != fact.parts:
            after = _After(left, fact.confidence, still_open(fact.disputes, left), self.flow.vector(left))
            self._write(fact.id, "supersede", after)

    def _stays(self, fact: FactRecord, part: Part, *, whole: bool, named: bool) -> bool:
        """Whether a part is left: it was not ended, or it is newer, or this very document said it."""
        if not (whole or named) or not self.mine.isdisjoint(part.support):
            return True
        return held_back(self.observation, fact, self.flow.settings.guard, part if named else None)

    def _write(self, fact_id: str, kind: OperationKind, after: _After, successor: str = "") -> None:
        observation = self.observation
        change = Change(
            number=self.store.counts().changes + 1,
            fact_id=fact_id,
            kind=kind,
            asked=self.decision.action,
            parts=after.parts,
            confidence=after.confidence,
            observation_id=observation.id,
            document_id=observation.document_id,
            time=observation.time,
            disputes=after.disputes,
            successor=successor,
        )
        self.store.write(change, after.vector)


def _texts(parts: Sequence[Part]) -> list[str]:
    return [part.text for part in parts]


def _candidate(fact: FactRecord, cosine: float, mine: set[str]) -> Candidate:
    own = tuple(i for i, part in enumerate(fact.parts) if not mine.isdisjoint(part.support))
    return Candidate(fact, cosine, own, fresh=fact.linked[0] in mine)
