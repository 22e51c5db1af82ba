"""The contract: green for every registered system, red for one broken system per kind of breach."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from memassay.errors import UserError
from memassay.memories import MEMORIES, build
from memassay.memories.contract import Finding
from memassay.memories.contract_evidence import EVIDENCE_RULES
from memassay.memories.contract_store import STORE_RULES
from memassay.testing import check_memory_system
from memassay.types import (
    Answer,
    Capabilities,
    Fact,
    Observation,
    Operation,
    Retrieval,
    Revision,
    Snapshot,
)


class Good:
    """One fact a sentence, all offered but answers; each broken system below changes one thing."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Fact]] = {}
        self.log: dict[str, list[Operation]] = {}

    async def ingest(self, document, *, scope):
        for sentence in document.text.split(". "):
            number = len(self.kept.setdefault(scope, [])) + 1
            fact = Fact(f"f{number}", sentence, 0.5, (document.author,), (f"o{number}",), created=document.timestamp)
            self.kept[scope].append(fact)
            self.log.setdefault(scope, []).append(Operation("create", fact.id, document.id))

    async def settle(self, *, scope):
        return None

    async def snapshot(self, *, scope):
        return Snapshot(tuple(self.kept.get(scope, ())))

    async def retrieve(self, query, *, k, scope):
        return Retrieval(tuple(self.kept.get(scope, ())[:k]))

    async def reset(self, *, scope):
        self.kept.pop(scope, None)
        self.log.pop(scope, None)

    async def observations(self, *, scope):
        made = zip(self.kept.get(scope, ()), self.log.get(scope, ()), strict=True)
        return [Observation(fact.support[0], fact.statement, entry.document_id) for fact, entry in made]

    async def operations(self, *, scope):
        return self.log.get(scope, [])

    async def history(self, fact_id, *, scope):
        return [Revision(f.id, f.statement, 0.5, "create") for f in self.kept.get(scope, ()) if f.id == fact_id]

    def describe(self):
        return Capabilities(True, True, True, True, True, design="add-only")

    async def close(self):
        return None


class Mixed(Good):
    """Keeps all scopes in one store."""

    async def ingest(self, document, *, scope):
        await super().ingest(document, scope="all")

    async def snapshot(self, *, scope):
        return await super().snapshot(scope="all")

    async def retrieve(self, query, *, k, scope):
        return await super().retrieve(query, k=k, scope="all")


class SearchesEverywhere(Good):
    """Lists by scope, but searches all."""

    async def retrieve(self, query, *, k, scope):
        found = [fact for facts in self.kept.values() for fact in facts]
        return Retrieval(tuple(found[:k]))


class Forgetful(Good):
    """Forgets all scopes at any reset."""

    async def reset(self, *, scope):
        self.kept.clear()
        self.log.clear()


class Clinging(Good):
    """Resets nothing once something is there."""

    async def reset(self, *, scope):
        return None


class Late(Good):
    """Says it has settled one document too early: the first snapshot lacks the newest fact."""

    def __init__(self) -> None:
        super().__init__()
        self.looked: set[tuple[str, int]] = set()

    async def snapshot(self, *, scope):
        facts = self.kept.get(scope, [])
        if (scope, len(facts)) in self.looked:
            return Snapshot(tuple(facts))
        self.looked.add((scope, len(facts)))
        return Snapshot(tuple(facts[:-1]))


class Idle(Good):
    """Takes in nothing."""

    async def ingest(self, document, *, scope):
        return None


class Unending(Good):
    """Ignores k."""

    async def retrieve(self, query, *, k, scope):
        return Retrieval(tuple(self.kept.get(scope, ())))


class Blind(Good):
    """Finds nothing."""

    async def retrieve(self, query, *, k, scope):
        return Retrieval(())


class FirstPage(Good):
    """Reads the first page of ten and takes it for the whole."""

    async def snapshot(self, *, scope):
        return Snapshot(tuple(self.kept.get(scope, ())[:10]))


class Miscounted(Good):
    """The store knows of one fact more than it lists."""

    async def snapshot(self, *, scope):
        facts = tuple(self.kept.get(scope, ()))
        return Snapshot(facts, count=len(facts) + 1)


class Twins(Good):
    """Gives two facts one id."""

    async def snapshot(self, *, scope):
        return Snapshot(tuple(dataclasses.replace(fact, id="f1") for fact in self.kept.get(scope, ())))


class RandomIds(Good):
    """Makes ids at random and says it is deterministic."""

    async def ingest(self, document, *, scope):
        await super().ingest(document, scope=scope)
        newest = self.kept[scope][-1]
        self.kept[scope][-1] = dataclasses.replace(newest, id=str(uuid.uuid4()))


class WallClock(Good):
    """Dates facts by the clock."""

    async def snapshot(self, *, scope):
        now = datetime(2026, 1, 1, tzinfo=UTC)
        return Snapshot(tuple(dataclasses.replace(fact, created=now) for fact in self.kept.get(scope, ())))


