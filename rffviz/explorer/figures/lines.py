"""Lines, bands around them, names at their ends, and labelled vertical lines."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.theme import Theme


def band(x, low, high, fill: str, name: str | None = None, **style) -> go.Scatter:
    """The area between `low` and `high` over `x`; without a name it is not in the legend."""
    x, low, high = (np.asarray(values) for values in (x, low, high))
    look = {"line": {"width": 0}, "mode": "lines", "hoverinfo": "skip", "name": name}
    if name is None:
        look["showlegend"] = False
    return go.Scatter(
        x=np.concatenate([x, x[::-1]]).astype(np.float32),
        y=np.concatenate([high, low[::-1]]).astype(np.float32),
        fill="toself",
        fillcolor=fill,
        **look | style,
    )


def line(
    x, y, colour: str, name: str | None = None, hover="", width=3, dash="solid", symbol="", size=10, **look
) -> go.Scatter:
    """A line in single precision, which is all a browser needs; with a `symbol` its points are marked.

    Without a name it is not in the legend. `hover` is what the pointer shows, in Plotly's template.
    """
    style = {"mode": "lines", "name": name} | ({"hovertemplate": f"{hover}<extra></extra>"} if hover else {})
    if name is None:
        style["showlegend"] = False
    if symbol:
        style |= {"mode": "lines+markers", "marker": {"symbol": symbol, "size": size, "color": colour}}
    x, y = (np.asarray(values, dtype=np.float32) for values in (x, y))
    return go.Scatter(x=x, y=y, line={"color": colour, "width": width, "dash": dash}, **style | look)


def names_at_ends(
    figure: go.Figure,
    ends: Sequence[tuple[float, float, str, str]],
    height: float,
    size: int = 17,
    under: float = math.inf,
    bgcolor: str | None = None,
    **at,
) -> None:
    """Names to the right of the ends of lines, moved apart where they would overlap, all inside the plot.

    `ends` are (x, y, name, colour), in the data's numbers; the y axis is logarithmic and has its range. A name's
    `height` is a share of the axis, `size` that of its font; names stay below `under`, on `bgcolor`; `at` gives the
    plot's ``row`` and ``col`` among several.
    """
    axes = figure.get_subplot(**at) if at else figure.layout
    low, high = axes.yaxis.range
    gap = height * (high - low)
    ends = sorted(ends, key=lambda end: end[1])
    places = spaced([math.log10(y) for _, y, _, _ in ends], gap, low + gap / 2, min(high, math.log10(under)) - gap / 2)
    for place, (x, _, name, colour) in zip(places, ends, strict=True):
        x = math.log10(x) if axes.xaxis.type == "log" else x
        words_beside(figure, name, x, place, 12, 0, colour, size, bgcolor=bgcolor, **axes_of(figure, **at))


def axes_of(figure: go.Figure, **at: int) -> dict[str, str]:
    """The axes of the plot at ``row`` and ``col``, or of the only one, as annotations refer to them."""
    axes = figure.get_subplot(**at) if at else figure.layout
    return {f"{axis.plotly_name[0]}ref": axis.plotly_name.replace("axis", "") for axis in (axes.xaxis, axes.yaxis)}


def spaced(wanted: Sequence[float], gap: float, low: float = -math.inf, high: float = math.inf) -> list[float]:
    """The positions from `low` to `high` closest to the wanted ones, in least squares, at least `gap` apart.

    If there is no room for all, the uppermost go beyond `high`.
    """
    blocks: list[tuple[float, int]] = []  # groups of touching names: position of the first, and their number
    for i, place in enumerate(wanted):
        mean, size = place - i * gap, 1
        while blocks and blocks[-1][0] > mean:
            before, many = blocks.pop()
            mean, size = (before * many + mean * size) / (many + size), many + size
        blocks.append((mean, size))
    firsts = [mean for mean, size in blocks for _ in range(size)]
    last = high - (len(wanted) - 1) * gap
    return [max(low, min(first, last)) + i * gap for i, first in enumerate(firsts)]


def words_beside(
    figure: go.Figure, text: str, x: float, y: float, dx: int, dy: int, colour=None, size=16, **look
) -> None:
    """A label to the right of a point, or to its left if dx < 0, shifted vertically by dy pixels."""
    figure.add_annotation(
        text=text,
        x=x,
        y=y,
        xanchor="left" if dx > 0 else "right",
        yanchor="bottom" if dy > 0 else "top" if dy < 0 else "middle",
        xshift=dx,
        yshift=dy,
        align="left" if dx > 0 else "right",
        showarrow=False,
        font={"size": size, "color": colour},
        **look,
    )


def mark_at(figure: go.Figure, x: float, words: str, theme: Theme, before: bool = False, **at: int) -> None:
    """A dashed vertical line at x on a logarithmic axis, labelled at its top, on its right or, `before`, on its left.

    `at` gives the plot's ``row`` and ``col`` among several.
    """
    figure.add_vline(x=x, line={"color": theme.bound, "width": 2, "dash": "dash"}, **at)
    refs = axes_of(figure, **at)
    refs["yref"] = f"{refs['yref']} domain" if at else "paper"
    words_beside(figure, words, math.log10(x), 1, -8 if before else 8, -1, theme.bound, bgcolor=theme.paper, **refs)
