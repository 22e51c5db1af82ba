"""Whether two sentences alike differ in more than a value, told by where the words stand that only one of them has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

from memassay.models.entailment.contrast import Sketch, sketch
from memassay.models.entailment.units import WEEKDAYS, stem
from memassay.models.text import Word, is_fragment, subject_of, words

Role = Literal["subject", "verb", "rest"]

_MODAL = re.compile(
    r"\b(?:to|can|cannot|could|may|might|must|shall|should|will|would|do|does|did|not)\s+$", re.IGNORECASE
)
_OF = re.compile(r"\s+(?:of\s+)?")
_DAYS = frozenset(map(stem, WEEKDAYS))
_NEWS = frozenset(("changed", "ended"))
"""Cues that tell of a change: their words ("raised", "now") say nothing of what has changed."""


def apart(old: str, new: str, *, clash: bool, in_step: bool = False) -> bool:
    """Whether each sentence has a word of its own in the same role, and that word is no value.

    Never a value are a verb, and a word of the subject that is no name ("opens", "closes"; "import price", "export
    price").  A word behind the verb is one ("in feet", "in metres") unless figures, dates or weekdays `clash`, and so
    are the value, and it says of what: behind the figure ("25 metres long", "10 metres wide"), or behind a word that
    both have ("met on 3 May to approve the budget", "met on 9 May to approve the plan"); or unless several stand apart
    from each other ("tea in the morning", "coffee in the evening").  With `in_step` only where each has as many words
    of its own in each role as the other: what is put in other words differs in their number, too.
    """
    a, b = sketch(old), sketch(new)
    ours, theirs = _own(a, b), _own(b, a)
    if in_step and Counter(ours.values()) != Counter(theirs.values()):
        return False
    roles = _roles(a, ours) & _roles(b, theirs)
    if roles - {"rest"} or (clash and _places(a, ours) & _places(b, theirs)):
        return True
    return _scattered(old, ours) and _scattered(new, theirs)


def _own(this: Sketch, other: Sketch) -> dict[Word, Role]:
    """The words that only this sentence has, figures, weekdays and signs of change left out, each with its role."""
    lacking = this.lacking(other)
    end = _subject_end(this, lacking)
    found: dict[Word, Role] = {}
    for word in words(this.text):
        root = stem(word.text.lower())
        if root not in lacking or _counts(word, root, this) or sketch(word.text).cues & _NEWS:
            continue
        if word.start >= end:
            first = end > 0 and not this.text[end : word.start].strip() and not is_fragment(this.text)
            found[word] = "verb" if first or _is_verb(word, this.text) else "rest"
        elif root not in this.names:
            found[word] = "subject"
    return found


def _subject_end(this: Sketch, lacking: frozenset[str]) -> int:
    """Where the verb begins; where none is known, behind the last word that the other sentence has, too."""
    if not is_fragment(this.text):
        return subject_of(this.text, 0, len(this.text))[1]
    shared = this.content.keys() - lacking
    return max((word.end for word in words(this.text) if stem(word.text.lower()) in shared), default=len(this.text))


def _roles(this: Sketch, own: Mapping[Word, Role]) -> set[Role]:
    """The roles of these words; where no verb is known, what stands before the value may be one."""
    roles = set(own.values())
    return roles | {"verb"} if "subject" in roles and is_fragment(this.text) else roles


def _counts(word: Word, root: str, this: Sketch) -> bool:
    return root in _DAYS or any(one.start <= word.start < one.end for one in this.figures)


def _is_verb(word: Word, text: str) -> bool:
    before = "they" if _MODAL.search(text[: word.start]) else "it"
    return word.text.islower() and not is_fragment(f"{before} {word.text}")


def _places(this: Sketch, own: Mapping[Word, Role]) -> set[str]:
    """What stands before these words behind the verb: the stem of the last content word of both, or a figure ("#")."""
    found, before = set[str](), ""
    for word in words(this.text):
        if any(_OF.fullmatch(this.text, one.end, word.start) for one in this.figures):
            before = "#"
        if own.get(word) == "rest":
            found.add(before)
        elif word not in own and stem(word.text.lower()) in this.content:
            before = stem(word.text.lower())
    return found - {""}


def _scattered(text: str, own: Mapping[Word, Role]) -> bool:
    """Whether other words stand between these words behind the verb."""
    rest = [word for word, role in own.items() if role == "rest"]
    return any(words(text[one.end : other.start]) for one, other in pairwise(rest))
