"""Processor time of the reference memory over the built-in corpus.

    python bench/reference_memory.py

Prints, for `reference` and `reference-simple`: processor seconds to take in every document of `feb30` and to search
for every question, the embedder included, which does most of the work; how many facts and observations result; and
the same for the embedder alone.  No judge is at work here.
"""

from __future__ import annotations

import time

import anyio

from memassay import corpora, memories
from memassay.memories.protocol import MemoryContext
from memassay.memories.reference.system import Reference
from memassay.models.minilm import MiniLM, build
from memassay.types import Stream

AIM = 90
"""Seconds, for the whole benchmark of 147 documents."""


async def through(memory: str, streams: list[Stream], embedder: MiniLM) -> tuple[int, int]:
    """Everything in, every question asked: how many facts and observations there are at the end."""
    system = memories.build(memory, MemoryContext(embedder=embedder))
    assert isinstance(system, Reference)
    facts = observations = 0
    for stream in streams:
        scope = stream.trajectory.id
        for step in stream.steps:
            await system.ingest(step.document, scope=scope)
        for question in stream.trajectory.questions:
            await system.retrieve(question.text, k=10, scope=scope)
        facts += len((await system.snapshot(scope=scope)).facts)
        observations += len(await system.observations(scope=scope))
    return facts, observations


def main() -> None:
    """Measure and print."""
    streams = list(corpora.load("feb30").streams.values())
    documents = sum(len(stream.steps) for stream in streams)
    print(f"feb30: {len(streams)} trajectories, {documents} documents (aim for all 147: under {AIM} s)")
    for memory in ("reference", "reference-simple"):
        build.cache_clear()
        embedder = build()
        before = time.process_time()
        facts, observations = anyio.run(through, memory, streams, embedder)
        spent = time.process_time() - before
        build.cache_clear()
        alone = build()
        texts = list(embedder._kept)
        before = time.process_time()
        alone.encode(texts)
        embedding = time.process_time() - before
        print(
            f"{memory}: {spent:.1f} s of processor time, {embedding:.1f} s of it to embed {len(texts)} texts; "
            f"{observations} observations, {facts} facts; {spent / documents:.2f} s a document"
        )


if __name__ == "__main__":
    main()
