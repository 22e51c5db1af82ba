"""The judge `lexical`."""

from __future__ import annotations

import json
import random
from importlib.resources import files

import anyio
import pytest

from memassay.errors import UserError
from memassay.judges import JUDGES, Request, claim_hypothesis
from memassay.judges.lexical import TOP, LexicalJudge
from memassay.judges.protocol import Prompt
from memassay.judges.subjects import same_frame, without
from memassay.models.entailment import LexicalEntailment
from memassay.models.minilm import build
from memassay.types import NO, PARTIAL, YES, Fact, Verdict

MOVED = "The customer moved its database from PostgreSQL to Aurora in June."
FACTS = [
    "Mei owns the design system.",
    "The Tilder feed runs every Sunday at 23:50.",
    "Chat logs are kept for at most 90 days.",
    "The lease ends on 31 August 2027.",
    "Grangier exports a quarter of its cheese.",
    "Otto has piano lessons on Tuesdays.",
    "The warehouse has 62 staff.",
]


@pytest.fixture(scope="module")
def judge() -> LexicalJudge:
    return LexicalJudge(build())


def store(*statements: str) -> tuple[Fact, ...]:
    return tuple(Fact(id=f"f{i}", statement=statement) for i, statement in enumerate(statements))


def ask(judge: LexicalJudge, hypothesis: str, *premises: str, prompt: Prompt = "entail") -> Verdict:
    return anyio.run(judge.judge, [Request(prompt, claim_hypothesis(hypothesis), store(*premises))])[0]


def test_the_premise_that_entails_is_named(judge: LexicalJudge) -> None:
    assert ask(judge, "Chat logs are kept for three months.", *FACTS) == Verdict(YES, "f2", "lexical")


def test_a_claim_that_nothing_speaks_of_is_no(judge: LexicalJudge) -> None:
    assert ask(judge, "The bridge is closed to lorries.", *FACTS) == Verdict(NO, None, "lexical")


def test_an_empty_store_is_no_for_every_prompt(judge: LexicalJudge) -> None:
    for prompt in ("entail", "current", "same"):
        assert ask(judge, "Mei owns the design system.", prompt=prompt) == Verdict(NO, None, "lexical")


def test_a_merged_fact_that_holds_the_claim_as_a_sentence_is_yes(judge: LexicalJudge) -> None:
    assert ask(judge, "Otto has piano lessons on Tuesdays.", " ".join(FACTS)) == Verdict(YES, "f0", "lexical")


def test_a_part_of_the_claim_is_partial(judge: LexicalJudge) -> None:
    assert ask(judge, "Mei owns the design system and lives in Paris.", *FACTS) == Verdict(PARTIAL, "f0", "lexical")


def test_moved_from_does_not_assert_the_old_value_as_current(judge: LexicalJudge) -> None:
    assert ask(judge, "The customer's database is on PostgreSQL.", MOVED, prompt="current").score == NO
    assert ask(judge, "The customer's database is Aurora.", MOVED, prompt="current").score == YES


def test_used_to_is_not_current(judge: LexicalJudge) -> None:
    fact = "Kestrel used to store its logs in Splunk."
    assert ask(judge, "Kestrel stores its logs in Splunk.", fact, prompt="current").score == NO
    plain = "Kestrel stores its logs in Splunk."
    assert ask(judge, "Kestrel stores its logs in Splunk.", plain, prompt="current").score == YES


@pytest.mark.parametrize(
    ("hypothesis", "premise", "expected"),
    [
        ("Raw files are kept for 90 days.", "Raw files are kept for 60 days.", YES),
        ("The customer's database runs on PostgreSQL.", "The customer's database runs on Aurora.", YES),
        ("Raw files are kept for 90 days.", "Petra owns the sales feed.", NO),
        ("Mei owns the design system.", "Mei works in Paris.", NO),
    ],
)
def test_same_is_one_subject_and_attribute_whatever_the_value(
    judge: LexicalJudge, hypothesis: str, premise: str, expected: float
) -> None:
    assert ask(judge, hypothesis, premise, prompt="same").score == expected


