"""What holds for every unit of evidence: bounds, invariances, order among metrics."""

from __future__ import annotations

import json
from collections.abc import Callable, Set
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memassay.metrics.catalogue import catalogue, describe, score
from memassay.metrics.interchange import evidence_from, report
from memassay.types import Score

from .comparison import differences
from .random_evidence import CLAIMS, FACTS, Unit, units

SIGNED = {"corroboration_gain", "grouping_ari", *(p + "update_discrimination" for p in ("", "native."))}
COUNTED = {"fact_count_last", "confidence_states_left_out", "ext.answer_words", "store_ratio"}
OF_NOISE_AND_STORE = {
    "noise_damage",
    "unsupported_rate",
    "noise_rate",
    "offtopic_rate",
    "redundancy",
    "verbatim_rate",
    "store_ratio",
}
ORDERED = {
    "operations",
    "native.operations",
    "noise_operations",
    "clusters",
    "invalidated",
    "stale_list",
    "compensated",
}
many = settings(max_examples=60, deadline=None)


def scores(unit: Unit) -> dict[str, Score]:
    return {item.metric: item for item in score(evidence_from(unit))}


def values(unit: Unit) -> dict[str, float | None]:
    return {name: item.value for name, item in scores(unit).items()}


def sorted_within(value: Any) -> Any:
    """A detail with the order of its lists taken away, but for the order of states."""
    if isinstance(value, list):
        return sorted((sorted_within(item) for item in value), key=json.dumps)
    return value


def same(first: Unit, second: Unit, *, but: Set[str] = frozenset()) -> None:
    a, b = values(first), values(second)
    kept = a.keys() - but
    assert differences({name: a[name] for name in kept}, {name: b[name] for name in kept}) == {}


def details_of(unit: Unit) -> dict[str, Any]:
    found = describe(evidence_from(unit))
    per_state = {"operations", "native.operations", "noise_operations", "invalidated"}
    return {
        name: [sorted_within(item) for item in value]
        if name in per_state and value is not None
        else sorted_within(value)
        if name in ORDERED
        else value
        for name, value in found.items()
    }


def stores(unit: Unit) -> list[list[dict[str, Any]]]:
    """Every list of facts in the unit, to be changed in place."""
    return [snapshot["facts"] for step in unit["states"] for snapshot in (step, *step["noise_after"])]


@many
@given(units())
def test_every_share_lies_between_0_and_1(unit: Unit) -> None:
    for name, value in values(unit).items():
        if value is not None and name not in COUNTED:
            assert (-1 if name in SIGNED else 0) <= value <= 1, name


@many
@given(units())
def test_a_value_rests_on_something_and_its_absence_on_nothing(unit: Unit) -> None:
    for item in scores(unit).values():
        assert (item.value is None) == (item.n == 0) == (item.status != "ok")


@many
@given(units(), st.randoms(use_true_random=False))
def test_the_order_of_facts_does_not_matter(unit: Unit, random: Any) -> None:
    other = deepcopy(unit)
    for facts in stores(other):
        random.shuffle(facts)
    same(unit, other)
    assert details_of(unit) == details_of(other)


@many
@given(units(), st.randoms(use_true_random=False))
def test_the_order_of_claims_does_not_matter(unit: Unit, random: Any) -> None:
    other = deepcopy(unit)
    for step in other["states"]:
        claims = list(step["claims"])
        random.shuffle(step["claims"])
        place = {n: step["claims"].index(claim) for n, claim in enumerate(claims)}
        step["groups"] = [[place[n] for n in group] for group in step["groups"]]
        step["expectedAuthors"] = {str(place[int(n)]): names for n, names in step["expectedAuthors"].items()}
    same(unit, other)
    assert differences(details_of(unit), details_of(other)) == {}


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


@many
@given(units(), st.permutations(FACTS), st.permutations(CLAIMS))
def test_names_of_facts_and_claims_do_not_matter(unit: Unit, facts: list[str], claims: list[str]) -> None:
    names = {
        **dict(zip(FACTS, facts, strict=True)),
        **{c: f"{d} in other words" for c, d in zip(CLAIMS, claims, strict=True)},
    }
    same(unit, renamed(unit, names))


@many
@given(units(judges=1) | units(judges=2))
def test_strict_is_never_above_graded_for_one_or_two_judges(unit: Unit) -> None:
    """With three it may be: YES, YES, NO is labelled YES and scores 2/3 (golden file `panels`, claim E)."""
    found = values(unit)
    for name in ("fact_accuracy", "final_coverage", "ext.extrinsic"):
        assert found[name] is None or found[f"{name}_strict"] <= found[name]


@many
@given(units())
def test_misses_are_partial_and_no_and_the_mix_adds_up(unit: Unit) -> None:
    found, mix = values(unit), describe(evidence_from(unit))["verdict_mix"]
    if found["claim_miss_rate"] is None:
        assert mix is None
        return
    assert found["partial_rate"] + found["no_rate"] == pytest.approx(found["claim_miss_rate"])
    assert mix == pytest.approx(
        {"YES": 1 - found["claim_miss_rate"], "PARTIAL": found["partial_rate"], "NO": found["no_rate"]}
    )
    assert found["invalid_rate"] <= found["no_rate"]


