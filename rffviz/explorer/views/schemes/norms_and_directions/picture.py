"""The pictures of the view “Norms and directions”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import Directions, RadiusDistribution, Samples
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import in_one, sample_colours
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.views.schemes.norms_and_directions.words import (
    directions_words,
    largest_distance,
    largest_mass,
    radius_words,
)
from rffviz.explorer.views.schemes.picture import columns_of, part
from rffviz.explorer.views.schemes.words import words_of_samples


def norms_or_directions_picture(samples: Samples, theme: Theme) -> Picture:
    """The norms, or the directions."""
    norms = all(isinstance(record, RadiusDistribution) for record in samples.records.values())
    return (radius_picture if norms else directions_picture)(samples, theme)


def radius_picture(samples: Samples, theme: Theme) -> Picture:
    """The empirical distribution function of the norms, the exact one, and the largest gap between them."""
    records = samples.records
    low = min(float(each.line_radius[0]) for each in records.values())
    high = max(float(each.line_radius[-1]) for each in records.values())
    parts = [part(letter, record, _radius(record, theme, low, high)) for letter, record in records.items()]
    return Picture(
        name=f"norms-{next(iter(records.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(samples, radius_words, "radius", measure=largest_distance),
        columns=columns_of(
            samples, lambda record: {"norm": record.radius, "share": record.empirical, "target": record.expected}
        ),
    )


def _radius(record: RadiusDistribution, theme: Theme, low: float, high: float) -> go.Figure:
    figure = blank(theme)
    colour, _ = sample_colours(theme, record.about)
    hover = "target: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(
        line(record.line_radius, record.line_probability, theme.exact, "target distribution", hover, 2, "dot")
    )
    steps = [*record.radius[:1], *record.radius], [0.0, *record.empirical]
    sample = "sample: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(line(*steps, colour, hover=sample, line_shape="hv"))
    gap = "largest gap: at %{x:.3g}"
    figure.add_trace(line([record.at] * 2, [-0.02, 1.02], theme.bound, "largest gap", gap, 1.5, "dash"))
    wide = high / max(low, 1e-300) > 200  # a heavy tail needs a logarithmic axis
    figure.update_xaxes(
        title={"text": "‖ω‖, radians per unit"},
        type="log" if wide else "linear",
        range=[float(np.log10(low)), float(np.log10(high))] if wide else [0, high],
    )
    figure.update_yaxes(title={"text": "fraction ≤ ‖ω‖"}, range=[-0.02, 1.02])
    return legend_under(figure)


def directions_picture(samples: Samples, theme: Theme) -> Picture:
    """Cosines between frequencies of different blocks and of the same, and their distribution if independent."""
    records = samples.records
    top = max(
        float(max(each.independent.max(), each.between_blocks.max(), each.within.max())) for each in records.values()
    )
    parts = [part(letter, record, _directions(record, theme, top)) for letter, record in records.items()]
    return Picture(
        name=f"directions-{next(iter(records.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(samples, directions_words, "directions", measure=largest_mass),
        columns=columns_of(
            samples,
            lambda record: {
                "from": record.edges[:-1],
                "to": record.edges[1:],
                "between_blocks": record.between_blocks,
                "within_blocks": record.within,
                "independent": record.independent,
            },
        ),
    )


def _directions(record: Directions, theme: Theme, top: float) -> go.Figure:
    figure = blank(theme)
    middle = ((record.edges[1:] + record.edges[:-1]) / 2).astype(np.float32)
    colour, _ = sample_colours(theme, record.about)
    if record.n_between:
        bars = {"x": middle, "y": record.between_blocks.astype(np.float32), "showlegend": False}
        figure.add_bar(**bars, marker_color=theme.soft(colour, 0.55))
    if record.n_within:
        name = f"within blocks of {record.d}"
        figure.add_trace(line(middle, record.within, theme.hues["pink"], name, width=2.5, line_shape="hvh"))
    if record.isotropic:
        figure.add_trace(line(middle, record.independent, theme.exact, "independent directions", width=2, dash="dot"))
    figure.update_traces(hovertemplate="cosine %{x:.3f}: %{y:.3f}")
    figure.update_xaxes(title={"text": "cosine between two frequencies"}, range=[-1.02, 1.02])
    figure.update_yaxes(title={"text": "share of pairs"}, range=[0, 1.06 * max(top, 0.05)])
    return legend_under(figure, bargap=0.05)
