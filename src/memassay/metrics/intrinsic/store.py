"""What the store as a whole looks like: size, invention, junk, fragments, dumps (method.md section 3).

Shares are of the last snapshot, noise included; on an empty store they are not observable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from memassay.metrics.metric import Detail, Metric, absent, count, share
from memassay.metrics.reading import Reading, combined
from memassay.types import YES, Fact, Score, fold

_EMPTY = "the store is empty"
_UNSUPPORTED = "nobody asked which documents support the facts"
_NO_BEARING = "nobody asked which facts bear on a claim"
_NO_TEXTS = "the documents' texts are not in the evidence"
_NO_LENGTHS = "the documents' lengths are not in the evidence"
LONG_FACT_WORDS = 60
RUN_WORDS = 8


def words(text: str) -> int:
    """Words as white space separates them."""
    return len(text.split())


def fact_count_last(reading: Reading) -> Score:
    """Active facts after the last state."""
    return count("fact_count_last", len(reading.steps()[-1].facts), len(reading.steps()))


def _of_store(name: str, test: Callable[[Fact], bool], reading: Reading) -> Score:
    if not reading.last_store:
        return absent(name, "not observable", _EMPTY)
    return share(name, [test(fact) for fact in reading.last_store], _EMPTY)


def _from_support(name: str, test: Callable[[str, Sequence[str]], bool], reading: Reading) -> Score:
    support = reading.evidence.doc_support
    if support is None:
        return absent(name, "not observable", _UNSUPPORTED)
    return _of_store(name, lambda fact: test(fact.id, support.get(fact.id, ())), reading)


def unsupported_rate(reading: Reading) -> Score:
    """Share of facts that no document so far entails: invented memory."""
    return _from_support("unsupported_rate", lambda _, kinds: not kinds, reading)


def noise_rate(reading: Reading) -> Score:
    """Share of facts entailed by noise documents only."""
    return _from_support("noise_rate", lambda _, kinds: set(kinds) == {"noise"}, reading)


def offtopic_rate(reading: Reading) -> Score:
    """Share of facts entailed by a state document that bear on no claim of the trajectory.

    Where nobody said whether a fact bears, it does if a verdict names it.
    """
    bears = reading.evidence.bears
    if bears is None:
        return absent("offtopic_rate", "not observable", _NO_BEARING)
    named = _named_facts(reading)
    return _from_support(
        "offtopic_rate", lambda fact, kinds: "state" in kinds and not bears.get(fact, fact in named), reading
    )


def _named_facts(reading: Reading) -> set[str | None]:
    """Facts that some verdict names as support, after a state's document or a noise document."""
    noise = [combined(after.verdicts) for step in reading.steps() for after in step.noise_after]
    return {
        verdict.fact_id
        for verdicts in [*reading.verdicts, *noise]
        for verdict in verdicts.values()
        if verdict.supported
    }


def clusters(reading: Reading) -> list[list[str]]:
    """Fact ids of the last store by meaning: connected components under mutual entailment (golden A25)."""
    facts, pairs = reading.last_store, reading.entailments
    parent = {fold(fact.statement): fold(fact.statement) for fact in facts}

    def root(text: str) -> str:
        while parent[text] != text:
            text = parent[text]
        return text

    for (premise, hypothesis), score in pairs.items():
        a, b = fold(premise), fold(hypothesis)
        if a in parent and b in parent and score == YES and pairs.get((hypothesis, premise)) == YES:
            parent[root(b)] = root(a)
    groups: dict[str, list[str]] = {}
    for fact in facts:
        groups.setdefault(root(fold(fact.statement)), []).append(fact.id)
    return list(groups.values())


def redundancy(reading: Reading) -> Score:
    """1 - clusters / facts: how much of the store says again what another fact says."""
    size = len(reading.last_store)
    if not size:
        return absent("redundancy", "not observable", _EMPTY)
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
        return absent("verbatim_rate", "not observable", _NO_TEXTS)
    return _of_store("verbatim_rate", lambda fact: fact.id in listed, reading)


def store_ratio(reading: Reading) -> Score:
    """Words in the last store over words in all documents."""
    if not reading.last_store:
        return absent("store_ratio", "not observable", _EMPTY)
    lengths = [step.words for step in reading.steps()]
    lengths += [noise.words for step in reading.steps() for noise in step.noise_after]
    if any(length is None for length in lengths):
        return absent("store_ratio", "not observable", _NO_LENGTHS)
    total = sum(length for length in lengths if length is not None)
    if not total:
        return absent("store_ratio", "undefined", "the documents are empty")
    return Score("store_ratio", sum(words(fact.statement) for fact in reading.last_store) / total, len(lengths))


def fact_count(reading: Reading) -> Any:
    """Active facts after each state."""
    return [len(step.facts) for step in reading.steps()]


METRICS = (
    Metric(
        "fact_count_last", fact_count_last, "how many facts are active after the last state", "neither", section="3"
    ),
    Metric(
        "unsupported_rate",
        unsupported_rate,
        "share of facts that no document so far entails: invented memory",
        "lower",
        section="3",
        no_value=f"{_EMPTY}, or {_UNSUPPORTED}",
    ),
    Metric(
        "noise_rate",
        noise_rate,
        "share of facts that only noise documents entail",
        "lower",
        section="3",
        no_value=f"{_EMPTY}, or {_UNSUPPORTED}",
    ),
    Metric(
        "offtopic_rate",
        offtopic_rate,
        "share of facts that a state document entails but that bear on no claim",
        "lower",
        section="3",
        no_value=f"{_EMPTY}, {_UNSUPPORTED}, or {_NO_BEARING}",
    ),
    Metric(
        "redundancy",
        redundancy,
        "1 less clusters over facts: the share of facts that say again what another says",
        "lower",
        section="3",
        no_value=_EMPTY,
    ),
    Metric(
        "verbatim_rate",
        verbatim_rate,
        "share of facts over 60 words of which half lie in runs of 8 or more copied from one document",
        "lower",
        section="3",
        no_value=f"{_EMPTY}, or {_NO_TEXTS}",
    ),
    Metric(
        "store_ratio",
        store_ratio,
        "words in the store over words in the documents",
        "neither",
        section="3",
        no_value=f"{_EMPTY}, {_NO_LENGTHS}, or they are empty",
    ),
)
DETAILS = (
    Detail("fact_count", fact_count, "active facts after each state", section="3"),
    Detail("clusters", clusters, "ids of the last store's facts, those that say the same together", section="3"),
)
