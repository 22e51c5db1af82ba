"""Cutting text into the units that are embedded and judged: words, sentences, clauses, windows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memassay.models._verbs import clause_cuts, has_verb, subject_end

_WORD = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\w+(?:[-_./:'’@&+]\w+)*")
_MARK = re.compile(r"^\s*(?:[-*•+–—]|\d{1,3}[.)]|\[[ xX]\])\s+")
_HEADING = re.compile(r"^\s*#{1,6}\s+")
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_TURN = re.compile(r"^\s*[^\W\d_][\w.'’()-]*(?: [\w.'’()-]+){0,3}:\s")
_RULE = re.compile(r"^[\s|:=_*~-]*$")
_CAPITALS = re.compile(r"(?:[^\W\d_a-z][\w.'’-]*\s+)+")
_WRAP_AT = 56
"""A line shorter than this that ends without a full stop was ended on purpose, not wrapped."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word and where it stands: `text[start:end]`."""

    text: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """The words of a text in order, punctuation left out; `1,900`, `tariff_code` and `us-east-1` are one word each."""
    return [Word(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


def sentences(text: str) -> list[str]:
    """The sentences of a text in order, nothing lost but the marks of bullets, headings, quotes and bold; never empty.

    A bullet, a heading, a table row and a speaker's turn ("Ana: ...") are units of their own; lines of a wrapped
    paragraph are joined; sentence ends inside a unit are found by nupunkt.
    """
    found: list[str] = []
    for unit in _units(text):
        found.extend(_split(unit))
    return found


def clauses(statement: str) -> list[str]:
    """The clauses of a statement, each readable alone; a plain statement is its own only clause.

    Cut at sentence ends, at ";" and, where the right side has a verb of its own, at "and", "but", "while", "so"
    and the like; a clause that shares the subject of the one before is given it ("Mei left and joined Orlo":
    "Mei left", "Mei joined Orlo").
    """
    return [" ".join(statement[start:end].strip(" ,;") for start, end in spans) for spans in clause_spans(statement)]


@lru_cache(maxsize=65536)
def clause_spans(statement: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The same clauses as character spans of the statement: one span, or two where the subject is carried over."""
    found: list[tuple[tuple[int, int], ...]] = []
    for start, end in _sentence_spans(statement):
        found.extend(_clauses_within(statement, start, end))
    return tuple(found) or (((0, len(statement)),),)


def subject_of(statement: str, start: int, end: int) -> tuple[int, int]:
    """The span of the subject of the clause `statement[start:end]`: up to its first finite verb.

    Where no verb is recognised, the capitalised words the clause starts with.
    """
    stop = subject_end(statement, start, end)
    if stop == start:
        capitals = _CAPITALS.match(statement, start, end)
        stop = capitals.end() if capitals else start
    return start, stop


def is_fragment(statement: str) -> bool:
    """Whether a statement has no verb that is recognised ("Every Thursday, rain or shine.")."""
    return not has_verb(statement)


def windows(text: str, size: int = 2) -> list[str]:
    """All runs of 1 to `size` consecutive sentences, shortest first, each once: premises for a long text."""
    parts = sentences(text)
    runs = [" ".join(parts[i : i + n]) for n in range(1, size + 1) for i in range(len(parts) - n + 1)]
    return list(dict.fromkeys(runs))


def _units(text: str) -> list[str]:
    units: list[str] = []
    open_unit = False
    previous = ""
    for raw in text.splitlines():
        line = _QUOTE.sub("", raw).replace("**", "")
        if _RULE.match(line):
            open_unit = False
            continue
        fresh = bool(_MARK.match(line) or _HEADING.match(line) or _TURN.match(line) or line.lstrip().startswith("|"))
        body = _HEADING.sub("", _MARK.sub("", line)).strip(" \t|") or line.strip()
        if open_unit and not fresh and _wraps(previous, body):
            units[-1] = f"{units[-1]} {body}"
        else:
            units.append(body)
        open_unit = not _HEADING.match(line)
        previous = line.rstrip()
    return units


def _wraps(previous: str, line: str) -> bool:
    """Whether `line` continues the line before it rather than starting a new unit."""
    return line[:1].islower() or len(previous) >= _WRAP_AT


def _split(unit: str) -> list[str]:
    return [unit[start:end].strip() for start, end in _sentence_spans(unit) if unit[start:end].strip()]


def _sentence_spans(text: str) -> list[tuple[int, int]]:
    """Sentence spans that together cover the whole text."""
    from nupunkt import sent_spans  # noqa: PLC0415 - loads a model: only when a text is cut

    ends = [end for _, end in sent_spans(text)] if text.strip() else []
    if not ends or text[ends[-1] :].strip():
        ends.append(len(text))
    starts = [0, *ends[:-1]]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if text[start:end].strip()]


def _clauses_within(statement: str, start: int, end: int) -> list[tuple[tuple[int, int], ...]]:
    found: list[tuple[tuple[int, int], ...]] = []
    subject: tuple[int, int] | None = None
    position = start
    for cut, resume, shares in [*clause_cuts(statement, start, end), (end, end, False)]:
        piece = (position, cut)
        if statement[position:cut].strip(" ,;."):
            found.append((subject, piece) if subject else (piece,))
        head = subject or (position, subject_end(statement, position, cut, statement[resume:end]))
        subject = head if shares and head[1] > head[0] else None
        position = resume
    return found
