"""What holds whatever a classifier decides: random documents, random decisions about what is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, product

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.memories.reference.records import Action, Change, FactRecord, ObservationRecord, Part, apply
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
        resolves = self.resolves and _may_resolve(self.action, candidates[self.fact % len(candidates)].fact, spot)
        return Decision(self.action, spot, ends, resolves, self.confidence)


def _spot(candidates: list[Candidate], fact: int, part: int | None) -> Spot:
    chosen = candidates[fact % len(candidates)].fact
    return Spot(chosen.id, None if part is None else part % len(chosen.parts))


def _may_resolve(action: Action, fact: FactRecord, spot: Spot) -> bool:
    """Whether a decision that resolves picks a side, or needs none."""
    side = spot.part is not None and any(one.touches(fact.parts[spot.part]) for one in fact.disputes)
    return side or action == "update" or (action == "supersede" and spot.part is None)


@dataclass(frozen=True)
class Paper:
    """One document."""

    author: str
    when: int
    whims: tuple[Whim, ...]


PARTS = (None, 0, 1, 2)
ENDS = ((), ((0, None),), ((1, 0),), ((0, 0), (2, 1)), ((1, None), (2, 0)))
OFTEN = (*ACTIONS, "conflict", "reinforce")
WHIMS = [Whim(*one) for one in product(OFTEN, range(3), PARTS, ENDS, (False, True), (None, 0.0, 0.3, 1.0))]

whims = st.sampled_from(WHIMS)
sources = st.sampled_from(list(product(AUTHORS, range(10))))
paper = st.builds(lambda source, lines: Paper(*source, tuple(lines)), sources, st.lists(whims, min_size=1, max_size=4))
papers = st.lists(paper, min_size=2, max_size=8)
guards = st.sampled_from(["off", "downgrade", "enrich"])


@dataclass
class Watched:
    """A memory, what was decided about each observation, and the facts after each document."""

    driven: Driven
    decided: dict[str, Decision] = field(default_factory=dict)
    stores: list[list[FactRecord]] = field(default_factory=list)

    @property
    def store(self) -> MemoryStore:
        """The store as it stands."""
        return self.driven.store

    def line(self, whim: Whim):
        """What the script holds for a line."""

        def decide(observation: ObservationRecord, candidates: list[Candidate]) -> Decision:
            shown = [candidate.fact for candidate in candidates]
            assert shown == self.store.facts()
            assert not any(fact.retired for fact in shown)
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
def test_the_log_alone_rebuilds_the_store_and_each_history_ends_in_what_its_fact_says(watched):
    changes, facts = watched.store.changes(), watched.store.facts(retired=True)
    assert list(replay(changes).values()) == facts
    assert [change.number for change in changes] == list(range(1, len(changes) + 1))
    apart = [change for fact in facts for change in watched.store.changes(fact.id)]
    assert sorted(apart, key=lambda change: change.number) == list(changes)
    for fact in facts:
        steps = anyio.run(lambda one=fact: watched.driven.memory.history(one.id, scope=SCOPE))
        assert [step.change == "create" for step in steps] == [True] + [False] * (len(steps) - 1)
        assert (steps[-1].statement, steps[-1].confidence) == (fact.statement, fact.confidence)


@MANY
@given(memories)
def test_confidence_stays_in_bounds_and_an_open_dispute_shows_two_sides_with_their_authors(watched):
    """Without a dispute the statement is the bare parts."""
    for change in watched.store.changes():
        assert 0 <= change.confidence <= (0.5 if change.disputes else 1)
    for fact in watched.store.facts():
        if not fact.disputes:
            assert fact.statement == " ".join(part.text for part in fact.parts)
        for dispute in fact.disputes:
            sides = [pair for pair in combinations(fact.parts, 2) if dispute.between(*pair)]
            assert sides
            for part in sides[0]:
                names = " and ".join(part.authors)
                assert (f"{names}: {part.text}" if names else part.text) in fact.statement


@MANY
@given(memories)
def test_no_observation_is_lost_and_a_fact_says_what_somebody_said(watched):
    """Each observation is listed, in order, and linked to the fact that it was about, or to the one that it made."""
    seen = {one.id: one for one in watched.store.observations()}
    assert list(seen) == list(watched.decided) == [f"o{n}" for n in range(1, len(seen) + 1)]
    facts = watched.store.facts(retired=True)
    for observation, decision in watched.decided.items():
        linked = [fact.id for fact in facts if observation in fact.linked]
        if decision.spot is not None:
            assert decision.spot.fact_id in linked
        else:
            assert len(linked) == (decision.action == "create")
    for change in watched.store.changes():
        assert change.observation_id in watched.store.fact(change.fact_id).linked
    for fact in facts:
        assert fact.parts
        assert set(fact.support) <= set(fact.linked)
        for part in fact.parts:
            assert part.text == seen[part.support[0]].statement
            assert list(part.authors) == list(dict.fromkeys(a for one in part.support if (a := seen[one].author)))


@MANY
@given(memories)
def test_what_retires_stays_as_it_was_for_ever_and_is_not_shown_counted_or_found(watched):
    """That it is no candidate either is asserted at each line, as it is read (`Watched.line`)."""
    retired: dict[str, FactRecord] = {}
    for facts in watched.stores:
        held = {fact.id: fact for fact in facts}
        assert all(held[fact_id] == fact for fact_id, fact in retired.items())
        retired.update({fact.id: fact for fact in facts if fact.retired})
    for fact_id, fact in retired.items():
        kinds = [change.kind for change in watched.store.changes(fact_id)]
        assert (kinds.count("delete"), kinds[-1]) == (1, "delete")
        assert fact.successor not in ("", fact_id)
    active = {fact.id for fact in watched.store.facts(retired=True)} - set(retired)
    snapshot = anyio.run(lambda: watched.driven.memory.snapshot(scope=SCOPE))
    found = anyio.run(lambda: watched.driven.memory.retrieve("Line", k=1000, scope=SCOPE))
    assert {fact.id for fact in snapshot.facts} == {fact.id for fact in found.facts} == active
    assert snapshot.count == watched.store.counts().active == len(active)
    assert set(watched.store.index.ids) == active


@MANY
@given(memories)
def test_times_are_those_of_documents_and_a_guard_lets_nothing_old_take_out_what_is_newer(watched):
    """`downgrade`: where a change is from before the fact's last update, each part still stands, and each dispute.

    `enrich`: so does each part that was said after the change, and each dispute of such a part.
    """
    held: dict[str, FactRecord] = {}
    for change in watched.store.changes():
        before = held.get(change.fact_id)
        after = held[change.fact_id] = apply(before, change)
        times = {one.time for one in watched.store.changes(after.id)}
        assert {after.created, after.updated, after.valid_from, after.valid_to or after.created} <= times
        assert after.updated == max(after.created, before.updated if before else after.created, after.updated)
        if before is not None:
            newer = _newer(before, change, watched.driven.settings["guard"])
            assert not (newer and after.retired)
            assert {part.text for part in newer} <= {part.text for part in after.parts}
            touched = {one for one in before.disputes if any(one.touches(part) for part in newer)}
            assert touched <= set(after.disputes)


def _newer(fact: FactRecord, change: Change, guard: str) -> list[Part]:
    """The parts of a fact that a guard keeps a change from taking out."""
    if guard == "downgrade":
        return list(fact.parts) if change.time < fact.updated else []
    return [part for part in fact.parts if guard == "enrich" and change.time < fact.said(part)]


@MANY
@given(st.lists(st.tuples(paper, st.none() | paper), min_size=1, max_size=6), guards)
def test_a_document_that_fails_leaves_no_trace(read, guard):
    """Told with documents in between that fail at their last line, the memory holds the same as without them."""

    async def disturbed() -> MemoryStore:
        watched = Watched(Driven({"guard": guard, **EVERYONE}, Flat()))
        for one, failing in read:
            if failing is not None:
                with pytest.raises(ZeroDivisionError):
                    await watched.hear(failing, lambda *_: 1 // 0)
                watched.driven.documents -= 1
            await watched.hear(one)
        return watched.store

    store, plain = anyio.run(disturbed), anyio.run(_read, [one for one, _ in read], guard).store
    assert store.changes() == plain.changes()
    assert store.observations() == plain.observations()
    assert store.facts(retired=True) == plain.facts(retired=True)
    assert store.counts() == plain.counts()
    for fact in store.facts():
        assert store.index.vector(fact.id).tolist() == plain.index.vector(fact.id).tolist()
