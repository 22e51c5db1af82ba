"""The offline extractor: every sentence that says something is an observation, made readable alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memassay.memories.reference import details
from memassay.memories.reference.grounding import ground
from memassay.memories.reference.layout import Block, Layout
from memassay.memories.reference.records import ObservationRecord
from memassay.memories.reference.wording import attributed
from memassay.memories.statements import says_something
from memassay.types import Document

_LEANS = re.compile(
    r"^\W*(?:it|they|this|these|those|he|she|both|neither|not|so (?:is|are|was|does|do)|which)\b", re.IGNORECASE
)
_THAT = re.compile(r"^\W*That(?:['’]s| is| was| goes| makes| will)\b")
_SHORT = 6
"""Words up to which a sentence without a verb leans on the one before it."""
_LABEL = 3
"""Words up to which that holds for one that begins with an article: a longer one may have a verb nobody listed."""
_DETERMINED = re.compile(r"^\W*(?:the|an?|our|my|your|his|her|its|their|this|these)\b", re.IGNORECASE)
_LONGEST = 45
"""Words up to which a sentence is put behind the one it leans on."""


class SentenceExtractor:
    """Sentences as observations, with dates grounded, speakers as authors, and headings before their bullets.

    A sentence that leans on the one before it ("It runs at night.", "Every Thursday.") is put behind that one.
    Nothing is left out but headings, greetings, sign-offs and what has under three words.
    """

    def __init__(self, categories: Mapping[str, Sequence[str]] = details.CATEGORIES) -> None:
        """`categories` maps a kind to regular expressions of the words that tell it."""
        self._categories = {name: details.any_of(told) for name, told in categories.items()}

    async def extract(self, document: Document) -> Sequence[ObservationRecord]:
        """See `stages.Extractor`."""
        layout = Layout(document.text, document.author)
        return [
            self._observation(document, layout, block, sentence)
            for block in layout.blocks()
            for sentence in _sentences(block)
        ]

    def _observation(self, document: Document, layout: Layout, block: Block, sentence: str) -> ObservationRecord:
        text, when = ground(sentence, document.timestamp.date())
        what = f"{block.context}: {text}" if block.context else text
        author = block.speaker or document.author
        own = details.of_oneself(sentence)
        people = details.named(sentence, layout.people)
        return ObservationRecord(
            id="",
            statement=attributed(author, what) if block.speaker or own else what,
            what=what,
            document_id=document.id,
            author=author,
            time=document.timestamp,
            who=tuple(dict.fromkeys([author, *people] if own and author else people)),
            when=when,
            why=details.why(sentence),
            where=details.where(sentence),
            category=details.category(sentence, self._categories),
            certainty=details.certainty(sentence),
            entities=details.entities(text),
            transient=block.about or details.transient(sentence),
        )


def _sentences(block: Block) -> list[str]:
    """The block's sentences that say something, those that lean on another behind it."""
    from memassay.models.text import sentences  # noqa: PLC0415 - loads a sentence model: only when a text is cut

    found: list[str] = []
    for sentence in sentences(block.text):
        if found and _leans(sentence) and _bears(found[-1], sentence):
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    return [sentence for sentence in found if _kept(sentence, block)]


def _bears(before: str, sentence: str) -> bool:
    """Whether a sentence can be put behind another: no question stands before it, and the two are not too long."""
    short = len(before.split()) + len(sentence.split()) <= _LONGEST
    return short and not before.rstrip().endswith("?") and not details.transient(sentence)


def _leans(sentence: str) -> bool:
    from memassay.models.text import is_fragment  # noqa: PLC0415 - as above

    if _LEANS.match(sentence) or _THAT.match(sentence):
        return True
    length = len(sentence.split())
    if length > _SHORT or (length > _LABEL and _DETERMINED.match(sentence)) or sentence.rstrip().endswith("?"):
        return False
    return is_fragment(sentence)


def _kept(sentence: str, block: Block) -> bool:
    """A line under a heading or in somebody's turn may be short: the heading or the name completes it."""
    return says_something(sentence) or (bool(block.context or block.speaker) and len(sentence.split()) >= 2)
