"""Writes docs/results/feb30.md: what FEB-30 holds, and how hard its facts are to find by its questions.

    python scripts/feb30_results.py

About a minute of processor time, nearly all of it the embedder.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, median

import numpy as np
from scipy.stats import permutation_test

import memassay
from memassay import corpora
from memassay.corpora import Corpus
from memassay.memories.hybrid import Hybrid
from memassay.models import EMBEDDERS
from memassay.models.protocol import Embedder
from memassay.models.text import sentences, words

PAGE = Path(__file__).resolve().parent.parent / "docs" / "results" / "feb30.md"
EMBEDDER = "minilm-int8"
K = 10
HARD = "C2"
SAYS = """\
# FEB-30: what it holds, and how hard its facts are to find

Written by `python scripts/feb30_results.py` on {date} with memassay {version}; sha256 of the content
`{sha256}`.

## What it holds

{aims}

{counts} `memassay corpus check feb30` prints the same and looks for what is wrong.

| level | documents | words: least | median | most | passage's share of the words | noise claims a document |
|---|---:|---:|---:|---:|---:|---:|
{lengths}

(Documents of states only for the last two columns. At L3 the rest of a document is its host, which stands in it word
for word.)

| manner | documents | share |
|---|---:|---:|
{manners}

## Are the facts of C2 harder to retrieve?

C2 is there to be hard to retrieve: its facts are plainly stated, its questions use other words. Each expected answer
is a list of claims; here every such claim is looked for with its question, by the embedder `{embedder}`
({dimensions} dimensions), by BM25, and by both together as the reference memory searches (0.3 and 0.7). Two stores are
searched: one that holds the final claims of all {trajectories} trajectories, {facts} facts, each in its own words; and
one of each trajectory, which holds the sentences of its documents.

- **cosine**: of question and claim.
- **shared words**: share of the claim's words (three letters or more) that stand in the question.
- **found among {k}**: share of the claims that are among the first {k} of all {facts}.
- **rank of the sentence**: the median rank, among all sentences of the trajectory's documents by cosine with the
  question, of the sentence that is nearest to the claim; at L3 and where a claim needs two sentences no sentence says
  it whole.

| category | claims asked for | cosine | shared words | found among {k}: cosine | BM25 | both | rank of the sentence |
|---|---:|---:|---:|---:|---:|---:|---:|
{difficulty}

The mean cosine of a trajectory is {hard:.3f} in C2 and {others:.3f} in the other categories. If categories were dealt
out to trajectories at random, a difference of {difference:.3f} or more in this direction would come up with a chance
of {p} ({draws}).

