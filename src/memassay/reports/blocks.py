"""What a section is made of: a few plain shapes that a terminal, a page or a file can each show in its own way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section, or of a part of one (`level` 2)."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; `tone` says whether it explains a table (note) or asks for attention (warning)."""

    text: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Items:
    """A list of short sentences."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entries:
    """Names with what stands for them."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Figures stand to the `right`; a column that `wraps` holds sentences and takes the width that is left; names that
    `fold` may be broken where the table would not fit otherwise; a `spare` column is left out on a narrow screen.
    """

    name: str
    right: bool = True
    wraps: bool = False
    folds: bool = False
    spare: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, as many as there are columns; a cell may hold several lines.

    The first `stub` columns say what a row is about: they are repeated where the others do not fit side by side.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    stub: int = 1


SYSTEM = Column("system", right=False, folds=True)
"""The column that most tables begin with."""

Block = Heading | Text | Items | Entries | Table
