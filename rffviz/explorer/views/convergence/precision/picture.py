"""The error of low-precision features, against D and against bits per point."""

from __future__ import annotations

from functools import partial

import numpy as np

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.views.convergence.precision.words import PANELS, precision_words
from rffviz.explorer.words.numbers import count, plural
from rffviz.studies.precision import PrecisionStudy

_LOOKS = (
    ("amber", "circle"),
    ("pink", "diamond"),
    ("teal", "square"),
    ("green", "triangle-up"),
    ("blue", "circle-open"),
)
_VALUES = sorted(m * 10.0**e for e in range(-7, 3) for m in (1, 3))


def precision_picture(record: PrecisionStudy, theme: Theme) -> Picture:
    """A line for each number of bits, median over seeds with its band, once over D and once over memory."""
    figure = side_by_side(theme, PANELS, 420, 860)
    low = 0.8 * min(float(curve.errors.min()) for curve in record.curves)
    high = 1.25 * max(float(curve.errors.max()) for curve in record.curves)
    for panel in range(2):
        place = panel_place(theme, panel)
        log_axis(
            partial(figure.update_yaxes, **place), "" if panel else "error of the kernel matrix", low, high, _VALUES
        )
        for curve, (hue, symbol) in zip(record.curves, _LOOKS, strict=False):
            colour, name = theme.hues[hue], plural(curve.bits, "bit")
            x = curve.bits_per_point if panel else curve.n_freqs
            figure.add_trace(band(x, *curve.band, theme.soft(colour, 0.15)), **place)
            what = f"{name}<br>" + ("%{x:,} bits per point: %{y:.3g}" if panel else "D = %{x:,}: %{y:.3g}")
            look = {"symbol": symbol, "showlegend": not panel, "legendgroup": name}
            figure.add_trace(line(x, curve.median, colour, name, what, **look), **place)
    first, last = record.curves[0], record.curves[-1]
    sizes = first.n_freqs
    log_axis(
        partial(figure.update_xaxes, **panel_place(theme, 0)),
        "D, frequencies (2·D features)",
        0.88 * sizes[0],
        1.14 * sizes[-1],
        2.0 ** np.arange(0, 20, 3),
        count,
    )
    ends = 0.8 * first.bits_per_point[0], 1.25 * last.bits_per_point[-1]
    ticks = 2.0 ** np.arange(4, 30, 4)
    log_axis(partial(figure.update_xaxes, **panel_place(theme, 1)), "bits per point", *ends, ticks, count)
    legend_under(figure, -0.1 if theme.narrow else -0.24, margin={"b": 90})
    rows = (
        (curve.bits, int(m), int(memory), seed, float(error))
        for curve in record.curves
        for seed, errors in zip(record.about.seeds, curve.errors, strict=False)
        for m, memory, error in zip(curve.n_freqs, curve.bits_per_point, errors, strict=True)
    )
    names = ("bits", "n_freqs", "bits_per_point", "seed", "error")
    return Picture(name="bits", figure=figure, columns=by_column(names, rows), **precision_words(record))
