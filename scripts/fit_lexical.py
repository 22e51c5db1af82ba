"""Fit the weights of the entailment model `lexical`, or measure it on the held-out split.

    python scripts/fit_lexical.py            fit on `train`, calibrate on `calibration`, write the weights
    python scripts/fit_lexical.py --measure  judge `test` with the weights as they are, write the judge's card figures

Fitting never reads a pair of the split `test`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold
from sklearn.preprocessing import StandardScaler

from derived_pairs import derive
from memassay.judges.calibration import Pair, check, read_pairs
from memassay.judges.lexical import LexicalJudge
from memassay.models.entailment.features import FEATURES, compare
from memassay.models.entailment.lexical import LexicalEntailment, load_weights, weights_from
from memassay.models.minilm import build

SEED = 20261130
STRENGTH = 0.05
"""Inverse strength of the L2 penalty."""
DERIVED_SHARE = 0.25
"""Total weight of the made pairs beside the written ones."""
FALSE_AT_MOST = 0.15
"""The false support allowed on the calibration split: a false "supported" misleads most."""
FOLDS = 8
LABELS = ("contradict", "entail", "neutral", "partial")
PAIRS = Path(str(files("memassay.judges").joinpath("data", "pairs.jsonl")))
WEIGHTS = Path(str(files("memassay.models.entailment").joinpath("data", "lexical.json")))
AGREEMENT = Path(str(files("memassay.judges").joinpath("data", "agreement.json")))


class Table:
    """Features and labels of pairs, computed with one embedder."""

    def __init__(self) -> None:
        """Readings need no weights, so a model with empty ones lends its reader."""
        empty: dict[str, Any] = {"labels": LABELS, "mean": [0], "scale": [1], "coefficients": [0], "intercept": [0]}
        self.model = LexicalEntailment(build(), weights_from(empty | {"temperature": 1, "entail_at": 1, "same_at": 1}))

    def features(self, pairs: list[tuple[str, str]]) -> np.ndarray:
        """One row of FEATURES a (fact, claim)."""
        self.model.read([text for pair in pairs for text in pair])
        return np.stack([compare(*map(self.model.reading, pair)).values for pair in pairs]).astype(float)


def main() -> None:
    """Run one of the two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="judge the split `test` and write the card's figures")
    if parser.parse_args().measure:
        measure()
    else:
        fit()


def fit() -> None:
    """Fit, calibrate, write, and print the figures of both splits used."""
    train, calibration = read_pairs(PAIRS, split="train"), read_pairs(PAIRS, split="calibration")
    table = Table()
    rows = [(pair.subject, pair.fact, pair.claim) for pair in train]
    table.model.read([text for row in rows for text in row[1:]])
    made = derive(rows, table.model.reading, SEED)
    values = table.features([(pair.fact, pair.claim) for pair in train])
    made_values = table.features([(pair.fact, pair.claim) for pair in made])
    labels = np.array([pair.label for pair in train])
    made_labels = np.array([pair.label for pair in made])
    subjects, made_subjects = (np.array([pair.subject for pair in pairs]) for pairs in (train, made))

    across = np.zeros((len(train), len(LABELS)))
    for kept, left in GroupKFold(FOLDS).split(values, labels, subjects):
        usable = ~np.isin(made_subjects, np.unique(subjects[left]))
        fold = _regression(values[kept], labels[kept], made_values[usable], made_labels[usable])
        across[left] = _scores(fold, values[left])

    fitted = _regression(values, labels, made_values, made_labels)
    held = _scores(fitted, table.features([(pair.fact, pair.claim) for pair in calibration]))
    truth = [pair.label for pair in calibration]
    temperature = min(np.arange(0.5, 2.51, 0.05), key=lambda t: log_loss(truth, _softmax(held / t), labels=LABELS))
    probabilities = _softmax(held / temperature)
    across = _softmax(across / temperature)
    entail_at = _threshold(probabilities[:, 1], [label == "entail" for label in truth])
    same_at = _threshold(1 - probabilities[:, 2], [label != "neutral" for label in truth])
    record = {
        "features": FEATURES,
        "labels": LABELS,
        **{key: np.round(value, 6).tolist() for key, value in fitted.items()},
        "temperature": round(float(temperature), 4),
        "entail_at": entail_at,
        "same_at": same_at,
        "fitted": {
            "pairs_sha256": hashlib.sha256(PAIRS.read_bytes()).hexdigest(),
            "seed": SEED,
            "penalty_c": STRENGTH,
            "derived_share": DERIVED_SHARE,
            "train": len(train),
            "derived": len(made),
            "calibration": len(calibration),
            "train_cross_validated": _figures(across, [pair.label for pair in train], 1.01),
            "train_cross_validated_at_threshold": _figures(across, [pair.label for pair in train], entail_at),
            "calibration_at_threshold": _figures(probabilities, truth, entail_at),
        },
    }
    WEIGHTS.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(
        json.dumps(
            record["fitted"] | {"temperature": temperature, "entail_at": entail_at, "same_at": same_at}, indent=1
        )
    )


