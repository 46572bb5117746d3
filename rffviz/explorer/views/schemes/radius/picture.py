"""The picture of the view “Radius”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import RadiusDistribution, Samples
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import in_one, sample_colours
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.views.schemes.picture import columns_of, part
from rffviz.explorer.views.schemes.radius.words import largest_distance, radius_words
from rffviz.explorer.views.schemes.words import words_of_samples


def radius_picture(samples: Samples, theme: Theme) -> Picture:
    """The empirical distribution function of the norms, the exact one, and the largest gap between them."""
    reports = samples.reports
    low = min(float(each.line_radius[0]) for each in reports.values())
    high = max(float(each.line_radius[-1]) for each in reports.values())
    parts = [part(letter, report, _radius(report, theme, low, high)) for letter, report in reports.items()]
    return Picture(
        name=f"norms-{next(iter(reports.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(samples, radius_words, "radius", measure=largest_distance),
        columns=columns_of(
            samples, lambda report: {"norm": report.radius, "share": report.empirical, "target": report.expected}
        ),
    )


def _radius(report: RadiusDistribution, theme: Theme, low: float, high: float) -> go.Figure:
    figure = blank(theme)
    colour, _ = sample_colours(theme, report.about)
    hover = "target: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(
        line(report.line_radius, report.line_probability, theme.exact, "target distribution", hover, 2, "dot")
    )
    steps = [*report.radius[:1], *report.radius], [0.0, *report.empirical]
    sample = "sample: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(line(*steps, colour, hover=sample, line_shape="hv"))
    gap = "largest gap: at %{x:.3g}"
    figure.add_trace(line([report.at] * 2, [-0.02, 1.02], theme.bound, "largest gap", gap, 1.5, "dash"))
    wide = high / max(low, 1e-300) > 200  # a heavy tail needs a logarithmic axis
    figure.update_xaxes(
        title={"text": "‖ω‖, radians per unit"},
        type="log" if wide else "linear",
        range=[float(np.log10(low)), float(np.log10(high))] if wide else [0, high],
    )
    figure.update_yaxes(title={"text": "fraction ≤ ‖ω‖"}, range=[-0.02, 1.02])
    return legend_under(figure)
