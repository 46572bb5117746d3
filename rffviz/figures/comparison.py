"""Test error of several methods against their size, beside the exact ones; seconds beside it."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Column, Picture, Table
from rffviz.figures.theme import Theme
from rffviz.studies import Comparison, Run
from rffviz.words import comparison as words
from rffviz.words.numbers import count, measured

_DASHES = ("dash", "dot", "dashdot", "longdash")


def comparison_picture(found: Comparison, theme: Theme) -> Picture:
    """Mean test error over the splits with one standard deviation, and the time to fit, both against the size."""
    figure = _panels(found, theme)
    below = panel_place(theme, 1)
    for run in found.sized:
        colour, symbol = theme.method(run.name)
        figure.add_trace(_line(run, run.mean_errors, run.spread, colour, symbol, True), row=1, col=1)
        figure.add_trace(_line(run, run.mean_fit_seconds, None, colour, symbol, False), **below)
    ends = [
        max((run.sizes.max() for run in found.sized), default=2),
        min((run.sizes.min() for run in found.sized), default=1),
    ]
    for i, run in enumerate(found.exact):
        line = {"color": theme.exact, "width": 2.5, "dash": _DASHES[i % len(_DASHES)]}
        for values, place, first in (
            (run.mean_errors, {"row": 1, "col": 1}, True),
            (run.mean_fit_seconds, below, False),
        ):
            figure.add_trace(
                go.Scatter(
                    x=ends,
                    y=[values[0]] * 2,
                    mode="lines",
                    line=line,
                    name=f"{run.label}: {measured(run.mean_errors[0])}",
                    legendgroup=run.name,
                    showlegend=first,
                    hovertemplate=f"{run.label}: %{{y:.3g}}<extra></extra>",
                ),
                **place,
            )
    return Picture(
        name="comparison",
        title=words.title(found),
        subtitle=words.subtitle(found),
        figure=figure,
        alt=words.alt(found),
        reading=words.reading(found),
        columns=_columns(found),
        provenance=words.origin(found),
        notes=words.notes(found),
    )


def comparison_table(found: Comparison, theme: Theme) -> Picture:
    """A row for each method and size: error, spread over the splits, seconds."""
    rows = [
        (
            run.label,
            None if run.exact else int(size),
            _known(run.mean_errors[g]),
            _known(run.spread[g]),
            _known(run.mean_fit_seconds[g]),
            _known(run.mean_predict_seconds[g]),
            int(np.isfinite(run.errors[:, g]).sum()),
        )
        for run in found.runs
        for g, size in enumerate(run.sizes)
    ]
    titles = ("method", "size", "error", "spread", "fit (s)", "predict (s)", "splits")
    specs = ("", "d", ".3g", ".3g", ".3g", ".3g", "d")
    table = Table([Column(*column) for column in zip(titles, zip(*rows, strict=True), specs, strict=True)])
    return Picture(
        name="comparison-table",
        title=words.table_title(found),
        subtitle=words.table_subtitle(found),
        figure=None,
        alt=words.table_alt(found),
        reading=words.table_reading(found),
        columns={column.title: column.cells for column in table.columns},
        provenance=words.origin(found),
        table=table,
    )


def _panels(found: Comparison, theme: Theme) -> go.Figure:
    figure = panels(
        theme,
        860 if theme.narrow else 520,
        **side_by_side(theme, 2),
        titles=("test error", "seconds to fit"),
        horizontal_spacing=0.1,
        vertical_spacing=0.17,
        column_widths=None if theme.narrow else [0.6, 0.4],
    )
    figure.update_layout(
        margin={"r": 14},
        showlegend=True,
        legend={"orientation": "h", "y": -0.2 if not theme.narrow else -0.12, "x": 0, "font": {"size": 16}},
    )
    sizes = sorted({int(size) for run in found.sized for size in run.sizes})
    step = max(1, math.ceil(len(sizes) / (4 if theme.narrow else 7)))
    figure.update_xaxes(
        type="log",
        title={"text": "size: frequencies, grids or landmarks"},
        tickvals=sizes[::step],
        ticktext=[count(size) for size in sizes[::step]],
    )
    figure.update_yaxes(nticks=7, row=1, col=1)
    figure.update_yaxes(type="log", exponentformat="power", dtick=1, **panel_place(theme, 1))
    return figure


def _line(run: Run, values, spread, colour, symbol, first) -> go.Scatter:
    bars = (
        None
        if spread is None or not np.isfinite(spread).any()
        else {"array": spread.astype(np.float32), "thickness": 2, "width": 5}
    )
    return go.Scatter(
        x=run.sizes.astype(np.float32),
        y=values.astype(np.float32),
        error_y=bars,
        mode="lines+markers",
        line={"color": colour, "width": 3},
        marker={"size": 10, "symbol": symbol},
        name=run.label,
        legendgroup=run.name,
        showlegend=first,
        hovertemplate=f"{run.label}, %{{x:,}}: %{{y:.3g}}<extra></extra>",
    )


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _columns(found: Comparison) -> dict[str, list]:
    rows = {name: [] for name in ("method", "size", "split", "error", "fit_seconds", "predict_seconds")}
    for run in found.runs:
        for s, g in np.argwhere(np.isfinite(run.errors)):
            values = (
                run.name,
                "" if run.exact else int(run.sizes[g]),
                int(s),
                float(run.errors[s, g]),
                float(run.fit_seconds[s, g]),
                float(run.predict_seconds[s, g]),
            )
            for name, value in zip(rows, values, strict=True):
                rows[name].append(value)
    return rows
