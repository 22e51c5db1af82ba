"""Statistics on arrays: divergence, null models, intervals, paired tests, agreement.  Knows no domain type.

The names load when first asked for, so that importing the room costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memassay.stats.agreement import Agreement, cohen_kappa
    from memassay.stats.divergence import TAU, Divergence, Wilcoxon, wilcoxon
    from memassay.stats.grading import RoundingNull, beyond_grading, grid_steps, round_to_grid, rounding_null
    from memassay.stats.grouping import BCubed, adjusted_rand, bcubed
    from memassay.stats.intervals import Interval, bootstrap_interval, t_interval
    from memassay.stats.null_models import Level, NullModels, SimulatedNulls, simulated_nulls
    from memassay.stats.paired import SignFlip, holm, paired_test, sign_flip_test
    from memassay.stats.spread import Spread, spread_by

__all__ = [
    "TAU",
    "Agreement",
    "BCubed",
    "Divergence",
    "Interval",
    "Level",
    "NullModels",
    "RoundingNull",
    "SignFlip",
    "SimulatedNulls",
    "Spread",
    "Wilcoxon",
    "adjusted_rand",
    "bcubed",
    "beyond_grading",
    "bootstrap_interval",
    "cohen_kappa",
    "grid_steps",
    "holm",
    "paired_test",
    "round_to_grid",
    "rounding_null",
    "sign_flip_test",
    "simulated_nulls",
    "spread_by",
    "t_interval",
    "wilcoxon",
]

_FILES = {
    "agreement": ("Agreement", "cohen_kappa"),
    "divergence": ("TAU", "Divergence", "Wilcoxon", "wilcoxon"),
    "grading": ("RoundingNull", "beyond_grading", "grid_steps", "round_to_grid", "rounding_null"),
    "grouping": ("BCubed", "adjusted_rand", "bcubed"),
    "intervals": ("Interval", "bootstrap_interval", "t_interval"),
    "null_models": ("Level", "NullModels", "SimulatedNulls", "simulated_nulls"),
    "paired": ("SignFlip", "holm", "paired_test", "sign_flip_test"),
    "spread": ("Spread", "spread_by"),
}


def __getattr__(name: str) -> Any:
    for file, names in _FILES.items():
        if name in names:
            return getattr(importlib.import_module(f"memassay.stats.{file}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
