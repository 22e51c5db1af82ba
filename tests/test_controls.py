"""Control systems under the judge `exact`: each fails where it should, and nowhere else (method.md section 7).

What is asserted here follows from what a control is, by argument; docs/controls.md shows every figure.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import anyio
import pytest

from memassay import corpora
from memassay.metrics.diagnosis.stages import diagnose
from memassay.metrics.reading import Reading
from memassay.runs import evaluate, evidence, open_existing
from memassay.spec import RunSpec

Table = Mapping[str, Mapping[str, float | None]]
SCRIPT = Path(__file__).parent.parent / "scripts" / "controls.py"
FULL = (
    "fact_accuracy",
    "fact_accuracy_strict",
    "final_coverage",
    "final_coverage_strict",
    "acquisition",
    "retention",
    "change_handled",
    "fama",
    "action_accuracy",
    "action_accuracy_transitions",
    "action_hit",
    "update_detection_recall",
    "update_discrimination",
    "native.action_accuracy",
    "event_honesty",
    "attribution_f1",
    "grouping_bcubed_f1",
    "grouping_ari",
    "ext.extrinsic",
    "ext.extrinsic_strict",
    "ext.extrinsic_by_claim",
)
NOTHING = (
    "claim_miss_rate",
    "collateral_rate",
    "stale_rate",
    "noise_damage",
    "false_update_rate",
    "confidence_mae",
    "confidence_states_left_out",
    "unsupported_rate",
    "noise_rate",
    "offtopic_rate",
    "redundancy",
    "verbatim_rate",
    "invalid_rate",
)
COVERAGE = frozenset(
    {
        "fact_accuracy",
        "fact_accuracy_strict",
        "final_coverage",
        "final_coverage_strict",
        "claim_miss_rate",
        "acquisition",
        "ext.extrinsic",
        "ext.extrinsic_strict",
        "ext.extrinsic_by_claim",
    }
)
CHANGE = frozenset({"change_handled", "fama"})
BEFORE = frozenset({"retention", "collateral_rate", "noise_damage"})
RIGHT_ACTIONS = frozenset(
    {"action_accuracy", "action_accuracy_transitions", "action_hit", "action_hit_transitions", "update_discrimination"}
)
LOGGED_RIGHT = frozenset({"native.action_accuracy", "native.update_discrimination"})
DISCRIMINATION = frozenset({"update_discrimination", "native.update_discrimination"})
DETECTED = frozenset({"update_detection_recall", "native.update_detection_recall"})
FALSE = frozenset({"false_update_rate", "native.false_update_rate"})
ACTIONS = RIGHT_ACTIONS | LOGGED_RIGHT | DETECTED | FALSE
SURENESS = frozenset({"confidence_mae", "corroboration_gain"})
LEFT_OUT = frozenset({"confidence_mae_constant", "confidence_states_left_out"})
GROUPING = frozenset({"grouping_bcubed_f1", "grouping_ari"})
SIZE = frozenset({"fact_count_last", "store_ratio"})
SHARES = frozenset({"unsupported_rate", "noise_rate", "offtopic_rate", "redundancy", "verbatim_rate"})
STALE, MISSED, HALF = frozenset({"stale_rate"}), frozenset({"no_rate"}), frozenset({"partial_rate"})
AUTHORS, ALL_HANDED_OVER = frozenset({"attribution_f1"}), frozenset({"ext.whole_store_rate"})
HONESTY, AGAIN = frozenset({"event_honesty"}), frozenset({"redundancy"})
MAY_MOVE: Mapping[str, frozenset[str]] = {
    # Nothing is held and nothing is logged: whatever measures content falls, or has nothing to measure.  What counts
    # wrong content stays as it is: no claim is half held, none is stale, no diff changes anything falsely.
    "null": (
        COVERAGE
        | MISSED
        | CHANGE
        | BEFORE
        | (ACTIONS - {"false_update_rate"})
        | HONESTY
        | SURENESS
        | LEFT_OUT
        | AUTHORS
        | GROUPING
        | SIZE
        | SHARES
    ),
    # Every claim is PARTIAL, so none is NO and none is held at any time (hence none to keep or lose), and the one
    # fact's sentence, confidence and author are those of the first document.
    "vague": (COVERAGE | HALF | CHANGE | BEFORE | (ACTIONS - FALSE) | SURENESS | AUTHORS | GROUPING | SIZE),
    # Nothing is ever changed (no action by design, every dropped claim stays); a claim is one document's, with that
    # document's confidence and author; a claim that no document states is missed; documents are the groups, the
    # noise and the dumps, and one that says what another says is redundant.
    "verbatim": (
        COVERAGE
        | MISSED
        | CHANGE
        | STALE
        | ACTIONS
        | SURENESS
        | AUTHORS
        | GROUPING
        | SIZE
        | AGAIN
        | {"noise_rate", "verbatim_rate"}
    ),
    # As verbatim, but a fact is a claim: noise says none, none is a dump, and there are more of them than k.
    "append-claims": (
        COVERAGE | MISSED | CHANGE | STALE | ACTIONS | SURENESS | AUTHORS | GROUPING | SIZE | AGAIN | ALL_HANDED_OVER
    ),
    # What the last document does not say is gone, with its authors, at some states all of it (no confidence there);
    # what it says wrongly is held.  Every document changes the fact, so no update goes undetected; the fact has the
    # state's own confidence; and what a document says of two groups is in one fact.
    "overwrite": (
        COVERAGE
        | MISSED
        | CHANGE
        | STALE
        | {"retention", "collateral_rate"}
        | (ACTIONS - DETECTED)
        | {"corroboration_gain"}
        | LEFT_OUT
        | AUTHORS
        | GROUPING
        | SIZE
    ),
    # Nothing after the first document is learnt and nothing of it is lost: no later claim, action, confidence or
    # author; what was true at first goes stale.
    "frozen": (COVERAGE | MISSED | CHANGE | STALE | (ACTIONS - FALSE) | SURENESS | AUTHORS | GROUPING | SIZE),
    # All that was ever expected is held, with its authors, and so is all that was dropped; a fact is a claim, so
    # groups are split, actions have no value by design, and a claim that is not repeated keeps its old confidence.
    "hoard": CHANGE | STALE | ACTIONS | SURENESS | GROUPING | SIZE | ALL_HANDED_OVER,
    # A claim in three is missing, and what was to be done to it; what is held is the oracle's.  A missing claim has
    # no group (B-cubed 0; the Rand index leaves it out) and no authors; facts of one claim are missing with it.
    "faulty:fault=drop": (
        COVERAGE | MISSED | CHANGE | (ACTIONS - FALSE) | SURENESS | AUTHORS | {"grouping_bcubed_f1"} | SIZE
    ),
    # The oracle and some dropped claims in the same facts: more words, and what counts dropped claims.  Where all that
    # a state drops is kept, its supersede has become an update, which is a change detected all the same.
    "faulty:fault=stale": (CHANGE | STALE | (RIGHT_ACTIONS | LOGGED_RIGHT) - DISCRIMINATION | {"store_ratio"}),
    # The oracle twice over: how much there is, and with it whether k covers it all.
    "faulty:fault=duplicate,rate=1": SIZE | AGAIN | ALL_HANDED_OVER,
}
NEED_NOT_MOVE = frozenset({("faulty:fault=duplicate,rate=1", "ext.whole_store_rate")})
"""Two copies of every fact are still fewer than k."""


def moved(table: Table, control: str) -> set[str]:
    """Metrics whose value is not the oracle's; no value and a value differ, no value twice does not."""
    found = set()
    for metric, row in table.items():
        ours, right = row[control], row["oracle"]
        if ours is None or right is None:
            if ours is not right:
                found.add(metric)
        elif abs(ours - right) > 1e-12:
            found.add(metric)
    return found