| trajectory of C2 | cosine | found among {k}, both |
|---|---:|---:|
{of_c2}
"""


@dataclass(frozen=True)
class Asked:
    """One claim that a question asks for, and how well the question finds it."""

    category: str
    trajectory: str
    cosine: float
    shared: float
    by_cosine: int
    by_bm25: int
    by_both: int
    sentence: int


def look(corpus: Corpus, embedder: Embedder) -> list[Asked]:
    """Every expected claim of every question, looked for in both stores."""
    facts = [claim for trajectory in corpus.trajectories for claim in trajectory.states[-1].claims]
    of_facts = embedder.encode(facts)
    both, bm25 = Hybrid(), Hybrid(lexical=1.0, semantic=0.0)
    both.update(0, facts)
    bm25.update(0, facts)
    found: list[Asked] = []
    for stream in corpus.streams.values():
        said = [text for step in stream.steps for text in sentences(step.document.text)]
        of_said = embedder.encode(said)
        for question in stream.trajectory.questions:
            asked = embedder.encode([question.text])[0]
            cosines, near = of_facts @ asked, of_said @ asked
            orders = [cosines, bm25.scores(question.text, cosines), both.scores(question.text, cosines)]
            for claim in question.expected:
                at = facts.index(claim)
                nearest = int(np.argmax(of_said @ of_facts[at]))
                ranks = [_rank(scores, at) for scores in orders]
                shared = _shared(claim, question.text)
                cosine = float(cosines[at])
                row = (stream.trajectory.category, stream.trajectory.id, cosine, shared, *ranks, _rank(near, nearest))
                found.append(Asked(*row))
    return found


def _rank(scores: np.ndarray, at: int) -> int:
    """The place of one entry, from 1; entries with the same score share the last place of them."""
    return int((scores >= scores[at]).sum())


def _shared(claim: str, question: str) -> float:
    of_claim = {word.text.casefold() for word in words(claim) if len(word.text) > 2}
    return len(of_claim & {word.text.casefold() for word in words(question)}) / len(of_claim)


def difficulty(rows: Sequence[Asked]) -> Iterable[str]:
    """The lines of the table by category, then C2 against the rest."""
    by = defaultdict(list)
    for row in rows:
        by[row.category].append(row)
        by["all but C2" if row.category != HARD else "C2"] += [row] if row.category != HARD else []
    for name in (*sorted(name for name in by if name != "all but C2"), "all but C2"):
        several = by[name]
        among = [mean(getattr(row, key) <= K for row in several) for key in ("by_cosine", "by_bm25", "by_both")]
        cells = (
            str(len(several)),
            f"{mean(row.cosine for row in several):.3f}",
            f"{mean(row.shared for row in several):.3f}",
            *(f"{share:.3f}" for share in among),
            f"{median(row.sentence for row in several):.0f}",
        )
        yield f"| {'**C2**' if name == HARD else name} | " + " | ".join(cells) + " |"


def by_trajectory(rows: Sequence[Asked]) -> dict[str, list[Asked]]:
    """The rows of each trajectory."""
    found = defaultdict(list)
    for row in rows:
        found[row.trajectory].append(row)
    return dict(found)


def lengths(corpus: Corpus) -> Iterable[str]:
    """The lines of the table of lengths, a level a line."""
    for level in ("L1", "L2", "L3"):
        files = [
            file for file in corpus.documents.values() if corpus.streams[file.trajectory].trajectory.difficulty == level
        ]
        counted = [len(file.document.text.split()) for file in files]
        states = [file for file in files if file.state is not None]
        noise = mean(len(file.noise_claims) for file in states)
        shares = [
            len(file.document.text[slice(*file.provenance.injected_span)].split()) / len(file.document.text.split())
            for file in states
            if file.provenance.injected_span
        ]
        share = f"{mean(shares):.1%} ({min(shares):.1%} to {max(shares):.1%})" if shares else "-"
        least, middle, most = min(counted), median(counted), max(counted)
        yield f"| {level} | {len(files)} | {least} | {middle:.0f} | {most} | {share} | {noise:.1f} |"


def page() -> str:
    """The whole page."""
    corpus, embedder = corpora.load("feb30"), EMBEDDERS.load(EMBEDDER)()
    rows = look(corpus, embedder)
    each = by_trajectory(rows)
    hard = [mean(row.cosine for row in several) for several in each.values() if several[0].category == HARD]
    others = [mean(row.cosine for row in several) for several in each.values() if several[0].category != HARD]
    test = permutation_test(
        (hard, others),
        lambda a, b: np.mean(b) - np.mean(a),
        permutation_type="independent",
        alternative="greater",
        n_resamples=1_000_000,
        rng=np.random.default_rng(0),
    )
    counts = corpora.counts(corpus)
    aims = "\n".join(
        f"| {aim.key.replace('_', ' ')} | {aim.wanted} | {aim.found} | {'yes' if aim.met else '**no**'} |"
        for aim in corpora.aims(corpus)
    )
    documents = sum(counts.by_manner.values())
    return SAYS.format(
        date=datetime.now(UTC).date(),
        version=memassay.__version__,
        sha256=corpus.sha256,
        aims="| design | wanted | found | met |\n|---|---|---|---|\n" + aims,
        counts=f"It has {counts.claims} different claims and {counts.questions} questions.",
        lengths="\n".join(lengths(corpus)),
        manners="\n".join(
            f"| {name} | {number} | {number / documents:.1%} |"
            for name, number in sorted(counts.by_manner.items(), key=lambda pair: -pair[1])
        ),
        embedder=EMBEDDER,
        dimensions=embedder.dimensions,
        trajectories=len(corpus.trajectories),
        facts=sum(len(trajectory.states[-1].claims) for trajectory in corpus.trajectories),
        k=K,
        difficulty="\n".join(difficulty(rows)),
        hard=mean(hard),
        others=mean(others),
        difference=mean(others) - mean(hard),
        p=f"{test.pvalue:.5f}",
        draws=f"permutation test over trajectories, {len(test.null_distribution):,} divisions",
        of_c2="\n".join(
            f"| {name} | {mean(row.cosine for row in several):.3f} | {mean(row.by_both <= K for row in several):.3f} |"
            for name, several in each.items()
            if several[0].category == HARD
        ),
    )


def main() -> int:
    """Write."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
