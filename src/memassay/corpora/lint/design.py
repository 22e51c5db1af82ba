"""The corpus against what its card says it is meant to hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from memassay.corpora.card import UNSAID, counts
from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.finding import Finding
from memassay.corpora.loading import CARD_FILE
from memassay.corpora.shapes import TrajectoryType
from memassay.types import Category, Difficulty

_PLAIN = ("trajectories", "documents", "states", "noise_documents")
_TABLES = ("by_category", "by_difficulty", "by_domain")


@dataclass(frozen=True, slots=True)
class Aim:
    """One aim of a design: the key of the card, what is wanted, what was found, and whether that is it."""

    key: str
    wanted: str
    found: str
    met: bool


def design(corpus: Corpus) -> Iterator[Finding]:
    """The corpus holds what the card's `design` says."""
    for aim in aims(corpus):
        if not aim.met:
            message = f"wants {aim.wanted}, the content has {aim.found}"
            yield Finding("design", "error", CARD_FILE, f"/design/{aim.key}", message)


def aims(corpus: Corpus) -> Iterator[Aim]:
    """Everything that the card's `design` asks for, beside what is there; nothing where there is no card."""
    if corpus.card is None:
        return
    wanted, found = corpus.card.design, counts(corpus)
    for key in _PLAIN:
        number = getattr(wanted, key)
        if number is not None:
            yield Aim(key, str(number), str(getattr(found, key)), number == getattr(found, key))
    for key in _TABLES:
        table = getattr(wanted, key)
        if table is not None:
            there = getattr(found, key)
            yield Aim(key, _mix(table), _mix(there), table == there)
    yield from _noise(corpus)
    yield from _spread(corpus)
    yield from _manners(corpus)


def _noise(corpus: Corpus) -> Iterator[Aim]:
    assert corpus.card is not None
    table = corpus.card.design.noise_per_trajectory
    if table is None:
        return
    there: Counter[tuple[Category, int]] = Counter()
    for stream in corpus.streams.values():
        there[stream.trajectory.category, sum(step.noise for step in stream.steps)] += 1
    asked = {category for category, number in table.items() if number}
    met = asked <= {category for category, _ in there}
    met = met and all(number == table.get(category, 0) for category, number in there)
    found = ", ".join(f"{number} in {times} of {category}" for (category, number), times in sorted(there.items()))
    yield Aim("noise_per_trajectory", _mix(table), found, met)


def _spread(corpus: Corpus) -> Iterator[Aim]:
    assert corpus.card is not None
    wanted = corpus.card.design
    if wanted.each_category_on_each_level:
        there = {(trajectory.category, trajectory.difficulty) for trajectory in corpus.trajectories}
        every = {(category, level) for category in get_args(Category) for level in get_args(Difficulty)}
        found = f"{len(there)} of {len(every)} pairs"
        yield Aim("each_category_on_each_level", f"all {len(every)} pairs", found, there == every)
    if wanted.each_type_at_least:
        types = Counter(trajectory.trajectory_type for trajectory in corpus.trajectories)
        least = wanted.each_type_at_least
        met = all(types[each] >= least for each in get_args(TrajectoryType))
        found = _mix({each: types[each] for each in get_args(TrajectoryType)})
        yield Aim("each_type_at_least", f"each of six types {least} times", found, met)


def _manners(corpus: Corpus) -> Iterator[Aim]:
    assert corpus.card is not None
    wanted, manners = corpus.card.design, counts(corpus).by_manner
    documents = sum(manners.values())
    told = {manner: number for manner, number in manners.items() if manner != UNSAID}
    if wanted.manners_at_least:
        yield Aim(
            "manners_at_least", str(wanted.manners_at_least), str(len(told)), len(told) >= wanted.manners_at_least
        )
    if wanted.manner_at_most < 1:
        largest = max(manners.values(), default=0) / max(documents, 1)
        found = f"{largest:.1%} at most" if UNSAID not in manners else f"{manners[UNSAID]} documents without one"
        met = largest <= wanted.manner_at_most and UNSAID not in manners
        yield Aim("manner_at_most", f"{wanted.manner_at_most:.0%} of the documents", found, met)


def _mix(table: Mapping[Any, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(table.items()))
