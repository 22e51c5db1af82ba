"""How well items were put together: B-cubed and the adjusted Rand index over two labellings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from memassay.stats.arrays import same_length


@dataclass(frozen=True, slots=True)
class BCubed:
    """Mean precision and recall over items, and the F1 of these two means; all from 0 to 1."""

    precision: float
    recall: float
    f1: float


def bcubed(expected: Sequence[Hashable], found: Sequence[Hashable | None]) -> BCubed | None:
    """B-cubed of a found grouping against the expected one, one label an item; None without items.

    `found` is None where nothing holds the item: its precision and recall are 0, and it still counts in the
    size of its expected group.  Source: Bagga and Baldwin (1998); method.md section 3, assumption A26.
    Raises InputError where lengths differ.
    """
    items = same_length(expected=expected, found=found)
    if not items:
        return None
    together = Counter(zip(expected, found, strict=True))
    sizes_expected, sizes_found = Counter(expected), Counter(found)
    held = [(gold, label) for gold, label in zip(expected, found, strict=True) if label is not None]
    precision = sum(together[gold, label] / sizes_found[label] for gold, label in held) / items
    recall = sum(together[gold, label] / sizes_expected[gold] for gold, label in held) / items
    both = precision + recall
    return BCubed(precision, recall, 2 * precision * recall / both if both else 0.0)


def adjusted_rand(expected: Sequence[Hashable], found: Sequence[Hashable | None]) -> float | None:
    """Adjusted Rand index over the items that are held (`found` not None); None where fewer than two are.

    Source: Hubert and Arabie (1985), by scikit-learn.  Raises InputError where lengths differ.
    """
    from sklearn.metrics import adjusted_rand_score  # noqa: PLC0415 - a heavy import, made when needed

    same_length(expected=expected, found=found)
    held = [(gold, label) for gold, label in zip(expected, found, strict=True) if label is not None]
    if len(held) < 2:
        return None
    return float(adjusted_rand_score(_numbered([gold for gold, _ in held]), _numbered([label for _, label in held])))


def _numbered(labels: Sequence[Hashable]) -> list[int]:
    order: dict[Hashable, int] = {}
    return [order.setdefault(label, len(order)) for label in labels]