class Zoneless(Good):
    """Loses the time zone of the documents."""

    async def snapshot(self, *, scope):
        facts = self.kept.get(scope, ())
        return Snapshot(tuple(dataclasses.replace(f, created=f.created.replace(tzinfo=None)) for f in facts))


class ShowsRetired(Good):
    """Lists facts whose validity has ended."""

    async def snapshot(self, *, scope):
        facts = list(self.kept.get(scope, ()))
        if facts:
            facts[0] = dataclasses.replace(facts[0], valid_to=facts[0].created)
        return Snapshot(tuple(facts))


class Percent(Good):
    """Gives confidence in percent."""

    async def snapshot(self, *, scope):
        return Snapshot(tuple(dataclasses.replace(fact, confidence=50) for fact in self.kept.get(scope, ())))


class Anonymous(Good):
    """Claims authors and gives none."""

    async def snapshot(self, *, scope):
        return Snapshot(tuple(dataclasses.replace(fact, authors=()) for fact in self.kept.get(scope, ())))


class Silent(Good):
    """Claims observations and lists none."""

    async def observations(self, *, scope):
        return []


class Boasting(Good):
    """Claims answers without the method."""

    def describe(self):
        return dataclasses.replace(super().describe(), answers=True)


class Mute(Boasting):
    """Answers with nothing."""

    async def answer(self, question, *, scope):
        return Answer("")


class LyingLog(Good):
    """Logs a document that it was never given."""

    async def operations(self, *, scope):
        return [dataclasses.replace(entry, document_id="elsewhere") for entry in self.log.get(scope, ())]


class OddLog(Good):
    """Logs a kind that does not exist."""

    async def operations(self, *, scope):
        return [dataclasses.replace(entry, kind="upsert") for entry in self.log.get(scope, ())]


class Backwards(Good):
    """Gives a history that ends in an older text."""

    async def history(self, fact_id, *, scope):
        present = await super().history(fact_id, scope=scope)
        return [*present, *(dataclasses.replace(one, statement="something older") for one in present)]


class Borrowed(Good):
    """Shows the history of another fact."""

    async def history(self, fact_id, *, scope):
        return [dataclasses.replace(one, fact_id="another") for one in await super().history(fact_id, scope=scope)]


class Nameless(Good):
    """Logs what was done, but not to which fact."""

    async def operations(self, *, scope):
        return [dataclasses.replace(entry, fact_id="") for entry in self.log.get(scope, ())]


class Hearsay(Good):
    """Has an observation of a document that it was not given."""

    async def observations(self, *, scope):
        return [dataclasses.replace(one, document_id="?") for one in await super().observations(scope=scope)]


class Echo(Good):
    """Finds the best fact twice."""

    async def retrieve(self, query, *, k, scope):
        return Retrieval(tuple(self.kept.get(scope, ())[:1] * min(k, 2)))


class Rewording(Good):
    """Finds facts in other words than it holds."""

    async def retrieve(self, query, *, k, scope):
        found = (await super().retrieve(query, k=k, scope=scope)).facts
        return Retrieval(tuple(dataclasses.replace(fact, statement=fact.statement.upper()) for fact in found))


class Spilling(Good):
    """Writes each document into the scopes that are open as well."""

    async def ingest(self, document, *, scope):
        for other in {scope, *self.kept}:
            await super().ingest(document, scope=other)


class Inheriting(Good):
    """Starts a new scope with what the first one holds."""

    async def ingest(self, document, *, scope):
        if self.kept and scope not in self.kept:
            oldest = next(iter(self.kept))
            self.kept[scope], self.log[scope] = list(self.kept[oldest]), list(self.log[oldest])
        await super().ingest(document, scope=scope)


class Crashing(Good):
    """Fails in retrieve."""

    async def retrieve(self, query, *, k, scope):
        raise ConnectionError("no route to store")


class Odd(Good):
    """Gives a list where a snapshot is due."""

    async def snapshot(self, *, scope):
        return list(self.kept.get(scope, ()))


class Unheard(Good):
    """Declares a design that does not exist."""

    def describe(self):
        return dataclasses.replace(super().describe(), design="vast")


