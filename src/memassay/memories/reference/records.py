"""What the reference memory keeps: observations that never change, facts that do, and the changes between.

A fact is the fold of its changes: `apply` makes the next state from the last one, so the log of changes alone
rebuilds the store (`replay.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from memassay.memories.reference.wording import attributed, bare
from memassay.types import Fact, Observation, OperationKind, Revision

Action = Literal["create", "update", "reinforce", "conflict", "supersede", "none"]
Certainty = Literal["High", "Medium", "Low"]
"""High: stated.  Medium: discussed, planned or reported.  Low: guessed or inferred."""


@dataclass(frozen=True, slots=True)
class ObservationRecord:
    """One atomic statement of one document, immutable.

    `statement` is readable alone; `what` is the bare assertion in it, without who said it.  `who` names the people
    concerned, in their fullest form; `when` holds ISO dates (`2025-03`, `2025-03-11`) named or meant; `why` and
    `where` are words of the statement, or empty.  `author` vouches for it: the speaker where the document quotes
    one, else the document's author.  `time` is the document's.  A `transient` one (a question, a courtesy) is kept
    but need not belong to a fact.  A `quoted` one was in the document already when that was written: it comes from
    before, and nobody says it anew.
    """

    id: str
    statement: str
    what: str
    document_id: str
    author: str
    time: datetime
    who: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    why: str = ""
    where: str = ""
    category: str = ""
    certainty: Certainty = "High"
    entities: tuple[str, ...] = ()
    transient: bool = False
    quoted: bool = False

    def seen(self) -> Observation:
        """The observation as the harness reads it."""
        return Observation(self.id, self.statement, self.document_id, self.author, self.time)


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a fact's statement, with the observations that say it and the authors who vouch for it."""

    text: str
    support: tuple[str, ...]
    authors: tuple[str, ...] = ()

    @classmethod
    def of(cls, observation: ObservationRecord) -> Part:
        """An observation as a part of its own."""
        return cls(observation.statement, (observation.id,), (observation.author,) if observation.author else ())

    def vouched(self, observation: ObservationRecord) -> Part:
        """The same text, said once more; who is quoted does not vouch for it anew."""
        one = Part.of(observation)
        authors = self.authors if observation.quoted else _joined(self.authors, one.authors)
        return Part(self.text, _joined(self.support, one.support), authors)


@dataclass(frozen=True, slots=True)
class Dispute:
    """An open disagreement: the observations that say one thing and the one that says another."""

    standing: tuple[str, ...]
    against: str

    def touches(self, part: Part) -> bool:
        """Whether a part is on either side."""
        return self.against in part.support or not set(self.standing).isdisjoint(part.support)

    def between(self, one: Part, other: Part) -> bool:
        """Whether two parts are on opposite sides."""
        sides = (one, other), (other, one)
        return any(self.against in a.support and not set(self.standing).isdisjoint(b.support) for a, b in sides)


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the log: what became of one fact when one observation arrived.

    `number` counts the scope's changes from 1.  `kind` is what was done, `asked` what the classifier asked for
    before the temporal guard; `delete` retires the fact, whose place `successor` takes.  `parts`, `confidence` and
    `disputes` (the open ones) are how the fact stands afterwards.  `observation_id` is the trigger.
    """

    number: int
    fact_id: str
    kind: OperationKind
    asked: Action
    parts: tuple[Part, ...]
    confidence: float
    observation_id: str
    document_id: str
    time: datetime
    disputes: tuple[Dispute, ...] = ()
    successor: str = ""

    def revision(self) -> Revision:
        """The change as the harness reads it."""
        statement = written(self.parts, self.disputes)
        return Revision(self.fact_id, statement, self.confidence, self.kind, self.observation_id, self.time)


@dataclass(frozen=True, slots=True)
class FactRecord:
    """One fact as it stands.

    `linked` holds every observation that ever concerned it, `heard` their times, `support` only those that say what it
    says now, and `authors` who vouches for that.  `created` and `updated` are document times, `updated` the latest
    that changed or confirmed it; `valid_from` is since when it says what it says (an update adds, and moves it not);
    `valid_to` is set when it retires.
    """

    id: str
    parts: tuple[Part, ...]
    confidence: float
    linked: tuple[str, ...]
    created: datetime
    updated: datetime
    valid_from: datetime
    valid_to: datetime | None = None
    disputes: tuple[Dispute, ...] = ()
    successor: str = ""
    heard: tuple[datetime, ...] = ()

    @property
    def statement(self) -> str:
        """What it says: its parts one after another, sides of a dispute with their authors."""
        return written(self.parts, self.disputes)

    @property
    def support(self) -> tuple[str, ...]:
        """The observations that say what it says now."""
        return _joined(*(part.support for part in self.parts))

    @property
    def authors(self) -> tuple[str, ...]:
        """The distinct authors who vouch for what it says now, in order."""
        return _joined(*(part.authors for part in self.parts))

    def said(self, part: Part) -> datetime:
        """The time of the newest observation that says a part; when the fact was updated where none is known."""
        behind = set(part.support)
        times = [time for one, time in zip(self.linked, self.heard, strict=False) if one in behind]
        return max(times, default=self.updated)

    @property
    def retired(self) -> bool:
        """Whether it no longer holds."""
        return self.valid_to is not None

    def seen(self) -> Fact:
        """The fact as the harness reads it."""
        return Fact(
            id=self.id,
            statement=self.statement,
            confidence=self.confidence,
            authors=self.authors,
            support=self.support,
            created=self.created,
            updated=self.updated,
            valid_from=self.valid_from,
            valid_to=self.valid_to,
            retired=self.retired,
            disputed=len(self.disputes),
        )


def apply(fact: FactRecord | None, change: Change) -> FactRecord:
    """The fact after a change; None before its first one.  Pure: the whole store is a fold of it over the log."""
    if fact is None:
        return FactRecord(
            id=change.fact_id,
            parts=change.parts,
            confidence=change.confidence,
            linked=(change.observation_id,),
            created=change.time,
            updated=change.time,
            valid_from=change.time,
            disputes=change.disputes,
            heard=(change.time,),
        )
    if change.observation_id not in fact.linked:
        linked, heard = (*fact.linked, change.observation_id), (*fact.heard, change.time)
        fact = replace(fact, linked=linked, heard=heard)
    if change.kind == "delete":
        return replace(fact, valid_to=change.time, successor=change.successor)
    settled = change.kind != "none"
    return replace(
        fact,
        parts=change.parts,
        confidence=change.confidence,
        updated=max(fact.updated, change.time) if settled else fact.updated,
        valid_from=change.time if change.kind == "supersede" else fact.valid_from,
        disputes=change.disputes,
    )


def written(parts: Iterable[Part], disputes: Iterable[Dispute] = ()) -> str:
    """The statement that parts make."""
    open_ones = tuple(disputes)
    return " ".join(_side(part) if any(dispute.touches(part) for dispute in open_ones) else part.text for part in parts)


def _side(part: Part) -> str:
    """One side of a dispute, with who says so."""
    return attributed(" and ".join(part.authors), bare(part.text, part.authors))


def _joined(*groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for group in groups for one in group))
