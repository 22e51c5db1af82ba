"""What a statement is about: names that go without saying, and whether two statements share subject and frame."""

from __future__ import annotations

import re

import numpy as np

from memassay.models.entailment import Clause, Reading
from memassay.models.text import subject_of

_TURN = re.compile(r"^\s*[^\W\d_][\w.'’()-]*(?: [\w.'’()-]+){0,3}:\s")

_FRAME = 0.55
"""Two statements with one subject and this share of their words in common differ in a value only."""
_NOUN = re.compile(r"(?:['’]s)? [a-z]")


def droppable(premise: Reading, clause: Clause | None, hypothesis: Reading) -> tuple[str, ...]:
    """The stems of names in the hypothesis that the premise lacks and could leave unsaid.

    Those are names in its subject, and names that only say which ("the Tilder feed").  There is none where the
    premise's clause has a name of its own for a subject ("Brindle pays on Fridays" says nothing of Thistle), a
    speaker's name before a colon aside.
    """
    known = frozenset(premise.stems)
    missing = tuple(stem for stem in _loose(hypothesis) if stem not in known)
    return () if not missing or _has_stranger(premise, clause or premise.clauses[0], hypothesis) else missing


def _has_stranger(premise: Reading, clause: Clause, hypothesis: Reading) -> bool:
    start, end = clause.spans[0] if len(clause.spans) > 1 else subject_of(premise.text, *clause.spans[0])
    turn = _TURN.match(premise.text)
    start = max(start, turn.end() if turn else 0)
    known = frozenset(hypothesis.stems)
    return any(
        name and start <= at < end and stem not in known
        for stem, name, at in zip(premise.stems, premise.names, premise.starts, strict=True)
    )


def without(hypothesis: Reading, stems: tuple[str, ...]) -> str:
    """The hypothesis with these loose names taken out ("The Tilder feed runs" -> "The feed runs")."""
    text = hypothesis.text
    for stem, (start, end) in sorted(_loose(hypothesis).items(), key=lambda item: -item[1][0]):
        if stem in stems:
            text = text[:start] + text[end:]
    text = re.sub(r"^\W+|(?<=\s)['’]s?\s", "", re.sub(r"\s+", " ", text)).strip()
    return text[:1].upper() + text[1:]


def same_frame(one: Reading, other: Reading) -> bool:
    """Whether two statements say something of one kind of one subject ("runs on Solr", "runs on OpenSearch")."""
    return _fits(one, other) and _fits(other, one)


def _fits(one: Reading, other: Reading) -> bool:
    known = frozenset(other.stems)
    shared = np.array([stem in known for stem in one.stems], bool)
    _, end = subject_of(one.text, 0, len(one.text))
    subject = shared[np.array(one.starts, int) < end]
    total = float(one.weights.sum())
    return bool(subject.size and subject.all()) and float(one.weights @ shared) >= _FRAME * total


def _loose(hypothesis: Reading) -> dict[str, tuple[int, int]]:
    """The names of a hypothesis that may go without saying, by stem, and where each stands."""
    _, subject = subject_of(hypothesis.text, 0, len(hypothesis.text))
    found: dict[str, tuple[int, int]] = {}
    for word, stem, name, start in zip(
        hypothesis.words, hypothesis.stems, hypothesis.names, hypothesis.starts, strict=True
    ):
        end = start + len(word)
        which = hypothesis.text[:start].lower().endswith("the ") and _NOUN.match(hypothesis.text, end)
        if name and (start < subject or which):
            found.setdefault(stem, (start, end))
    return found
