"""Samples of frequencies, diagnosed: where they lie, their lengths and directions, how coordinates relate; verdicts.

All samples stand in one figure, on the same axes and in the same colours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import DIAGNOSTICS, SPECIMENS, Diagnosed, Directions, FrequencyCloud, Moments, RadiusLaw, Samples
from rffviz.figures.axes import colour_axis, diverging
from rffviz.figures.lines import line
from rffviz.figures.panels import Part, in_one, sample_colours
from rffviz.figures.picture import Column, Picture, Table, by_column, columns_of_each
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.figures.traces import dots, heat
from rffviz.words.diagnose import (
    NOT_LOOKED_AT,
    STATUS,
    cloud_words,
    directions_words,
    heading,
    moments_words,
    radius_words,
    sample_title,
    verdict_words,
    words_of_samples,
)

_MOST_SHOWN = 40  # coordinates of a heat map whose cells can be told apart


def part(letter: str, report: Diagnosed, figure: go.Figure) -> Part:
    """A sample's panel under its letter; the name of a known mistake is for those who have found it."""
    name = heading(report.about) if letter else ""
    return Part(figure, letter, name, report.about.sampler in SPECIMENS)


def columns_of(samples: Samples, of: Callable[[Any], Mapping[str, Any]]) -> dict[str, Sequence]:
    """The numbers of all samples."""
    return columns_of_each("sample", {letter: of(report) for letter, report in samples.reports.items()})


def cloud_picture(samples: Samples, theme: Theme) -> Picture:
    """Frequencies, or their points in the unit cube: the coordinates `shown`, or for d = 1 against the row."""
    reports = samples.reports
    reach = 1.15 * max(each.reach for each in reports.values())
    rows = max(each.n_freqs for each in reports.values()) + 1
    first = next(iter(reports.values()))

    def words(report: FrequencyCloud):
        axes = [0] if report.d == 1 else [*report.shown]
        shown = np.abs(report.W[:, axes]).max(axis=1) <= reach
        return cloud_words(report, 0 if report.in_cube else report.n_freqs - int(shown.sum()))

    return Picture(
        name=f"frequencies-{first.kernel.name}",
        figure=in_one(theme, [part(a, each, _cloud(each, theme, reach, rows)) for a, each in reports.items()]),
        **words_of_samples(samples, words, "rows"),
        columns=columns_of(
            samples,
            lambda report: {
                "row": np.arange(1, report.n_freqs + 1),
                "weight": report.weights,
                **{f"omega_{c + 1}": report.W[:, c] for c in range(report.d)},
                **{f"u_{c + 1}": report.cube[:, c] for c in range(report.d)},
            },
        ),
    )


def _cloud(report: FrequencyCloud, theme: Theme, reach: float, rows: int) -> go.Figure:
    flat = report.d == 1
    i, j = (0, 0) if flat else report.shown
    colour, symbol = sample_colours(theme, report.about)
    relative = report.weights / report.weights.max()
    sizes = (3 + 5 * np.sqrt(relative)).astype(np.float32)
    look = {"hover": "%{x:.3g}, %{y:.3g}", "opacity": 0.75, "line": {"color": colour, "width": 1}}
    values, ends, letter = (report.W, [-reach, reach], "ω")
    if report.in_cube:
        values, ends, letter = (report.cube, [-0.02, 1.02], "u")
    upright = np.arange(1, report.n_freqs + 1) if flat else values[:, j]
    figure = blank(theme).add_trace(dots(np.column_stack([values[:, i], upright]), colour, symbol, sizes, **look))
    figure.update_xaxes(title={"text": f"{letter}<sub>{i + 1}</sub>"}, range=ends)
    if flat:
        return figure.update_yaxes(title={"text": "row"}, range=[0, rows])
    return figure.update_yaxes(title={"text": f"{letter}<sub>{j + 1}</sub>"}, range=ends)


def radius_picture(samples: Samples, theme: Theme) -> Picture:
    """The distribution function of the lengths beside its law, and the largest gap between the two."""
    reports = samples.reports
    low = min(float(each.line_radius[0]) for each in reports.values())
    high = max(float(each.line_radius[-1]) for each in reports.values())
    parts = [part(letter, report, _radius(report, theme, low, high)) for letter, report in reports.items()]
    return Picture(
        name=f"lengths-{next(iter(reports.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(samples, radius_words, "radius"),
        columns=columns_of(
            samples, lambda report: {"length": report.radius, "share": report.empirical, "law": report.expected}
        ),
    )


