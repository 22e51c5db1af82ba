"""What is read, in its file form again: a trajectory, a document, an entry of a card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

import yaml

from memassay.corpora.reading import SEPARATOR
from memassay.types import State, Trajectory


def to_json(trajectory: Trajectory) -> dict[str, Any]:
    """The file form of a trajectory; reading it gives an equal one.

    `docClaims` is always spelled out; keys that say nothing are left out, and so is `expectedAnswers` where every
    answer is the default.
    """
    final = trajectory.states[-1].claims
    file: dict[str, Any] = {
        "id": trajectory.id,
        "topic": trajectory.topic,
        "category": trajectory.category,
        "difficulty": trajectory.difficulty,
        **({"domain": trajectory.domain} if trajectory.domain else {}),
        "trajectoryType": trajectory.trajectory_type,
        "customer": trajectory.customer,
        "extrinsicQA": [question.text for question in trajectory.questions],
    }
    if any(question.expected != final for question in trajectory.questions):
        file["expectedAnswers"] = [SEPARATOR.join(question.expected) for question in trajectory.questions]
    file["states"] = [_state_to_json(state) for state in trajectory.states]
    return file


def _state_to_json(state: State) -> dict[str, Any]:
    said = {
        "author": state.author,
        "authorRole": state.author_role,
        "documentType": state.document_type,
        "changeReason": state.change_reason,
        "implied": list(state.implied),
        "expectedAuthors": {str(key): list(names) for key, names in sorted(state.expected_authors.items())},
    }
    file: dict[str, Any] = {
        "index": state.index,
        "timestamp": timestamp_to_json(state.timestamp),
        "claims": list(state.claims),
        "docClaims": list(state.doc_claims),
        "action": state.action,
        "confidence": state.confidence,
        **{key: value for key, value in said.items() if value},
    }
    if state.groups is not None:
        file["groups"] = [list(group) for group in state.groups]
    if state.invalidated is not None:
        file["invalidated"] = list(state.invalidated)
    return file


def timestamp_to_json(timestamp: datetime) -> str:
    """ISO 8601; a midnight in UTC is written as its date."""
    midnight = timestamp.utcoffset() is not None and not timestamp.utcoffset() and timestamp.time() == time()
    return timestamp.date().isoformat() if midnight else timestamp.isoformat()


def document_text(head: Mapping[str, Any], text: str) -> str:
    """A document file: front matter in the order of `head`, then the text.  `documents.read_document` takes it back."""
    front = yaml.safe_dump(dict(head), sort_keys=False, allow_unicode=True, width=110)
    return f"---\n{front}---\n\n{text.strip()}\n"


def with_entry(text: str, key: str, value: object) -> str:
    """A YAML text with one top-level entry replaced where it stands, or added at the end; nothing else is touched.

    Raises ValueError where that cannot be done, as in a mapping that is written in braces.
    """
    entry = yaml.safe_dump({key: value}, sort_keys=False, allow_unicode=True, width=110)
    pattern = re.compile(rf"^{key}:.*\n?(?:[ \t]+.*\n?|\n(?=[ \t]))*", re.MULTILINE)
    changed = pattern.sub(lambda _: entry, text, count=1) if pattern.search(text) else f"{text.rstrip()}\n{entry}"
    before, wanted = yaml.safe_load(text), yaml.safe_load(entry)
    try:
        found = yaml.safe_load(changed)
    except yaml.YAMLError:
        found = None
    if not isinstance(before, dict) or found != before | wanted:
        raise ValueError(f"cannot take {key!r}: write the card with one key a line, none of them in quotes")
    return changed
