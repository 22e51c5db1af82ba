"""The oracle with a fault: what it holds differs from the oracle's by that fault and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.errors import UserError
from memassay.memories import build
from memassay.memories.controls.faulty import FAULTS, falls_on
from memassay.memories.protocol import MemoryContext
from memassay.testing import Write, stores_after, stream_of

LETTERS = tuple(f"claim {n}" for n in range(12))
STREAM = stream_of(
    "letters",
    "letters",
    (
        Write("0", "Ann", LETTERS[:8]),
        Write("1", "Bo", LETTERS[:10], "update"),
        Write("2", "Bo", LETTERS[4:11], "supersede"),
        Write("3", "Cy", LETTERS[4:12], "update"),
    ),
)


def context(seed: int = 0) -> MemoryContext:
    return MemoryContext(streams={"scope": STREAM}, seed=seed)


def stated(store) -> set[str]:
    return {claim for fact in store for claim, _ in fact.stated}


@pytest.mark.anyio
async def test_a_dropped_claim_is_neither_observed_nor_held_and_all_others_are():
    struck = {claim for claim in LETTERS if falls_on(claim, fault="drop", rate=0.3, seed=0)}
    assert 0 < len(struck) < len(LETTERS)
    system = build("faulty:fault=drop", context())
    stores = await stores_after(system, STREAM)
    states = STREAM.trajectory.states
    assert [stated(store) for store in stores] == [set(state.claims) - struck for state in states]
    assert {o.statement for o in await system.observations(scope="scope")} == set(LETTERS) - struck


@pytest.mark.anyio
async def test_a_reinforce_whose_words_are_dropped_confirms_nothing():
    """All claims fall at rate 1: the store stays empty, whatever the document restates."""
    stream = stream_of("r", "letters", (Write("0", "Ann", ("A",)), Write("1", "Bo", ("A",), "reinforce", ("A",))))
    system = build("faulty:fault=drop,rate=1", MemoryContext(streams={"scope": stream}))
    assert await stores_after(system, stream) == [(), ()]
    assert await system.operations(scope="scope") == ()


@pytest.mark.anyio
async def test_a_reinforce_of_dropped_claims_leaves_the_others_unconfirmed():
    """One claim falls, one is held; the second document restates the fallen one alone, at the same confidence."""
    fallen = next(claim for claim in LETTERS if falls_on(claim, fault="drop", rate=0.3, seed=0))
    kept = next(claim for claim in LETTERS if not falls_on(claim, fault="drop", rate=0.3, seed=0))
    stream = stream_of(
        "half",
        "letters",
        (Write("0", "Ann", (fallen, kept)), Write("1", "Bo", (fallen, kept), "reinforce", (fallen,))),
    )
    system = build("faulty:fault=drop", MemoryContext(streams={"scope": stream}))
    first, second = await stores_after(system, stream)
    assert first == second
    assert [fact.statement for fact in first] == [kept]


@pytest.mark.anyio
async def test_a_stale_claim_stays_in_its_fact_after_the_state_has_dropped_it():
    """State 2 drops claims 0 to 3; those struck stay asserted to the end, the rest go."""
    gone = LETTERS[:4]
    struck = {claim for claim in gone if falls_on(claim, fault="stale", rate=0.5, seed=1)}
    assert 0 < len(struck) < len(gone)
    stores = await stores_after(build("faulty:fault=stale,rate=0.5", context(seed=1)), STREAM)
    for store, state in zip(stores[2:], STREAM.trajectory.states[2:], strict=True):
        assert stated(store) == set(state.claims) | struck
        assert [fact.id for fact in store] == ["f1"]
        assert all(claim in store[0].statement for claim in struck)


@pytest.mark.anyio
async def test_a_stale_claim_outlives_its_group():
    stream = stream_of(
        "outlive",
        "letters",
        (
            Write("0", "Ann", ("A", "X"), groups=((0,), (1,))),
            Write("1", "Ann", ("A",), "supersede", (), groups=((0,),)),
        ),
    )
    system = build("faulty:fault=stale,rate=1", MemoryContext(streams={"scope": stream}))
    stores = await stores_after(system, stream)
    assert [fact.statement for fact in stores[1]] == ["A", "X"]
    assert stores[0] == stores[1]


@pytest.mark.anyio
async def test_a_duplicate_says_and_does_the_same_under_another_id():
    system = build("faulty:fault=duplicate,rate=1", context())
    stores = await stores_after(system, STREAM)
    for store in stores:
        assert [fact.id for fact in store] == ["f1", "f1-copy"]
        assert store[0].statement == store[1].statement
    kinds: dict[str, list[str]] = {}
    for entry in await system.operations(scope="scope"):
        kinds.setdefault(entry.fact_id, []).append(entry.kind)
    assert kinds == {
        "f1": ["create", "update", "supersede", "update"],
        "f1-copy": ["create", "update", "supersede", "update"],
    }


@pytest.mark.anyio
async def test_a_fault_at_rate_zero_is_the_oracle():
    expected = await stores_after(build("oracle", context()), STREAM)
    for fault in FAULTS:
        assert await stores_after(build(f"faulty:fault={fault},rate=0", context()), STREAM) == expected


@pytest.mark.anyio
async def test_the_same_claims_fall_in_every_run():
    for fault in FAULTS:
        one = await stores_after(build(f"faulty:fault={fault}", context(3)), STREAM)
        assert one == await stores_after(build(f"faulty:fault={fault}", context(3)), STREAM)


@given(st.text(), st.integers(), st.floats(0, 1), st.floats(0, 1))
def test_a_claim_that_falls_at_a_rate_falls_at_every_higher_one(claim, seed, one, other):
    low, high = sorted([one, other])
    if falls_on(claim, fault="drop", rate=low, seed=seed):
        assert falls_on(claim, fault="drop", rate=high, seed=seed)


def test_about_the_asked_share_of_claims_falls():
    """1,000 claims at 0.3: the standard deviation is 14.5, so 240 to 360 is four of them."""
    fallen = sum(falls_on(f"claim {n}", fault="drop", rate=0.3, seed=7) for n in range(1000))
    assert 240 < fallen < 360


def test_seed_and_fault_choose_other_claims():
    def fallen(**chosen):
        return [falls_on(claim, rate=0.5, **chosen) for claim in LETTERS]

    assert fallen(fault="drop", seed=0) != fallen(fault="drop", seed=1)
    assert fallen(fault="drop", seed=0) != fallen(fault="stale", seed=0)


def test_an_unknown_fault_names_the_known_ones():
    with pytest.raises(UserError, match="not 'dorp'; known: drop, duplicate, stale"):
        build("faulty:fault=dorp", context())


def test_without_a_named_fault_claims_are_dropped():
    assert FAULTS["drop"].summary in build("faulty", context()).describe().note


def test_a_rate_outside_a_share_is_refused():
    with pytest.raises(UserError, match=r"share from 0 to 1, not 1\.5"):
        build("faulty:fault=drop,rate=1.5", context())


def test_the_table_says_what_each_fault_must_move_and_where_it_is_found():
    assert {name: (fault.metric, fault.stage) for name, fault in FAULTS.items()} == {
        "drop": ("fact_accuracy", "extraction"),
        "stale": ("stale_rate", "none"),
        "duplicate": ("redundancy", "none"),
    }
