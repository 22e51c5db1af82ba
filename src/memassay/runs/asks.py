"""What the judges are asked about one unit, in three waves, each needing the answers of the one before.

1. Expected claims on every snapshot, dropped claims that a state still entails, successors of vanished facts,
   final claims in what was retrieved and answered.
2. Invalidated claims (still asserted?), changed statements both ways, near-duplicates in the last store, the
   documents behind each fact, whether a fact bears on the trajectory at all.
3. For the claims that were missed: do the documents say them, do the observations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from memassay.judges.protocol import Prompt, Request, claim_hypothesis
from memassay.metrics import gold
from memassay.metrics import operations as ops
from memassay.metrics.panel import combine
from memassay.models.text import clauses, sentences, windows
from memassay.runs.record import Asked, Seen, UnitRecord
from memassay.runs.similarity import Similarity
from memassay.store import VerdictKey
from memassay.types import Fact, State, fold, whole_text

NEAR = 0.6
"""Pairs of facts below this cosine are not asked whether they say the same (method.md section 3, redundancy)."""
BEARING_CANDIDATES = 3
"""How many of the trajectory's claims, nearest first, an unnamed fact is compared with."""
FAR = 0.4
"""Claims below this cosine to an unnamed fact are not asked about: what entails a claim lies nearer."""


class Ask(NamedTuple):
    """One question: how it is filed, and what the judge is shown."""

    key: VerdictKey
    request: Request


class View:
    """One unit as its questions see it."""

    def __init__(self, record: UnitRecord, similarity: Similarity, *, identity: bool) -> None:
        """`identity` says that the judge compares claims by identity.

        Documents and answers are then shown as what they state by construction, not as sentences.
        """
        self.record, self.similarity, self.identity = record, similarity, identity
        self._documents: dict[int, tuple[Fact, ...]] = {}
        self._windows: dict[int, tuple[Fact, ...]] = {}

    @property
    def states(self) -> tuple[State, ...]:
        """The gold."""
        return self.record.trajectory.states

    def document(self, seen: Seen) -> tuple[Fact, ...]:
        """A document as premises: its sentences; for a judge by identity, what it teaches (D_j and what C_j adds)."""
        if seen.position not in self._documents:
            self._documents[seen.position] = self._premises(seen)
        return self._documents[seen.position]

    def windows(self, seen: Seen) -> tuple[Fact, ...]:
        """A document as premises with its pairs of sentences too, since a claim may need both (method.md section 6)."""
        if self.identity:
            return self.document(seen)
        if seen.position not in self._windows:
            texts = windows(seen.document.text)
            self._windows[seen.position] = tuple(Fact(f"w{seen.position}.{n}", text) for n, text in enumerate(texts))
        return self._windows[seen.position]

    def _premises(self, seen: Seen) -> tuple[Fact, ...]:
        if self.identity:
            if seen.state is None:
                teaches = dict.fromkeys([whole_text(seen.document)])
            else:
                teaches = dict.fromkeys([*self.states[seen.state].doc_claims, *gold.added(self.states, seen.state)])
            return (Fact(f"d{seen.position}", "", stated=tuple((claim, 1.0) for claim in teaches)),)
        return _premises_of(seen.document.text, f"d{seen.position}")

    def answer(self, asked: Asked) -> tuple[Fact, ...]:
        """An answer as premises: its sentences; for a judge by identity, the facts it was written from."""
        if asked.answer is None:
            return ()
        if self.identity:
            return asked.answer.facts
        return _premises_of(asked.answer.text, "a")

    def parts(self, fact: Fact) -> list[Fact]:
        """A merged fact in clauses, so that several documents together can support it.

        A sentence that stands in a document word for word is not cut: there is nothing to be judged in it.  "Ann: "
        before it says who said so, which a document has in its own field, and is left out.
        """
        if self.identity:
            return [fact]
        names = {*fact.authors, *(seen.document.author for seen in self.record.seen)}
        cut = [
            part
            for sentence in (_unattributed(one, names) for one in sentences(fact.statement))
            for part in ([sentence] if fold(sentence) in self._sentences else clauses(sentence))
        ]
        return [replace(fact, statement=part, stated=()) for part in cut] or [fact]

    @cached_property
    def _sentences(self) -> frozenset[str]:
        return frozenset(fold(part.statement) for seen in self.record.seen for part in self.document(seen))

    def all_claims(self) -> tuple[str, ...]:
        """Every claim of any C_j or D_j."""
        return tuple(dict.fromkeys(c for state in self.states for c in (*state.claims, *state.doc_claims)))


