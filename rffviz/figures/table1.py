"""A row of the 2007 paper's table: each method's error and seconds, published and measured here."""

from __future__ import annotations

from rffviz.figures.picture import Column, Picture, Table
from rffviz.figures.theme import Theme
from rffviz.papers.table1 import Table1Row
from rffviz.words import table1 as words


def table1_picture(row: Table1Row, theme: Theme) -> Picture:
    """A line for each method measured so far; the widths let all columns be seen on a projector."""
    cells = row.cells
    table = Table(
        [
            Column("method", [words.LABELS[cell.method] for cell in cells], width=165),
            Column("published (%)", [cell.published for cell in cells], ".1f", 100),
            Column("measured (%)", [cell.error for cell in cells], ".2f", 105),
            Column("draws (%)", [words.draws(cell) for cell in cells], width=90),
            Column("fit (s)", [cell.seconds for cell in cells], ".2f", 60),
            Column("choice (s)", [cell.choice_seconds for cell in cells], ".1f", 80),
            Column("size", [words.size(cell) for cell in cells], width=120),
            Column("ℓ", [cell.length_scale for cell in cells], ".3g", 55),
            Column("λ", [cell.ridge for cell in cells], ".1e", 70),
        ]
    )
    return Picture(
        name=f"table-1-{cells[0].dataset}",
        title=words.title(row),
        subtitle=words.subtitle(row),
        figure=None,
        alt=words.alt(row),
        reading=words.reading(row),
        columns={column.title: column.cells for column in table.columns},
        provenance=words.origin(row),
        notes=words.notes(row),
        table=table,
    )
