"""memassay: find out what an agent's memory really holds."""

from __future__ import annotations

__version__ = "0.1.0"