@pytest.fixture(scope="module")
def script() -> ModuleType:
    loader = importlib.util.spec_from_file_location("controls", SCRIPT)
    assert loader is not None
    assert loader.loader is not None
    module = importlib.util.module_from_spec(loader)
    loader.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def table(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Table:
    found: Table = anyio.run(script.run, "exact", tmp_path_factory.mktemp("controls"))
    return found


def test_the_oracle_has_one_everywhere_and_nothing_against_it(table: Table) -> None:
    assert {metric: table[metric]["oracle"] for metric in FULL} == dict.fromkeys(FULL, pytest.approx(1.0, abs=1e-12))
    assert {metric: table[metric]["oracle"] for metric in NOTHING} == dict.fromkeys(
        NOTHING, pytest.approx(0.0, abs=1e-12)
    )


def test_every_control_has_a_list_of_what_it_may_move(script: ModuleType, table: Table) -> None:
    assert {"oracle", *MAY_MOVE} == set(script.CONTROLS)
    assert frozenset().union(*MAY_MOVE.values()) <= set(table)


@pytest.mark.parametrize("control", MAY_MOVE)
def test_a_control_fails_nowhere_but_where_it_should(table: Table, control: str) -> None:
    assert moved(table, control) - MAY_MOVE[control] == set()


@pytest.mark.parametrize("control", MAY_MOVE)
def test_a_control_fails_everywhere_it_should(table: Table, control: str) -> None:
    still = {(control, metric) for metric in MAY_MOVE[control] - moved(table, control)}
    assert still <= NEED_NOT_MOVE


def test_null_has_nothing_and_no_share_of_a_store(table: Table) -> None:
    for metric in ("fact_accuracy", "final_coverage", "acquisition", "change_handled", "stale_rate", "ext.extrinsic"):
        assert table[metric]["null"] == 0.0
    for metric in ("unsupported_rate", "noise_rate", "offtopic_rate", "redundancy", "retention", "confidence_mae"):
        assert table[metric]["null"] is None


def test_vague_earns_half_of_every_graded_score_and_nothing_strict(table: Table) -> None:
    for metric in ("fact_accuracy", "final_coverage", "acquisition", "ext.extrinsic", "ext.extrinsic_by_claim"):
        assert table[metric]["vague"] == 0.5
    for metric in ("fact_accuracy_strict", "final_coverage_strict", "change_handled", "ext.extrinsic_strict"):
        assert table[metric]["vague"] == 0.0
    assert table["stale_rate"]["vague"] == 0.0


@pytest.mark.parametrize("control", ["verbatim", "append-claims"])
def test_what_is_never_updated_keeps_all_it_took_in_and_stays_stale(table: Table, control: str) -> None:
    assert table["retention"][control] == 1.0
    assert table["collateral_rate"][control] == 0.0
    assert table["stale_rate"][control] == 1.0
    assert table["action_accuracy"][control] is None
    # Only c4-out-of-order expects claims that no document states as they are.
    assert 0.9 < (table["fact_accuracy"][control] or 0) < 1.0


def test_a_copy_of_every_document_is_seen_as_a_dump_and_as_noise(table: Table) -> None:
    assert table["verbatim_rate"]["verbatim"] == 1.0
    assert table["store_ratio"]["verbatim"] == pytest.approx(1.0)
    assert (table["noise_rate"]["verbatim"] or 0) > 0.0
    assert table["unsupported_rate"]["verbatim"] == 0.0


def test_what_is_said_again_and_stored_again_is_redundant(table: Table) -> None:
    assert (table["redundancy"]["append-claims"] or 0) > 0.0


def test_overwrite_destroys_and_frozen_does_not_learn(table: Table) -> None:
    # Only c6-datahall-power has a document that changes something and repeats a claim beside it.
    assert 0.95 < (table["collateral_rate"]["overwrite"] or 0) < 1.0
    assert (table["retention"]["overwrite"] or 0) < 0.5
    assert table["acquisition"]["overwrite"] == table["acquisition"]["append-claims"]
    assert table["change_handled"]["frozen"] == 0.0
    assert table["retention"]["frozen"] == 1.0
    assert table["update_detection_recall"]["frozen"] == 0.0
    assert table["fact_count_last"]["frozen"] == 1.0


def test_hoard_has_full_coverage_and_every_stale_claim(table: Table) -> None:
    assert table["fact_accuracy_strict"]["hoard"] == 1.0
    assert table["stale_rate"]["hoard"] == 1.0
    assert (table["change_handled"]["hoard"] or 0) < 1.0


def test_each_fault_moves_its_metric_and_leaves_what_it_does_not_touch(table: Table) -> None:
    drop, stale, twice = "faulty:fault=drop", "faulty:fault=stale", "faulty:fault=duplicate,rate=1"
    assert (table["fact_accuracy"][drop] or 0) < 1.0
    assert table["stale_rate"][drop] == 0.0
    assert (table["stale_rate"][stale] or 0) > 0.0
    assert table["fact_accuracy"][stale] == 1.0
    assert table["redundancy"][twice] == 0.5
    untouched = [metric for metric in FULL if metric not in ("grouping_bcubed_f1", "grouping_ari")]
    assert {metric: table[metric][twice] for metric in untouched} == dict.fromkeys(untouched, 1.0)


def test_the_page_says_what_the_controls_do(script: ModuleType, table: Table) -> None:
    assert script.markdown(table) in script.PAGE.read_text(encoding="utf-8"), (
        "make controls writes docs/controls.md anew"
    )


@pytest.mark.anyio
async def test_every_claim_that_the_fault_drop_loses_is_traced_to_extraction(tmp_path: Path) -> None:
    spec = RunSpec(memories=("faulty:fault=drop",), judges=("exact",))
    outcome = await evaluate(spec, log_dir=tmp_path)
    journal = open_existing(outcome.folder)
    found = [d for unit, _ in journal.units() for d in diagnose(Reading(evidence(journal, unit, ["exact"])))]
    journal.close()
    assert len(found) > 20
    assert {d.stage for d in found} == {"extraction"}


def test_the_corpus_that_the_controls_are_run_on_has_all_categories_and_levels() -> None:
    trajectories = corpora.load("feb30").trajectories
    assert {trajectory.category for trajectory in trajectories} == {"C1", "C2", "C3", "C4", "C5", "C6"}
    assert {trajectory.difficulty for trajectory in trajectories} == {"L1", "L2", "L3"}
