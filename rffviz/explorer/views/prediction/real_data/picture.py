"""Test error of several methods against their size, with the exact ones as levels; seconds beside it."""

from __future__ import annotations

import math
from itertools import cycle

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.views.prediction.real_data.words import at_most, comparison_words, error_label, per_cent_sign
from rffviz.explorer.words.numbers import count, measured, number
from rffviz.studies.real_data import MethodComparison

_DASHES = ("dash", "dot", "dashdot", "longdash")
_DECADES = 100  # largest over smallest seconds from which powers of ten alone are ticks


def comparison_picture(record: MethodComparison, theme: Theme) -> Picture:
    """Mean test error over the splits with one standard deviation, and the time to fit, both against the size."""
    figure = _panels(record, theme)
    unit = per_cent_sign(record.task)
    sizes = np.concatenate([run.sizes for run in record.sized] or [[1, 2]])
    if record.sized and record.exact:
        ends, least = [sizes.min(), sizes.max()], record.target.mean_errors[0]
        near = band(ends, [least] * 2, [record.limit] * 2, theme.soft(theme.muted, 0.25), at_most(record))
        figure.add_trace(near, **panel_place(theme, 0))
    for panel, values in enumerate(("mean_errors", "mean_fit_seconds")):
        place, first = panel_place(theme, panel), panel == 0
        for run in record.sized:
            colour, symbol = theme.method(run.name)
            spread = run.spread.astype(np.float32)
            bars = {"array": spread, "thickness": 2, "width": 5} if first and np.isfinite(spread).any() else None
            look = {"error_y": bars, "legendgroup": run.name, "showlegend": first}
            hover, means = f"{run.label}, %{{x:,}}: %{{y:.3g}}", getattr(run, values)
            figure.add_trace(line(run.sizes, means, colour, run.label, hover, symbol=symbol, **look), **place)
        for dash, run in zip(cycle(_DASHES), record.exact, strict=False):
            look = {"width": 2.5, "dash": dash, "legendgroup": run.name, "showlegend": first}
            name, hover = f"{run.label}: {measured(run.mean_errors[0])}{unit}", f"{run.label}: %{{y:.3g}}"
            level = np.repeat(getattr(run, values), 2)
            figure.add_trace(line([sizes.min(), sizes.max()], level, theme.exact, name, hover, **look), **place)
    names = ("method", "size", "split", "error", "fit_seconds", "predict_seconds")
    rows = (
        (
            *(run.name, "" if run.exact else int(run.sizes[g]), int(s)),
            *(float(each[s, g]) for each in (run.errors, run.fit_seconds, run.predict_seconds)),
        )
        for run in record.runs
        for s, g in np.argwhere(np.isfinite(run.errors))
    )
    return Picture(name="comparison", figure=figure, columns=by_column(names, rows), **comparison_words(record))


def _panels(record: MethodComparison, theme: Theme) -> go.Figure:
    widths = None if theme.narrow else [0.6, 0.4]
    figure = side_by_side(theme, (error_label(record.task), "processor seconds to fit"), 370, column_widths=widths)
    legend_under(figure, -0.12 if theme.narrow else -0.27, margin={"r": 14})
    sizes = sorted({int(size) for run in record.sized for size in run.sizes})
    step = max(1, math.ceil(len(sizes) / (4 if theme.narrow else 7)))
    figure.update_xaxes(
        type="log",
        title={"text": "size: frequencies, grids or landmarks"},
        tickvals=sizes[::step],
        ticktext=[count(size) for size in sizes[::step]],
    )
    figure.update_yaxes(nticks=7, ticksuffix=per_cent_sign(record.task), row=1, col=1)
    figure.update_yaxes(type="log", **_second_ticks(record), **panel_place(theme, 1))
    return figure


def _second_ticks(record: MethodComparison) -> dict:
    """Powers of ten; where that is hardly more than one tick, numbers between them, too."""
    seconds = np.concatenate([run.mean_fit_seconds for run in record.runs] or [np.array([np.nan])])
    seconds = seconds[np.isfinite(seconds)]
    if not seconds.size or seconds.max() >= _DECADES * seconds.min():
        return {"tickformat": ",~g", "dtick": 1}
    steps = (1, 2, 5) if seconds.max() > 5 * seconds.min() else (1, 1.5, 2, 3, 4, 5, 6, 8)
    ticks = [step * 10.0**power for power in range(-6, 6) for step in steps]
    return {"tickvals": ticks, "ticktext": [number(tick) for tick in ticks]}
