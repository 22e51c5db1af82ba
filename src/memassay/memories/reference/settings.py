"""The settings of the reference memory, and its two named configurations."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from memassay.errors import UserError

Guard = Literal["off", "downgrade", "enrich"]
Classifying = Literal["entailment", "frames"]
Storing = Literal["memory", "sqlite"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every choice of the reference memory.

    `candidates` facts, at least `floor` near by cosine, are shown to the classifier.  `guard` is what an observation
    may do to a fact that is newer than itself: anything (`off`); confirm or dispute it (`downgrade`, as the paper has
    it); or confirm it and add detail (`enrich`).  `step` is added to the confidence by a reinforcement, and
    `corroboration` on top of it where the author is new to the fact; confidence starts at `high`, `medium` or `low`
    by the certainty of the observation, and is at most `disputed` while authors disagree.  `lexical` and `semantic`
    weigh BM25 and cosine in the search for questions.
    """

    classifier: Classifying = "entailment"
    guard: Guard = "enrich"
    store: Storing = "memory"
    candidates: int = 5
    floor: float = 0.4
    step: float = 0.1
    corroboration: float = 0.05
    high: float = 0.8
    medium: float = 0.6
    low: float = 0.4
    disputed: float = 0.5
    lexical: float = 0.3
    semantic: float = 0.7

    def checked(self) -> Settings:
        """Itself.  Raises UserError, naming the setting, where a number is out of bounds."""
        if self.candidates < 1:
            raise UserError(f"reference: option candidates takes a number from 1 on, not {self.candidates}")
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, float) and not 0 <= value <= 1:
                raise UserError(f"reference: option {field.name} takes a number from 0 to 1, not {value:g}")
        if self.lexical + self.semantic <= 0:
            raise UserError("reference: options lexical and semantic cannot both be 0")
        return self


REFERENCE = Settings()
"""The main configuration."""

SIMPLE = Settings(classifier="frames", guard="off", floor=0.7, corroboration=0.0, high=0.6, lexical=0.0, semantic=1.0)
"""The same flow with the plainest parts: the nearest fact by cosine, a rule on shared words, no guard."""
