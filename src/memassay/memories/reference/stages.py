"""The stages of the reference memory, each behind a protocol of one method, so that each can be replaced.

Stages are asynchronous, because some ask a model over the network; one that computes simply returns.  A stage that
cannot do its work raises; the document is then taken back whole (`store.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from memassay.memories.reference.records import Action, FactRecord, ObservationRecord, Part
from memassay.types import Document


class Extractor(Protocol):
    """From a document to its observations."""

    async def extract(self, document: Document) -> Sequence[ObservationRecord]:
        """The document's observations in order; their ids are left empty, for the flow numbers them."""
        ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that an observation may concern, and the cosine of the two.

    `own` are the positions of the parts that the observation's own document has said; `fresh` says that this document
    made the fact.
    """

    fact: FactRecord
    cosine: float
    own: tuple[int, ...] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the store: a part of a fact by its position, or (None) the fact as a whole."""

    fact_id: str
    part: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What an observation should do to the store.

    `spot` is what it concerns (None for `create`, and for `none` that concerns nothing).  `ends` are further places
    that a `supersede` brings to an end.  `resolves` settles a dispute: in favour of the side that is reinforced or
    superseded, or, with `update`, by telling how both can be.
    `confidence`, 0 to 1, sets the fact's confidence on create, update and supersede where a classifier knows better
    than the rules.  `reason` is for the reader.  Raises ValueError where these do not fit together.
    """

    action: Action
    spot: Spot | None = None
    ends: tuple[Spot, ...] = ()
    resolves: bool = False
    confidence: float | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        if self.spot is None and self.action not in ("create", "none"):
            raise ValueError(f"a decision to {self.action} must name the fact")
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise ValueError(f"a confidence lies between 0 and 1, not at {self.confidence}")


class Classifier(Protocol):
    """From an observation and the facts it may concern to a decision."""

    async def classify(self, observation: ObservationRecord, candidates: Sequence[Candidate]) -> Decision:
        """The decision; every spot lies in one of the candidates, which come nearest first."""
        ...


class Synthesizer(Protocol):
    """Writes a fact anew when an observation changes what it says."""

    async def synthesize(
        self, fact: FactRecord, observation: ObservationRecord, decision: Decision
    ) -> tuple[Part, ...]:
        """The fact's parts after an `update`, `conflict` or `supersede`.

        Update keeps everything and adds; conflict keeps both sides; supersede replaces the spot, or the whole fact
        where the decision names no part; what `rules.spared` says stays is put back where it is gone.  An update by an
        observation older than the part only adds.
        """
        ...
