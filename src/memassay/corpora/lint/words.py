"""Words out of text."""

from __future__ import annotations

import re


def vocabulary(text: str) -> tuple[str, ...]:
    """The words of a list that is written as one text."""
    return tuple(text.split())


def folded_words(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation; two texts that copy each other give the same ones."""
    return re.findall(r"\w+(?:'\w+)*", text.lower().replace("’", "'"))
