"""Each fit's change of prediction and its test error against the error of its kernel matrix."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import line, words_beside
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import ANSWER, Picture, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.prediction.kernel_error.words import BOUND, PANELS, kernel_error_words, two_digits
from rffviz.explorer.words.about import scheme_label
from rffviz.explorer.words.numbers import count, measured, number
from rffviz.studies.kernel_error import KernelError

_FAINT = 0.65  # opacity of the fits at other numbers of frequencies
_ROOM = 12.0  # times the largest change: how far up the bound is drawn
_TICKS = [factor * 10.0**power for power in range(-9, 9) for factor in (1, 2, 5)]


def kernel_error_picture(record: KernelError, theme: Theme) -> Picture:
    """A dot for each fit, the fits at the chosen D filled; the bound as a line, the exact method as a level."""
    figure = side_by_side(theme, PANELS, 405, 900)
    at = record.measured
    left, right = float(record.matrix_errors[at].min()) * 0.8, float(record.matrix_errors[at].max()) * 1.25
    for panel, values in enumerate((record.changes, record.test)):
        _dots(figure, record, values, theme, panel)
        place = panel_place(theme, panel)
        flat = partial(figure.update_xaxes, **place)
        ticks = _TICKS[::3] if right / left > 30 else _TICKS
        log_axis(flat, f"‖K̂ − K‖<sub>2</sub>, {count(record.about.n_points)} training points", left, right, ticks)
    low, high = float(record.changes[at].min()), float(record.changes[at].max())
    reach = 3 * max(record.limit, high)
    bottom, top = 0.4 * low, reach if reach < 3 * _ROOM * high else _ROOM * high
    powers = _TICKS[::3] if top / bottom > 30 else _TICKS
    log_axis(partial(figure.update_yaxes, **panel_place(theme, 0)), "", bottom, top, powers)
    _bound(figure, record, left, right, top, theme)
    _sizes(figure, record, bottom, theme)
    place = panel_place(theme, 1)
    level = {"dash": "dash", "width": 2.5, "hoverinfo": "skip"}
    name = f"exact kernel ridge: {measured(record.exact_test)}"
    figure.add_trace(line([left, right], [record.exact_test] * 2, theme.exact, name, **level), **place)
    legend_under(figure, -0.1 if theme.narrow else -0.24, margin={"b": 100})
    rows = (
        (
            *(name, record.about.seeds[s], int(m)),
            *(float(each[i, s, g]) for each in (record.matrix_errors, record.row_errors, record.changes)),
            *(float(each[i, s, g]) for each in (record.rms_changes, record.bounds, record.test)),
        )
        for i, name in enumerate(record.samplers)
        for s in range(record.n_seeds)
        for g, m in enumerate(record.n_freqs)
        if at[i, s, g]
    )
    names = ("scheme", "seed", "n_freqs", "matrix_error", "row_error", "change", "rms_change", "bound", "test_error")
    columns = by_column(names, rows)
    return Picture(name="kernel-error", figure=figure, columns=columns, **kernel_error_words(record))


def _dots(figure: go.Figure, record: KernelError, values: np.ndarray, theme: Theme, panel: int) -> None:
    """The fits of each scheme: faint rings, filled at the chosen number of frequencies."""
    place = panel_place(theme, panel)
    for i, sampler in enumerate(record.samplers):
        colour, symbol = theme.scheme(sampler)
        label = scheme_label(sampler)
        for chosen in (False, True):
            at = record.here[i] if chosen else record.measured[i] & ~record.here[i]
            rows = np.column_stack([record.matrix_errors[i][at], values[i][at]])
            sizes = np.broadcast_to(record.n_freqs, at.shape)[at]
            hover = f"{label}, D = %{{customdata:,}}<br>‖K̂ − K‖₂ = %{{x:.3g}}: %{{y:.3g}}"
            look = {"opacity": 1.0, "line": {"width": 1, "color": theme.ink}} if chosen else {"opacity": _FAINT}
            shape = symbol if chosen else f"{symbol.removesuffix('-open')}-open"
            trace = dots(rows, colour, shape, 10 if chosen else 7, hover=hover, **look)
            named = panel == 0 and chosen is bool(record.here[i].sum() == record.measured[i].sum())
            trace.update(name=label, showlegend=named, legendgroup=sampler, customdata=sizes)
            figure.add_trace(trace.update(meta=ANSWER if chosen else None), **place)


def _bound(figure: go.Figure, record: KernelError, left: float, right: float, top: float, theme: Theme) -> None:
    """The bound's line if it is in range, else an indication of where it begins; above the limit it is vacuous."""
    place = panel_place(theme, 0)
    ends = np.array([left, right])
    values = record.slope * ends
    if record.limit < top:
        look = {"fillcolor": theme.soft(theme.bound, 0.10), "line_width": 0, "layer": "below"}
        figure.add_hrect(y0=record.limit, y1=top, **look, **place)
        words = f"bound is vacuous above {number(record.limit)}"
        figure.add_annotation(
            text=words,
            x=0.99 if values[0] >= top else 0.01,
            xref="x domain",
            xanchor="right" if values[0] >= top else "left",
            y=math.log10(record.limit),
            yref="y",
            yanchor="bottom",
            showarrow=False,
            font={"size": 15, "color": theme.bound},
        )
    style = {"dash": "dash", "width": 2.5, "hoverinfo": "skip", "cliponaxis": True, "showlegend": bool(values[0] < top)}
    figure.add_trace(line(ends, values, theme.bound, f"bound, {BOUND}", **style), **place)
    if values[0] >= top:
        words = f"↑ {BOUND}: {two_digits(values[0])} and more"
        words_beside(figure, words, math.log10(left), 1, 6, -4, theme.bound, 15, xref="x", yref="y domain")


def _sizes(figure: go.Figure, record: KernelError, bottom: float, theme: Theme) -> None:
    """The first and the last number of frequencies, under their dots."""
    for g, side in ((0, -1), (len(record.n_freqs) - 1, 1)):
        errors = record.matrix_errors[:, :, g][record.measured[:, :, g]]
        if len(errors):
            edge = float(errors.max() if side < 0 else errors.min())
            words, y = f"D = {count(record.n_freqs[g])}", math.log10(bottom)
            look = {"xref": "x", "yref": "y"}
            words_beside(figure, words, math.log10(edge), y, 4 * side, 4, theme.muted, 15, **look)
