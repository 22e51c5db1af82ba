"""Kinds of value that several sorts of file hold."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BeforeValidator


def _instant(text: Any) -> datetime:
    try:
        read = datetime.fromisoformat(text.strip())
    except (AttributeError, ValueError):
        raise ValueError("must be an ISO date or date-time such as 2025-03-20 or 2025-03-20T14:05:00Z") from None
    return read if read.tzinfo else read.replace(tzinfo=UTC)


Instant = Annotated[datetime, BeforeValidator(_instant)]
"""An ISO 8601 date or date-time as an aware datetime; one without a zone is in UTC."""
