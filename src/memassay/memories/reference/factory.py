"""The two named configurations as memories that a run can ask for: `reference` and `reference-simple`."""

from __future__ import annotations

from functools import partial

from memassay.errors import UserError
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.memories.reference.extraction import SentenceExtractor
from memassay.memories.reference.settings import REFERENCE, SIMPLE, Settings
from memassay.memories.reference.stages import Classifier, Synthesizer
from memassay.memories.reference.store import MemoryStore
from memassay.memories.reference.system import Reference, Stages

DATABASE = "reference.db"


def build(context: MemoryContext, *, settings: Settings = REFERENCE) -> Reference:
    """The reference memory with these settings, made of the parts that need no language model.

    Raises UserError where a setting is out of bounds, where the embedder gives no word vectors, or where a store on
    disk has no folder to lie in.
    """
    settings.checked()
    classifier, synthesizer = _stages(context, settings)
    stages = Stages(SentenceExtractor(), classifier, synthesizer, context.embedder)
    if settings.store == "memory":
        return Reference(stages, settings, lambda _: MemoryStore())
    from memassay.memories.reference.sqlite_file import SqliteFile, forget  # noqa: PLC0415 - only when it is asked for
    from memassay.memories.reference.sqlite_store import SqliteStore  # noqa: PLC0415 - as above

    if context.workdir is None:
        raise UserError("reference: store=sqlite needs a folder to write to, and none was given")
    file = SqliteFile(context.workdir / DATABASE)
    open_store = partial(SqliteStore, file, embedder=context.embedder)
    return Reference(stages, settings, open_store, partial(forget, file.path))


def _stages(context: MemoryContext, settings: Settings) -> tuple[Classifier, Synthesizer]:
    if settings.classifier == "frames":
        from memassay.memories.reference.frames import FrameClassifier  # noqa: PLC0415 - as below
        from memassay.memories.reference.synthesis import JoiningSynthesizer  # noqa: PLC0415 - as below

        return FrameClassifier(), JoiningSynthesizer()
    from memassay.memories.reference.classification import EntailmentClassifier  # noqa: PLC0415 - heavy
    from memassay.memories.reference.synthesis import MergingSynthesizer  # noqa: PLC0415 - heavy
    from memassay.models.entailment import LexicalEntailment  # noqa: PLC0415 - heavy: reads word lists and weights

    model = LexicalEntailment(context.embedder)
    return EntailmentClassifier(model), MergingSynthesizer(model)


FACTORY = MemoryFactory(
    "reference",
    "observations and evolving facts, no language model (guard=..., store=sqlite)",
    build,
    needs_embedder=True,
)
SIMPLE_FACTORY = MemoryFactory(
    "reference-simple",
    "the same with the plainest parts: nearest fact, shared words (floor=...)",
    partial(build, settings=SIMPLE),
    needs_embedder=True,
)
