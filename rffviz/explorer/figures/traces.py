"""Points and heat maps for figures, in single precision, which is enough for the browser."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.theme import Theme


def dots(rows, colour, symbol: str = "circle", size=8, *, hover: str = "", **marker) -> go.Scatter:
    """Points, rows of shape (n, 2); without `hover` they have no tooltip."""
    rows = _single(rows)
    return go.Scatter(
        x=rows[:, 0],
        y=rows[:, 1],
        mode="markers",
        marker={"color": colour, "symbol": symbol, "size": size, **marker},
        **{"hovertemplate": f"{hover}<extra></extra>"} if hover else {"hoverinfo": "skip"},
    )


def classes(rows: np.ndarray, labels: np.ndarray | None, theme: Theme, size: float, **marker) -> list[go.Scatter]:
    """Points of the classes −1 and +1, or without class if there are no labels."""
    if labels is None:
        return [dots(rows, theme.hues["blue"], size=size, **marker)]
    return [
        dots(rows[labels < 0], theme.hues["blue"], "circle", size, **marker),
        dots(rows[labels > 0], theme.hues["amber"], "square", size, **marker),
    ]


def crosses(landmarks: np.ndarray, theme: Theme) -> go.Scatter:
    """Landmarks in the plane, as thin crosses behind the data, whose arms stand out."""
    thin = {"width": 1.5, "color": theme.ink}
    return dots(landmarks, theme.ink, "cross-thin", 12, hover="landmark", opacity=0.75, line=thin)


def heat(values: np.ndarray, hover: str, x=None, y=None, axis: str = "coloraxis", **look) -> go.Heatmap:
    """A heat map on a colour axis; without x and y its cells are numbered from 0."""
    look = {"hovertemplate": f"{hover}<extra></extra>"} | look
    places = {} if x is None else {"x": _single(x), "y": _single(y)}
    return go.Heatmap(z=_single(values), coloraxis=axis, **places, **look)


def _single(values) -> np.ndarray:
    return np.asarray(values, dtype=np.float32)