def test_a_name_that_the_store_gives_elsewhere_may_be_left_unsaid(judge: LexicalJudge) -> None:
    claim, bare = "The Tilder feed runs every Sunday at 23:50.", "The feed runs every Sunday at 23:50."
    assert ask(judge, claim, bare, "Tilder has three tills.").score == YES
    assert ask(judge, claim, bare).score == PARTIAL


def test_a_fact_about_another_subject_does_not_support(judge: LexicalJudge) -> None:
    claim, other = "Thistle Foods pays suppliers every Friday.", "Brindle Foods pays suppliers every Friday."
    assert ask(judge, claim, other, "Thistle Foods has two docks.").score == NO


def test_the_order_of_the_premises_changes_nothing(judge: LexicalJudge) -> None:
    hypotheses = ["Chat logs are kept for three months.", "The warehouse has more than fifty staff.", "Otto sings."]
    shuffled = list(store(*FACTS))
    random.Random(7).shuffle(shuffled)
    for hypothesis in hypotheses:
        for prompt in ("entail", "current", "same"):
            requests = [
                Request(prompt, claim_hypothesis(hypothesis), tuple(premises)) for premises in (store(*FACTS), shuffled)
            ]
            first, second = anyio.run(LexicalJudge(build()).judge, requests)
            assert first == second


def test_verdicts_are_the_same_alone_in_a_batch_and_again(judge: LexicalJudge) -> None:
    requests = [Request("entail", claim_hypothesis(fact), store(*FACTS[::-1])) for fact in FACTS]
    together = anyio.run(LexicalJudge(build()).judge, requests)
    again = anyio.run(judge.judge, requests)
    alone = [anyio.run(LexicalJudge(build()).judge, [request])[0] for request in requests]
    assert together == again == alone


def test_equal_questions_are_worked_out_once(judge: LexicalJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ask(judge, "The lease ends in August 2027.", *FACTS)
    monkeypatch.setattr(judge._model, "weigh", lambda pairs: [] if not pairs else pytest.fail("weighed again"))
    assert ask(judge, "The lease ends in August 2027.", *FACTS) == first


def test_only_the_nearest_premises_are_weighed() -> None:
    judge = LexicalJudge(build())
    ask(judge, "Otto sings.", *FACTS)
    assert len({premise for premise, _ in judge._said}) == TOP


def test_names_are_taken_out_of_the_subject_only() -> None:
    model = LexicalEntailment(build())
    reading = model.reading("Quarn's move to Zot is planned.")
    assert without(reading, ("quarn",)) == "Move to Zot is planned."
    assert without(model.reading("Petra owns the Quarn feed."), ("quarn",)) == "Petra owns the feed."
    assert without(model.reading("Queries go to Orrin."), ("orrin",)) == "Queries go to Orrin."


def test_two_statements_share_a_frame_where_only_the_value_differs() -> None:
    model = LexicalEntailment(build())
    search, other = "Product search runs on Solr.", "Product search runs on OpenSearch."
    assert same_frame(model.reading(search), model.reading(other))
    assert not same_frame(model.reading(search), model.reading("Product photos are kept for a year."))


def test_the_card_names_a_version_that_the_weights_fix(judge: LexicalJudge) -> None:
    card = judge.card()
    assert card.kind == "pair"
    assert card.version == LexicalJudge(build()).card().version
    assert card.pairs == 734
    assert card.agreement is not None
    assert f"{card.agreement:.0%}" in card.note


def test_an_embedder_without_word_vectors_is_refused() -> None:
    class Plain:
        name = "plain"

    with pytest.raises(UserError, match="word vectors"):
        JUDGES.load("lexical").build(Plain())


def test_the_held_out_figures_were_measured_with_the_shipped_weights(judge: LexicalJudge) -> None:
    figures = json.loads(files("memassay.judges").joinpath("data", "agreement.json").read_text("utf-8"))["lexical"]
    assert figures["version"] == judge.card().version