def measure() -> None:
    """Judge the held-out split once with the weights as they are."""
    load_weights.cache_clear()
    pairs: list[Pair] = read_pairs(PAIRS, split="test")
    judge = LexicalJudge(build())
    report = check(judge, pairs)
    figures = asdict(report) | {"version": judge.card().version}
    figures.pop("pairs_per_second")
    AGREEMENT.write_text(json.dumps({"lexical": figures}, indent=1) + "\n", "utf-8")
    print(json.dumps(figures, indent=1))


def _regression(values: np.ndarray, labels: np.ndarray, made: np.ndarray, made_labels: np.ndarray) -> dict[str, Any]:
    scaler = StandardScaler().fit(np.vstack([values, made]))
    weight = np.concatenate([np.ones(len(values)), np.full(len(made), DERIVED_SHARE * len(values) / len(made))])
    model = LogisticRegression(C=STRENGTH, max_iter=5000, random_state=SEED)
    model.fit(scaler.transform(np.vstack([values, made])), np.concatenate([labels, made_labels]), sample_weight=weight)
    return {"mean": scaler.mean_, "scale": scaler.scale_, "coefficients": model.coef_, "intercept": model.intercept_}


def _scores(fitted: dict[str, Any], values: np.ndarray) -> np.ndarray:
    return ((values - fitted["mean"]) / fitted["scale"]) @ fitted["coefficients"].T + fitted["intercept"]


def _softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _threshold(chance: np.ndarray, truth: list[bool]) -> float:
    """The lowest threshold (in hundredths) at which at most FALSE_AT_MOST of what is not true is taken for it."""
    wrong = chance[~np.array(truth)]
    return next(at / 100 for at in range(1, 101) if float((wrong >= at / 100).mean()) <= FALSE_AT_MOST)


def _figures(chance: np.ndarray, truth: list[str], entail_at: float) -> dict[str, float]:
    """Accuracy figures; a threshold above 1 means the likeliest label wins."""
    at = LABELS.index("entail")
    rest = np.where(np.arange(len(LABELS)) == at, -1.0, chance)
    said = np.array(LABELS)[np.where(chance[:, at] >= entail_at, at, rest.argmax(axis=1))]
    if entail_at > 1:
        said = np.array(LABELS)[chance.argmax(axis=1)]
    three = [["neutral" if label == "partial" else label for label in labels] for labels in (said, truth)]
    named, entailed = said == "entail", np.array(truth) == "entail"
    return {
        "accuracy": round(float(np.mean([one == other for one, other in zip(*three, strict=True)])), 4),
        "entail_accuracy": round(float((named == entailed).mean()), 4),
        "entail_precision": round(float((named & entailed).sum() / max(named.sum(), 1)), 4),
        "entail_recall": round(float((named & entailed).sum() / entailed.sum()), 4),
        "false_support": round(float((named & ~entailed).sum() / (~entailed).sum()), 4),
    }


if __name__ == "__main__":
    main()
