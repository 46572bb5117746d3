"""The mathematics of the view “Cell”."""

from __future__ import annotations

from rffviz.explorer.views.papers.mathematics import ERRORS, SOURCE, SPREAD, worked
from rffviz.explorer.words.mathematics.record import Mathematics
from rffviz.papers.beside import CellBeside


def cell_beside_mathematics(study: CellBeside) -> Mathematics:
    "The error of the cell, and its difference in SDs with its numbers."
    return Mathematics(
        "A number is reproduced if it lies within one SD over seeds of the mean.",
        (*ERRORS.get(study.unit, ()), *SPREAD, *worked(study.entry)),
        SOURCE,
    )
