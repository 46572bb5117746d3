"""Error against the number of frequencies, beside what a bound promises."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.figures.wording import count, kernel_words, measured, number, plural
from rffviz.measure import LARGEST, METRICS, SUP_COMPACT, Convergence, ErrorCurve, Promise, Reading
from rffviz.samplers import SAMPLERS
from rffviz.theory import BOUNDS

_FURTHEST = 30.0  # times the main bound's answer
_MANY = 7  # schemes beyond which names at the lines' ends no longer fit, nor all of them in a sentence


def convergence_picture(
    report: Convergence, data: str, theme: Theme, n_seeds: int | None = None, beside: Sequence[Convergence] = ()
) -> Picture:
    """The convergence figure: a line a scheme with its band over seeds, the bound, and the two answers for epsilon.

    Parameters
    ----------
    report : Convergence
    data : str
        What the points are, for the subtitle: name, number, dimension.
    theme : Theme
    n_seeds : int, optional
        How many seeds there will be, where the report holds only the first of them.
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
    elif theme.narrow or len(report.curves) > _MANY:
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
        subtitle=subtitle(report, data, n_seeds),
        figure=figure,
        alt=_alt(report, data),
        reading=reading(report),
        columns=_columns(report),
        provenance=_provenance(report, data),
    )


def title(report: Convergence) -> str:
    """What the figure shows, from its numbers."""
    reached = [(need, curve) for need, curve in zip(report.needed, report.curves, strict=True) if need == need]
    if reached and report.promises:
        need, curve = _carlo_or_first(reached)
        ratio = _main(report).needed / need
        if ratio >= 1.5:
            who = SAMPLERS[curve.sampler].label
            return f"An error of {number(report.epsilon)}: {who} needs {_times(ratio)} fewer frequencies than promised"
    if reached:
        need, curve = min(reached, key=lambda pair: pair[0])
        who = SAMPLERS[curve.sampler].label
        return f"{who} is within {number(report.epsilon)} of the kernel with {count(need)} frequencies"
    best = min((r for r in report.readings if r.median == r.median), key=lambda r: r.median, default=None)
    if best is None:
        return f"No scheme shown is defined for {count(report.n_freqs)} frequencies here"
    return f"{count(report.n_freqs)} frequencies bring the error to {number(best.median)}"


def subtitle(report: Convergence, data: str, n_seeds: int | None = None) -> str:
    """What was measured, on what, and what line and band are."""
    first = report.curves[0]
    return (
        f"{data} · {kernel_words(first.kernel)} · {_metric_label(first)} · "
        f"{first.map} map · {_band_words(report, n_seeds)}"
    )


def reading(report: Convergence) -> str:
    """The sentence under the figure."""
    parts = []
    first = report.curves[0]
    for item, curve in _spoken_of(report):
        label = SAMPLERS[item.sampler].label
        if item.median != item.median:
            parts.append(f"{label} not defined for so few")
        elif curve.randomised and len(curve.seeds) > 1:
            parts.append(f"{label} {measured(item.median)} ({measured(item.low)}–{measured(item.high)})")
        else:
            parts.append(f"{label} {measured(item.median)}")
    kind = "largest error" if first.metric in LARGEST else "error"
    seeds = max(len(curve.seeds) for curve in report.curves)
    if len(report.curves) > _MANY:
        parts[-1] += f", to name three of {len(report.curves)} schemes,"
    said = f"At D = {count(report.n_freqs)} the {kind} is {', '.join(parts)} over {plural(seeds, 'seed')}"
    if not report.promises:
        return " ".join([f"{said}.", *report.silent, _falls(report)]).strip()
    main = _main(report)
    words = f"{said}; the {_bound_name(main)} at {100 * report.confidence:g} % says {measured(main.at)}"
    if main.at >= report.largest_error:
        words += f", which says nothing, since no error exceeds {report.largest_error:g}"
    words += "".join(f"; {_bound_name(p)}: {measured(p.at)}" for p in report.promises if p is not main)
    return " ".join([f"{words}.", *report.silent, _falls(report)]).strip()


def _spoken_of(report: Convergence) -> list[tuple[Reading, ErrorCurve]]:
    """The schemes that the sentence speaks of: all, or of many the best, Monte Carlo and the worst."""
    pairs = list(zip(report.readings, report.curves, strict=True))
    if len(pairs) <= _MANY:
        return pairs
    order = sorted((pair for pair in pairs if pair[0].median == pair[0].median), key=lambda pair: pair[0].median)
    carlo = [pair for pair in pairs if SAMPLERS[pair[0].sampler].monte_carlo] or order[1:2]
    return list({pair[0].sampler: pair for pair in (*order[:1], *carlo, *order[-1:])}.values()) or pairs[:3]


