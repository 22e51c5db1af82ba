"""RunSpec: the one record of what a run is.  File, flags and environment end here."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field, field_validator

from memassay.errors import InputError, Problem
from memassay.files import Strict, parse, read_tree, validate

AS_PUBLISHED_SAYS = {
    "answers": ("graded scores, pass at 0.5 and above", "applied"),
    "operations": ("the system's own log", "not available yet: shown beside the effective ones, not as the headline"),
    "judge": ("list judge, shortlist by cosine above 0.8, empty shortlist = NO", "not available yet"),
}
"""Choices that the paper states (method.md section 5d), each with how far a run follows it."""
AS_PUBLISHED_LEAVES_OPEN = (
    "how action accuracy is averaged",
    "how an unparsable verdict counts",
    "which prompts and which model judged",
    "how many facts were retrieved for a question",
)
"""Choices that the paper leaves open; a report with --as-published lists them."""


FLAGS = {"memories": "memory", "judges": "judge", "items": "item"}
"""Settings whose flag has another name: it takes one value and may be repeated."""


class RunSpec(Strict):
    """What a run evaluates and how.  Two runs with the same `digest` ask for the same thing.

    `memories` (by default one real system between a perfect and an empty one), `judges`, `answerer` and `embedder`
    are references, `NAME` or `NAME:key=value,...`; `items` names trajectories (all of none), `limit` takes so many,
    spread over categories and levels; `k` is how many facts a question retrieves; `tau` the gap that counts as
    divergence; `timeout` the seconds one call to a memory system may take; `name` begins the name of the run's
    directory.
    """

    memories: tuple[str, ...] = Field(default=("oracle", "reference", "null"), min_length=1)
    corpus: str = "feb30"
    judges: tuple[str, ...] = Field(default=("lexical",), min_length=1)
    answerer: str = ""
    embedder: str = "minilm-int8"
    items: tuple[str, ...] = ()
    limit: int | None = Field(default=None, ge=1)
    epochs: int = Field(default=1, ge=1)
    seed: int = 0
    k: int = Field(default=10, ge=1)
    tau: float = Field(default=0.15, ge=0, le=1)
    scope: Literal["isolated"] = "isolated"
    timeout: float = Field(default=600, gt=0)
    as_published: bool = False
    name: str = ""

    @field_validator("name")
    @classmethod
    def _folder_name(cls, name: str) -> str:
        if name and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._=-]{0,79}", name):
            raise ValueError("must be up to 80 letters, digits, '.', '_', '=' or '-', beginning with a letter or digit")
        return name

    def resolved(self) -> RunSpec:
        """The same spec with every default spelled out.

        The judge `exact` compares claims by identity, so its answers are recited whole; every other judge reads
        what the extractive answerer picks.
        """
        identity = all(judge.partition(":")[0] == "exact" for judge in self.judges)
        return self.model_copy(
            update={
                "answerer": self.answerer or ("recite" if identity else "extractive"),
                "name": self.name or self._default_name(),
            }
        )

    def _default_name(self) -> str:
        corpus = Path(self.corpus).name
        systems = [memory.partition(":")[0] for memory in self.memories]
        shown = systems if len(systems) <= 3 else [*systems[:2], f"{len(systems) - 2}-more"]
        return re.sub(r"[^A-Za-z0-9._=-]+", "-", "-".join([corpus or "corpus", *shown])).lstrip("-._=")[:80]

    @property
    def digest(self) -> str:
        """Ten hex digits over everything but the name."""
        content = self.resolved().model_dump(mode="json", exclude={"name"})
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:10]

    @property
    def folder(self) -> str:
        """The name of the run's directory."""
        return f"{self.resolved().name}-{self.digest}"

    def to_yaml(self) -> str:
        """The spec as a file that redoes the run: every default spelled out, no secret."""
        return yaml.safe_dump(self.resolved().model_dump(mode="json"), sort_keys=False, allow_unicode=True)


def load_spec(path: Path | None, flags: Mapping[str, Any]) -> RunSpec:
    """A spec from a YAML file (or none) with flags over it; a flag that is None was not given.

    Raises InputError with every problem of the file, or naming the flag.
    """
    values: dict[str, Any] = {}
    if path is not None:
        values.update(_read(path))
    given = {key: value for key, value in flags.items() if value is not None}
    try:
        return parse(RunSpec, {**values, **given}, str(path or ""))
    except InputError as error:
        raise InputError(_as_flag(problem, given) for problem in error.problems) from None


def _as_flag(problem: Problem, given: Mapping[str, Any]) -> Problem:
    """A problem of a value that came by a flag, named as the flag is written."""
    key = problem.pointer.split("/")[1] if problem.pointer else ""
    if key not in given:
        return problem
    return Problem("--" + FLAGS.get(key, key).replace("_", "-"), "", problem.message)


def _read(path: Path) -> dict[str, Any]:
    tree, problems = read_tree(path)
    if not isinstance(tree, dict):
        wanted = "must be a mapping of settings, such as `memories: [oracle]`"
        raise InputError(Problem(str(path), "", wanted))
    _, wrong = validate(RunSpec, tree, str(path))
    if problems or wrong:
        raise InputError([*problems, *wrong])
    return tree
