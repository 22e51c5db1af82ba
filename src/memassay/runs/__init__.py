"""The run itself: `evaluate` drives systems through a corpus, judges and scores them, and keeps every row."""

from __future__ import annotations

from memassay.runs.evaluation import Outcome, Progress, evaluate, rescore
from memassay.runs.evidence import evidence
from memassay.runs.folder import open_existing
from memassay.runs.record import UnitRecord

__all__ = ["Outcome", "Progress", "UnitRecord", "evaluate", "evidence", "open_existing", "rescore"]
