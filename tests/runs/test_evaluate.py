"""The run: what a broken system, an absent judge or a changed corpus costs, and what it must not cost."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest

from memassay import corpora
from memassay.errors import JudgeFailure, SpecMismatch, UnknownName, UserError
from memassay.judges import JUDGES
from memassay.judges.protocol import JudgeCard, JudgeFactory, Request
from memassay.memories import MEMORIES
from memassay.memories.protocol import MemoryContext, MemoryFactory
from memassay.registry import Registry
from memassay.runs import Outcome, UnitRecord, evaluate, evidence, open_existing
from memassay.runs.folder import locked
from memassay.runs.plan import folder_of
from memassay.spec import RunSpec
from memassay.store import tables as t
from memassay.types import Answer, Capabilities, Document, Fact, Question, Retrieval, Snapshot, Verdict

pytestmark = pytest.mark.anyio


class Plain:
    """A correct little memory, whole documents; tests break one thing of it."""

    capabilities = Capabilities(design="add-only")

    def __init__(self) -> None:
        self.kept: dict[str, list[Fact]] = {}

    async def ingest(self, document: Document, *, scope: str) -> None:
        facts = self.kept.setdefault(scope, [])
        facts.append(Fact(f"f{len(facts)}", document.text))

    async def settle(self, *, scope: str) -> None: ...

    async def snapshot(self, *, scope: str) -> Snapshot:
        return Snapshot(tuple(self.kept.get(scope, ())))

    async def retrieve(self, query: str, *, k: int, scope: str) -> Retrieval:
        return Retrieval(tuple(self.kept.get(scope, ())[:k]))

    async def reset(self, *, scope: str) -> None:
        self.kept.pop(scope, None)

    def describe(self) -> Capabilities:
        return self.capabilities

    async def close(self) -> None: ...


class Breaks(Plain):
    async def ingest(self, document: Document, *, scope: str) -> None:
        if scope.startswith("c4"):
            raise ValueError("the index is locked")
        await super().ingest(document, scope=scope)


class Miscounts(Plain):
    async def snapshot(self, *, scope: str) -> Snapshot:
        facts = (await super().snapshot(scope=scope)).facts
        return Snapshot(facts, count=len(facts) + 1)


class Hangs(Plain):
    async def settle(self, *, scope: str) -> None:
        await anyio.sleep(60)


class Repeats(Plain):
    async def snapshot(self, *, scope: str) -> Snapshot:
        facts = (await super().snapshot(scope=scope)).facts
        return Snapshot(facts + facts)


class Retires(Plain):
    async def snapshot(self, *, scope: str) -> Snapshot:
        facts = (await super().snapshot(scope=scope)).facts
        return Snapshot((*facts, Fact("old", "Gone.", retired=True)))


class Speaks(Plain):
    capabilities = Capabilities(design="add-only", answers=True)

    async def answer(self, question: Question, *, scope: str) -> Answer:
        return Answer(f"You asked: {question.text}")


class Patched(Registry[Any]):
    """A registry with entries of a test before the installed ones."""

    def __init__(self, kind: str, group: str, extra: dict[str, Any]) -> None:
        super().__init__(kind, group)
        self.extra = extra

    def load(self, name: str) -> Any:
        return self.extra.get(name) or super().load(name)


async def sound(*_: Any, **__: Any) -> list[Any]:
    """A contract check that finds nothing."""
    return []


@pytest.fixture
def systems(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Callable[[], Plain]] = {
        cls.__name__.lower(): cls for cls in (Plain, Breaks, Miscounts, Hangs, Repeats, Retires, Speaks)
    }

    def factory(name: str, make: Callable[[], Plain]) -> MemoryFactory:
        def build(context: MemoryContext) -> Plain:
            return make()

        return MemoryFactory(name, "of a test", build, kind="control")

    patched = Patched("memory", MEMORIES.group, {name: factory(name, make) for name, make in made.items()})
    monkeypatch.setattr("memassay.runs.plan.MEMORIES", patched)


def spec(*memories: str, **changes: Any) -> RunSpec:
    return RunSpec(memories=memories, judges=("exact",), items=("c4-out-of-order", "c5-linear"), **changes)


def problems(outcome: Outcome) -> dict[str, str]:
    journal = open_existing(outcome.folder)
    found = {row["unit"]: f"{row['stage']}: {row['message']}" for row in journal.rows(t.problems)}
    journal.close()
    return found


@pytest.mark.usefixtures("systems")
async def test_a_system_that_breaks_the_contract_is_invalid_and_not_low(tmp_path: Path) -> None:
    outcome = await evaluate(spec("miscounts", "oracle"), log_dir=tmp_path)
    assert sorted(outcome.failed) == ["miscounts|c4-out-of-order|0", "miscounts|c5-linear|0"]
    assert all(message.startswith("INVALID: ") for message in outcome.failed.values())
    journal = open_existing(outcome.folder)
    assert {row["unit"].split("|")[0] for row in journal.rows(t.scores)} == {"oracle"}
    journal.close()


@pytest.mark.usefixtures("systems")
async def test_a_system_that_raises_costs_its_unit_and_not_the_run(tmp_path: Path) -> None:
    outcome = await evaluate(spec("breaks", "oracle"), log_dir=tmp_path)
    assert outcome.failed == {"breaks|c4-out-of-order|0": "ingest: ValueError: the index is locked"}
    assert problems(outcome) == {"breaks|c4-out-of-order|0": "remembered: ingest: ValueError: the index is locked"}
    journal = open_existing(outcome.folder)
    assert sorted(str(unit) for unit, stage in journal.units() if stage == "scored") == [
        "breaks|c5-linear|0",
        "oracle|c4-out-of-order|0",
        "oracle|c5-linear|0",
    ]
    journal.close()


@pytest.mark.usefixtures("systems")
@pytest.mark.parametrize(
    ("memory", "message"),
    [
        ("miscounts", "snapshot: incomplete, 1 facts listed where the system counts 2"),
        ("hangs", "settle: no answer within 0.2 s"),
        ("repeats", "snapshot: fact id 'f0' occurs twice"),
    ],
)
async def test_a_broken_contract_fails_the_unit_loudly(
    tmp_path: Path, memory: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found while the unit runs, where the check before it has seen nothing."""
    monkeypatch.setattr("memassay.runs.evaluation.check_contract", sound)
    outcome = await evaluate(spec(memory, timeout=0.2), log_dir=tmp_path)
    assert set(outcome.failed.values()) == {message}
    journal = open_existing(outcome.folder)
    assert journal.rows(t.scores) == []
    journal.close()


