"""Every way to be wrong: exit 2, what and where, no traceback, nothing lost; and the other exit codes."""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from memassay import runs
from memassay.errors import InternalError, JudgeFailure, UserError
from memassay.memories import MEMORIES

from .conftest import TEXTS, TRAJECTORY, Call, Outcome, document, write_corpus


def _refused(found: Outcome, *told: str) -> None:
    assert found.code == 2, found.err
    assert "Traceback" not in found.err
    assert found.out == ""
    for line in found.err.splitlines():
        assert line.startswith("memassay: ")
    for part in told:
        assert part in found.err


def _spoilt(tmp_path: Path, spoil: Any) -> Path:
    trajectory = copy.deepcopy(TRAJECTORY)
    spoil(trajectory)
    return write_corpus(tmp_path / "spoilt", trajectory)


def _drop(key: str) -> Any:
    return lambda trajectory: trajectory.pop(key)


def _put(*path: Any) -> Any:
    """Set the value at a place: the last of `path` is the value."""

    def spoil(trajectory: dict[str, Any]) -> None:
        place: Any = trajectory
        for part in path[:-2]:
            place = place[part]
        place[path[-2]] = path[-1]

    return spoil


@pytest.mark.parametrize(
    ("spoil", "pointer", "told"),
    [
        (_put("catgory", "C1"), "/catgory", "did you mean 'category'"),
        (_put("category", "C7"), "/category", "C1, C2, C3, C4, C5, C6"),
        (_drop("topic"), "/topic", "missing"),
        (_put("states", 0, "claims", []), "/states/0/claims", "at least 1"),
        (_put("states", 0, "claims", [" "]), "/states/0/claims/0", "must not be empty"),
        (_put("states", 1, "timestamp", "20 March"), "/states/1/timestamp", "ISO date"),
        (_put("states", 1, "confidence", 1.5), "/states/1/confidence", "at most 1"),
        (_put("states", 1, "action", "updat"), "/states/1/action", "did you mean 'update'"),
        (_put("states", []), "/states", "at least 1"),
        (_put("extrinsicQA", []), "/extrinsicQA", "at least 1"),
    ],
)
@pytest.mark.parametrize("command", ["run", "corpus"])
def test_a_wrong_trajectory_is_told_with_file_and_pointer(memassay: Call, tmp_path, command, spoil, pointer, told):
    folder = _spoilt(tmp_path, spoil)
    found = memassay("run", "--corpus", folder) if command == "run" else memassay("corpus", "check", folder)
    _refused(found, f"harbour.json:{pointer}", told)
    assert not (tmp_path / "runs").exists()


def test_all_problems_of_a_file_are_told_at_once(memassay: Call, tmp_path):
    def spoil(trajectory: dict[str, Any]) -> None:
        trajectory.update(category="C7", difficulty="L9")
        trajectory["states"][0]["claims"] = []

    found = memassay("run", "--corpus", _spoilt(tmp_path, spoil))
    _refused(found, "/category", "/difficulty", "/states/0/claims")
    assert len(found.err.splitlines()) >= 3


def test_malformed_json_is_told_with_its_line(memassay: Call, corpus):
    (corpus / "trajectories" / "harbour.json").write_text('{\n "id": "harbour",\n "topic" }', encoding="utf-8")
    _refused(memassay("run", "--corpus", corpus), "harbour.json:line 3")


def test_an_id_that_is_taken_is_told(memassay: Call, corpus):
    shutil.copy(corpus / "trajectories" / "harbour.json", corpus / "trajectories" / "again.json")
    _refused(memassay("run", "--corpus", corpus), "/id", "harbour")


def test_a_document_without_its_state_is_told(memassay: Call, corpus):
    third = {**TRAJECTORY["states"][1], "index": 2, "timestamp": "2025-05-01"}
    path = corpus / "documents" / "harbour" / "02-state.md"
    path.write_text(document(third, "There is no such state."), encoding="utf-8")
    _refused(memassay("run", "--corpus", corpus), "02-state.md", "there is no state 2")


def test_a_state_without_its_document_is_told(memassay: Call, corpus):
    (corpus / "documents" / "harbour" / "01-state.md").unlink()
    _refused(memassay("run", "--corpus", corpus), "/states/1", "has no document")


def test_a_document_with_a_wrong_head_is_told(memassay: Call, corpus):
    path = corpus / "documents" / "harbour" / "01-state.md"
    path.write_text(path.read_text("utf-8").replace("author:", "autor:"), encoding="utf-8")
    _refused(memassay("run", "--corpus", corpus), "01-state.md", "autor", "did you mean 'author'")


