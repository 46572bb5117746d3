"""Seconds against the number of points, and where features become faster than the exact method."""

from __future__ import annotations

import math

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import line, mark_at
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.views.prediction.cost.words import beyond_words, cost_words
from rffviz.explorer.views.prediction.picture import draw_beyond, seconds_axis
from rffviz.explorer.words.numbers import count, number
from rffviz.studies.cost import Cost


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
    ahead = draw_beyond(figure, record, theme, "exact, fit: continued as N³", "N", beyond_words(record))
    ticks = record.n_points[:: 2 if theme.narrow else 1]
    log_axis(figure.update_xaxes, "N, points", record.n_points[0] * 0.8, record.n_points[-1] * 1.25, ticks, count)
    seconds = [*(each for each, *_ in lines), ahead]
    seconds_axis(figure, seconds, 0.35 if theme.narrow else 0.28, "processor time")
    legend_under(figure, -0.24 if theme.narrow else -0.2, margin={"b": 110})
    names = ("n_points", "exact_fit", "exact_predict", "features_fit", "features_predict")
    columns = {name: getattr(record, name) for name in names}
    return Picture(name="cost", figure=figure, columns=columns, **cost_words(record))
