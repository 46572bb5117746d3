"""Data in the plane beside the weights learned for them over a grid of frequencies (Li et al. 2019, Figure 1)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.adaptive import WeightMap
from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme
from rffviz.kernels import Kernel
from rffviz.words.numbers import kernel_words, number

LANDMARK_WORDS = {
    "sample": "sampled points",
    "kmeans": "k-means centres",
    "nearest": "points nearest to k-means centres",
}
_ACROSS = 75.0  # degrees from which one direction lies across another
_ROUND = 1.1  # an axis ratio below this has no direction worth naming


def weight_map_picture(
    maps: Sequence[tuple[float, WeightMap]],
    start: float,
    X: np.ndarray,
    labels: np.ndarray,
    data: str,
    kernel: Kernel,
    theme: Theme,
) -> Picture:
    """The data with landmarks beside the heat map of weights, which is scrubbed from the kernel's density through λ.

    Parameters
    ----------
    maps : sequence of (float, WeightMap)
        Pairs of λ and the weights learned with it, λ increasing; same data, landmarks, grid and kernel.
    start : float
        The λ shown first.
    X, labels : ndarray of shape (N, 2) and (N,)
        The data and their classes, −1 and +1.
    data : str
        What the data are.
    kernel : Kernel
    theme : Theme
    """
    shown = [ridge for ridge, _ in maps].index(start)
    found = maps[shown][1]
    figure = _panels(theme)
    for trace in _data_traces(found, X, labels, theme):
        figure.add_trace(trace, row=1, col=1)
    row, column = (2, 1) if theme.narrow else (1, 2)
    figure.add_trace(_heat(found.axis, found.weights, "weight"), row=row, col=column)
    figure.update_layout(coloraxis={"colorscale": theme.scale, "cmin": 0, "cmax": 1, "colorbar": _bar(theme)})
    last = len(figure.data) - 1
    frames = [("prior", _heat(found.axis, found.prior, "density"))]
    frames += [(f"{ridge:g}", _heat(one.axis, one.weights, "weight")) for ridge, one in maps]
    figure.frames = [go.Frame(name=name, data=[trace], traces=[last]) for name, trace in frames]
    readings = [_prior_reading(found), *(_reading(ridge, one) for ridge, one in maps)]
    kind = LANDMARK_WORDS[found.landmarks.kind]
    return Picture(
        name=f"weights-{kernel.name}",
        title=_title(maps),
        subtitle=(
            f"{data} · {kernel_words(kernel)} · {len(found.landmarks.points)} landmarks: "
            f"{kind} (crosses) · {len(found.axis)} × {len(found.axis)} frequencies · colour: share of the largest"
        ),
        figure=figure,
        alt=(
            f"Scatter plot of {data} beside a heat map over the plane of frequencies; at λ = {number(start)} the "
            f"bright part of the learned weights is {_shape_words(found.ellipse)}."
        ),
        reading=readings[shown + 1],
        columns=_columns(maps),
        provenance=(
            f"data: {data}",
            f"kernel: {kernel}",
            f"landmarks: {len(found.landmarks.points)}, {kind}",
            f"relative error on the landmarks: kernel's density {found.prior_error:.6g}, "
            f"equal weights {found.uniform_error:.6g}; "
            + ", ".join(f"lambda {ridge:g}: {one.relative_error:.6g}" for ridge, one in maps),
        ),
        scrub=Scrub(
            label="λ, weight decay",
            names=[name for name, _ in frames],
            values=["the kernel's own density", *(f"λ = {number(ridge)}" for ridge, _ in maps)],
            readings=readings,
            start=shown + 1,
            redraw=True,
        ),
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


def _data_traces(found: WeightMap, X: np.ndarray, labels: np.ndarray, theme: Theme) -> list[go.Scatter]:
    traces = []
    for label, hue, symbol in ((-1, "blue", "circle"), (1, "amber", "square")):
        rows = labels == label
        traces.append(
            go.Scatter(
                x=X[rows, 0].astype(np.float32),
                y=X[rows, 1].astype(np.float32),
                mode="markers",
                marker={"size": 8, "color": theme.hues[hue], "symbol": symbol, "opacity": 0.7},
                hoverinfo="skip",
            )
        )
    marks = found.landmarks.points
    traces.append(
        go.Scatter(
            x=marks[:, 0].astype(np.float32),
            y=marks[:, 1].astype(np.float32),
            mode="markers",
            marker={"size": 6, "color": theme.ink, "symbol": "x-thin", "line": {"width": 1, "color": theme.ink}},
            hovertemplate="landmark<extra></extra>",
        )
    )
    return traces


def _heat(axis: np.ndarray, shares: np.ndarray, what: str) -> go.Heatmap:
    return go.Heatmap(
        x=axis.astype(np.float32),
        y=axis.astype(np.float32),
        z=(shares / shares.max()).astype(np.float32),
        coloraxis="coloraxis",
        hovertemplate=f"ω = (%{{x:.2f}}, %{{y:.2f}})<br>{what} %{{z:.1%}} of the largest<extra></extra>",
    )


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.0f}°"


def _between(one: WeightMap) -> float:
    """The angle between the two long axes, in degrees from 0 to 90."""
    difference = abs(math.degrees(one.ellipse.angle - one.data_ellipse.angle)) % 180
    return min(difference, 180 - difference)


def _title(maps: Sequence[tuple[float, WeightMap]]) -> str:
    """True at every λ: what the most telling map, the one with the longest weights, shows."""
    _, one = max(maps, key=lambda pair: pair[1].ellipse.ratio)
    data, weights = one.data_ellipse, one.ellipse
    if data.ratio < _ROUND:
        return "Data that are as long as wide have weights that are as long as wide"
    if weights.ratio < _ROUND:
        return f"The data lie along {_degrees(data.angle)}, but their weights stay round"
    between = _between(one)
    turned = f"{between:.0f}° across" if between >= _ACROSS else f"only {between:.0f}° from it"
    return f"The data lie along {_degrees(data.angle)}, the weights stretch along {_degrees(weights.angle)}: {turned}"


def _shape_words(ellipse) -> str:
    if ellipse.ratio < _ROUND:
        return "round"
    return f"{ellipse.ratio:.2g} times as long as wide, along {_degrees(ellipse.angle)}"


def _reading(ridge: float, one: WeightMap) -> str:
    return (
        f"With λ = {number(ridge)} the bright part of the learned weights is {_shape_words(one.ellipse)}; their error "
        f"on the landmarks' kernel matrix is {100 * one.relative_error:.2g} %, that of equal weights "
        f"{100 * one.uniform_error:.2g} %."
    )


def _prior_reading(one: WeightMap) -> str:
    return (
        f"The kernel's own spectral density on this grid knows nothing of the data; its error on the landmarks' kernel "
        f"matrix is {100 * one.prior_error:.2g} %."
    )


def _columns(maps: Sequence[tuple[float, WeightMap]]) -> dict[str, np.ndarray]:
    one = maps[0][1]
    first, second = np.meshgrid(one.axis, one.axis)
    columns = {"omega_1": first.ravel(), "omega_2": second.ravel(), "kernel_density": one.prior.ravel()}
    return columns | {f"weight_lambda_{ridge:g}": each.weights.ravel() for ridge, each in maps}
