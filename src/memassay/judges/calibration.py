"""How far a judge agrees with labelled pairs of one fact and one claim."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Protocol, get_args, runtime_checkable

import anyio
from pydantic import AfterValidator

from memassay.errors import InputError, Problem
from memassay.files import Strict, read_lines, validate
from memassay.judges.protocol import Judge, Request, claim_hypothesis
from memassay.models.protocol import Entailment, Label
from memassay.types import YES, Fact

LABELS: tuple[str, ...] = get_args(Label)

PAIRS: Mapping[str, str] = {"hard": "pairs.jsonl", "feb30": "feb30.jsonl"}
"""The labelled pairs that come with memassay, by name: files in the folder `data`."""

HELD_OUT = "test"
"""The split of these that nothing was fitted on."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One fact, one claim, and how the fact stands to the claim."""

    fact: str
    claim: str
    label: str
    kind: str = ""
    split: str = ""
    subject: str = ""
    trajectory: str = ""


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("must be a text that says something")
    return text


_Said = Annotated[str, AfterValidator(_said)]


class _PairFile(Strict):
    """A pair as a line of a file."""

    fact: _Said
    claim: _Said
    label: Label
    kind: str = ""
    split: str = ""
    subject: str = ""
    trajectory: str = ""
    meta: Any = None


@dataclass(frozen=True, slots=True)
class KindFigures:
    """The figures of one kind of pair; None where they are not defined."""

    n: int
    accuracy: float | None
    entail_accuracy: float
    false_support: float | None


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """Agreement of a judge with labelled pairs.

    `accuracy` is three-way (partial counts as neutral); `entail_accuracy` is entail against all else;
    `false_support` is the share of the `not_entailed` pairs whose label is not entail that the judge gives YES;
    `kappa` is Cohen's, three-way where accuracy is, else of entail against all else (None where undefined);
    `confusion` maps a label to how often the judge said what; `invalid` counts replies without a score.
    """

    judge: str
    n: int
    accuracy: float | None
    entail_accuracy: float
    false_support: float | None
    not_entailed: int
    kappa: float | None
    confusion: dict[str, dict[str, int]]
    by_kind: dict[str, KindFigures]
    invalid: int
    pairs_per_second: float


@runtime_checkable
class Classifies(Protocol):
    """A pair judge that says which of the four labels a (premise, hypothesis) has."""

    def classify(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """One entailment a pair, in order."""
        ...


def built_in(name: str) -> Path:
    """The file of the pairs of a name in `PAIRS`."""
    return Path(str(files("memassay.judges").joinpath("data", PAIRS[name])))


def read_pairs(path: Path, *, split: str | None = None) -> list[Pair]:
    """The pairs of a JSON Lines file, those of one split where `split` is given.

    Raises InputError with every problem of the file: lines that are no JSON object, unknown, missing, empty or
    mistyped keys, unknown labels, and a file or split without pairs.
    """
    trees, problems = read_lines(path)
    pairs: list[Pair] = []
    for number, tree in trees:
        record, faults = validate(_PairFile, tree, str(path))
        problems += [Problem(str(path), f"line {number}{fault.pointer}", fault.message) for fault in faults]
        if record is not None:
            pairs.append(Pair(**record.model_dump(exclude={"meta"})))
    if problems:
        raise InputError(sorted(problems, key=lambda problem: int(re.findall(r"\d+", problem.pointer)[0])))
    chosen = [pair for pair in pairs if split in (None, pair.split)]
    if not chosen:
        known = ", ".join(sorted({pair.split for pair in pairs if pair.split})) or "none"
        raise InputError(Problem(str(path), "", f"no pair of split {split!r}; splits: {known}" if split else "no pair"))
    return chosen


def check(judge: Judge, pairs: Sequence[Pair]) -> JudgeReport:
    """Ask the judge for every pair, one premise each, and compare.

    The entail figures come from its verdicts: YES is entail.  Contradict and neutral are told apart only where the
    judge has `classify` (a pair judge); a judge that only says YES, PARTIAL or NO gets no three-way accuracy, and
    its confusion counts those three words.
    """
    requests = [
        Request("entail", claim_hypothesis(pair.claim), (Fact(id="premise", statement=pair.fact),)) for pair in pairs
    ]
    started = time.perf_counter()
    verdicts = anyio.run(judge.judge, requests)
    seconds = time.perf_counter() - started
    held = [verdict.score == YES for verdict in verdicts]
    said = [_word(verdict.score) for verdict in verdicts]
    three_way = isinstance(judge, Classifies)
    if isinstance(judge, Classifies):
        said = [entailment.label for entailment in judge.classify([(pair.fact, pair.claim) for pair in pairs])]
    rows = list(zip(pairs, held, said, strict=True))
    whole = _figures(rows, three_way=three_way)
    return JudgeReport(
        judge=judge.card().name,
        n=whole.n,
        accuracy=whole.accuracy,
        entail_accuracy=whole.entail_accuracy,
        false_support=whole.false_support,
        not_entailed=sum(pair.label != "entail" for pair in pairs),
        kappa=_kappa(rows, three_way=three_way),
        confusion=_confusion(rows),
        by_kind={
            kind: _figures([row for row in rows if row[0].kind == kind], three_way=three_way)
            for kind in sorted({pair.kind for pair in pairs if pair.kind})
        },
        invalid=said.count("invalid"),
        pairs_per_second=len(pairs) / max(seconds, 1e-9),
    )


Row = tuple[Pair, bool, str]


def _word(score: float | None) -> str:
    return "invalid" if score is None else {1.0: "YES", 0.5: "PARTIAL"}.get(score, "NO")


def _figures(rows: Sequence[Row], *, three_way: bool) -> KindFigures:
    others = [held for pair, held, _ in rows if pair.label != "entail"]
    return KindFigures(
        len(rows),
        _mean(_three(pair.label) == _three(said) for pair, _, said in rows) if three_way else None,
        _mean((pair.label == "entail") == held for pair, held, _ in rows) or 0.0,
        _mean(others),
    )


def _mean(values: Iterable[bool]) -> float | None:
    known = list(values)
    return sum(known) / len(known) if known else None


def _three(label: str) -> str:
    return "neutral" if label == "partial" else label


def _kappa(rows: Sequence[Row], *, three_way: bool) -> float | None:
    from sklearn.metrics import cohen_kappa_score  # noqa: PLC0415 - heavy: only when a judge is checked

    if three_way:
        first, second = [_three(pair.label) for pair, _, _ in rows], [_three(said) for _, _, said in rows]
    else:
        first, second = [str(pair.label == "entail") for pair, _, _ in rows], [str(held) for _, held, _ in rows]
    return float(cohen_kappa_score(first, second)) if len({*first, *second}) > 1 else None


def _confusion(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    counts = Counter((pair.label, said) for pair, _, said in rows)
    words = sorted({said for _, _, said in rows})
    return {
        label: {word: counts[label, word] for word in words} for label in LABELS if any(counts[label, w] for w in words)
    }
