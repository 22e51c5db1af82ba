"""What the texts of documents must keep to."""

from __future__ import annotations

from collections.abc import Iterator

from memassay.corpora.corpus import Corpus
from memassay.corpora.documents import DocumentFile
from memassay.corpora.lint.finding import Finding, pointer_of
from memassay.corpora.lint.mentions import missing_figures
from memassay.corpora.lint.words import folded_words
from memassay.types import Trajectory

BANDS = {"L1": (200, 400), "L2": (400, 800), "L3": (600, 1000)}
"""Words of a document by difficulty, both ends included."""

NOISE_CLAIMS = {"L1": (0, 0), "L2": (2, 3), "L3": (4, 5)}
"""Statements on other matters that a state's document makes, by difficulty, both ends included."""

LARGEST_PASSAGE = 0.15
"""Share of a document's words that an injected passage may have; about nine tenths are to be the host."""

RUN = 8
"""So many words in a row are a copy."""


def document_complete(corpus: Corpus) -> Iterator[Finding]:
    """Every state has exactly one document, and every document that names a state finds it.

    Not asked of trajectories that were loaded without documents.
    """
    if not corpus.documents:
        return
    for name, file in corpus.files.items():
        named = [step.state for step in corpus.streams[name].steps if step.state is not None]
        for state in file.trajectory.states:
            if named.count(state.index) != 1:
                message = f"has {named.count(state.index)} documents, not one"
                yield Finding("document-complete", "error", file.path, f"/states/{state.index}", message)
        for number in sorted(set(named) - {state.index for state in file.trajectory.states}):
            message = f"a document names state {number}, which does not exist"
            yield Finding("document-complete", "error", file.path, "/states", message)


def length(corpus: Corpus) -> Iterator[Finding]:
    """A document's words (split at white space) lie in the band of its trajectory's difficulty."""
    for file, trajectory in _documents(corpus):
        low, high = BANDS[trajectory.difficulty]
        words = len(file.document.text.split())
        if not low <= words <= high:
            message = f"{words} words; {trajectory.difficulty} documents have {low} to {high}"
            yield Finding("length", "warning", file.path, "", message)


def figures_in_text(corpus: Corpus) -> Iterator[Finding]:
    """The figures and dates of a state's docClaims stand in its document, in digits or in words.

    Not asked at L3, where a figure may have to be worked out from two statements.
    """
    for file, trajectory in _documents(corpus):
        if trajectory.difficulty == "L3" or file.state is None:
            continue
        state = trajectory.states[file.state]
        for claim in state.doc_claims:
            missing = missing_figures(claim, file.document.text, file.document.timestamp.date())
            if missing:
                message = f"{file.path} does not mention {', '.join(missing)}: {claim!r}"
                path = corpus.files[trajectory.id].path
                yield Finding("figures-in-text", "warning", path, pointer_of(state, claim), message)


def verbatim_run(corpus: Corpus) -> Iterator[Finding]:
    """No 8 words of a claim stand in a row in a document of L2 or L3."""
    for file, trajectory in _documents(corpus):
        if trajectory.difficulty == "L1":
            continue
        lines = _words_by_line(file)
        text = [word for word, _ in lines]
        runs = {tuple(text[at : at + RUN]): lines[at][1] for at in reversed(range(len(text) - RUN + 1))}
        claims = {claim for state in trajectory.states for claim in (*state.claims, *state.doc_claims)}
        for claim in sorted(claims):
            found = next((run for run in _windows(folded_words(claim)) if run in runs), None)
            if found:
                message = f"copies {' '.join(found)!r} from the claim {claim!r}"
                yield Finding("verbatim-run", "error", file.path, f"line {runs[found]}", message)


def injected_span(corpus: Corpus) -> Iterator[Finding]:
    """A document's injected_span is a stretch of its text."""
    for file, _ in _documents(corpus):
        span = file.provenance.injected_span
        if span is not None and not span[0] < span[1] <= len(file.document.text):
            message = f"{span} is no stretch of the text, which has {len(file.document.text)} characters"
            yield Finding("injected-span", "error", file.path, "/provenance/injected_span", message)


def passage_share(corpus: Corpus) -> Iterator[Finding]:
    """An injected passage is a small part of its document."""
    for file, _ in _documents(corpus):
        span, text = file.provenance.injected_span, file.document.text
        if span is None:
            continue
        share = len(text[slice(*span)].split()) / len(text.split())
        if share > LARGEST_PASSAGE:
            message = f"the passage has {share:.0%} of the words; at most {LARGEST_PASSAGE:.0%}, the rest is the host"
            yield Finding("passage-share", "warning", file.path, "/provenance/injected_span", message)


def noise_claims(corpus: Corpus) -> Iterator[Finding]:
    """A state's document that lists its statements on other matters has as many as its level asks for."""
    for file, trajectory in _documents(corpus):
        low, high = NOISE_CLAIMS[trajectory.difficulty]
        listed = len(file.noise_claims)
        if file.state is not None and listed and not low <= listed <= high:
            wanted = f"{low} to {high}" if high else "none"
            message = f"lists {listed}; {trajectory.difficulty} documents have {wanted}"
            yield Finding("noise-claims", "warning", file.path, "/noise_claims", message)


def _documents(corpus: Corpus) -> Iterator[tuple[DocumentFile, Trajectory]]:
    for stream in corpus.streams.values():
        for step in stream.steps:
            if step.document.id in corpus.documents:
                yield corpus.documents[step.document.id], stream.trajectory


def _words_by_line(file: DocumentFile) -> list[tuple[str, int]]:
    lines = file.document.text.split("\n")
    return [(word, number) for number, line in enumerate(lines, start=file.first_line) for word in folded_words(line)]


def _windows(words: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
