"""Dots from the printed bound down to the measurement, on a logarithmic axis; scrubbing adds the next step."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.picture import Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme, blank
from rffviz.explorer.views.convergence.factor.words import (
    INEQUALITIES,
    dissection_readouts,
    dissection_words,
    factor_words,
)
from rffviz.explorer.words.labels import STEP_LABELS
from rffviz.explorer.words.numbers import count
from rffviz.studies.factor import Dissection

_BOUNDS = {  # the bound whose colour a step takes
    "printed": "rahimi_recht",
    "constants": "sutherland_schneider",
    "radius": "sutherland_schneider",
    "pairs": "hoeffding_pairs",
    "variance": "bernstein_pairs",
    "exponent": "cramer_pairs",
}
_FIRST = 6.0  # ratio of the smallest number to the axis's left end: room for its text
_BEYOND = 2.0  # ratio of the place of a vacuous bound to the largest number


def dissection_picture(record: Dissection, theme: Theme) -> Picture:
    """A dot for each step with its number, a line from the previous step, and the factor.

    The last dot is there from the first frame on: the gap to the first dot is the factor to explain.
    """
    figure = blank(theme, height=580 if theme.narrow else 415)
    rows, start = np.arange(len(record.steps)), record.start
    sizes = np.array([step.n_freqs for step in record.steps])
    finite = sizes[np.isfinite(sizes)]
    left, right = finite.min() / _FIRST, finite.max() * (1 if len(finite) == len(sizes) else _BEYOND)
    ends = np.minimum(sizes, right)
    befores = np.concatenate([ends[:1], ends[:-1]])
    for row, step in enumerate(record.steps):
        colour, symbol = _colour(step.name, theme), "triangle-right" if math.isinf(step.n_freqs) else "circle"
        nowhere = np.zeros(2), np.zeros(1)  # filled in by `_heights`
        step_from = [ends[row], befores[row]]
        figure.add_trace(line(step_from, nowhere[0], theme.soft(colour, 0.45), width=8, hoverinfo="skip"))
        figure.add_trace(line([ends[row]], nowhere[1], colour, symbol=symbol, size=16, hoverinfo="skip"))
    numbers = ["∞, vacuous" if math.isinf(size) else count(size) for size in sizes]
    places, behind = np.minimum(ends, befores), np.maximum(ends, befores)
    if record.measured:  # the interval is between the number and the factor
        reach = [record.low, min(record.high, right)]
        places[-1], behind[-1] = min(places[-1], reach[0]), max(behind[-1], reach[1])
    beside = "middle right" if theme.narrow else "middle left"
    said = [
        _text(places, numbers, "middle left", theme, color=theme.ink, hovertext=_hover(record), hoverinfo="text"),
        _text(behind, [factor_words(step.factor) for step in record.steps], "middle right", theme, color=theme.ink),
        _text(
            np.full(len(rows), left), [STEP_LABELS[step.name] for step in record.steps], beside, theme, color=theme.ink
        ),
    ]
    figure.add_traces(said)
    for trace, y in zip(figure.data, _heights(record, start, theme), strict=True):
        trace.y = y
    if record.measured:
        look = {"symbol": "line-ns-open", "size": 16, "width": 3, "hoverinfo": "skip"}
        figure.add_trace(line(reach, [rows[-1]] * 2, theme.ink, **look))
    _axes(figure, left, right, len(rows), theme)
    readouts = dissection_readouts(record)
    names = [step.name for step in record.steps]
    scrub = Scrub("Step", names, [STEP_LABELS[name] for name in names], readouts, start, settings=names)
    moving = range(2 * len(rows) + 3)
    scrub.frames(figure, moving, lambda g: [go.Scatter(y=y) for y in _heights(record, g, theme)])
    table = (
        (
            *(step.name, INEQUALITIES[step.name], step.n_freqs, "" if math.isnan(step.factor) else step.factor),
            *(*interval, len(record.about.seeds) if step.name == "measured" else ""),
        )
        for step, interval in zip(record.steps, _intervals(record), strict=True)
    )
    return Picture(
        name="factor",
        figure=figure,
        columns=by_column(("step", "inequality", "n_freqs", "factor", "low", "high", "n_seeds"), table),
        **dissection_words(record),
        readout=readouts[start],
        scrub=scrub,
    )


def _heights(record: Dissection, g: int, theme: Theme) -> list[np.ndarray]:
    """The y of every trace that moves, at the g-th step: nan where it is not shown yet."""
    n = len(record.steps)
    rows = np.arange(n, dtype=np.float32)
    taken = (rows <= g) & (rows > 0)
    shown = (rows <= g) | (rows == n - 1)
    heights = []
    for row in range(n):
        for where, size in ((taken, 2), (shown, 1)):
            heights.append(np.full(size, rows[row] if where[row] else np.nan, dtype=np.float32))
    names = rows - 0.5 if theme.narrow else rows
    texts = (shown, rows), (taken, rows), (shown, names.astype(np.float32))
    return heights + [np.where(where, y, np.float32(np.nan)) for where, y in texts]


def _colour(name: str, theme: Theme) -> str:
    if name == "measured":
        return theme.scheme("monte_carlo")[0]
    return theme.guarantee(_BOUNDS[name])[0] if name in _BOUNDS else theme.hues["slate"]


def _text(x: np.ndarray, words: list[str], where: str, theme: Theme, color, **look) -> go.Scatter:
    """Text at positions, also outside the axes."""
    return go.Scatter(
        x=x.astype(np.float32),
        mode="text",
        text=[f"\u00a0\u00a0\u00a0{each}\u00a0\u00a0\u00a0" if each else "" for each in words],
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
    figure.update_layout(margin={"l": 12 if theme.narrow else 280})


def _hover(record: Dissection) -> list[str]:
    return [INEQUALITIES[step.name] for step in record.steps]


def _intervals(record: Dissection) -> list[tuple]:
    measured = (record.low, record.high)
    return [measured if step.name == "measured" else ("", "") for step in record.steps]
