"""A picture enlarged for the back row of a hall: all pixel sizes scaled, and optionally without the answer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.picture import ANSWER, Picture
from rffviz.explorer.words.readout import Readout

_FONTS = ("font", "tickfont", "textfont", "title_font")
_PIXELS = ("xshift", "yshift", "ax", "ay", "standoff", "thickness", "borderpad", "ticklen", "entrywidth")
_SMALLEST = 16  # smallest font before scaling, in pixels: that of tick labels
_HIDDEN = "The answer is not shown yet"
_CLEAR = 1.25  # times the growth of the height, for all pixel sizes: here names begin to touch
_ROOM = 20  # pixels to add on the right, before scaling, for names at the ends of lines


def enlarged(picture: Picture, factor: float, height: int) -> Picture:
    """The picture with fonts, markers, lines, margins and offsets `factor` times as large, `height` pixels high.

    In a figure that grows by less the factor is smaller, so that names which keep clear of each other still do.
    """
    if picture.figure is None:
        return picture
    given = picture.figure.layout.to_plotly_json()
    factor = min(factor, max(1.0, _CLEAR * height / given["height"]))
    layout, margin = _grown(given, factor), given.get("margin", {})
    layout["height"], layout["margin"] = height, {k: v if v is False else v * factor for k, v in margin.items()}
    if not given.get("showlegend", True):
        layout["margin"]["r"] = layout["margin"].get("r", 0) + _ROOM * factor
    around = margin.get("t", 0) + margin.get("b", 0)
    further = factor * (given["height"] - around) / max(height - factor * around, 1)
    for part in (layout.get("legend", {}), *(bar["colorbar"] for bar in layout.values() if _has_bar(bar))):
        if part.get("y", 0) < 0:  # below the plots its y, a share of their height, stands for pixels
            part["y"] *= further
    figure = go.Figure([_grown(trace.to_plotly_json(), factor) for trace in picture.figure.data], layout)
    frames = [frame.to_plotly_json() for frame in picture.figure.frames]
    figure.frames = [frame | {"data": _grown(frame["data"], factor)} for frame in frames]
    return replace(picture, figure=figure)


def without_answer(picture: Picture) -> Picture:
    """The picture before the answer is revealed: without the traces and annotations marked `ANSWER`.

    Its alt text only names the axes, and headline and readout do not reveal the result. A table loses its rows and
    notes.
    """
    if picture.figure is None:
        return replace(
            picture, alt=_HIDDEN, title=_HIDDEN, readout=Readout(), table=None, chips=(), columns={}, notes=()
        )
    figure = go.Figure(picture.figure)
    figure.for_each_trace(lambda trace: trace.update(visible=False) if trace.meta == ANSWER else None)
    figure.for_each_annotation(lambda words: words.update(visible=False) if words.name == ANSWER else None)
    _clear_empty_panels(figure)
    scrub = picture.scrub and replace(picture.scrub, readouts=[Readout()] * len(picture.scrub.readouts))
    return replace(picture, figure=figure, alt=_axes(figure), title=_HIDDEN, readout=Readout(), scrub=scrub)


def _clear_empty_panels(figure: go.Figure) -> None:
    """Hide the axes and titles of panels of which every trace is hidden."""
    shown, hidden = set(), set()
    for trace in figure.data:
        if "xaxis" in trace:
            (hidden if trace.visible is False else shown).add((trace.xaxis or "x", trace.yaxis or "y"))
    for x, y in hidden - shown:
        across, up = figure.layout[f"xaxis{x[1:]}"], figure.layout[f"yaxis{y[1:]}"]
        across.visible = up.visible = False
        if not across.domain or not up.domain:
            continue
        for words in figure.layout.annotations:
            inside = words.xref == words.yref == "paper" and across.domain[0] <= words.x <= across.domain[1]
            if inside and up.domain[1] <= words.y < up.domain[1] + 0.05:
                words.visible = False


def _axes(figure: go.Figure) -> str:
    """The titles of the axes, without repetition."""
    axes = [*figure.select_xaxes(), *figure.select_yaxes()]
    titles = [re.sub(r"<[^>]*>", "", axis.title.text) for axis in axes if axis.title.text]
    return f"A figure whose answer is not shown yet; its axes: {', '.join(dict.fromkeys(titles)) or 'without names'}."


def _has_bar(part: Any) -> bool:
    return isinstance(part, dict) and "colorbar" in part


def _grown(node: Any, factor: float, inside: str = "") -> Any:
    """A part of a figure with its pixel sizes scaled; data are unchanged."""
    if isinstance(node, list | tuple):
        return [_grown(each, factor, inside) for each in node] if node and isinstance(node[0], dict) else node
    if not isinstance(node, dict):
        return node
    grown = {}
    for name, value in node.items():
        if name == "size" and inside in _FONTS:
            grown[name] = max(value, _SMALLEST) * factor
        elif (name == "size" and inside == "marker") or (name == "width" and inside == "line") or name in _PIXELS:
            grown[name] = value * factor if isinstance(value, int | float | np.ndarray) else value
        else:
            grown[name] = _grown(value, factor, name)
    return grown
