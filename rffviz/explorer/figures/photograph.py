"""Photographs in figures: brightness in grey, on hidden axes that keep the proportions."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.traces import heat

GREYS = {"colorscale": [[0, "#000000"], [1, "#ffffff"]], "cmin": 0, "cmax": 1, "showscale": False}
"""The colour axis."""


def brightness(pixels: np.ndarray) -> go.Heatmap:
    """Pixels from 0 (black) to 1 (white); values beyond are drawn as these, and missing ones not at all."""
    return heat(np.clip(pixels, 0, 1), "brightness %{z:.2f}")


def image_axes(figure: go.Figure, shape: tuple[int, int], **at: int) -> None:
    """Axes for an image of this height and width, rows from the top, in the plot at ``row`` and ``col``."""
    height, width = shape
    anchor = figure.get_subplot(**at).xaxis.plotly_name.replace("axis", "")
    look = {"visible": False, "constrain": "domain", **at}
    figure.update_xaxes(range=[-0.5, width - 0.5], **look)
    figure.update_yaxes(range=[height - 0.5, -0.5], scaleanchor=anchor, **look)
