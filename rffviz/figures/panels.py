"""Several plots in one figure, in the same look as one."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from rffviz.about import About
from rffviz.figures.theme import Theme, blank


def panels(
    theme: Theme, height: int, rows: int, cols: int, titles: Sequence[str] | None = None, **spacing
) -> go.Figure:
    """Empty plots under their headings in a figure of this height, every axis as in a figure of one plot.

    `spacing` are Plotly's further settings of a grid of plots, such as ``row_heights``.
    """
    figure = make_subplots(rows=rows, cols=cols, subplot_titles=titles, **spacing)
    headings = figure.layout.annotations
    look = blank(theme, height).layout
    figure.update_layout(look, annotations=headings)
    figure.update_xaxes(look.xaxis.to_plotly_json())
    figure.update_yaxes(look.yaxis.to_plotly_json())
    if titles:
        figure.update_layout(margin={"t": 34})
        figure.update_annotations(font={"size": 18, "color": theme.ink})
    return figure


def side_by_side(theme: Theme, titles: Sequence[str], height: int = 430, tall: int = 860, **spacing) -> go.Figure:
    """Plots side by side or, on a phone, one above the other in a figure that is `tall`."""
    spacing = {"horizontal_spacing": 0.1, "vertical_spacing": 0.17} | spacing
    if theme.narrow:
        return panels(theme, tall, len(titles), 1, titles, **spacing)
    return panels(theme, height, 1, len(titles), titles, **spacing)


def panel_place(theme: Theme, panel: int) -> dict[str, int]:
    """Row and column of one of the plots that stand side by side."""
    return {"row": panel + 1, "col": 1} if theme.narrow else {"row": 1, "col": panel + 1}


def two_rows(theme: Theme, heights: tuple[float, float] | None = None) -> go.Figure:
    """Two plots one above the other over one horizontal axis, whose numbers stand under the lower one."""
    height = 620 if theme.narrow else 430
    figure = panels(theme, height, 2, 1, shared_xaxes=True, row_heights=heights, vertical_spacing=0.07)
    return figure.update_xaxes(showticklabels=False, row=1, col=1)


def sample_colours(theme: Theme, about: About) -> tuple[str, str]:
    """Colour and marker of the scheme that drew a sample; frequencies from elsewhere have theirs too."""
    return theme.scheme(about.sampler or "own")
