"""Reading labelled pairs and checking a judge on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from memassay.errors import InputError
from memassay.judges.calibration import Pair, check, read_pairs
from memassay.judges.exact import ExactJudge
from memassay.judges.protocol import JudgeCard, Request
from memassay.models.protocol import Entailment, Label
from memassay.types import Verdict

LABELS: dict[str, Label] = {"e": "entail", "p": "partial", "c": "contradict", "n": "neutral"}
SCORES: dict[Label, float] = {"entail": 1.0, "partial": 0.5, "contradict": 0.0, "neutral": 0.0}


def written(path: Path, *rows: object) -> Path:
    file = path / "pairs.jsonl"
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), "utf-8")
    return file


class Says:
    """A judge that answers what the claim's last letter says; the fact is what the label should be."""

    def card(self) -> JudgeCard:
        return JudgeCard("says", "1", "pair", "")

    async def judge(self, requests: Sequence[Request]) -> list[Verdict]:
        return [Verdict(SCORES[LABELS[request.hypothesis.statement[-1]]]) for request in requests]


class Classifying(Says):
    def classify(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        return [Entailment(LABELS[claim[-1]], {}) for _, claim in pairs]


class Silent(Says):
    async def judge(self, requests: Sequence[Request]) -> list[Verdict]:
        return [Verdict(None) for _ in requests]


def pairs(*letters: str) -> list[Pair]:
    """A pair "en" has the label entail and the judge says neutral; kinds alternate."""
    return [Pair("f", f"{i} {said}", LABELS[gold], kind="xy"[i % 2]) for i, (gold, said) in enumerate(letters)]


def test_the_figures_of_a_pair_judge_are_worked_by_hand() -> None:
    """Six pairs, gold/said: e/e e/n c/e c/c n/p p/n.

    Three-way right: e/e, c/c, n/p, p/n = 4/6.  Entail right: e/e, c/c, n/p, p/n = 4/6.  False support: 1 of 4 not
    entailed.  Kappa: gold e2 c2 n2, said e2 c1 n3; agreement 4/6, chance (2*2 + 2*1 + 2*3) / 36 = 1/3; 1/2.
    """
    report = check(Classifying(), pairs("ee", "en", "ce", "cc", "np", "pn"))
    assert report.n == 6
    assert report.accuracy == pytest.approx(4 / 6)
    assert report.entail_accuracy == pytest.approx(4 / 6)
    assert report.false_support == pytest.approx(1 / 4)
    assert report.not_entailed == 4
    assert report.kappa == pytest.approx(0.5)
    assert report.confusion["entail"] == {"contradict": 0, "entail": 1, "neutral": 1, "partial": 0}
    assert report.by_kind["x"].n == 3
    assert report.by_kind["x"].accuracy == pytest.approx(2 / 3)  # e/e right, c/e wrong, n/p right
    assert report.by_kind["y"].false_support == 0
    assert report.pairs_per_second > 0


def test_a_judge_that_cannot_classify_gets_the_entail_figures_only() -> None:
    """e/e c/e n/n: entail right 2/3; kappa of entail against the rest: observed 2/3, chance (1*2 + 2*1) / 9 = 4/9."""
    report = check(Says(), pairs("ee", "ce", "nn"))
    assert report.accuracy is None
    assert report.entail_accuracy == pytest.approx(2 / 3)
    assert report.kappa == pytest.approx((2 / 3 - 4 / 9) / (1 - 4 / 9))
    assert report.confusion == {
        "entail": {"NO": 0, "YES": 1}, "contradict": {"NO": 0, "YES": 1}, "neutral": {"NO": 1, "YES": 0},
    }  # fmt: skip


def test_invalid_replies_are_counted_and_are_not_yes() -> None:
    report = check(Silent(), pairs("ee", "nn"))
    assert report.invalid == 2
    assert report.entail_accuracy == 0.5
    assert report.false_support == 0


def test_undefined_figures_are_none() -> None:
    report = check(Classifying(), pairs("ee", "ee"))
    assert report.false_support is None
    assert report.kappa is None


def test_identity_supports_no_pair_of_texts() -> None:
    report = check(ExactJudge(), pairs("ee", "nn"))
    assert (report.entail_accuracy, report.false_support) == (0.5, 0.0)


def test_pairs_are_read_with_their_split(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        {"fact": "F", "claim": "C", "label": "entail", "kind": "date", "split": "test", "trajectory": "t"},
        "",
        {"fact": "G", "claim": "C", "label": "neutral", "split": "train", "meta": {"by": 1}},
    )
    assert read_pairs(file) == [
        Pair("F", "C", "entail", kind="date", split="test", trajectory="t"),
        Pair("G", "C", "neutral", split="train"),
    ]
    assert [pair.fact for pair in read_pairs(file, split="train")] == ["G"]


def test_every_problem_of_a_malformed_file_is_reported_with_its_line(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "{not json",
        '["a list"]',
        {"fact": "F", "label": "entail"},
        {"fact": "F", "claim": " ", "label": "entails"},
        {"fact": "F", "claim": "C", "label": "entail", "knid": "date"},
        {"fact": "F", "claim": 7, "label": "entail"},
        '{"fact": "F", "claim": "C", "label": "neutral", "label": "neutral"}',
    )
    with pytest.raises(InputError) as caught:
        read_pairs(file)
    lines = [(problem.pointer, problem.message) for problem in caught.value.problems]
    assert [pointer for pointer, _ in lines] == [
        "line 1, column 2",
        "line 2",
        "line 3/claim",
        "line 4/claim",
        "line 4/label",
        "line 5/knid",
        "line 6/claim",
        "line 7/label",
    ]
    assert "is not valid JSON" in lines[0][1]
    assert "must be a mapping" in lines[1][1]
    assert "missing key 'claim'" in lines[2][1]
    assert "must be a text that says something" in lines[3][1]
    assert "did you mean 'entail'?" in lines[4][1]
    assert "unknown key 'knid'; did you mean 'kind'?" in lines[5][1]
    assert "must be text, not the number 7" in lines[6][1]
    assert "key 'label' is written twice" in lines[7][1]


def test_a_split_without_pairs_names_the_splits_there_are(tmp_path: Path) -> None:
    file = written(tmp_path, {"fact": "F", "claim": "C", "label": "entail", "split": "train"})
    with pytest.raises(InputError, match="no pair of split 'test'; splits: train"):
        read_pairs(file, split="test")


def test_an_empty_or_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pair"):
        read_pairs(written(tmp_path, ""))
    with pytest.raises(InputError, match="no such file"):
        read_pairs(tmp_path / "none.jsonl")
