"""Decision surfaces side by side: one grid, one colour scale, support vectors or landmarks marked."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import diverging
from rffviz.explorer.figures.panels import panels
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import classes, dots, heat
from rffviz.explorer.views.prediction.surfaces.words import surfaces_words, wrong
from rffviz.studies.surfaces import Surface, Surfaces


def surfaces_picture(record: Surfaces, theme: Theme) -> Picture:
    """One panel for each method that could be fitted."""
    shown = record.fitted
    columns = 1 if theme.narrow else 4 if len(shown) in (4, 7, 8) else min(3, max(1, len(shown)))
    rows = max(1, math.ceil(len(shown) / columns))
    titles = [f"<b>{one.label}</b><br>{wrong(record, one)}<br>{_key(one, len(record.X))}" for one in shown]
    gap = {"horizontal_spacing": 0.03, "vertical_spacing": min(0.9 / rows, 140 / (360 * rows))}
    height = (330 if theme.narrow else 270 if columns == 4 else 300) * rows + 62 + 30 * (rows - 1)
    figure = panels(theme, height, rows=rows, cols=columns, titles=titles, **gap)
    figure.update_layout(
        margin={"t": 78, "r": 10, "l": 10, "b": 20},
        coloraxis={"colorscale": diverging(theme), "cmin": -1.5, "cmax": 1.5, "showscale": False},
    )
    figure.update_annotations(font={"size": 17, "color": theme.ink})
    look = {"visible": False, "constrain": "domain"}
    figure.update_yaxes(constraintoward="top")
    figure.update_xaxes(range=[record.first[0], record.first[-1]], **look)
    figure.update_yaxes(range=[record.second[0], record.second[-1]], **look)
    if record.others:
        legend_under(figure, -0.04, legend_yanchor="top", margin={"b": 40})
        names = {"solid": "boundary", "dash": f"boundary of {record.reference.label}"}
        for dash, name in names.items():
            figure.add_trace(go.Scatter(x=[None], y=[None], mode="lines", line=_line(theme, dash), name=name))
    for i, one in enumerate(shown):
        place = {"row": i // columns + 1, "col": i % columns + 1}
        figure.update_yaxes(scaleanchor=f"x{i + 1}" if i else "x", **place)
        for trace in _traces(one, record, theme):
            figure.add_trace(trace.update(showlegend=False), **place)
    first, second = np.meshgrid(record.first, record.second)
    cells = {"x_1": first.ravel(), "x_2": second.ravel()}
    return Picture(
        name="surfaces",
        figure=figure,
        columns=cells | {one.name: one.values.ravel() for one in shown},
        **surfaces_words(record),
    )


def _traces(one: Surface, record: Surfaces, theme: Theme) -> list:
    first, second = record.first.astype(np.float32), record.second.astype(np.float32)
    hover = f"(%{{x:.2f}}, %{{y:.2f}}): %{{z:.2f}}<extra>{one.label}</extra>"
    look = {"zsmooth": "best", "opacity": 0.75, "hovertemplate": hover}
    traces = [heat(np.clip(one.values, -1.5, 1.5), "", first, second, **look)]
    for drawn, style in ((record.reference, "dash"), (one, "solid"))[one not in record.others :]:
        traces.append(_boundary(drawn, record, _line(theme, style)))
    traces += classes(record.X, record.y, theme, 6, line={"width": 1, "color": theme.paper})
    if len(one.marks):
        symbol, size = ("circle-open", 11) if one.exact else ("circle", 3)  # rings around points, or dots between them
        traces.append(dots(one.marks, theme.ink, symbol, size, hover=one.marked, line={"width": 1.5 * one.exact}))
    return traces


def _line(theme: Theme, dash: str) -> dict:
    return {"color": theme.ink, "width": 3 if dash == "solid" else 2, "dash": dash}


def _boundary(one: Surface, record: Surfaces, line: dict) -> go.Contour:
    """Where the decision function is 0."""
    return go.Contour(
        x=record.first.astype(np.float32),
        y=record.second.astype(np.float32),
        z=one.values.astype(np.float32),
        contours={"start": 0, "end": 0, "size": 1, "coloring": "none"},
        line=line,
        showscale=False,
        hoverinfo="skip",
    )


def _key(one: Surface, n: int) -> str:
    """What rings or dots in a panel are, and how many: '○ 20 support vectors'."""
    number = f"all {n:,}" if len(one.marks) == n else f"{len(one.marks):,}"
    return f"{'○' if one.exact else '•'} {number} {one.marked}" if one.marked else " "
