"""The reference memory with its reading and deciding done by hand, to build on it and to test with it.

A script says what each line of each document does to the store::

    from memassay.memories.reference.stages import Decision, Spot
    from memassay.testing import scripted_memory

    memory = scripted_memory(
        {
            "The ferry leaves at nine.": Decision("create"),
            "From May on the ferry leaves at ten.": Decision("supersede", Spot("f1", 0)),
        }
    )
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memassay.errors import UserError, did_you_mean
from memassay.memories.reference.records import ObservationRecord
from memassay.memories.reference.settings import REFERENCE, Settings
from memassay.memories.reference.stages import Candidate, Decision
from memassay.testing.embedder import HashEmbedder
from memassay.types import Document

if TYPE_CHECKING:
    from memassay.memories.reference.store import Store
    from memassay.memories.reference.system import Reference

Line = Decision | Callable[[ObservationRecord, Sequence[Candidate]], Decision]
"""What a script holds for a statement: the decision, or a function that makes it."""


class ScriptedClassifier:
    """A `Classifier` that answers from a script."""

    def __init__(self, script: Mapping[str, Line]) -> None:
        """`script` maps an observation's statement to its line; it is read at each observation, so it may grow."""
        self._script = script

    async def classify(self, observation: ObservationRecord, candidates: Sequence[Candidate]) -> Decision:
        """The statement's line.  Raises UserError, with the nearest statements, where the script has none for it."""
        line = self._script.get(observation.statement)
        if line is None:
            near = did_you_mean(observation.statement, self._script)
            raise UserError(f"the script has no line for {observation.statement!r}; {near}")
        return line if isinstance(line, Decision) else line(observation, candidates)


class LineExtractor:
    """An `Extractor` to which each line of a document that is not blank is one observation."""

    async def extract(self, document: Document) -> list[ObservationRecord]:
        """The lines in order, without white space around them, with the document's author and time."""
        lines = (line.strip() for line in document.text.splitlines())
        return [_observation(line, document) for line in lines if line]


def scripted_memory(
    script: Mapping[str, Line],
    settings: Settings = REFERENCE,
    embedder: Any = None,
    *,
    open_store: Callable[[str], Store] | None = None,
) -> Reference:
    """A reference memory of a `LineExtractor`, a `ScriptedClassifier` and a `JoiningSynthesizer`.

    `embedder` is a `HashEmbedder` unless given.  `open_store` opens a scope's store, a `MemoryStore` unless given:
    hand in a store of your own to look into it.
    """
    from memassay.memories.reference.store import MemoryStore  # noqa: PLC0415 - importing memassay.testing stays light
    from memassay.memories.reference.synthesis import JoiningSynthesizer  # noqa: PLC0415 - as above
    from memassay.memories.reference.system import Reference, Stages  # noqa: PLC0415 - as above

    chosen = HashEmbedder() if embedder is None else embedder
    stages = Stages(LineExtractor(), ScriptedClassifier(script), JoiningSynthesizer(), chosen)
    return Reference(stages, settings.checked(), open_store or (lambda _: MemoryStore()))


def _observation(line: str, document: Document) -> ObservationRecord:
    return ObservationRecord("", line, line, document.id, document.author, document.timestamp)
