"""Test error of least squares as features pass points, and of ridge beside it."""

from __future__ import annotations

import math

import numpy as np

from rffviz.figures.axes import log_axis
from rffviz.figures.lines import band, line, words_beside
from rffviz.figures.picture import ANSWER, Picture, by_column
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.studies.descent import Descent
from rffviz.words.descent import descent_words, line_name
from rffviz.words.numbers import count

_HUES = (("pink", "circle"), ("amber", "square"), ("green", "diamond"), ("blue", "triangle-up"), ("violet", "cross"))
_HIGHEST = 300.0  # of the axis, in multiples of the best constant: a peak may go on for decades


def descent_picture(found: Descent, theme: Theme) -> Picture:
    """Median test error and its band for every λ against the number of frequencies, the meeting point marked."""
    figure = blank(theme, height=430)
    low, high = found.band()
    for k, ridge in enumerate(found.ridges):
        hue, symbol = _HUES[k % len(_HUES)]
        told = None if k else ANSWER  # the line that peaks
        colour, name = theme.hues[hue], line_name(ridge)
        if found.n_seeds > 1:
            figure.add_trace(band(found.n_freqs, low[k], high[k], theme.soft(colour, 0.15), meta=told))
        hover = f"{name}, D = %{{x:,}}: %{{y:.3g}}"
        look = {"symbol": symbol, "size": 8, "meta": told}
        figure.add_trace(line(found.n_freqs, found.median_test[k], colour, name, hover, **look))
    training = np.maximum(found.median_train[0], 1e-9)
    name, hover = f"{line_name(found.ridges[0])}, training error", "training error, D = %{x:,}: %{y:.3g}"
    dotted = {"width": 2, "dash": "dot", "meta": ANSWER}
    figure.add_trace(line(found.n_freqs, training, theme.hues[_HUES[0][0]], name, hover, **dotted))
    bottom = 0.5 * float(found.median_test.min())
    reach = 1.5 * float(max(found.median_test.max(), 1.0))
    top = min(_HIGHEST, reach)
    aside = "" if theme.narrow else ":<br>as many features as points"
    meeting, words = found.about.n_points / 2, f"2·D = {count(found.about.n_points)}{aside}"
    mark = {"width": 2, "dash": "dash", "hoverinfo": "skip", "meta": ANSWER}
    figure.add_trace(line([meeting] * 2, [bottom, top], theme.bound, **mark))
    at = (math.log10(meeting), 1, 8, -1)
    words_beside(figure, words, *at, theme.bound, yref="paper", bgcolor=theme.paper, name=ANSWER)
    ticks = [2**k for k in range(0, 24, 2 if theme.narrow else 1) if 2**k <= found.n_freqs[-1]]
    left, right = found.n_freqs[0] * 0.85, found.n_freqs[-1] * 1.15  # else a note would widen the axis
    log_axis(figure.update_xaxes, "D, frequencies (two features each)", left, right, ticks, count)
    values = (0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10, 30, 100, 300)
    log_axis(figure.update_yaxes, "test error (1: best constant)", bottom, top, values)
    legend_under(figure, -0.24 if theme.narrow else -0.2, margin={"b": 110})
    rows = (
        (ridge, s, int(m), found.train[k, s, g], found.test[k, s, g], found.norms[k, s, g])
        for k, ridge in enumerate(found.ridges)
        for s in range(found.n_seeds)
        for g, m in enumerate(found.n_freqs)
    )
    names = ("lambda", "seed", "n_freqs", "train_error", "test_error", "norm")
    return Picture(
        name="descent",
        figure=figure,
        columns=by_column(names, rows),
        **descent_words(found, _HIGHEST if reach > _HIGHEST else None),
    )
