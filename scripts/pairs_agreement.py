"""How far two labellings of the pairs `feb30` agree.

    python scripts/pairs_agreement.py

`data/feb30_second_labels.jsonl` holds 170 pairs, drawn at random from the 520 of 22 trajectories that stood then and
labelled a second time by a reader who saw fact and claim and nothing else.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from memassay.judges.calibration import LABELS, built_in, read_pairs
from memassay.stats import cohen_kappa

SECOND = Path(__file__).parent / "data" / "feb30_second_labels.jsonl"


def main() -> None:
    """Compare and print."""
    first = {(pair.fact, pair.claim): pair.label for pair in read_pairs(built_in("feb30"))}
    rows = [json.loads(line) for line in SECOND.read_text(encoding="utf-8").splitlines()]
    both = [(first[row["fact"], row["claim"]], row["second"]) for row in rows if (row["fact"], row["claim"]) in first]
    same = sum(one == other for one, other in both)
    kappa = cohen_kappa([LABELS.index(one) for one, _ in both], [LABELS.index(other) for _, other in both])
    print(f"{len(both)} pairs labelled twice, {same} alike; Cohen's kappa {kappa}")
    for (one, other), number in sorted(Counter(both).items()):
        print(f"  first {one}, second {other}: {number}")


if __name__ == "__main__":
    main()
