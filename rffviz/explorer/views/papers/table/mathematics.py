"""The mathematics of the view “Table”, and of one of its cells."""

from __future__ import annotations

from rffviz.explorer.views.papers.mathematics import ERRORS, SOURCE, SPREAD, worked
from rffviz.explorer.words.mathematics.record import Mathematics
from rffviz.papers.beside import CellBeside, TableBeside


def beside_mathematics(study: TableBeside | CellBeside) -> Mathematics:
    """The errors, and the difference in SDs of the cell, or of the one that differs most, with its numbers."""
    if isinstance(study, CellBeside):
        units, entry = [study.unit], study.entry
    else:
        units, entry = study.units.values(), max(study.entries, key=lambda entry: abs(entry.spreads or 0.0))
    errors = [line for unit in dict.fromkeys(units) for line in ERRORS.get(unit, ())]
    return Mathematics(
        "A number is reproduced if it lies within one SD over seeds of the mean.",
        (*errors, *SPREAD, *worked(entry)),
        SOURCE,
    )
