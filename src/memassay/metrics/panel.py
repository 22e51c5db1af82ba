"""One verdict out of several judges (method.md section 2.4, golden A2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from memassay.types import NO, PARTIAL, YES, Panel


@dataclass(frozen=True, slots=True)
class Combined:
    """A panel's joint verdict.

    `score` is the mean over judges, an invalid reply counting 0; `label` the median (lower middle of an even
    panel), which every YES test uses; `fact_id` the fact that most judges with that label name, the first
    judge's on a tie; `invalid` says that no judge gave a valid reply.
    """

    score: float
    label: float
    fact_id: str | None
    invalid: bool = False

    @property
    def yes(self) -> bool:
        """Held: the label is YES."""
        return self.label == YES

    @property
    def supported(self) -> bool:
        """Named by YES or PARTIAL."""
        return self.label in (YES, PARTIAL)


def combine(panel: Panel) -> Combined:
    """The joint verdict of a panel of one or more judges; an empty panel is a programming error."""
    scores = [NO if verdict.score is None else verdict.score for verdict in panel]
    label = sorted(scores)[(len(scores) - 1) // 2]
    named = [
        verdict.fact_id
        for verdict, score in zip(panel, scores, strict=True)
        if score == label and label != NO and verdict.fact_id is not None
    ]
    # Counter keeps first-seen order among equals, which is the rule for ties.
    fact_id = Counter(named).most_common(1)[0][0] if named else None
    return Combined(
        score=sum(scores) / len(scores),
        label=label,
        fact_id=fact_id,
        invalid=all(verdict.score is None for verdict in panel),
    )
