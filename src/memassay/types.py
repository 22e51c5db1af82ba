"""The frozen values that every room shares.  Standard library only, for adapters in environments of their own."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Action = Literal["create", "update", "reinforce", "conflict", "supersede"]
OperationKind = Literal["create", "update", "reinforce", "conflict", "supersede", "delete", "none"]
Category = Literal["C1", "C2", "C3", "C4", "C5", "C6"]
Difficulty = Literal["L1", "L2", "L3"]
Design = Literal["add-only", "atomic", "merging"]

YES, PARTIAL, NO = 1.0, 0.5, 0.0


def fold(text: str) -> str:
    """The identity of a claim: its text after NFC and white-space folding (method.md section 1)."""
    return " ".join(unicodedata.normalize("NFC", text).split())


# --- gold: what a memory should hold -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a trajectory, asked after the last document.

    `expected` holds the statements a full answer makes, in order; they are claims of the last state
    where the corpus says so, and always are when it gives no answers of its own.
    """

    index: int
    text: str
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """One step of a trajectory: what memory should hold after the state's document.

    `claims` is C_i, `doc_claims` D_i (what the document itself says).  `invalidated` is the state's own
    list of claims that must no longer be current, or None where the default (dropped claims) holds.
    `implied` lists dropped claims that the state still entails, which are therefore not stale.
    `groups` are tuples of claim positions that belong into one fact; `expected_authors` maps a claim
    position to the names that vouch for it.
    """

    index: int
    timestamp: datetime
    claims: tuple[str, ...]
    doc_claims: tuple[str, ...]
    action: Action
    confidence: float
    author: str = ""
    author_role: str = ""
    document_type: str = ""
    change_reason: str = ""
    groups: tuple[tuple[int, ...], ...] | None = None
    invalidated: tuple[str, ...] | None = None
    implied: tuple[str, ...] = ()
    expected_authors: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])


