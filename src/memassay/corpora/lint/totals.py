"""The card against the content."""

from __future__ import annotations

from collections.abc import Iterator

from memassay.corpora.card import counts
from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.finding import Finding
from memassay.corpora.loading import CARD_FILE

_REMEDY = "`memassay corpus check --write-card` writes it"


def card_present(corpus: Corpus) -> Iterator[Finding]:
    """A corpus has a card; trajectories that were loaded without documents need none."""
    if corpus.card is None and corpus.documents:
        yield Finding("card-present", "warning", CARD_FILE, "", "is missing: nobody can say what this corpus is")


def card_counts(corpus: Corpus) -> Iterator[Finding]:
    """The card's counts are those of the content."""
    if corpus.card is None:
        return
    if corpus.card.counts is None:
        yield Finding("card-counts", "error", CARD_FILE, "", f"counts are missing; {_REMEDY}")
        return
    written, found = corpus.card.counts.model_dump(), counts(corpus).model_dump()
    for key, value in found.items():
        if written[key] != value:
            message = f"says {written[key]}, the content has {value}; {_REMEDY}"
            yield Finding("card-counts", "error", CARD_FILE, f"/counts/{key}", message)


def card_sha256(corpus: Corpus) -> Iterator[Finding]:
    """The card's sha256 is that of the content."""
    if corpus.card is not None and corpus.card.sha256 != corpus.sha256:
        message = f"is {corpus.card.sha256 or 'missing'}, the content has {corpus.sha256}; {_REMEDY}"
        yield Finding("card-sha256", "error", CARD_FILE, "/sha256", message)
