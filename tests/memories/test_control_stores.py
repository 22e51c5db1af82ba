"""What each control holds, document by document, on one stream worked out by hand.

==  ==========  =====  ========  =====  ==========
    document    C_i    D_i       by     confidence
==  ==========  =====  ========  =====  ==========
0   "text 0"    A B    A B       Ann    0.9
1   "text 1"    A B C  C X       Bo     0.8     (X is said but expected nowhere)
2   "chatter"   noise                   Nell
3   "text 3"    A B C  A         Ann    0.95    (reinforce)
4   "text 4"    A C E  E         Cy     0.7     (supersede: B goes)
==  ==========  =====  ========  =====  ==========
"""

from __future__ import annotations

import pytest

from memassay.errors import UserError
from memassay.memories import build
from memassay.memories.protocol import MemoryContext
from memassay.testing import Write, stores_after, stream_of
from memassay.types import Document, whole_text

STREAM = stream_of(
    "hand",
    "the alphabet",
    (
        Write("text 0", "Ann", ("A", "B"), confidence=0.9),
        Write("text 1", "Bo", ("A", "B", "C"), "update", ("C", "X"), 0.8),
        Write("chatter", "Nell"),
        Write("text 3", "Ann", ("A", "B", "C"), "reinforce", ("A",), 0.95),
        Write("text 4", "Cy", ("A", "C", "E"), "supersede", ("E",), 0.7),
    ),
    "Which letters?",
)


def control(name: str):
    return build(name, MemoryContext(streams={"scope": STREAM}))


async def held(name: str) -> list[list[str]]:
    """Per document, each fact as `id: claims it states YES (PARTIAL ones with a tilde)`."""
    stores = await stores_after(control(name), STREAM)
    return [
        [
            f"{fact.id}: " + " ".join(claim if score == 1 else f"~{claim}" for claim, score in fact.stated)
            for fact in store
        ]
        for store in stores
    ]


async def logged(name: str) -> list[str]:
    system = control(name)
    await stores_after(system, STREAM)
    log = await system.operations(scope="scope")
    return [f"{entry.document_id[-1]} {entry.kind} {entry.fact_id}" for entry in log]


@pytest.mark.anyio
async def test_null_holds_finds_and_tells_nothing():
    assert await held("null") == [[]] * 5
    system = control("null")
    await stores_after(system, STREAM)
    assert (await system.retrieve("Which letters?", k=10, scope="scope")).facts == ()
    assert await system.observations(scope="scope") == ()
    assert not any([system.describe().observations, system.describe().operations, system.describe().confidence])


@pytest.mark.anyio
async def test_vague_half_states_all_that_the_state_and_its_document_hold_and_never_moves():
    first, second, noise, third, fourth = await held("vague")
    assert first == ["f1: ~A ~B"]
    assert second == noise == ["f1: ~A ~B ~C ~X"]
    assert third == ["f1: ~A ~B ~C"]
    assert fourth == ["f1: ~A ~C ~E"]
    assert await logged("vague") == ["0 create f1"]
    stores = await stores_after(control("vague"), STREAM)
    assert {store[0].statement for store in stores} == {"Some matters concerning the alphabet were discussed."}


@pytest.mark.anyio
async def test_verbatim_holds_every_text_noise_too_and_states_what_it_says():
    own_text = whole_text(STREAM.steps[2].document)
    stores = await stores_after(control("verbatim"), STREAM)
    assert [fact.statement for fact in stores[-1]] == ["text 0", "text 1", "chatter", "text 3", "text 4"]
    assert (await held("verbatim"))[-1] == ["f1: A B", "f2: C X", f"f3: {own_text}", "f4: A", "f5: E"]
    assert await logged("verbatim") == [f"{i} create f{i + 1}" for i in range(5)]
    assert [fact.confidence for fact in stores[-1]] == [0.9, 0.8, None, 0.95, 0.7]


