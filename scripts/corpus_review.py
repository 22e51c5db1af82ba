"""Writes docs/corpus-review.md: what the second reading of FEB-30 found, from what each document says of its review.

python scripts/corpus_review.py
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from memassay import corpora
from memassay.corpora import Corpus
from memassay.corpora.loading import BUILT_IN

PAGE = Path(__file__).resolve().parent.parent / "docs" / "corpus-review.md"
KINDS: Mapping[str, str] = {
    "not-inferable": "a docClaim that a careful reader could not be certain of",
    "inexact": "a figure, date, name, scope or modality that differed from the claim's",
    "extra-fact": "a statement about the subject that no claim has",
    "leak": "a claim of a later state that could be inferred or guessed",
    "repetition": "an earlier claim said again where nothing reinforces",
    "ambiguous": "two readings, a wrong antecedent, two authors",
    "stale-holds": "a change that did not say clearly enough what fell and what stood, or a reinforce with news",
    "scaffolding": "traces of the making: lists of claims, words to a test's reader",
    "unnatural": "a template, an implausible person, the same opening or joke as a neighbour",
    "noise": "a wrong entry in noise_claims",
    "language": "a slip that was not the person's",
    "claim": "a claim, question or action of the trajectory itself",
}
CONTENT = ("not-inferable", "inexact", "extra-fact", "leak", "repetition", "ambiguous", "stale-holds")
SAYS = """\
# The second reading of FEB-30

Written by `python scripts/corpus_review.py` from what each document and trajectory says of its own review.

**Who read.** The trajectories were written in separate sessions of one language model, each session a category or a
part of one. The second reading was made by further sessions of the same model; each read documents that it had not
written, with the brief to be a sceptic. They could therefore share blind spots with the writers; no person has read the
documents yet.

**How.** For every document the reader first read the text alone and noted each statement about the trajectory's
subject, and only then opened the claims. Each docClaim had to be certain to a careful reader; nothing on the subject
might go beyond them; no later claim might be inferred; and it had to read as if somebody had had a reason to write it.
What was found was corrected with as little change as would do, and recorded in the document's front matter under
`provenance.review`, where every entry below comes from.

**Where it fell short.** In c2-guest-warehouse, c4-out-of-order and c5-linear the reader had text and claims in view at
the same time. Several readers noted independently that layouts and people differ but the dry wit of the texts does not:
{plain} documents were therefore rewritten in a plainer hand and checked once more against their claims. The others kept
theirs, so the tone of the corpus is still lighter than that of most companies' papers. A passage of an L3 document
needs stepping stones (who holds a key, how much a tank takes), which no claim states and a memory may rightly keep.

## Counts

| | documents | share |
|---|---:|---:|
| read | {read} | {read_share} |
| accepted as they were | {accepted} | {accepted_share} |
| edited | {edited} | {edited_share} |
| with a correction of content | {content} | {content_share} |
| with scaffolding removed | {scaffolding} | {scaffolding_share} |

The paper's reviewers, who are people and read documents of six other models, corrected the content of 11% and removed
scaffolding from 28%. The figures do not compare: readers, writers and rules differ.

| kind of finding | what it is | documents | findings |
|---|---|---:|---:|
{kinds}

| | read | edited | findings |
|---|---:|---:|---:|
{groups}

## What was changed

