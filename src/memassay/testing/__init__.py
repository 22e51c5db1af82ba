"""For authors of memories: the contract as one assertion, an embedder without a model, hand-made streams, and the
reference memory with its decisions written by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memassay.memories.contract_samples import Write, stream_of
from memassay.testing.contract import check_memory_system
from memassay.testing.embedder import HashEmbedder
from memassay.testing.scripted_memory import LineExtractor, ScriptedClassifier, scripted_memory
from memassay.testing.stores import stores_after

if TYPE_CHECKING:
    from memassay.memories.reference.synthesis import JoiningSynthesizer

__all__ = [
    "HashEmbedder",
    "JoiningSynthesizer",
    "LineExtractor",
    "ScriptedClassifier",
    "Write",
    "check_memory_system",
    "scripted_memory",
    "stores_after",
    "stream_of",
]


def __getattr__(name: str) -> Any:
    if name == "JoiningSynthesizer":
        from memassay.memories.reference.synthesis import JoiningSynthesizer  # noqa: PLC0415 - it loads numpy

        return JoiningSynthesizer
    raise AttributeError(f"module 'memassay.testing' has no attribute {name!r}")
