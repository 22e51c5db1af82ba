"""A reference memory driven line by line, with its store in the open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from memassay.memories.reference.records import Action, Change, FactRecord
from memassay.memories.reference.settings import REFERENCE
from memassay.memories.reference.stages import Decision, Spot
from memassay.memories.reference.store import MemoryStore
from memassay.memories.reference.system import Reference
from memassay.testing import HashEmbedder, scripted_memory
from memassay.testing.scripted_memory import Line
from memassay.types import Document

START = datetime(2012, 3, 5, 9, tzinfo=UTC)
SCOPE = "harbour"
CREATE = Decision("create")


def day(number: int) -> datetime:
    """A time so many days after the start."""
    return START + timedelta(days=number)


def to(action: Action, fact: str = "f1", part: int | None = 0, **more: Any) -> Decision:
    """A decision about one part of a fact (None: about all of it)."""
    return Decision(action, Spot(fact, part), **more)


class Flat(HashEmbedder):
    """Every text has the same vector, so that every fact is a candidate."""

    def encode(self, texts):
        return super().encode(["same"] * len(texts))


@dataclass
class Driven:
    """The memory, and what has been told to it so far: one document a call of `hear`."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    embedder: HashEmbedder = field(default_factory=HashEmbedder)
    store: MemoryStore = field(default_factory=MemoryStore)
    documents: int = 0
    script: dict[str, Line] = field(default_factory=dict)
    memory: Reference = field(init=False)

    def __post_init__(self) -> None:
        settings = replace(REFERENCE, **self.settings)
        self.memory = scripted_memory(self.script, settings, self.embedder, open_store=lambda _: self.store)

    async def hear(self, author: str, when: int, lines: Mapping[str, Line]) -> None:
        """Take in one document of `author`, so many days after the start, whose lines do what they are mapped to."""
        self.documents += 1
        self.script.update(lines)
        document = Document(f"d{self.documents}", day(when), author, "", "email", "\n".join(lines))
        await self.memory.ingest(document, scope=SCOPE)

    def fact(self, fact_id: str = "f1") -> FactRecord:
        """A fact as it stands."""
        return self.store.fact(fact_id)

    def last(self) -> Change:
        """The newest entry of the log."""
        return self.store.changes()[-1]

    def texts(self, fact_id: str = "f1") -> list[str]:
        """What the parts of a fact say."""
        return [part.text for part in self.fact(fact_id).parts]


async def told(settings: Mapping[str, Any] | None = None, *heard: tuple[str, int, Mapping[str, Line]]) -> Driven:
    """A memory that has heard these documents: author, day, lines."""
    driven = Driven(settings or {})
    for author, when, lines in heard:
        await driven.hear(author, when, lines)
    return driven
