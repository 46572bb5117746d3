"""Change of prediction and test error against the error of the kernel matrix: of fits, and of the stored survey."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import partial

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import line, words_beside
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import ANSWER, Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.prediction.kernel_error.words import (
    BOUND,
    PANELS,
    kernel_error_words,
    ratio_words,
    survey_readout,
    survey_words,
    test_label,
    two_digits,
)
from rffviz.explorer.words.about import scheme_label
from rffviz.explorer.words.labels import data_label, kernel_label
from rffviz.explorer.words.numbers import count, measured, number
from rffviz.papers.survey_record import SeenSurvey
from rffviz.studies.kernel_error import KernelError

_FAINT = 0.65  # opacity of the fits at other numbers of frequencies
_ROOM = 12.0  # times the largest change: how far up the bound is drawn
_TICKS = [factor * 10.0**power for power in range(-9, 9) for factor in (1, 2, 5)]
# of the survey
_SMALL, _LARGE, _FAINTER = 6, 12, 0.4
_GREY = 0.6  # opacity of schemes that are not marked
_PLOT, _UNDER, _ROW = 225, 78, 20  # pixels: a plot with its heading, the space below it, a legend row
_FAR = 4.0  # largest over smallest test error above which the axis is logarithmic


def error_picture(record: KernelError | SeenSurvey, theme: Theme) -> Picture:
    """The fits, or the survey."""
    return (survey_picture if isinstance(record, SeenSurvey) else kernel_error_picture)(record, theme)


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
    if 0 < record.here.sum() < record.measured.sum():
        key = dots(np.full((1, 2), np.nan), theme.muted, "circle", 10, line={"width": 1, "color": theme.ink})
        key.update(name=f"filled: D = {count(record.shown)}", showlegend=True, meta=ANSWER)
        figure.add_trace(key, **panel_place(theme, 0))
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
    beyond = [f"↑ {BOUND}: {two_digits(values[0])} and more"] if values[0] >= top else []
    vacuous = [f"bound is vacuous above {number(record.limit)}"] if record.limit < top else []
    if vacuous:
        look = {"fillcolor": theme.soft(theme.bound, 0.10), "line_width": 0, "layer": "below"}
        figure.add_hrect(y0=record.limit, y1=top, **look, **place)
    if vacuous and not beyond:
        at, look = math.log10(record.limit), {"xref": "x domain", "yref": "y"}
        words_beside(figure, *vacuous, 0.01, at, 1, 1, theme.bound, 15, **look)
    style = {"dash": "dash", "width": 2.5, "hoverinfo": "skip", "cliponaxis": True, "showlegend": not beyond}
    figure.add_trace(line(ends, values, theme.bound, f"bound, {BOUND}", **style), **place)
    if beyond:
        words = "<br>".join(beyond + vacuous)
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


# --- the stored survey ------------------------------------------------------------------------------------------------


def survey_picture(seen: SeenSurvey, theme: Theme, marked: Collection[str] = ()) -> Picture:
    """A marker for each scheme and D/d, large at the D/d shown; right, the rank correlations.

    If some schemes are `marked`, the others are grey, have no name, and lie below them.
    """
    titles = (f"{data_label(seen.dataset)}, {kernel_label(seen.kernel)}", "rank correlation over the schemes")
    n_named = len([scheme for scheme in seen.schemes if not marked or scheme in marked])
    room = _UNDER + _ROW * math.ceil((n_named + 1) / (1 if theme.narrow else 3))
    widths = {} if theme.narrow else {"column_widths": [0.62, 0.38]}
    figure = side_by_side(theme, titles, _PLOT + room, 2 * _PLOT + 170 + room, **widths)
    moving = _markers(seen, theme, seen.start, marked)
    for trace in moving:
        figure.add_trace(trace, **panel_place(theme, 0))
    errors = [point.error for point in seen.points]
    left, right = min(errors) * 0.85, max(errors) * 1.18
    ends = np.array([left, right])
    level = {"dash": "dash", "width": 2.5, "hoverinfo": "skip"}
    exact = line(ends, [seen.exact] * 2, theme.exact, f"exact kernel: {measured(seen.exact)}", **level)
    figure.add_trace(exact, **panel_place(theme, 0))
    ticks = _TICKS[::3] if right / left > 300 else _TICKS
    error = "‖K̂ − K‖<sub>F</sub>/‖K‖<sub>F</sub>, test points"
    log_axis(partial(figure.update_xaxes, **panel_place(theme, 0)), error, left, right, ticks)
    upright, tests = partial(figure.update_yaxes, **panel_place(theme, 0)), [p.tests[seen.machine] for p in seen.points]
    low, high = min(*tests, seen.exact), max(*tests, seen.exact)
    if high > _FAR * low > 0:
        log_axis(upright, "", low * 0.85, high * 1.18, _TICKS)
    upright(title={"text": test_label(seen), "font": {"size": 16}})
    _correlations(figure, seen, theme)
    under = {"font": {"size": 14}, "tracegroupgap": 0, "entrywidth": 195, "entrywidthmode": "pixels", "yanchor": "top"}
    legend_under(figure, -_UNDER / (2 * _PLOT + 136 if theme.narrow else _PLOT - 34), margin={"b": room})
    figure.update_layout(legend=under)
    names = [ratio_words(ratio) for ratio in seen.ratios]
    values = [number(ratio) for ratio in seen.ratios]
    readouts = [survey_readout(seen, ratio) for ratio in seen.ratios]
    ratios = [int(ratio) for ratio in seen.ratios]
    scrub = Scrub("D/d, features per input dimension", values, names, readouts, seen.start, settings=ratios)
    scrub.frames(figure, range(len(moving)), lambda g: _markers(seen, theme, g, marked))
    return Picture(
        name=f"survey-{seen.dataset}-{seen.kernel}",
        figure=figure,
        columns=_columns(seen),
        scrub=scrub,
        **survey_words(seen),
    )


def _markers(seen: SeenSurvey, theme: Theme, g: int, marked: Collection[str]) -> list[go.Scatter]:
    """Two traces for each scheme: faint at the other D/d, and large at the g-th; those `marked` last, in order."""
    traces = []
    order = {scheme: place for place, scheme in enumerate(marked)}
    for scheme in sorted(seen.schemes, key=lambda scheme: order.get(scheme, -1)):
        named = not marked or scheme in marked
        colour, symbol = theme.scheme(scheme) if named else (theme.soft(theme.muted, _GREY), "circle")
        label = scheme_label(scheme)
        hover = f"{label}, D/d = %{{customdata:,}}<br>kernel error %{{x:.3g}}, test error %{{y:.3g}}"
        for large in (False, True):
            points = [p for p in seen.points if p.scheme == scheme and (p.ratio == seen.ratios[g]) is large]
            rows = np.array([(p.error, p.tests[seen.machine]) for p in points] or [(np.nan, np.nan)])
            look = {"opacity": 1.0, "line": {"width": 1, "color": theme.paper}} if large else {"opacity": _FAINTER}
            size = _LARGE if large and named else _SMALL + large
            trace = dots(rows, colour, symbol, size, hover=hover, **look)
            trace.update(name=label, legendgroup=scheme, showlegend=large and named)
            traces.append(trace.update(customdata=[p.ratio for p in points] or [0.0]))
    return traces


def _correlations(figure: go.Figure, seen: SeenSurvey, theme: Theme) -> None:
    """Correlations at each D/d: thick with intervals for the dataset shown, thin for others."""
    place = panel_place(theme, 1)
    survey = seen.survey
    for name in survey.datasets:
        record = [each for each in survey.found(seen.kernel, seen.machine) if each.dataset == name]
        x, y = [each.ratio for each in record], [each.value for each in record]
        hover = f"{data_label(name)}, D/d = %{{x}}: %{{y:.2f}}"
        if not record:
            continue
        if name != seen.dataset:
            figure.add_trace(line(x, y, theme.soft(theme.muted, 0.6), None, hover, 1.5), **place)
            continue
        bars = {
            "array": [each.high - each.value for each in record],
            "arrayminus": [each.value - each.low for each in record],
            "color": theme.ink,
            "thickness": 1.5,
        }
        trace = line(x, y, theme.ink, None, hover, symbol="circle", error_y=bars)
        figure.add_trace(trace, **place)
    low, high = seen.ratios[0] / 1.25, seen.ratios[-1] * 1.25
    log_axis(partial(figure.update_xaxes, **place), "D/d", low, high, seen.ratios)
    figure.update_yaxes(range=[-1.05, 1.05], tickvals=[-1, -0.5, 0, 0.5, 1], **place)
    figure.update_yaxes(zeroline=True, zerolinecolor=theme.muted, zerolinewidth=1.5, **place)


def _columns(seen: SeenSurvey) -> dict[str, list]:
    """A row for each point, with the scheme's mean ranks and the debugger's verdict on it for this kernel."""
    names = ("dataset", "kernel", "scheme", "ratio", "n_freqs", "kernel_error", "ridge", "svm", "seconds")
    more = ("kernel_error_rank", "test_error_rank", "times_monte_carlo", "status", "verdict")
    standings = {each.scheme: each for each in seen.survey.standings(seen.kernel)}
    verdicts = {each.scheme: each for each in seen.survey.verdicts if each.kernel == seen.kernel}
    rows = []
    for point in seen.points:
        place, verdict = standings.get(point.scheme), verdicts[point.scheme]
        ranks = ("", "", "") if place is None else (place.error, place.test, _known(place.seconds))
        own = point.dataset, point.kernel, point.scheme, point.ratio, point.n_freqs, point.error
        tests = (point.tests.get(machine, "") for machine in ("ridge", "svm"))
        rows.append((*own, *tests, point.seconds, *ranks, verdict.status, verdict.found))
    return by_column((*names, *more), rows)


def _known(value: float) -> float | str:
    return "" if math.isnan(value) else value
