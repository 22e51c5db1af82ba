"""What the keys of a trajectory file say of each other: numbering, positions inside lists, parallel lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from memassay.errors import Problem
from memassay.files import pointer
from memassay.types import fold


class _Sound:
    """The parts of a tree in which nothing is wrong yet."""

    def __init__(self, tree: Any, problems: list[Problem]) -> None:
        self._tree = tree
        self._bad = [problem.pointer for problem in problems]

    def __call__(self, *parts: str | int) -> Any:
        """The part, or None where it is missing or has a problem in it or below it."""
        here = pointer(*parts)
        return None if any((bad + "/").startswith(here + "/") for bad in self._bad) else self._raw(*parts)

    def entries(self, *parts: str | int) -> Iterator[tuple[int, Any]]:
        """The entries of a list that are sound, each with its place, whatever is wrong with the others."""
        for place in range(self.length(*parts)):
            entry = self(*parts, place)
            if entry is not None:
                yield place, entry

    def length(self, *parts: str | int) -> int:
        """How many entries a list has, sound or not."""
        part = self._raw(*parts)
        return len(part) if isinstance(part, list) else 0

    def keys_of(self, *parts: str | int) -> list[str]:
        """The keys of a mapping, whatever is wrong with their values."""
        part = self._raw(*parts)
        return list(part) if isinstance(part, dict) else []

    def _raw(self, *parts: str | int) -> Any:
        part = self._tree
        for key in parts:
            try:
                part = part[key]
            except (KeyError, IndexError, TypeError):
                return None
        return part


def cross_checks(tree: Any, problems: list[Problem]) -> Iterator[tuple[str, str]]:
    """Pointer and message of everything that the keys of a trajectory file say against each other.

    `problems` are those already found in the tree; the parts they name are passed over, and nothing else is.
    """
    sound = _Sound(tree, problems)
    count = sound.length("states")
    for number in range(count):
        yield from _state_checks(sound, number)
    questions, answers = sound.length("extrinsicQA"), sound.length("expectedAnswers")
    if "expectedAnswers" in sound.keys_of() and questions != answers:
        wanted = f"must have one answer for each of the {questions} questions in extrinsicQA"
        yield "/expectedAnswers", f"{wanted}, not {answers}"
    for number in range(sound.length("noise")):
        after = sound("noise", number, "after")
        if count and after is not None and after >= count:
            yield f"/noise/{number}/after", f"there is no state {after}; the last one is {count - 1}"


def _state_checks(sound: _Sound, number: int) -> Iterator[tuple[str, str]]:
    here, count = f"/states/{number}", sound.length("states", number, "claims")
    index = sound("states", number, "index")
    if index is not None and index != number:
        yield f"{here}/index", f"must be {number} (states are numbered 0, 1, 2 ... as they stand), not {index}"
    for key in ("claims", "docClaims", "invalidated", "implied"):
        first: dict[str, int] = {}
        for place, text in sound.entries("states", number, key):
            claim = fold(text)
            if first.setdefault(claim, place) != place:
                yield f"{here}/{key}/{place}", f"is the same claim as {here}/{key}/{first[claim]}: {claim!r}"
    if count:
        yield from _group_checks(sound, number, count)
        for key in sound.keys_of("states", number, "expectedAuthors"):
            if key not in map(str, range(count)):
                there = pointer(key, under=f"{here}/expectedAuthors")
                yield there, f"must be a position in claims, 0 to {count - 1}, not {key!r}"


def _group_checks(sound: _Sound, number: int, count: int) -> Iterator[tuple[str, str]]:
    groups = ("states", number, "groups")
    listed = [
        (group, place, position)
        for group in range(sound.length(*groups))
        for place, position in sound.entries(*groups, group)
    ]
    times = Counter(position for _, _, position in listed)
    for group, place, position in listed:
        here = pointer(*groups, group, place)
        if position >= count:
            yield here, f"there is no claim {position}; the last one is {count - 1}"
        elif times[position] > 1:
            yield here, f"claim {position} may stand in one group only, once"
