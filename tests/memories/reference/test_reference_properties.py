"""What holds whatever a classifier decides: random documents, random decisions about what is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.memories.reference.records import Action, FactRecord, ObservationRecord
from memassay.memories.reference.replay import replay
from memassay.memories.reference.stages import Candidate, Decision, Spot
from memassay.memories.reference.store import MemoryStore

from .driving import SCOPE, Driven, Flat

AUTHORS = ("Ann", "Bo", "Cy", "")
ACTIONS: tuple[Action, ...] = ("create", "update", "reinforce", "conflict", "supersede", "none")
EVERYONE = {"floor": 0.0, "candidates": 1000}
MANY = settings(max_examples=200)


@dataclass(frozen=True)
class Whim:
    """What one line does, in numbers that are read against whatever facts there are when it comes."""

    action: Action
    fact: int
    part: int | None
    ends: tuple[tuple[int, int | None], ...]
    resolves: bool
    confidence: float | None

    def decide(self, candidates: list[Candidate]) -> Decision:
        """The decision about these facts; without any, or with a bare `none`, about nothing."""
        if self.action == "create" or not candidates:
            return Decision("create" if self.action != "none" else "none", confidence=self.confidence)
        if self.action == "none" and self.part is None:
            return Decision("none")
        ends = tuple(_spot(candidates, fact, part) for fact, part in self.ends)
        spot = _spot(candidates, self.fact, self.part)
        return Decision(self.action, spot, ends, self.resolves, self.confidence)


def _spot(candidates: list[Candidate], fact: int, part: int | None) -> Spot:
    chosen = candidates[fact % len(candidates)].fact
    return Spot(chosen.id, None if part is None else part % len(chosen.parts))


@dataclass(frozen=True)
class Paper:
    """One document."""

    author: str
    when: int
    whims: tuple[Whim, ...]


places = st.integers(0, 5)
parts = st.none() | places
whims = st.builds(
    Whim,
    action=st.sampled_from(ACTIONS),
    fact=places,
    part=parts,
    ends=st.lists(st.tuples(places, parts), max_size=2).map(tuple),
    resolves=st.booleans(),
    confidence=st.none() | st.floats(0, 1),
)
papers = st.lists(
    st.builds(Paper, st.sampled_from(AUTHORS), st.integers(0, 9), st.lists(whims, min_size=1, max_size=4).map(tuple)),
    min_size=1,
    max_size=6,
)
guards = st.sampled_from(["off", "downgrade", "enrich"])


@dataclass
class Watched:
    """A memory, what was decided about each observation, and the facts after each document."""

    driven: Driven
    decided: dict[str, Decision] = field(default_factory=dict)
    stores: list[list[FactRecord]] = field(default_factory=list)
    shown: list[set[str]] = field(default_factory=list)

    @property
    def store(self) -> MemoryStore:
        """The store as it stands."""
        return self.driven.store

    def line(self, whim: Whim):
        """What the script holds for a line."""

        def decide(observation: ObservationRecord, candidates: list[Candidate]) -> Decision:
            self.shown.append({candidate.fact.id for candidate in candidates})
            assert not any(candidate.fact.retired for candidate in candidates)
            assert self.shown[-1] == {fact.id for fact in self.store.facts()}
            decision = whim.decide(candidates)
            self.decided[observation.id] = decision
            return decision

        return decide

    async def hear(self, paper: Paper, *more) -> None:
        """Take in one document; `more` are functions for lines at its end."""
        first = self.driven.documents * 10
        lines = {f"Line {first + n}.": self.line(whim) for n, whim in enumerate(paper.whims)}
        lines.update({f"Last {first + n}.": one for n, one in enumerate(more)})
        await self.driven.hear(paper.author, paper.when, lines)
        self.stores.append(self.store.facts(retired=True))


async def _read(read: list[Paper], guard: str) -> Watched:
    watched = Watched(Driven({"guard": guard, **EVERYONE}, Flat()))
    for paper in read:
        await watched.hear(paper)
    return watched


memories = st.builds(lambda read, guard: anyio.run(_read, read, guard), papers, guards)


@MANY
@given(memories)
def test_the_log_alone_rebuilds_the_store(watched):
    assert list(replay(watched.store.changes()).values()) == watched.store.facts(retired=True)


@MANY
@given(memories)
def test_changes_are_numbered_without_a_gap_and_each_is_in_one_history(watched):
    changes = watched.store.changes()
    assert [change.number for change in changes] == list(range(1, len(changes) + 1))
    apart = [change for fact in watched.store.facts(retired=True) for change in watched.store.changes(fact.id)]
    assert sorted(apart, key=lambda change: change.number) == list(changes)


@MANY
@given(memories)
def test_each_history_starts_with_a_create_and_ends_in_what_the_fact_says(watched):
    for fact in watched.store.facts(retired=True):
        steps = anyio.run(lambda one=fact: watched.driven.memory.history(one.id, scope=SCOPE))
        assert [step.change == "create" for step in steps] == [True] + [False] * (len(steps) - 1)
        assert (steps[-1].statement, steps[-1].confidence) == (fact.statement, fact.confidence)


@MANY
@given(memories)
def test_confidence_stays_in_bounds_and_under_the_cap_while_a_dispute_is_open(watched):
    for change in watched.store.changes():
        assert 0 <= change.confidence <= (0.5 if change.disputes else 1)


@MANY
@given(memories)
def test_no_observation_is_lost(watched):
    """Each is listed, in order, and linked to the fact that it was about, or to the one that it made."""
    seen = [one.id for one in watched.store.observations()]
    assert seen == [f"o{n}" for n in range(1, len(watched.decided) + 1)]
    first = {fact.linked[0]: fact for fact in watched.store.facts(retired=True)}
    for observation, decision in watched.decided.items():
        if decision.action == "create":
            assert observation in first
        elif decision.spot is not None:
            assert observation in watched.store.fact(decision.spot.fact_id).linked
        else:
            assert all(observation not in fact.linked for fact in watched.store.facts(retired=True))


@MANY
@given(memories)
def test_what_retires_stays_as_it_was_for_ever(watched):
    retired: dict[str, FactRecord] = {}
    for facts in watched.stores:
        held = {fact.id: fact for fact in facts}
        assert all(held[fact_id] == fact for fact_id, fact in retired.items())
        retired.update({fact.id: fact for fact in facts if fact.retired})
    for fact_id in retired:
        kinds = [change.kind for change in watched.store.changes(fact_id)]
        assert kinds.count("delete") == 1
        assert kinds[-1] == "delete"


@MANY
@given(memories)
def test_what_retired_is_not_shown_counted_or_found(watched):
    """Candidates are checked at each line, as it is read (`Watched.line`)."""
    active = {fact.id for fact in watched.store.facts(retired=True) if not fact.retired}
    snapshot = anyio.run(lambda: watched.driven.memory.snapshot(scope=SCOPE))
    found = anyio.run(lambda: watched.driven.memory.retrieve("Line", k=1000, scope=SCOPE))
    assert {fact.id for fact in snapshot.facts} == {fact.id for fact in watched.store.facts()} == active
    assert snapshot.count == watched.store.counts().active == len(active)
    assert {fact.id for fact in found.facts} <= active
    assert set(watched.store.index.ids) == active


@MANY
@given(memories)
def test_a_retired_fact_names_the_one_in_its_place(watched):
    """The successor was made before, or is itself superseded by then; it is another fact, and was active."""
    for change in watched.store.changes():
        assert bool(change.successor) == (change.kind == "delete")
        if change.successor:
            before = replay(watched.store.changes()[: change.number])
            assert not before[change.successor].retired


@MANY
@given(memories)
def test_every_open_dispute_shows_two_sides_with_their_authors(watched):
    for fact in watched.store.facts():
        for dispute in fact.disputes:
            sides = [pair for pair in combinations(fact.parts, 2) if dispute.between(*pair)]
            assert sides
            for part in sides[0]:
                names = " and ".join(part.authors)
                assert (f"{names}: {part.text}" if names else part.text) in fact.statement


@MANY
@given(memories)
def test_a_statement_without_a_dispute_is_its_bare_parts(watched):
    for fact in watched.store.facts():
        if not fact.disputes:
            assert fact.statement == " ".join(part.text for part in fact.parts)


@MANY
@given(memories)
def test_a_fact_always_says_something_that_somebody_said(watched):
    """Texts, support and authors of each part are of observations that are linked to the fact."""
    seen = {one.id: one for one in watched.store.observations()}
    for fact in watched.store.facts(retired=True):
        assert fact.parts
        assert set(fact.support) <= set(fact.linked) <= set(seen)
        for part in fact.parts:
            assert part.support
            assert part.text == seen[part.support[0]].statement
            assert set(part.authors) == {seen[one].author for one in part.support} - {""}


@MANY
@given(memories)
def test_times_are_those_of_documents_and_updated_is_never_before_created(watched):
    for fact in watched.store.facts(retired=True):
        times = {change.time for change in watched.store.changes(fact.id)}
        assert {fact.created, fact.updated, fact.valid_from} <= times
        assert fact.created <= fact.updated
        assert fact.valid_to is None or fact.valid_to in times


@MANY
@given(papers, st.sampled_from(["downgrade", "enrich"]))
def test_with_a_guard_nothing_old_takes_a_word_out_of_a_newer_fact(read, guard):
    """Change by change: where the time is before the fact's last update, each part is still there, in its words."""
    watched = anyio.run(_read, read, guard)
    facts: dict[str, FactRecord] = {}
    for change in watched.store.changes():
        before = facts.get(change.fact_id)
        facts = replay(watched.store.changes()[: change.number])
        if before is not None and change.time < before.updated:
            assert change.kind not in ("supersede", "delete")
            assert {part.text for part in before.parts} <= {part.text for part in facts[change.fact_id].parts}
            assert set(before.disputes) <= set(change.disputes)


