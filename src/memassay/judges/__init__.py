"""Judges: whether premises state, still assert, or speak of what a hypothesis says."""

from __future__ import annotations

from memassay.judges.protocol import Judge, JudgeCard, JudgeFactory, Prompt, Request, claim_hypothesis
from memassay.registry import Registry

JUDGES: Registry[JudgeFactory] = Registry("judge", "memassay.judges")

__all__ = ["JUDGES", "Judge", "JudgeCard", "JudgeFactory", "Prompt", "Request", "claim_hypothesis"]
