"""Which lines of a document are headings, bullets and labels."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memassay.models.entailment.reading import FUNCTION_WORDS

LONGEST_HEADING = 6
"""Words up to which a heading is put before what stands under it."""
BULLET = re.compile(r"^\s*(?:[-*•+–—]|\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2})+\.?|\[[ xX]\])\s+")
CLAUSE = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2})+\.?\s+")
"""The number of a clause of a report ("2.1 "): under its heading, but prose."""

_LONGEST_LEAD = 20
_SENTENCE_END = re.compile(r"[.!?]\s+")
_MARKED = re.compile(r"^\s*#{1,6}\s+(.+?)\s*#*$")
_BOLD = re.compile(r"^\s*\*\*(.+?)\*\*:?\s*$")
_NUMBER = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2})*[.)]?\s+(?=\S)")
_LISTED = re.compile(r"^\s*\d{1,3}[.)]\s")
_SHOUTED = re.compile(r"^[A-Z][A-Z&/+-]{2,}(?: [A-Z&/+-]{2,})+\b")
_METADATA = re.compile(
    r"^\s*(?:to|from|cc|bcc|subject|re|date|sent|attending|attendees|present|participants|apologies|excused|distribution"
    r"|minutes taken by|taken by)\s*:",
    re.IGNORECASE,
)
_NO_SUBJECT = re.compile(r"[,:;/|]|\b(?:what|when|where|who|why|how|which|that)\b", re.IGNORECASE)
_LABEL = re.compile(r"^\s*[A-Z][\w ]{1,30}:\s+\S")


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its neighbours, empty where blank; `preceding` and `following` are the nearest that are not blank.

    `quoted` marks one of a quoted mail, `writer` who wrote that, where it is said.
    """

    text: str
    before: str
    after: str
    preceding: str
    following: str
    quoted: bool = False
    writer: str = ""

    @property
    def alone(self) -> bool:
        """Whether it stands between blank lines, above something."""
        return not self.before and not self.after and bool(self.following)


def tells_of_document(text: str) -> bool:
    """Whether it says who writes to whom, who attended, and the like."""
    return bool(_METADATA.match(text))


def labelled(line: str) -> bool:
    """Whether a line begins with a label ("Apologies: ...", "Reviewer: ..."), so that it is no other line's rest."""
    return bool(_METADATA.match(line) or _LABEL.match(line))


def marked_heading(line: str) -> str:
    """The words of a heading that is marked as one, or ends in a colon; or nothing."""
    match = _MARKED.match(line) or _BOLD.match(line)
    if match:
        words = _NUMBER.sub("", match[1].strip().rstrip(":"))
    elif line.rstrip().endswith(":") and not BULLET.match(line):
        words = line.strip().rstrip(":")
    else:
        return ""
    return words if 0 < len(words.split()) <= LONGEST_HEADING else ""


def plain_heading(line: Line) -> str:
    """The words of a short capitalised line that stands alone, and has neither full stop nor verb; or nothing.

    A number before it is taken off, unless a line beside it is numbered alike: then both are items of a list.
    """
    capital = _stands_alone(line) and _NUMBER.sub("", line.text).strip()[0].isupper()
    return _short(line) if capital and no_sentence(line.text) else ""


def no_sentence(text: str) -> bool:
    """Whether a line without a full stop says nothing: "Ferry moved to pier 4" does, these do not.

    "Ferry prices" has no verb, "Where I need help" and "Ferries, and what they cost" none but behind a question word or
    a comma, "How the Ferry Works" and "TO DO" are written as titles.
    """
    from memassay.models.text import is_fragment, subject_of  # noqa: PLC0415 - loads a sentence model: when it is cut

    telling = [word for word in text.split() if word.lower() not in FUNCTION_WORDS]
    if is_fragment(text) or text.isupper() or (len(telling) > 1 and all(not word[0].islower() for word in telling)):
        return True
    start, end = subject_of(text, 0, len(text))
    return start == end or bool(_NO_SUBJECT.search(text[start:end]))


def close_heading(line: Line) -> str:
    """The words of a short line right above what it heads: a list, or anything if it is in capitals; or nothing."""
    if line.before or not line.after or BULLET.match(line.text):
        return ""
    text = line.text.strip()
    shouts = bool(_SHOUTED.match(text)) or (text.isupper() and len(text) > 2)
    return _short(line) if shouts or BULLET.match(line.after) else ""


def lead_in(line: Line) -> str:
    """The words of a long sentence that ends its paragraph with a colon above a list; or nothing."""
    words = _SENTENCE_END.split(line.text.strip().removesuffix(":"))[-1]
    long = LONGEST_HEADING < len(words.split()) <= _LONGEST_LEAD and not line.before
    return words if long and line.text.rstrip().endswith(":") and BULLET.match(line.following) else ""


def ends_section(line: Line) -> bool:
    """Whether it is a heading too long to be put before anything: what stands under it has none."""
    marked = _MARKED.match(line.text) or _BOLD.match(line.text)
    return bool(marked) or (_stands_alone(line) and line.text.rstrip()[-1:].isalnum())


def _stands_alone(line: Line) -> bool:
    numbered = bool(_LISTED.match(line.text))
    item = numbered and bool(_LISTED.match(line.following) or _LISTED.match(line.preceding))
    return line.alone and not item and (numbered or not BULLET.match(line.text))


def _short(line: Line) -> str:
    bare = _NUMBER.sub("", line.text).strip()
    plain = bare[-1:].isalnum() and ":" not in bare
    return bare if plain and len(bare.split()) <= LONGEST_HEADING else ""