@pytest.mark.usefixtures("systems")
async def test_a_failed_unit_is_tried_again_by_the_same_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await evaluate(spec("breaks"), log_dir=tmp_path)).failed
    monkeypatch.setattr(Breaks, "ingest", Plain.ingest)
    again = await evaluate(spec("breaks"), log_dir=tmp_path)
    assert (again.failed, again.computed) == ({}, 1)
    assert problems(again) == {}


@pytest.mark.usefixtures("systems")
async def test_retired_facts_are_not_in_the_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memassay.runs.evaluation.check_contract", sound)
    outcome = await evaluate(spec("retires"), log_dir=tmp_path)
    journal = open_existing(outcome.folder)
    assert {row["fact"] for row in journal.rows(t.facts)} == {"f0", "f1", "f2"}
    journal.close()


@pytest.mark.usefixtures("systems")
async def test_a_system_that_answers_itself_is_not_answered_for(tmp_path: Path) -> None:
    outcome = await evaluate(spec("speaks"), log_dir=tmp_path)
    journal = open_existing(outcome.folder)
    assert {row["by"] for row in journal.rows(t.answers)} == {"the system"}
    assert all(row["text"].startswith("You asked: ") for row in journal.rows(t.answers))
    journal.close()


@pytest.mark.usefixtures("systems")
async def test_a_system_that_hangs_is_found_by_the_check_before_the_run(tmp_path: Path) -> None:
    outcome = await evaluate(spec("hangs", timeout=0.2), log_dir=tmp_path)
    assert len(outcome.failed) == 2
    assert all("INVALID" in message and "no answer within 0.2 s" in message for message in outcome.failed.values())


