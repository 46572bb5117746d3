"""Data in the plane beside the weights learned for them over a grid of frequencies (Li et al. 2019, Figure 1)."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import colour_axis
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.figures.traces import classes, crosses, heat
from rffviz.explorer.views.adaptive.weights.words import readouts, weight_maps_words
from rffviz.explorer.words.numbers import number
from rffviz.studies.weights import WeightMaps


def weight_maps_picture(record: WeightMaps, theme: Theme) -> Picture:
    """The data with landmarks beside the heat map of weights, which is scrubbed from the kernel's density through λ."""
    shown, first = record.start, record.maps[0]
    figure = _panels(theme)
    for trace in [crosses(first.landmarks.points, theme), *classes(record.X, record.labels, theme, 8, opacity=0.7)]:
        figure.add_trace(trace, row=1, col=1)
    frames = [("prior", _heat(first.axis, first.prior, "density"))]
    frames += [(f"{r:g}", _heat(m.axis, m.weights, "weight")) for r, m in zip(record.ridges, record.maps, strict=True)]
    figure.add_trace(frames[shown + 1][1], **panel_place(theme, 1))
    scrub = Scrub(
        label="λ, weight decay",
        names=[name for name, _ in frames],
        values=["kernel's density", *(f"λ = {number(ridge)}" for ridge in record.ridges)],
        readouts=readouts(record),
        start=shown + 1,
        redraw=True,
        settings=[None, *record.ridges],
    )
    return Picture(
        name=f"weights-{record.about.kernel.name}",
        figure=figure,
        columns=_columns(record),
        scrub=scrub.frames(figure, [len(figure.data) - 1], lambda g: [frames[g][1]]),
        **weight_maps_words(record),
    )


def _panels(theme: Theme) -> go.Figure:
    gaps = {"horizontal_spacing": 0.12, "vertical_spacing": 0.14}
    figure = side_by_side(theme, ("data and landmarks", "weight of each frequency"), 420, 720, **gaps)
    for panel, (name, anchor) in enumerate((("x", "x"), ("ω", "x2"))):
        look = {"showgrid": panel == 0, "nticks": 7, "constrain": "domain", **panel_place(theme, panel)}
        figure.update_xaxes(title={"text": f"{name}<sub>1</sub>"}, **look)
        figure.update_yaxes(title={"text": f"{name}<sub>2</sub>"}, scaleanchor=anchor, **look)
    bar = {"len": 0.42, "y": 0.0, "yanchor": "bottom"} if theme.narrow else {}
    bar |= {"tickfont": {"size": 15}, "tickformat": ".0%"}
    figure.update_layout(margin={"r": 10}, coloraxis=colour_axis(theme.scale, 0, 1, **bar))
    return figure


def _heat(axis: np.ndarray, shares: np.ndarray, what: str) -> go.Heatmap:
    hover = f"ω = (%{{x:.2f}}, %{{y:.2f}})<br>{what} %{{z:.1%}} of the largest"
    return heat(shares / shares.max(), hover, axis, axis)


def _columns(record: WeightMaps) -> dict[str, np.ndarray]:
    one = record.maps[0]
    first, second = np.meshgrid(one.axis, one.axis)
    columns = {"omega_1": first.ravel(), "omega_2": second.ravel(), "kernel_density": one.prior.ravel()}
    weights = zip(record.ridges, record.maps, strict=True)
    return columns | {f"weight_lambda_{ridge:g}": each.weights.ravel() for ridge, each in weights}
