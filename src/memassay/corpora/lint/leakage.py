"""The one rule that needs a judge: no document gives away what a later state is to bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memassay.corpora.corpus import Corpus
from memassay.corpora.documents import DocumentFile
from memassay.corpora.lint.finding import Finding, pointer_of
from memassay.types import Document

Entails = Callable[[Sequence[tuple[Document, str]]], Sequence[bool]]
"""Says of each (document, claim), in order, whether the document's text entails the claim."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A document and a claim that appears only later, at `pointer` in the trajectory file at `path`."""

    file: DocumentFile
    claim: str
    path: str
    pointer: str


def leakage(corpus: Corpus, entails: Entails) -> Iterator[Finding]:
    """No claim of a later state is inferable from an earlier document, noise included."""
    pairs = list(_pairs(corpus))
    verdicts = entails([(pair.file.document, pair.claim) for pair in pairs])
    for pair, entailed in zip(pairs, verdicts, strict=True):
        if entailed:
            message = f"can be inferred already from {pair.file.path}: {pair.claim!r}"
            yield Finding("leakage", "error", pair.path, pair.pointer, message)


def _pairs(corpus: Corpus) -> Iterator[_Pair]:
    for name, stream in corpus.streams.items():
        earlier: list[DocumentFile] = []
        known: set[str] = set()
        for step in stream.steps:
            if step.state is not None:
                state = stream.trajectory.states[step.state]
                # What a late document says of a time gone by may well have been said at that time.
                old = known.union(state.invalidated or ())
                new = [claim for claim in (*state.claims, *state.doc_claims) if claim not in old]
                for claim in dict.fromkeys(new):
                    pointer = pointer_of(state, claim)
                    yield from (_Pair(file, claim, corpus.files[name].path, pointer) for file in earlier)
                known.update(new)
            earlier.append(corpus.documents[step.document.id])