def _falls(report: Convergence) -> str:
    """How fast the errors fall, with the spread of the exponent over seeds."""
    words = []
    named = {reading.sampler for reading, _ in _spoken_of(report)}
    for curve, slope in zip(report.curves, report.slopes, strict=True):
        if curve.sampler not in named:
            continue
        if slope is not None:
            spread = f" ± {slope.standard_error:.2f}" if slope.standard_error == slope.standard_error else ""
            exponent = f"{slope.value:.2f}".replace("-", "−")
            words.append(f"{SAMPLERS[curve.sampler].label} as D^({exponent}{spread})")
    return f"Errors fall: {', '.join(words)}; 1/√D is D^(−0.5)." if words else ""


def _metric_label(curve: ErrorCurve) -> str:
    return "largest |k̂ − k| over the box" if curve.metric == SUP_COMPACT else METRICS[curve.metric].label


def _band_words(report: Convergence, n_seeds: int | None) -> str:
    low, high = (f"{100 * q:g}" for q in report.band)
    done = max(len(curve.seeds) for curve in report.curves)
    if n_seeds is not None and done < n_seeds:
        seeds = f"the first {done} of {n_seeds} seeds"
    else:
        seeds = plural(done, "seed")
    if not any(curve.randomised for curve in report.curves):
        return "line: the one value a deterministic scheme has"
    if done == 1:
        return f"line: {seeds}"
    fixed = [SAMPLERS[curve.sampler].label for curve in report.curves if not curve.randomised]
    verb = "is deterministic and has" if len(fixed) == 1 else "are deterministic and have"
    note = f"; {_listed(fixed)} {verb} no band" if fixed else ""
    return f"line: median, band: {low}–{high} % of {seeds}{note}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _carlo_or_first(reached):
    """Monte Carlo's answer where it is among them: the bound is promised for it alone."""
    for need, curve in reached:
        if SAMPLERS[curve.sampler].monte_carlo:
            return need, curve
    return reached[0]


def _times(ratio: float) -> str:
    return f"{ratio:.0f} times" if ratio >= 10 else f"{ratio:.1f} times"


