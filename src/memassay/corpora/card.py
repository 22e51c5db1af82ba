"""Counting what a corpus holds, and writing count and hash into its card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from memassay.corpora.corpus import Corpus
from memassay.corpora.loading import CARD_FILE, load, read_card
from memassay.corpora.shapes import Card, Counts
from memassay.corpora.writing import with_entry
from memassay.errors import InputError, Problem
from memassay.files import read_text, write_text
from memassay.types import Trajectory

UNSAID = "unsaid"
"""What a count calls the trajectories or documents that do not say."""


def counts(corpus: Corpus) -> Counts:
    """How much the corpus holds."""
    trajectories = corpus.trajectories
    steps = [step for stream in corpus.streams.values() for step in stream.steps]
    return Counts(
        trajectories=len(trajectories),
        states=sum(len(trajectory.states) for trajectory in trajectories),
        documents=len(steps),
        noise_documents=sum(step.noise for step in steps),
        questions=sum(len(trajectory.questions) for trajectory in trajectories),
        claims=sum(len(_claims(trajectory)) for trajectory in trajectories),
        by_category=_counted(trajectory.category for trajectory in trajectories),
        by_difficulty=_counted(trajectory.difficulty for trajectory in trajectories),
        by_domain=_counted(trajectory.domain or UNSAID for trajectory in trajectories),
        by_type=_counted(trajectory.trajectory_type for trajectory in trajectories),
        by_manner=_counted(origin.style_reference or UNSAID for origin in corpus.provenance.values()),
    )


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _claims(trajectory: Trajectory) -> set[str]:
    return {claim for state in trajectory.states for claim in state.claims}


def change_card(path: Path, entries: Mapping[str, object]) -> None:
    """Write some entries into a card file, the rest of which stays as it is; raises InputError where it cannot."""
    text = read_text(path)
    try:
        for key, value in entries.items():
            text = with_entry(text, key, value)
    except ValueError as error:
        raise InputError(Problem(str(path), "", str(error))) from error
    write_text(path, text)


def refresh(folder: str | Path) -> Card:
    """Write the counts and the hash of what the folder holds into its `card.yaml`; the rest of it stays as it is.

    Returns the card as written.  Raises InputError where the folder or the card has problems, or there is no card.
    """
    path = Path(folder) / CARD_FILE
    if not path.exists():
        wanted = "is missing: write name, version, licence, citation, documents and limits first"
        raise InputError(Problem(str(path), "", wanted))
    corpus = load(Path(folder))
    if not corpus.documents:
        raise InputError(Problem(str(folder), "", "has no documents; a card belongs to a whole corpus"))
    change_card(path, {"sha256": corpus.sha256, "counts": counts(corpus).model_dump()})
    return read_card(path)
