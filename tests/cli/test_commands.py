"""What each command prints and leaves."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memassay.cli import main, run
from memassay.cli.commands import MODULES
from memassay.spec import RunSpec

from .conftest import TRAJECTORY, Call, write_corpus


def _json(text: str) -> Any:
    """Exactly one JSON document, and nothing beside it."""
    value, end = json.JSONDecoder().raw_decode(text)
    assert text[end:].strip() == ""
    return value


# --- run and report ---


def test_run_prints_the_report_on_stdout_and_says_on_stderr_where_it_lies(run_small: Call, tmp_path):
    found = run_small()
    (folder,) = (tmp_path / "runs").iterdir()
    assert found.code == 0
    assert found.out.startswith("memassay report: harbours-oracle-null\n")
    assert f"the run lies in runs/{folder.name}" in found.err
    assert {"run.db", "run.yaml"} <= {path.name for path in folder.iterdir()}


def test_run_again_does_nothing_again_and_says_so(run_small: Call):
    first, again = run_small(), run_small()
    assert again.out == first.out
    assert "nothing was done again" in again.err


def test_run_yaml_redoes_the_run(run_small: Call, memassay: Call, tmp_path):
    first = run_small("--log-dir", "one")
    (folder,) = (tmp_path / "one").iterdir()
    again = memassay("run", folder / "run.yaml", "--log-dir", "two")
    assert again.out.replace("two/", "one/").replace("--log-dir two", "--log-dir one") == first.out


def test_run_with_json_prints_one_document_and_nothing_else(run_small: Call):
    found = run_small("--json")
    assert _json(found.out)["systems"]["oracle"]["fact_accuracy_strict"]["mean"] == 1
    assert found.code == 0


def test_run_with_display_none_is_silent_but_for_report_and_place(run_small: Call):
    found = run_small("--display", "none")
    assert len(found.err.splitlines()) == 1
    assert found.out.startswith("memassay report")


def test_run_without_a_memory_takes_the_three_of_a_plain_run():
    assert run._spec({"spec_file": None, "memory": (), "limit": None}).memories == (
        "oracle",
        "reference",
        "null",
    )


def test_the_help_of_run_names_the_memories_that_a_plain_run_takes(memassay: Call):
    assert f"[default: {', '.join(RunSpec().memories)}]" in " ".join(memassay("run", "--help").out.split())


@pytest.mark.parametrize(("flags", "wanted"), [((), True), (("--no-as-published",), False)])
def test_a_flag_takes_back_what_a_file_switched_on(memassay: Call, corpus, tmp_path, flags, wanted):
    path = tmp_path / "spec.yaml"
    path.write_text("memories: [oracle]\njudges: [exact]\nas_published: true\n", encoding="utf-8")
    found = memassay("run", path, "--corpus", corpus, "--json", *flags)
    assert _json(found.out)["header"]["spec"]["as_published"] is wanted


def test_the_redo_line_finds_the_same_run_again(run_small: Call, memassay: Call):
    redo = _json(run_small("--log-dir", "other place", "--json").out)["footer"]["redo"]
    again = memassay(*shlex.split(redo)[1:])
    assert "nothing was done again" in again.err


def test_the_memories_of_a_file_win_over_the_plain_three_and_flags_over_the_file(tmp_path):
    path = tmp_path / "spec.yaml"
    path.write_text("memories: [vague]\nk: 3\nseed: 5\n", encoding="utf-8")
    spec = run._spec({"spec_file": path, "memory": (), "k": 4, "seed": 0})
    assert (spec.memories, spec.k, spec.seed) == (("vague",), 4, 0)


def test_an_environment_variable_sets_an_option(run_small: Call, monkeypatch):
    monkeypatch.setenv("MEMASSAY_RUN_K", "3")
    assert _json(run_small("--json").out)["header"]["spec"]["k"] == 3
    assert _json(run_small("--json", "--k", "4").out)["header"]["spec"]["k"] == 4


def test_fresh_does_the_work_again(run_small: Call):
    run_small()
    assert "nothing was done again" not in run_small("--fresh").err


def test_dry_run_says_what_would_be_done_and_does_nothing(run_small: Call, tmp_path):
    found = run_small("--dry-run", "--epochs", "2")
    assert found.code == 0
    said = " ".join(found.out.split())
    assert "at most 4, 0 of them done (systems x trajectories x epochs)" in said
    assert "at most 8 to take in" in said
    assert "at most" not in run_small("--dry-run").out
    assert not (tmp_path / "runs").exists()


def test_dry_run_counts_documents_questions_and_what_is_done(run_small: Call):
    run_small()
    plan = _json(run_small("--dry-run", "--json").out)
    assert plan["systems"] == ["oracle", "null"]
    assert (plan["units"], plan["done"], plan["documents"], plan["questions"]) == (2, 2, 4, 2)


def test_report_prints_what_run_printed(run_small: Call, memassay: Call, tmp_path):
    first = run_small()
    (folder,) = (tmp_path / "runs").iterdir()
    again = memassay("report", Path("runs") / folder.name)
    assert again.out == first.out
    assert again.err == ""


def test_report_with_json_is_the_document_of_the_run(run_small: Call, memassay: Call, tmp_path):
    first = run_small("--json")
    (folder,) = (tmp_path / "runs").iterdir()
    assert _json(memassay("report", Path("runs") / folder.name, "--json").out) == _json(first.out)


# --- score ---


def test_score_of_a_run_gives_the_scores_it_had(run_small: Call, memassay: Call, tmp_path):
    run_small()
    (folder,) = (tmp_path / "runs").iterdir()
    before = memassay("report", folder, "--json").out
    scores = _json(memassay("score", folder, "--json").out)
    assert scores["oracle|harbour|0"]["fact_accuracy"] == 1
    assert scores["null|harbour|0"]["stale_rate"] == 0
    assert memassay("report", folder, "--json").out == before


def test_score_can_pick_a_metric(run_small: Call, memassay: Call, tmp_path):
    run_small()
    (folder,) = (tmp_path / "runs").iterdir()
    scores = _json(memassay("score", folder, "--json", "--metric", "fact_accuracy").out)
    assert scores == {"oracle|harbour|0": {"fact_accuracy": 1.0}, "null|harbour|0": {"fact_accuracy": 0.0}}
    assert "fact_accuracy" in memassay("score", folder, "--metric", "fact_accuracy").out


def _unit(name: str, run_number: int, trajectory: str, memory: float, answers: float) -> dict[str, Any]:
    claims = ["A", "B"]
    verdicts = {"A": [1, "f"], "B": [1, "f"] if memory == 1 else [0.5, "f"] if memory == 0.75 else [0, None]}
    return {
        "id": name,
        "run": run_number,
        "trajectory": trajectory,
        "states": [
            {
                "index": 0,
                "claims": claims,
                "action": "create",
                "confidence": 0.9,
                "facts": [{"id": "f", "statement": "A and B"}],
                "verdicts": verdicts,
            }
        ],
        "questions": [{"score": answers}],
    }


def test_evidence_of_several_units_gives_scores_and_their_divergence(memassay: Call, tmp_path):
    """I 1, 0.75, 0.5 against E 0.5, 0.5, 0.5: gaps 0.5, 0.25, 0: MAD 0.25, signed 0.25, two of three over 0.15."""
    units = [_unit("u1", 0, "t1", 1, 0.5), _unit("u2", 0, "t2", 0.75, 0.5), _unit("u3", 0, "t3", 0.5, 0.5)]
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.write_text(json.dumps(units[:2]), encoding="utf-8")
    second.write_text(json.dumps(units[2]), encoding="utf-8")
    found = _json(memassay("score", "--evidence", first, second, "--json").out)
    assert [found[name]["fact_accuracy"] for name in ("u1", "u2", "u3")] == [1, 0.75, 0.5]
    assert found["divergence"]["mad"] == pytest.approx(0.25)
    assert found["divergence"]["signed_divergence"] == pytest.approx(0.25)
    assert found["divergence"]["divergence_rate"] == pytest.approx(2 / 3)
    assert found["divergence"]["pearson_r"] is None
    assert found["divergence"]["wilcoxon_W"] == 0


def test_evidence_of_one_unit_has_no_divergence(memassay: Call, tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(_unit("u1", 0, "t1", 1, 0.5)), encoding="utf-8")
    assert list(_json(memassay("score", "--evidence", path, "--json").out)) == ["u1"]


def test_evidence_can_be_scored_as_a_table(memassay: Call, tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(_unit("u1", 0, "t1", 0.75, 0.5)), encoding="utf-8")
    out = memassay("score", "--evidence", path, "--metric", "fact_accuracy", "--metric", "stale_rate").out
    assert [line.split() for line in out.splitlines()[2:4]] == [["fact_accuracy", "0.750"], ["stale_rate", "-"]]


# --- corpus, judge, list, doctor ---


def test_a_sound_corpus_passes_though_it_is_warned(memassay: Call, corpus):
    found = memassay("corpus", "check", corpus, "--json")
    document = _json(found.out)
    assert document["errors"] == 0
    assert document["counts"]["trajectories"] == 1
    assert found.code == 0


def test_a_corpus_with_an_error_fails_the_check(memassay: Call, tmp_path):
    wrong = {**TRAJECTORY, "states": [TRAJECTORY["states"][0], {**TRAJECTORY["states"][1], "action": "update"}]}
    folder = write_corpus(tmp_path / "wrong", wrong)
    found = memassay("corpus", "check", folder)
    assert found.code == 1
    assert "trajectories/harbour.json:/states/1" in found.out
    assert "error" in found.out
    assert _json(memassay("corpus", "check", folder, "--json").out)["errors"] >= 1


def test_the_card_is_written_where_that_is_asked_for(memassay: Call, corpus):
    card = corpus / "card.yaml"
    text = "name: Harbours\nversion: '1'\nlicence: CC0-1.0\ncitation: none\ndocuments: by hand\nlimits: [small]\n"
    card.write_text(text, encoding="utf-8")
    found = memassay("corpus", "check", corpus, "--write-card")
    assert found.code == 0
    assert "sha256: " in card.read_text("utf-8")
    assert "card of Harbours 1 written" in found.err


def test_a_judge_is_checked_on_labelled_pairs(memassay: Call, tmp_path):
    path = tmp_path / "pairs.jsonl"
    rows = [("a", "b", "neutral"), ("a", "a b", "entail"), ("c", "d", "contradict")]
    lines = [json.dumps({"fact": fact, "claim": claim, "label": label}) for fact, claim, label in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    found = _json(memassay("judge", "check", "--judge", "exact", "--pairs", path, "--json").out)
    assert found["n"] == 3
    assert found["entail_accuracy"] == pytest.approx(2 / 3)
    assert memassay("judge", "check", "--judge", "exact", "--pairs", path).code == 0


@pytest.mark.parametrize("kind", ["memories", "judges", "answerers", "embedders", "corpora", "metrics"])
def test_a_list_names_what_there_is(memassay: Call, kind):
    found = _json(memassay("list", kind, "--json").out)
    assert list(found) == [kind]
    assert all(row["name"] for row in found[kind])
    assert found[kind][0]["name"] in memassay("list", kind).out


def test_the_list_of_runs_says_how_far_they_got(run_small: Call, memassay: Call):
    assert _json(memassay("list", "runs", "--json").out) == {"runs": []}
    run_small()
    (row,) = _json(memassay("list", "runs", "--json").out)["runs"]
    assert (row["done"], row["systems"], row["corpus"]) == ("2 of 2", "oracle, null", "harbours")
    assert "2 of 2 units done" in memassay("list", "runs").out


def test_the_doctor_has_a_line_for_every_memory_and_fails_on_a_file_for_a_folder(memassay: Call, tmp_path):
    from memassay.memories import MEMORIES

    (tmp_path / "file").write_text("", encoding="utf-8")
    found = memassay("doctor", "--log-dir", tmp_path / "file")
    for name in MEMORIES.names():
        assert f" memory {name}: " in found.out
    assert "FAIL folder for runs" in found.out
    assert found.code in (1, 2)


# --- help ---


def test_the_bare_command_prints_help_with_the_commands_to_start_with(memassay: Call):
    found = memassay()
    assert found.code == 0
    assert "Start with:" in found.out
    for name in MODULES:
        assert f"  {name} " in found.out


def test_the_version_is_printed(memassay: Call):
    assert memassay("--version").out.startswith("memassay, version ")


def test_help_loads_none_of_the_heavy_packages():
    code = (
        "import sys; from memassay.cli import main; main(['--help']); print(sorted({*sys.modules} & {*sys.argv[1:]}))"
    )
    heavy = ["numpy", "scipy", "sklearn", "sqlalchemy", "pydantic", "onnxruntime", "rich", "yaml"]
    found = subprocess.run([sys.executable, "-c", code, *heavy], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]"


def test_a_closed_pipe_is_no_error(run_small: Call, tmp_path):
    run_small()
    (folder,) = (tmp_path / "runs").iterdir()
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "memassay.cli", "report", str(folder)]
    found = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (found.returncode, found.stderr) == (0, "")


def test_main_takes_its_arguments_from_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["memassay", "--version"])
    assert main() == 0
    assert "version" in capsys.readouterr().out
