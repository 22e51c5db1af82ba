"""From a document to the statements a plain system keeps of it: its sentences, without those that say nothing."""

from __future__ import annotations

import re

from memassay.types import Document

MIN_WORDS = 3
_COURTESY = re.compile(
    r"(hi|hello|hey|dear|good (morning|afternoon|evening)|thanks|thank you|many thanks|cheers|best|"
    r"(kind|warm|best) regards|regards|sincerely|yours)\b",
    re.IGNORECASE,
)
_COURTESY_WORDS = 6
_RELATIVE = re.compile(
    r"\b(today|yesterday|tomorrow|tonight|(this|last|next) (week|month|quarter|year|morning|afternoon|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b",
    re.IGNORECASE,
)


def statements(document: Document) -> list[str]:
    """The document's sentences as statements, in order.

    Left out: what has fewer than three words, headings (a line that ends in a colon or has no small letter), and
    greetings and sign-offs (at most six words that open with one).  A sentence stands as it was written: author
    and date are fields of the fact, and the same header before each sentence would swell the store and draw all
    vectors together; nor is the author always who speaks, since minutes quote others.  Only a sentence that says
    "yesterday" or "next week" is given the document's date behind it, for it means nothing without.
    """
    from memassay.models.text import sentences  # noqa: PLC0415 - loads a sentence model: only when a text is cut

    kept = [sentence for sentence in sentences(document.text) if says_something(sentence)]
    return [f"{s} (written {document.timestamp:%Y-%m-%d})" if _RELATIVE.search(s) else s for s in kept]


def says_something(sentence: str) -> bool:
    """Whether a sentence is more than a heading, a fragment of two words, a greeting or a sign-off."""
    length = len(sentence.split())
    shouted = not any(c.isalpha() and not c.isupper() for c in sentence)
    if length < MIN_WORDS or sentence.rstrip().endswith(":") or shouted:
        return False
    return not (length <= _COURTESY_WORDS and _COURTESY.match(sentence))
