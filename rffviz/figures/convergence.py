"""Error against the number of frequencies, beside what a bound promises."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.bounds import FURTHEST, says_nothing, size_axis
from rffviz.figures.lines import band, names_at_ends
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.measure import Convergence, Promise
from rffviz.samplers import SAMPLERS
from rffviz.theory import BOUNDS
from rffviz.words.about import metric_label
from rffviz.words.convergence import MANY, alt, notes, origin, reading, subtitle, title
from rffviz.words.numbers import count, number
from rffviz.words.promises import bound_name


def convergence_picture(report: Convergence, theme: Theme, beside: Sequence[Convergence] = ()) -> Picture:
    """A line for each scheme with its band over seeds, the bounds, and for epsilon what was measured and promised.

    Parameters
    ----------
    report : Convergence
    theme : Theme
    beside : sequence of Convergence
        Other reports whose figures stand beside this one: all get the axes that hold them all.
    """
    figure = blank(theme)
    _axes(figure, report, beside, theme)
    if report.promises:
        _vacuous(figure, report, theme)
    for promise in report.promises:
        _promise(figure, report, promise, theme)
    _guide(figure, report, theme)
    _lines(figure, report, theme)
    if beside:
        _legend_below(figure, (report, *beside))
    elif theme.narrow or len(report.curves) > MANY:
        _legend_under(figure, report, theme)
    else:
        _names(figure, report, theme)
        several = len(report.promises) > 1
        figure.update_layout(
            showlegend=several, legend={"orientation": "h", "y": -0.2, "x": 0}, height=510 if several else 470
        )
    _target(figure, report, theme)
    return Picture(
        name=f"convergence-{report.curves[0].kernel.name}",
        title=title(report),
        subtitle=subtitle(report),
        figure=figure,
        alt=alt(report),
        reading=reading(report),
        columns=_columns(report),
        provenance=origin(report),
        notes=notes(report.curves),
    )


def _reach(report: Convergence) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of what a report has to show."""
    sizes = report.curves[0].n_freqs
    right = float(sizes[-1])
    top = max(float(np.nanmax(curve.errors)) for curve in report.curves)
    bottom = min(report.epsilon, *(float(np.nanmin(curve.quantile(report.band[0]))) for curve in report.curves))
    if report.promises:
        near = FURTHEST * report.main_promise.needed  # a bound that asks for far more runs out of the picture
        right = max(right, *(1.6 * promise.needed for promise in report.promises if promise.needed <= near))
        top = max(top, min(max(float(promise.curve.values[0]) for promise in report.promises), 60.0))
    room = 1.3 * float(sizes[-1] / sizes[0]) ** 0.16  # names at the lines' ends stand on the right
    right = max(right, room * float(sizes[-1]))
    return float(sizes[0]), right, max(bottom, 1e-7), top


def _axes(figure: go.Figure, report: Convergence, beside: Sequence[Convergence], theme: Theme) -> None:
    reaches = [_reach(each) for each in (report, *beside)]
    left, bottom = (min(reach[i] for reach in reaches) for i in (0, 2))
    right, top = (max(reach[i] for reach in reaches) for i in (1, 3))
    size_axis(figure, left, right, 0.88, report.curves[0].map, theme)
    values = {m * 10.0**e for e in range(-7, 4) for m in (1, 3)}
    if any(each.promises for each in (report, *beside)):
        values = (values | {report.largest_error}) - {3.0}
    shown = [v for v in sorted(values) if bottom * 0.7 <= v <= top * 1.3]
    figure.update_yaxes(
        type="log",
        title={"text": metric_label(report.curves[0].metric)},
        range=[math.log10(bottom * 0.7), math.log10(top * 1.3)],
        tickvals=shown,
        ticktext=[number(v) for v in shown],
    )