def _unattributed(sentence: str, names: Iterable[str]) -> str:
    """A sentence without one of these names and a colon before it."""
    said = next((name for name in names if name and sentence.startswith(f"{name}: ")), "")
    return sentence.removeprefix(f"{said}: ") if said else sentence


def _premises_of(text: str, name: str) -> tuple[Fact, ...]:
    """A text's sentences as premises; a name or a heading of one or two words asserts nothing and is left out."""
    said = [sentence for sentence in sentences(text) if len(sentence.split()) > 2]
    return tuple(Fact(f"{name}.{n}", sentence) for n, sentence in enumerate(said))


def _ask(kind: str, position: int, subject: str, request: Request, target: str = "") -> Ask:
    return Ask(VerdictKey(kind, position, subject, target), request)


def _claim(kind: str, position: int, claim: str, premises: tuple[Fact, ...], *, prompt: Prompt = "entail") -> Ask:
    return _ask(kind, position, claim, Request(prompt, claim_hypothesis(claim), premises))


def _pair(kind: str, position: int, premise: Fact, hypothesis: Fact) -> Ask:
    return _ask(kind, position, premise.statement, Request("entail", hypothesis, (premise,)), hypothesis.statement)


# --- first wave ---


def first(view: View) -> Iterator[Ask]:
    """Everything that can be asked at once."""
    for i, state in enumerate(view.states):
        seen = view.record.at_state(i)
        before = view.states[i - 1].claims if i else ()
        for claim in dict.fromkeys([*state.claims, *state.doc_claims, *before]):
            yield _claim("claim", seen.position, claim, seen.facts)
        for noise in view.record.noise_after(i):
            for claim in state.claims:
                yield _claim("claim", noise.position, claim, noise.facts)
        yield from _implied(view, i)
        yield from _successors(view, i)
    yield from _answers(view)


def _implied(view: View, i: int) -> Iterator[Ask]:
    """Dropped claims (not those a state lists itself: that is its author's word) against C_i."""
    listed = {claim for state in view.states[: i + 1] for claim in state.invalidated or ()}
    state = view.states[i]
    dropped = dict.fromkeys(c for former in view.states[:i] for c in former.claims if c not in state.claims)
    premises = tuple(replace(claim_hypothesis(claim), id=f"c{n}") for n, claim in enumerate(state.claims))
    for claim in dropped:
        if claim not in listed:
            yield _claim("implied", i, claim, premises)


def _successors(view: View, i: int) -> Iterator[Ask]:
    position = view.record.at_state(i).position
    candidates = ops.candidates_for_succession(view.record.before_state(i), view.record.at_state(i).facts)
    for old in dict.fromkeys(old.id for _, old in candidates):
        former = next(fact for _, fact in candidates if fact.id == old)
        new = tuple(dict.fromkeys(fact for fact, _ in candidates))
        yield _ask("same", position, old, Request("same", former, new))


def _answers(view: View) -> Iterator[Ask]:
    final = view.states[-1].claims
    questions = view.record.trajectory.questions
    for asked in view.record.asked:
        said = view.answer(asked)
        for claim in dict.fromkeys([*final, *questions[asked.index].expected]):
            yield _claim("retrieved", asked.index, claim, asked.retrieved)
            yield _claim("answer", asked.index, claim, said)


# --- second wave ---


def second(view: View) -> Iterator[Ask]:
    """What needs the first wave's answers."""
    invalidated = gold.invalidated(view.states)
    for i in range(len(view.states)):
        seen, before = view.record.at_state(i), view.record.before_state(i)
        for claim in invalidated[i]:
            yield _claim("current", seen.position, claim, seen.facts, prompt="current")
        for premise, hypothesis in ops.pairs_to_judge(before, seen.facts):
            yield _pair("pair", seen.position, premise, hypothesis)
        diff = ops.Diff.of(before, seen.facts)
        new = {fact.id: fact for fact in diff.new}
        for successor, olds in ops.predecessors(diff, successors(view.record, i)).items():
            for old in olds:
                yield _pair("pair", seen.position, new[successor], old)
        before_noise = seen.facts
        for noise in view.record.noise_after(i):
            for premise, hypothesis in ops.pairs_to_judge(before_noise, noise.facts):
                yield _pair("pair", noise.position, premise, hypothesis)
            before_noise = noise.facts
    yield from _duplicates(view)
    yield from _support(view)
    yield from _bearing(view)