BREACHES = [
    (Mixed, {"isolation", "reset"}, "facts before its first document"),
    (SearchesEverywhere, {"isolation", "reset", "snapshot"}, "search in scope 'contract-other' finds facts"),
    (Forgetful, {"reset"}, "'contract-first' changed when another scope was reset"),
    (Clinging, {"reset"}, "after reset the scope still holds"),
    (Late, {"settle"}, "went on changing once settle had returned"),
    (Idle, {"writes", "capabilities"}, "is empty after ingest and settle"),
    (Unending, {"retrieve"}, "asked for 1 facts, it gave"),
    (Blind, {"retrieve"}, "it found nothing among"),
    (FirstPage, {"snapshot"}, "read every page, not the first"),
    (Miscounted, {"snapshot"}, "page to the end"),
    (Twins, {"snapshot"}, "ids stand twice: f1"),
    (RandomIds, {"repeatable"}, "gave other ids"),
    (WallClock, {"timestamps"}, "outside the documents' time"),
    (Zoneless, {"timestamps"}, "without a time zone"),
    (ShowsRetired, {"retired"}, "retired or ended: f1"),
    (Percent, {"capabilities"}, "outside 0 to 1"),
    (Anonymous, {"capabilities"}, "authors is claimed"),
    (Silent, {"capabilities"}, "observations is claimed, but came back empty"),
    (Boasting, {"capabilities"}, "answers is claimed, but the system has no such method"),
    (Mute, {"capabilities"}, "answers is claimed, but came back empty"),
    (LyingLog, {"operations"}, "'elsewhere', which it was not given"),
    (OddLog, {"operations"}, "the kind 'upsert'"),
    (Backwards, {"history"}, "does not end in its present statement"),
    (Borrowed, {"history"}, "has revisions of another fact"),
    (Nameless, {"operations"}, "names no fact"),
    (Hearsay, {"capabilities"}, "an observation names a document it was not given"),
    (Echo, {"retrieve"}, "it gave a fact twice"),
    (Rewording, {"retrieve"}, "f1 read otherwise in the snapshot"),
    (Spilling, {"isolation"}, "'contract-first' changed when another scope was written"),
    (Inheriting, {"isolation"}, "'contract-other' holds or finds facts of scope 'contract-first'"),
    (Crashing, {"runs"}, "ConnectionError: no route to store"),
    (Odd, {"runs"}, "gave list, not Snapshot"),
    (Unheard, {"describe"}, "'vast' does not exist"),
]


def failed(report: str) -> set[str]:
    lines = report.splitlines()
    return {line.split()[1].rstrip(":") for line in lines if line.startswith("FAIL")}


def verdict(system: Callable) -> str:
    with pytest.raises(AssertionError) as caught:
        check_memory_system(lambda context: system(), patience=0.001)
    return str(caught.value)


@pytest.mark.parametrize("name", MEMORIES.names())
def test_every_registered_system_keeps_the_contract(name):
    reference = f"{name}:fault=drop" if name == "faulty" else name
    findings = check_memory_system(lambda context: build(reference, context), patience=0.001)
    assert all(finding.passed for finding in findings)


def test_a_plain_system_keeps_the_contract_and_every_rule_was_judged():
    findings = check_memory_system(lambda context: Good(), patience=0.001)
    rules = ["runs", *(rule.__name__ for rule in (*STORE_RULES, *EVIDENCE_RULES))]
    assert [finding.name for finding in findings] == rules


@pytest.mark.parametrize(("system", "rules", "words"), BREACHES, ids=[case[0].__name__ for case in BREACHES])
def test_a_broken_system_fails_the_rule_it_breaks_and_is_told_how(system, rules, words):
    report = verdict(system)
    assert rules <= failed(report)
    assert words in report


@pytest.mark.parametrize("system", [Forgetful, Unending, Miscounted, RandomIds, WallClock, LyingLog, Backwards])
def test_a_single_breach_fails_a_single_rule(system):
    (rules,) = [case[1] for case in BREACHES if case[0] is system]
    assert failed(verdict(system)) == rules


def test_the_report_shows_the_rules_that_held_as_well():
    report = verdict(Unending)
    assert "ok   isolation: What is written in one scope shows in no other." in report


def test_a_system_may_declare_that_it_ignores_k():
    class Declared(Unending):
        def describe(self):
            return dataclasses.replace(super().describe(), note="exempt from retrieve: hands over the whole store")

    findings = check_memory_system(lambda context: Declared(), patience=0.001)
    assert Finding("retrieve", True, "exempt by its own note: hands over the whole store") in findings


def test_no_other_rule_can_be_waived():
    class Declared(Mixed):
        def describe(self):
            return dataclasses.replace(super().describe(), note="exempt from isolation: one store is simpler")

    assert "isolation" in failed(verdict(Declared))


def test_a_system_that_says_it_is_not_deterministic_may_make_ids_at_random():
    class Honest(RandomIds):
        def describe(self):
            return dataclasses.replace(super().describe(), deterministic=False)

        async def history(self, fact_id, *, scope):
            return [Revision(f.id, f.statement, 0.5, "create") for f in self.kept[scope] if f.id == fact_id]

    check_memory_system(lambda context: Honest(), patience=0.001)


def test_what_only_the_user_can_mend_is_not_a_finding():
    class Keyless(Good):
        async def ingest(self, document, *, scope):
            raise UserError("set MY_KEY")

    with pytest.raises(UserError, match="set MY_KEY"):
        check_memory_system(lambda context: Keyless(), patience=0.001)


def test_a_system_that_answers_itself_keeps_the_contract():
    class Answering(Boasting):
        async def answer(self, question, *, scope):
            return Answer("I do not know.")

    check_memory_system(lambda context: Answering(), patience=0.001)


def test_a_factory_is_checked_as_it_is():
    findings = check_memory_system(MEMORIES.load("rag"), patience=0.001)
    assert findings[0] == Finding("runs", True, "every call came back")
