"""Lint: what is wrong with a corpus though every file of it can be read.

One function a rule, one file a family; `check` runs them all.
"""

from __future__ import annotations

from collections.abc import Mapping

from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.claims import atomic_clauses, atomic_figures, self_contained
from memassay.corpora.lint.design import Aim, aims, design
from memassay.corpora.lint.documents import (
    document_complete,
    figures_in_text,
    injected_span,
    length,
    noise_claims,
    passage_share,
    verbatim_run,
)
from memassay.corpora.lint.evolution import claim_returns, confidence_range, confidence_rise, time_order
from memassay.corpora.lint.finding import Finding, Rule, Severity
from memassay.corpora.lint.leakage import Entails, leakage
from memassay.corpora.lint.questions import answers_given, expected_answers
from memassay.corpora.lint.sharing import shared_terms
from memassay.corpora.lint.silences import Silenced, silence, silenced
from memassay.corpora.lint.steps import (
    conflict_keeps_both,
    create_first,
    doc_claims_new,
    reinforce_adds_nothing,
    reinforce_restates,
    retraction_drops,
    supersede_drops,
    update_keeps,
)
from memassay.corpora.lint.totals import card_counts, card_present, card_sha256

__all__ = ["JUDGED", "RULES", "Aim", "Entails", "Finding", "Rule", "Severity", "Silenced", "aims", "check", "silenced"]

RULES: Mapping[str, Rule] = {
    "atomic-clauses": atomic_clauses,
    "atomic-figures": atomic_figures,
    "self-contained": self_contained,
    "create-first": create_first,
    "doc-claims-new": doc_claims_new,
    "update-keeps": update_keeps,
    "supersede-drops": supersede_drops,
    "retraction-drops": retraction_drops,
    "reinforce-adds-nothing": reinforce_adds_nothing,
    "reinforce-restates": reinforce_restates,
    "conflict-keeps-both": conflict_keeps_both,
    "confidence-range": confidence_range,
    "confidence-rise": confidence_rise,
    "time-order": time_order,
    "claim-returns": claim_returns,
    "expected-answers": expected_answers,
    "answers-given": answers_given,
    "document-complete": document_complete,
    "length": length,
    "figures-in-text": figures_in_text,
    "verbatim-run": verbatim_run,
    "injected-span": injected_span,
    "passage-share": passage_share,
    "noise-claims": noise_claims,
    "shared-terms": shared_terms,
    "card-present": card_present,
    "card-counts": card_counts,
    "card-sha256": card_sha256,
    "design": design,
}
"""The rules that need no judge, by name, in the order in which they are run."""

JUDGED = ("leakage",)
"""The rules that need one."""


def check(corpus: Corpus, *, entails: Entails | None = None) -> list[Finding]:
    """Everything the rules find in a corpus and its author has not answered for, by file, in the rules' order.

    `entails` is a judge for the rules in `JUDGED`, which are left out without one.
    """
    findings = [finding for rule in RULES.values() for finding in rule(corpus)]
    run = list(RULES)
    if entails is not None:
        findings += leakage(corpus, entails)
        run += JUDGED
    left = silence(corpus, findings, run, (*RULES, *JUDGED))
    return sorted(left, key=lambda finding: finding.path)
