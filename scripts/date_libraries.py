"""How libraries that find dates in English do on the sentences of tests/memories/reference/test_grounding.py.

    pip install dateparser parsedatetime timefhuman && python scripts/date_libraries.py

Prints, for each that is installed and for our own rules, how many sentences come out right: every time that is meant,
at its day, month, quarter or year, and nothing else.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOW = datetime(2024, 9, 18, 10)  # noqa: DTZ001 - the libraries take a time without a zone


def sentences() -> list[tuple[str, list[str]]]:
    """The sentences of the test, each with what it means."""
    spec = importlib.util.spec_from_file_location("grounding", ROOT / "tests/memories/reference/test_grounding.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [*module.DATED, *((text, []) for text in module.UNDATED)]


def right(found: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether the days found are those meant; where a quarter is meant, a day in it."""
    return len(found) == len(meant) and all(_fits(day, one) for day, one in zip(found, meant, strict=True))


def _fits(day: str, meant: str) -> bool:
    if "Q" not in meant:
        return day.startswith(meant) or meant.startswith(day)
    return day == meant or (day[:4] == meant[:4] and (int(day[5:7]) + 2) // 3 == int(meant[-1]))


def ours(text: str) -> list[str]:
    """The rules of memories/reference/grounding.py."""
    from memassay.memories.reference.grounding import ground  # noqa: PLC0415 - one library at a time

    return list(ground(text, date(2024, 9, 18))[1])


def dateparser(text: str) -> list[str]:
    """`dateparser.search.search_dates`."""
    from dateparser.search import search_dates  # noqa: PLC0415 - as above

    settings = {"RELATIVE_BASE": NOW, "PREFER_DAY_OF_MONTH": "first"}
    return [f"{day:%Y-%m-%d}" for _, day in search_dates(text, languages=["en"], settings=settings) or []]


def parsedatetime(text: str) -> list[str]:
    """`parsedatetime.Calendar().nlp`."""
    import parsedatetime as library  # noqa: PLC0415 - as above

    return [f"{one[0]:%Y-%m-%d}" for one in library.Calendar().nlp(text, sourceTime=NOW) or []]


def timefhuman(text: str) -> list[str]:
    """`timefhuman.timefhuman`."""
    from timefhuman import tfhConfig  # noqa: PLC0415 - as above
    from timefhuman import timefhuman as library  # noqa: PLC0415 - as above

    found = library(text, tfhConfig(now=NOW))
    every = found if isinstance(found, list) else [found]
    return [str(one[0] if isinstance(one, tuple) else one)[:10] for one in every]


FINDERS: Sequence[Callable[[str], list[str]]] = (ours, dateparser, parsedatetime, timefhuman)


def main() -> int:
    """Measure and print."""
    cases = sentences()
    for finder in FINDERS:
        name = finder.__name__
        if name != "ours" and importlib.util.find_spec(name) is None:
            print(f"{name}: not installed")
            continue
        version = "" if name == "ours" else f" {importlib.metadata.version(name)}"
        print(f"{name}{version}: {sum(_tried(finder, *case) for case in cases)} of {len(cases)} right")
    return 0


def _tried(finder: Callable[[str], list[str]], text: str, meant: list[str]) -> bool:
    try:
        return right(finder(text), meant)
    except Exception as error:  # noqa: BLE001 - a library that raises is wrong, whatever it raises
        print(f"  {finder.__name__}: {text} {type(error).__name__}", file=sys.stderr)
        return False


if __name__ == "__main__":
    sys.exit(main())
