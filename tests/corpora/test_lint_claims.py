"""Claims of one proposition that stand by themselves: what is found, and what is left in peace."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from corpora.conftest import found_by, state
from memassay.corpora import Corpus
from memassay.corpora.lint.grammar import joined_clauses, reference

CorpusOf = Callable[..., Corpus]


@pytest.mark.parametrize(
    ("claim", "joint"),
    [
        ("Customer runs PostgreSQL 14 and plans to migrate to Aurora", "and"),
        ("The Holm database holds 3 TB and serves 50K rps", "and"),
        ("Kafka runs on 3 nodes and the API uses Redis", "and"),
        ("Holm backups are encrypted and stored in Oslo", "and"),
        ("Holm nodes run Debian and serve 38 depots", "and"),
        ("The Holm audit passed but the report was late", "but"),
        ("The Oslo site was closed and its staff moved to Bergen", "and"),
        ("Holm moved to Aurora, which costs 30 euros", "which"),
        ("Holm rejected Lambda, citing cold starts", "citing"),
        ("Holm encrypts laptops; phones are not encrypted", ";"),
        ("Holm runs PostgreSQL and stores Parquet", "and"),
    ],
)
def test_two_propositions_in_one_claim_are_found(claim: str, joint: str) -> None:
    assert joined_clauses(claim) == joint


@pytest.mark.parametrize(
    "claim",
    [
        "Tilderby uses Kafka and Flink",
        "The link between Oslo and Bergen carries 40 Gbps",
        "The team that runs Search and Billing owns the Holm feed",
        "Holm keeps encrypted and archived backups",
        "Metrics and logs are kept for 30 days",
        "Holm runs nightly builds and tests in Jenkins",
        "Holm stores metrics and logs in Loki",
        "Holm chose Aurora because AlloyDB was slow",
        "Holm pays 40 euros, excluding VAT",
        "Petra and Tom own the Holm feed",
        "Holm retired the Oslo and Bergen sites in 2024",
        "Holm plans to replace its Pulp registry with zot",
        "Holm's planned and approved budget is 4,000 euros",
        "Search and rescue uses Redis",
        "Evaluating Aurora and AlloyDB",
        "34ms avg response, within target",
    ],
)
def test_one_proposition_is_left_in_peace(claim: str) -> None:
    assert joined_clauses(claim) is None


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("It runs on Kafka", "has the pronoun 'It'"),
        ("Holm and they share a store", "has the pronoun 'they'"),
        ("Holm chose this platform", "has the pronoun 'this'"),
        ("Its nodes run Debian", "begins with 'Its'"),
        ("As mentioned, Holm uses Redis", "refers back by 'As mentioned'"),
        ("The former was chosen by Holm", "refers back by 'The former'"),
        ("Holm uses the above", "refers back by 'the above'"),
        ("Holm moved the cluster last week", "does not tell its date but says 'last week'"),
        ("Evaluating Aurora and AlloyDB", "has no subject"),
        ("Running 12 Fargate services at 50K rps", "has no subject"),
        ("Runs PostgreSQL 14", "has no subject"),
        ("Uses Redis", "has no subject"),
        ("Is on schedule", "has no subject"),
        ("Built on Kafka", "has no subject"),
        ("Customer chose ECS Fargate", "does not name its subject but says 'Customer'"),
        ("The customer's database holds 3 TB", 'does not name its subject but says "customer\'s"'),
        ("The team chose Redis", "does not name its subject but says 'team'"),
    ],
)
def test_a_claim_that_leans_on_others_is_found(claim: str, reason: str) -> None:
    assert reference(claim) == reason


@pytest.mark.parametrize(
    "claim",
    [
        "Holm's IT department has 4 people",
        "Holm moved its nodes to Oslo",
        "US customers of Holm are billed in dollars",
        "Customer support handles 40 tickets a day",
        "System administrators rotate keys at Holm",
        "Project Falcon uses Kafka",
        "Spring Boot services run on JDK 21",
        "Processing teams use Kafka",
        "Logging runs on Loki",
        "Will Smith owns the Holm feed",
        "Returns Portal is owned by Petra",
        "Sent mail is archived for 3 years",
        "PoC planned for Q2",
        "Lambda rejected due to cold starts",
        "Raw files of the Tilderby sales feed are kept for 410 days.",
    ],
)
def test_a_claim_that_stands_by_itself_is_left_in_peace(claim: str) -> None:
    assert reference(claim) is None


def test_a_claim_is_told_once_at_its_first_mention(corpus_of: CorpusOf) -> None:
    claim = "Holm backups are encrypted and stored in Oslo"
    corpus = corpus_of(
        [state(0, ["A is red"]), state(1, ["A is red", claim]), state(2, ["A is red", claim, "B is on"])]
    )
    assert found_by("atomic-clauses", corpus) == [
        f"/states/1/claims/1: two propositions joined by 'and'; make a claim of each: {claim!r}"
    ]


def test_doc_claims_and_invalidated_claims_are_looked_at_too(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, ["A is red"], docClaims=["A is red", "It is big"], invalidated=["They are gone"])])
    assert found_by("self-contained", corpus) == [
        "/states/0/docClaims/1: has the pronoun 'It': 'It is big'",
        "/states/0/invalidated/0: has the pronoun 'They': 'They are gone'",
    ]


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Running 12 Fargate services at 50K rps", "12, 50K"),
        ("Holm pays €13,500 within 40 days", "€13,500, 40"),
        ("Holm has thirteen nodes in two halls", "thirteen, two"),
        ("Holm feeds run at 02:35 and 04:10", "02:35, 04:10"),
    ],
)
def test_several_figures_in_a_claim_are_found(corpus_of: CorpusOf, claim: str, told: str) -> None:
    assert found_by("atomic-figures", corpus_of([state(0, [claim])])) == [
        f"/states/0/claims/0: several figures ({told}); make a claim of each: {claim!r}"
    ]


@pytest.mark.parametrize(
    "claim",
    [
        "Customer runs PostgreSQL 14 on 3 nodes",
        "Holm ended retraining after 9 days on 8 September 2025",
        "Between 5 and 9 depots use the Holm resolver",
        "Holm cut its nodes from 40 to 12 nodes",
        "5 of 9 Holm sites use Kafka",
        "Holm requires two-factor sign-in within 30 days",
        "Holm phase 2 has 3 modules",
        "One Holm node serves 38 depots",
        "The third Holm region has 4 nodes",
    ],
)
def test_versions_dates_ranges_and_ratios_do_not_count_as_figures(corpus_of: CorpusOf, claim: str) -> None:
    assert found_by("atomic-figures", corpus_of([state(0, [claim])])) == []
