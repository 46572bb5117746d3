"""Lines, points and legends as figures draw them, in single precision: the browser needs no more."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.theme import Theme


def line(
    x,
    y,
    colour: str,
    name: str | None = None,
    *,
    width: float = 3,
    dash: str = "solid",
    symbol: str = "",
    size=10,
    **more,
) -> go.Scatter:
    """A line; with a `symbol`, its points are marked."""
    look = {"mode": "lines", "line": {"color": colour, "width": width, "dash": dash}}
    if symbol:
        look |= {"mode": "lines+markers", "marker": {"symbol": symbol, "size": size, "color": colour}}
    return go.Scatter(x=_single(x), y=_single(y), name=name, **look | more)


def dots(rows, colour, symbol: str = "circle", size: float = 8, *, hover: str = "", **marker) -> go.Scatter:
    """Points, rows of shape (n, 2); without `hover` they say nothing under the pointer."""
    rows = _single(rows)
    return go.Scatter(
        x=rows[:, 0],
        y=rows[:, 1],
        mode="markers",
        marker={"color": colour, "symbol": symbol, "size": size, **marker},
        **{"hovertemplate": f"{hover}<extra></extra>"} if hover else {"hoverinfo": "skip"},
    )


def classes(rows: np.ndarray, labels: np.ndarray | None, theme: Theme, size: float, **marker) -> list[go.Scatter]:
    """Points of the classes −1 and +1, or of no class where there are no labels."""
    if labels is None:
        return [dots(rows, theme.hues["blue"], size=size, **marker)]
    return [
        dots(rows[labels < 0], theme.hues["blue"], "circle", size, **marker),
        dots(rows[labels > 0], theme.hues["amber"], "square", size, **marker),
    ]


def crosses(landmarks: np.ndarray, theme: Theme) -> go.Scatter:
    """Landmarks in the plane."""
    return dots(landmarks, theme.ink, "x-thin", 7, hover="landmark", line={"width": 1.5, "color": theme.ink})


def legend_below(figure: go.Figure, y: float, **layout) -> None:
    """A legend in rows below the plots, `y` being its place as a share of their height."""
    legend = {"orientation": "h", "x": 0, "y": y, "font": {"size": 16}}
    figure.update_layout(showlegend=True, legend=legend, **layout)


def _single(values) -> np.ndarray:
    return np.asarray(values, dtype=np.float32)
