"""What only one trajectory may name, so that stores can be shared and no memory is helped or harmed by another's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.figures import figures
from memassay.corpora.lint.finding import Finding, claims_once
from memassay.corpora.lint.words import vocabulary

_NAME = re.compile(r"(?<![\w'’])[A-Z][\w&-]*(?:[ ][A-Z][\w&-]*)*")
_EVERYONES = frozenset(
    vocabulary(
        "A An Every I The API APIs CI CD CPU CSV DNS EU GPU HR HTTP HTTPS ID IT JSON LAN MFA OS PDF PoC QA RAM SLA SQL "
        "SRE SSH SSL SSO TLS UK US USB UTC VM VPN WAN Customer English Monday Tuesday Wednesday Thursday Friday "
        "Saturday Sunday January February March April May June July August September October November December Q1 Q2 "
        "Q3 Q4 KB MB GB TB PB KiB MiB GiB TiB Kbps Mbps Gbps MHz GHz"
    )
)
"""Capitalised words that belong to no trajectory: abbreviations everyone uses, days, months, units."""


def shared_terms(corpus: Corpus) -> Iterator[Finding]:
    """No name, full date, time of day or figure with its unit stands in the claims of two trajectories."""
    owner: dict[str, str] = {}
    lower = _lower_case_words(corpus)
    for name, file in corpus.files.items():
        found: dict[str, str] = {}
        for pointer, claim in claims_once(file):
            for term in _terms(claim, lower):
                found.setdefault(term, pointer)
        for term, pointer in found.items():
            if owner.setdefault(term, name) != name:
                message = f"{term!r} also stands in a claim of {owner[term]}"
                yield Finding("shared-terms", "warning", file.path, pointer, message)


def _terms(claim: str, lower: frozenset[str]) -> Iterator[str]:
    said = figures(claim)
    for found in _NAME.finditer(claim):
        words = [word for word in found[0].split() if word not in _EVERYONES]
        if found.start() == 0 and words and _opens(words[0], lower):
            del words[0]
        if words:
            yield " ".join(words)
    for day in said.days:
        if day.year and day.month and day.day:
            yield f"{day.year}-{day.month:02d}-{day.day:02d}"
    for hour, minute in said.times:
        yield f"{hour:02d}:{minute:02d}"
    for quantity in said.quantities:
        if quantity.unit:
            yield f"{quantity.value:g} {quantity.unit}"


def _opens(word: str, lower: frozenset[str]) -> bool:
    """Whether the first word of a claim is written with a capital only because it is the first."""
    return word.endswith("ing") or word.lower().split("-")[0] in lower


def _lower_case_words(corpus: Corpus) -> frozenset[str]:
    """Words that the corpus writes in lower case somewhere: at the start of a claim these are no names."""
    texts = [file.document.text for file in corpus.documents.values()]
    texts += [claim for file in corpus.files.values() for _, claim in claims_once(file)]
    return frozenset(word for text in texts for word in re.findall(r"(?<![\w'’])[a-z][a-z-]*", text))
