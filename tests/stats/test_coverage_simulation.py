"""The script behind the figures of docs/design/statistics.md, on few repetitions."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "coverage_simulation.py"


@pytest.fixture(scope="module")
def simulation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("coverage_simulation", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_t_interval_covers_better_than_the_percentile_one(simulation):
    found = simulation.coverage(np.random.default_rng(5), 150)
    by_t, by_bootstrap = np.mean([row[1] for row in found]), np.mean([row[2] for row in found])
    assert by_t == pytest.approx(0.95, abs=0.02)
    assert by_bootstrap < by_t - 0.02


def test_pooled_rows_find_differences_that_are_not_there_and_trajectory_means_do_not(simulation):
    pooled, by_mean = simulation.false_positives(np.random.default_rng(5), 100, 0.67)
    assert pooled > 0.3
    assert by_mean < 0.12


def test_grading_alone_is_never_called_divergence_and_a_shuffle_nearly_always_is(simulation):
    rng = np.random.default_rng(5)
    assert simulation.flagged(rng, 20, "I rounded")[2:] == (0.0, 0.0)
    assert simulation.flagged(rng, 20, "I rounded, shuffled over trajectories")[2] > 0.9
