"""Who is named in a document, in full, and who has turns in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from functools import cached_property

from memassay.memories.reference.details import LABELS, NO_NAMES, TITLES
from memassay.memories.reference.headings import BULLET
from memassay.memories.reference.quotes import QUOTE
from memassay.models.entailment.reading import FUNCTION_WORDS
from memassay.models.entailment.units import MONTHS, WEEKDAYS
from memassay.models.text import is_fragment, words

TURN = re.compile(r"^\s*([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2})(?: \([^)]*\))?:\s+(?=\S)")

_FULL_NAME = re.compile(
    r"(?<![\w-])([^\W\d_a-z][\w'’-]+(?: (?:van|von|de|der|den|la|le|da|di|of))*(?: [^\W\d_a-z][\w'’-]+){1,2})"
)
_RUN = r"(?P<name>[^\W\d_a-z][\w'’-]*(?: (?:(?:van|von|de|der|den|la|le|da|di) )*[^\W\d_a-z][\w'’-]*){0,3})"
_ACTS = re.compile(
    rf"(?<![\w'’-]){_RUN}\s+(?:said|says|asked|asks|told|thinks|thought|wants|wanted|wrote|reported|agreed|noted|suggested"
    r"|offered|promised|replied|answered|explained|wondered|objected|added|joined|came)\b"
)
"""Before what a person does, and a heading or a firm hardly."""
_LISTED = re.compile(rf"(?:[:,;(]\s+|\band\s+){_RUN}(?=\s*(?:[(,;.]|and\b|$))", re.MULTILINE)
_BULLET = re.compile(rf"^\s*[-*•+]\s+{_RUN}\s*(?:[(,]|$)", re.MULTILINE)
_ROSTER = re.compile(r"[^:.\n]{0,40}:\s")
"""A paragraph that begins with a label: "Present: Ann Ashe (chair), Bo Birk"."""
_INNER = re.compile(r"(?<=[a-z,;] )[^\W\d_a-z][^\W\d_]+")
_OPENERS = frozenset(("every", "once", "dear", "hi", "hello", "re", "to", "from", "since", "until", "whenever"))
_NOT_PEOPLE = FUNCTION_WORDS | NO_NAMES | frozenset(MONTHS) | frozenset(WEEKDAYS)


class People:
    """The names of one document."""

    def __init__(self, text: str, author: str) -> None:
        """`author` is the document's: one more name that may be meant by its first part alone."""
        self._text, self._author = text, author

    def full(self, name: str) -> str:
        """A name in the fullest form that the document has for it; itself where it has none, or two."""
        return _fuller(name, self._by_part)

    def named(self, sentence: str) -> tuple[str, ...]:
        """Whom a sentence names, by the whole name or a capitalised part that is nobody else's."""
        there = {word.text.removesuffix("'s").removesuffix("’s") for word in words(sentence)}
        maybe = {one for part in there for one in self._by_part.get(part.casefold(), ())}
        return tuple(sorted((one for one in maybe if self._is_named(one, there)), key=self.names.index))

    def _is_named(self, person: str, there: Set[str]) -> bool:
        own = {part.rstrip(".") for part in person.split()}
        alone = {part for part in own if part[:1].isupper() and len(self._by_part.get(part.casefold(), ())) == 1}
        return own <= there or bool(alone & there)

    @cached_property
    def _by_part(self) -> dict[str, list[str]]:
        return _indexed(self.names)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What looks like full names of people, each in its fullest form, in order; the author first."""
        lines = (BULLET.sub("", line) for line in self._prose.splitlines())
        found = [name for line in lines for match in _FULL_NAME.finditer(line) if (name := _name(match[1]))]
        author = [self._author] if len(self._author.split()) > 1 else []
        names = tuple(dict.fromkeys([*author, *found]))
        by_part = _indexed(names)
        return tuple(dict.fromkeys(_fuller(name, by_part) for name in names))

    @cached_property
    def capitals(self) -> frozenset[str]:
        """The words that the text has capitalised within sentences, and the parts of people's names."""
        parts = (part for person in self.names for part in person.split() if part[:1].isupper())
        return frozenset((*_INNER.findall(self._text), *parts))

    @cached_property
    def speakers(self) -> frozenset[str]:
        """Who has turns: a name before a colon that the document has elsewhere, too, as somebody's.

        Where anybody is known to speak, whoever speaks twice does as well.
        """
        heads = [match[1] for line in self._text.splitlines() if (match := TURN.match(QUOTE.sub("", line)))]
        named = [one for one in heads if one.lower() not in LABELS and all(word[:1].isupper() for word in one.split())]
        known = {one for one in named if self._is_person(one)}
        often = Counter(named)
        return frozenset(known | {one for one in named if known and often[one] > 1})

    @cached_property
    def _prose(self) -> str:
        """The text without the heads of turns: these alone make nobody a person."""
        lines = (QUOTE.sub("", line) for line in self._text.splitlines())
        return "\n".join(line[match.end(1) :] if (match := TURN.match(line)) else line for line in lines)

    def _is_person(self, head: str) -> bool:
        """Whether a name has a title, is a part of one that stands elsewhere, or stands there as a person's."""
        titled = not TITLES.isdisjoint(word.rstrip(".") for word in head.casefold().split())
        if titled or self.full(head) != head or head.casefold() == self._author.casefold():
            return True
        return head.casefold() in self._acting

    @cached_property
    def _acting(self) -> frozenset[str]:
        """What stands in the text as people do, in small letters: listed as present, or before what they do."""
        rosters = "\n\n".join(part for part in re.split(r"\n\s*\n", self._prose) if _ROSTER.match(part))
        found = [match["name"] for match in (*_LISTED.finditer(rosters), *_BULLET.finditer(self._prose))]
        for match in _ACTS.finditer(self._prose):
            said = match["name"].split()
            found += [" ".join(said[at:]) for at in range(len(said))]
        return frozenset(one.casefold() for one in found)


