"""Data in the plane beside the weights learned for them over a grid of frequencies (Li et al. 2019, Figure 1)."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme
from rffviz.studies import WeightMaps
from rffviz.words import weight_maps as words


def weight_maps_picture(found: WeightMaps, theme: Theme) -> Picture:
    """The data with landmarks beside the heat map of weights, which is scrubbed from the kernel's density through λ."""
    shown, first = found.ridges.index(found.shown), found.maps[0]
    figure = _panels(theme)
    for trace in _data_traces(found, theme):
        figure.add_trace(trace, row=1, col=1)
    figure.add_trace(_heat(first.axis, found.maps[shown].weights, "weight"), **panel_place(theme, 1))
    figure.update_layout(coloraxis={"colorscale": theme.scale, "cmin": 0, "cmax": 1, "colorbar": _bar(theme)})
    last = len(figure.data) - 1
    frames = [("prior", _heat(first.axis, first.prior, "density"))]
    frames += [(f"{r:g}", _heat(m.axis, m.weights, "weight")) for r, m in zip(found.ridges, found.maps, strict=True)]
    figure.frames = [go.Frame(name=name, data=[trace], traces=[last]) for name, trace in frames]
    readings = words.readings(found)
    return Picture(
        name=f"weights-{found.about.kernel.name}",
        title=words.title(found),
        subtitle=words.subtitle(found),
        figure=figure,
        alt=words.alt(found),
        reading=readings[shown + 1],
        columns=_columns(found),
        provenance=words.origin(found),
        scrub=Scrub(
            label="λ, weight decay",
            names=[name for name, _ in frames],
            values=words.frame_names(found),
            readings=readings,
            start=shown + 1,
            redraw=True,
        ),
        notes=words.notes(found),
    )


def _panels(theme: Theme) -> go.Figure:
    """Two square panels, side by side or, on a phone, one above the other."""
    figure = panels(
        theme,
        820 if theme.narrow else 440,
        **side_by_side(theme, 2),
        titles=("data and landmarks", "weight of each frequency"),
        horizontal_spacing=0.12,
        vertical_spacing=0.14,
    )
    figure.update_layout(margin={"r": 10})
    for panel, name in enumerate(("x", "ω")):
        look = {"showgrid": panel == 0, "nticks": 7, "constrain": "domain", **panel_place(theme, panel)}
        figure.update_xaxes(title={"text": f"{name}₁"}, **look)
        figure.update_yaxes(title={"text": f"{name}₂"}, scaleanchor="x2" if panel else "x", **look)
    return figure


def _bar(theme: Theme) -> dict:
    bar = {"tickfont": {"size": 15}, "tickformat": ".0%", "thickness": 16, "nticks": 5, "outlinewidth": 0}
    return bar | ({"len": 0.42, "y": 0.0, "yanchor": "bottom"} if theme.narrow else {})


def _data_traces(found: WeightMaps, theme: Theme) -> list[go.Scatter]:
    groups = [(slice(None), "blue", "circle")]
    if found.labels is not None:
        groups = [(found.labels < 0, "blue", "circle"), (found.labels > 0, "amber", "square")]
    traces = [
        go.Scatter(
            x=found.X[rows, 0].astype(np.float32),
            y=found.X[rows, 1].astype(np.float32),
            mode="markers",
            marker={"size": 8, "color": theme.hues[hue], "symbol": symbol, "opacity": 0.7},
            hoverinfo="skip",
        )
        for rows, hue, symbol in groups
    ]
    marks = found.maps[0].landmarks.points
    cross = go.Scatter(
        x=marks[:, 0].astype(np.float32),
        y=marks[:, 1].astype(np.float32),
        mode="markers",
        marker={"size": 6, "color": theme.ink, "symbol": "x-thin", "line": {"width": 1, "color": theme.ink}},
        hovertemplate="landmark<extra></extra>",
    )
    return [*traces, cross]


def _heat(axis: np.ndarray, shares: np.ndarray, what: str) -> go.Heatmap:
    return go.Heatmap(
        x=axis.astype(np.float32),
        y=axis.astype(np.float32),
        z=(shares / shares.max()).astype(np.float32),
        coloraxis="coloraxis",
        hovertemplate=f"ω = (%{{x:.2f}}, %{{y:.2f}})<br>{what} %{{z:.1%}} of the largest<extra></extra>",
    )


def _columns(found: WeightMaps) -> dict[str, np.ndarray]:
    one = found.maps[0]
    first, second = np.meshgrid(one.axis, one.axis)
    columns = {"omega_1": first.ravel(), "omega_2": second.ravel(), "kernel_density": one.prior.ravel()}
    weights = zip(found.ridges, found.maps, strict=True)
    return columns | {f"weight_lambda_{ridge:g}": each.weights.ravel() for ridge, each in weights}
