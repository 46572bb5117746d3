"""Error against the number of frequencies, with the bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis, right_of_bounds, shade_vacuous, size_axis
from rffviz.explorer.figures.lines import band, line, names_at_ends, words_beside
from rffviz.explorer.figures.picture import ANSWER, Grab, Picture, by_column
from rffviz.explorer.figures.placing import free_above, free_beside, room_above, room_of, room_taken
from rffviz.explorer.figures.theme import Theme, blank, legend_in_rows, legend_under
from rffviz.explorer.views.convergence.curve.words import MANY, convergence_words, level, nothing_beyond, reaching
from rffviz.explorer.words.about import metric_label, scheme_label
from rffviz.explorer.words.guarantees import bound_label, bound_name, guaranteed_for
from rffviz.explorer.words.numbers import count, number
from rffviz.measure import Convergence, CurveGuarantee

_GROWS = 1.6  # width kept free for a label, in its widths: presented, labels grow more than the figure
_GROWS_LESS = 1.25  # the same in half of a page
_NEAR = 8.0  # times the measured D: the number of a bound this close stands to its right
_GUIDE = "slope of 1/√D"
_TARGET = "ε"
_ALONG = 0.5, 0.4, 0.6, 0.3, 0.7, 0.8, 0.9  # of the guide: where its name may stand
_ALONG_BOUND = 0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 1.0, 0.0  # the same of a bound
_LONGEST = 20  # most characters of a name at a line's end
_NAMED = 2  # most bounds that are named at their lines


def convergence_picture(record: Convergence, theme: Theme, beside: Sequence[Convergence] = ()) -> Picture:
    """A line for each scheme with its band over seeds, the bounds, and at epsilon the measured and the proved D.

    It shares its axes with the records `beside` it.
    """
    figure = plot_of(record, [record, *beside], theme)
    long = any(len(scheme_label(curve.sampler)) > _LONGEST for curve in record.curves)
    if theme.narrow or long or len(record.curves) > MANY:
        named = (_TARGET,) if theme.half else ()  # at its line: a row more would take a quarter of the plot
        legend_in_rows(figure, 70, 1 if theme.narrow and not theme.half else 2, named)
    else:
        _names(figure, record, theme)
        several = not _named_at_lines(record, theme)
        legend_under(figure, height=510 if several else 450).update_layout(showlegend=several)
    _guaranteed(figure, record, theme)
    _measured(figure, record, theme)
    _bound_names(figure, record, theme)
    _vacuous_words(figure, record, theme)
    _no_bound_words(figure, record, theme)
    _guide_name(figure, theme)
    _target_name(figure, record, theme)
    return Picture(
        name=f"convergence-{record.curves[0].kernel.name}",
        figure=figure,
        columns=columns_of(record),
        grab=Grab("epsilon", "ε", 0.005, 1.0, level=record.epsilon),
        sizes=_sizes(record),
        **convergence_words(record),
    )


def _sizes(record: Convergence) -> dict[tuple[str, str, str], float]:
    """The dimension, and the D that are read off at epsilon, the bound of the headline first."""
    first = record.curves[0]
    quantile = f"{record.confidence:g}" if record.guarantees else "median"
    sizes: dict[tuple[str, str, str], float] = {("dimension", "setting", ""): first.d}
    for need, curve in record.reached:
        if curve.sampler not in record.reached_at_once:
            of = f"D of {scheme_label(curve.sampler)}", "measured", f"{first.metric} {first.map} {quantile}"
            sizes[of] = need
    headline = record.guarantees and (record.loosest_guarantee or record.main_guarantee)
    for bound in sorted(record.guarantees, key=lambda each: each is not headline):
        sizes[f"D by {bound_label(bound.name)}", "bound", f"{first.metric} {first.map}"] = bound.needed
    return sizes


def plot_of(record: Convergence, everyone: Sequence[Convergence], theme: Theme) -> go.Figure:
    """One record on the axes of `everyone`, without names."""
    figure = blank(theme)
    _axes(figure, record, everyone, theme)
    if record.guarantees:
        _vacuous(figure, record, theme)
    for guarantee in record.guarantees:
        _guarantee(figure, record, guarantee, theme)
    _guide(figure, record, theme)
    _lines(figure, record, theme)
    _expected(figure, record, theme)
    _bar(figure, record, theme)
    _target(figure, record, theme)
    _read_at(figure, record, theme)
    return figure


def _named_at_lines(record: Convergence, theme: Theme) -> bool:
    """Whether the bounds are named at their lines: if there are one or two."""
    return not theme.narrow and len(record.guarantees) <= _NAMED


def _reach(record: Convergence) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of a record's contents."""
    sizes = record.curves[0].n_freqs
    right = float(sizes[-1])
    top = max(float(np.nanmax(curve.errors)) for curve in record.curves)
    bottom = min(record.epsilon, *(float(np.nanmin(curve.quantile(record.band[0]))) for curve in record.curves))
    if record.guarantees:
        headline = record.loosest_guarantee or record.main_guarantee
        right = max(right, right_of_bounds(headline.needed, (guarantee.needed for guarantee in record.guarantees)))
        top = max(top, min(max(float(guarantee.curve.values[0]) for guarantee in record.guarantees), 60.0))
    room = 1.3 * float(sizes[-1] / sizes[0]) ** 0.16  # room for the names at the lines' ends
    right = max(right, room * float(sizes[-1]))
    return float(sizes[0]), right, max(bottom, 1e-7), top


