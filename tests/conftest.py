"""Fixtures for all rooms."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, once."""
    return "asyncio"