def _reach(report: Convergence) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of what a report has to show."""
    sizes = report.curves[0].n_freqs
    right = float(sizes[-1])
    top = max(float(np.nanmax(curve.errors)) for curve in report.curves)
    bottom = min(report.epsilon, *(float(np.nanmin(curve.quantile(report.band[0]))) for curve in report.curves))
    if report.promises:
        near = _FURTHEST * _main(report).needed  # a bound that asks for far more runs out of the picture
        right = max(right, *(1.6 * promise.needed for promise in report.promises if promise.needed <= near))
        top = max(top, min(max(float(promise.curve.values[0]) for promise in report.promises), 60.0))
    room = 1.3 * float(sizes[-1] / sizes[0]) ** 0.16  # names at the lines' ends stand on the right
    right = max(right, room * float(sizes[-1]))
    return float(sizes[0]), right, max(bottom, 1e-7), top


def _axes(figure: go.Figure, report: Convergence, beside: Sequence[Convergence], theme: Theme) -> None:
    reaches = [_reach(each) for each in (report, *beside)]
    left, bottom = (min(reach[i] for reach in reaches) for i in (0, 2))
    right, top = (max(reach[i] for reach in reaches) for i in (1, 3))
    every = 4 if theme.narrow else 2
    ticks = [2.0**k for k in range(0, 80, every) if left * 0.9 <= 2.0**k <= right * 1.1]
    figure.update_xaxes(
        type="log",
        title={"text": f"D, frequencies ({'2D' if report.curves[0].map == 'paired' else 'D'} real features)"},
        range=[math.log10(left * 0.88), math.log10(right)],
        tickvals=ticks,
        ticktext=[count(tick) for tick in ticks],
    )
    values = {m * 10.0**e for e in range(-7, 4) for m in (1, 3)}
    if any(each.promises for each in (report, *beside)):
        values = (values | {report.largest_error}) - {3.0}
    shown = [v for v in sorted(values) if bottom * 0.7 <= v <= top * 1.3]
    figure.update_yaxes(
        type="log",
        title={"text": _metric_label(report.curves[0])},
        range=[math.log10(bottom * 0.7), math.log10(top * 1.3)],
        tickvals=shown,
        ticktext=[number(v) for v in shown],
    )


def _vacuous(figure: go.Figure, report: Convergence, theme: Theme) -> None:
    """The region where a bound says nothing."""
    high = figure.layout.yaxis.range[1]
    ceiling = math.log10(report.largest_error)
    if high <= ceiling:
        return
    figure.add_shape(
        type="rect",
        xref="paper",
        x0=0,
        x1=1,
        y0=report.largest_error,
        y1=10**high,
        fillcolor=theme.soft(theme.bound, 0.10),
        line_width=0,
        layer="below",
    )
    figure.add_annotation(
        text=f"no error exceeds {report.largest_error:g}" + ("" if theme.narrow else ": up here a bound says nothing"),
        xref="paper",
        x=0.995,
        xanchor="right",
        y=ceiling,
        yanchor="bottom",
        showarrow=False,
        font={"size": 15, "color": theme.bound},
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
        text=f"<b>{_bound_name(promise)}</b>, {percent}<br>promised for Monte Carlo only",
        x=math.log10(curve.n_freqs[g]),
        y=math.log10(curve.values[g]),
        xanchor="left",
        yanchor="bottom",
        xshift=10,
        align="left",
        showarrow=False,
        font={"size": 16, "color": colour},
    )


def _main(report: Convergence) -> Promise:
    """The bound that title and sentence speak of: one made for a single pair where there is one, else the first."""
    return next((p for p in report.promises if not BOUNDS[p.name].uniform), report.promises[0])


def _bound_name(promise: Promise) -> str:
    return f"{BOUNDS[promise.name].label.partition(',')[0]} bound"


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
            edge = np.concatenate([curve.quantile(high)[defined], curve.quantile(low)[defined][::-1]])
            figure.add_scatter(
                x=np.concatenate([sizes, sizes[::-1]]),
                y=edge.astype(np.float32),
                fill="toself",
                fillcolor=theme.soft(colour, 0.18 if len(report.curves) <= _MANY else 0.06),
                line={"width": 0},
                hoverinfo="skip",
                mode="lines",
                showlegend=False,
            )
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
    """Each line's name at its end, moved apart where ends meet."""
    low, high = figure.layout.yaxis.range
    gap = 0.052 * (high - low)  # the height of a name on the axis
    ends = sorted((math.log10(max(float(curve.median[-1]), 1e-7)), curve) for curve in report.curves)
    places: list[float] = []
    for place, _ in ends:
        places.append(place if not places else max(place, places[-1] + gap))
    middle = sum(places) / len(places) - sum(place for place, _ in ends) / len(ends)
    middle = min(max(middle, places[-1] - high + gap / 2), places[0] - low - gap / 2)  # none leaves the figure
    for (_, curve), place in zip(ends, places, strict=True):
        figure.add_annotation(
            text=f"<b>{SAMPLERS[curve.sampler].label}</b>",
            x=math.log10(curve.n_freqs[-1]),
            y=place - middle,
            xanchor="left",
            xshift=12,
            showarrow=False,
            font={"size": 17, "color": theme.scheme(curve.sampler)[0]},
        )


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
    reached = [(need, curve) for need, curve in zip(report.needed, report.curves, strict=True) if need == need]
    answers = []
    if reached:
        need, curve = _carlo_or_first(reached)
        answers.append((f"{SAMPLERS[curve.sampler].label}, measured", need, True))
    answers += [("promised" if p is _main(report) else "", p.needed, False) for p in report.promises]
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


def _alt(report: Convergence, data: str) -> str:
    names = ", ".join(SAMPLERS[curve.sampler].label for curve in report.curves)
    first = report.curves[0]
    start = int(np.argmax(first.defined))
    fall = f"from {number(float(first.median[start]))} at D = {count(first.n_freqs[start])}"
    fall += f" to {number(float(first.median[-1]))} at D = {count(first.n_freqs[-1])}"
    bound = ""
    if report.promises:
        main = _main(report)
        bound = f"; at D = {count(report.n_freqs)} the {_bound_name(main)} says {measured(main.at)}"
    return (
        f"Log–log plot of the {_metric_label(first)} against the number of frequencies D for {names} on {data}: "
        f"the first falls {fall}{bound}."
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


def _provenance(report: Convergence, data: str) -> tuple[str, ...]:
    first = report.curves[0]
    size = report.diameter
    what = "largest distance between two points" if size.exact else "diagonal of the bounding box"
    lines = [
        f"data: {data}",
        f"kernel: {first.kernel}",
        f"error: {_metric_label(first)}; map: {first.map}",
        f"seeds: {', '.join(map(str, max((curve.seeds for curve in report.curves), key=len)))}",
    ]
    for promise in report.promises:
        lines.append(
            f"bound: {BOUNDS[promise.name].citation}, at confidence {report.confidence:g}, promised for Monte Carlo "
            f"only; sigma_p = {report.sigma_p:.6g}, diameter = {size.value:.6g} ({what})"
        )
    lines += [f"bound: {reason}" for reason in report.silent]
    lines += [note for curve in report.curves for note in curve.notes]
    return tuple(dict.fromkeys(lines))
