"""memassay: find out what an agent's memory really holds.

    import memassay

    run = memassay.evaluate(memassay.RunSpec(memories=("oracle", "reference-simple"), judges=("lexical",)))
    print(memassay.aggregate(run, "reference-simple", "fact_accuracy_strict").mean)

Everything loads when first asked for, so that `import memassay` costs nothing.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memassay.judges import JUDGES
    from memassay.memories import MEMORIES
    from memassay.models import ANSWERERS, EMBEDDERS
    from memassay.reports import RunView, aggregate
    from memassay.spec import RunSpec

__version__ = "0.1.0"

__all__ = [
    "ANSWERERS",
    "EMBEDDERS",
    "JUDGES",
    "MEMORIES",
    "RunSpec",
    "RunView",
    "aggregate",
    "evaluate",
    "load_run",
]

_DOORS = {
    "memories": ("MEMORIES",),
    "judges": ("JUDGES",),
    "models": ("ANSWERERS", "EMBEDDERS"),
    "reports": ("RunView", "aggregate"),
    "spec": ("RunSpec",),
}


def evaluate(spec: RunSpec, *, log_dir: str | Path = "runs", fresh: bool = False) -> RunView:
    """Run what the spec asks for, going on where an earlier run of the same spec stopped, and open the result.

    `fresh` overwrites an earlier run.  A unit that failed is listed in `RunView.failures`.  Raises UserError for
    what the caller can put right.  Not for use inside an event loop: await `memassay.runs.evaluate` there.
    """
    import anyio  # noqa: PLC0415 - import memassay costs nothing

    from memassay import runs  # noqa: PLC0415 - as above

    outcome = anyio.run(lambda: runs.evaluate(spec, log_dir=Path(log_dir), fresh=fresh))
    return load_run(outcome.folder)


def load_run(folder: str | Path) -> RunView:
    """The run in a directory.  Raises UserError where it holds none."""
    from memassay.reports import RunView  # noqa: PLC0415 - import memassay costs nothing

    return RunView.open(Path(folder))


def __getattr__(name: str) -> Any:
    for room, names in _DOORS.items():
        if name in names:
            return getattr(importlib.import_module(f"memassay.{room}"), name)
    raise AttributeError(f"module 'memassay' has no attribute {name!r}")
