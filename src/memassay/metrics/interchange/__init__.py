"""Evidence as files (docs/evidence.md): anyone can score a system without running ours."""

from memassay.metrics.interchange.files import evidence_from, read, read_all, report

__all__ = ["evidence_from", "read", "read_all", "report"]
