"""What a run consists of, before anything is done: units, systems, judges, all named things resolved."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memassay import corpora
from memassay.errors import UserError
from memassay.judges import JUDGES
from memassay.judges.protocol import Judge, JudgeCard, JudgeFactory
from memassay.memories import MEMORIES
from memassay.memories.protocol import MemoryContext, MemoryFactory, MemorySystem
from memassay.models import ANSWERERS, EMBEDDERS
from memassay.models.protocol import Answerer, AnswererFactory, Embedder
from memassay.registry import Ref, call_with_options
from memassay.spec import RunSpec
from memassay.store import UnitKey
from memassay.types import Stream


@dataclass(frozen=True, slots=True)
class Named:
    """Everything a spec names, found but not built: a wrong name fails here, before any work.

    `corpus` holds the trajectories asked for, `corpus_size` counts those of the whole corpus.
    """

    memories: Sequence[tuple[Ref, MemoryFactory]]
    judges: Sequence[tuple[Ref, JudgeFactory]]
    answerer: AnswererFactory
    build_embedder: Callable[[], Embedder]
    corpus: corpora.Corpus
    corpus_size: int
    streams: Mapping[str, Stream]

    @property
    def needs_embedder(self) -> bool:
        """Whether anything named uses vectors."""
        named = [factory.needs_embedder for _, factory in self.memories]
        named += [factory.needs_embedder for _, factory in self.judges]
        return any(named) or self.answerer.needs_embedder


def resolve(spec: RunSpec) -> Named:
    """Find everything the spec names.  Raises UnknownName, InputError or UserError with what is allowed."""
    spec = spec.resolved()
    whole = corpora.load(spec.corpus)
    if not whole.documents:
        raise UserError(f"{spec.corpus} has no documents to feed; a run needs a folder with documents/ as well")
    corpus = corpora.select(whole, items=spec.items, limit=spec.limit)
    memories = [Ref.parse(text, where="--memory") for text in spec.memories]
    judges = [Ref.parse(text, where="--judge") for text in spec.judges]
    for kind, refs in (("memory", memories), ("judge", judges)):
        if len({str(ref) for ref in refs}) < len(refs):
            raise UserError(f"a {kind} is named twice; give each once, or with different options")
    return Named(
        memories=[(ref, _factory(ref)) for ref in memories],
        judges=[(ref, JUDGES.load(ref.name)) for ref in judges],
        answerer=ANSWERERS.load(spec.answerer),
        build_embedder=EMBEDDERS.load(spec.embedder),
        corpus=corpus,
        corpus_size=len(whole.streams),
        streams=corpus.streams,
    )


def _factory(ref: Ref) -> MemoryFactory:
    factory = MEMORIES.load(ref.name)
    if not isinstance(factory, MemoryFactory):
        raise UserError(f"{ref.name}: its entry point must name a MemoryFactory, not {factory!r}")
    return factory


def units(named: Named, epochs: int) -> list[UnitKey]:
    """The units in order: system by system, trajectory by trajectory, epoch by epoch."""
    return [
        UnitKey(str(ref), trajectory, epoch)
        for ref, _ in named.memories
        for trajectory in named.streams
        for epoch in range(epochs)
    ]


@dataclass(frozen=True, slots=True)
class Built:
    """What a run works with: systems by name, judges in order, the answerer, and the embedder where one is needed."""

    systems: Mapping[str, MemorySystem]
    factories: Mapping[str, MemoryFactory]
    judges: Sequence[Judge]
    cards: Sequence[JudgeCard]
    answerer: Answerer
    embedder: Embedder | None

    @property
    def identity(self) -> bool:
        """Whether claims are compared by identity (judge `exact`), not read."""
        return any(card.kind == "identity" for card in self.cards)

    @property
    def deterministic(self) -> bool:
        """Whether every system and judge gives the same again, so that one epoch says all."""
        return all(system.describe().deterministic for system in self.systems.values())


def build(spec: RunSpec, named: Named, workdir: Path) -> Built:
    """Build everything named.  Raises UserError for an option that does not fit or a package that is missing."""
    embedder = named.build_embedder() if named.needs_embedder else None
    judges = [
        call_with_options(factory.build, embedder if factory.needs_embedder else None, ref=ref)
        for ref, factory in named.judges
    ]
    cards = [judge.card() for judge in judges]
    if len(cards) > 1 and any(card.kind == "identity" for card in cards):
        raise UserError("the judge 'exact' compares claims by identity and cannot sit on a panel with others")
    if any(card.kind == "identity" for card in cards):
        for ref, factory in named.memories:
            if factory.kind != "control":
                raise UserError(
                    f"{ref}: the judge 'exact' compares claims by identity, which only control systems state; "
                    "judge other systems with 'lexical'"
                )
    systems = {
        str(ref): _made(ref, factory, _context(spec, named, factory, embedder, workdir / folder_of(str(ref))))
        for ref, factory in named.memories
    }
    return Built(
        systems=systems,
        factories={str(ref): factory for ref, factory in named.memories},
        judges=judges,
        cards=cards,
        answerer=named.answerer.build(embedder),
        embedder=embedder,
    )


_CALLS = ("ingest", "settle", "snapshot", "retrieve", "reset", "describe", "close")


def _made(ref: Ref, factory: MemoryFactory, context: MemoryContext) -> MemorySystem:
    """The system, built.  Raises UserError where its maker fails or a method of the contract is missing."""
    try:
        system = call_with_options(factory.build, context, ref=ref)
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"{ref}: cannot be built: {type(error).__name__}: {error}") from error
    missing = [name for name in _CALLS if not callable(getattr(system, name, None))]
    if missing:
        raise UserError(f"{ref}: is no memory system: it has no method {', '.join(missing)}")
    return system


def rebuild(factory: MemoryFactory, ref: str, context: MemoryContext) -> MemorySystem:
    """A system of the same make and options in another context."""
    return call_with_options(factory.build, context, ref=Ref.parse(ref))


def folder_of(system: str) -> str:
    """A folder name of a system's own: two references to one system must not share what they write."""
    return re.sub(r"[^A-Za-z0-9.=-]+", "_", system)


def scope_of(unit: UnitKey) -> str:
    """The isolated store a unit's documents go to."""
    return f"{unit.group}-{unit.epoch}"


def _context(
    spec: RunSpec, named: Named, factory: MemoryFactory, embedder: Embedder | None, workdir: Path
) -> MemoryContext:
    scopes = {
        scope_of(UnitKey("", trajectory, epoch)): stream
        for trajectory, stream in named.streams.items()
        for epoch in range(spec.epochs)
    }
    return MemoryContext(
        embedder=embedder if factory.needs_embedder else None,
        streams=scopes if factory.gold else {},
        seed=spec.seed,
        workdir=workdir,
    )
