"""The card's design against the content."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from corpora.conftest import FILLER, document, found_by, head_of, state, trajectory, write_corpus
from memassay.corpora import Corpus, aims, load

CARD = {"name": "Pumps", "version": "1.0", "licence": "CC0-1.0", "citation": "none", "documents": "By hand."}


def corpus_with(folder: Path, **design: object) -> Corpus:
    """Two trajectories (C5 L1, C2 L2) of one state each, one noise document in the second; two manners."""
    one = trajectory([state(0, ["A is red"])], domain="security")
    two = trajectory([state(0, ["B is red"])], id="t-two", category="C2", difficulty="L2", trajectoryType="stable")
    write_corpus(folder, one, two, card=yaml.safe_dump(CARD | {"limits": ["small"], "design": design}))
    head = {"trajectory": "t-two", "noise": True, "timestamp": "2025-03-01", "author": "Bo", "document_type": "email"}
    terse, chatty = {"style_reference": "terse"}, {"style_reference": "chatty"}
    texts = {
        "t-one/00-state.md": head_of("t-one", state(0, [])) | {"provenance": terse},
        "t-two/00-state.md": head_of("t-two", state(0, [])) | {"provenance": terse},
        "t-two/01-noise.md": head | {"provenance": chatty},
    }
    for name, front in texts.items():
        (folder / "documents" / name).write_text(document(front, FILLER), encoding="utf-8")
    return load(folder)


@pytest.mark.parametrize(
    ("key", "right", "wrong", "told"),
    [
        ("trajectories", 2, 3, "wants 3, the content has 2"),
        ("documents", 3, 2, "wants 2, the content has 3"),
        ("states", 2, 1, "wants 1, the content has 2"),
        ("noise_documents", 1, 0, "wants 0, the content has 1"),
        ("by_category", {"C2": 1, "C5": 1}, {"C5": 2}, "wants C5 2, the content has C2 1, C5 1"),
        ("by_difficulty", {"L1": 1, "L2": 1}, {"L1": 2}, "wants L1 2, the content has L1 1, L2 1"),
        (
            "by_domain",
            {"security": 1, "unsaid": 1},
            {"security": 2},
            "wants security 2, the content has security 1, unsaid 1",
        ),
        ("noise_per_trajectory", {"C2": 1}, {"C2": 4}, "wants C2 4, the content has 1 in 1 of C2, 0 in 1 of C5"),
        ("noise_per_trajectory", {"C2": 1}, {"C5": 1}, "wants C5 1, the content has 1 in 1 of C2, 0 in 1 of C5"),
        (
            "noise_per_trajectory",
            {"C2": 1},
            {"C2": 1, "C1": 2},
            "wants C1 2, C2 1, the content has 1 in 1 of C2, 0 in 1 of C5",
        ),
        ("manners_at_least", 2, 3, "wants 3, the content has 2"),
        ("manner_at_most", 0.67, 0.66, "wants 66% of the documents, the content has 66.7% at most"),
    ],
)
def test_what_a_design_says_is_compared(tmp_path: Path, key: str, right: object, wrong: object, told: str) -> None:
    assert found_by("design", corpus_with(tmp_path / "right", **{key: right})) == []
    assert found_by("design", corpus_with(tmp_path / "wrong", **{key: wrong})) == [f"/design/{key}: {told}"]


def test_every_category_on_every_level_counts_pairs(tmp_path: Path) -> None:
    corpus = corpus_with(tmp_path / "c", each_category_on_each_level=True)
    told = "/design/each_category_on_each_level: wants all 18 pairs, the content has 2 of 18 pairs"
    assert found_by("design", corpus) == [told]


def test_a_type_that_is_too_rare_is_told_with_all_six(tmp_path: Path) -> None:
    corpus = corpus_with(tmp_path / "c", each_type_at_least=1)
    (told,) = found_by("design", corpus)
    assert told.startswith("/design/each_type_at_least: wants each of six types 1 times, the content has ")
    assert told.endswith(
        "contradiction 0, gradual-drift 0, linear-evolution 1, retraction 0, scope-expansion 0, stable 1"
    )


def test_a_document_without_a_manner_is_not_taken_for_one_of_another(tmp_path: Path) -> None:
    write_corpus(
        tmp_path / "c",
        trajectory([state(0, ["A is red"])]),
        card=yaml.safe_dump(CARD | {"limits": ["small"], "design": {"manner_at_most": 0.9}}),
    )
    assert [aim.found for aim in aims(load(tmp_path / "c"))] == ["1 documents without one"]
    assert [aim.met for aim in aims(load(tmp_path / "c"))] == [False]


def test_a_card_without_a_design_asks_for_nothing(tmp_path: Path) -> None:
    assert list(aims(corpus_with(tmp_path / "c"))) == []
