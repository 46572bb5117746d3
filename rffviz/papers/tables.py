"""The tables that can be measured here, by name."""

from __future__ import annotations

from rffviz.papers.cell import PublishedTable
from rffviz.papers.claims_record import CLAIMS_TABLE
from rffviz.papers.figure1 import FIGURE_1
from rffviz.papers.kdd_grid import KDD_GRID
from rffviz.papers.survey import SURVEY
from rffviz.papers.table1 import TABLE_1
from rffviz.papers.table2 import FIGURE_2, TABLE_2
from rffviz.papers.table3 import TABLE_3

TABLES: dict[str, PublishedTable] = {
    table.name: table for table in (TABLE_1, KDD_GRID, TABLE_2, TABLE_3, FIGURE_1, FIGURE_2, SURVEY, CLAIMS_TABLE)
}
