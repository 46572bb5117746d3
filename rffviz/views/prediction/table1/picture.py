"""A row of the 2007 paper's table: each method's error and seconds, published and measured here."""

from __future__ import annotations

from rffviz.figures.picture import Column, Picture, Table
from rffviz.figures.theme import Theme
from rffviz.papers.table1 import Table1Row
from rffviz.views.prediction.table1.words import LABELS, draws, size, table1_words


def table1_picture(row: Table1Row, theme: Theme) -> Picture:
    """A line for each method measured so far; column widths are chosen to fit a projector."""
    cells = row.cells
    table = Table(
        [
            Column("method", [LABELS[cell.method] for cell in cells], width=165),
            Column("published (%)", [cell.published for cell in cells], ".1f", 100),
            Column("measured (%)", [cell.error for cell in cells], ".2f", 105),
            Column("draws (%)", [draws(cell) for cell in cells], width=90),
            Column("fit (s)", [cell.seconds for cell in cells], ".2f", 60),
            Column("choice (s)", [cell.choice_seconds for cell in cells], ".1f", 80),
            Column("size", [size(cell) for cell in cells], width=120),
            Column("ℓ", [cell.length_scale for cell in cells], ".3g", 55),
            Column("λ", [cell.ridge for cell in cells], ".1e", 70),
        ]
    )
    return Picture(
        name=f"table-1-{cells[0].dataset}",
        figure=None,
        columns={column.title: column.cells for column in table.columns},
        table=table,
        **table1_words(row),
    )
