"""The oracle's store and operations on streams made by hand.

The stream without groups (claims A to E; one document each, one of noise behind the second)::

    state  C_i      D_i  action     confidence  author   store expected                       operation
    0      A B      A B  create     0.9         Ann      f1 "A; B" 0.9 Ann                    create
    1      A B C    C    update     0.8         Bo       f1 "A; B; C" 0.8 Ann, Bo             update
    noise                                                unchanged                            none
    2      A B C    A    reinforce  0.95        Ann      f1 the same text, 0.95               reinforce
    3      A B C D  D    conflict   0.6         Cy       f1 "A; B; C; D", one dispute         conflict
    4      A B C E  E    supersede  0.9         Bo       f1 "A; B; C; E", no dispute, no Cy   supersede
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.memories import build
from memassay.memories.protocol import MemoryContext
from memassay.testing import Write, stores_after, stream_of
from memassay.types import Action, Fact, Stream

PLAIN = stream_of(
    "plain",
    "letters",
    (
        Write("doc 0", "Ann", ("A", "B"), confidence=0.9),
        Write("doc 1", "Bo", ("A", "B", "C"), "update", confidence=0.8),
        Write("noise", "Nell"),
        Write("doc 2", "Ann", ("A", "B", "C"), "reinforce", ("A",), 0.95),
        Write("doc 3", "Cy", ("A", "B", "C", "D"), "conflict", confidence=0.6),
        Write("doc 4", "Bo", ("A", "B", "C", "E"), "supersede", confidence=0.9),
    ),
    "Which letters?",
)
GROUPED = stream_of(
    "grouped",
    "letters",
    (
        Write("doc 0", "Ann", ("A", "B", "X"), confidence=0.85, groups=((0, 1), (2,))),
        Write("doc 1", "Bo", ("A", "B", "X", "Y"), "update", confidence=0.85, groups=((0, 1), (2, 3))),
        Write("doc 2", "Bo", ("A", "B", "X", "Y"), "reinforce", ("X", "Y"), 0.9, ((0, 1), (2, 3))),
        Write("doc 3", "Cy", ("A", "B", "X", "Y", "Z"), "conflict", None, 0.6, ((0, 1), (2, 3, 4))),
        Write("doc 4", "Dee", ("A", "B", "Y", "W"), "supersede", None, 0.6, ((0, 1), (2, 3))),
        Write("doc 5", "Ann", ("A", "B", "Y", "W", "P", "Q"), "create", None, 0.6, ((0, 1), (2, 3), (4, 5))),
    ),
)


def oracle(stream: Stream):
    return build("oracle", MemoryContext(streams={"scope": stream}))


def diff(before: Sequence[Fact], after: Sequence[Fact]) -> list[tuple[str, str]]:
    """Effective operations as method.md section 3 words them; identity of claims is the entailment judge."""
    old = {fact.id: fact for fact in before}
    ids = {fact.id for fact in after}
    gone = {fact.id: fact for fact in before if fact.id not in ids}
    done: list[tuple[str, str]] = []
    for new in after:
        claims = {claim for claim, _ in new.stated}
        if new.id not in old:
            former = [gone.pop(one) for one in new.supersedes if one in gone]
            whole = all({claim for claim, _ in one.stated} <= claims for one in former)
            done.append((("update" if whole else "supersede") if former else "create", new.id))
            continue
        was = old[new.id]
        held = {claim for claim, _ in was.stated}
        if new.disputed > was.disputed:
            done.append(("conflict", new.id))
        elif new.statement != was.statement and claims != held:
            done.append(("update" if held <= claims else "supersede", new.id))
        elif set(new.support) - set(was.support) or new.confidence > was.confidence or new.updated > was.updated:
            done.append(("reinforce", new.id))
    return done + [("delete", one) for one in gone]


async def operations_per_document(stream: Stream) -> tuple[list[list[tuple[str, str]]], list[list[tuple[str, str]]]]:
    """Effective and native operations, document by document."""
    system = oracle(stream)
    stores = await stores_after(system, stream)
    effective = [diff(before, after) for before, after in zip([(), *stores], stores, strict=False)]
    log = await system.operations(scope="scope")
    native = [[(o.kind, o.fact_id) for o in log if o.document_id == step.document.id] for step in stream.steps]
    return effective, native


@pytest.mark.anyio
async def test_the_store_after_each_document_is_the_one_worked_out_above():
    stores = await stores_after(oracle(PLAIN), PLAIN)
    assert [len(store) for store in stores] == [1] * 6
    facts = [store[0] for store in stores]
    assert [fact.id for fact in facts] == ["f1"] * 6
    assert [fact.statement for fact in facts] == ["A; B", "A; B; C", "A; B; C", "A; B; C", "A; B; C; D", "A; B; C; E"]
    assert [fact.confidence for fact in facts] == [0.9, 0.8, 0.8, 0.95, 0.6, 0.9]
    assert [fact.disputed for fact in facts] == [0, 0, 0, 0, 1, 0]
    people = [("Ann",), ("Ann", "Bo"), ("Ann", "Bo"), ("Ann", "Bo"), ("Ann", "Bo", "Cy"), ("Ann", "Bo")]
    assert [fact.authors for fact in facts] == people
    assert [fact.updated for fact in facts] == [PLAIN.steps[i].document.timestamp for i in (0, 1, 1, 3, 4, 5)]
    assert {fact.created for fact in facts} == {PLAIN.steps[0].document.timestamp}
    assert [len(fact.support) for fact in facts] == [2, 3, 3, 4, 5, 6]


@pytest.mark.anyio
async def test_each_of_the_five_actions_is_the_only_operation_without_groups():
    effective, native = await operations_per_document(PLAIN)
    kinds = ["create", "update", None, "reinforce", "conflict", "supersede"]
    expected = [[(kind, "f1")] if kind else [] for kind in kinds]
    assert effective == expected
    assert native == expected


@pytest.mark.anyio
async def test_each_of_the_five_actions_is_the_only_operation_with_groups():
    """State 0 makes both groups.  At state 2 the document restates f2 alone, but the rise to 0.9 is on f1 too."""
    effective, native = await operations_per_document(GROUPED)
    expected = [
        [("create", "f1"), ("create", "f2")],
        [("update", "f2")],
        [("reinforce", "f1"), ("reinforce", "f2")],
        [("conflict", "f2")],
        [("supersede", "f2")],
        [("create", "f3")],
    ]
    assert effective == expected
    assert native == expected


@pytest.mark.anyio
async def test_a_group_that_no_state_touches_keeps_all_but_its_confidence():
    """f1 is in no document after the first; its confidence follows the rise at `reinforce`, the fall at `conflict`."""
    first = [store[0] for store in await stores_after(oracle(GROUPED), GROUPED)]
    assert [fact.confidence for fact in first] == [0.85, 0.85, 0.9, 0.6, 0.6, 0.6]
    assert {dataclasses.replace(fact, confidence=None) for fact in first} == {
        dataclasses.replace(first[0], confidence=None)
    }


@pytest.mark.anyio
async def test_a_rise_outside_reinforce_stays_with_the_touched_group():
    stream = stream_of(
        "rise",
        "letters",
        (
            Write("0", "Ann", ("A", "X"), confidence=0.7, groups=((0,), (1,))),
            Write("1", "Ann", ("A", "X", "Y"), "update", None, 0.9, ((0,), (1, 2))),
        ),
    )
    stores = await stores_after(oracle(stream), stream)
    assert [fact.confidence for fact in stores[1]] == [0.7, 0.9]
    assert diff(stores[0], stores[1]) == [("update", "f2")]


@pytest.mark.anyio
async def test_a_vanished_group_is_deleted_and_its_id_is_not_given_again():
    stream = stream_of(
        "gone",
        "letters",
        (
            Write("0", "Ann", ("A", "X"), groups=((0,), (1,))),
            Write("1", "Ann", ("A",), "supersede", ("X is over",), groups=((0,),)),
            Write("2", "Ann", ("A", "Z"), "create", groups=((0,), (1,))),
        ),
    )
    stores = await stores_after(oracle(stream), stream)
    assert [[fact.id for fact in store] for store in stores] == [["f1", "f2"], ["f1"], ["f1", "f3"]]
    assert diff(stores[0], stores[1]) == [("delete", "f2")]


@pytest.mark.anyio
async def test_a_group_replaced_whole_is_one_supersede_by_the_link_to_the_old_fact():
    stream = stream_of(
        "whole",
        "letters",
        (
            Write("0", "Ann", ("A", "X"), groups=((0,), (1,))),
            Write("1", "Ann", ("A", "Z"), "supersede", groups=((0,), (1,))),
        ),
    )
    effective, native = await operations_per_document(stream)
    assert effective[1] == native[1] == [("supersede", "f3")]


@pytest.mark.anyio
async def test_of_two_new_groups_the_first_is_linked_to_what_vanished():
    stream = stream_of(
        "two",
        "letters",
        (
            Write("0", "Ann", ("A", "X"), groups=((0,), (1,))),
            Write("1", "Ann", ("B", "Y"), "supersede", groups=((0,), (1,))),
        ),
    )
    stores = await stores_after(oracle(stream), stream)
    assert [(fact.id, fact.supersedes) for fact in stores[1]] == [("f3", ("f1", "f2")), ("f4", ())]


@pytest.mark.anyio
async def test_a_group_that_splits_leaves_its_id_to_the_larger_part():
    """f1 = A B C gives C to a new group: A B has two claims in common with f1, C X only one."""
    stream = stream_of(
        "split",
        "letters",
        (
            Write("0", "Ann", ("A", "B", "C"), groups=((0, 1, 2),)),
            Write("1", "Ann", ("A", "B", "C", "X"), "update", groups=((2, 3), (0, 1))),
        ),
    )
    stores = await stores_after(oracle(stream), stream)
    assert [(fact.id, fact.statement) for fact in stores[1]] == [("f2", "C; X"), ("f1", "A; B")]


@pytest.mark.anyio
async def test_an_update_that_restates_another_group_in_passing_leaves_that_group_alone():
    stream = stream_of(
        "passing",
        "letters",
        (
            Write("0", "Ann", ("A", "X"), groups=((0,), (1,))),
            Write("1", "Bo", ("A", "X", "Y"), "update", ("A", "Y"), groups=((0,), (1, 2))),
        ),
    )
    stores = await stores_after(oracle(stream), stream)
    assert stores[0][0] == stores[1][0]
    assert diff(stores[0], stores[1]) == [("update", "f2")]


@pytest.mark.anyio
async def test_a_reinforce_that_adds_a_claim_still_confirms_what_it_restates():
    stream = stream_of(
        "both",
        "letters",
        (
            Write("0", "Ann", ("A", "X"), groups=((0,), (1,))),
            Write("1", "Bo", ("A", "X", "Y"), "reinforce", ("A", "Y"), groups=((0,), (1, 2))),
        ),
    )
    stores = await stores_after(oracle(stream), stream)
    assert diff(stores[0], stores[1]) == [("reinforce", "f1"), ("update", "f2")]


@pytest.mark.anyio
async def test_one_fact_keeps_its_id_though_all_its_claims_change():
    stream = stream_of("turn", "letters", (Write("0", "Ann", ("A",)), Write("1", "Ann", ("B",), "supersede")))
    effective, native = await operations_per_document(stream)
    assert effective == native == [[("create", "f1")], [("supersede", "f1")]]


@pytest.mark.anyio
async def test_a_dropped_claim_that_the_state_implies_stays_stated_so_the_change_is_an_update():
    """The claim "3.2 TB" takes the place of "about 3 TB" and entails it."""
    stream = stream_of(
        "implied", "sizes", (Write("0", "Ann", ("about 3 TB",)), Write("1", "Ann", ("3.2 TB",), "update"))
    )
    states = stream.trajectory.states
    states = (states[0], dataclasses.replace(states[1], implied=("about 3 TB",)))
    stream = dataclasses.replace(stream, trajectory=dataclasses.replace(stream.trajectory, states=states))
    effective, native = await operations_per_document(stream)
    assert effective == native == [[("create", "f1")], [("update", "f1")]]


@pytest.mark.anyio
async def test_listed_authors_win_over_those_who_wrote():
    states = list(PLAIN.trajectory.states)
    states[1] = dataclasses.replace(states[1], expected_authors={0: ("Ann",), 2: ("Zed",)})
    stream = dataclasses.replace(PLAIN, trajectory=dataclasses.replace(PLAIN.trajectory, states=tuple(states)))
    stores = await stores_after(oracle(stream), stream)
    assert stores[1][0].authors == ("Ann", "Zed")


@pytest.mark.anyio
async def test_a_claim_in_no_group_is_a_fact_of_its_own():
    stream = stream_of("loose", "letters", (Write("0", "Ann", ("A", "B", "C"), groups=((0, 2),)),))
    stores = await stores_after(oracle(stream), stream)
    assert [fact.statement for fact in stores[0]] == ["A; C", "B"]


@pytest.mark.anyio
async def test_a_document_that_restates_nothing_held_confirms_the_whole_store_at_reinforce():
    """D_1 = "seen again" is in no C_j; the fact still has the new date and the observation behind it."""
    stream = stream_of(
        "outside", "letters", (Write("0", "Ann", ("A",)), Write("1", "Bo", ("A",), "reinforce", ("seen again",)))
    )
    stores = await stores_after(oracle(stream), stream)
    assert diff(stores[0], stores[1]) == [("reinforce", "f1")]
    assert stores[1][0].support == ("o1", "o2")


@pytest.mark.anyio
async def test_observations_are_what_each_document_says_and_what_its_state_adds():
    """D_1 of the out-of-order kind says "weighing B" while C_1 adds "B rejected": both are taught, once each."""
    stream = stream_of(
        "order",
        "letters",
        (Write("0", "Ann", ("A", "A")), Write("1", "Bo", ("A", "B rejected"), "update", ("weighing  B",))),
    )
    system = oracle(stream)
    await stores_after(system, stream)
    seen = await system.observations(scope="scope")
    assert [(o.id, o.statement, o.document_id, o.stated) for o in seen] == [
        ("o1", "A", "order-0", (("A", 1.0),)),
        ("o2", "weighing B", "order-1", (("weighing B", 1.0),)),
        ("o3", "B rejected", "order-1", (("B rejected", 1.0),)),
    ]


@pytest.mark.anyio
async def test_search_puts_facts_that_state_the_expected_answer_first_and_cuts_at_k():
    stream = stream_of(
        "ask",
        "letters",
        (Write("0", "Ann", ("A", "B", "C"), groups=((0,), (1,), (2,))),),
        "Which letters?",
    )
    question = dataclasses.replace(stream.trajectory.questions[0], expected=("C",))
    stream = dataclasses.replace(stream, trajectory=dataclasses.replace(stream.trajectory, questions=(question,)))
    system = oracle(stream)
    await stores_after(system, stream)
    found = await system.retrieve("Which  letters?", k=2, scope="scope")
    assert [fact.statement for fact in found.facts] == ["C", "A"]
    other = await system.retrieve("Something else?", k=10, scope="scope")
    assert [fact.statement for fact in other.facts] == ["A", "B", "C"]


@st.composite
def trajectories(draw):
    """Streams that keep the rules of a corpus: one group touched a state, confidence rising at `reinforce` only."""
    groups = [[f"g{g}c{c}" for c in range(draw(st.integers(1, 3)))] for g in range(draw(st.integers(1, 3)))]
    writes, confidence = [_write(groups, "create", None, 0.9)], 0.9
    for fresh in range(draw(st.integers(0, 5))):
        action: Action = draw(st.sampled_from(["update", "reinforce", "conflict", "supersede", "create"]))
        group = draw(st.sampled_from(groups))
        said = None
        if action == "reinforce":
            said = tuple(draw(st.lists(st.sampled_from(group), min_size=1, unique=True)))
            confidence = draw(st.integers(round(confidence * 100), 100)) / 100
        elif action == "create":
            groups.append([f"new{fresh}"])
        else:
            confidence = draw(st.integers(0, round(confidence * 100))) / 100
            if action == "supersede":
                group.remove(draw(st.sampled_from(group)))
            group.append(f"new{fresh}")
        writes.append(_write(groups, action, said, confidence))
        if draw(st.booleans()):
            writes.append(Write("noise", "Nell"))
    return stream_of("drawn", "letters", writes)


def _write(groups, action, said, confidence):
    claims = tuple(claim for group in groups for claim in group)
    positions = tuple(tuple(claims.index(claim) for claim in group) for group in groups)
    return Write("text", "Ann", claims, action, said, confidence, positions)


@pytest.mark.anyio
@settings(deadline=None, max_examples=60)
@given(stream=trajectories())
async def test_on_any_lawful_stream_each_operation_is_the_expected_action_and_every_claim_is_held(stream):
    effective, native = await operations_per_document(stream)
    assert effective == native
    stores = await stores_after(oracle(stream), stream)
    for step, operations, store in zip(stream.steps, effective, stores, strict=True):
        if step.state is None:
            assert operations == []
            continue
        state = stream.trajectory.states[step.state]
        assert {kind for kind, _ in operations} == {state.action}
        assert {claim for fact in store for claim, _ in fact.stated} == set(state.claims)
        assert {fact.confidence for fact in store} == {state.confidence}
