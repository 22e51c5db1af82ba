"""Where a run lives: its tables, and the journal that writes one true thing at a time."""

from __future__ import annotations

from memassay.store.journal import Journal, UnitKey, VerdictKey
from memassay.store.tables import CLOCKS, STAGES, metadata

__all__ = ["CLOCKS", "STAGES", "Journal", "UnitKey", "VerdictKey", "metadata"]
