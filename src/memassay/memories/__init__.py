"""Systems under test: the contract, the built-in systems, baselines and control systems, and the way to make one.

Light to import: a system is loaded when it is asked for.
"""

from __future__ import annotations

from memassay.errors import UserError
from memassay.memories.protocol import (
    Answers,
    Histories,
    Logs,
    MemoryContext,
    MemoryFactory,
    MemorySystem,
    Observes,
)
from memassay.registry import Ref, Registry, call_with_options

__all__ = [
    "MEMORIES",
    "Answers",
    "Histories",
    "Logs",
    "MemoryContext",
    "MemoryFactory",
    "MemorySystem",
    "Observes",
    "build",
]

MEMORIES: Registry[MemoryFactory] = Registry("memory", "memassay.memories")


def build(ref: Ref | str, context: MemoryContext) -> MemorySystem:
    """Make the system that `ref` names, with its options: `append`, `faulty:fault=drop,rate=0.5`.

    Raises UnknownName for a name no package registers, UserError for an option the system does not take or
    where it needs an embedder and the context has none.
    """
    wanted = Ref.parse(ref) if isinstance(ref, str) else ref
    factory = MEMORIES.load(wanted.name)
    if factory.needs_embedder and context.embedder is None:
        raise UserError(f"{wanted.name}: needs an embedder, and none was given")
    return call_with_options(factory.build, context, ref=wanted)
