"""Who says a statement, written before it and taken off again."""

from __future__ import annotations

import re

_SPEAKER = re.compile(r"^[^\W\d_][\w.'’-]*(?: [\w.'’()-]+){0,3}: ")


def attributed(author: str, text: str) -> str:
    """`Author: text`; the text alone where nobody is known."""
    return f"{author}: {text}" if author else text


def bare(statement: str) -> str:
    """A statement without a name and colon before it."""
    return _SPEAKER.sub("", statement, count=1) or statement
