"""The offline extractor: every sentence that says something is an observation."""

from __future__ import annotations

from memassay.memories.reference.records import ObservationRecord
from memassay.memories.statements import statements
from memassay.types import Document


class SentenceExtractor:
    """Cuts a document into its sentences."""

    async def extract(self, document: Document) -> list[ObservationRecord]:
        """See `stages.Extractor`."""
        return [
            ObservationRecord("", said, said, document.id, document.author, document.timestamp)
            for said in statements(document)
        ]