@dataclass(frozen=True, slots=True)
class Trajectory:
    """An ordered evolution of facts about one topic, with the questions asked at its end."""

    id: str
    topic: str
    category: Category
    difficulty: Difficulty
    domain: str
    trajectory_type: str
    customer: str
    states: tuple[State, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """What a memory system is given: never a claim, never a trajectory's name; `id` is opaque."""

    id: str
    timestamp: datetime
    author: str
    author_role: str
    type: str
    text: str


def whole_text(document: Document) -> str:
    """The claim that a noise document makes by construction: none of the gold's, but its own text being there.

    The judge `exact` finds a fact that keeps a noise document supported by that document alone.
    """
    return f"the text of document {document.id}"


@dataclass(frozen=True, slots=True)
class Step:
    """One document at its place in a stream; `state` is the index it carries, None for a noise document."""

    position: int
    document: Document
    state: int | None

    @property
    def noise(self) -> bool:
        """Whether the document belongs to no state."""
        return self.state is None


@dataclass(frozen=True, slots=True)
class Stream:
    """A trajectory with its documents in the order of ingestion.  Only control systems are handed one."""

    trajectory: Trajectory
    steps: tuple[Step, ...]


# --- memory: what a system holds -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Observation:
    """An atomic statement extracted from one document; never changed afterwards."""

    id: str
    statement: str
    document_id: str
    author: str = ""
    timestamp: datetime | None = None
    stated: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """An evolving unit of memory.

    `confidence` is in 0..1 or None where the system has none; `support` holds observation ids; `updated` is
    the latest confirmation; `disputed` counts open disputes; `supersedes` names the facts it replaced, where
    the system says so.  `stated` pairs a claim with YES or PARTIAL: control systems say there what the fact
    states by construction, and only the judge `exact` reads it.
    """

    id: str
    statement: str
    confidence: float | None = None
    authors: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    created: datetime | None = None
    updated: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    retired: bool = False
    disputed: int = 0
    supersedes: tuple[str, ...] = ()
    stated: tuple[tuple[str, float], ...] = ()

    def active(self, now: datetime) -> bool:
        """Whether the fact holds at `now`, the newest timestamp ingested (method.md section 1)."""
        return not self.retired and (self.valid_to is None or self.valid_to > now)


@dataclass(frozen=True, slots=True)
class Operation:
    """One entry of a system's own log: what it says it did to `fact_id` while taking in `document_id`."""

    kind: OperationKind
    fact_id: str
    document_id: str = ""


@dataclass(frozen=True, slots=True)
class Revision:
    """One step in a fact's history: the statement and confidence it had from `time` on, and what changed it."""

    fact_id: str
    statement: str
    confidence: float | None
    change: OperationKind
    trigger: str = ""
    time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Every active fact of a scope, read from the store itself, never through search.

    `count` is the number of active facts by an independent route where the system has one (None where not).
    """

    facts: tuple[Fact, ...]
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a system's own search returned for one question, best first."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in words, and the facts it was written from (empty for a refusal)."""

    text: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a system can offer as evidence, and its declared design.

    Whatever is False makes the metrics that need it not observable (`n/o`), never 0.  `design` says what the
    system does on purpose: `add-only` never changes a fact, `atomic` keeps one proposition a fact, `merging`
    gathers propositions.  `max_scopes` is how many scopes may be driven at once (0: no limit).
    """

    observations: bool = False
    operations: bool = False
    history: bool = False
    confidence: bool = False
    authors: bool = False
    disputes: bool = False
    answers: bool = False
    design: Design = "merging"
    deterministic: bool = True
    max_scopes: int = 0
    note: str = ""


# --- judgement -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judge's answer: YES 1, PARTIAL 0.5, NO 0, or None where its reply stayed invalid.

    `fact_id` is the premise named by YES or PARTIAL.
    """

    score: float | None
    fact_id: str | None = None
    judge: str = ""


Panel = tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Observable:
    """Which kinds of evidence a unit carries; a metric that needs a missing kind is not observable."""

    native: bool = True
    effective: bool = True
    confidence: bool = True
    authors: bool = True
    observations: bool = True
    retrieval: bool = True
    disputes: bool = True
    design: Design = "merging"


@dataclass(frozen=True, slots=True)
class NoiseEvidence:
    """The snapshot right after one noise document, judged for the claims of the state before it."""

    facts: tuple[Fact, ...]
    verdicts: Mapping[str, Panel]
    words: int | None = None


@dataclass(frozen=True, slots=True)
class StateEvidence:
    """Everything observed at one state: gold, F_i, verdicts, and what the comparison with B_i needed judged.

    `current` holds the verdicts on Inv_i; `operations` is the system's own log for the state's document (None:
    it has none); `entailments` maps (premise, hypothesis) statements to a score; `successors` pairs a new fact
    id with the retired one it replaced; `words` counts the document's words.
    """

    state: State
    facts: tuple[Fact, ...]
    verdicts: Mapping[str, Panel]
    current: Mapping[str, Panel] = field(default_factory=dict[str, Panel])
    operations: tuple[Operation, ...] | None = None
    entailments: Mapping[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    successors: tuple[tuple[str, str], ...] = ()
    words: int | None = None
    noise_after: tuple[NoiseEvidence, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionEvidence:
    """One question's outcome: its graded score, and per final claim the score in what was retrieved and answered.

    `score` is None where nothing was asked.  `expected` are the claims the question asks about (None: all claims
    of the last state).  `retrieved` holds the ids of the facts handed over (None: not recorded); `store_size` the
    number of active facts then; `words` how many words the answerer was given.
    """

    score: float | None
    expected: tuple[str, ...] | None = None
    claims_retrieved: Mapping[str, float] = field(default_factory=dict[str, float])
    claims_answer: Mapping[str, float] = field(default_factory=dict[str, float])
    retrieved: tuple[str, ...] | None = None
    store_size: int | None = None
    words: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One unit of evidence: one run of one trajectory through one system, judged.  Metrics are functions of it.

    The optional mappings are None where nobody asked: `documents_entail` and `observations_entail` map a claim
    to the stream positions (state indexes) whose text or observations entail it; `doc_support` maps a fact of
    the last store to the kinds of document behind it; `bears` says whether a fact supports any claim of the
    trajectory; `verbatim_facts` are ids of the last store's facts copied from a document.
    """

    id: str
    states: tuple[StateEvidence, ...]
    observable: Observable = Observable()
    questions: tuple[QuestionEvidence, ...] | None = None
    documents_entail: Mapping[str, tuple[int, ...]] | None = None
    observations_entail: Mapping[str, tuple[int, ...]] | None = None
    doc_support: Mapping[str, tuple[str, ...]] | None = None
    bears: Mapping[str, bool] | None = None
    verbatim_facts: tuple[str, ...] | None = None
    run: str = ""
    trajectory: str = ""
    category: str = ""
    difficulty: str = ""


Status = Literal["ok", "undefined", "not observable", "by design"]


@dataclass(frozen=True, slots=True)
class Score:
    """One metric's value for one unit.

    `value` is None unless `status` is "ok"; `n` is how many items (pairs, states, facts) it rests on; `note`
    says in words why there is no value.
    """

    metric: str
    value: float | None
    n: int = 0
    status: Status = "ok"
    note: str = ""


def mean(values: Sequence[float]) -> float | None:
    """The plain mean, or None of nothing: an undefined value never becomes 0."""
    return sum(values) / len(values) if values else None
