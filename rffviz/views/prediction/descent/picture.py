"""Test error of least squares and of ridge as features outnumber points; beside it, examples of such fits."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.axes import log_axis
from rffviz.figures.lines import band, line, words_beside
from rffviz.figures.panels import panel_place, side_by_side
from rffviz.figures.picture import ANSWER, Picture, by_column
from rffviz.figures.theme import Theme, legend_under
from rffviz.figures.traces import dots
from rffviz.studies.descent import Descent, LineFits
from rffviz.views.prediction.descent.words import PANELS, descent_words, line_name
from rffviz.words.numbers import count

_HUES = (("pink", "circle"), ("amber", "square"), ("green", "diamond"), ("blue", "triangle-up"), ("violet", "cross"))
_FITS = (("amber", 3.0, "solid"), ("pink", 1.5, "solid"), ("teal", 2.0, "solid"))  # few, n, and many features
_FURTHEST = 10.0  # most of the fits' y axis; the points lie within about ±1.5
_HIGHEST = 300.0  # end of the axis, in multiples of the best constant's error: peaks may extend over decades


def descent_picture(record: Descent, theme: Theme) -> Picture:
    """Median test error and its band for every λ against the number of frequencies, with 2m = n marked.

    Beside it, or on a phone below it, three fits on a line.
    """
    widths = {} if theme.narrow else {"column_widths": [0.6, 0.4]}
    figure = side_by_side(theme, PANELS, 448, 960, **widths)
    low, high = record.band()
    for k, ridge in enumerate(record.ridges):
        hue, symbol = _HUES[k % len(_HUES)]
        told = None if k else ANSWER  # the line with the peak
        colour, name = theme.hues[hue], line_name(ridge)
        if record.n_seeds > 1:
            figure.add_trace(band(record.n_freqs, low[k], high[k], theme.soft(colour, 0.15), meta=told))
        hover = f"{name}, D = %{{x:,}}: %{{y:.3g}}"
        look = {"symbol": symbol, "size": 8, "meta": told}
        figure.add_trace(line(record.n_freqs, record.median_test[k], colour, name, hover, **look))
    training = np.maximum(record.median_train[0], 1e-9)
    name, hover = "training error", "training error, D = %{x:,}: %{y:.3g}"
    dotted = {"width": 2, "dash": "dot", "meta": ANSWER}
    figure.add_trace(line(record.n_freqs, training, theme.hues[_HUES[0][0]], name, hover, **dotted))
    bottom = 0.5 * float(min(record.median_test.min(), record.predicted.min()))
    reach = 1.5 * float(max(record.median_test.max(), 1.0))
    top = min(_HIGHEST, reach)
    _predicted(figure, record, math.log10(bottom) + 0.15 * math.log10(top / bottom), theme)
    aside = "" if theme.narrow else ":<br>as many features<br>as points"
    meeting, words = record.about.n_points / 2, f"2·D = {count(record.about.n_points)}{aside}"
    mark = {"width": 2, "dash": "dash", "hoverinfo": "skip", "meta": ANSWER}
    figure.add_trace(line([meeting] * 2, [bottom, top], theme.bound, **mark))
    at = (math.log10(meeting), 1, 8, -1)
    words_beside(figure, words, *at, theme.bound, yref="y domain", bgcolor=theme.paper, name=ANSWER)
    ticks = [2**k for k in range(0, 24, 2 if theme.narrow else 1) if 2**k <= record.n_freqs[-1]]
    left, right = record.n_freqs[0] * 0.85, record.n_freqs[-1] * 1.15  # fixed, since annotations would widen the axis
    left_panel = panel_place(theme, 0)
    upright, flat = (partial(update, **left_panel) for update in (figure.update_yaxes, figure.update_xaxes))
    log_axis(flat, "D, frequencies (two features each)", left, right, ticks, count)
    values = (0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10, 30, 100, 300)
    log_axis(upright, "test error", bottom, top, values)
    _draw_fits(figure, record.line, theme)
    legend_under(figure, -0.09 if theme.narrow else -0.21, legend_font_size=15, margin={"b": 100})
    rows = (
        (ridge, s, int(m), record.train[k, s, g], record.test[k, s, g], record.norms[k, s, g], record.predicted[k, g])
        for k, ridge in enumerate(record.ridges)
        for s in range(record.n_seeds)
        for g, m in enumerate(record.n_freqs)
    )
    names = ("lambda", "seed", "n_freqs", "train_error", "test_error", "norm", "predicted_test_error")
    return Picture(
        name="descent",
        figure=figure,
        columns=by_column(names, rows),
        **descent_words(record, _HIGHEST if reach > _HIGHEST else None),
    )


def _predicted(figure: go.Figure, record: Descent, low: float, theme: Theme) -> None:
    """The prediction from the kernel's eigenvalues for the smallest and the largest λ, dashed, named under their ends.

    Under ends lower than `low`, a logarithm, there is no room: the name is then above, and to the left of that of a
    higher end.
    """
    for k in sorted({0, len(record.ridges) - 1}):
        hue = theme.hues[_HUES[k % len(_HUES)][0]]
        name = f"predicted, {line_name(record.ridges[k])}"
        values = np.minimum(record.predicted[k], 100 * _HIGHEST)  # infinite at the peak: clipped outside the picture
        told = None if k else ANSWER
        look = {"width": 2, "dash": "dash", "showlegend": theme.narrow, "meta": told}
        figure.add_trace(line(record.n_freqs, values, hue, name, f"{name}, D = %{{x:,}}: %{{y:.3g}}", **look))
        if not theme.narrow:
            place = math.log10(values[-1])
            at = (math.log10(record.n_freqs[-1]), place, *((-66, 6) if place < low else (-2, -4)))
            words_beside(figure, "predicted", *at, hue, 15, name=told and ANSWER)


def _draw_fits(figure: go.Figure, record: LineFits, theme: Theme) -> None:
    """The three fits and their points in the second panel, clipped by its axis."""
    place = panel_place(theme, 1)
    for k in (1, 2, 0):  # the oscillating one behind the others
        m, fit, (hue, width, dash) = record.n_freqs[k], record.fits[k], _FITS[k]
        told = ANSWER if m > record.n_freqs[0] else None
        look = {"width": width, "dash": dash, "meta": told}
        hover = f"D = {count(m)}, x = %{{x:.2f}}: %{{y:.2f}}"
        figure.add_trace(line(record.x, fit, theme.hues[hue], f"fit, D = {count(m)}", hover, **look), **place)
    points = np.column_stack([record.x_train, record.y_train])
    figure.add_trace(dots(points, theme.ink, size=6).update(showlegend=False), **place)
    reach = min(_FURTHEST, 1.1 * float(max(record.swings.max(), np.abs(record.y_train).max())))
    figure.update_xaxes(title={"text": "x"}, **place)
    figure.update_yaxes(title={"text": "y"}, range=[-reach, reach], **place)
