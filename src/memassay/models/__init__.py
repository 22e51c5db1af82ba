"""Models behind small protocols: embedders, entailment, answerers.  An embedder's entry is a `build()` callable."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memassay.registry import Registry

if TYPE_CHECKING:
    from memassay.models.protocol import AnswererFactory, Embedder

EMBEDDERS: Registry[Callable[[], Embedder]] = Registry("embedder", "memassay.embedders")
ANSWERERS: Registry[AnswererFactory] = Registry("answerer", "memassay.answerers")

__all__ = ["ANSWERERS", "EMBEDDERS"]
