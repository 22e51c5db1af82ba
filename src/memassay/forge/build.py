"""Passages and host texts to the documents of a corpus, with its own hosts or with other ones."""

from __future__ import annotations

import random
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memassay.corpora import refresh
from memassay.corpora.loading import CARD_FILE, read_card
from memassay.corpora.writing import document_text, with_entry
from memassay.errors import InputError, Problem, UserError, did_you_mean
from memassay.files import read_text, write_text
from memassay.forge.hosts import Host, read_hosts
from memassay.forge.inject import Joined, chosen, join
from memassay.forge.passages import FOLDER, PassageFile, read_passages

HOSTS = "hosts"
_KEPT = ("trajectories", "documents", FOLDER)


@dataclass(frozen=True, slots=True)
class Built:
    """What was built: the folder, how many documents were written, on how many different hosts."""

    folder: Path
    documents: int
    hosts: int


def build(corpus: Path, *, hosts: Path | None = None, out: Path | None = None, seed: int = 0) -> Built:
    """Join every passage of the corpus folder with a host text.

    Without `hosts` each goes into its own host, at its own place, and the documents are written where they belong.
    With a folder of other hosts the corpus is copied to `out` first and rebuilt there: `seed` settles which host and
    which place a passage gets, one trajectory does not use a host twice while there are others, and the card says
    what was done.  Raises InputError with every problem of passages and hosts, UserError where `out` already holds
    something.
    """
    other = read_hosts(hosts) if hosts else {}
    passages = read_passages(corpus)
    own = {} if hosts else read_hosts(corpus / HOSTS)
    joined = list(_on_other_hosts(passages, list(other.values()), seed) if hosts else _on_own_hosts(passages, own))
    folder = _copied(corpus, out) if out else corpus
    for passage, host, text in joined:
        written = document_text(_head(passage, host, text, own=hosts is None), text.text)
        write_text(folder / "documents" / passage.name, written)
    used = {host.name for _, host, _ in joined}
    if (folder / CARD_FILE).exists():
        if hosts:
            _say_in_card(folder / CARD_FILE, len(joined), len(used))
        refresh(folder)
    return Built(folder, len(joined), len(used))


def _on_own_hosts(
    passages: Sequence[PassageFile], hosts: Mapping[str, Host]
) -> Iterator[tuple[PassageFile, Host, Joined]]:
    problems: list[Problem] = []
    for passage in passages:
        if passage.host not in hosts:
            told = f"unknown host {passage.host!r}; {did_you_mean(passage.host, hosts)}"
            problems.append(Problem(passage.path, "/provenance/host", told))
            continue
        try:
            yield passage, hosts[passage.host], join(hosts[passage.host], passage.text, passage.after, passage.author)
        except ValueError as error:
            problems.append(Problem(passage.path, "/after_paragraph", str(error)))
    if problems:
        raise InputError(problems)


def _on_other_hosts(
    passages: Sequence[PassageFile], hosts: Sequence[Host], seed: int
) -> Iterator[tuple[PassageFile, Host, Joined]]:
    order = list(hosts)
    random.Random(seed).shuffle(order)  # noqa: S311 - no secret hangs on it
    of_trajectory: dict[str, list[PassageFile]] = defaultdict(list)
    for passage in passages:
        of_trajectory[passage.trajectory].append(passage)
    turn = 0
    for several in of_trajectory.values():
        for passage in several:
            host = order[turn % len(order)]
            turn += 1
            after = chosen(host, f"{seed}\n{passage.name}")
            yield passage, host, join(host, passage.text, after, passage.author)


def _head(passage: PassageFile, host: Host, text: Joined, *, own: bool) -> dict[str, Any]:
    """The document's front matter; statements of a host that was exchanged are unknown."""
    left_out = {"after_paragraph"} if own else {"after_paragraph", "noise_claims"}
    head = {key: value for key, value in passage.head.items() if key not in left_out}
    provenance = dict(head["provenance"])
    review = provenance.pop("review", None)
    provenance |= {"host": host.name, "injected_span": [text.start, text.end]}
    if review is not None:
        provenance["review"] = review if own else {"status": "unreviewed"}
    return head | {"provenance": provenance}


def _copied(corpus: Path, out: Path) -> Path:
    missing = [part for part in _KEPT if not (corpus / part).is_dir()]
    if missing:
        raise InputError([Problem(str(corpus / part), "", "is missing: a corpus has this folder") for part in missing])
    if out.resolve().is_relative_to(corpus.resolve()):
        raise UserError(f"{out} lies inside {corpus}, which is copied; name a folder elsewhere with --out")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UserError(f"{out} already exists; name another folder with --out, or remove it")
    try:
        out.mkdir(parents=True, exist_ok=True)
        for part in _KEPT:
            shutil.copytree(corpus / part, out / part)
        if (corpus / CARD_FILE).exists():
            shutil.copyfile(corpus / CARD_FILE, out / CARD_FILE)
    except OSError as error:
        raise UserError(f"{corpus} cannot be copied to {out}: {error.strerror or 'some files could not'}") from error
    return out


def _say_in_card(path: Path, documents: int, hosts: int) -> None:
    card = read_card(path)
    told = (
        f"{card.documents.rstrip()} In this copy {documents} documents were rebuilt on {hosts} other host texts, whose "
        "origin and licence are theirs; nobody has read these documents."
    )
    text = with_entry(read_text(path), "name", f"{card.name}, on other hosts")
    write_text(path, with_entry(text, "documents", told))
