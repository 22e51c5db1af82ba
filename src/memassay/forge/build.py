"""Passages and host texts to the documents of a corpus, with its own hosts or with other ones."""

from __future__ import annotations

import random
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memassay.corpora import read_trajectory, refresh
from memassay.corpora.card import change_card
from memassay.corpora.loading import CARD_FILE, read_card
from memassay.corpora.writing import document_text
from memassay.errors import InputError, Problem, UserError, did_you_mean
from memassay.files import SUFFIXES, read_text, write_text
from memassay.forge.hosts import Host, read_hosts
from memassay.forge.inject import Joined, chosen, join
from memassay.forge.passages import FOLDER, PassageFile, read_passages

HOSTS = "hosts"
_KEPT = ("trajectories", "documents", FOLDER)


_NAMED = ", on other hosts"
_LICENSED = "; the host texts have their own"
_FROM = " The corpus that it was made from says: "


@dataclass(frozen=True, slots=True)
class Built:
    """What was built: the folder, how many documents were written, how many changed, on how many different hosts."""

    folder: Path
    documents: int
    changed: int
    hosts: int


def build(corpus: Path, *, hosts: Path | None = None, out: Path | None = None, seed: int = 0) -> Built:
    """Join every passage of the corpus folder with a host text.

    Without `hosts` each goes into its own host, at its own place, and the documents are written where they belong,
    over what stands there.  With a folder of other hosts the corpus is copied to `out` first and rebuilt there: `seed`
    settles which host and which place a passage gets, one trajectory does not use a host twice while there are
    others, and the card, where there is one, says what was done.  Raises InputError with every problem of passages
    and hosts before anything is written, UserError where `out` already holds something.
    """
    other = read_hosts(hosts) if hosts else {}
    passages = read_passages(corpus)
    _check_states(corpus, passages)
    own = {} if hosts else read_hosts(corpus / HOSTS)
    joined = list(_on_other_hosts(passages, list(other.values()), seed) if hosts else _on_own_hosts(passages, own))
    folder = _copied(corpus, out) if out else corpus
    changed = 0
    for passage, host, text in joined:
        path = folder / "documents" / passage.name
        written = document_text(_head(passage, host, text, seed if hosts else None), text.text)
        if not path.is_file() or read_text(path) != written:
            write_text(path, written)
            changed += 1
    used = {host.name for _, host, _ in joined}
    if (folder / CARD_FILE).exists():
        if hosts:
            _say_in_card(folder / CARD_FILE, len(joined), len(used), seed)
        refresh(folder)
    return Built(folder, len(joined), changed, len(used))


def _check_states(corpus: Path, passages: Sequence[PassageFile]) -> None:
    """Each passage belongs to a trajectory that is there, and to a state of it."""
    if not (corpus / "trajectories").is_dir():
        raise InputError(Problem(str(corpus / "trajectories"), "", "is missing: a corpus has this folder"))
    paths = sorted(path for path in (corpus / "trajectories").glob("*") if path.suffix in SUFFIXES)
    states = {file.trajectory.id: len(file.trajectory.states) for file in map(read_trajectory, paths)}
    problems: list[Problem] = []
    for passage in passages:
        if passage.trajectory not in states:
            told = f"unknown {passage.trajectory!r}; {did_you_mean(passage.trajectory, states)}"
            problems.append(Problem(passage.path, "/trajectory", told))
        elif passage.state >= states[passage.trajectory]:
            told = f"there is no state {passage.state}; the last one is {states[passage.trajectory] - 1}"
            problems.append(Problem(passage.path, "/state", told))
    if problems:
        raise InputError(problems)


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


def _head(passage: PassageFile, host: Host, text: Joined, seed: int | None) -> dict[str, Any]:
    """The document's front matter; with a seed the host was exchanged, and what it states is unknown."""
    left_out = {"after_paragraph"} if seed is None else {"after_paragraph", "noise_claims"}
    head = {key: value for key, value in passage.head.items() if key not in left_out}
    provenance = dict(head["provenance"])
    review = provenance.pop("review", None)
    provenance |= {"host": host.name, "injected_span": [text.start, text.end]}
    if seed is not None:
        provenance["seed"] = seed
    if review is not None:
        provenance["review"] = review if seed is None else {"status": "unreviewed"}
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
        for source in [path for part in (*_KEPT, CARD_FILE) for path in _files(corpus / part)]:
            target = out / source.relative_to(corpus)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    except OSError as error:
        raise UserError(f"{corpus} cannot be copied to {out}: {error.strerror or 'some files could not'}") from error
    return out


def _files(path: Path) -> list[Path]:
    """A file, or every file below a folder; the rights they have are not copied."""
    if path.is_dir():
        return sorted(below for below in path.rglob("*") if below.is_file())
    return [path] if path.is_file() else []


def _say_in_card(path: Path, documents: int, hosts: int, seed: int) -> None:
    card = read_card(path)
    told = (
        f"In this copy {documents} documents were rebuilt on {hosts} other host texts (seed {seed}); nobody has read "
        f"these documents.{_FROM}{card.documents.partition(_FROM)[2] or card.documents}"
    )
    name, licence = card.name.removesuffix(_NAMED), card.licence.removesuffix(_LICENSED)
    change_card(path, {"name": name + _NAMED, "licence": licence + _LICENSED, "documents": told})
