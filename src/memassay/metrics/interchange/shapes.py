"""What an evidence file looks like, record by record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from memassay.files import Instant, Strict
from memassay.metrics.interchange.values import (
    ByClaim,
    Claims,
    ClaimsAsListed,
    Count,
    CurrentField,
    Entailment,
    FactIds,
    Grade,
    PanelField,
    QuestionScore,
    RunName,
    Share,
    Succession,
)
from memassay.types import Action, Design, Fact, OperationKind, fold

Kinds = tuple[Literal["state", "noise"], ...]
Panels = Annotated[dict[str, PanelField], ByClaim]
Positions = Annotated[dict[str, tuple[Count, ...]], ByClaim]
Grades = Annotated[dict[str, Grade], ByClaim]


class FactFile(Strict):
    """A fact as evidence files write it; `disputed` is a mark (true, false) or a count."""

    id: str
    statement: str
    confidence: Share | None = None
    authors: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    updated: Instant | None = None
    disputed: int = Field(default=0, ge=0)
    supersedes: FactIds = ()

    def fact(self) -> Fact:
        """The frozen value, its statement folded as statements are compared (golden A9)."""
        return Fact(**{**self.model_dump(), "statement": fold(self.statement)})


class OperationFile(Strict):
    """One entry of a system's own log."""

    kind: OperationKind
    fact_id: str


class NoiseFile(Strict):
    """What was seen after a noise document."""

    facts: tuple[FactFile, ...]
    verdicts: Panels = Field(default_factory=dict)
    doc_words: Count | None = None


class StateFile(Strict):
    """One state with all that was seen at it; `meta` is not read."""

    model_config = ConfigDict(populate_by_name=True)

    index: Count
    claims: ClaimsAsListed
    action: Action
    confidence: Share
    facts: tuple[FactFile, ...]
    verdicts: Panels
    timestamp: Instant | None = None
    doc_claims: Claims | None = Field(default=None, alias="docClaims")
    author: str = ""
    groups: tuple[tuple[Count, ...], ...] | None = None
    expected_authors: dict[str, tuple[str, ...]] = Field(default_factory=dict, alias="expectedAuthors")
    invalidated: Claims | None = None
    implied: Claims = ()
    current: Annotated[dict[str, CurrentField], ByClaim] = Field(default_factory=dict)
    operations: tuple[OperationFile, ...] | None = None
    entailments: tuple[Entailment, ...] = ()
    successors: tuple[Succession, ...] = ()
    doc_words: Count | None = None
    doc_support: dict[str, Kinds] | None = None
    noise_after: tuple[NoiseFile, ...] = ()
    verbatim_facts: tuple[str, ...] | None = None
    bears: dict[str, bool] = Field(default_factory=dict)
    meta: Any = None

    @property
    def after_noise(self) -> tuple[FactFile, ...]:
        """The store when the next state's document comes."""
        return self.noise_after[-1].facts if self.noise_after else self.facts


class QuestionFile(Strict):
    """One question's outcome."""

    score: QuestionScore = None
    claims_retrieved: Grades = Field(default_factory=dict)
    claims_answer: Grades = Field(default_factory=dict)
    expected: Claims | None = None
    retrieved: tuple[str, ...] | None = None
    store_size: Count | None = None
    words: Count | None = None


class CapabilitiesFile(Strict):
    """Which kinds of evidence the unit has."""

    native: bool = True
    effective: bool = True
    confidence: bool = True
    authors: bool = True
    observations: bool = True
    retrieval: bool = True
    disputes: bool = True
    design: Design = "merging"


class UnitFile(Strict):
    """One run of one trajectory; `expected` and `meta` are not read."""

    id: str
    states: tuple[StateFile, ...] = Field(min_length=1)
    capabilities: CapabilitiesFile = CapabilitiesFile()
    questions: tuple[QuestionFile, ...] | None = None
    documents_entail: Positions | None = None
    observations_entail: Positions | None = None
    doc_support: dict[str, Kinds] | None = None
    verbatim_facts: tuple[str, ...] | None = None
    bears: dict[str, bool] | None = None
    run: RunName = ""
    trajectory: str = ""
    category: str = ""
    difficulty: str = ""
    expected: Any = None
    meta: Any = None
