"""Bars from the printed bound down to the measurement, on a logarithmic axis; scrubbing adds the next step."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.axes import log_axis
from rffviz.figures.lines import band, line
from rffviz.figures.picture import Picture, Scrub, by_column
from rffviz.figures.theme import Theme, blank
from rffviz.studies.factor import Dissection
from rffviz.views.convergence.factor.words import (
    INEQUALITIES,
    SHORT,
    dissection_readings,
    dissection_words,
    factor_words,
)
from rffviz.words.numbers import count

_BOUNDS = {  # the bound whose colour a step takes
    "printed": "rahimi_recht",
    "constants": "sutherland_schneider",
    "radius": "sutherland_schneider",
    "pairs": "hoeffding_pairs",
    "variance": "bernstein_pairs",
    "exponent": "cramer_pairs",
}
_HALF = (0.33, 0.27)  # half a bar's height, in rows: with names beside the bars, and above them
_FIRST = 6.0  # ratio of the shortest bar to the axis's left end
_BEYOND = 2.0  # ratio of a vacuous bound's bar to the longest other bar


def dissection_picture(record: Dissection, theme: Theme) -> Picture:
    """A bar for each step with its number, its reduction of the previous step, and the factor.

    The last bar is there from the first frame on: the gap to the first bar is the factor to explain.
    """
    figure = blank(theme, height=580 if theme.narrow else 415)
    rows, start = np.arange(len(record.steps)), record.start
    sizes = np.array([step.n_freqs for step in record.steps])
    finite = sizes[np.isfinite(sizes)]
    left, right = finite.min() / _FIRST, finite.max() * (1 if len(finite) == len(sizes) else _BEYOND)
    ends = np.minimum(sizes, right)
    befores = np.concatenate([ends[:1], np.maximum(ends[:-1], ends[1:])])
    for row, step in enumerate(record.steps):
        colour, silent = _colour(step.name, theme), math.isinf(step.n_freqs)
        edges = np.zeros(2), np.zeros(2)  # filled in by `_heights`
        figure.add_trace(band([ends[row], befores[row]], *edges, theme.soft(colour, 0.2)))
        figure.add_trace(band([left, ends[row]], *edges, theme.soft(colour, 0.25) if silent else colour))
    numbers = ["∞, promises nothing" if math.isinf(size) else count(size) for size in sizes]
    colours = [theme.ink if math.isinf(size) else theme.paper for size in sizes]
    places, behind = ends.copy(), befores.copy()
    if record.measured:  # the interval is between the number and the factor
        reach = [record.low, min(record.high, right)]
        places[-1], behind[-1] = reach[0], max(befores[-1], reach[1])
    beside = "middle right" if theme.narrow else "middle left"
    said = [
        _text(places, numbers, "middle left", theme, color=colours, hovertext=_hover(record), hoverinfo="text"),
        _text(behind, [factor_words(step.factor) for step in record.steps], "middle right", theme, color=theme.ink),
        _text(np.full(len(rows), left), [SHORT[step.name] for step in record.steps], beside, theme, color=theme.ink),
    ]
    figure.add_traces(said)
    for trace, y in zip(figure.data, _heights(record, start, theme), strict=True):
        trace.y = y
    if record.measured:
        look = {"symbol": "line-ns-open", "size": 16, "width": 3, "hoverinfo": "skip"}
        figure.add_trace(line(reach, [rows[-1]] * 2, theme.ink, **look))
    _axes(figure, left, right, len(rows), theme)
    readings = dissection_readings(record)
    names = [step.name for step in record.steps]
    scrub = Scrub("Step", names, [SHORT[name] for name in names], readings, start, settings=names)
    moving = range(2 * len(rows) + 3)
    scrub.frames(figure, moving, lambda g: [go.Scatter(y=y) for y in _heights(record, g, theme)])
    table = (
        (step.name, INEQUALITIES[step.name], step.n_freqs, "" if math.isnan(step.factor) else step.factor, *interval)
        for step, interval in zip(record.steps, _intervals(record), strict=True)
    )
    return Picture(
        name="factor",
        figure=figure,
        columns=by_column(("step", "inequality", "n_freqs", "factor", "low", "high"), table),
        **dissection_words(record),
        reading=readings[start],
        scrub=scrub,
    )


def _heights(record: Dissection, g: int, theme: Theme) -> list[np.ndarray]:
    """The y of every trace that moves, at the g-th step: nan where it is not shown yet."""
    n, half = len(record.steps), _HALF[theme.narrow]
    rows = np.arange(n, dtype=np.float32)
    taken = (rows <= g) & (rows > 0)
    shown = (rows <= g) | (rows == n - 1)
    heights = []
    for row in range(n):
        corners = np.array([half, half, -half, -half], dtype=np.float32) + rows[row]
        heights += [np.where(each[row], corners, np.float32(np.nan)) for each in (taken, shown)]
    names = rows - 0.5 if theme.narrow else rows
    texts = (shown, rows), (taken, rows), (shown, names.astype(np.float32))
    return heights + [np.where(where, y, np.float32(np.nan)) for where, y in texts]


def _colour(name: str, theme: Theme) -> str:
    if name == "measured":
        return theme.scheme("monte_carlo")[0]
    return theme.promise(_BOUNDS[name])[0] if name in _BOUNDS else theme.hues["slate"]


def _text(x: np.ndarray, words: list[str], where: str, theme: Theme, color, **look) -> go.Scatter:
    """Text at positions, also outside the axes."""
    return go.Scatter(
        x=x.astype(np.float32),
        mode="text",
        text=[f" {each} " if each else "" for each in words],
        textposition=where,
        textfont={"size": 17, "color": color},
        cliponaxis=False,
        showlegend=False,
        **{"hoverinfo": "skip"} | look,
    )


def _axes(figure: go.Figure, left: float, right: float, n_rows: int, theme: Theme) -> None:
    low, high = math.log10(left), math.log10(right)
    room = 10 ** ((high - low) * (0.22 if theme.narrow else 0.1))  # room for the last factor
    step = max(1, math.ceil((high - low) / (4 if theme.narrow else 8)))
    ticks = [part * 10.0**k for k in range(0, 300, step) for part in ((1, 2, 5) if high - low < 2 else (1,))]
    begins = left * (1 - 1e-3)  # values at the edge must not count as outside
    log_axis(figure.update_xaxes, "D, frequencies", begins, right * room, ticks, count)
    top = -0.9 if theme.narrow else -0.5
    figure.update_yaxes(visible=False, range=[n_rows - 0.5, top])
    figure.update_layout(margin={"l": 12 if theme.narrow else 190})


def _hover(record: Dissection) -> list[str]:
    return [INEQUALITIES[step.name] for step in record.steps]


def _intervals(record: Dissection) -> list[tuple]:
    measured = (record.low, record.high)
    return [measured if step.name == "measured" else ("", "") for step in record.steps]