def test_trajectories_without_documents_are_checked_but_not_run(memassay: Call, corpus):
    alone = corpus / "trajectories"
    assert memassay("corpus", "check", alone).code == 0
    assert "trajectories alone can be checked, but not run" in memassay("corpus", "check", alone).out
    _refused(memassay("run", "--corpus", alone), "has no documents to feed", "documents/")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--hosts", "nowhere"), "nowhere: is not a folder of host texts"),
        (("--hosts", "HOSTS"), "hosts/one.txt: must have at least two paragraphs"),
        ((), "passages: holds no passage to build from"),
        (("--out", "new"), "--out goes with --hosts"),
        (("--hosts", "HOSTS", "--seed", "x"), "'x' is not a valid integer"),
    ],
)
def test_what_cannot_be_built_is_told(memassay: Call, corpus, arguments, told):
    hosts = corpus.parent / "hosts"
    hosts.mkdir()
    (hosts / "one.txt").write_text("One paragraph.", encoding="utf-8")
    given = [hosts if word == "HOSTS" else word for word in arguments]
    _refused(memassay("corpus", "build", corpus, *given), told)


def test_a_file_is_no_folder_to_build_in(memassay: Call, corpus):
    (path,) = (corpus / "trajectories").iterdir()
    _refused(memassay("corpus", "build", path), "is a file; this needs the folder of a corpus")
    _refused(memassay("corpus", "build", "feb31"), "feb30")
    for whole in ((), ("feb30",)):
        _refused(memassay("corpus", "build", *whole), "give --hosts, or the folder of a corpus of yours")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--memory", "orcale"), "unknown memory 'orcale'; did you mean 'oracle'"),
        (("--memory", "oracle:tone=loud"), "unknown option 'tone'"),
        (("--memory", "oracle:tone"), "must be key=value"),
        (("--judge", "exakt"), "unknown judge 'exakt'; did you mean 'exact'"),
        (("--answerer", "recit"), "unknown answerer 'recit'; did you mean 'recite'"),
        (("--embedder", "minilm"), "unknown embedder 'minilm'; did you mean 'minilm-int8'"),
        (("--corpus", "feb31"), "feb30"),
        (("--corpus", "no/such/folder"), "no/such/folder: is not a folder"),
        (("--item", "harbor"), "unknown trajectory 'harbor'; did you mean 'harbour'"),
        (("--limit", "0"), "--limit: "),
        (("--limit", "two"), "'two' is not a valid integer"),
        (("--epochs", "0"), "--epochs: "),
        (("--k", "0"), "--k: "),
        (("--tau", "1.5"), "--tau: "),
        (("--timeout", "0"), "--timeout: "),
        (("--display", "ritch"), "did you mean 'rich'"),
        (("--memry", "oracle"), "--memory"),
        (("--memory", "null"), "named twice"),
        (("missing.yaml",), "missing.yaml: no such file"),
    ],
)
def test_a_wrong_word_on_the_command_line_is_told(run_small: Call, tmp_path, arguments, told):
    _refused(run_small(*arguments), told)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("memries: [oracle]", "unknown key 'memries'; did you mean 'memories'"),
        ("k: many", "/k: must be a whole number"),
        ("memories: [oracle", "not valid YAML"),
        ("- oracle", "must be a mapping"),
        ("", "must be a mapping"),
    ],
)
def test_a_wrong_spec_file_is_told(memassay: Call, tmp_path, content, told):
    path = tmp_path / "spec.yaml"
    path.write_text(content, encoding="utf-8")
    _refused(memassay("run", path), "spec.yaml", told)


def test_an_unknown_command_names_the_nearest(memassay: Call):
    _refused(memassay("reprot", "runs/x"), "no such command 'reprot'; did you mean 'report'")


def test_an_unknown_kind_to_list_names_the_nearest(memassay: Call):
    _refused(memassay("list", "memorys"), "did you mean 'memories'")


@pytest.mark.parametrize("command", ["report", "score"])
def test_a_folder_that_holds_no_run_is_refused(memassay: Call, tmp_path, command):
    _refused(memassay(command, tmp_path), "not a run directory")
    _refused(memassay(command, tmp_path / "nowhere"), "not a run directory")
    assert not (tmp_path / "nowhere").exists()


