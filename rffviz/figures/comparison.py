"""Test error of several methods against their size, beside the exact ones; seconds beside it."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme
from rffviz.studies import Comparison, Run
from rffviz.words.numbers import count, measured, number, plural, sentence

_DASHES = ("dash", "dot", "dashdot", "longdash")


def comparison_picture(
    found: Comparison, data: str, settings: str, provenance: tuple[str, ...], theme: Theme
) -> Picture:
    """Mean test error over the splits with one standard deviation, and the time to fit, both against the size.

    Parameters
    ----------
    found : Comparison
    data : str
        What the data are.
    settings : str
        Kernel, schemes and how λ was chosen, for the subtitle.
    provenance : tuple of str
    theme : Theme
    """
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
        title=_title(found),
        subtitle=(
            f"{data}, {found.n_train:,} to train and {found.n_test:,} to test · {settings} · line: mean of "
            f"{_splits(found)}{', bars: ± one standard deviation' if found.n_measured > 1 else ''}; {_unit(found)}"
        ),
        figure=figure,
        alt=f"Test error and seconds to fit of {', '.join(run.label for run in found.runs)}. {_reading(found)}",
        reading=_reading(found),
        columns=_columns(found),
        provenance=(f"data: {data}", f"settings: {settings}", f"error: {found.unit}", *provenance),
    )


def comparison_table(found: Comparison) -> dict[str, list]:
    """The columns of a table with a row for each method and size: error, spread, seconds."""
    rows = {name: [] for name in ("method", "size", "error", "spread", "fit (s)", "predict (s)", "splits")}
    for run in found.runs:
        fit, predict = run.mean_fit_seconds, run.mean_predict_seconds
        for g, size in enumerate(run.sizes):
            values = (
                run.label,
                None if run.exact else int(size),
                _kept(run.mean_errors[g]),
                _kept(run.spread[g]),
                _kept(fit[g]),
                _kept(predict[g]),
                int(np.isfinite(run.errors[:, g]).sum()),
            )
            for name, value in zip(rows, values, strict=True):
                rows[name].append(value)
    return rows


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


def _splits(found: Comparison) -> str:
    if found.n_measured < found.n_splits:
        return f"the first {found.n_measured} of {plural(found.n_splits, 'split')}"
    return plural(found.n_splits, "split")


def _kept(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _unit(found: Comparison) -> str:
    if found.task == "regression":
        return "error: root mean square over the standard deviation of the answers, 1 is the best constant"
    return "error: percent of answers wrong"


def _amount(found: Comparison, value: float) -> str:
    return measured(value) if found.task == "regression" else f"{value:.3g} %"


def _lowest(run: Run) -> tuple[int, float]:
    return int(run.sizes[run.best]), float(run.mean_errors[run.best])


def _title(found: Comparison) -> str:
    exact = min(found.exact, key=lambda run: run.mean_errors[0], default=None)
    if not found.sized:
        if exact is not None:
            return f"With {exact.label} the error is {_amount(found, exact.mean_errors[0])}"
        return "None of these methods could be fitted" if found.done == found.total else "Fitting the exact methods"
    size, error = _lowest(found.best)
    words = f"With {found.best.label} of size {count(size)} the error is {_amount(found, error)}"
    return words if exact is None else f"{words}, with {exact.label} {_amount(found, exact.mean_errors[0])}"


def _reading(found: Comparison) -> str:
    exact = min(found.exact, key=lambda run: run.mean_errors[0], default=None)
    parts = []
    if found.sized:
        best = found.best
        size, error = _lowest(best)
        spread = best.spread[best.best]
        give = f" ± {_amount(found, spread)}" if np.isfinite(spread) else ""
        parts.append(
            f"the lowest mean error among features is {_amount(found, error)}{give}: {best.label} of size "
            f"{count(size)}, fitted in {number(best.mean_fit_seconds[best.best])} s"
        )
    if exact is not None:
        parts.append(
            f"the best of the methods on the kernel itself, {exact.label}, comes to "
            f"{_amount(found, exact.mean_errors[0])} in {number(exact.mean_fit_seconds[0])} s"
        )
    words = "; ".join(parts)
    if not words:
        all_done = found.done == found.total
        words = "there is no error to show" if all_done else f"{found.done} of {found.total} fits are done"
    return f"{sentence(words)}."


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
