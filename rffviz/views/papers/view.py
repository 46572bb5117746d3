"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.papers.beside import KeptTable, kept_table
from rffviz.papers.cell import Cell
from rffviz.web.jobs.trace import made


def kept(now: Mapping) -> KeptTable:
    """The chosen table with what is kept of it."""
    return made(kept_table, now["paper"])


def way_of(cell: Cell) -> tuple[float, str]:
    """n/r and the learner, which tell apart cells of one row and column."""
    return cell.landmarks_factor, cell.learner
