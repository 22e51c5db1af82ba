"""How often the reference memory's offline parts do the right thing with two sentences.

    python scripts/reference_pairs.py

Prints two measurements, both of the whole memory (extraction, candidates, classification, guard, synthesis):

- `data/out_of_order.jsonl`: ten pairs in which the older document arrives last, under both guards.  Right is a store in
  which what the newer one says stands, nothing outdated came back, a late detail is held too, and what is said again
  made no second fact.
- `data/action_pairs.jsonl` (120, with which the rules were made) and `data/action_pairs_test.jsonl` (60, by another
  hand, not looked at while they were made): a fact, a new sentence, and what it should do.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import anyio

from memassay import memories
from memassay.memories.protocol import MemoryContext
from memassay.memories.reference.system import Reference
from memassay.models import minilm
from memassay.types import Document, Fact

DATA = Path(__file__).resolve().parent / "data"
ACTIONS = ("create", "reinforce", "update", "supersede", "conflict", "none")
STRONGEST = ("supersede", "conflict", "update", "reinforce", "create")
"""Where a sentence was cut in two, it did the first of these that one of them did."""
GUARDS = ("downgrade", "enrich")
Records = Sequence[Mapping[str, Any]]


def read(name: str) -> Records:
    """The records of one file of pairs."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


async def remembered(memory: str, *said: Mapping[str, str]) -> Reference:
    """The memory after these documents, in this order."""
    system = memories.build(memory, MemoryContext(embedder=minilm.build()))
    assert isinstance(system, Reference)
    for number, one in enumerate(said):
        time = datetime.fromisoformat(one["timestamp"])
        await system.ingest(Document(f"d{number}", time, one["author"], "", "note", one["text"]), scope="pair")
    return system


async def done(memory: str, pair: Mapping[str, Any]) -> str:
    """What the second sentence of a pair did."""
    system = await remembered(memory, pair["fact"], pair["new"])
    kinds = {entry.kind for entry in await system.operations(scope="pair") if entry.document_id == "d1"}
    return next((kind for kind in STRONGEST if kind in kinds), "none")


async def late(memory: str, pair: Mapping[str, Any]) -> bool:
    """Whether a store is right after a pair that came out of order."""
    system = await remembered(memory, pair["newer"], pair["older"])
    facts: Sequence[Fact] = (await system.snapshot(scope="pair")).facts
    text = "\n".join(fact.statement for fact in facts)
    if not all(kept in text for kept in pair["keeps"]):
        return False
    if pair["kind"] == "repeat":
        return len(facts) == 1
    return (pair["late"] in text) == (pair["kind"] == "detail")


async def actions(memory: str, pairs: Records) -> dict[tuple[str, str], int]:
    """(should, did) to how many pairs."""
    return Counter([(pair["label"], await done(memory, pair)) for pair in pairs])


async def orders(memory: str, pairs: Records) -> dict[str, list[str]]:
    """Guard to the ids of the pairs that came out wrong."""
    joined = f"{memory}{',' if ':' in memory else ':'}guard="
    return {guard: [pair["id"] for pair in pairs if not await late(f"{joined}{guard}", pair)] for guard in GUARDS}


def share_right(found: Mapping[tuple[str, str], int]) -> float:
    """The share of pairs with the right action."""
    return sum(count for (should, did), count in found.items() if should == did) / sum(found.values())


def actions_table(found: Mapping[tuple[str, str], int]) -> str:
    """Rows: what should be done; columns: what was done."""
    lines = ["| should \\ did | " + " | ".join(ACTIONS) + " |", "|---|" + "---:|" * len(ACTIONS)]
    lines += [
        f"| {should} | " + " | ".join(str(found.get((should, did), 0)) for did in ACTIONS) + " |" for should in ACTIONS
    ]
    return "\n".join(lines)


def orders_lines(found: Mapping[str, Sequence[str]], pairs: Records) -> str:
    """One line a guard: how many are right, and which are not."""
    kinds = {pair["id"]: pair["kind"] for pair in pairs}
    lines = []
    for guard, wrong in found.items():
        names = ", ".join(f"{one} ({kinds[one]})" for one in wrong)
        lines.append(
            f"- `guard={guard}`: {len(pairs) - len(wrong)} of {len(pairs)} right" + (f"; wrong: {names}" * bool(wrong))
        )
    return "\n".join(lines)


async def main() -> int:
    """Measure and print."""
    pairs = read("out_of_order.jsonl")
    print(f"Out of order, {len(pairs)} pairs\n\n{orders_lines(await orders('reference', pairs), pairs)}\n")
    for name in ("action_pairs.jsonl", "action_pairs_test.jsonl"):
        found = await actions("reference", read(name))
        print(f"{name}: {share_right(found):.3f} right\n\n{actions_table(found)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(anyio.run(main))
