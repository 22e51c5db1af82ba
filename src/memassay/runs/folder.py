"""The directory of a run: opened, checked against what is asked for, or begun."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from memassay import corpora
from memassay.errors import SpecMismatch, UserError
from memassay.runs.plan import Built, Named, units
from memassay.spec import RunSpec
from memassay.store import Journal

PACKAGES = ("memassay", "numpy", "onnxruntime", "tokenizers", "nupunkt", "scipy", "scikit-learn")
"""Packages whose version can change a figure; written into the run's header."""


LOCK = "run.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the run directory, which is made where missing.  The lock ends with the process, however it ends.

    Raises UserError where the directory cannot be made, or where another process is running it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot write the run directory {folder}: {error.strerror}") from None
    try:
        with FileLock(folder / LOCK, timeout=0):
            yield
    except Timeout:
        raise UserError(f"{folder}: another process is running this; wait for it, or name another --log-dir") from None


def clear(folder: Path) -> None:
    """Empty a run directory that is held.  Raises UserError where it holds no run, or cannot be emptied."""
    held = [path for path in folder.iterdir() if path.name != LOCK]
    if held and not (folder / "run.db").is_file():
        raise UserError(f"{folder}: not a run directory (no run.db in it), so it is not overwritten")
    try:
        for path in held:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    except OSError as error:
        raise UserError(f"cannot overwrite the run directory {folder}: {error.strerror}") from None


def other_versions(header: Mapping[str, Any]) -> str:
    """In words, what has another version now than when the run began; nothing where all is as it was."""
    was, now = header["versions"], _versions()
    changed = [f"{name} {was.get(name)} (now {now[name]})" for name in now if was.get(name) != now[name]]
    return f"begun with {', '.join(changed)}; --fresh runs it anew" if changed else ""


def open_existing(folder: Path) -> Journal:
    """The journal of a finished or unfinished run.  Raises UserError where the folder holds none."""
    if not (folder / "run.db").is_file():
        raise UserError(f"{folder}: not a run directory (no run.db in it); `memassay list runs` shows what there is")
    return Journal.at(folder)


def begin(folder: Path, journal: Journal, spec: RunSpec, named: Named, built: Built) -> None:
    """Write the header, the gold and the plan, and the spec as a file that redoes the run."""
    one = built.deterministic and spec.epochs > 1
    header = {
        "spec": spec.resolved().model_dump(mode="json"),
        "digest": spec.digest,
        "corpus": _corpus(named.corpus, named.corpus_size),
        "judges": [asdict(card) for card in built.cards],
        "systems": {
            name: {"kind": factory.kind, "summary": factory.summary, "note": factory.note}
            for name, factory in built.factories.items()
        },
        "versions": _versions(),
        "one_epoch_says_all": one,
    }
    gold = {name: corpora.to_json(stream.trajectory) for name, stream in named.streams.items()}
    (folder / "run.yaml").write_text(spec.to_yaml(), encoding="utf-8")
    journal.begin(header, gold, units(named, 1 if one else spec.epochs))


def check(folder: Path, header: dict[str, Any], spec: RunSpec, named: Named) -> None:
    """Raise SpecMismatch where the directory was made for something else than what is asked now."""
    if header["digest"] != spec.digest:
        raise SpecMismatch(
            f"{folder}: holds a run of another spec ({header['digest']}, not {spec.digest}); "
            "name another --log-dir, or --fresh to overwrite"
        )
    was, now = header["corpus"]["sha256"], named.corpus.sha256
    if was != now:
        raise SpecMismatch(
            f"{folder}: the corpus {named.corpus.id!r} has changed since this run began "
            f"({was[:10]}, now {now[:10]}); --fresh overwrites the run"
        )


def check_judges(folder: Path, header: dict[str, Any], cards: Sequence[Any]) -> None:
    """Raise SpecMismatch where the rest of an unfinished run would be judged by other versions than its beginning."""
    was = {card["name"]: card["version"] for card in header["judges"]}
    for card in cards:
        if was.get(card.name) != card.version:
            raise SpecMismatch(
                f"{folder}: judge {card.name!r} is version {card.version} now, {was.get(card.name)} "
                "when the run began; --fresh overwrites the run"
            )


def _corpus(corpus: corpora.Corpus, size: int) -> dict[str, Any]:
    card = corpus.card
    return {
        "id": corpus.id,
        "sha256": corpus.sha256,
        "name": card.name if card else corpus.id,
        "version": card.version if card else "",
        "trajectories": size,
    }


def _versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{name: importlib.metadata.version(name) for name in PACKAGES}}