@MANY
@given(papers, guards, st.data())
def test_a_document_that_fails_leaves_no_trace(read, guard, data):
    """Told with failures in between, the memory holds the same as without them."""
    plain = anyio.run(_read, read, guard)
    failing = data.draw(st.lists(st.booleans(), min_size=len(read), max_size=len(read)))
    other = data.draw(
        st.lists(
            st.builds(Paper, st.just("Di"), places, st.lists(whims, max_size=3).map(tuple)),
            min_size=len(read),
            max_size=len(read),
        )
    )

    async def disturbed() -> Driven:
        watched = Watched(Driven({"guard": guard, **EVERYONE}, Flat()))
        for paper, fails, noise in zip(read, failing, other, strict=True):
            if fails:
                with pytest.raises(ZeroDivisionError):
                    await watched.hear(noise, lambda *_: 1 // 0)
                watched.driven.documents -= 1
            await watched.hear(paper)
        return watched.driven

    store = anyio.run(disturbed).store
    assert store.changes() == plain.store.changes()
    assert store.observations() == plain.store.observations()
    assert store.facts(retired=True) == plain.store.facts(retired=True)
    assert store.counts() == plain.store.counts()
    for fact in store.facts():
        assert store.index.vector(fact.id).tolist() == plain.store.index.vector(fact.id).tolist()


@MANY
@given(papers, guards)
def test_the_same_documents_and_decisions_give_the_same_store(read, guard):
    one, other = anyio.run(_read, read, guard), anyio.run(_read, read, guard)
    assert one.store.changes() == other.store.changes()