async def test_our_own_error_in_scoring_is_no_fault_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise IndexError("a bug of ours")

    monkeypatch.setattr("memassay.runs.evaluation.score", breaks)
    with pytest.raises(IndexError, match="a bug of ours"):
        await evaluate(spec("oracle"), log_dir=tmp_path)


async def test_a_second_process_is_told_that_the_first_is_at_it(tmp_path: Path) -> None:
    folder = tmp_path / spec("oracle").folder
    with locked(folder):
        program = (
            "import sys, anyio; from pathlib import Path; from memassay.runs import evaluate;"
            "from memassay.spec import RunSpec;"
            "anyio.run(lambda: evaluate(RunSpec.model_validate_json(sys.argv[1]), log_dir=Path(sys.argv[2])))"
        )
        arguments = [sys.executable, "-c", program, spec("oracle").model_dump_json(), str(tmp_path)]
        result = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert "another process is running this" in result.stderr
    assert (await evaluate(spec("oracle"), log_dir=tmp_path)).computed == 2


async def test_the_judge_exact_refuses_systems_that_state_no_claims(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="append: the judge 'exact' compares claims by identity"):
        await evaluate(spec("append"), log_dir=tmp_path)


async def test_two_references_to_one_system_write_to_folders_of_their_own(tmp_path: Path) -> None:
    assert folder_of("mine:a=1") != folder_of("mine:a=2")
    assert "/" not in folder_of("mine:path=/tmp/x")


async def test_a_system_sees_the_text_and_never_the_gold(tmp_path: Path) -> None:
    """Only factories marked gold are handed streams, and documents are opaque."""
    seen: list[MemoryContext] = []
    documents: list[Document] = []

    class Watches(Plain):
        async def ingest(self, document: Document, *, scope: str) -> None:
            documents.append(document)

    def build(context: MemoryContext) -> Plain:
        seen.append(context)
        return Watches()

    with pytest.MonkeyPatch.context() as patch:
        factory = MemoryFactory("watches", "of a test", build, kind="control")
        patch.setattr("memassay.runs.plan.MEMORIES", Patched("memory", MEMORIES.group, {"watches": factory}))
        patch.setattr("memassay.runs.evaluation.check_contract", sound)
        await evaluate(spec("watches"), log_dir=tmp_path)
    assert dict(seen[0].streams) == {}
    assert len(documents) == 6
    assert all(re.fullmatch("d[0-9a-f]{10}", document.id) for document in documents)


class Fails:
    """The judge `exact` until it has been asked often enough, then unreachable."""

    def __init__(self, judge: Any, calls: int) -> None:
        self.judge_exact, self.left = judge, calls

    def card(self) -> JudgeCard:
        card: JudgeCard = self.judge_exact.card()
        return card

    async def judge(self, requests: Sequence[Request]) -> list[Verdict]:
        if self.left == 0:
            raise JudgeFailure("no route to the judge")
        self.left -= 1
        verdicts: list[Verdict] = await self.judge_exact.judge(requests)
        return verdicts


