"""Every section of the hand-made run, as it reads on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from memassay.reports import SECTIONS, RunView, render, report

from . import made


def _text(view: RunView, name: str, width: int = 80) -> str:
    return render(SECTIONS[name](view), width=width)


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_of_a_broken_run_reads_well(broken_in_place, name, snapshot):
    assert _text(broken_in_place, name) == snapshot


@pytest.mark.parametrize("name", ["header", "overall", "funnel", "worst", "not_observed"])
def test_a_section_of_a_whole_run_reads_well(whole, name, snapshot):
    assert _text(whole, name) == snapshot


@pytest.mark.parametrize("name", ["overall", "divergence", "not_observed"])
def test_a_section_reads_well_on_a_wide_screen(broken_in_place, name, snapshot):
    assert _text(broken_in_place, name, 120) == snapshot


def test_the_sections_come_in_their_order(whole):
    assert list(SECTIONS) == [
        "header",
        "overall",
        "divergence",
        "by_category",
        "by_difficulty",
        "funnel",
        "store",
        "worst",
        "not_observed",
        "footer",
    ]
    assert report(whole) == [block for section in SECTIONS.values() for block in section(whole)]


def test_a_judge_that_is_no_language_model_is_called_a_smoke_test(whole):
    assert "smoke test: use a language model or the small judge for figures to rely on" in _text(whole, "footer")


def test_judging_systems_by_identity_is_warned_of(whole, monkeypatch):
    assert "say nothing about" not in _text(whole, "overall")
    judges = [{**made.header()["judges"][0], "kind": "identity"}]
    monkeypatch.setitem(whole.__dict__, "header", {**whole.header, "judges": judges})
    assert "its figures say nothing about mine and rag." in " ".join(_text(whole, "overall").split())


def test_a_language_model_s_figures_are_not_called_a_smoke_test(whole, monkeypatch):
    judges = [{**made.header()["judges"][0], "kind": "list"}]
    monkeypatch.setitem(whole.__dict__, "header", {**whole.header, "judges": judges})
    assert "smoke test" not in _text(whole, "footer")


def test_a_judge_that_shares_its_embedder_with_a_system_is_warned_of(whole, monkeypatch):
    assert "same embedder" not in _text(whole, "footer")
    spec = {**whole.spec, "judges": ["lexical"]}
    monkeypatch.setitem(whole.__dict__, "header", {**whole.header, "spec": spec})
    assert "the judge and rag use the same embedder, minilm-int8" in " ".join(_text(whole, "footer").split())


def test_no_published_figure_stands_in_a_report(whole):
    assert "0.606" not in render(report(whole), width=120)
    assert "As published" not in _text(whole, "footer")


def test_as_published_lists_what_the_paper_states_and_leaves_open(whole, monkeypatch, snapshot):
    header = made.header(as_published=True)
    monkeypatch.setitem(whole.__dict__, "header", header)
    assert _text(whole, "footer").split("As published")[1] == snapshot


@pytest.mark.parametrize(("kind", "said"), [("pair", True), ("identity", False), ("list", False)])
def test_only_under_a_judge_of_pairs_unsupported_is_said_to_tell_little(whole, monkeypatch, kind, said):
    judges = [{**made.header()["judges"][0], "kind": kind}]
    monkeypatch.setitem(whole.__dict__, "header", {**whole.header, "judges": judges})
    assert ("unsupported says little here" in " ".join(_text(whole, "store").split())) is said


def test_one_epoch_that_stands_for_all_is_said(whole, monkeypatch):
    header = {**made.header(5), "one_epoch_says_all": True}
    monkeypatch.setitem(whole.__dict__, "header", header)
    assert "one run stands for all 5 epochs" in _text(whole, "footer")


def test_a_run_of_bounds_alone_is_still_a_report(whole, monkeypatch):
    units = {unit: stage for unit, stage in whole.units.items() if unit.system in ("oracle", "null")}
    monkeypatch.setitem(whole.__dict__, "units", units)
    text = render(report(whole), width=80)
    assert "Only the bounds were run" in text
    assert "mine" not in text.split("How far to trust")[0]


def test_a_run_without_any_finished_unit_is_still_a_report(tmp_path, snapshot):
    folder = made.make(tmp_path / "made", finished=0)
    view = RunView.open(folder)
    view.folder = Path("runs/made")
    assert render(report(view), width=80) == snapshot
    view.close()
