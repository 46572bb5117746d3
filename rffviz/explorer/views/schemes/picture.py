"""Shared by the pictures of diagnosed samples: panels, exported columns, and the table of verdicts.

All samples are in one figure, with common axes and colours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from rffviz.diagnose import DIAGNOSTICS, SPECIMENS, Diagnosed, Samples
from rffviz.diagnose.sentences import CELL_NAMES
from rffviz.explorer.figures.panels import Part
from rffviz.explorer.figures.picture import Column, Picture, Table, by_column, columns_of_each
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.views.schemes.words import (
    NOT_LOOKED_AT,
    STATUS,
    chips,
    folded,
    heading,
    sample_title,
    verdict_words,
)


def part(letter: str, record: Diagnosed, figure: go.Figure) -> Part:
    """A sample's panel under its letter; the name of a known mistake is part of the answer."""
    name = heading(record.about) if letter else ""
    return Part(figure, letter, name, record.about.sampler in SPECIMENS)


def columns_of(samples: Samples, of: Callable[[Any], Mapping[str, Any]]) -> dict[str, Sequence]:
    """The numbers of all samples, for the export."""
    return columns_of_each("sample", {letter: of(record) for letter, record in samples.records.items()})


def verdict_picture(samples: Samples, theme: Theme) -> Picture:
    """A row for each diagnostic, the worst first, and a column for each sample."""
    sides = {letter: {each.diagnostic: each for each in report.verdicts} for letter, report in samples.judged.items()}
    said = samples.diagnostics
    judged = samples.judged.values()
    n_all, n_passed = sum(len(side.verdicts) for side in judged), sum(len(side.of("fine")) for side in judged)
    columns, rows = [Column("Diagnostic", [DIAGNOSTICS[name] for name in said])], []
    for letter, verdicts in sides.items():
        title = sample_title(letter, samples.judged[letter])
        sentences = [verdicts[name].sentence if name in verdicts else NOT_LOOKED_AT for name in said]
        status = [verdicts[name].status if name in verdicts else "unknown" for name in said]
        columns.append(Column(title, sentences, status=[(each, STATUS[each]) for each in status]))
        rows += [
            (title, DIAGNOSTICS[v.diagnostic], STATUS[v.status], v.severity, *v.cells, v.sentence)
            for v in verdicts.values()
        ]
    return Picture(
        name="verdicts",
        figure=None,
        table=Table(columns),
        columns=by_column(("sample", "diagnostic", "status", "severity", *CELL_NAMES, "sentence"), rows),
        chips=chips(samples),
        folded=folded(n_passed, n_all, len(samples.flagged)),
        **verdict_words(samples),
    )
