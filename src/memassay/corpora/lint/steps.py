"""What each action may do to the claims: create, update, supersede, reinforce, conflict."""

from __future__ import annotations

from collections.abc import Iterator

from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.finding import Finding, pointer_of, transitions


def create_first(corpus: Corpus) -> Iterator[Finding]:
    """State 0 is a create; a later create adds a whole group and touches nothing else."""
    for file in corpus.files.values():
        first = file.trajectory.states[0]
        if first.action != "create":
            message = f"the first state's action must be create, not {first.action}"
            yield Finding("create-first", "error", file.path, "/states/0/action", message)
    for step in transitions(corpus):
        if step.state.action != "create":
            continue
        new = {position for position, claim in enumerate(step.state.claims) if claim in step.added}
        groups = [set(group) for group in step.state.groups or ()]
        if step.dropped or not new or not all(group <= new for group in groups if group & new) or not groups:
            message = "a later create must bring a whole new group (see groups) and change nothing else"
            yield Finding("create-first", "error", step.path, f"{step.here}/action", message)


def doc_claims_new(corpus: Corpus) -> Iterator[Finding]:
    """A document says what is new, except where it restates on purpose: at reinforce, and in C6 (repetition)."""
    for step in transitions(corpus):
        if step.state.action == "reinforce" or step.trajectory.category == "C6":
            continue
        for claim in step.state.doc_claims:
            if claim in step.before.claims:
                message = f"already held at state {step.before.index}; only reinforce (and C6) restates: {claim!r}"
                pointer = f"{step.here}/docClaims/{step.state.doc_claims.index(claim)}"
                yield Finding("doc-claims-new", "error", step.path, pointer, message)


def reinforce_adds_nothing(corpus: Corpus) -> Iterator[Finding]:
    """Reinforce leaves the claims as they are."""
    for step in transitions(corpus):
        if step.state.action != "reinforce":
            continue
        for claim in step.added:
            message = f"reinforce adds no claim: {claim!r} is new"
            yield Finding("reinforce-adds-nothing", "error", step.path, pointer_of(step.state, claim), message)
        for claim in step.dropped:
            message = f"reinforce drops no claim: {claim!r} is missing"
            yield Finding("reinforce-adds-nothing", "error", step.path, f"{step.here}/claims", message)


def reinforce_restates(corpus: Corpus) -> Iterator[Finding]:
    """The document of a reinforce says again, in docClaims, what was held before."""
    for step in transitions(corpus):
        if step.state.action != "reinforce":
            continue
        if not step.state.doc_claims:
            message = "must list the earlier claims that this document restates"
            yield Finding("reinforce-restates", "error", step.path, f"{step.here}/docClaims", message)
        for position, claim in enumerate(step.state.doc_claims):
            if claim not in step.before.claims:
                message = f"is no claim of state {step.before.index}, word for word: {claim!r}"
                yield Finding("reinforce-restates", "error", step.path, f"{step.here}/docClaims/{position}", message)


def supersede_drops(corpus: Corpus) -> Iterator[Finding]:
    """Supersede puts something out of force, so at least one claim goes."""
    for step in transitions(corpus):
        if step.state.action == "supersede" and not step.dropped:
            message = f"supersede must drop a claim of state {step.before.index}"
            yield Finding("supersede-drops", "error", step.path, f"{step.here}/claims", message)


def retraction_drops(corpus: Corpus) -> Iterator[Finding]:
    """A trajectory of type retraction takes something back at some state."""
    retractions = {f.path for f in corpus.files.values() if f.trajectory.trajectory_type == "retraction"}
    for path in sorted(retractions - {step.path for step in transitions(corpus) if step.dropped}):
        message = "a retraction must drop a claim at some state"
        yield Finding("retraction-drops", "error", path, "/trajectoryType", message)


def update_keeps(corpus: Corpus) -> Iterator[Finding]:
    """Update adds and drops nothing but what it still implies.

    The reason is how operations are told apart (method.md section 3): new text that entails the old is an update,
    else it is a supersede, so a perfect memory would be marked wrong at an update that drops a claim.
    """
    for step in transitions(corpus):
        if step.state.action != "update":
            continue
        if not step.added:
            message = "update must add a claim"
            yield Finding("update-keeps", "error", step.path, f"{step.here}/claims", message)
        for claim in step.dropped:
            if claim not in step.state.implied:
                message = (
                    f"update drops {claim!r}; call it supersede, or list the claim under implied if it still holds"
                )
                yield Finding("update-keeps", "error", step.path, f"{step.here}/claims", message)


def conflict_keeps_both(corpus: Corpus) -> Iterator[Finding]:
    """Conflict keeps every claim and adds the one that opposes."""
    for step in transitions(corpus):
        if step.state.action != "conflict":
            continue
        if not step.added:
            message = "conflict must add the opposing claim"
            yield Finding("conflict-keeps-both", "error", step.path, f"{step.here}/claims", message)
        for claim in step.dropped:
            message = f"conflict keeps both sides: {claim!r} is missing"
            yield Finding("conflict-keeps-both", "error", step.path, f"{step.here}/claims", message)
