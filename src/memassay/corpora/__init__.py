"""Corpora: what is fed to memory systems, and the lint that keeps it sound.

`load("feb30")` gives the benchmark, `load("path/to/folder")` your own; see docs/corpora.md for how to write one.
"""

from __future__ import annotations

from memassay.corpora.card import counts, refresh
from memassay.corpora.corpus import Corpus, content_sha256, select
from memassay.corpora.documents import DocumentFile, document_id, read_document
from memassay.corpora.lint import RULES, Aim, Entails, Finding, Silenced, aims, check, silenced
from memassay.corpora.loading import load, names
from memassay.corpora.reading import TrajectoryFile, read_trajectory, trajectory_from
from memassay.corpora.shapes import Card, Counts, Provenance
from memassay.corpora.writing import to_json

__all__ = [
    "RULES",
    "Aim",
    "Card",
    "Corpus",
    "Counts",
    "DocumentFile",
    "Entails",
    "Finding",
    "Provenance",
    "Silenced",
    "TrajectoryFile",
    "aims",
    "check",
    "content_sha256",
    "counts",
    "document_id",
    "load",
    "names",
    "read_document",
    "read_trajectory",
    "refresh",
    "select",
    "silenced",
    "to_json",
    "trajectory_from",
]