@many
@given(units())
def test_fama_is_coverage_less_what_is_stale(unit: Unit) -> None:
    found = describe(evidence_from(unit))
    stale = {int(item.split("|")[0]) for item in found["stale_list"]}
    for i, (with_stale, covered) in enumerate(zip(found["fama_by_state"], found["claim_coverage"], strict=True)):
        assert (with_stale is None) == (covered is None)
        if covered is not None:
            assert with_stale == covered if i not in stale else with_stale <= covered


@many
@given(units())
def test_the_stale_rate_counts_the_stale_list(unit: Unit) -> None:
    found = report(evidence_from(unit))
    fallen = sum(len(claims) for claims in found["invalidated"])
    assert found["stale_rate"] == (pytest.approx(len(found["stale_list"]) / fallen) if fallen else None)


@many
@given(units())
def test_what_was_never_asked_is_not_zero(unit: Unit) -> None:
    silent = deepcopy(unit)
    for step in silent["states"]:
        step["current"] = {}
    found, fallen = report(evidence_from(silent)), any(report(evidence_from(unit))["invalidated"])
    assert found["stale_rate"] is None
    assert found["stale_list"] == []
    if not fallen:
        assert found["fama"] == report(evidence_from(unit))["fama"]
    for i, claims in enumerate(found["invalidated"]):
        assert found["fama_by_state"][i] is None or not claims


@many
@given(units())
def test_without_expected_claims_no_claim_metric_has_a_value(unit: Unit) -> None:
    bare = deepcopy(unit)
    for step in bare["states"]:
        step.update(claims=[], groups=[], expectedAuthors={})
    for table in ("documents_entail", "observations_entail"):
        bare.pop(table)
    found = values(bare)
    of_claims = (
        "fact_accuracy",
        "claim_miss_rate",
        "acquisition",
        "retention",
        "collateral_rate",
        "fama",
        "stale_rate",
    )
    assert [found[name] for name in (*of_claims, "change_handled", "noise_damage", "attribution_f1")] == [None] * 10


@many
@given(units())
def test_a_fact_that_nothing_names_changes_nothing_about_claims(unit: Unit) -> None:
    other = deepcopy(unit)
    for facts in stores(other):
        facts.append({"id": "idle", "statement": "idle", "confidence": 0.1, "authors": ["Zoe"]})
    of_operations = {name for name in catalogue() if "action_" in name or "update" in name}
    of_store = OF_NOISE_AND_STORE - {"noise_damage"} | {"fact_count_last", "event_honesty"}
    same(unit, other, but=of_operations | of_store)


@many
@given(units())
def test_noise_at_the_end_enters_no_state_metric(unit: Unit) -> None:
    other = deepcopy(unit)
    other["states"][-1]["noise_after"] = []
    for table in ("doc_support", "verbatim_facts"):
        other.pop(table)
    same(unit, other, but=OF_NOISE_AND_STORE)


@many
@given(units())
def test_every_miss_has_one_stage_and_only_misses_before_the_end(unit: Unit) -> None:
    evidence = evidence_from(unit)
    found = describe(evidence)
    after_storage = {key for key, stage in found["diag"].items() if stage in ("retrieval", "generation")}
    pairs = sum(len(step["claims"]) for step in unit["states"])
    missed = values(unit)["claim_miss_rate"]
    assert len(found["diag"]) - len(after_storage) == (round(missed * pairs) if pairs else 0)
    assert all(key.startswith(f"{len(unit['states']) - 1}|") for key in {*after_storage, *found["compensated"]})
    assert {*found["diag_kinds"], *found["compensated"]} <= found["diag"].keys()


@many
@given(units())
def test_the_report_is_json_and_the_same_every_time(unit: Unit) -> None:
    first = json.dumps(report(evidence_from(unit)), allow_nan=False)
    assert json.loads(first) == json.loads(json.dumps(report(evidence_from(json.loads(json.dumps(unit))))))


@many
@given(units(judges=1))
def test_at_most_one_operation_a_fact_and_document(unit: Unit) -> None:
    for step in describe(evidence_from(unit))["operations"]:
        ids = [fact for _, fact in step]
        assert len(ids) == len(set(ids))


def _perfect(unit: Unit) -> Unit:
    """The unit as it would read had the system held everything expected and dropped everything else."""
    perfect = deepcopy(unit)
    for step in perfect["states"]:
        step["facts"] = [{"id": "all", "statement": " ".join([*step["claims"], str(step["index"])])}]
        step["verdicts"] = {claim: [int(claim in step["claims"]), "all"] for claim in CLAIMS}
        step.update(current=dict.fromkeys(CLAIMS, 0), successors=[], noise_after=[], operations=[])
    for table in ("doc_support", "verbatim_facts"):
        perfect.pop(table)
    return perfect


@many
@given(units())
def test_a_perfect_store_has_the_best_value_of_every_claim_metric(unit: Unit) -> None:
    best: dict[str, Callable[[float], bool]] = {
        **dict.fromkeys(("fact_accuracy", "fact_accuracy_strict", "final_coverage", "fama"), lambda value: value == 1),
        **dict.fromkeys(("acquisition", "retention", "change_handled"), lambda value: value == 1),
        **dict.fromkeys(("claim_miss_rate", "stale_rate", "collateral_rate", "no_rate"), lambda value: value == 0),
    }
    found = values(_perfect(unit))
    assert {name for name, test in best.items() if found[name] is not None and not test(found[name])} == set()
