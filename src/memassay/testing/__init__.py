"""For authors of adapters: the contract as one assertion, an embedder without a model, and hand-made streams."""

from __future__ import annotations

from memassay.memories.contract_samples import Write, stream_of
from memassay.testing.contract import check_memory_system
from memassay.testing.embedder import HashEmbedder
from memassay.testing.stores import stores_after

__all__ = ["HashEmbedder", "Write", "check_memory_system", "stores_after", "stream_of"]
