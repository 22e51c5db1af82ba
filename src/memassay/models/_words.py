"""The word lists of data/words.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


def words_of(part: str) -> frozenset[str]:
    """All words of one list, lower case, with a plain apostrophe."""
    return frozenset(_lists()[part].split())


@cache
def _lists() -> dict[str, str]:
    return tomllib.loads(files("memassay.models").joinpath("data", "words.toml").read_text("utf-8"))


def plain(word: str) -> str:
    """A word as the lists spell it."""
    return word.lower().replace("’", "'")
