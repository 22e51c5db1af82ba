"""Random units of evidence in the interchange format, for property tests.

Hypothesis draws the shape (how many states, what is asked, which evidence there is) and a seed, which fills in the
many small values: drawing each of those would cost seconds a test.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

CLAIMS = ("A", "B", "C", "D")
FACTS = ("f1", "f2", "f3")
STATEMENTS = ("one", "two", "three words here")
AUTHORS = ("Ann", "Bo")
ACTIONS = ("create", "update", "reinforce", "conflict", "supersede")
CAPABILITIES = ("disputes", "observations", "confidence", "retrieval")
SCORES = (0, 0.5, 1)
Unit = dict[str, Any]
Store = list[dict[str, Any]]


@st.composite
def units(draw: st.DrawFn, judges: int | None = None) -> Unit:
    """A unit of one to four states; `judges` fixes the size of its panels, else one to three."""
    actions = draw(st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=4))
    expected = [draw(st.lists(st.sampled_from(CLAIMS), unique=True)) for _ in actions]
    size = draw(st.integers(1, 3)) if judges is None else judges
    capabilities = {name: draw(st.booleans()) for name in CAPABILITIES}
    asked = draw(st.lists(st.none() | st.lists(st.sampled_from(CLAIMS), unique=True), max_size=2))
    return filled(
        Random(draw(st.integers(0, 2**32))), list(zip(actions, expected, strict=True)), size, capabilities, asked
    )


def filled(
    random: Random,
    plan: list[tuple[str, list[str]]],
    judges: int,
    capabilities: dict[str, bool],
    asked: list[list[str] | None],
) -> Unit:
    """A unit of the given shape; everything else comes from `random`."""
    states: list[dict[str, Any]] = []
    before: Store = []
    for index, (action, claims) in enumerate(plan):
        states.append(state(random, index, action, claims, judges))
        states[-1]["successors"] = successors(random, before, states[-1]["facts"])
        before = states[-1]["noise_after"][-1]["facts"] if states[-1]["noise_after"] else states[-1]["facts"]
    known = sorted({claim for _, claims in plan for claim in claims})
    return {
        "id": "u",
        "states": states,
        "capabilities": capabilities,
        "documents_entail": {claim: some(random, range(len(plan))) for claim in known},
        "observations_entail": {claim: some(random, range(len(plan))) for claim in known},
        "doc_support": {fact["id"]: some(random, ("state", "noise")) for fact in before},
        "bears": {name: random.random() < 0.5 for name in FACTS},
        "verbatim_facts": some(random, [fact["id"] for fact in before]),
        "questions": [question(random, expected, len(before)) for expected in asked],
    }


def some(random: Random, values: Any) -> list[Any]:
    """A random subset in random order."""
    return random.sample(list(values), random.randint(0, len(values)))


def store(random: Random) -> Store:
    """Up to three facts."""
    return [
        {
            "id": name,
            "statement": random.choice(STATEMENTS),
            "confidence": random.choice([None, 0.2, 0.7, 1.0]),
            "authors": some(random, AUTHORS),
            "support": some(random, ("o1", "o2")),
            "disputed": random.randint(0, 2),
        }
        for name in some(random, FACTS)
    ]


def verdicts(random: Random, facts: Store, judges: int) -> dict[str, Any]:
    """A verdict, or a panel of them, on every claim."""
    panels = {claim: [_verdict(random, facts) for _ in range(judges)] for claim in CLAIMS}
    return {claim: panel[0] if judges == 1 else panel for claim, panel in panels.items()}


def _verdict(random: Random, facts: Store) -> list[Any]:
    score = random.choice([*SCORES, 1]) if facts else 0
    if score == 0:
        return [random.choice([0, 0, "invalid"]), None]
    return [score, random.choice(facts)["id"]]


def state(random: Random, index: int, action: str, claims: list[str], judges: int) -> dict[str, Any]:
    """One state with up to two noise documents behind it."""
    facts, positions = store(random), list(range(len(claims)))
    noise = [store(random) for _ in range(random.choice([0, 0, 1, 2]))]
    return {
        "index": index,
        "action": action,
        "claims": claims,
        "confidence": random.choice([0.0, 0.5, 0.9]),
        "author": random.choice(["", *AUTHORS]),
        "facts": facts,
        "verdicts": verdicts(random, facts, judges),
        "current": {claim: random.choice(SCORES) for claim in CLAIMS},
        "implied": random.choice([[], [], some(random, CLAIMS)]),
        "operations": [
            {"kind": random.choice([*ACTIONS, "delete", "none"]), "fact_id": name} for name in some(random, FACTS)
        ],
        "entailments": [[a, b, random.choice(SCORES)] for a in STATEMENTS for b in STATEMENTS if a != b],
        "groups": [positions[::2], positions[1::2]],
        "expectedAuthors": {str(position): ["Ann"] for position in positions},
        "doc_words": random.randint(1, 9),
        "noise_after": [{"facts": held, "verdicts": verdicts(random, held, judges), "doc_words": 3} for held in noise],
    }


def successors(random: Random, before: Store, after: Store) -> list[list[str]]:
    """Pairs of a new and a vanished fact, each used once."""
    old, new = {fact["id"] for fact in before}, {fact["id"] for fact in after}
    pairs = zip(sorted(new - old), sorted(old - new), strict=False)
    return [[arrived, gone] for arrived, gone in pairs if random.random() < 0.5]


def question(random: Random, expected: list[str] | None, size: int) -> dict[str, Any]:
    """One question's outcome."""
    return {
        "score": random.choice(SCORES),
        "claims_answer": {claim: random.choice(SCORES) for claim in CLAIMS},
        "claims_retrieved": {claim: random.choice(SCORES) for claim in CLAIMS},
        "expected": expected,
        "retrieved": some(random, FACTS),
        "store_size": size,
        "words": random.randint(0, 50),
    }