{changes}
"""


def reviews(corpus: Corpus) -> dict[str, tuple[str, list[dict[str, str]]]]:
    """Status and edits of each document, by its path below the corpus."""
    found = {}
    for file in sorted(corpus.documents.values(), key=lambda file: file.path):
        review = file.provenance.review
        found[file.path] = (review.status, list(review.edits or []))
    return found


def of_trajectories(folder: Path) -> dict[str, list[dict[str, str]]]:
    """What was corrected in the trajectories themselves (`meta.review`), by id."""
    found: dict[str, list[dict[str, str]]] = {}
    for path in sorted((folder / "trajectories").glob("*.json")):
        tree: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        edits = list(tree.get("meta", {}).get("review", []))
        for state in tree["states"]:
            edits += state.get("meta", {}).get("review", [])
        if edits:
            found[path.stem] = edits
    return found


def page() -> str:
    """The whole page.  Raises ValueError for a kind of finding that the page does not explain."""
    corpus = corpora.load("feb30")
    told, gold = reviews(corpus), of_trajectories(BUILT_IN["feb30"])
    every = [edit["kind"] for _, edits in told.values() for edit in edits]
    every += [edit["kind"] for edits in gold.values() for edit in edits]
    if unknown := sorted(set(every) - set(KINDS)):
        raise ValueError(f"kinds of finding without a meaning: {', '.join(unknown)}")
    if odd := sorted({status for status, _ in told.values()} - {"unreviewed", "accepted", "edited"}):
        raise ValueError(f"a document is {', '.join(odd)}; the page counts accepted and edited ones")
    read = [path for path, (status, _) in told.items() if status != "unreviewed"]
    edited = [path for path in read if told[path][1]]
    content = [path for path in edited if any(edit["kind"] in CONTENT for edit in told[path][1])]
    scaffolding = [path for path in edited if any(edit["kind"] == "scaffolding" for edit in told[path][1])]

    def share(paths: list[str]) -> str:
        return f"{len(paths) / len(told):.1%}"

    plain = [path for path in edited if any("plainer hand" in edit["what"] for edit in told[path][1])]
    accepted = [path for path in read if path not in edited]
    return SAYS.format(
        plain=len(plain),
        read=len(read),
        read_share=share(read),
        accepted=len(accepted),
        accepted_share=share(accepted),
        edited=len(edited),
        edited_share=share(edited),
        content=len(content),
        content_share=share(content),
        scaffolding=len(scaffolding),
        scaffolding_share=share(scaffolding),
        kinds="\n".join(_kinds(told, gold, Counter(every))),
        groups="\n".join(_groups(corpus, told)),
        changes="\n".join(_changes(corpus, told, gold)),
    )


def _kinds(
    told: Mapping[str, tuple[str, list[dict[str, str]]]],
    gold: Mapping[str, list[dict[str, str]]],
    counted: Counter[str],
) -> Iterable[str]:
    for kind, meaning in KINDS.items():
        within = sum(any(edit["kind"] == kind for edit in edits) for _, edits in told.values())
        beside = sum(any(edit["kind"] == kind for edit in edits) for edits in gold.values())
        files = f"{within}" + (f" and {beside} trajectories" if beside else "")
        yield f"| {kind} | {meaning} | {files} | {counted[kind]} |"


def _groups(corpus: Corpus, told: Mapping[str, tuple[str, list[dict[str, str]]]]) -> Iterable[str]:
    def key_of(path: str) -> tuple[str, str]:
        trajectory = corpus.streams[path.split("/")[1]].trajectory
        return trajectory.category, trajectory.difficulty

    for at in (0, 1):
        for name in sorted({key_of(path)[at] for path in told}):
            chosen = [path for path in told if key_of(path)[at] == name]
            read = sum(told[path][0] != "unreviewed" for path in chosen)
            edited = sum(bool(told[path][1]) for path in chosen)
            yield f"| {name} | {read} | {edited} | {sum(len(told[path][1]) for path in chosen)} |"


def _changes(
    corpus: Corpus, told: Mapping[str, tuple[str, list[dict[str, str]]]], gold: Mapping[str, list[dict[str, str]]]
) -> Iterable[str]:
    for name in corpus.streams:
        own = [(path, edits) for path, (_, edits) in told.items() if path.split("/")[1] == name and edits]
        if not own and name not in gold:
            continue
        yield f"**{name}**\n"
        for edit in gold.get(name, []):
            yield f"- trajectory: *{edit['kind']}*, {edit['what']}"
        for path, edits in own:
            order = path.split("/")[-1].split("-")[0]
            for edit in edits:
                yield f"- {order}: *{edit['kind']}*, {edit['what']}"
        yield ""


def main() -> int:
    """Write."""
    PAGE.write_text(page().rstrip() + "\n", encoding="utf-8")
    print(f"wrote {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
