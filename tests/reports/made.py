"""A small run written by hand into a run directory: three trajectories, four systems, one failed unit.

What a system holds is written down below, claim by claim; verdicts follow by identity, as a faultless judge gives them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memassay import corpora
from memassay.metrics import gold
from memassay.metrics.catalogue import score
from memassay.runs import evidence
from memassay.spec import RunSpec
from memassay.store import Journal, UnitKey, VerdictKey
from memassay.store.journal import Taken
from memassay.types import (
    NO,
    YES,
    Answer,
    Capabilities,
    Document,
    Fact,
    Observation,
    Operation,
    Retrieval,
    Snapshot,
    Step,
    Trajectory,
    Verdict,
)

JUDGE = "strict"
TIMBER, INES, ODILE = "Pier 4 loads timber", "Ines Varga is harbour master", "Odile Brandt is harbour master"
PEARS, FENCE = "The orchard grows pears", "The orchard has a fence"
DRILL, WATER, ROAD = "The quarry runs one drill", "The quarry floor is wet", "The quarry road is closed"


def _state(i: int, action: str, claims: Sequence[str], said: Sequence[str], confidence: float = 0.9) -> dict[str, Any]:
    return {
        "index": i,
        "timestamp": f"2025-0{i + 1}-01",
        "claims": list(claims),
        "docClaims": list(said),
        "action": action,
        "confidence": confidence,
    }


def _trajectory(
    name: str, category: str, difficulty: str, states: list[dict[str, Any]], *questions: str
) -> dict[str, Any]:
    return {
        "id": name,
        "topic": name,
        "category": category,
        "difficulty": difficulty,
        "domain": "infrastructure",
        "trajectoryType": "linear-evolution",
        "customer": "Fennimore",
        "extrinsicQA": list(questions),
        "states": states,
    }


GOLD: dict[str, dict[str, Any]] = {
    "harbour": _trajectory(
        "harbour",
        "C1",
        "L1",
        [
            _state(0, "create", [TIMBER, INES], [TIMBER, INES]),
            _state(1, "supersede", [TIMBER, ODILE], [ODILE], 0.8),
        ],
        "What is known of the harbour?",
    ),
    "orchard": _trajectory(
        "orchard",
        "C2",
        "L2",
        [
            _state(0, "create", [PEARS, FENCE], [PEARS, FENCE]),
            _state(1, "reinforce", [PEARS, FENCE], [PEARS]),
        ],
        "What is known of the orchard?",
    ),
    "quarry": _trajectory(
        "quarry",
        "C3",
        "L3",
        [
            _state(0, "create", [DRILL], [DRILL]),
            _state(1, "update", [DRILL, WATER], [WATER]),
            _state(2, "update", [DRILL, WATER, ROAD], [ROAD], 0.8),
        ],
        "What is known of the quarry?",
        "Can the quarry be reached?",
    ),
}
STREAM: dict[str, tuple[int | None, ...]] = {"harbour": (0, 1), "orchard": (0, None, 1), "quarry": (0, 1, 2)}
"""The state of each document in order; None is noise."""


def fact(name: str, *claims: str, half: Sequence[str] = (), confidence: float | None = 0.9) -> Fact:
    """A fact that states `claims`, and `half` of them only in part."""
    stated = tuple((claim, YES) for claim in claims) + tuple((claim, 0.5) for claim in half)
    return Fact(name, "; ".join([*claims, *(f"something like: {claim}" for claim in half)]), confidence, stated=stated)


@dataclass(frozen=True, slots=True)
class Held:
    """What one system held after each document, which claims it observed by then, and which facts answered."""

    stores: Sequence[Sequence[Fact]]
    observed: Sequence[Sequence[str]] = ()
    answers: Sequence[Sequence[str]] = ()
    logged: Sequence[Sequence[tuple[Any, str]]] = ()


SYSTEMS: dict[str, tuple[str, Capabilities]] = {
    "mine": ("system", Capabilities(observations=True, operations=True, confidence=True)),
    "rag": ("baseline", Capabilities(design="add-only")),
    "oracle": ("control", Capabilities(observations=True, operations=True, confidence=True, disputes=True)),
    "null": ("control", Capabilities()),
}
MINE: Mapping[str, Held] = {
    # Odile's post is taken in by half, Ines stays in the store, and the answer says Odile all the same.
    "harbour": Held(
        stores=[[fact("m1", TIMBER, INES)], [fact("m1", TIMBER, INES, half=[ODILE], confidence=0.7)]],
        observed=[[TIMBER, INES], [ODILE]],
        answers=[["m1", ODILE]],
        logged=[[("create", "m1")], [("update", "m1")]],
    ),
    # The fence is lost across the noise document.
    "orchard": Held(
        stores=[[fact("m1", PEARS), fact("m2", FENCE)], [fact("m1", PEARS)], [fact("m1", PEARS)]],
        observed=[[PEARS, FENCE], [], [PEARS]],
        answers=[["m1"]],
        logged=[[("create", "m1"), ("create", "m2")], [("delete", "m2")], [("reinforce", "m1")]],
    ),
    # The water is never observed; the closed road is held but not answered.
    "quarry": Held(
        stores=[[fact("m1", DRILL)], [fact("m1", DRILL)], [fact("m1", DRILL), fact("m2", ROAD)]],
        observed=[[DRILL], [], [ROAD]],
        answers=[["m1"], ["m1"]],
        logged=[[("create", "m1")], [], [("create", "m2")]],
    ),
}


def _rag(name: str) -> Held:
    states = GOLD[name]["states"]
    facts = [
        fact(f"r{n}", *(states[state]["docClaims"] if state is not None else ["Noise"]), confidence=None)
        for n, state in enumerate(STREAM[name])
    ]
    stores = [facts[: n + 1] for n in range(len(facts))]
    return Held(stores, answers=[[f.id for f in facts]] * len(GOLD[name]["extrinsicQA"]))


def _oracle(name: str) -> Held:
    states = GOLD[name]["states"]
    stores, observed, logged, last = [], [], [], 0
    for state in STREAM[name]:
        kind = states[state]["action"] if state is not None else None
        last = last if state is None else state
        stores.append([fact("o1", *states[last]["claims"], confidence=states[last]["confidence"])])
        observed.append(states[state]["docClaims"] if state is not None else [])
        logged.append([(kind, "o1")] if kind else [])
    return Held(stores, observed, [["o1"]] * len(GOLD[name]["extrinsicQA"]), logged)


def _held(system: str, name: str) -> Held:
    if system == "mine":
        return MINE[name]
    if system in ("rag", "oracle"):
        return {"rag": _rag, "oracle": _oracle}[system](name)
    return Held([[] for _ in STREAM[name]], answers=[[]] * len(GOLD[name]["extrinsicQA"]))


def _verdict(claim: str, facts: Sequence[Fact]) -> Verdict:
    """What a faultless judge says: the best any fact states, by the first that does."""
    best = Verdict(NO, None, JUDGE)
    for one in facts:
        value = dict(one.stated).get(claim, NO)
        if value > (best.score or NO):
            best = Verdict(value, one.id, JUDGE)
    return best


def _all_at_once(part: Fact, whole: Fact) -> Verdict:
    stated = dict(whole.stated)
    holds = all(stated.get(claim, NO) >= value for claim, value in part.stated)
    return Verdict(YES if holds else NO, whole.id if holds else None, JUDGE)


def _step(name: str, position: int) -> Step:
    state = STREAM[name][position]
    text = "Noise" if state is None else "; ".join(GOLD[name]["states"][state]["docClaims"])
    when = datetime(2025, 1 + position, 1, tzinfo=UTC)
    return Step(position, Document(f"d-{name}-{position}", when, "Ada", "", "email", f"Ada writes: {text}."), state)


def _answer_facts(held: Held, question: int) -> tuple[Fact, ...]:
    """The facts behind an answer; a name that is no fact is a claim the answerer knew of itself."""
    last = {one.id: one for one in held.stores[-1]}
    return tuple(last.get(name, fact("from-the-model", name)) for name in held.answers[question])


def _verdicts(trajectory: Trajectory, held: Held) -> dict[VerdictKey, Verdict]:
    found: dict[VerdictKey, Verdict] = {}
    states, stream = trajectory.states, STREAM[trajectory.id]
    invalidated = gold.invalidated(states)
    at = 0
    for position, state in enumerate(stream):
        at = at if state is None else state
        before = states[at - 1].claims if at else ()
        for claim in {*states[at].claims, *states[at].doc_claims, *before}:
            found[VerdictKey("claim", position, claim)] = _verdict(claim, held.stores[position])
        for claim in invalidated[at] if state is not None else ():
            found[VerdictKey("current", position, claim)] = _verdict(claim, held.stores[position])
        if position:
            found |= _changes(position, held.stores[position - 1], held.stores[position])
        if state is not None and held.observed:
            said = [claim for taken in held.observed[: position + 1] for claim in taken]
            for claim in states[at].claims:
                found[VerdictKey("observation", at, claim)] = Verdict(YES if claim in said else NO, None, JUDGE)
    for question in trajectory.questions:
        for claim in states[-1].claims:
            used = _answer_facts(held, question.index)
            found[VerdictKey("retrieved", question.index, claim)] = _verdict(claim, held.stores[-1][:1])
            found[VerdictKey("answer", question.index, claim)] = _verdict(claim, used)
    for one in held.stores[-1]:
        found[VerdictKey("support-state", len(stream) - 1, one.id, "0")] = Verdict(YES, None, JUDGE)
    return found


def _changes(position: int, before: Sequence[Fact], after: Sequence[Fact]) -> dict[VerdictKey, Verdict]:
    old = {one.id: one for one in before}
    pairs = [(old[one.id], one) for one in after if one.id in old and old[one.id].statement != one.statement]
    return {
        VerdictKey("pair", position, premise.statement, hypothesis.statement): _all_at_once(hypothesis, premise)
        for a, b in pairs
        for premise, hypothesis in ((a, b), (b, a))
    }


def write_unit(journal: Journal, unit: UnitKey) -> None:
    """Everything a finished unit leaves."""
    held = _held(unit.system, unit.group)
    trajectory = corpora.trajectory_from(GOLD[unit.group])
    journal.restart(unit, SYSTEMS[unit.system][1])
    for position in range(len(STREAM[unit.group])):
        step = _step(unit.group, position)
        observed = held.observed[position] if held.observed else ()
        journal.took_in(
            unit,
            Taken(
                unit.group,
                step,
                Snapshot(tuple(held.stores[position])),
                [Observation(f"o{position}-{n}", claim, step.document.id) for n, claim in enumerate(observed)],
                [
                    Operation(kind, name, step.document.id)
                    for kind, name in (held.logged[position] if held.logged else ())
                ],
            ),
        )
    for question in trajectory.questions:
        key = (unit.group, question.index)
        journal.retrieved(unit, key, Retrieval(tuple(held.stores[-1][:1])), store_size=len(held.stores[-1]), seconds=0)
        used = _answer_facts(held, question.index)
        journal.answered(unit, key, Answer("; ".join(f.statement for f in used), used), by="recite", words=5, seconds=0)
    journal.remembered(unit, ())
    journal.advance(unit, "answered")
    journal.judged(unit, _verdicts(trajectory, held))
    journal.advance(unit, "judged")
    seen = evidence(journal, unit, [JUDGE])
    journal.scored(unit, unit.group, score(seen))


def header(epochs: int = 1, **changes: Any) -> dict[str, Any]:
    """A run's header, with settings of the spec changed."""
    spec = RunSpec(memories=tuple(SYSTEMS), judges=(JUDGE,), answerer="recite", epochs=epochs, name="made", **changes)
    return {
        "spec": spec.model_dump(mode="json"),
        "digest": spec.digest,
        "corpus": {"id": "three", "sha256": "0" * 64, "name": "Three places", "version": "1.0", "trajectories": 8},
        "judges": [
            {"name": JUDGE, "version": "2", "kind": "pair", "note": "by identity", "agreement": 0.912, "pairs": 400}
        ],
        "systems": {name: {"kind": kind, "summary": "", "note": ""} for name, (kind, _) in SYSTEMS.items()},
        "versions": {"memassay": "0.0", "python": "3.0"},
        "one_epoch_says_all": False,
    }


def make(folder: Path, *, broken: bool = True, finished: int | None = None) -> Path:
    """Write the run; where `broken`, `mine` fails on the quarry and one verdict of `rag` stays invalid.

    `finished` is after how many units it was interrupted.
    """
    journal = Journal.at(folder)
    units = [UnitKey(system, name, 0) for system in SYSTEMS for name in GOLD]
    journal.begin(header(), GOLD, units)
    for unit in units[:finished]:
        if broken and (unit.system, unit.group) == ("mine", "quarry"):
            journal.failed(unit, "remembered", "snapshot: no answer within 600 s")
            continue
        write_unit(journal, unit)
    if broken and finished is None:
        rag = UnitKey("rag", "harbour", 0)
        journal.judged(rag, {VerdictKey("bears", 0, "r9", TIMBER): replace(Verdict(None), judge=JUDGE)})
    journal.close()
    (folder / "run.yaml").write_text("memories: [mine]\n", encoding="utf-8")
    return folder
