"""Pairs made from the texts of the train split: what near-verbatim wording and plain strangers look like.

The written pairs are hard on purpose: claim and fact share their words whatever the label.  A store is full of
easier ones, so the regression also sees a clause beside the fact it was cut from, the same with one figure, name or
word exchanged or a "not" put in, and a claim beside the nearest fact of another subject.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from memassay.models.entailment.reading import FUNCTION_WORDS, Reading
from memassay.models.text import Word, clauses, words

_AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|will|can|may|must)\b(?! not)")
_FIGURE = re.compile(r"\d[\d,.]*\d|\d")


@dataclass(frozen=True, slots=True)
class Derived:
    """One made pair, with the subject it came from."""

    subject: str
    fact: str
    claim: str
    label: str


def derive(rows: Sequence[tuple[str, str, str]], reading: Callable[[str], Reading], seed: int) -> list[Derived]:
    """Made pairs from (subject, fact, claim) rows, in an order and with choices that `seed` fixes."""
    rng = np.random.default_rng(seed)
    facts = list(dict.fromkeys((subject, fact) for subject, fact, _ in rows))
    claims = list(dict.fromkeys((subject, claim) for subject, _, claim in rows))
    readings = [reading(claim) for _, claim in claims]
    names = sorted({word for one in readings for word, name in zip(one.words, one.names, strict=True) if name})
    plain = sorted({word for one in readings for word in one.words if word.islower() and word.isalpha()})
    made: list[Derived] = []
    for subject, fact, claim in _bases(facts, claims):
        made.append(Derived(subject, fact, claim, "entail"))
        for text, label in _altered(claim, names, plain, rng):
            made.append(Derived(subject, fact, text, label))
    return made + _strangers(facts, claims, reading)


def _bases(facts: list[tuple[str, str]], claims: list[tuple[str, str]]) -> list[tuple[str, str, str]]:
    bases: list[tuple[str, str, str]] = []
    for subject, fact in facts:
        cut = [f"{clause[0].upper()}{clause[1:].strip(' .')}." for clause in clauses(fact)]
        if len(cut) > 1:
            bases += [(subject, fact, clause) for clause in cut if len(clause.split()) >= 5]
    return bases + [(subject, claim, claim) for subject, claim in claims]


def _altered(claim: str, names: list[str], plain: list[str], rng: np.random.Generator) -> list[tuple[str, str]]:
    """The claim with one figure (contradict), name or word (neutral) exchanged, or negated (contradict)."""
    out: list[tuple[str, str]] = []
    content = [word for word in words(claim) if word.text.lower() not in FUNCTION_WORDS and word.text.isalpha()]
    figures = list(_FIGURE.finditer(claim))
    if figures:
        figure = figures[rng.integers(len(figures))]
        out.append((claim[: figure.start()] + _other_figure(figure.group(), rng) + claim[figure.end() :], "contradict"))
    named = [word for word in content if word.text[0].isupper() and word.start > 0]
    if named:
        out.append((_exchange(claim, named, names, rng), "neutral"))
    lower = [word for word in content if word.text.islower() and len(word.text) > 3]
    if lower:
        out.append((_exchange(claim, lower, plain, rng), "neutral"))
    auxiliary = _AUXILIARY.search(claim)
    if auxiliary and "not" not in claim and "n't" not in claim:
        out.append((f"{claim[: auxiliary.end()]} not{claim[auxiliary.end() :]}", "contradict"))
    return out


def _other_figure(figure: str, rng: np.random.Generator) -> str:
    value = float(figure.replace(",", "")) if figure.count(".") < 2 else 1.0
    if value == int(value):
        return str(int(value) + int(rng.integers(1, max(3, int(value * 0.5) + 2))))
    return f"{value * 1.7:.1f}"


def _exchange(claim: str, places: list[Word], pool: list[str], rng: np.random.Generator) -> str:
    word = places[rng.integers(len(places))]
    return claim[: word.start] + pool[rng.integers(len(pool))] + claim[word.end :]


def _strangers(
    facts: list[tuple[str, str]], claims: list[tuple[str, str]], reading: Callable[[str], Reading]
) -> list[Derived]:
    """Each claim beside the fact of another subject that is nearest to it: neutral."""
    vectors = np.stack([reading(fact).sentence for _, fact in facts])
    made: list[Derived] = []
    for subject, claim in claims:
        order = np.argsort(-(vectors @ reading(claim).sentence), kind="stable")
        nearest = next(i for i in order if facts[i][0] != subject)
        made.append(Derived(subject, facts[nearest][1], claim, "neutral"))
    return made