def _vacuous(figure: go.Figure, report: Convergence, theme: Theme) -> None:
    """The region where a bound says nothing."""
    top = 10 ** figure.layout.yaxis.range[1]
    if top > report.largest_error:
        aside = "" if theme.narrow else ": up here a bound says nothing"
        at = {"y": math.log10(report.largest_error), "yanchor": "bottom", "font": {"size": 15, "color": theme.bound}}
        says_nothing(
            figure, report.largest_error, top, f"no error exceeds {report.largest_error:g}{aside}", theme, **at
        )


def _promise(figure: go.Figure, report: Convergence, promise: Promise, theme: Theme) -> None:
    """One bound, dashed; its name stands at the line where there is one, else in the legend."""
    curve, label = promise.curve, BOUNDS[promise.name].label
    colour, dash = theme.promise(promise.name)
    percent = f"{100 * report.confidence:g} %"
    figure.add_scatter(
        x=curve.n_freqs.astype(np.float32),
        y=curve.values.astype(np.float32),
        mode="lines",
        line={"color": colour, "width": 3, "dash": dash},
        name=f"{label}{'' if theme.narrow else f', {percent}'} (Monte Carlo only)",
        showlegend=theme.narrow or len(report.promises) > 1,
        hovertemplate=f"{label}, {percent}<br>D = %{{x:,.0f}}: %{{y:.3g}}<extra></extra>",
    )
    if theme.narrow or len(report.promises) > 1:
        return
    where = int(np.searchsorted(curve.values[::-1], report.largest_error * 0.35))
    g = max(0, len(curve.values) - 1 - where)
    figure.add_annotation(
        text=f"<b>{bound_name(promise.name)}</b>, {percent}<br>promised for Monte Carlo only",
        x=math.log10(curve.n_freqs[g]),
        y=math.log10(curve.values[g]),
        xanchor="left",
        yanchor="bottom",
        xshift=10,
        align="left",
        showarrow=False,
        font={"size": 16, "color": colour},
    )


def _guide(figure: go.Figure, report: Convergence, theme: Theme) -> None:
    """The slope of 1/√D, a little below the curves."""
    slope = next((slope for slope in report.slopes if slope is not None), None)
    if slope is None:
        return
    sizes = report.curves[0].n_freqs
    ends = np.array([float(sizes[0]), float(sizes[-1])])
    below = 0.6 * min(float(curve.median[curve.defined][0]) for curve in report.curves)
    slope = replace(slope, value=-0.5, anchor=(ends[0], below))
    figure.add_scatter(
        x=ends.astype(np.float32),
        y=slope.at(ends).astype(np.float32),
        mode="lines",
        line={"color": theme.muted, "width": 1.5, "dash": "longdashdot"},
        name="slope of 1/√D",
        showlegend=theme.narrow,
        hovertemplate="slope of 1/√D<extra></extra>",
    )
    if not theme.narrow:
        figure.add_annotation(
            text="slope of 1/√D",
            x=math.log10(ends[0]) * 0.5 + math.log10(ends[1]) * 0.5,
            y=math.log10(slope.at(math.sqrt(ends[0] * ends[1]))),
            xanchor="right",
            yanchor="top",
            xshift=-6,
            showarrow=False,
            font={"size": 15, "color": theme.muted},
        )


def _lines(figure: go.Figure, report: Convergence, theme: Theme) -> None:
    low, high = report.band
    for curve in report.curves:
        colour, symbol = theme.scheme(curve.sampler)
        label = SAMPLERS[curve.sampler].label
        defined = curve.defined
        sizes = curve.n_freqs[defined].astype(np.float32)
        if curve.randomised and len(curve.seeds) > 1:
            fill = theme.soft(colour, 0.18 if len(report.curves) <= MANY else 0.06)
            figure.add_trace(band(sizes, curve.quantile(low)[defined], curve.quantile(high)[defined], fill))
        figure.add_scatter(
            x=sizes,
            y=curve.median[defined].astype(np.float32),
            mode="lines+markers",
            line={"color": colour, "width": 3},
            marker={"symbol": symbol, "size": 10, "color": colour, "line": {"color": colour, "width": 2}},
            name=label,
            showlegend=theme.narrow,
            hovertemplate=f"{label}<br>D = %{{x:,.0f}}: %{{y:.3g}}<extra></extra>",
        )