def test_a_file_in_place_of_the_folder_for_runs_is_refused(run_small: Call, tmp_path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    _refused(run_small("--log-dir", tmp_path / "file"), "file")
    assert (tmp_path / "file").read_text("utf-8") == "in the way"


def test_a_run_directory_of_another_spec_is_refused_and_kept(run_small: Call, tmp_path):
    assert run_small("--name", "mine", "--k", "3").code == 0
    assert run_small("--name", "mine", "--k", "4").code == 0
    first, second = (_folder_of(run_small, k) for k in "34")
    shutil.rmtree(second)
    shutil.move(first, second)
    before = (tmp_path / second / "run.yaml").read_bytes()
    _refused(run_small("--name", "mine", "--k", "4"), "another spec", second)
    assert (tmp_path / second / "run.yaml").read_bytes() == before


def _folder_of(run_small: Call, k: str) -> str:
    return str(json.loads(run_small("--name", "mine", "--k", k, "--dry-run", "--json").out)["folder"])


def test_a_run_on_a_corpus_that_has_changed_is_refused(run_small: Call, corpus):
    assert run_small().code == 0
    path = corpus / "documents" / "harbour" / "01-state.md"
    path.write_text(path.read_text("utf-8").replace(TEXTS[1], "Odile Brandt took over."), encoding="utf-8")
    _refused(run_small(), "has changed since this run began")


def test_an_unknown_metric_names_the_nearest(memassay: Call, run_small: Call, tmp_path):
    assert run_small().code == 0
    (folder,) = (tmp_path / "runs").iterdir()
    _refused(memassay("score", folder, "--metric", "fact_acuracy"), "unknown metric 'fact_acuracy'; did you mean")


def test_score_without_a_run_or_evidence_is_refused(memassay: Call):
    _refused(memassay("score"), "give one run directory")


def test_wrong_evidence_is_told_with_file_and_pointer(memassay: Call, tmp_path):
    path = tmp_path / "evidence.json"
    path.write_text('{"id": "a", "states": [{"index": 0, "claim": []}]}', encoding="utf-8")
    _refused(memassay("score", "--evidence", path), "evidence.json:/states/0/claim", "did you mean 'claims'")
    _refused(memassay("score", "--evidence", tmp_path / "none.json"), "none.json: no such file")


def test_wrong_pairs_are_told_with_file_and_line(memassay: Call, tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"fact": "a", "claim": "b", "label": "entails"}\n', encoding="utf-8")
    _refused(
        memassay("judge", "check", "--judge", "exact", "--pairs", path), "pairs.jsonl:line 1", "did you mean 'entail'"
    )


def test_a_system_that_fails_ends_with_3_and_the_rest_is_kept(run_small: Call, monkeypatch):
    _breaks(monkeypatch, "null", RuntimeError("the disk is full"))
    found = run_small()
    assert found.code == 3
    assert "null on harbour, run 0: failed taking in documents" in found.out
    assert "the disk is full" in " ".join(found.out.split())
    assert "oracle" in found.out


def test_the_same_command_goes_on_after_a_failure(run_small: Call, monkeypatch):
    with monkeypatch.context() as broken:
        _breaks(broken, "null", RuntimeError("once"))
        assert run_small().code == 3
    found = run_small()
    assert found.code == 0
    assert "2 of 2 finished" in found.out


def _breaks(monkeypatch: pytest.MonkeyPatch, name: str, error: Exception) -> None:
    factory = MEMORIES.load(name)

    def build(*arguments: Any, **options: Any) -> Any:
        system = factory.build(*arguments, **options)

        async def settle(*, scope: str) -> None:
            raise error

        monkeypatch.setattr(system, "settle", settle, raising=False)
        return system

    import dataclasses

    monkeypatch.setattr("memassay.registry.Registry.load", _loading(name, dataclasses.replace(factory, build=build)))


def _loading(name: str, instead: Any) -> Any:
    from memassay.registry import Registry

    load = Registry.load
    return lambda registry, wanted: instead if wanted == name else load(registry, wanted)


def test_an_interrupt_ends_with_130_and_says_how_to_go_on(run_small: Call, monkeypatch):
    _evaluating(monkeypatch, KeyboardInterrupt())
    found = run_small()
    assert found.code == 130
    assert "the same command goes on from there" in found.err


def test_a_bug_ends_with_70_and_keeps_its_traceback_in_a_file(run_small: Call, monkeypatch):
    _evaluating(monkeypatch, ZeroDivisionError("a / b"))
    found = run_small()
    assert found.code == 70
    assert "Traceback" not in found.err
    assert "ZeroDivisionError: a / b" in found.err
    path = Path(found.err.rsplit("is in ", 1)[1].strip())
    assert "Traceback" in path.read_text("utf-8")
    path.unlink()


def test_a_bug_shows_its_traceback_under_debug(memassay: Call, corpus, monkeypatch):
    _evaluating(monkeypatch, InternalError("lost"))
    found = memassay("--debug", "run", "--corpus", corpus, "--memory", "null", "--judge", "exact")
    assert found.code == 70
    assert "Traceback" in found.err


def test_a_judge_that_cannot_be_reached_ends_with_3(run_small: Call, monkeypatch):
    _evaluating(monkeypatch, JudgeFailure("no route to the judge"))
    found = run_small()
    assert (found.code, found.err.splitlines()[-1]) == (3, "memassay: no route to the judge")


def test_mistakes_that_come_in_a_group_are_told_one_by_one(run_small: Call, monkeypatch):
    _evaluating(monkeypatch, ExceptionGroup("tasks", [UserError("this"), ExceptionGroup("more", [UserError("that")])]))
    found = run_small()
    assert found.code == 2
    assert found.err.splitlines()[-2:] == ["memassay: this", "memassay: that"]


def _evaluating(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    async def evaluate(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(runs, "evaluate", evaluate)