@pytest.mark.anyio
async def test_append_claims_adds_a_fact_for_each_claim_said_though_it_is_there_already():
    stores = await held("append-claims")
    assert stores[0] == ["f1: A", "f2: B"]
    assert stores[2] == stores[1] == ["f1: A", "f2: B", "f3: C", "f4: X"]
    assert stores[4] == ["f1: A", "f2: B", "f3: C", "f4: X", "f5: A", "f6: E"]
    assert await logged("append-claims") == [
        "0 create f1",
        "0 create f2",
        "1 create f3",
        "1 create f4",
        "3 create f5",
        "4 create f6",
    ]


@pytest.mark.anyio
async def test_overwrite_holds_what_the_last_document_says_under_one_id():
    assert await held("overwrite") == [["f1: A B"], ["f1: C X"], ["f1: C X"], ["f1: A"], ["f1: E"]]
    assert await logged("overwrite") == ["0 create f1", "1 supersede f1", "3 supersede f1", "4 supersede f1"]


@pytest.mark.anyio
async def test_overwrite_holds_nothing_once_a_document_says_nothing():
    stream = stream_of("mute", "letters", (Write("0", "Ann", ("A",)), Write("1", "Ann", ("A",), "reinforce", ())))
    system = build("overwrite", MemoryContext(streams={"scope": stream}))
    assert [len(store) for store in await stores_after(system, stream)] == [1, 0]
    assert [entry.kind for entry in await system.operations(scope="scope")] == ["create", "delete"]


@pytest.mark.anyio
async def test_frozen_holds_what_the_first_document_says():
    assert await held("frozen") == [["f1: A B"]] * 5
    assert await logged("frozen") == ["0 create f1"]


@pytest.mark.anyio
async def test_hoard_holds_every_claim_that_was_ever_held_or_said():
    stores = await held("hoard")
    assert stores[0] == ["f1: A", "f2: B"]
    assert stores[1] == stores[2] == stores[3] == ["f1: A", "f2: B", "f3: C", "f4: X"]
    assert stores[4] == ["f1: A", "f2: B", "f3: C", "f4: X", "f5: E"]
    assert "3 reinforce f1" in await logged("hoard")


@pytest.mark.anyio
async def test_only_oracle_and_overwrite_have_let_the_superseded_claim_go_at_the_end():
    """B is dropped by the last state: YES in the last store of those that keep both sides, or the old one."""
    names = ["oracle", "overwrite", "verbatim", "append-claims", "frozen", "hoard"]
    stating = []
    for name in names:
        last = (await stores_after(control(name), STREAM))[-1]
        stating.append(any(("B", 1.0) in fact.stated for fact in last))
    assert dict(zip(names, stating, strict=True)) == {
        "oracle": False,
        "overwrite": False,
        "verbatim": True,
        "append-claims": True,
        "frozen": True,
        "hoard": True,
    }


@pytest.mark.anyio
async def test_a_noise_document_moves_nothing_in_any_control_but_verbatim():
    for name in ["oracle", "null", "vague", "append-claims", "overwrite", "frozen", "hoard"]:
        stores = await stores_after(control(name), STREAM)
        assert stores[1] == stores[2], name


@pytest.mark.anyio
async def test_history_has_each_form_of_a_fact_and_what_brought_it():
    system = control("overwrite")
    await stores_after(system, STREAM)
    history = await system.history("f1", scope="scope")
    assert [(r.statement, r.change, r.trigger) for r in history] == [
        ("A; B", "create", "hand-0"),
        ("C; X", "supersede", "hand-1"),
        ("A", "supersede", "hand-3"),
        ("E", "supersede", "hand-4"),
    ]
    assert [r.confidence for r in history] == [0.9, 0.8, 0.95, 0.7]


@pytest.mark.anyio
async def test_a_control_without_the_scopes_stream_says_so():
    system = control("oracle")
    with pytest.raises(UserError, match="no stream was given for the scope 'elsewhere'"):
        await system.ingest(STREAM.steps[0].document, scope="elsewhere")


@pytest.mark.anyio
async def test_a_control_refuses_a_document_it_does_not_know():
    stranger = Document("stranger", STREAM.steps[0].document.timestamp, "Ann", "", "email", "text")
    with pytest.raises(UserError, match="'stranger' is not in the stream"):
        await control("oracle").ingest(stranger, scope="scope")
