"""The picture of the view “Moments”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import Moments, Samples
from rffviz.explorer.figures.axes import colour_axis, diverging
from rffviz.explorer.figures.panels import Part, in_one, sample_colours
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.figures.traces import dots, heat
from rffviz.explorer.views.schemes.moments.words import moments_words, strongest
from rffviz.explorer.views.schemes.picture import columns_of, part
from rffviz.explorer.views.schemes.words import words_of_samples

_MOST_SHOWN = 40  # most coordinates of a heat map with distinguishable cells


def moments_picture(samples: Samples, theme: Theme) -> Picture:
    """Each coordinate's scale in standard errors, and correlations between coordinates as heat maps.

    Above 40 coordinates a heat map shows those with the strongest correlations.
    """
    reports = samples.reports
    # a colour range of twice the chance level keeps noise pale
    most = max(max(_largest(each), 2 * each.expected_largest) for each in reports.values()) or 1.0
    parts = [Part(_scales(samples, theme), name="scale of each coordinate")]
    for letter, report in reports.items():
        parts.append(part(letter, report, _correlations(report, theme, most)))

    def columns(report: Moments):
        record = {
            "coordinate": np.arange(1, report.d + 1),
            "mean": report.mean,
            "second_moment": report.second,
            "second_moment_of_the_target": np.full(report.d, report.target),
            "mean_probability": report.spread,
            "standard_errors_off": report.spread_z,
        }
        return record | {f"correlation_with_{c + 1}": report.correlation[:, c] for c in _telling(report)}

    return Picture(
        name=f"moments-{next(iter(reports.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(
            samples,
            lambda report: moments_words(report, len(_telling(report))),
            "scale",
            "correlations",
            measure=strongest,
        ),
        columns=columns_of(samples, columns),
    )


def _correlations(report: Moments, theme: Theme, most: float) -> go.Figure:
    shown = _telling(report)
    names = (shown + 1).astype(np.float32)
    cells = report.correlation[np.ix_(shown, shown)].astype(np.float32)
    np.fill_diagonal(cells, 0.0)  # correlations of coordinates with themselves are trivial
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
    """All samples in one plot; if two have the same scheme, the second has open markers."""
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
    return figure.update_yaxes(title={"text": "deviation (standard errors)"}, range=[-top, top])


def _telling(report: Moments) -> np.ndarray:
    """The coordinates shown, in their order."""
    if report.d <= _MOST_SHOWN:
        return np.arange(report.d)
    return np.sort(np.argsort(-np.abs(report.correlation_z).max(axis=0))[:_MOST_SHOWN])


def _largest(report: Moments) -> float:
    return float(np.abs(report.correlation - np.diag(np.diagonal(report.correlation))).max())
