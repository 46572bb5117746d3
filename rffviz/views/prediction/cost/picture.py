"""Seconds against the number of points, and where features become faster than the exact method."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.axes import log_axis
from rffviz.figures.lines import line, mark_at, words_beside
from rffviz.figures.picture import ANSWER, Picture
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.studies.cost import Cost
from rffviz.views.prediction.cost.words import beyond_words, cost_words
from rffviz.words.numbers import count, number


def cost_picture(record: Cost, theme: Theme) -> Picture:
    """Fitting and predicting, exact and on features, on logarithmic axes; the crossing is named."""
    figure = blank(theme, height=430)
    blue = theme.method("fourier")[0]
    lines = (
        (record.exact_fit, "exact, fit", theme.exact, "solid", "square"),
        (record.features_fit, "features, fit", blue, "solid", "circle"),
        (record.exact_predict, "exact, predict", theme.exact, "dot", "square-open"),
        (record.features_predict, "features, predict", blue, "dot", "circle-open"),
    )
    for values, name, colour, dash, symbol in lines:
        hover = f"{name}, N = %{{x:,}}: %{{y:.3g}} s"
        figure.add_trace(line(record.n_points, values, colour, name, hover, dash=dash, symbol=symbol))
    if math.isfinite(record.crossing):
        aside = "" if theme.narrow else ": features fit faster"
        mark_at(figure, record.crossing, f"N = {number(record.crossing)}{aside}", theme)
    ahead = _beyond(figure, record, theme)
    ticks = record.n_points[:: 2 if theme.narrow else 1]
    log_axis(figure.update_xaxes, "N, points", record.n_points[0] * 0.8, record.n_points[-1] * 1.25, ticks, count)
    times = np.log10(np.concatenate([values[np.isfinite(values)] for values in (*(each for each, *_ in lines), ahead)]))
    low, high = (times.min(), times.max()) if len(times) else (-3.0, 0.0)
    room = max(
        0.25, (0.35 if theme.narrow else 0.28) * (high - low)
    )  # for the label of the crossing above that of the line's end
    figure.update_yaxes(
        type="log", title={"text": "processor seconds"}, range=[low - 0.2, high + room], dtick=1, tickformat=",~g"
    )
    legend_under(figure, -0.24 if theme.narrow else -0.2, margin={"b": 110})
    names = ("n_points", "exact_fit", "exact_predict", "features_fit", "features_predict")
    columns = {name: getattr(record, name) for name in names}
    return Picture(name="cost", figure=figure, columns=columns, **cost_words(record))


def _beyond(figure: go.Figure, record: Cost, theme: Theme) -> np.ndarray:
    """The exact method's time beyond its last size, as N³, with time and memory at the end; returns its times."""
    timed = np.flatnonzero(np.isfinite(record.exact_fit))
    if not len(timed) or timed[-1] == len(record.n_points) - 1:
        return np.empty(0)
    sizes = record.n_points[timed[-1] :]
    times = np.array([record.exact_at(n) for n in sizes])
    name = "exact, fit: continued as N³"
    look = {"dash": "dash", "width": 2, "meta": ANSWER}
    figure.add_trace(line(sizes, times, theme.exact, name, f"{name}, N = %{{x:,}}: %{{y:.3g}} s", **look))
    end = math.log10(sizes[-1]), math.log10(times[-1])
    words_beside(figure, f"<b>{beyond_words(record)}</b>", *end, -10, 2, theme.exact, name=ANSWER)
    return times
