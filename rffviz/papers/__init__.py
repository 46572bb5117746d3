"""The papers' tables: their numbers as printed, and the runs that measure them here."""

from rffviz.papers.cell import Cell, Measured, Table
from rffviz.papers.results import Record, Results
from rffviz.papers.sweep import Step, measured, sweep
from rffviz.papers.tables import TABLES

__all__ = ["TABLES", "Cell", "Measured", "Record", "Results", "Step", "Table", "measured", "sweep"]
