"""The tables that can be measured here, by name."""

from __future__ import annotations

from rffviz.papers.cell import Table
from rffviz.papers.survey import SURVEY
from rffviz.papers.table2 import FIGURE_2, TABLE_2

TABLES: dict[str, Table] = {table.name: table for table in (TABLE_2, FIGURE_2, SURVEY)}
