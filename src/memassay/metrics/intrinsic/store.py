"""What the store as a whole looks like: size, invention, junk, fragments, dumps (method.md section 3).

Shares are of the last snapshot, noise included; an empty store has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from memassay.metrics.metric import Detail, Metric, absent, count, share
from memassay.metrics.operations import entails
from memassay.metrics.reading import Reading
from memassay.types import Fact, Score

_EMPTY = "the store is empty"
LONG_FACT_WORDS = 60
RUN_WORDS = 8


def words(text: str) -> int:
    """Words as white space separates them."""
    return len(text.split())


def fact_count_last(reading: Reading) -> Score:
    """Active facts after the last state."""
    return count("fact_count_last", len(reading.steps()[-1].facts), len(reading.steps()))


def _of_store(name: str, test: Callable[[Fact], bool], reading: Reading) -> Score:
    return share(name, [test(fact) for fact in reading.last_store], _EMPTY)


def _from_support(name: str, test: Callable[[str, Sequence[str]], bool], reading: Reading) -> Score:
    support = reading.evidence.doc_support
    if support is None:
        return absent(name, "not observable", "nobody asked which documents support the facts")
    return _of_store(name, lambda fact: test(fact.id, support.get(fact.id, ())), reading)


def unsupported_rate(reading: Reading) -> Score:
    """Share of facts that no document so far entails: invented memory."""
    return _from_support("unsupported_rate", lambda _, kinds: not kinds, reading)


def noise_rate(reading: Reading) -> Score:
    """Share of facts entailed by noise documents only."""
    return _from_support("noise_rate", lambda _, kinds: set(kinds) == {"noise"}, reading)


def offtopic_rate(reading: Reading) -> Score:
    """Share of facts entailed by a state document that bear on no claim of the trajectory."""
    bears = reading.evidence.bears
    if bears is None:
        return absent("offtopic_rate", "not observable", "nobody asked which facts bear on a claim")
    return _from_support("offtopic_rate", lambda fact, kinds: "state" in kinds and not bears.get(fact, False), reading)


def clusters(reading: Reading) -> list[list[str]]:
    """Fact ids of the last store by meaning: connected components under mutual entailment (golden A25)."""
    facts = reading.last_store
    parent = list(range(len(facts)))

    def root(i: int) -> int:
        while parent[i] != i:
            i = parent[i]
        return i

    for i, a in enumerate(facts):
        for j in range(i + 1, len(facts)):
            b = facts[j]
            pairs = reading.entailments
            if entails(pairs, a.statement, b.statement) and entails(pairs, b.statement, a.statement):
                parent[root(j)] = root(i)
    groups: dict[int, list[str]] = {}
    for i, fact in enumerate(facts):
        groups.setdefault(root(i), []).append(fact.id)
    return list(groups.values())


def redundancy(reading: Reading) -> Score:
    """1 - clusters / facts: how much of the store says again what another fact says."""
    size = len(reading.last_store)
    if not size:
        return absent("redundancy", "undefined", _EMPTY)
    return Score("redundancy", 1 - len(clusters(reading)) / size, size)


def verbatim_facts(facts: Sequence[Fact], documents: Sequence[str]) -> tuple[str, ...]:
    """Ids of facts over 60 words of which at least half lie in runs of 8 or more words copied from one document."""
    sources = [text.casefold().split() for text in documents]
    runs = [{tuple(text[i : i + RUN_WORDS]) for i in range(len(text) - RUN_WORDS + 1)} for text in sources]
    return tuple(fact.id for fact in facts if any(_copied(fact.statement, known) for known in runs))


def _copied(statement: str, known: set[tuple[str, ...]]) -> bool:
    said = statement.casefold().split()
    if len(said) <= LONG_FACT_WORDS:
        return False
    inside: set[int] = set()
    for i in range(len(said) - RUN_WORDS + 1):
        if tuple(said[i : i + RUN_WORDS]) in known:
            inside.update(range(i, i + RUN_WORDS))
    return len(inside) * 2 >= len(said)


def verbatim_rate(reading: Reading) -> Score:
    """Share of facts that are dumps of a document."""
    listed = reading.evidence.verbatim_facts
    if listed is None:
        return absent("verbatim_rate", "not observable", "the documents' texts are not in the evidence")
    return _of_store("verbatim_rate", lambda fact: fact.id in listed, reading)


def store_ratio(reading: Reading) -> Score:
    """Words in the last store over words in all documents so far."""
    lengths = [step.words for step in reading.steps()]
    lengths += [noise.words for step in reading.steps() for noise in step.noise_after]
    if any(length is None for length in lengths):
        return absent("store_ratio", "not observable", "the documents' lengths are not in the evidence")
    total = sum(length for length in lengths if length is not None)
    if not total:
        return absent("store_ratio", "undefined", "the documents are empty")
    return Score("store_ratio", sum(words(fact.statement) for fact in reading.last_store) / total, len(lengths))


def fact_count(reading: Reading) -> Any:
    """Active facts after each state."""
    return [len(step.facts) for step in reading.steps()]


METRICS = (
    Metric("fact_count_last", fact_count_last, "active facts after the last state", "neither"),
    Metric("unsupported_rate", unsupported_rate, "facts that no document supports", "lower"),
    Metric("noise_rate", noise_rate, "facts from noise documents only", "lower"),
    Metric("offtopic_rate", offtopic_rate, "facts from state documents that bear on no claim", "lower"),
    Metric("redundancy", redundancy, "facts that say again what another says", "lower"),
    Metric("verbatim_rate", verbatim_rate, "facts that are copies of a document", "lower"),
    Metric("store_ratio", store_ratio, "words in the store over words in the documents", "neither"),
)
DETAILS = (
    Detail("fact_count", fact_count, "active facts after each state"),
    Detail("clusters", clusters, "ids of the last store's facts that say the same"),
)