async def test_a_judge_that_cannot_be_reached_leaves_the_unit_unfinished_and_its_verdicts_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = JUDGES.load("exact")
    failing = JudgeFactory("exact", "of a test", lambda embedder: Fails(exact.build(embedder), 2))
    with monkeypatch.context() as patch:
        patch.setattr("memassay.runs.plan.JUDGES", Patched("judge", JUDGES.group, {"exact": failing}))
        outcome = await evaluate(spec("oracle"), log_dir=tmp_path)
    assert "no route to the judge" in outcome.failed.values()
    journal = open_existing(outcome.folder)
    kept = len(journal.rows(t.verdicts))
    assert kept > 0
    assert {stage for _, stage in journal.units()} >= {"answered"}
    journal.close()
    again = await evaluate(spec("oracle"), log_dir=tmp_path)
    whole = await evaluate(spec("oracle"), log_dir=tmp_path / "other")
    rows = []
    for outcome in (again, whole):
        journal = open_existing(outcome.folder)
        rows.append((journal.rows(t.verdicts), journal.rows(t.scores)))
        journal.close()
    assert rows[0] == rows[1]


async def test_a_changed_corpus_is_refused_and_the_run_kept(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    source = Path(corpora.__file__).parent / "data" / "feb30"
    for part in ("trajectories/c5-linear.json", "documents/c5-linear"):
        target = folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (source / part).is_dir() else shutil.copy
        copy(source / part, target)
    asked = RunSpec(memories=("null",), judges=("exact",), corpus=str(folder))
    outcome = await evaluate(asked, log_dir=tmp_path / "runs")
    document = folder / "documents/c5-linear/00-state.md"
    document.write_text(document.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    with pytest.raises(SpecMismatch, match="has changed since this run began"):
        await evaluate(asked, log_dir=tmp_path / "runs")
    journal = open_existing(outcome.folder)
    assert journal.rows(t.scores)
    journal.close()
    fresh = await evaluate(asked, log_dir=tmp_path / "runs", fresh=True)
    assert fresh.computed == 1


async def test_a_run_directory_of_another_spec_is_refused(tmp_path: Path) -> None:
    outcome = await evaluate(spec("null"), log_dir=tmp_path)
    other = spec("null", seed=5)
    outcome.folder.rename(tmp_path / other.folder)
    with pytest.raises(SpecMismatch, match="holds a run of another spec"):
        await evaluate(other, log_dir=tmp_path)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"memories": ("orakel",)}, UnknownName, "unknown memory 'orakel'; did you mean 'oracle'?"),
        ({"judges": ("exac",)}, UnknownName, "unknown judge 'exac'; did you mean 'exact'?"),
        ({"items": ("c5-liner",)}, UnknownName, "unknown trajectory 'c5-liner'; did you mean 'c5-linear'"),
        ({"answerer": "reciter"}, UnknownName, "unknown answerer 'reciter'; did you mean 'recite'?"),
        ({"memories": ("null", "null")}, UserError, "a memory is named twice"),
        ({"judges": ("exact", "lexical")}, UserError, "cannot sit on a panel"),
    ],
)
async def test_a_wrong_name_fails_before_any_work(
    tmp_path: Path, changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        await evaluate(spec("null").model_copy(update=changes), log_dir=tmp_path)
    assert message in str(caught.value)


async def test_a_deterministic_system_is_run_once_however_many_epochs_are_asked(tmp_path: Path) -> None:
    outcome = await evaluate(spec("oracle", epochs=3), log_dir=tmp_path)
    assert outcome.units == 2
    journal = open_existing(outcome.folder)
    assert journal.header()["one_epoch_says_all"] is True
    journal.close()


async def test_evidence_of_the_oracle_is_what_the_gold_says(tmp_path: Path) -> None:
    outcome = await evaluate(spec("oracle"), log_dir=tmp_path)
    journal = open_existing(outcome.folder)
    for unit, _ in journal.units():
        record = UnitRecord(journal, unit, ["exact"])
        seen = evidence(journal, unit, ["exact"])
        for step, state in zip(seen.states, record.trajectory.states, strict=True):
            assert {claim for claim, panel in step.verdicts.items() if panel[0].score == 1.0} >= set(state.claims)
            assert all(panel[0].score == 0.0 for panel in step.current.values())
        assert all(question.score == 1.0 for question in seen.questions or ())
    journal.close()
