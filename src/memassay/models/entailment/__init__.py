"""Whether one text entails another: `lexical`, a model without any language model.  Memories and judges share it."""

from __future__ import annotations

from memassay.models.entailment.lexical import (
    CODE,
    LexicalEntailment,
    Weighed,
    Weights,
    code_sha256,
    load_weights,
    parts_of,
)
from memassay.models.entailment.reading import Clause, Reading

__all__ = [
    "CODE",
    "Clause",
    "LexicalEntailment",
    "Reading",
    "Weighed",
    "Weights",
    "code_sha256",
    "load_weights",
    "parts_of",
]
