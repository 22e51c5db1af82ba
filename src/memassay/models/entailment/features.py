"""What is measured of a premise and a hypothesis, as numbers for a logistic regression."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memassay.models.entailment import dates, quantities
from memassay.models.entailment.cues import FLAGS, opposites, shares_conflict
from memassay.models.entailment.reading import Clause, Reading

Floats = NDArray[np.float32]
Marks = NDArray[np.bool_]
_SAME = 0.999
"""Two words whose cosine reaches this are two forms of one word."""
_AT = {name: i for i, name in enumerate(FLAGS)}

FEATURES: tuple[str, ...] = (
    # how far the premise covers the hypothesis, in the whole and in the clause that covers it best
    "cosine", "cover", "exact", "weakest", "second", "short", "unmet", "clause_cover", "clause_drop", "clause_exact",
    "part_worst", "part_gap", "reverse",
    # names: missing, shared, in another clause, beside a stranger, in another order
    "name_missing", "name_shared", "name_elsewhere", "rival", "stranger", "inverted", "order",
    # what turns the sense: opposites, odd negations, values given up
    "opposite", "turned", "turned_cover", "old", "old_bare", "new", "turned_opposite", "share_conflict",
    # figures; dates with weekdays
    "figure_match", "figure_mismatch", "figure_open", "figure_weak", "figure_absent", "figure_elsewhere",
    "date_match", "date_mismatch", "date_open", "date_absent",
    "parts",
    # cues that only one side has, times the cover of the clause
    *(f"only_hypothesis_{name}" for name in FLAGS),
    *(f"only_premise_{name}" for name in FLAGS),
)  # fmt: skip
INDEX = {name: i for i, name in enumerate(FEATURES)}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The features of one pair in the order of FEATURES, and the premise's clause that covers the hypothesis best."""

    values: Floats
    clause: Clause

    def __getitem__(self, name: str) -> float:
        """One feature by name."""
        return float(self.values[INDEX[name]])


@dataclass(frozen=True, slots=True)
class _Alignment:
    """Cosines (hypothesis words x premise words) and, for each hypothesis word, its nearest in all and in `clause`."""

    table: Floats
    best: Floats
    clause: Clause
    nearest: Floats


def compare(premise: Reading, hypothesis: Reading) -> Comparison:
    """Measure one pair of texts."""
    aligned = _align(premise, hypothesis)
    whole, clause = hypothesis.clauses[0], aligned.clause
    part = _share(hypothesis.weights, aligned.nearest)
    values = (
        *_cover(premise, hypothesis, aligned),
        *_names(premise, hypothesis, aligned),
        *_turn(premise, hypothesis, aligned, part),
        *_figures(premise, hypothesis, clause),
        len(hypothesis.clauses) > 1,
        *(part * (whole.cues & ~clause.cues)),
        *(part * (clause.cues & ~whole.cues)),
    )
    return Comparison(np.array(values, np.float32), clause)


def _align(premise: Reading, hypothesis: Reading) -> _Alignment:
    table = hypothesis.vectors @ premise.vectors.T
    for i, one in enumerate(hypothesis.stems):
        for j, other in enumerate(premise.stems):
            if one == other or (len(one) > 4 and len(other) > 4 and (one.startswith(other) or other.startswith(one))):
                table[i, j] = 1.0
    candidates = premise.clauses[1:] or premise.clauses
    covers = [_nearest(table, clause.mask) for clause in candidates]
    scores = [float(hypothesis.weights @ cover) for cover in covers]
    at = scores.index(max(scores))
    return _Alignment(table, _nearest(table, premise.clauses[0].mask), candidates[at], covers[at])


def _nearest(table: Floats, mask: Marks) -> Floats:
    return table[:, mask].max(axis=1) if mask.any() else np.zeros(len(table), np.float32)


def _share(weights: Floats, values: Floats | Marks) -> float:
    total = float(weights.sum())
    return float(weights @ values) / total if total else 0.0


