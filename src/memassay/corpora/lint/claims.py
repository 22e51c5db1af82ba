"""Each claim one proposition that stands by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.figures import figures
from memassay.corpora.lint.finding import Finding, claims_once
from memassay.corpora.lint.grammar import joined_clauses, reference

_RANGE = re.compile(
    r"\bbetween\s+[\d.,]+\s*\S*\s+and\s+(?=\d)|\bfrom\s+[\d.,]+\s*\S*\s+to\s+(?=\d)|"
    r"[\d.,]+\s*(?:-|–|\bto\b|\b(?:out )?of\b)\s*(?=\d)",
    re.IGNORECASE,
)
"""The first figure of a range or ratio, with the word that joins it to the second."""


def atomic_clauses(corpus: Corpus) -> Iterator[Finding]:
    """A claim joins no second clause to its first."""
    for file in corpus.files.values():
        for pointer, claim in claims_once(file):
            joint = joined_clauses(claim)
            if joint:
                message = f"two propositions joined by {joint!r}; make a claim of each: {claim!r}"
                yield Finding("atomic-clauses", "warning", file.path, pointer, message)


def atomic_figures(corpus: Corpus) -> Iterator[Finding]:
    """A claim has one figure; a range, a ratio, a version in a name and the date of a claim do not count."""
    for file in corpus.files.values():
        for pointer, claim in claims_once(file):
            found = figures(_RANGE.sub("", claim))
            listed = [quantity.text.strip() for quantity in found.quantities]
            listed += [f"{hour:02d}:{minute:02d}" for hour, minute in found.times]
            if len(listed) > 1:
                message = f"several figures ({', '.join(listed)}); make a claim of each: {claim!r}"
                yield Finding("atomic-figures", "warning", file.path, pointer, message)


def self_contained(corpus: Corpus) -> Iterator[Finding]:
    """A claim names what it speaks of, so that it can be judged without its neighbours."""
    for file in corpus.files.values():
        for pointer, claim in claims_once(file):
            reason = reference(claim)
            if reason:
                yield Finding("self-contained", "warning", file.path, pointer, f"{reason}: {claim!r}")
