"""Mail quoted in a mail: which lines, and who wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memassay.models.entailment.units import MONTHS, WEEKDAYS

QUOTE = re.compile(r"^\s*(?:>\s?)+")
_WROTE = re.compile(
    r"^\s*(?:On\b.{0,80}?\s)?(?P<name>[^\W\d_a-z][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,3})(?: <[^>]*>)?(?: \([^)]*\))? "
    r"(?:wrote|writes) ?:$"
)
_CALENDAR = frozenset((*MONTHS, *WEEKDAYS, "am", "pm"))


@dataclass(frozen=True, slots=True)
class Written:
    """A line without the marks of a quotation; `quoted` where it had them, `writer` who wrote it if that is said."""

    text: str
    quoted: bool = False
    writer: str = ""


def lines_of(text: str) -> Iterator[Written]:
    """The lines of a text; one that only says who wrote what is quoted below it ("Ann wrote:") is empty."""
    raws = [(_depth(line), QUOTE.sub("", line).rstrip()) for line in text.splitlines()]
    writers: dict[int, str] = {}
    for i, (depth, line) in enumerate(raws):
        if line:
            writers = {deep: name for deep, name in writers.items() if deep <= depth}
        match = _WROTE.match(line)
        tells = match is not None and _next_depth(raws[i + 1 :]) > depth
        if match and tells:
            writers[depth + 1] = _name(match["name"])
        yield Written("" if tells else line, depth > 0, writers.get(depth, ""))


def _depth(line: str) -> int:
    match = QUOTE.match(line)
    return match.group().count(">") if match else 0


def _next_depth(raws: Iterable[tuple[int, str]]) -> int:
    return next((depth for depth, line in raws if line), 0)


def _name(found: str) -> str:
    """A name without the day that was before it ("On Monday Ann wrote:")."""
    words = found.split()
    while len(words) > 1 and words[0].lower() in _CALENDAR:
        words = words[1:]
    return " ".join(words)
