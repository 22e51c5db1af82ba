"""What all control systems share: the stream they see, the ledger they keep, and a log that says what was done.

A control is a rule: from one moment (a document, its state, the store so far) to the whole new store.  The rest is
here: observations, operations, history and a search that is perfect by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from memassay.errors import UserError
from memassay.memories.ledger import Ledger, Shelf
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.types import (
    YES,
    Capabilities,
    Document,
    Fact,
    Observation,
    OperationKind,
    Retrieval,
    State,
    Step,
    Stream,
    Trajectory,
    fold,
)

FULL = Capabilities(
    observations=True, operations=True, history=True, confidence=True, authors=True, disputes=True, note="sees the gold"
)
Hears = Callable[[str], bool]


def distinct(claims: Iterable[str]) -> tuple[str, ...]:
    """Claims by identity (method.md section 1): folded, each once, in order."""
    return tuple(dict.fromkeys(fold(claim) for claim in claims))


def everything(claim: str) -> bool:
    """A control that hears every claim."""
    return bool(claim)


@dataclass(frozen=True, slots=True)
class Moment:
    """One document at its state, as a rule sees it; claims are folded and each stands once.

    `taught` are the document's observations, one for each claim of D_i and each claim C_i adds; `said` is D_i;
    `observed` are all observations so far, these included; `facts` is the store before.  `state` is None for
    a noise document, which teaches and says nothing.
    """

    document: Document
    topic: str
    state: State | None
    facts: tuple[Fact, ...]
    taught: tuple[Observation, ...]
    said: tuple[str, ...]
    observed: tuple[Observation, ...]
    hears: Hears
    new_id: Callable[[], str]

    @property
    def confidence(self) -> float | None:
        """The state's expected confidence; None at a noise document."""
        return None if self.state is None else self.state.confidence

    @property
    def authors(self) -> tuple[str, ...]:
        """The document's author, or nobody."""
        return (self.document.author,) if self.document.author else ()

    def stating(self, claims: Sequence[str], fact_id: str) -> Fact:
        """A fresh fact that states these claims, joined with "; ", on this document's word alone."""
        return Fact(
            id=fact_id,
            statement="; ".join(claims),
            confidence=self.confidence,
            authors=self.authors,
            support=tuple(o.id for o in self.taught if o.statement in claims),
            created=self.document.timestamp,
            updated=self.document.timestamp,
            stated=tuple((claim, YES) for claim in claims),
        )


Rule = Callable[[Moment], Sequence[Fact]]


@dataclass(frozen=True, slots=True)
class Control:
    """What tells one control from another.

    `hears` says which claims it can take in at all; `noise` whether its rule is asked about noise documents too.
    """

    rule: Rule
    capabilities: Capabilities = FULL
    hears: Hears = everything
    noise: bool = False


class Gold(Shelf[Ledger]):
    """A memory system that follows a control's rule."""

    def __init__(self, context: MemoryContext, control: Control) -> None:
        """`context.streams` must hold the stream of every scope the system is driven in."""
        super().__init__(Ledger)
        self._context, self._control = context, control

    async def ingest(self, document: Document, *, scope: str) -> None:
        """Take in a document of the scope's stream, known by its id.  Raises UserError for any other."""
        stream = self._stream(scope)
        step = _step(stream, document, scope)
        if step.noise and not self._control.noise:
            return
        book = self.book(scope)
        moment = self._moment(book, stream.trajectory, step)
        commit(book, self._control.rule(moment), document)

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
        """The facts that state any of the question's expected statements, then the rest in order, cut at `k`."""
        wanted = _expected(self._stream(scope), query)
        facts = self.peek(scope).facts.values()
        ranked = sorted(facts, key=lambda fact: not any(fold(claim) in wanted for claim, _ in fact.stated))
        return Retrieval(tuple(ranked[:k]))

    def describe(self) -> Capabilities:
        """What the control offers."""
        return self._control.capabilities

    def _stream(self, scope: str) -> Stream:
        if scope not in self._context.streams:
            raise UserError(f"a control system sees the gold, and no stream was given for the scope {scope!r}")
        return self._context.streams[scope]

    def _moment(self, book: Ledger, trajectory: Trajectory, step: Step) -> Moment:
        before = tuple(book.facts.values())
        state, said, claims = _gold(trajectory, step)
        hears = self._control.hears
        taught = tuple(book.observe(claim, step.document, stated=((claim, YES),)) for claim in claims if hears(claim))
        return Moment(
            document=step.document,
            topic=trajectory.topic,
            state=state,
            facts=before,
            taught=taught,
            said=tuple(claim for claim in said if hears(claim)),
            observed=tuple(book.observed),
            hears=hears,
            new_id=book.new_id,
        )


