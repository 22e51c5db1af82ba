"""The offline extractor: every sentence that says something is an observation, made readable alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memassay.memories.reference import details
from memassay.memories.reference.grounding import ground
from memassay.memories.reference.headings import LONGEST_HEADING
from memassay.memories.reference.layout import Block, Layout
from memassay.memories.reference.records import ObservationRecord
from memassay.memories.reference.wording import attributed
from memassay.memories.statements import MIN_WORDS, says_something
from memassay.types import Document

_LEANS = re.compile(
    r"^\W*(?:it|they|this|these|those|he|she|both|neither|not|so (?:is|are|was|does|do)|which"
    r"|each (?:is|was|has|had|will|gets?|of (?:them|these|those)))\b",
    re.IGNORECASE,
)
_THAT = re.compile(r"^\W*That(?:['’]s| is| was| goes| makes| will)\b")
_WHOLE = re.compile(r"(?:[^\W\d_][^\w]*){12}[.!?]\W*$|(?:(?![A-Za-z])[^\W\d_]\W*){6}")
"""Twelve letters in a row that end in a full stop, or six of a script other than Latin."""
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
            self._observation(document, layout, block, joined)
            for block in layout.blocks()
            for joined in _sentences(block)
        ]

    def _observation(
        self, document: Document, layout: Layout, block: Block, joined: Sequence[str]
    ) -> ObservationRecord:
        sentence = " ".join(joined)
        text, when = (sentence, ()) if block.quoted else ground(sentence, document.timestamp.date())
        what = f"{block.context}: {text}" if _needs_context(block, joined[0]) else text
        author = block.speaker or ("" if block.quoted else document.author)
        own = details.of_oneself(sentence)
        people = layout.people.named(sentence)
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
            entities=details.entities(sentence, layout.people.capitals),
            transient=block.about or _nothing_in(joined),
            quoted=block.quoted,
        )


def _sentences(block: Block) -> list[list[str]]:
    """The block's sentences that say something, each with those that lean on it."""
    from memassay.models.text import sentences  # noqa: PLC0415 - loads a sentence model: only when a text is cut

    found: list[list[str]] = []
    for sentence in sentences(block.text):
        if found and _leans(sentence) and _bears(" ".join(found[-1]), sentence):
            found[-1].append(sentence)
        else:
            found.append([sentence])
    return [joined for joined in found if _kept(" ".join(joined), block, only=len(found) == 1)]


def _bears(before: str, sentence: str) -> bool:
    """Whether a sentence can be put behind another: neither of them asks or greets, and the two are not too long.

    A short denial ("It doesn't.") must come along: without it the sentence before says the contrary.
    """
    short = len(before.split()) + len(sentence.split()) <= _LONGEST
    return short and not before.rstrip().endswith("?") and not details.asks(sentence)


def _needs_context(block: Block, sentence: str) -> bool:
    from memassay.models.text import is_fragment  # noqa: PLC0415 - as below

    return bool(block.context) and (not block.prose or is_fragment(sentence))


def _nothing_in(joined: Sequence[str]) -> bool:
    """Whether no sentence of several need be remembered; a lone name or word behind one does not count."""
    return all(details.transient(one) for i, one in enumerate(joined) if not i or len(one.split()) >= MIN_WORDS)


def _leans(sentence: str) -> bool:
    from memassay.models.text import is_fragment  # noqa: PLC0415 - as above

    if _LEANS.match(sentence) or _THAT.match(sentence):
        return True
    length = len(sentence.split())
    if length > _SHORT or (length > _LABEL and _DETERMINED.match(sentence)) or sentence.rstrip().endswith("?"):
        return False
    return is_fragment(sentence)


def _kept(sentence: str, block: Block, *, only: bool) -> bool:
    """A line of a list, under a heading or in somebody's turn may be short: list, heading or name completes it.

    Scripts without small letters, sentences in capitals, and long ones that end in a colon are no headings.
    """
    if says_something(sentence) or (_WHOLE.search(sentence) and not any(map(str.islower, sentence))):
        return True
    length = len(sentence.split())
    if sentence.strip()[-1:] == ":":
        return length > LONGEST_HEADING
    short = bool(block.context or block.speaker or block.listed or ": " in sentence.strip()) and length >= MIN_WORDS - 1
    return short or (bool(block.context) and only and any(map(str.isalnum, sentence)))
