"""What the parts of an evidence file must agree on: verdicts with claims and facts, positions with lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from memassay.errors import did_you_mean
from memassay.metrics.interchange.shapes import FactFile, StateFile, UnitFile
from memassay.types import Panel

Place = tuple[str | int, ...]
Finding = tuple[Place, str]


def disagreements(unit: UnitFile) -> Iterator[Finding]:
    """Every (place in the unit, what is wrong and what is allowed)."""
    yield from state_disagreements(unit.states)
    yield from _last_store(unit)
    yield from _entailing(unit)


def state_disagreements(states: Iterable[StateFile | None]) -> Iterator[Finding]:
    """Those within states; a state whose shape is broken (None) is passed over, and so is what hangs on it."""
    before: Sequence[FactFile] | None = ()
    for i, step in enumerate(states):
        if step is not None:
            yield from _one_state(step, i, before)
        before = None if step is None else step.after_noise


def _one_state(step: StateFile, i: int, before: Sequence[FactFile] | None) -> Iterator[Finding]:
    place: Place = ("states", i)
    if step.index != i:
        yield (*place, "index"), f"must be {i} (states are numbered 0, 1, 2 ... as they stand), not {step.index}"
    yield from _verdicts(step, place)
    yield from _groups(step, place)
    yield from _authors(step, place)
    yield from _successors(step, place, before)


def _verdicts(step: StateFile, place: Place) -> Iterator[Finding]:
    for claim in dict.fromkeys(step.claims):
        if claim not in step.verdicts:
            yield (*place, "verdicts"), f"no verdict on the expected claim {claim!r}"
    yield from _store(step.facts, step.verdicts, place)
    for n, noise in enumerate(step.noise_after):
        yield from _store(noise.facts, noise.verdicts, (*place, "noise_after", n))


def _store(facts: Sequence[FactFile], verdicts: Mapping[str, Panel], place: Place) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for n, fact in enumerate(facts):
        if fact.id in first:
            yield (*place, "facts", n, "id"), f"fact id {fact.id!r} is already taken by facts/{first[fact.id]}"
        first.setdefault(fact.id, n)
    for claim, panel in verdicts.items():
        for name in dict.fromkeys(verdict.fact_id for verdict in panel):
            if name is not None and name not in first:
                yield (*place, "verdicts", claim), _no_fact(name, first)


def _no_fact(name: str, known: Iterable[str], where: str = "facts") -> str:
    return f"there is no fact {name!r} in {where}; {did_you_mean(name, set(known))}"


def _groups(step: StateFile, place: Place) -> Iterator[Finding]:
    times = Counter(position for group in step.groups or () for position in group)
    for g, group in enumerate(step.groups or ()):
        for n, position in enumerate(group):
            if position >= len(step.claims):
                yield (*place, "groups", g, n), f"there is no claim {position}; {_last(len(step.claims))}"
            elif times[position] > 1:
                yield (*place, "groups", g, n), f"claim {position} may stand in one group only, once"


def _last(count: int) -> str:
    return f"the last one is {count - 1}" if count else "the state has none"


def _authors(step: StateFile, place: Place) -> Iterator[Finding]:
    for key in step.expected_authors:
        if not (key.isascii() and key.isdigit() and int(key) < len(step.claims)):
            allowed = f"0 to {len(step.claims) - 1}" if step.claims else "of which the state has none"
            yield (*place, "expectedAuthors", key), f"must be a position in claims, {allowed}, not {key!r}"


def _successors(step: StateFile, place: Place, before: Sequence[FactFile] | None) -> Iterator[Finding]:
    now, earlier = [fact.id for fact in step.facts], [fact.id for fact in before or ()]
    for n, (new, old) in enumerate(step.successors):
        if new not in now:
            yield (*place, "successors", n, 0), _no_fact(new, now)
        if before is not None and old not in earlier:
            yield (*place, "successors", n, 1), _no_fact(old, earlier, "the store before this state")


def _last_store(unit: UnitFile) -> Iterator[Finding]:
    """Statements about the facts of the last store name facts that are in it."""
    final, last = unit.states[-1], len(unit.states) - 1
    known = [fact.id for fact in final.after_noise]
    for place, names in (
        (("doc_support",), unit.doc_support),
        (("verbatim_facts",), unit.verbatim_facts),
        (("states", last, "doc_support"), final.doc_support),
        (("states", last, "verbatim_facts"), final.verbatim_facts),
    ):
        for n, name in enumerate(names or ()):
            if name not in known:
                part = n if place[-1] == "verbatim_facts" else name
                yield (*place, part), _no_fact(name, known, "the last store")


def _entailing(unit: UnitFile) -> Iterator[Finding]:
    """Claims of the trajectory with positions of its states."""
    last = len(unit.states) - 1
    known = {
        claim
        for step in unit.states
        for listed in (step.claims, step.doc_claims, step.invalidated, step.implied)
        for claim in listed or ()
    }
    tables = (("documents_entail", unit.documents_entail), ("observations_entail", unit.observations_entail))
    for key, table in tables:
        for claim, positions in (table or {}).items():
            if claim not in known:
                yield (key, claim), f"no state knows this claim; {did_you_mean(claim, known)}"
            for n, position in enumerate(positions):
                if position > last:
                    yield (key, claim, n), f"there is no state {position}; the last one is {last}"
