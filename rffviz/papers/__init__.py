"""The tables of the papers, as published and as measured here."""

from rffviz.papers.published import METHODS, TABLE_2, TABLE_3, Method
from rffviz.papers.table2 import TABLE_2_METHODS, Table2Cell, table2_cell, table2_cells

__all__ = [
    "METHODS",
    "TABLE_2",
    "TABLE_2_METHODS",
    "TABLE_3",
    "Method",
    "Table2Cell",
    "table2_cell",
    "table2_cells",
]
