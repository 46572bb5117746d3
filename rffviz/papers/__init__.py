"""The tables of the papers, as published and as measured here."""

from rffviz.papers.published import LI_TABLE_2, LI_TABLE_3, METHODS, Method
from rffviz.papers.table2 import TABLE_2_METHODS, Table2Cell, table2_cell, table2_cells

__all__ = [
    "LI_TABLE_2",
    "LI_TABLE_3",
    "METHODS",
    "TABLE_2_METHODS",
    "Method",
    "Table2Cell",
    "table2_cell",
    "table2_cells",
]
