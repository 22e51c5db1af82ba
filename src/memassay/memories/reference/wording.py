"""Who says a statement, written before it and taken off again."""

from __future__ import annotations

from collections.abc import Iterable


def attributed(author: str, text: str) -> str:
    """`Author: text`; the text alone where nobody is known."""
    return f"{author}: {text}" if author else text


def bare(statement: str, authors: Iterable[str]) -> str:
    """A statement without one of these names and a colon before it."""
    for author in authors:
        if author and statement.startswith(f"{author}: "):
            return statement.removeprefix(f"{author}: ")
    return statement