def signs(text: str, author: str, *, alone: bool) -> bool:
    """Whether a text is only its author's name or, `alone` under no heading, a few words that say a post."""
    initials = "".join(part[0] for part in author.split())
    if re.sub(r"\W", "", text).upper() == initials.upper():
        return True
    if text.rstrip()[-1:] in ".!?":
        return False
    length = len(text.split())
    if _parts(author) & _parts(text):
        return length <= 8
    says = any(mark.isdigit() or mark == ":" for mark in text) or not is_fragment(text)
    return alone and length <= 6 and not says


def _indexed(names: Iterable[str]) -> dict[str, list[str]]:
    """Each part of a name, its title apart, with the names that have it."""
    found: dict[str, list[str]] = {}
    for name in names:
        for part in _parts(name):
            found.setdefault(part, []).append(name)
    return found


def _fuller(name: str, by_part: Mapping[str, list[str]]) -> str:
    """The one person whose name holds all of this one, its title apart; the name itself where there is none, or two."""
    own = _parts(name)
    near = by_part.get(next(iter(own), ""), [])
    fuller = {one for one in near if own < _parts(one) or name.casefold() == one.casefold()}
    longest = {one for one in fuller if not any(_parts(one) < _parts(other) for other in fuller)}
    return longest.pop() if len(longest) == 1 else name


def _parts(name: str) -> set[str]:
    """The words of a name in small letters, without its title."""
    parts = {word.rstrip(".,") for word in name.casefold().split()}
    return (parts - TITLES) or parts


def _name(found: str) -> str:
    """A name without a possessive, or nothing where a word of it is in nobody's ("Every Thursday", "The Board")."""
    name = found.removesuffix("'s").removesuffix("’s")
    words = name.split()
    said = name.lower().replace("’", "'").split()
    foreign = said[0] in _OPENERS or any(word in _NOT_PEOPLE for word in said)
    odd = any(any(map(str.isdigit, word)) or (len(word) > 1 and word.isupper()) for word in words)
    return name if words[0][0].isupper() and words[-1][0].isupper() and not foreign and not odd else ""
