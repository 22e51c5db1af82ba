"""`meta.lint`: findings that an author answers for, and answers that no finding asks for any more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from memassay.corpora.corpus import Corpus
from memassay.corpora.lint.finding import Finding
from memassay.corpora.shapes import SilenceShape
from memassay.errors import did_you_mean


def silence(corpus: Corpus, findings: Sequence[Finding], run: Collection[str], known: Collection[str]) -> list[Finding]:
    """The findings that no silence covers, and a finding for each silence that covers none.

    A silence covers the findings of its rule in its own file, at its pointer and below it.  `run` names the rules
    that were run: a silence for another one may yet be needed.  `known` names all rules.
    """
    left = list(findings)
    for path, pointer, entry in _silences(corpus):
        if entry.rule not in known:
            message = f"unknown rule {entry.rule!r}; {did_you_mean(entry.rule, known)}"
            left.append(Finding("unused-silence", "error", path, pointer, message))
            continue
        if entry.rule in run and not any(_covers(path, entry, finding) for finding in findings):
            at = f" at {entry.pointer}" if entry.pointer else ""
            message = f"{entry.rule} finds nothing{at} any more; delete this entry"
            left.append(Finding("unused-silence", "warning", path, pointer, message))
        left = [finding for finding in left if not _covers(path, entry, finding)]
    return left


@dataclass(frozen=True, slots=True)
class Silenced:
    """A finding that an author answers for: its rule, its file, the pointer it covers (empty: all), and the reason."""

    rule: str
    path: str
    pointer: str
    reason: str

    def __str__(self) -> str:
        """One line: `path:pointer: silenced [rule] reason`."""
        where = f"{self.path}:{self.pointer}" if self.pointer else self.path
        return f"{where}: silenced [{self.rule}] {self.reason}"


def silenced(corpus: Corpus) -> list[Silenced]:
    """Everything that authors answer for, by file."""
    found = [Silenced(entry.rule, path, entry.pointer, entry.reason) for path, _, entry in _silences(corpus)]
    return sorted(found, key=lambda one: one.path)


def _silences(corpus: Corpus) -> Iterator[tuple[str, str, SilenceShape]]:
    told = [(file.path, file.silences) for file in corpus.files.values()]
    told += [(file.path, file.silences) for file in corpus.documents.values()]
    for path, entries in told:
        for number, entry in enumerate(entries):
            yield path, f"/meta/lint/{number}", entry


def _covers(path: str, entry: SilenceShape, finding: Finding) -> bool:
    below = f"{finding.pointer}/".startswith(f"{entry.pointer.rstrip('/')}/") or not entry.pointer
    return finding.path == path and finding.rule == entry.rule and below
