"""The judge `exact`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memassay.judges import JUDGES, Request, claim_hypothesis
from memassay.judges.exact import ExactJudge
from memassay.judges.protocol import Prompt
from memassay.types import NO, PARTIAL, YES, Fact, Verdict

CLAIMS = st.sampled_from(["a", "b", "c"])
STATED = st.lists(st.tuples(CLAIMS, st.sampled_from([YES, PARTIAL])), max_size=3).map(tuple)


def fact(name: str, *stated: tuple[str, float]) -> Fact:
    return Fact(id=name, statement=f"text of {name}", stated=stated)


async def ask(hypothesis: Fact, *premises: Fact, prompt: Prompt = "entail") -> Verdict:
    return (await ExactJudge().judge([Request(prompt, hypothesis, premises)]))[0]


@pytest.mark.anyio
async def test_a_claim_is_held_where_a_premise_states_it() -> None:
    verdict = await ask(claim_hypothesis("X runs."), fact("1", ("Y runs.", YES)), fact("2", ("X runs.", YES)))
    assert verdict == Verdict(YES, "2", "exact")


@pytest.mark.anyio
async def test_claims_are_one_after_folding_white_space_and_composed_letters() -> None:
    """NFC joins e and the combining acute into é; runs of white space are one blank (method.md section 1)."""
    verdict = await ask(claim_hypothesis("Café  opens\nat ten."), fact("1", ("  Cafe\u0301 opens at ten. ", YES)))
    assert verdict.score == YES


@pytest.mark.anyio
async def test_case_is_not_folded() -> None:
    assert (await ask(claim_hypothesis("X runs."), fact("1", ("x runs.", YES)))).score == NO


@pytest.mark.anyio
async def test_the_text_of_a_premise_counts_for_nothing() -> None:
    assert (await ask(claim_hypothesis("text of 1"), fact("1"))).score == NO


@pytest.mark.anyio
async def test_a_half_stated_claim_is_partial() -> None:
    assert await ask(claim_hypothesis("a"), fact("1", ("a", PARTIAL))) == Verdict(PARTIAL, "1", "exact")


@pytest.mark.anyio
async def test_premises_are_taken_together_and_the_one_that_asserts_most_is_named() -> None:
    """Fact 2 asserts a, fact 3 asserts b and c: all three are held, and 3, with two of them, is named."""
    hypothesis = fact("h", ("a", YES), ("b", YES), ("c", YES))
    verdict = await ask(hypothesis, fact("1"), fact("2", ("a", YES)), fact("3", ("b", YES), ("c", YES)))
    assert verdict == Verdict(YES, "3", "exact")


@pytest.mark.anyio
async def test_some_but_not_all_claims_are_partial_and_ties_go_to_the_first() -> None:
    hypothesis = fact("h", ("a", YES), ("b", YES), ("c", YES))
    assert await ask(hypothesis, fact("1", ("b", YES)), fact("2", ("a", YES))) == Verdict(PARTIAL, "1", "exact")


@pytest.mark.anyio
async def test_a_missing_claim_beside_a_half_stated_one_is_no() -> None:
    """The weakest support is 0 and no claim is asserted with YES."""
    assert (await ask(fact("h", ("a", YES), ("b", YES)), fact("1", ("a", PARTIAL)))).score == NO


@pytest.mark.anyio
async def test_only_the_firm_claims_of_a_hypothesis_are_wanted() -> None:
    assert (await ask(fact("h", ("a", YES), ("b", PARTIAL)), fact("1", ("a", YES)))).score == YES


@pytest.mark.anyio
async def test_a_vague_hypothesis_needs_each_claim_at_least_half_stated() -> None:
    vague = fact("h", ("a", PARTIAL), ("b", PARTIAL))
    assert (await ask(vague, fact("1", ("a", YES)), fact("2", ("b", PARTIAL)))).score == YES
    assert (await ask(vague, fact("1", ("a", PARTIAL)))).score == PARTIAL
    assert (await ask(vague, fact("1", ("c", YES)))).score == NO


@pytest.mark.anyio
async def test_a_hypothesis_that_states_nothing_and_a_store_without_facts_are_no() -> None:
    assert (await ask(fact("h"), fact("1", ("a", YES)))) == Verdict(NO, None, "exact")
    assert (await ask(claim_hypothesis("a"))) == Verdict(NO, None, "exact")


@pytest.mark.anyio
async def test_current_is_judged_as_entail() -> None:
    assert (await ask(claim_hypothesis("a"), fact("1", ("a", YES)), prompt="current")).score == YES


@pytest.mark.anyio
async def test_same_names_the_first_premise_that_shares_a_claim() -> None:
    hypothesis = fact("h", ("a", YES), ("b", PARTIAL))
    premises = fact("1", ("c", YES)), fact("2", ("b", YES)), fact("3", ("a", YES))
    assert await ask(hypothesis, *premises, prompt="same") == Verdict(YES, "2", "exact")
    assert (await ask(hypothesis, premises[0], prompt="same")).score == NO


@given(STATED, st.lists(STATED, max_size=3), STATED)
def test_another_premise_never_lowers_a_verdict(wanted: tuple, stores: list, more: tuple) -> None:
    import anyio

    premises = [Fact(id=str(i), statement="", stated=stated) for i, stated in enumerate(stores)]
    added = [*premises, Fact(id="new", statement="", stated=more)]
    requests = [
        Request("entail", Fact(id="", statement="", stated=wanted), tuple(store)) for store in (premises, added)
    ]
    before, after = anyio.run(ExactJudge().judge, requests)
    assert before.score is not None
    assert after.score is not None
    assert before.score <= after.score
    assert (after.fact_id is None) == (after.score == NO)


def test_it_is_registered_and_needs_no_embedder() -> None:
    factory = JUDGES.load("exact")
    assert not factory.needs_embedder
    card = factory.build(None).card()
    assert (card.kind, card.agreement, card.note) == ("identity", None, "identity of claims: for control systems only")