def _radius(report: RadiusLaw, theme: Theme, low: float, high: float) -> go.Figure:
    figure = blank(theme)
    colour, _ = sample_colours(theme, report.about)
    law = "law: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(line(report.line_radius, report.line_probability, theme.exact, "the law", law, 2, "dot"))
    steps = [*report.radius[:1], *report.radius], [0.0, *report.empirical]
    sample = "sample: %{y:.3f} up to %{x:.3g}"
    figure.add_trace(line(*steps, colour, hover=sample, line_shape="hv"))
    figure.add_vline(x=report.at, line={"color": theme.bound, "width": 1.5, "dash": "dash"})
    wide = high / max(low, 1e-300) > 200  # a heavy tail wants a logarithm
    figure.update_xaxes(
        title={"text": "‖ω‖, radians per unit"},
        type="log" if wide else "linear",
        range=[float(np.log10(low)), float(np.log10(high))] if wide else [0, high],
    )
    figure.update_yaxes(title={"text": "share at or below"}, range=[-0.02, 1.02])
    return legend_under(figure)


def directions_picture(samples: Samples, theme: Theme) -> Picture:
    """Cosines between frequencies, of different blocks and of one, beside the law of independent directions."""
    reports = samples.reports
    top = max(float(max(each.law.max(), each.apart.max(), each.within.max())) for each in reports.values())
    parts = [part(letter, report, _directions(report, theme, top)) for letter, report in reports.items()]
    return Picture(
        name=f"directions-{next(iter(reports.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(samples, directions_words, "directions"),
        columns=columns_of(
            samples,
            lambda report: {
                "from": report.edges[:-1],
                "to": report.edges[1:],
                "between_blocks": report.apart,
                "within_blocks": report.within,
                "independent": report.law,
            },
        ),
    )


def _directions(report: Directions, theme: Theme, top: float) -> go.Figure:
    figure = blank(theme)
    middle = ((report.edges[1:] + report.edges[:-1]) / 2).astype(np.float32)
    colour, _ = sample_colours(theme, report.about)
    if report.n_apart:
        bars = {"x": middle, "y": report.apart.astype(np.float32), "showlegend": False}
        figure.add_bar(**bars, marker_color=theme.soft(colour, 0.55))
    if report.n_within:
        name = f"within {report.d} consecutive rows"
        figure.add_trace(line(middle, report.within, theme.hues["pink"], name, width=2.5, line_shape="hvh"))
    if report.isotropic:
        figure.add_trace(line(middle, report.law, theme.exact, "independent directions", width=2, dash="dot"))
    figure.update_traces(hovertemplate="cosine %{x:.3f}: %{y:.3f}")
    figure.update_xaxes(title={"text": "cosine between two frequencies"}, range=[-1.02, 1.02])
    figure.update_yaxes(title={"text": "share of pairs"}, range=[0, 1.06 * max(top, 0.05)])
    return legend_under(figure, bargap=0.05)


def moments_picture(samples: Samples, theme: Theme) -> Picture:
    """Each coordinate's scale in standard errors, and correlations between coordinates as heat maps.

    Above 40 coordinates a heat map shows those with the most telling correlations.
    """
    reports = samples.reports
    # colours that reach to twice what chance makes leave its noise pale
    most = max(max(_largest(each), 2 * each.expected_largest) for each in reports.values()) or 1.0
    parts = [Part(_scales(samples, theme), name="scale of each coordinate")]
    for letter, report in reports.items():
        parts.append(part(letter, report, _correlations(report, theme, most)))

    def columns(report: Moments):
        found = {
            "coordinate": np.arange(1, report.d + 1),
            "mean": report.mean,
            "second_moment": report.second,
            "second_moment_of_the_law": np.full(report.d, report.target),
            "mean_probability": report.spread,
            "standard_errors_off": report.spread_z,
        }
        return found | {f"correlation_with_{c + 1}": report.correlation[:, c] for c in _telling(report)}

    return Picture(
        name=f"moments-{next(iter(reports.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(
            samples, lambda report: moments_words(report, len(_telling(report))), "scale", "correlations"
        ),
        columns=columns_of(samples, columns),
    )


