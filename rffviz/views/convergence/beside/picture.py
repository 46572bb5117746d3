"""The picture of the view “A beside B”."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rffviz.figures.panels import Part, in_one
from rffviz.figures.picture import Picture, columns_of_each
from rffviz.figures.theme import Theme, legend_under
from rffviz.measure import Convergence
from rffviz.views.convergence.beside.words import beside_words, differences
from rffviz.views.convergence.curve.picture import columns_of, plot_of


def beside_picture(reports: Mapping[str, Convergence], theme: Theme) -> Picture:
    """Two settings, A and B, on the same axes, with one legend for their lines."""
    small = replace(theme, narrow=True)  # each plot has half a page
    parts, names = [], differences(reports)
    for letter, report in reports.items():
        figure = legend_under(plot_of(report, [*reports.values()], small))
        parts.append(Part(figure, letter, names[letter]))
    return Picture(
        name="convergence-a-beside-b",
        figure=in_one(theme, parts, plot=360),
        columns=columns_of_each("side", {letter: columns_of(report) for letter, report in reports.items()}),
        **beside_words(reports),
    )