def _axes(figure: go.Figure, record: Convergence, everyone: Sequence[Convergence], theme: Theme) -> None:
    reaches = [_reach(each) for each in everyone]
    left, bottom = (min(reach[i] for reach in reaches) for i in (0, 2))
    right, top = (max(reach[i] for reach in reaches) for i in (1, 3))
    size_axis(figure, left, right, 0.88, record.curves[0].map, theme)
    values = {m * 10.0**e for e in range(-7, 4) for m in (1, 3)}
    if any(each.guarantees for each in everyone):
        values = (values | {record.largest_error}) - {3.0}
    title = metric_label(record.curves[0].metric)
    log_axis(figure.update_yaxes, title, bottom * 0.7, top * 1.3, sorted(values))


def _vacuous(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """The region where a bound is vacuous."""
    top, limit = 10 ** figure.layout.yaxis.range[1], record.says_nothing_from(record.main_guarantee)
    if top > limit:
        shade_vacuous(figure, limit, top, theme)


def _vacuous_words(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """What is said in that region: at its lower edge, or at the upper one if lines are there."""
    if not record.guarantees:
        return
    (left, right), top = figure.layout.xaxis.range, figure.layout.yaxis.range[1]
    limit = math.log10(record.says_nothing_from(record.main_guarantee))
    if top > limit:
        aside = "" if theme.narrow else ": bound is vacuous here"
        words = f"{nothing_beyond(record, record.main_guarantee)}{aside}"
        places = [(right, limit, -4, 2), (right, top, -4, -2), (left, limit, 4, 2)]
        place = free_beside(figure, room_of(figure, words, theme), places, room_taken(figure)) or places[1]
        words_beside(figure, words, *place, theme.bound)


def _no_bound_words(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """Which bounds are infinite: where they would be, or in the legend."""
    said = [f"{authors}: no finite bound" for authors in record.never_finite]
    words, places = "<br>".join(said), [(figure.layout.xaxis.range[1], figure.layout.yaxis.range[1], -4, -4)]
    room = room_of(figure, words, theme)
    if said and not theme.narrow and (place := free_beside(figure, room, places, room_taken(figure))):
        words_beside(figure, words, *place, theme.bound)
    elif said:
        figure.add_traces([line([None], [None], theme.bound, each, dash="dash") for each in said])
        figure.update_layout(showlegend=True)


def _guarantee(figure: go.Figure, record: Convergence, guarantee: CurveGuarantee, theme: Theme) -> None:
    """One bound, dashed; named at the line if there are few, else in the legend."""
    curve, label, whom = guarantee.curve, bound_label(guarantee.name), guaranteed_for(guarantee)
    colour, dash = theme.guarantee(guarantee.name)
    percent = f"{100 * record.confidence:g} %"
    legend = not _named_at_lines(record, theme)
    aside = f"({whom.removesuffix(' sampling')})" if theme.half else f"({whom} only)"
    name = f"{label}{'' if theme.narrow else f', {percent}'} {aside}"
    hover = f"{label}, {percent}<br>D = %{{x:,.0f}}: %{{y:.3g}}"
    # it ends where it reaches epsilon or the measurement ends: further on are the names of the lines
    drawn = curve.n_freqs <= max(guarantee.needed, float(record.curves[0].n_freqs[-1]))
    x, y = curve.n_freqs[drawn], curve.values[drawn]
    figure.add_trace(line(x, y, colour, name, hover, dash=dash, showlegend=legend))


def _bound_names(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """The names of one or two bounds, above their lines or below, where no other line is."""
    if not _named_at_lines(record, theme):
        return
    percent = f"{100 * record.confidence:g} %"
    for guarantee in record.guarantees:
        colour, whom = theme.guarantee(guarantee.name)[0], guaranteed_for(guarantee)
        words = [f"<b>{bound_name(guarantee.name)}</b>, {percent}<br>proved for {whom} only"]
        words += [f"<b>{bound_label(guarantee.name)}</b>, {percent}<br>{whom} only"]
        words += [f"<b>{bound_label(guarantee.name)}</b>"]
        own = _line_of(figure, guarantee)
        x, y = np.log10([own.x, own.y])
        at = [min(round(share * (len(x) - 1)), len(x) - 1) for share in _ALONG_BOUND]
        places = [(x[i], y[i], 10, 1) for i in at] + [(x[i], y[i], -10, -1) for i in at]
        taken = room_taken(figure, own)
        free = ((each, free_beside(figure, room_of(figure, each, theme), places, taken)) for each in words)
        said, place = next((found for found in free if found[1]), ("", None))
        if place is None:
            _in_legend(figure, own)
        else:
            words_beside(figure, said, *place, colour)


def _line_of(figure: go.Figure, guarantee: CurveGuarantee) -> go.Scatter:
    return next(trace for trace in figure.data if (trace.name or "").startswith(bound_label(guarantee.name)))


def _in_legend(figure: go.Figure, trace: go.Scatter) -> None:
    """Name a line in the legend, where no place beside it is free."""
    trace.showlegend = True
    figure.update_layout(showlegend=True)


def _expected(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """The exact expectation of a scheme, dotted over its line."""
    for each in record.expectations:
        label = scheme_label(each.sampler)
        name, hover = f"expected, {label}", f"expected (root mean square), {label}<br>D = %{{x:,.0f}}: %{{y:.3g}}"
        look = {"width": 2.5, "dash": "dot", "showlegend": theme.narrow}
        figure.add_trace(line(each.n_freqs, each.values, theme.ink, name, hover, **look))
    if record.expectations and not theme.narrow:
        words = "dotted: <b>expected</b> RMS error (not a bound)"
        corner = {"x": 0.01, "y": 0.07, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
        figure.add_annotation(text=words, font={"size": 16, "color": theme.ink}, showarrow=False, **corner)


def _bar(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """The error bar from one draw: with a marker where it was computed, thin where it is extrapolated."""
    if (bar := record.bar) is None:
        return
    colour, made = theme.hues["pink"], bar.estimate
    percent = f"{100 * made.confidence:g} %"
    name, hover = f"error bar from one draw, {percent}", f"one draw, {percent}<br>D = %{{x:,.0f}}: %{{y:.3g}}"
    look = {"width": 2, "dash": "longdash", "showlegend": theme.narrow or len(record.curves) > MANY}
    figure.add_trace(line(bar.n_freqs, bar.values, colour, name, hover, **look))
    marker = {"symbol": "line-ew", "size": 18, "line": {"color": colour, "width": 4}}
    figure.add_trace(line([made.n_freqs], [made.value], colour, hover=hover, mode="markers", marker=marker))


def _guide(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """The slope of 1/√D, a little below the curves."""
    slope = next((slope for slope in record.slopes if slope is not None), None)
    if slope is None:
        return
    sizes = record.curves[0].n_freqs
    ends = np.array([float(sizes[0]), float(sizes[-1])])
    below = 0.6 * min(float(curve.median[curve.defined][0]) for curve in record.curves)
    slope = replace(slope, value=-0.5, anchor=(ends[0], below))
    look = {"width": 1.5, "dash": "longdashdot", "showlegend": theme.narrow}
    figure.add_trace(line(ends, slope.at(ends), theme.muted, _GUIDE, _GUIDE, **look))


def _guide_name(figure: go.Figure, theme: Theme) -> None:
    """The guide's name below its line or above, where no other line is; on a phone it is in the legend."""
    guide = next((trace for trace in figure.data if trace.name == _GUIDE), None)
    if guide is None or theme.narrow:
        return
    x, y = np.log10([guide.x, guide.y])
    points = [(x[0] + share * np.diff(x)[0], y[0] + share * np.diff(y)[0]) for share in _ALONG]
    places = [(*point, *shift) for shift in ((-6, -1), (6, 1)) for point in points]
    if place := free_beside(figure, room_of(figure, _GUIDE, theme), places, room_taken(figure, guide)):
        words_beside(figure, _GUIDE, *place, theme.muted)
    else:
        _in_legend(figure, guide)


def _lines(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    low, high = record.band
    for curve in record.curves:
        colour, symbol = theme.scheme(curve.sampler)
        label = scheme_label(curve.sampler)
        defined = curve.defined
        sizes = curve.n_freqs[defined]
        if curve.randomised and len(curve.seeds) > 1:
            fill = theme.soft(colour, 0.18 if len(record.curves) <= MANY else 0.06)
            figure.add_trace(band(sizes, curve.quantile(low)[defined], curve.quantile(high)[defined], fill))
        hover = f"{label}<br>D = %{{x:,.0f}}: %{{y:.3g}}"
        look = {"symbol": symbol, "marker_line": {"color": colour, "width": 2}, "showlegend": theme.narrow}
        figure.add_trace(line(sizes, curve.median[defined], colour, label, hover, **look))


def _names(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """Each line's name at its end; a bound that passes there is hidden behind it."""
    ends = []
    for curve in record.curves:
        name, colour = f"<b>{scheme_label(curve.sampler)}</b>", theme.scheme(curve.sampler)[0]
        ends.append((curve.n_freqs[-1], max(float(curve.median[-1]), 1e-7), name, colour))
    if bar := record.bar:
        name = f"<b>one draw, {100 * bar.estimate.confidence:g} %</b>"
        ends.append((bar.n_freqs[-1], float(bar.values[-1]), name, theme.hues["pink"]))
    answered = record.reached and all(y <= record.epsilon for _, y, _, _ in ends)
    under = record.epsilon if answered else math.inf  # the answer is above it
    names_at_ends(figure, ends, 0.061, under=under)
    for note in figure.layout.annotations[-len(ends) :]:
        note.bgcolor = theme.paper


def _target(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """The line at epsilon with both numbers of frequencies on it, measured and proved."""
    ends = [10**edge for edge in figure.layout.xaxis.range]
    look = {"width": 1.5, "dash": "dot", "hoverinfo": "skip", "showlegend": False}
    figure.add_trace(line(ends, [record.epsilon] * 2, theme.muted, _TARGET, **look))
    for guarantee in record.guarantees:
        colour = theme.guarantee(guarantee.name)[0]
        words = f"{bound_label(guarantee.name)}: <b>D ≈ {count(guarantee.needed)}</b>"
        _ring(figure, record, guarantee.needed, words, colour, theme)


def _target_name(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """ε at its line, and D at its tick, where they are free."""
    (left, right), (bottom, _) = figure.layout.xaxis.range, figure.layout.yaxis.range
    epsilon, m = math.log10(record.epsilon), math.log10(record.n_freqs)
    own = next(trace for trace in figure.data if trace.name == _TARGET)
    ends = [(left, epsilon, 4, 2), (right, epsilon, -4, 2), (left, epsilon, 4, -2), (right, epsilon, -4, -2)]
    ticks = [(m, bottom, 6, 3), (m, bottom, -6, 3)]
    for words, colour, places, whose in (
        (f"ε = {number(record.epsilon)}", theme.muted, ends, own),
        (f"D = {count(record.n_freqs)}", theme.ink, ticks, None),
    ):
        if place := free_beside(figure, room_of(figure, words, theme), places, room_taken(figure, whose)):
            words_beside(figure, words, *place, colour)


def _read_at(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """A tick at the D of the readout, at the lower end of the plot."""
    figure.add_vline(x=record.n_freqs, y0=0, y1=0.06, line={"color": theme.ink, "width": 3})


def _guaranteed(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """The numbers of frequencies of one or two bounds, beside their rings where there is room."""
    for guarantee in record.guarantees if len(record.guarantees) <= _NAMED else ():
        near = record.fewest is not None and guarantee.needed < _NEAR * record.fewest[0]
        needed, colour = f"<b>D ≈ {count(guarantee.needed)}</b>", theme.guarantee(guarantee.name)[0]
        at = math.log10(guarantee.needed), math.log10(record.epsilon)
        row, rows = (needed,) * 2 if theme.narrow else (f"guaranteed: {needed}", f"guaranteed<br>{needed}")
        tries = [(row, 10, 4), (rows, -6, -4), (row, 10, -4), (rows, 10, -4), (row, -6, 4), (row, 10, 18)]
        tries = tries if near else [tries[1], tries[0], *tries[2:]]
        tries += [(needed, dx, dy) for dx in (10, -6) for dy in (4, -4, 18)]
        wide = [_GROWS_LESS if theme.half else _GROWS, 1]
        rooms = {words: room_of(figure, words, theme) * wide for words, _, _ in tries}
        taken = room_taken(figure)
        free = (each for each in tries if free_beside(figure, rooms[each[0]], [(*at, *each[1:])], taken))
        words, dx, dy = next(free, ("", 0, 0))
        if words:
            words_beside(figure, words, *at, dx, dy, colour, name=ANSWER)
        else:  # in the legend
            named = f"{bound_label(guarantee.name)}: {needed}"
            figure.add_trace(line([None], [None], colour, named, dash=theme.guarantee(guarantee.name)[1], meta=ANSWER))
            figure.update_layout(showlegend=True)


def _ring(
    figure: go.Figure, record: Convergence, place: float, hover: str, colour: str, theme: Theme, name: str | None = None
) -> None:
    """A ring at epsilon."""
    look = {"marker": {"size": 14, "color": theme.paper, "line": {"color": colour, "width": 2.5}}, "meta": ANSWER}
    figure.add_trace(line([place], [record.epsilon], colour, name, hover, mode="markers", **look))


def _measured(figure: go.Figure, record: Convergence, theme: Theme) -> None:
    """The measured D, in free room above its ring, at the end of a leader line."""
    for need, curve in record.reached[:1]:
        needed = f"<b>D {reaching(record, need, curve)}</b>"
        name = f"{scheme_label(curve.sampler)}, {level(record, curve)}: {needed}"
        words = needed if theme.narrow else name
        at = np.log10([need, record.epsilon])
        place = free_above(figure, at, room_of(figure, words, theme))
        if place is None:
            words = words.replace(": ", ":<br>")
            place = room_above(figure, at, room_of(figure, words, theme))
        x, y = place
        figure.add_trace(line([need, need], [record.epsilon, 10**y], theme.ink, width=1, hoverinfo="skip", meta=ANSWER))
        _ring(figure, record, need, name, theme.ink, theme, level(record, curve) if theme.narrow else None)
        look = {"font": {"size": 16, "color": theme.ink}, "showarrow": False, "name": ANSWER}
        figure.add_annotation(text=words, x=x, y=y, yanchor="bottom", **look)


def columns_of(record: Convergence) -> dict[str, Sequence]:
    """The numbers of the curves and their bounds, for the export."""
    rows = [
        (curve.sampler, int(size), seed, float(error))
        for curve in record.curves
        for seed, errors in zip(curve.seeds, curve.errors, strict=True)
        for size, error in zip(curve.n_freqs, errors, strict=True)
    ]
    rows += [
        (f"{guarantee.name} bound", int(size), "", float(value))
        for guarantee in record.guarantees
        for size, value in zip(guarantee.curve.n_freqs, guarantee.curve.values, strict=True)
    ]
    rows += [
        (f"{each.sampler} expected", int(size), "", float(value))
        for each in record.expectations
        for size, value in zip(each.n_freqs, each.values, strict=True)
    ]
    if bar := record.bar:
        seed = bar.estimate.random_state
        ends = zip(bar.n_freqs, bar.values, strict=True)
        rows += [(f"{bar.sampler} error bar from one draw", int(size), seed, float(value)) for size, value in ends]
    return by_column(("series", "n_freqs", "seed", "error"), rows)
