"""The mathematics of the view “Table”."""

from __future__ import annotations

from rffviz.explorer.views.papers.mathematics import ERRORS, SOURCE, SPREAD, worked
from rffviz.explorer.words.mathematics.record import Mathematics
from rffviz.papers.beside import TableBeside


def table_beside_mathematics(study: TableBeside) -> Mathematics:
    """The errors of the table, the difference in spreads, and the largest one with its numbers."""
    errors = [line for unit in dict.fromkeys(study.units.values()) for line in ERRORS.get(unit, ())]
    furthest = max(study.entries, key=lambda entry: abs(entry.spreads or 0.0))
    return Mathematics(
        "A number is reproduced if it lies within one SD over seeds of the mean.",
        (*errors, *SPREAD, *worked(furthest)),
        SOURCE,
    )