def successors(record: UnitRecord, i: int) -> tuple[tuple[str, str], ...]:
    """Judged (new id, vanished id) pairs at state i."""
    position = record.at_state(i).position
    found: list[tuple[str, str]] = []
    for key in record.keys("same"):
        panel = record.panel(key)
        named = combine(panel).fact_id if panel is not None and key.position == position else None
        if named is not None and record.yes(key):
            found.append((named, key.subject))
    return tuple(found)


def _duplicates(view: View) -> Iterator[Ask]:
    facts, position = view.record.last_store, view.record.seen[-1].position
    for a, b in view.similarity.near_pairs(facts, NEAR):
        if fold(a.statement) != fold(b.statement):
            yield _pair("duplicate", position, a, b)
            yield _pair("duplicate", position, b, a)


def _support(view: View) -> Iterator[Ask]:
    position = view.record.seen[-1].position
    state = tuple(p for seen in view.record.seen if seen.state is not None for p in view.document(seen))
    noise = tuple(p for seen in view.record.seen if seen.state is None for p in view.document(seen))
    in_state = frozenset(fold(premise.statement) for premise in state)
    for fact in view.record.last_store:
        for n, part in enumerate(view.parts(fact)):
            for kind, premises in (("state", state), ("noise", noise)):
                # What stands in a state document word for word is no noise, whatever noise documents say.
                known = kind == "noise" and not view.identity and fold(part.statement) in in_state
                if premises and not known:
                    yield _ask(f"support-{kind}", position, fact.id, Request("entail", part, premises), str(n))


def _bearing(view: View) -> Iterator[Ask]:
    """Facts that no verdict has named: those of the last store, and those touched at some state."""
    named = set(_named(view.record))
    touched: dict[str, Fact] = {}
    for i in range(len(view.states)):
        before, after = view.record.before_state(i), view.record.at_state(i).facts
        old = {fact.id: fact for fact in before}
        touched.update({fact.id: fact for fact in after if old.get(fact.id) != fact})
        touched.update({fact.id: fact for fact in ops.Diff.of(before, after).gone if fact.id not in touched})
    touched.update({fact.id: fact for fact in view.record.last_store})
    claims = view.all_claims()
    for fact in touched.values():
        if fact.id not in named:
            for claim in view.similarity.nearest(fact.statement, claims, BEARING_CANDIDATES, FAR):
                yield _ask("bears", 0, fact.id, Request("entail", claim_hypothesis(claim), (fact,)), claim)


def _named(record: UnitRecord) -> Iterator[str]:
    for key in record.keys("claim"):
        for verdict in record.panel(key) or ():
            if verdict.fact_id is not None:
                yield verdict.fact_id


# --- third wave ---


def third(view: View) -> Iterator[Ask]:
    """Where a missed claim was lost: whether a document says it, whether the observations so far hold it."""
    stated = [set(state.doc_claims) for state in view.states]
    observed: dict[int, tuple[Fact, ...]] = {}
    for i, claim in _missed(view):
        if not any(claim in claims for claims in stated[: i + 1]):
            for j in range(i + 1):
                yield _claim("document", j, claim, view.windows(view.record.at_state(j)))
        if view.record.capabilities.observations:
            observed[i] = observed.get(i) or _observed(view.record, i)
            yield _claim("observation", i, claim, observed[i])


def _missed(view: View) -> Sequence[tuple[int, str]]:
    return [
        (i, claim)
        for i, state in enumerate(view.states)
        for claim in state.claims
        if not view.record.yes(VerdictKey("claim", view.record.at_state(i).position, claim))
    ]


def _observed(record: UnitRecord, i: int) -> tuple[Fact, ...]:
    position = record.at_state(i).position
    return tuple(
        Fact(observation.id, observation.statement, stated=observation.stated)
        for seen in record.seen[: position + 1]
        for observation in seen.observations
    )


WAVES = (first, second, third)
