"""The papers' tables: their numbers as printed, and the runs that measure them here."""

from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.papers.results import Record, Results
from rffviz.papers.sweep import SweepStep, measured, sweep
from rffviz.papers.tables import TABLES

__all__ = ["TABLES", "Cell", "Measured", "PublishedTable", "Record", "Results", "SweepStep", "measured", "sweep"]
