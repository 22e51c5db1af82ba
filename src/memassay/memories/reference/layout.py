"""How a document is laid out: headings, bullets, speakers' turns, paragraphs; and who is named in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from memassay.memories.reference.details import LABELS
from memassay.models.entailment.reading import FUNCTION_WORDS

_HEADING = re.compile(r"^\s*#{1,6}\s+(.+?)\s*#*$")
_BOLD = re.compile(r"^\s*\*\*(.+?)\*\*:?\s*$")
_BULLET = re.compile(r"^\s*(?:[-*•+–—]|\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2})+\.?|\[[ xX]\])\s+")
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_RULE = re.compile(r"^[\s|:=_*~-]*$")
_TURN = re.compile(r"^\s*([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2})(?: \([^)]*\))?:\s+(?=\S)")
_FULL_NAME = re.compile(
    r"(?<![\w-])([^\W\d_a-z][\w'’-]+(?: (?:van|von|de|der|den|la|le|da|di|of))*(?: [^\W\d_a-z][\w'’-]+){1,2})"
)
_METADATA = re.compile(
    r"^\s*(?:to|from|cc|bcc|subject|re|date|sent|attending|attendees|present|participants|apologies|excused|distribution"
    r"|minutes taken by|taken by)\s*:",
    re.IGNORECASE,
)
_OPENERS = frozenset(("every", "once", "dear", "hi", "hello", "re", "to", "from", "since", "until"))
LONGEST_HEADING = 6


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text that belongs together: a paragraph, a bullet, or a speaker's turn.

    `context` is the heading above a bullet or a short line; `speaker` who says it, where the document quotes one.
    `about` marks what tells of the document and not of the world: its title, its addressees, who attended.
    """

    text: str
    context: str = ""
    speaker: str = ""
    about: bool = False


class Layout:
    """One document's text, taken apart."""

    def __init__(self, text: str, author: str) -> None:
        """`author` is the document's: one more name that may be meant by its first part alone."""
        self.text, self._author = text, author

    def blocks(self) -> list[Block]:
        """The blocks in order; headings are only in the context of what stands under them."""
        found = list(self._walk())
        if len(found) > 1 and _signs(found[-1]):
            found[-1] = replace(found[-1], about=True)
        return found

    def full(self, name: str) -> str:
        """A name in the fullest form that the document has for it; itself where it has none, or two."""
        if len(name.split()) > 1:
            return name
        fuller = {one for one in self.people if name.casefold() in one.casefold().split()}
        return fuller.pop() if len(fuller) == 1 else name

    @cached_property
    def people(self) -> tuple[str, ...]:
        """What looks like full names, in order; the author first."""
        lines = (_BULLET.sub("", _QUOTE.sub("", line)) for line in self.text.splitlines())
        found = [name for line in lines for match in _FULL_NAME.finditer(line) if (name := _name(match[1]))]
        author = [self._author] if len(self._author.split()) > 1 else []
        return tuple(dict.fromkeys([*author, *found]))

    @cached_property
    def _speakers(self) -> frozenset[str]:
        """Who has turns: a name before a colon that the document has in full, or has before a colon twice."""
        heads = [match[1] for line in self.text.splitlines() if (match := _TURN.match(_QUOTE.sub("", line)))]
        named = {one for one in heads if all(word[:1].isupper() for word in one.split())}
        often = Counter(heads)
        return frozenset(
            one
            for one in named
            if one.lower() not in LABELS and (often[one] > 1 or self.full(one) != one or one in self.people)
        )

    def _walk(self) -> Iterator[Block]:
        context, speaker, first = "", "", True
        lines: list[str] = []
        every = [_QUOTE.sub("", raw).rstrip() for raw in self.text.splitlines()]
        for before, line, after in zip(["", *every], [*every, ""], [*every[1:], "", ""], strict=False):
            turn = _TURN.match(line)
            said_by = turn[1] if turn and turn[1] in self._speakers else ""
            heading = _heading(line) or (not before and not after and not first and _plain_heading(line))
            blank = not line or bool(_RULE.match(line))
            if lines and (blank or heading or said_by or _BULLET.match(line)):
                yield self._block(lines, context, speaker, first=first)
                lines, first = [], False
            if blank:
                speaker = ""
            elif heading:
                context, speaker, first = heading, "", False
            else:
                if said_by and turn:
                    speaker, context, line = self.full(said_by), "", line[turn.end() :]  # noqa: PLW2901 - the rest
                lines.append(line)

    def _block(self, lines: list[str], context: str, speaker: str, *, first: bool) -> Block:
        bullet = bool(_BULLET.match(lines[0]))
        text = "\n".join([_BULLET.sub("", lines[0]), *lines[1:]]).replace("**", "")
        short = len(text.split()) <= 2 * LONGEST_HEADING and len(lines) == 1
        short = short and text.rstrip()[-1:] not in ".!?,;"
        title = first and short and not speaker
        about = title or bool(_METADATA.match(text))
        return Block(text, context if bullet or short else "", speaker, about)


def _signs(block: Block) -> bool:
    """Whether the last block is a name or a title under the text."""
    bare = not block.context and not block.speaker
    return bare and len(block.text.split()) <= LONGEST_HEADING and block.text.rstrip()[-1:] not in ".!?"


def _name(found: str) -> str:
    """A name without a possessive, or nothing where it begins with a little word ("Every Thursday") or shouts."""
    name = found.removesuffix("'s").removesuffix("’s")
    return "" if name.split()[0].lower() in FUNCTION_WORDS | _OPENERS or name.isupper() else name


def _plain_heading(line: str) -> str:
    """The words of a line that stands alone, short, capitalised and without a full stop; or nothing."""
    bare = line.strip()
    plain = bare[:1].isupper() and bare[-1:].isalnum() and not _BULLET.match(line) and ":" not in bare
    return bare if plain and len(bare.split()) <= LONGEST_HEADING else ""


def _heading(line: str) -> str:
    """The words of a heading, or nothing where the line is none."""
    match = _HEADING.match(line) or _BOLD.match(line)
    bare = line.strip()
    if match:
        words = match[1].strip().rstrip(":")
    elif bare.endswith(":") and not _BULLET.match(line):
        words = bare.rstrip(":")
    else:
        return ""
    return words if 0 < len(words.split()) <= LONGEST_HEADING else ""