def control_factory(name: str, summary: str, control: Control) -> MemoryFactory:
    """The factory of a control without options."""

    def build(context: MemoryContext) -> Gold:
        return Gold(context, control)

    return MemoryFactory(name, summary, build, kind="control", gold=True)


def commit(book: Ledger, store: Sequence[Fact], document: Document) -> None:
    """Make `store` the scope's facts, in its order, and log, fact by fact, what that did."""
    before = dict(book.facts)
    for fact in store:
        old = before.get(fact.id)
        former = [before[one] for one in fact.supersedes if old is None and one in before]
        kind = change(old, fact, former)
        if kind == "none" and old is not None and old.confidence == fact.confidence:
            book.facts[fact.id] = fact
        else:
            book.write(fact, kind, document)
    kept = {fact.id for fact in store}
    replaced = {one for fact in store for one in fact.supersedes}
    for gone in before:
        if gone not in kept:
            book.drop(gone, document, logged=gone not in replaced)
    book.facts = {fact.id: fact for fact in store}


def change(old: Fact | None, new: Fact, former: Sequence[Fact] = ()) -> OperationKind:
    """The effective operation from one form of a fact to the next, by the claims stated (method.md section 3).

    `former` are the vanished facts that a new one replaces.
    """
    if old is None:
        if not former:
            return "create"
        return "update" if all(_states(new) >= _states(one) for one in former) else "supersede"
    if new.disputed > old.disputed:
        return "conflict"
    if new.statement != old.statement and _states(new) != _states(old):
        return "update" if _states(new) > _states(old) else "supersede"
    return "reinforce" if _confirmed(old, new) else "none"


def _states(fact: Fact) -> frozenset[str]:
    return frozenset(claim for claim, score in fact.stated if score == YES)


def _confirmed(old: Fact, new: Fact) -> bool:
    if set(new.support) - set(old.support):
        return True
    if old.confidence is not None and new.confidence is not None and new.confidence > old.confidence + 1e-9:
        return True
    return old.updated is not None and new.updated is not None and new.updated > old.updated


def _step(stream: Stream, document: Document, scope: str) -> Step:
    for step in stream.steps:
        if step.document.id == document.id:
            return step
    raise UserError(f"document {document.id!r} is not in the stream of the scope {scope!r}")


def _gold(trajectory: Trajectory, step: Step) -> tuple[State | None, tuple[str, ...], tuple[str, ...]]:
    """The state, what its document says (D_i), and what it teaches (D_i and the claims that C_i adds)."""
    if step.state is None:
        return None, (), ()
    at = next((i for i, state in enumerate(trajectory.states) if state.index == step.state), None)
    if at is None:
        raise UserError(f"document {step.document.id!r} belongs to state {step.state}, which the trajectory lacks")
    state = trajectory.states[at]
    before = distinct(trajectory.states[at - 1].claims) if at else ()
    said = distinct(state.doc_claims)
    added = [claim for claim in distinct(state.claims) if claim not in before]
    return state, said, distinct([*said, *added])


def _expected(stream: Stream, query: str) -> frozenset[str]:
    asked = fold(query)
    for question in stream.trajectory.questions:
        if fold(question.text) == asked:
            return frozenset(fold(statement) for statement in question.expected)
    return frozenset()
