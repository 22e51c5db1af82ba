"""Fixtures and settings for all rooms."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# A busy machine must not fail a property: nothing here is about time.  CI draws the same cases every time.
settings.register_profile(
    "house",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("house")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, once."""
    return "asyncio"
