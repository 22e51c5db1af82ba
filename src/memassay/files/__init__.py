"""Files people give us: text to a tree, a tree to a record, every problem told at once.

A problem has one form wherever it comes from: the path; a JSON pointer, or line and column where syntax broke; what
is wrong and what is allowed.
"""

from __future__ import annotations

from memassay.files.fields import Instant
from memassay.files.parsing import (
    SUFFIXES,
    FrontMatter,
    pointer,
    read_front_matter,
    read_lines,
    read_text,
    read_tree,
    write_text,
)
from memassay.files.records import Strict, parse, validate

__all__ = [
    "SUFFIXES",
    "FrontMatter",
    "Instant",
    "Strict",
    "parse",
    "pointer",
    "read_front_matter",
    "read_lines",
    "read_text",
    "read_tree",
    "validate",
    "write_text",
]
