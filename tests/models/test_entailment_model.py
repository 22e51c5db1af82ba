"""The entailment model `lexical`."""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
import pytest

from memassay.errors import InternalError, UserError
from memassay.models.entailment import LexicalEntailment, lexical, load_weights
from memassay.models.entailment.features import FEATURES, compare
from memassay.models.entailment.lexical import parts_of, weights_from
from memassay.models.entailment.units import stem
from memassay.models.minilm import build


@pytest.fixture(scope="module")
def model() -> LexicalEntailment:
    return LexicalEntailment(build())


PAIRS = [
    ("Chat logs are kept for at most 90 days.", "Chat logs are kept for three months."),
    ("The shop closed in May.", "Otto plays the piano."),
    ("The build machines are copied on Sundays only.", "The build machines are copied every night."),
]


def test_probabilities_add_up_to_one(model: LexicalEntailment) -> None:
    for entailment in model.classify(PAIRS):
        assert sum(entailment.probabilities.values()) == pytest.approx(1)
        assert set(entailment.probabilities) == {"entail", "partial", "contradict", "neutral"}


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("The plan isn't  dead.", "the plan isn't dead"),
        ("Nobody came. The hall was booked for ten. It rained.", "The hall was booked for ten."),
        ("Otto never paid.", "Otto never paid."),
    ],
)
def test_the_same_text_or_one_of_its_sentences_is_always_entailed(
    model: LexicalEntailment, premise: str, hypothesis: str
) -> None:
    (entailment,) = model.classify([(premise, hypothesis)])
    assert entailment.label == "entail"
    assert entailment.probabilities["entail"] == 1


def test_a_pair_is_classified_alike_alone_and_among_others(model: LexicalEntailment) -> None:
    together = LexicalEntailment(build()).classify(PAIRS)
    assert together == [model.classify([pair])[0] for pair in PAIRS]
    assert together[::-1] == model.classify(PAIRS[::-1])


@pytest.mark.parametrize(
    ("premise", "hypothesis", "label"),
    [
        ("Logs are kept for three months.", "Logs are kept for 90 days.", "entail"),
        ("Logs are kept for 60 days.", "Logs are kept for 90 days.", "contradict"),
        ("The warehouse has 62 staff.", "The warehouse has more than fifty staff.", "entail"),
        ("The warehouse has 26 staff.", "The warehouse has more than fifty staff.", "contradict"),
        ("Mei owns the design system; the budget is 40,000 euros.", "Mei owns the design system.", "entail"),
        ("The choir rehearses on Wednesdays.", "The depot has room for 40 buses.", "neutral"),
    ],
)
def test_plain_pairs_get_the_plain_label(model: LexicalEntailment, premise: str, hypothesis: str, label: str) -> None:
    assert model.classify([(premise, hypothesis)])[0].label == label


def test_a_long_premise_is_read_in_windows_and_none_of_it_is_lost(model: LexicalEntailment) -> None:
    filler = [f"Person {n} talked about the weather in town and about the price of bread." for n in range(40)]
    text = " ".join([*filler, "The harbour crane is inspected twice a year."])
    assert len(parts_of(text)) == 81  # 41 sentences and 40 pairs
    (weighed,) = model.weigh([(text, "The harbour crane is inspected two times a year.")])
    assert "harbour crane" in weighed.premise
    assert weighed.entailment.label == "entail"


def test_a_short_premise_is_read_as_it_is() -> None:
    assert parts_of("One. Two.") == ("One. Two.",)


def test_the_best_clause_of_a_merged_fact_is_the_one_that_covers_the_hypothesis(model: LexicalEntailment) -> None:
    fact = "The lease runs until 2027; Ravi wrote the script; the hall seats ninety."
    comparison = compare(model.reading(fact), model.reading("The script was written by Ravi."))
    assert [fact[start:end].strip() for start, end in comparison.clause.spans] == ["Ravi wrote the script"]


def test_every_feature_is_finite_for_texts_without_words(model: LexicalEntailment) -> None:
    for premise in ("", "...", "The shop."):
        for hypothesis in ("", "and so on", "!"):
            values = compare(model.reading(premise), model.reading(hypothesis)).values
            assert values.shape == (len(FEATURES),)
            assert np.isfinite(values).all()


def test_nothing_asked_gives_nothing(model: LexicalEntailment) -> None:
    assert model.classify([]) == []


def test_the_softmax_is_the_textbook_one() -> None:
    """Scores 2, 0 at temperature 2 are 1, 0: e / (e + 1) = 0.7311."""
    record = {
        "labels": ["entail", "neutral"], "mean": [1.0], "scale": [2.0], "coefficients": [[1.0], [0.0]],
        "intercept": [0.0, 0.0], "temperature": 2, "entail_at": 0.8, "same_at": 0.5,
    }  # fmt: skip
    weights = weights_from(record)
    chances = weights.probabilities(np.array([[5.0]]))
    assert chances[0] == pytest.approx([0.7310586, 0.2689414])
    assert weights.label(chances[0]) == "neutral"
    assert weights.label(np.array([0.8, 0.2])) == "entail"


def test_an_embedder_without_word_vectors_is_refused() -> None:
    class Plain:
        name = "plain"

    with pytest.raises(UserError, match="plain has not: use minilm-int8"):
        LexicalEntailment(Plain())


def test_weights_fitted_for_other_features_are_our_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexical, "FEATURES", (*FEATURES, "another"))
    with pytest.raises(InternalError, match="fitted for other features"):
        load_weights.__wrapped__()


def test_the_shipped_weights_were_fitted_on_the_shipped_pairs() -> None:
    import hashlib

    record = json.loads(files("memassay.models.entailment").joinpath("data", "lexical.json").read_text("utf-8"))
    pairs = files("memassay.judges").joinpath("data", "pairs.jsonl").read_bytes()
    assert record["fitted"]["pairs_sha256"] == hashlib.sha256(pairs).hexdigest()


@pytest.mark.parametrize(
    ("one", "other"), [("servers", "server's"), ("replaced", "replace"), ("planning", "planned"), ("copies", "copied")]
)
def test_inflections_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)
