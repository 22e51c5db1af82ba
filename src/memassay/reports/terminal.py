"""Blocks to text for a terminal of any width: what does not fit side by side is put one below the other."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Literal

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text as RichText

from memassay.reports.blocks import Block, Entries, Heading, Items, Table, Text

WIDE = 110
"""Columns that are spare are shown from this width on."""
WIDEST = 140
SENTENCE, WORD = 24, 32
"""What a column of sentences needs at least, and the longest word that it does not break where it need not."""
LEAST = 8
"""What a column of sentences is pressed into where nothing else helps."""
NAME = 16
"""What a column of names needs at least, where it would not fit otherwise."""
BETWEEN = 2
_RULE = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
_TONES = {"plain": "", "note": "dim", "warning": "bold yellow"}


def render(blocks: Iterable[Block], *, width: int, colour: bool = False) -> str:
    """The blocks as lines of at most `width` cells (140 at most); without `colour` no control sequence is in them."""
    file = io.StringIO()
    out = Console(
        file=file,
        width=min(width, WIDEST),
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
    )
    before: Block | None = None
    for block in blocks:
        if before and _apart(before, block):
            out.print()
        before = block
        for part in _parts(block, out.width):
            out.print(part)
    return "".join(f"{line.rstrip()}\n" for line in file.getvalue().splitlines())


def _apart(before: Block, block: Block) -> bool:
    if isinstance(block, Heading):
        return not isinstance(before, Heading)
    return isinstance(block, Table) and isinstance(before, Table)


def _parts(block: Block, width: int) -> list[RenderableType]:
    if isinstance(block, Heading):
        return _heading(block)
    if isinstance(block, Text):
        return [RichText(block.text, style=_TONES[block.tone])]
    if isinstance(block, Items):
        return [_grid([("-", item) for item in block.items], gap=1)]
    if isinstance(block, Entries):
        return [_grid(block.rows, style="bold")]
    return _table(block, width)


def _heading(block: Heading) -> list[RenderableType]:
    if block.level > 1:
        return [RichText(block.text, style="bold")]
    return [RichText(block.text, style="bold"), RichText("=" * cell_len(block.text), style="dim", overflow="crop")]


def _grid(rows: Sequence[tuple[str, str]], *, style: str = "", gap: int = BETWEEN) -> RenderableType:
    grid = RichTable.grid(padding=(0, gap, 0, 0))
    grid.add_column(style=style, no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in rows:
        grid.add_row(RichText(name), RichText(value))
    return Padding(grid, (0, 0, 0, 2))


def _table(block: Table, width: int) -> list[RenderableType]:
    shown = [place for place, column in enumerate(block.columns) if width >= WIDE or not column.spare]
    widths = {place: _width(block, place) for place in shown}
    over = _total(widths, shown) - width
    if over > 0:
        widths |= {p: max(min(NAME, widths[p]), widths[p] - over) for p in shown if block.columns[p].folds}
    parts: list[RenderableType] = []
    for places in _side_by_side(shown, block.stub, widths, width):
        part = _part(block, places, _filled(block, places, widths, width))
        parts += ["", part] if parts else [part]
    return [*parts, *(Padding(RichText(note, style="dim"), (0, 0, 0, 2)) for note in block.notes)]


def _total(widths: dict[int, int], places: Sequence[int]) -> int:
    return sum(widths[place] + BETWEEN for place in places) - BETWEEN


def _side_by_side(shown: Sequence[int], stub: int, widths: dict[int, int], width: int) -> list[list[int]]:
    """The columns in as few tables as fit the width, each beginning with the stub."""
    found: list[list[int]] = []
    for place in shown[stub:]:
        if not found or _total(widths, [*found[-1], place]) > width:
            found.append([*shown[:stub]])
        found[-1].append(place)
    return found or [list(shown)]


def _filled(block: Table, places: Sequence[int], widths: dict[int, int], width: int) -> dict[int, int]:
    """The widths with what is left of the line given to the columns of sentences, or taken from them."""
    filled = dict(widths)
    for place in reversed(places):
        if block.columns[place].wraps:
            left = width - _total(filled, places)
            filled[place] = min(max(filled[place] + left, LEAST), _longest(block, place))
    return filled


def _width(block: Table, place: int) -> int:
    longest = _longest(block, place)
    if not block.columns[place].wraps:
        return longest
    words = max((cell_len(word) for row in block.rows for word in row[place].split()), default=0)
    return min(max(SENTENCE, min(words, WORD)), longest)


def _longest(block: Table, place: int) -> int:
    cells = [block.columns[place].name, *(row[place] for row in block.rows)]
    return max(cell_len(line) for cell in cells for line in cell.splitlines() or [""])


def _part(block: Table, places: Sequence[int], widths: dict[int, int]) -> RenderableType:
    table = RichTable(box=_RULE, pad_edge=False, padding=(0, BETWEEN - 1, 0, 0), show_edge=False, header_style="bold")
    for place in places:
        column = block.columns[place]
        justify: Literal["right", "left"] = "right" if column.right else "left"
        table.add_column(RichText(column.name), justify=justify, width=widths[place], overflow="fold", vertical="top")
    for row in block.rows:
        table.add_row(*(RichText(row[place]) for place in places))
    return table
