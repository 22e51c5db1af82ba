"""The one configuration record: file below flags, defaults spelled out, one digest for one question."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from memassay.errors import InputError
from memassay.spec import RunSpec, load_spec


def test_flags_stand_over_the_file_and_the_file_over_defaults(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text("memories: [oracle]\nk: 5\nseed: 3\n", encoding="utf-8")
    spec = load_spec(file, {"k": 7, "seed": None})
    assert (spec.memories, spec.k, spec.seed, spec.epochs) == (("oracle",), 7, 3, 1)


def test_the_written_spec_redoes_the_run(tmp_path: Path) -> None:
    spec = RunSpec(memories=("oracle", "null"), judges=("exact",)).resolved()
    file = tmp_path / "run.yaml"
    file.write_text(spec.to_yaml(), encoding="utf-8")
    assert load_spec(file, {}) == spec
    assert set(yaml.safe_load(spec.to_yaml())) == set(RunSpec.model_fields)


def test_the_answerer_follows_the_judge_unless_it_is_named() -> None:
    assert RunSpec(judges=("exact",)).resolved().answerer == "recite"
    assert RunSpec(judges=("lexical",)).resolved().answerer == "extractive"
    assert RunSpec(judges=("exact",), answerer="extractive").resolved().answerer == "extractive"


def test_the_digest_depends_on_what_is_asked_and_not_on_the_name() -> None:
    spec = RunSpec(memories=("oracle",))
    assert spec.digest == spec.model_copy(update={"name": "mine"}).digest
    assert spec.digest == spec.resolved().digest
    assert spec.digest != spec.model_copy(update={"k": 3}).digest


def test_every_problem_of_a_file_is_reported_at_once_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text("memorys: [oracle]\nk: 0\ntau: 2\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_spec(file, {})
    lines = sorted(str(caught.value).splitlines())
    assert len(lines) == 3
    assert f"{file}:/memorys: unknown key 'memorys'; did you mean 'memories'?" in lines
    assert any(line.startswith(f"{file}:/k: ") for line in lines)
    assert any(line.startswith(f"{file}:/tau: ") for line in lines)


def test_a_file_that_is_no_mapping_or_no_yaml_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text("- oracle\n", encoding="utf-8")
    with pytest.raises(InputError, match="must be a mapping of settings"):
        load_spec(file, {})
    file.write_text("memories: [oracle\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2, column 1: is not valid YAML"):
        load_spec(file, {})
    with pytest.raises(InputError, match="no such file"):
        load_spec(tmp_path / "none.yaml", {})


def test_a_key_written_twice_is_told_beside_the_other_problems(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text("memories: [oracle]\nk: 3\nseed: x\nk: 5\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_spec(file, {})
    assert str(caught.value).splitlines() == [
        f"{file}:/k: key 'k' is written twice",
        f"{file}:/seed: must be a whole number, not the text 'x'",
    ]


def test_a_wrong_flag_is_named_as_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text("k: 5\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_spec(file, {"limit": 0, "memories": (), "tau": 3.0})
    assert sorted(str(caught.value).splitlines()) == [
        "--limit: must be at least 1, not 0",
        "--memory: must hold at least 1 entry, not 0",
        "--tau: must be at most 1, not 3.0",
    ]
