"""Axes: logarithmic axes, the axis of D, the region where a bound is vacuous, and colour axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import plotly.graph_objects as go

from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.words.numbers import count, number

_FURTHEST = 1000.0  # times the D of the main bound: looser bounds run out of the picture


def log_axis(
    update: Callable,
    title: str,
    low: float,
    high: float,
    ticks: Iterable[float],
    says: Callable[[float], str] = number,
    **at,
) -> None:
    """A logarithmic axis from `low` to `high`, with those of the ticks in range.

    `update` is the figure's ``update_xaxes`` or ``update_yaxes``, `at` selects the plot if there are several.
    """
    shown = [tick for tick in ticks if low <= tick <= high]
    names = {"tickvals": shown, "ticktext": [says(tick) for tick in shown]}
    update(type="log", title={"text": title}, range=[math.log10(low), math.log10(high)], **names, **at)


def size_axis(figure: go.Figure, left: float, right: float, room: float, feature_map: str, theme: Theme) -> None:
    """An axis of D from `left` (or down to `room` times that) to `right`, with ticks at powers of two."""
    title = f"D, frequencies ({'2·D' if feature_map == 'paired' else 'D'} features)"
    ticks = [2.0**k for k in range(0, 80, 4 if theme.narrow else 2) if left * 0.9 <= 2.0**k]
    log_axis(figure.update_xaxes, title, left * room, right, ticks, count)


def right_of_bounds(main: float, needed: Iterable[float]) -> float:
    """Right end of an axis of D for bounds that need these numbers of frequencies; the main one is always in."""
    return 1.6 * max(each for each in needed if each <= _FURTHEST * main)


def says_nothing(
    figure: go.Figure, bottom: float, top: float, words: str, theme: Theme, *, y: float, yanchor: str
) -> None:
    """Shade the region where a bound is vacuous, labelled on the right at `y` of the axis."""
    shade_vacuous(figure, bottom, top, theme)
    look = {"x": 0.995, "xref": "paper", "xanchor": "right", "showarrow": False}
    figure.add_annotation(text=words, y=y, yanchor=yanchor, font={"size": 16, "color": theme.bound}, **look)


def shade_vacuous(figure: go.Figure, bottom: float, top: float, theme: Theme) -> None:
    """Shade the region where a bound is vacuous."""
    figure.add_hrect(y0=bottom, y1=top, fillcolor=theme.soft(theme.bound, 0.10), line_width=0, layer="below")


def diverging(theme: Theme) -> list[list]:
    """Colours for signed values, from blue through the background to amber; deepening fast near 0."""
    below, above = theme.hues["blue"], theme.hues["amber"]
    depth = ((0.0, 1.0), (0.3, 0.8), (0.44, 0.45), (0.5, 0.0))
    scale = [[place, theme.soft(below, opacity)] for place, opacity in depth]
    return scale + [[1 - place, theme.soft(above, opacity)] for place, opacity in reversed(depth)]


def colour_axis(scale: str | list, low: float, high: float, **bar) -> dict:
    """A colour axis from `low` to `high` with its bar, placed by Plotly's names."""
    look = {"tickfont": {"size": 16}, "thickness": 16, "nticks": 5, "outlinewidth": 0}
    return {"colorscale": scale, "cmin": low, "cmax": high, "colorbar": look | bar}


def on_common_axes(figure: go.Figure, figures: Iterable[go.Figure | None]) -> go.Figure:
    """The figure with every axis whose range is set, colour axes included, widened to those of all `figures`.

    So are the axes that its frames set, each to those of the frames of the same name.
    """
    common, drawn = go.Figure(figure), [each for each in figures if each is not None]
    _widen(common.layout, figure.layout, [each.layout for each in drawn])
    for frame in common.frames:
        beside = [other.layout for each in drawn for other in each.frames if other.name == frame.name]
        _widen(frame.layout, go.Layout(frame.layout), beside)
    return common


def _widen(common: go.Layout, layout: go.Layout, layouts: Iterable[go.Layout]) -> None:
    """Set the axes' ranges in `common`, a copy of `layout`, to hold those of all `layouts`."""
    others = [each.to_plotly_json() for each in layouts]
    for name, axis in layout.to_plotly_json().items():
        own = [each[name] for each in others if isinstance(each.get(name), dict)]
        if name.startswith("coloraxis") and "cmin" in axis:
            common[name].update(cmin=min(each["cmin"] for each in own), cmax=max(each["cmax"] for each in own))
        elif name.startswith(("xaxis", "yaxis")) and axis.get("range") is not None:
            ranges = [
                each["range"] for each in own if each.get("range") is not None and each.get("type") == axis.get("type")
            ]
            if any(isinstance(end, str) for ends in ranges for end in ends):
                continue
            ends = [min(min(each) for each in ranges), max(max(each) for each in ranges)]
            common[name].range = ends if axis["range"][0] <= axis["range"][1] else ends[::-1]
            ticks = [each for each in own if each.get("ticktext") is not None]
            names = {v: text for each in ticks for v, text in zip(each["tickvals"], each["ticktext"], strict=True)}
            if names:
                common[name].update(tickvals=sorted(names), ticktext=[names[v] for v in sorted(names)])
