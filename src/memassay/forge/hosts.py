"""Host texts: long texts on another subject, into which a passage is put."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from memassay.errors import InputError, Problem
from memassay.files import read_text

SUFFIX = ".txt"

_TIME = r"[\[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?"
_TURN = re.compile(rf"(?:{_TIME}\s+)?([^\W\d_][\w.'’ -]{{0,40}}?)(?:\s*{_TIME})?:\s")
_MOSTLY = 0.8
"""From this share of lines that open with a speaker on, a text is a transcript."""


@dataclass(frozen=True)
class Host:
    """A host text and where it can be opened.

    The text of a transcript (most lines are `Speaker: words`, with or without the time, and somebody speaks twice) is
    cut at line ends, any other at blank lines.
    """

    name: str
    text: str

    @cached_property
    def is_transcript(self) -> bool:
        """Whether the text is one turn a line."""
        lines = [line for line in self.text.split("\n") if line.strip()]
        speakers = Counter(turn[1] for line in lines if (turn := _TURN.match(line)))
        return speakers.total() >= _MOSTLY * len(lines) and max(speakers.values(), default=0) > 1

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """Where each paragraph (or turn) but the last ends, in characters of the text."""
        gap = r"\n\s*" if self.is_transcript else r"\n[^\S\n]*\n\s*"
        return tuple(found.start() for found in re.finditer(gap, self.text))


def read_hosts(folder: Path) -> dict[str, Host]:
    """Every `.txt` file of a folder, by its name without the ending, sorted.

    Raises InputError where there is no such folder, it holds none, or one cannot be read or has only one paragraph.
    """
    if not folder.is_dir():
        raise InputError(Problem(str(folder), "", "is not a folder of host texts"))
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() == SUFFIX and path.name[0] != ".")
    if not paths:
        raise InputError(Problem(str(folder), "", f"holds no host text: a host is a file whose name ends in {SUFFIX}"))
    hosts: dict[str, Host] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            host = Host(path.stem, read_text(path).strip())
        except InputError as error:
            problems += error.problems
            continue
        if not host.ends:
            wanted = "must have at least two paragraphs (a blank line between them) or turns (`Speaker: words`)"
            problems.append(Problem(str(path), "", wanted))
        hosts[host.name] = host
    if problems:
        raise InputError(problems)
    return hosts
