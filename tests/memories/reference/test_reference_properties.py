"""Whatever a classifier decides, these hold: nothing is lost, nothing comes back, the log is the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import anyio
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.memories.reference.records import FactRecord, ObservationRecord, apply
from memassay.memories.reference.replay import replay
from memassay.memories.reference.settings import REFERENCE, Settings
from memassay.memories.reference.stages import Candidate, Decision, Spot
from memassay.memories.reference.store import MemoryStore
from memassay.memories.reference.synthesis import JoiningSynthesizer
from memassay.memories.reference.system import Reference, Stages
from memassay.testing import HashEmbedder
from memassay.testing.scripted_memory import LineExtractor
from memassay.types import Document

START = datetime(2012, 3, 5, 9, tzinfo=UTC)
SCOPE = "harbour"
ACTIONS = ("create", "update", "reinforce", "conflict", "supersede", "none")


@dataclass
class Wild:
    """A classifier that does what it is dealt: any action, on any active fact and part, ending any others."""

    dealt: list[tuple[str, int, int, bool, bool, float | None]]
    store: MemoryStore
    shown: list[str] = field(default_factory=list)

    async def classify(self, observation: ObservationRecord, candidates: Sequence[Candidate]) -> Decision:
        self.shown += [one.fact.id for one in candidates if one.fact.retired]
        action, which, part, whole, resolves, confidence = self.dealt.pop(0)
        facts = self.store.facts()
        if action == "create" or not facts:
            return Decision("create", confidence=confidence)
        if action == "none" and whole:
            return Decision("none")
        fact = facts[which % len(facts)]
        spot = Spot(fact.id, None if whole else part % len(fact.parts))
        other = facts[(which + 1) % len(facts)]
        ends = (Spot(other.id, part % len(other.parts)), Spot(other.id, None)) if part % 2 else ()
        return Decision(action, spot, ends[: 1 + whole], resolves, confidence)  # type: ignore[arg-type]


DEALT = st.tuples(
    st.sampled_from(ACTIONS),
    st.integers(0, 5),
    st.integers(0, 5),
    st.booleans(),
    st.booleans(),
    st.none() | st.floats(0, 1),
)
DOCUMENT = st.tuples(
    st.sampled_from(["Ann", "Bo", "Cy", ""]), st.integers(-5, 5), st.lists(DEALT, min_size=1, max_size=4)
)
GUARDS = st.sampled_from(["off", "downgrade", "enrich"])


@dataclass
class Lived:
    """A memory after a wild life, and what was seen on the way."""

    store: MemoryStore
    memory: Reference
    retired: list[set[str]]
    shown_retired: list[str]
    heard: int


async def live(documents, guard: str) -> Lived:
    store = MemoryStore()
    wild = Wild([one for _, _, dealt in documents for one in dealt], store)
    chosen = Settings(guard=guard, floor=0.0)  # type: ignore[arg-type]
    stages = Stages(LineExtractor(), wild, JoiningSynthesizer(), HashEmbedder())
    memory = Reference(stages, chosen, lambda _: store)
    retired: list[set[str]] = []
    heard = 0
    for number, (author, day, dealt) in enumerate(documents):
        lines = [f"statement {heard + i} of the harbour" for i in range(len(dealt))]
        heard += len(lines)
        document = Document(f"d{number}", START + timedelta(days=day), author, "", "email", "\n".join(lines))
        await memory.ingest(document, scope=SCOPE)
        retired.append({fact.id for fact in store.facts(retired=True) if fact.retired})
    return Lived(store, memory, retired, wild.shown, heard)


def lived(documents, guard: str) -> Lived:
    return anyio.run(live, documents, guard)


LIVES = given(st.lists(DOCUMENT, min_size=1, max_size=7), GUARDS)
OFTEN = settings(max_examples=120, deadline=None)


@OFTEN
@LIVES
def test_the_log_alone_rebuilds_the_store(documents, guard):
    store = lived(documents, guard).store
    assert list(replay(store.changes()).values()) == list(store.facts(retired=True))
    assert [change.number for change in store.changes()] == list(range(1, len(store.changes()) + 1))


@OFTEN
@LIVES
def test_every_history_ends_in_what_the_fact_says_and_how_sure_it_is(documents, guard):
    life = lived(documents, guard)
    for fact in life.store.facts(retired=True):
        last = anyio.run(lambda fact=fact: life.memory.history(fact.id, scope=SCOPE))[-1]
        assert (last.statement, last.confidence) == (fact.statement, fact.confidence)


@OFTEN
@LIVES
def test_confidence_stays_between_0_and_1_and_under_the_cap_while_disputed(documents, guard):
    store = lived(documents, guard).store
    for change in store.changes():
        assert 0 <= change.confidence <= 1
        if change.disputes and change.kind not in ("delete", "supersede"):
            assert change.confidence <= REFERENCE.disputed


@OFTEN
@LIVES
def test_no_observation_is_lost_and_each_is_linked_unless_it_did_nothing(documents, guard):
    life = lived(documents, guard)
    observations = life.store.observations()
    assert [one.statement for one in observations] == [f"statement {i} of the harbour" for i in range(life.heard)]
    linked = {one for fact in life.store.facts(retired=True) for one in fact.linked}
    did = {change.observation_id for change in life.store.changes()}
    assert linked == did
    assert did <= {one.id for one in observations}


@OFTEN
@LIVES
def test_what_has_retired_never_comes_back(documents, guard):
    life = lived(documents, guard)
    for before, after in zip(life.retired, life.retired[1:], strict=False):
        assert before <= after
    assert life.shown_retired == []
    gone = life.retired[-1]
    asked = anyio.run(lambda: life.memory.retrieve("statement of the harbour", k=50, scope=SCOPE))
    held = anyio.run(lambda: life.memory.snapshot(scope=SCOPE))
    assert gone.isdisjoint(fact.id for fact in (*asked.facts, *held.facts))
    assert held.count == len(held.facts) == len(asked.facts)


@OFTEN
@LIVES
def test_a_fact_says_something_that_was_said_and_its_authors_are_those_who_said_it(documents, guard):
    store = lived(documents, guard).store
    by_id = {one.id: one for one in store.observations()}
    for fact in store.facts(retired=True):
        assert fact.parts
        assert set(fact.support) <= set(fact.linked)
        for part in fact.parts:
            assert part.text in {by_id[one].statement for one in part.support}
            assert list(part.authors) == list(dict.fromkeys(a for one in part.support if (a := by_id[one].author)))


@OFTEN
@LIVES
def test_both_sides_of_an_open_dispute_are_in_the_statement(documents, guard):
    store = lived(documents, guard).store
    for fact in store.facts():
        said = set(fact.support)
        for dispute in fact.disputes:
            assert dispute.against in said
            assert not said.isdisjoint(dispute.standing)


@OFTEN
@LIVES
def test_a_guard_that_is_on_lets_no_older_observation_take_a_newer_ones_place(documents, guard):
    """Where an older observation changed a fact, all parts that were there are still there."""
    store = lived(documents, guard).store
    if guard == "off":
        return
    facts: dict[str, FactRecord] = {}
    for change in store.changes():
        former = facts.get(change.fact_id)
        if former is not None and change.time < former.updated:
            assert change.kind not in ("supersede", "delete")
            assert [part.text for part in change.parts][: len(former.parts)] == [part.text for part in former.parts]
        facts[change.fact_id] = apply(former, change)