def _cover(premise: Reading, hypothesis: Reading, aligned: _Alignment) -> tuple[float, ...]:
    weights, best, clause = hypothesis.weights, aligned.best, aligned.clause
    whole, part = _share(weights, best), _share(weights, aligned.nearest)
    ordered = np.sort(best)
    pieces = [piece.mask for piece in hypothesis.clauses[1:] if piece.mask.any()]
    parts = [_share(weights[mask], best[mask]) for mask in pieces] or [whole]
    back = aligned.table.max(axis=0) if len(aligned.table) else np.zeros(len(premise.words), np.float32)
    return (
        float(premise.sentence @ hypothesis.sentence),
        whole,
        _share(weights, best >= _SAME),
        float(ordered[0]) if len(ordered) else 0.0,
        float(ordered[1]) if len(ordered) > 1 else 1.0,
        float(weights @ np.clip(0.75 - best, 0, 1)),
        float(weights @ (best < 0.5)),
        part,
        whole - part,
        _share(weights, aligned.nearest >= _SAME),
        min(parts),
        max(parts) - min(parts),
        _share(premise.weights[clause.mask], back[clause.mask]),
    )


def _names(premise: Reading, hypothesis: Reading, aligned: _Alignment) -> tuple[float, ...]:
    weights, names = hypothesis.weights, hypothesis.names
    exact, here = aligned.best >= _SAME, aligned.nearest >= _SAME
    shared = aligned.table.max(axis=0) >= _SAME if len(names) else np.zeros(len(premise.words), bool)
    strangers = premise.names & ~shared & aligned.clause.mask
    elsewhere = float(weights @ (names & exact & ~here))
    stranger = min(float(premise.weights @ strangers), 2.0)
    return (
        float(weights @ (names & ~exact)),
        bool((names & exact).any()),
        elsewhere,
        min(1.0, stranger) * (elsewhere > 0),
        stranger,
        *_order(aligned, here, names),
    )


def _order(aligned: _Alignment, here: Marks, names: Marks) -> tuple[float, float]:
    """Whether two shared names stand in the other order, and how far all shared words keep theirs (-1 to 1)."""
    rows = np.flatnonzero(here)
    if len(rows) < 2:
        return 0.0, 0.0
    places = np.where(aligned.clause.mask, aligned.table[rows], -1).argmax(axis=1)
    upper = np.triu_indices(len(rows), 1)
    signs = np.sign(places[None, :] - places[:, None])[upper]
    named = names[rows]
    pairs = (named[:, None] & named[None, :])[upper]
    return float((signs[pairs] < 0).any()), float(signs.mean())


def _turn(premise: Reading, hypothesis: Reading, aligned: _Alignment, part: float) -> tuple[float, ...]:
    whole, clause = hypothesis.clauses[0], aligned.clause
    contrary_of = opposites()
    opposite = sum(bool(contrary_of[word] & clause.plain) for word in whole.plain - clause.plain if word in contrary_of)
    turned = whole.contrary != clause.contrary
    old = _met(aligned.table, premise.old & ~premise.new, hypothesis)
    ended = bool(whole.cues[_AT["ended"]]) or whole.contrary
    new = _met(aligned.table, premise.new & ~premise.old, hypothesis)
    conflict = shares_conflict(clause.plain, whole.plain)
    return min(opposite, 2), turned, turned * part, old, old * (not ended), new, turned != (opposite > 0), conflict


def _met(table: Floats, scope: Marks, hypothesis: Reading) -> float:
    """The weight of the hypothesis' words that the premise has in `scope` and nowhere else."""
    if not scope.any() or not len(table):
        return 0.0
    inside = _nearest(table, scope) >= _SAME
    return float(hypothesis.weights @ (inside & ~(_nearest(table, ~scope) >= _SAME)))


def _figures(premise: Reading, hypothesis: Reading, clause: Clause) -> tuple[float, ...]:
    counts = dict.fromkeys(("match", "mismatch", "open", "weak", "other"), 0)
    elsewhere = 0
    for figure in hypothesis.quantities:
        related = [(quantities.relate(other, figure), clause.holds(other.start)) for other in premise.quantities]
        kind = _strongest({relation for relation, _ in related})
        counts[kind] += 1
        elsewhere += kind == "match" and ("match", True) not in related
    days = dict.fromkeys(("match", "mismatch", "open", "other"), 0)
    for when in hypothesis.dates:
        if not when.derived:
            days[_strongest({dates.relate(other, when) for other in premise.dates})] += 1
    if hypothesis.weekdays:
        shared = premise.weekdays & hypothesis.weekdays
        days["match" if shared else "mismatch" if premise.weekdays else "other"] += 1
    return *(min(count, 2) for count in counts.values()), elsewhere, *(min(count, 2) for count in days.values())


def _strongest(relations: set[str]) -> str:
    return next((kind for kind in ("match", "weak", "mismatch", "open") if kind in relations), "other")
