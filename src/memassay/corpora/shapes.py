"""The shapes of the files of a corpus, as pydantic models: which keys there are, and what each may hold.

What two keys say of each other (positions inside `claims`, parallel lists) is checked in `crosschecks`, on whatever
parts are sound, so that one mistake never hides another.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from memassay.files import Instant, Strict
from memassay.types import Action, Category, Difficulty

TrajectoryType = Literal[
    "linear-evolution", "contradiction", "scope-expansion", "retraction", "stable", "gradual-drift"
]
DocumentType = Literal["meeting notes", "email", "architecture review", "status update", "executive briefing"]
ReviewStatus = Literal["unreviewed", "accepted", "edited", "rejected"]


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


def _one_text(text: str) -> str:
    if not text.strip(" ;"):
        raise ValueError("must not be empty")
    return text


def _matches(pattern: str, wanted: str) -> AfterValidator:
    def matching(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"must be {wanted}")
        return text

    return AfterValidator(matching)


Text = Annotated[str, AfterValidator(_not_blank)]
Answer = Annotated[str, AfterValidator(_one_text)]
Identifier = Annotated[
    str, _matches("[A-Za-z0-9][A-Za-z0-9._-]*", "letters, digits, '.', '_' and '-', beginning with a letter or digit")
]
"""An id is also the name of a folder and of a file."""

Sha256 = Annotated[str, _matches("[0-9a-f]{64}", "64 hexadecimal digits in lower case")]
Position = Annotated[int, Field(ge=0)]
Filled = Annotated[list[Text], Field(min_length=1)]


class _Snake(Strict):
    model_config = ConfigDict(strict=True)


class _Camel(_Snake):
    model_config = ConfigDict(alias_generator=to_camel)


class SilenceShape(_Snake):
    """One entry of `meta.lint`: a finding that is right as it stands, and why."""

    rule: Text
    reason: Text
    pointer: str = ""


class MetaShape(BaseModel):
    """`meta`: anything, but `lint` is read."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    lint: list[SilenceShape] = Field(default_factory=list)


class NoiseShape(_Camel):
    """One document of a trajectory's stream that belongs to no state; it comes after state `after`."""

    timestamp: Instant
    author: Text
    document_type: DocumentType
    after: Position
    author_role: Text | None = None


class StateShape(_Camel):
    """One state; the meaning of its keys is told at `types.State`."""

    index: Position
    timestamp: Instant
    claims: Filled
    action: Action
    confidence: Annotated[float, Field(ge=0, le=1)]
    doc_claims: list[Text] | None = None
    author: Text | None = None
    author_role: Text | None = None
    document_type: DocumentType | None = None
    change_reason: str | None = None
    groups: list[Annotated[list[Position], Field(min_length=1)]] | None = None
    invalidated: list[Text] | None = None
    implied: list[Text] | None = None
    expected_authors: dict[str, Filled] | None = None
    meta: MetaShape = MetaShape()


class TrajectoryShape(_Camel):
    """A trajectory file.  `extrinsicQA` is spelled as the paper spells it."""

    id: Identifier
    topic: Text
    category: Category
    difficulty: Difficulty
    trajectory_type: TrajectoryType
    customer: Text
    questions: Annotated[Filled, Field(alias="extrinsicQA")]
    states: Annotated[list[StateShape], Field(min_length=1)]
    domain: Text | None = None
    expected_answers: list[Answer] | None = None
    noise: list[NoiseShape] = Field(default_factory=list)
    meta: MetaShape = MetaShape()


class ReviewShape(_Snake):
    """What a person said of a document."""

    status: ReviewStatus
    by_role: Text | None = None
    edits: Any = None


class JudgedShape(_Snake):
    """What one judge said of a document when it was made."""

    judge: Text
    verdicts: Any


class Provenance(_Snake):
    """How a document came to be.  `injected_span` is [start, end) in characters of its text."""

    generator: str | None = None
    provider: str | None = None
    prompt_sha256: str | None = None
    style_reference: str | None = None
    host: str | None = None
    injected_span: Annotated[list[Position], Field(min_length=2, max_length=2)] | None = None
    seed: int | None = None
    judges: list[JudgedShape] = Field(default_factory=list)
    attempts: int | None = None
    review: ReviewShape = ReviewShape(status="unreviewed")


class FrontMatterShape(_Snake):
    """The head of a document file."""

    trajectory: Text
    timestamp: Instant
    author: Text
    document_type: DocumentType
    author_role: Text | None = None
    state: Position | None = None
    noise: bool = False
    noise_claims: list[Text] = Field(default_factory=list)
    provenance: Provenance = Provenance()
    meta: MetaShape = MetaShape()


class Counts(_Snake):
    """How much a corpus holds.

    `claims` counts different texts within each trajectory; `by_manner` counts documents, the others trajectories.
    """

    trajectories: Position
    states: Position
    documents: Position
    noise_documents: Position
    questions: Position
    claims: Position
    by_category: dict[str, Position]
    by_difficulty: dict[str, Position]
    by_domain: dict[str, Position] = Field(default_factory=dict)
    by_type: dict[str, Position] = Field(default_factory=dict)
    by_manner: dict[str, Position] = Field(default_factory=dict)


class Design(_Snake):
    """What a corpus is meant to hold; the rule `design` compares.  What is left out is not compared.

    `noise_per_trajectory` is by category and 0 for those not named; `each_type_at_least` counts trajectories of each
    of the six types; `manner_at_most` is a share of the documents, by `provenance.style_reference`.
    """

    trajectories: Position | None = None
    documents: Position | None = None
    states: Position | None = None
    noise_documents: Position | None = None
    by_category: dict[Category, Position] | None = None
    by_difficulty: dict[Difficulty, Position] | None = None
    by_domain: dict[str, Position] | None = None
    noise_per_trajectory: dict[Category, Position] | None = None
    each_category_on_each_level: bool = False
    each_type_at_least: Position = 0
    manners_at_least: Position = 0
    manner_at_most: Annotated[float, Field(gt=0, le=1)] = 1.0


class Erratum(_Snake):
    """Something found wrong after a version was out, and what it means for results made with that version."""

    date: Text
    version: Text
    trajectory: Text
    what: Text


class Card(_Snake):
    """What a corpus is, where it comes from, and what is known to be wrong with it.

    `documents` tells how the documents came to be, `design` what the corpus is meant to hold.  `sha256` and `counts`
    are None until they are first written by `card.refresh`.
    """

    name: Text
    version: Text
    licence: Text
    citation: Text
    documents: Text
    limits: Filled
    errata: list[Erratum] = Field(default_factory=list)
    design: Design = Design()
    sha256: Sha256 | None = None
    counts: Counts | None = None
