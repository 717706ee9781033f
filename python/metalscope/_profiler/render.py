"""Tables for a text report, from columns. Uses numpy, tabulate, `format` and `highlight`.

Nothing is cropped or wrapped: a table is as wide as its longest name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import tabulate  # type: ignore[import-untyped]

from . import format, highlight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .columns import Array, Columns

# Stands for a finished cell, as often as the cell is wide, while tabulate does the layout: so
# colours, wide characters and spaces at the ends of a cell are no concern of its. No cell contains
# this private-use character, since format.name escapes it.
_FILLER = "\ue000"

_LAYOUT = tabulate.TableFormat(
    lineabove=None,
    linebelowheader=None,
    linebetweenrows=None,
    linebelow=None,
    headerrow=None,
    datarow=tabulate.DataRow(" ", "   ", ""),
    padding=0,
    with_header_hide=None,
)

_RESET, _BOLD = "\x1b[0m", "\x1b[1m"
_TIME_COLOURS = {highlight.LONG: "\x1b[33m", highlight.LONGEST: "\x1b[31m"}  # yellow, red


@dataclass(frozen=True, slots=True)
class Style:
    """What the place a report goes to can show."""

    colour: bool = False
    ascii: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A column of the table: its title, its cells, and how it looks."""

    title: str
    cells: Callable[[Columns], list[str]]
    right: bool = False
    is_time: bool = False  # coloured in rows that stand out
    is_name: bool = False  # bold in rows that stand out
    optional: bool = False  # left out if all cells are empty


def table(columns: Columns, fields: Sequence[Field], times: Array, style: Style) -> str:
    """The rows of `columns` as a table of `fields`, highlighted by `times`; no line end at the end.

    `times` are nanoseconds, one per row, NaN where there is none.
    """
    levels = highlight.levels(times)
    shown, by_column = [], []
    for field in fields:
        cells = field.cells(columns)
        if field.optional and not any(cells):
            continue
        shown.append(field)
        by_column.append([_finish(cell, style) for cell in cells])

    rows = list(zip(*by_column, strict=True))
    titles = [field.title for field in shown]
    # The titles are a row like others: tabulate widens a column whose header is its own.
    text = tabulate.tabulate(
        [titles, *([_FILLER * format.width(cell) for cell in row] for row in rows)],
        tablefmt=_LAYOUT,
        colalign=["right" if field.right else "left" for field in shown],
        disable_numparse=True,
    )
    finished = iter(
        _highlighted(cell, field, level) if style.colour else cell
        for row, level in zip(rows, levels, strict=True)
        for cell, field in zip(row, shown, strict=True)
        if cell
    )
    text = re.sub(_FILLER + "+", lambda _: next(finished), text)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _finish(cell: str, style: Style) -> str:
    return format.ascii_only(cell) if style.ascii else cell


def _highlighted(cell: str, field: Field, level: int) -> str:
    if level >= highlight.LONG and field.is_name:
        return f"{_BOLD}{cell}{_RESET}"
    if level >= highlight.LONG and field.is_time:
        return f"{_TIME_COLOURS[level]}{cell}{_RESET}"
    return cell
