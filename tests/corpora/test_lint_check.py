"""All rules together: the card, the judge's rule, silences, and the shape of a finding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from corpora.conftest import FILLER, found_by, state, trajectory, write_corpus
from memassay.corpora import RULES, Corpus, check, load, refresh
from memassay.corpora.lint import JUDGED
from memassay.types import Document

CorpusOf = Callable[..., Corpus]
CARD = "name: x\nversion: 0.1.0\nlicence: CC0-1.0\ncitation: none\ndocuments: by hand\nlimits: [small]\n"
BAD = "Holm has 13 nodes in 2 halls"
DOCUMENT = f"{FILLER} Thirteen nodes, two halls."


@pytest.fixture
def carded(at_home: Path) -> Path:
    write_corpus(at_home / "c", trajectory([state(0, ["A is red"])]), card=CARD)
    refresh("c")
    return Path("c/card.yaml")


def test_a_sound_corpus_has_no_finding(carded: Path) -> None:
    assert check(load("c")) == []


def test_a_corpus_without_a_card_is_told(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, ["A is red"])])
    assert [str(finding) for finding in check(corpus)] == [
        "card.yaml: warning [card-present] is missing: nobody can say what this corpus is"
    ]


def test_a_card_that_was_never_filled_is_told(carded: Path) -> None:
    carded.write_text(CARD, encoding="utf-8")
    found = load("c")
    assert [line.split(";")[0] for line in found_by("card-counts", found)] == [": counts are missing"]
    assert [line.split(",")[0] for line in found_by("card-sha256", found)] == ["/sha256: is missing"]
    assert found_by("card-present", found) == []


def test_a_card_of_another_content_is_told(carded: Path) -> None:
    text = carded.read_text(encoding="utf-8").replace("  states: 1", "  states: 2").replace("  C5: 1", "  C4: 1")
    before = load("c").sha256
    carded.write_text(text.replace(before, "f" * 64), encoding="utf-8")
    remedy = "`memassay corpus check --write-card` writes it"
    assert found_by("card-counts", load("c")) == [
        f"/counts/states: says 2, the content has 1; {remedy}",
        f"/counts/by_category: says {{'C4': 1}}, the content has {{'C5': 1}}; {remedy}",
    ]
    assert found_by("card-sha256", load("c")) == [f"/sha256: is {'f' * 64}, the content has {before}; {remedy}"]


def test_a_finding_names_file_place_and_rule(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [BAD])], texts={"t-one/0": DOCUMENT})
    assert str(check(corpus)[-1]) == (
        "trajectories/t-one.json:/states/0/claims/0: warning [atomic-figures] several figures (13, 2); "
        f"make a claim of each: {BAD!r}"
    )


@pytest.mark.parametrize("pointer", [None, "/states/0", "/states/0/claims/0"])
def test_a_silence_covers_its_place_and_what_lies_below(corpus_of: CorpusOf, pointer: str | None) -> None:
    entry = {"rule": "atomic-figures", "reason": "as printed"} | ({"pointer": pointer} if pointer else {})
    corpus = corpus_of([state(0, [BAD])], texts={"t-one/0": DOCUMENT}, meta={"lint": [entry]})
    assert [finding.rule for finding in check(corpus)] == ["card-present"]


@pytest.mark.parametrize("pointer", ["/states/0/claims/1", "/states/0/cl", "/id"])
def test_a_silence_of_another_place_covers_nothing_and_is_told(corpus_of: CorpusOf, pointer: str) -> None:
    entry = {"rule": "atomic-figures", "reason": "as printed", "pointer": pointer}
    corpus = corpus_of([state(0, [BAD, "A is red"])], texts={"t-one/0": DOCUMENT}, meta={"lint": [entry]})
    found = check(corpus)
    assert [finding.rule for finding in found] == ["card-present", "atomic-figures", "unused-silence"]
    assert found[-1].message == f"atomic-figures finds nothing at {pointer} any more; delete this entry"
    assert found[-1].pointer == "/meta/lint/0"


def test_a_silence_in_a_document_covers_that_document(at_home: Path) -> None:
    write_corpus(at_home / "c", trajectory([state(0, ["A is red"])]), texts={"t-one/0": "Short."})
    path = Path("c/documents/t-one/00-state.md")
    assert [finding.path for finding in check(load("c"))] == ["card.yaml", "documents/t-one/00-state.md"]
    meta = '"meta": {"lint": [{"rule": "length", "reason": "a telegram"}]},\n'
    path.write_text(path.read_text(encoding="utf-8").replace("{\n", "{" + meta, 1), encoding="utf-8")
    assert [finding.path for finding in check(load("c"))] == ["card.yaml"]


def test_a_silence_of_an_unknown_rule_is_told(corpus_of: CorpusOf) -> None:
    entry = {"rule": "atomic-figure", "reason": "as printed"}
    found = check(corpus_of([state(0, ["A is red"])], meta={"lint": [entry]}))
    assert [(finding.rule, finding.severity) for finding in found[1:]] == [("unused-silence", "error")]
    assert found[1].message.startswith("unknown rule 'atomic-figure'; did you mean 'atomic-figures' or")


def test_a_silence_of_the_judges_rule_waits_for_the_judge(corpus_of: CorpusOf) -> None:
    entry = {"rule": "leakage", "reason": "meant so"}
    corpus = corpus_of([state(0, ["A is red"])], meta={"lint": [entry]})
    assert [finding.rule for finding in check(corpus)] == ["card-present"]
    assert [finding.rule for finding in check(corpus, entails=lambda pairs: [False] * len(pairs))] == [
        "card-present",
        "unused-silence",
    ]


def test_a_later_claim_in_an_earlier_document_leaks(corpus_of: CorpusOf) -> None:
    """The judge is asked of claims that are new at a state, with the documents before it, and of nothing else."""
    asked: list[tuple[str, str]] = []

    def entails(pairs: Sequence[tuple[Document, str]]) -> list[bool]:
        asked.extend((document.text, claim) for document, claim in pairs)
        return [claim in document.text for document, claim in pairs]

    states = [state(0, ["A"]), state(1, ["A", "B"], docClaims=["B", "D"]), state(2, ["A", "B", "C"])]
    corpus = corpus_of(states, texts={"t-one/0": "A and C", "t-one/1": "B", "t-one/2": "C"})
    found = [str(finding) for finding in check(corpus, entails=entails) if finding.rule == "leakage"]
    assert asked == [("A and C", "B"), ("A and C", "D"), ("A and C", "C"), ("B", "C")]
    assert found == [
        (
            "trajectories/t-one.json:/states/2/claims/2: error [leakage] can be inferred already from "
            "documents/t-one/00-state.md: 'C'"
        )
    ]


def test_findings_come_in_the_same_order_every_time(corpus_of: CorpusOf) -> None:
    corpus = corpus_of([state(0, [BAD, "It is red"], action="update")])
    assert check(corpus) == check(replace(corpus))
    assert [finding.path for finding in check(corpus)] == sorted(finding.path for finding in check(corpus))


def test_every_rule_is_described_where_authors_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "corpora.md").read_text(encoding="utf-8")
    assert [rule for rule in (*RULES, *JUDGED, "unused-silence") if f"| `{rule}` |" not in page] == []
