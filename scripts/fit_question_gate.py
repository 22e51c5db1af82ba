"""Fit the cosine above which a statement bears on a question, for the embedder minilm-int8, and print its error.

The rows are models/data/question_gate.jsonl; the gate is the middle of the widest gap between cosines among those
with the fewest errors, false positives and misses weighed alike.  The error is also given with each subject left out
of its own fit.
"""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import numpy as np

from memassay.models.minilm import build

FOLDER = Path(str(files("memassay.models").joinpath("data")))
ROWS = FOLDER / "question_gate.jsonl"
GATE = FOLDER / "question_gate.json"


def main() -> None:
    """Fit, write, print."""
    rows = [json.loads(line) for line in ROWS.read_text("utf-8").splitlines()]
    embedder = build()
    questions = embedder.encode([row["question"] for row in rows])
    cosines = (questions * embedder.encode([row["fact"] for row in rows])).sum(axis=1)
    bears = np.array([row["bears"] for row in rows])
    subjects = np.array([row["subject"] for row in rows])
    gate = fitted(cosines, bears)
    left_out = np.zeros(len(rows), bool)
    for subject in dict.fromkeys(subjects):
        at = subjects == subject
        left_out[at] = (cosines[at] > fitted(cosines[~at], bears[~at])) != bears[at]
    wrong = (cosines > gate) != bears
    record = {
        "gate": gate,
        "embedder": embedder.name,
        "rows": len(rows),
        "subjects": len(set(subjects)),
        "bear": int(bears.sum()),
        "errors": int(wrong.sum()),
        "missed": int((wrong & bears).sum()),
        "errors_subject_left_out": int(left_out.sum()),
        "rows_sha256": hashlib.sha256(ROWS.read_bytes()).hexdigest(),
    }
    GATE.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(json.dumps(record, indent=1))


def fitted(cosines: np.ndarray, bears: np.ndarray) -> float:
    """The threshold with the fewest errors; of equals, the one in the widest gap."""
    values = np.unique(cosines)
    middles, gaps = (values[1:] + values[:-1]) / 2, np.diff(values)
    errors = [int(((cosines > middle) != bears).sum()) for middle in middles]
    best = min(errors)
    return round(float(max(zip(gaps, middles, errors, strict=True), key=lambda row: (row[2] == best, row[0]))[1]), 3)


if __name__ == "__main__":
    main()
