"""Feeding a stream to a system and keeping what it holds after each document."""

from __future__ import annotations

from memassay.memories.protocol import MemorySystem
from memassay.types import Fact, Stream


async def stores_after(system: MemorySystem, stream: Stream, *, scope: str = "scope") -> list[tuple[Fact, ...]]:
    """The facts after each document of the stream, noise too, in the order of ingestion."""
    stores: list[tuple[Fact, ...]] = []
    for step in stream.steps:
        await system.ingest(step.document, scope=scope)
        await system.settle(scope=scope)
        stores.append((await system.snapshot(scope=scope)).facts)
    return stores
