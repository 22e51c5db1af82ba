"""How well items were put together: B-cubed and the adjusted Rand index over two labellings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
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

    Source: Hubert and Arabie (1985), in whole numbers over ordered pairs of items, exact up to the one division.
    Raises InputError where lengths differ.
    """
    same_length(expected=expected, found=found)
    held = [(gold, label) for gold, label in zip(expected, found, strict=True) if label is not None]
    if len(held) < 2:
        return None
    both = _squares(held)
    only_gold, only_found = (_squares(pair[side] for pair in held) - both for side in (0, 1))
    if not only_gold and not only_found:
        return 1.0
    together, apart = both - len(held), len(held) ** 2 - both - only_gold - only_found
    chance = (together + only_gold) * (only_gold + apart) + (together + only_found) * (only_found + apart)
    return 2.0 * (together * apart - only_gold * only_found) / chance


def _squares(labels: Iterable[Hashable]) -> int:
    """How many ordered pairs share a label, an item with itself included."""
    return sum(size * size for size in Counter(labels).values())
