"""How a document is laid out: what stands under which heading, bullets, speakers' turns, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memassay.memories.reference.headings import (
    BULLET,
    CLAUSE,
    LONGEST_HEADING,
    QUOTE,
    Line,
    close_heading,
    ends_section,
    labelled,
    lead_in,
    marked_heading,
    plain_heading,
    tells_of_document,
)
from memassay.memories.reference.people import TURN, People, signs

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
    """

    text: str
    context: str = ""
    speaker: str = ""
    about: bool = False
    listed: bool = False
    prose: bool = False


@dataclass(slots=True)
class _Place:
    """Where a reader stands: under which heading (`close`: until the next blank line), in whose turn."""

    context: str = ""
    speaker: str = ""
    close: bool = False
    first: bool = True
    lead: str = ""

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
        if len(found) > 1 and not found[-1].listed and not found[-1].speaker:
            last = found[-1]
            if signs(last.text, self._author, alone=not last.context):
                found[-1] = replace(last, context="", about=True)
        return found

    def _walk(self) -> Iterator[Block]:
        place = _Place()
        lines: list[str] = []
        for line in self._lines():
            blank = not line.text or bool(_RULE.match(line.text))
            said_by = "" if blank else self._said_by(line.text, place)
            heading, close = ("", False) if blank or said_by else _heading(line, place)
            new = blank or heading or said_by or BULLET.match(line.text) or labelled(line.text)
            if lines and new:
                yield _block(lines, place)
                lines, place.first = [], False
                place.take_lead()
            if blank:
                place.blank()
            elif heading:
                place.under(heading, close=close)
            else:
                lines.append(self._enter(line, said_by, place))
        if lines:
            yield _block(lines, place)

    def _lines(self) -> Iterator[Line]:
        texts = [QUOTE.sub("", raw).rstrip() for raw in self._text.splitlines()]
        preceding, following = _last_seen(texts), _last_seen(texts[::-1])[::-1]
        for i, text in enumerate(texts):
            before, after = texts[i - 1] if i else "", texts[i + 1] if i + 1 < len(texts) else ""
            yield Line(text, before, after, preceding[i], following[i])

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


def _block(lines: list[str], place: _Place) -> Block:
    bullet, clause = bool(BULLET.match(lines[0])), bool(CLAUSE.match(lines[0]))
    text = "\n".join([BULLET.sub("", lines[0]), *lines[1:]]).replace("**", "")
    line = len(lines) == 1 and len(text.split()) <= 2 * LONGEST_HEADING and text.rstrip()[-1:] not in _STOPS
    title = place.first and line and not place.speaker
    short = line and len(place.context.split()) <= LONGEST_HEADING
    context = place.context if bullet or short or place.close else ""
    about = title or tells_of_document(text)
    whole = clause or len(context.split()) > LONGEST_HEADING
    return Block(text, context, place.speaker, about, bullet and not clause, whole)
