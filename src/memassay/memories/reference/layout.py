"""How a document is laid out: what stands under which heading, bullets, speakers' turns, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memassay.memories.reference.headings import (
    BULLET,
    CLAUSE,
    LONGEST_HEADING,
    Line,
    close_heading,
    ends_section,
    labelled,
    lead_in,
    marked_heading,
    no_sentence,
    plain_heading,
    tells_of_document,
)
from memassay.memories.reference.people import TURN, People, signs
from memassay.memories.reference.quotes import lines_of

_RULE = re.compile(r"^[\s|:=_*~-]*$")
_TASKS = re.compile(r"^(?:to[ -]?do|actions?|action items|tasks|next steps)\b", re.IGNORECASE)
"""Under such a heading "Bo: the ladder" is no speech, but what Bo shall do."""
_STOPS = ".!?,;:。！？؟۔"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text that belongs together: a paragraph, a bullet, or a speaker's turn.

    `context` is the heading above a bullet or a short line; `speaker` who says it, where the document quotes one.
    `about` marks what tells of the document and not of the world: its title, its addressees, who attended.  `listed`
    marks a bullet; `prose` a numbered clause or what follows a long lead-in: only its fragments need the context.
    `quoted` marks what stands in a quoted mail: whoever wrote that (`speaker`, where it is said) is no witness now.
    """

    text: str
    context: str = ""
    speaker: str = ""
    about: bool = False
    listed: bool = False
    prose: bool = False
    quoted: bool = False


@dataclass(slots=True)
class _Place:
    """Where a reader stands: under which heading (`close`: until the next blank line), in whose turn."""

    context: str = ""
    speaker: str = ""
    close: bool = False
    first: bool = True
    lead: str = ""
    quoted: bool = False
    writer: str = ""

    def enter(self, line: Line) -> None:
        """Into or out of a quoted mail, or into another one: headings and turns end."""
        if (self.quoted, self.writer) != (line.quoted, line.writer):
            self.quoted, self.writer = line.quoted, line.writer
            self.context, self.speaker, self.close, self.lead = "", "", False, ""

    def take_lead(self) -> None:
        """What a lead-in introduces begins after its block."""
        if self.lead:
            self.context, self.close, self.lead = self.lead, False, ""

    def blank(self) -> None:
        self.speaker = ""
        if self.close:
            self.context, self.close = "", False

    def under(self, heading: str, *, close: bool) -> None:
        self.context, self.speaker, self.close, self.first = heading, "", close, False


class Layout:
    """One document's text, taken apart."""

    def __init__(self, text: str, author: str) -> None:
        """`author` is the document's."""
        self._text, self._author, self.people = text, author, People(text, author)

    def blocks(self) -> list[Block]:
        """The blocks in order; headings of up to six words are only in the context of what stands under them."""
        found = list(self._walk())
        last = found[-1] if found else Block("")
        free = len(found) > 1 and not (last.listed or last.speaker or last.quoted)
        if free and signs(last.text, self._author, alone=not last.context):
            found[-1] = replace(last, context="", about=True)
        return found

    def _walk(self) -> Iterator[Block]:
        place = _Place()
        lines: list[str] = []
        for line in self._lines():
            blank = not line.text or bool(_RULE.match(line.text))
            if lines and (line.quoted, line.writer) != (place.quoted, place.writer):
                yield self._block(lines, place, more=True)
                lines, place.first = [], False
            place.enter(line)
            said_by = "" if blank else self._said_by(line.text, place)
            heading, close = ("", False) if blank or said_by else _heading(line, place)
            new = blank or heading or said_by or BULLET.match(line.text) or labelled(line.text)
            if lines and new:
                yield self._block(lines, place, more=not blank or bool(line.following))
                lines, place.first = [], False
                place.take_lead()
            if blank:
                place.blank()
            elif heading:
                place.under(heading, close=close)
            else:
                lines.append(self._enter(line, said_by, place))
        if lines:
            yield self._block(lines, place, more=False)

    def _lines(self) -> Iterator[Line]:
        written = list(lines_of(self._text))
        texts = [one.text for one in written]
        preceding, following = _last_seen(texts), _last_seen(texts[::-1])[::-1]
        for i, text in enumerate(texts):
            before, after = texts[i - 1] if i else "", texts[i + 1] if i + 1 < len(texts) else ""
            yield Line(text, before, after, preceding[i], following[i], written[i].quoted, written[i].writer)

    def _block(self, lines: list[str], place: _Place, *, more: bool) -> Block:
        """The block of these lines; without `more` after it, it is no title."""
        bullet, clause = bool(BULLET.match(lines[0])), bool(CLAUSE.match(lines[0]))
        text = "\n".join([BULLET.sub("", lines[0]), *lines[1:]]).replace("**", "")
        line = len(lines) == 1 and len(text.split()) <= 2 * LONGEST_HEADING and text.rstrip()[-1:] not in _STOPS
        title = place.first and more and line and not place.speaker and no_sentence(text)
        short = line and len(place.context.split()) <= LONGEST_HEADING
        context = place.context if bullet or short or place.close else ""
        about = title or tells_of_document(text)
        whole = clause or len(context.split()) > LONGEST_HEADING
        speaker = place.speaker or self.people.full(place.writer)
        return Block(text, context, speaker, about, bullet and not clause, whole, place.quoted)

    def _said_by(self, text: str, place: _Place) -> str:
        turn = TURN.match(text)
        speaks = turn is not None and turn[1] in self.people.speakers and not _TASKS.match(place.context)
        return turn[1] if turn and speaks else ""

    def _enter(self, line: Line, said_by: str, place: _Place) -> str:
        """What a line adds to its block; a new turn, and a heading of many words, end the context."""
        if said_by:
            turn = TURN.match(line.text)
            place.speaker, place.context = self.people.full(said_by), ""
            return line.text[turn.end() if turn else 0 :]
        if ends_section(line):
            place.context = ""
        place.lead = lead_in(line) or place.lead
        return line.text


def _last_seen(texts: list[str]) -> list[str]:
    """For each text the nearest before it that is not empty."""
    found, last = [], ""
    for text in texts:
        found.append(last)
        last = text or last
    return found


def _heading(line: Line, place: _Place) -> tuple[str, bool]:
    """The words of a heading, or nothing; and whether it holds only until the next blank line."""
    marked = marked_heading(line.text)
    if marked or place.first:
        return marked, False
    close = close_heading(line)
    return (close, True) if close else (plain_heading(line), False)
