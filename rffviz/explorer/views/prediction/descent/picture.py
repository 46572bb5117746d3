"""Test error and norm of the weights, of least squares and of ridge, as features outnumber points."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import band, line, names_at_ends, words_beside
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import ANSWER, Picture, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.views.prediction.descent.words import PANELS, descent_words, line_name
from rffviz.explorer.words.numbers import count, power_of_ten_above
from rffviz.studies.descent import Descent

_HUES = (("pink", "circle"), ("amber", "square"), ("green", "diamond"), ("blue", "triangle-up"), ("violet", "cross"))
_HIGHEST = 300.0  # end of the axis of errors: peaks may extend over decades
_NOTHING = 1e-6  # of a line's largest norm: smaller ones are rounding, of constant features
_FREE = 0.7  # of the axis' height are below the words at its top
_NAMED = 5  # most lines that are named at their ends


def descent_picture(record: Descent, theme: Theme) -> Picture:
    """Median test error and median norm of the weights for every λ against the number of frequencies, each with a band.

    A dashed vertical line marks 2m = n; a colour means the same λ in both panels.
    """
    at_ends = not theme.narrow and len(record.ridges) <= _NAMED
    widths = {} if theme.narrow else {"column_widths": [0.55, 0.45]}
    figure = side_by_side(theme, PANELS, 374 if at_ends else 448, 960, **widths)
    _lines(figure, record.n_freqs, record.ridges, record.median_test, record.band(), theme, 0)
    _lines(figure, record.n_freqs, record.ridges, record.median_norms, record.norm_band(), theme, 1)
    training = np.maximum(record.median_train[0], 1e-9)
    name, hover = "training error", "training error, D = %{x:,}: %{y:.3g}"
    dotted = {"width": 2, "dash": "dot", "meta": ANSWER}
    figure.add_trace(line(record.n_freqs, training, theme.hues[_HUES[0][0]], name, hover, **dotted))
    bottom = 0.3 * float(min(record.median_test.min(), record.predicted.min()))
    reach = 1.5 * float(max(record.median_test.max(), 1.0))
    top = min(_HIGHEST, reach)
    _predicted(figure, record, theme)
    norms = record.median_norms
    most = float(norms.max()) or 1.0
    least = float(norms[norms > _NOTHING * norms.max(axis=1, keepdims=True)].min(initial=most))
    ends = (bottom, top), (0.5 * least, 2 * most)
    _axes(figure, record, ends, theme)
    if at_ends:
        names = [
            (record.n_freqs[-1], max(float(norms[k, -1]), ends[1][0]), line_name(ridge), theme.hues[_hue(k)[0]])
            for k, ridge in enumerate(record.ridges)
        ]
        names_at_ends(figure, names, 0.085, size=16, **panel_place(theme, 1))
        figure.update_annotations(name=ANSWER, selector={"text": names[0][2]})  # its line is hidden, too
        figure.update_layout(margin={"r": 118})
    else:
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
        answer=(record.n_freqs, record.median_test[0]),
        **descent_words(record, _HIGHEST if reach > _HIGHEST else None),
    )


def _hue(k: int) -> tuple[str, str]:
    """Hue and marker of the k-th λ."""
    return _HUES[k % len(_HUES)]


def _lines(figure: go.Figure, n_freqs, ridges, medians, bands, theme: Theme, panel: int) -> None:
    """A line and its band for every λ; the smallest one, which has the peak, belongs to the answer."""
    place = panel_place(theme, panel)
    for k, ridge in enumerate(ridges):
        hue, symbol = _hue(k)
        colour, name, told = theme.hues[hue], line_name(ridge), None if k else ANSWER
        figure.add_trace(band(n_freqs, bands[0][k], bands[1][k], theme.soft(colour, 0.15), meta=told), **place)
        look = {"symbol": symbol, "size": 8, "meta": told, "legendgroup": name, "showlegend": not panel}
        hover = f"{name}, D = %{{x:,}}: %{{y:.3g}}"
        figure.add_trace(line(n_freqs, medians[k], colour, name, hover, **look), **place)


def _axes(figure: go.Figure, record: Descent, ends, theme: Theme) -> None:
    """Logarithmic axes, and 2m = n marked in both panels, named in the left one."""
    aside = "" if theme.narrow else ":<br>as many features<br>as points"
    meeting, words = record.about.n_points / 2, f"2·D = {count(record.about.n_points)}{aside}"
    ticks = [2**k for k in range(0, 24, 2) if 2**k <= record.n_freqs[-1]]
    left, right = record.n_freqs[0] * 0.85, record.n_freqs[-1] * 1.15  # fixed, since annotations would widen the axis
    for panel, (bottom, top) in enumerate(ends):
        place = panel_place(theme, panel)
        mark = {"width": 2, "dash": "dash", "hoverinfo": "skip", "meta": ANSWER}
        figure.add_trace(line([meeting] * 2, [bottom, top], theme.bound, **mark), **place)
        upright, flat = (partial(update, **place) for update in (figure.update_yaxes, figure.update_xaxes))
        log_axis(flat, "D, frequencies (2·D features)" if panel == 0 else "D", left, right, ticks, count)
        if math.log10(top / bottom) < 4:
            log_axis(upright, "", bottom, top, [factor * 10.0**power for power in range(-9, 9) for factor in (1, 3)])
        else:
            log_axis(upright, "", bottom, top, [10.0**power for power in range(-30, 30)], power_of_ten_above)
    beyond, (bottom, top) = record.median_test[0, record.n_freqs > meeting].max(initial=0), ends[0]
    high = beyond > bottom * (top / bottom) ** _FREE  # where least squares stays bad, its line is on the right
    at = (math.log10(meeting), 1, -8 if high else 8, -1)
    words_beside(figure, words, *at, theme.bound, yref="y domain", bgcolor=theme.paper, name=ANSWER)


def _predicted(figure: go.Figure, record: Descent, theme: Theme) -> None:
    """The prediction from the kernel's eigenvalues for the smallest and the largest λ, dashed."""
    for k in sorted({0, len(record.ridges) - 1}):
        name = f"theory, {line_name(record.ridges[k])}"
        values = np.minimum(record.predicted[k], 100 * _HIGHEST)  # infinite at the peak: clipped outside the picture
        look = {"width": 2, "dash": "dash", "showlegend": theme.narrow, "meta": None if k else ANSWER}
        hover = f"{name}, D = %{{x:,}}: %{{y:.3g}}"
        figure.add_trace(line(record.n_freqs, values, theme.hues[_hue(k)[0]], name, hover, **look))
    if not theme.narrow:
        domain = {"xref": "x domain", "yref": "y domain"}
        words_beside(figure, "dashed: theory", 0, 0, 8, 24, theme.muted, 15, **domain)
        words_beside(figure, "dotted: training", 0, 0, 8, 4, theme.muted, 15, name=ANSWER, **domain)
