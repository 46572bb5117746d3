"""The verdicts on samples as a table."""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.diagnose import DIAGNOSTICS, Judged
from rffviz.figures.picture import Column, Picture, Table
from rffviz.figures.theme import Theme
from rffviz.words.verdicts import STATUS, sample_title, verdict_words


def verdict_picture(sides: Mapping[str, Judged], theme: Theme) -> Picture:
    """A row for each diagnostic and a column for each sample; `sides` holds them by the letters they are called."""
    columns = [Column("Diagnostic", list(DIAGNOSTICS.values()))]
    for letter, side in sides.items():
        sentences = [verdict.sentence for verdict in side.verdicts]
        status = [(verdict.status, STATUS[verdict.status]) for verdict in side.verdicts]
        columns.append(Column(sample_title(letter, side), sentences, status=status))
    rows = [(sample_title(letter, side), verdict) for letter, side in sides.items() for verdict in side.verdicts]
    return Picture(
        name="verdicts",
        figure=None,
        table=Table(columns),
        columns={
            "sample": [sample for sample, _ in rows],
            "diagnostic": [DIAGNOSTICS[verdict.diagnostic] for _, verdict in rows],
            "status": [STATUS[verdict.status] for _, verdict in rows],
            "sentence": [verdict.sentence for _, verdict in rows],
        },
        **verdict_words(sides),
    )
