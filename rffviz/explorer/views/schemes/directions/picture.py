"""The picture of the view “Directions”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import Directions, Samples
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import in_one, sample_colours
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.views.schemes.directions.words import directions_words, largest_mass
from rffviz.explorer.views.schemes.picture import columns_of, part
from rffviz.explorer.views.schemes.words import words_of_samples


def directions_picture(samples: Samples, theme: Theme) -> Picture:
    "Cosines between frequencies of different blocks and of the same, and their distribution if independent."
    reports = samples.reports
    top = max(float(max(each.independent.max(), each.apart.max(), each.within.max())) for each in reports.values())
    parts = [part(letter, report, _directions(report, theme, top)) for letter, report in reports.items()]
    return Picture(
        name=f"directions-{next(iter(reports.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(samples, directions_words, "directions", measure=largest_mass),
        columns=columns_of(
            samples,
            lambda report: {
                "from": report.edges[:-1],
                "to": report.edges[1:],
                "between_blocks": report.apart,
                "within_blocks": report.within,
                "independent": report.independent,
            },
        ),
    )


def _directions(report: Directions, theme: Theme, top: float) -> go.Figure:
    figure = blank(theme)
    middle = ((report.edges[1:] + report.edges[:-1]) / 2).astype(np.float32)
    colour, _ = sample_colours(theme, report.about)
    if report.n_apart:
        bars = {"x": middle, "y": report.apart.astype(np.float32), "showlegend": False}
        figure.add_bar(**bars, marker_color=theme.soft(colour, 0.55))
    if report.n_within:
        name = f"within blocks of {report.d}"
        figure.add_trace(line(middle, report.within, theme.hues["pink"], name, width=2.5, line_shape="hvh"))
    if report.isotropic:
        figure.add_trace(line(middle, report.independent, theme.exact, "independent directions", width=2, dash="dot"))
    figure.update_traces(hovertemplate="cosine %{x:.3f}: %{y:.3f}")
    figure.update_xaxes(title={"text": "cosine between two frequencies"}, range=[-1.02, 1.02])
    figure.update_yaxes(title={"text": "share of pairs"}, range=[0, 1.06 * max(top, 0.05)])
    return legend_under(figure, bargap=0.05)