def _correlations(report: Moments, theme: Theme, most: float) -> go.Figure:
    shown = _telling(report)
    names = (shown + 1).astype(np.float32)
    cells = report.correlation[np.ix_(shown, shown)].astype(np.float32)
    np.fill_diagonal(cells, 0.0)  # a coordinate with itself says nothing
    position = np.arange(len(shown), dtype=np.float32)
    hover, both = "coordinates %{customdata[0]} and %{customdata[1]}: %{z:.3f}", np.dstack(np.meshgrid(names, names))
    figure = blank(theme).add_trace(heat(cells, hover, position, position, customdata=both))
    step = max(1, len(shown) // 5)
    ticks = {"tickvals": position[::step].tolist(), "ticktext": [f"{int(n)}" for n in names[::step]]}
    figure.update_xaxes(title={"text": "coordinate"}, **ticks)
    figure.update_yaxes(title={"text": ""}, autorange="reversed", **ticks)
    bar = colour_axis(diverging(theme), -most, most, thickness=14, title={"text": "correlation", "side": "right"})
    return figure.update_layout(coloraxis=bar)


def _scales(samples: Samples, theme: Theme) -> go.Figure:
    """All samples in one plot; where two are of one scheme, the second has open markers."""
    reports, drawn = samples.reports, set()
    figure = legend_under(blank(theme))
    for letter, report in reports.items():
        colour, symbol = sample_colours(theme, report.about)
        if symbol in drawn:
            symbol = symbol.removesuffix("-open") if symbol.endswith("-open") else f"{symbol}-open"
        drawn.add(symbol)
        rows = np.column_stack([np.arange(1, report.d + 1), report.spread_z])
        hover = f"{letter}: " * bool(letter) + "coordinate %{x}: %{y:.2f} standard errors"
        figure.add_trace(dots(rows, colour, symbol, 9, hover=hover).update(name=letter, showlegend=bool(letter)))
    limit = max(each.spread_threshold for each in reports.values())
    figure.add_hrect(y0=-limit, y1=limit, fillcolor=theme.soft(theme.ink, 0.08), line_width=0, layer="below")
    top = float(max(max(1.15 * each.spread_threshold, 1.1 * np.abs(each.spread_z).max()) for each in reports.values()))
    figure.update_xaxes(title={"text": "coordinate"}, range=[0, max(each.d for each in reports.values()) + 1])
    return figure.update_yaxes(title={"text": "standard errors off"}, range=[-top, top])


def verdict_picture(samples: Samples, theme: Theme) -> Picture:
    """A row for each diagnostic, the worst first, and a column for each sample."""
    sides = {letter: {each.diagnostic: each for each in report.verdicts} for letter, report in samples.judged.items()}
    said = [name for name in DIAGNOSTICS if any(name in verdicts for verdicts in sides.values())]
    ranks = {name: min(verdicts[name].rank for verdicts in sides.values() if name in verdicts) for name in said}
    said.sort(key=lambda name: (name not in samples.first, ranks[name]))
    columns, rows = [Column("Diagnostic", [DIAGNOSTICS[name] for name in said])], []
    for letter, verdicts in sides.items():
        title = sample_title(letter, samples.judged[letter])
        sentences = [verdicts[name].sentence if name in verdicts else NOT_LOOKED_AT for name in said]
        status = [verdicts[name].status if name in verdicts else "unknown" for name in said]
        columns.append(Column(title, sentences, status=[(each, STATUS[each]) for each in status]))
        rows += [
            (title, DIAGNOSTICS[v.diagnostic], STATUS[v.status], v.severity, v.sentence) for v in verdicts.values()
        ]
    return Picture(
        name="verdicts",
        figure=None,
        table=Table(columns),
        columns=by_column(("sample", "diagnostic", "status", "severity", "sentence"), rows),
        **verdict_words(samples.judged),
    )


def _telling(report: Moments) -> np.ndarray:
    """The coordinates shown, in their order."""
    if report.d <= _MOST_SHOWN:
        return np.arange(report.d)
    return np.sort(np.argsort(-np.abs(report.correlation_z).max(axis=0))[:_MOST_SHOWN])


def _largest(report: Moments) -> float:
    return float(np.abs(report.correlation - np.diag(np.diagonal(report.correlation))).max())