def _legend_under(figure: go.Figure, report: Convergence, theme: Theme) -> None:
    """A legend under the figure, with height of its own: names at the lines' ends have no room."""
    entries = len(report.curves) + len(report.promises) + 1  # and the guide of 1/√D
    lines = entries if theme.narrow else -(-entries // 2)
    figure.for_each_trace(lambda trace: trace.update(showlegend=bool(trace.name)))
    figure.update_layout(
        showlegend=True,
        height=400 + 26 * lines + 60,
        margin={"b": 70 + 26 * lines},
        legend={"orientation": "h", "y": -70 / 400, "yanchor": "top", "x": 0},
    )


def _legend_below(figure: go.Figure, reports: Sequence[Convergence]) -> None:
    """A legend of one entry a line, with room for the longest of the reports', so that all have one plot area."""
    most = max(len(each.curves) + len(each.promises) for each in reports) + 1  # the guide of 1/√D
    plot, line = 360, 26
    figure.update_layout(
        height=plot + 90 + most * line,
        margin={"l": 88, "r": 12, "t": 14, "b": 76 + most * line, "autoexpand": False},
        showlegend=True,
        legend={"y": -76 / plot, "yanchor": "top", "x": -0.1, "xanchor": "left", "font": {"size": 15}},
    )


def _names(figure: go.Figure, report: Convergence, theme: Theme) -> None:
    """Each line's name at its end."""
    ends = [
        (
            curve.n_freqs[-1],
            max(float(curve.median[-1]), 1e-7),
            f"<b>{SAMPLERS[curve.sampler].label}</b>",
            theme.scheme(curve.sampler)[0],
        )
        for curve in report.curves
    ]
    names_at_ends(figure, ends, 0.052)


def _target(figure: go.Figure, report: Convergence, theme: Theme) -> None:
    """The line at epsilon with the two answers on it: measured and promised."""
    left, right = (10**edge for edge in figure.layout.xaxis.range)
    figure.add_scatter(
        x=[left, right],
        y=[report.epsilon] * 2,
        mode="lines",
        line={"color": theme.muted, "width": 1.5, "dash": "dot"},
        hoverinfo="skip",
        showlegend=False,
    )
    answers = [(f"{SAMPLERS[curve.sampler].label}, measured", need, True) for need, curve in report.reached[:1]]
    answers += [("promised" if p is report.main_promise else "", p.needed, False) for p in report.promises]
    for word, place, above in answers:
        figure.add_scatter(
            x=[place],
            y=[report.epsilon],
            mode="markers",
            marker={"size": 14, "color": theme.paper, "line": {"color": theme.ink, "width": 2.5}},
            hovertemplate=f"{word or 'promised'}: D = {count(place)}<extra></extra>",
            showlegend=False,
        )
        # the curves fall to the right: above a measured answer and below a promised one there is room
        if not word:
            continue
        figure.add_annotation(
            text=f"{word}<br><b>D ≈ {count(place)}</b>",
            x=math.log10(place),
            y=math.log10(report.epsilon),
            xanchor="left" if above else "right",
            yanchor="bottom" if above else "top",
            xshift=8 if above else -6,
            yshift=4 if above else -4,
            align="left" if above else "right",
            showarrow=False,
            font={"size": 16},
        )


def _columns(report: Convergence) -> dict[str, list]:
    rows: dict[str, list] = {"series": [], "n_freqs": [], "seed": [], "error": []}
    for curve in report.curves:
        for seed, errors in zip(curve.seeds, curve.errors, strict=True):
            for size, error in zip(curve.n_freqs, errors, strict=True):
                _append(rows, curve.sampler, int(size), seed, float(error))
    for promise in report.promises:
        for size, value in zip(promise.curve.n_freqs, promise.curve.values, strict=True):
            _append(rows, f"{promise.name} bound", int(size), "", float(value))
    return rows


def _append(rows, series, size, seed, error):
    for name, value in zip(rows, (series, size, seed, error), strict=True):
        rows[name].append(value)
