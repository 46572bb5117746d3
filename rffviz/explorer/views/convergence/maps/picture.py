"""The error of cos/sin pairs and of random phases at equal cost, against distance."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import axes_of, line, words_beside
from rffviz.explorer.figures.panels import two_rows
from rffviz.explorer.figures.picture import ANSWER, Picture, by_column
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.convergence.maps.words import at_scale, maps_words
from rffviz.explorer.words.about import map_words
from rffviz.explorer.words.numbers import count
from rffviz.studies.maps import MapComparison, Spread

_LOOKS = {"paired": ("teal", "circle"), "offset": ("pink", "diamond")}


def maps_picture(record: MapComparison, theme: Theme) -> Picture:
    """Standard deviation of both maps by formula (lines) and over seeds (markers); shaded where pairs are worse.

    If there is such a range, a second panel magnifies the ratio of the two, which is near 1.
    """
    figure = _panels(record, theme)
    upper = {"row": 1, "col": 1} if record.paired_loses else {}
    for name in ("offset", "paired"):
        for trace in _traces(record, name, theme):
            figure.add_trace(trace, **upper)
    if record.paired_loses:
        _excess_panel(figure, record, theme)
    scale, top = float(record.line_distance[record.at_length_scale]), figure.layout.yaxis.range[1]
    figure.add_vline(x=scale, line={"color": theme.muted, "width": 2, "dash": "dot"}, **upper)
    words_beside(figure, at_scale(record), scale, top, 6, -4, theme.ink, 18, **axes_of(figure, **upper))
    return Picture(
        name=f"paired-and-offset-{record.about.kernel.name}",
        figure=figure,
        columns=_columns(record),
        **maps_words(record),
    )


def _panels(record: MapComparison, theme: Theme) -> go.Figure:
    end = float(record.line_distance[-1])
    top = 1.12 * max(float(np.max(s.measured + 2 * s.standard_error)) for s in (record.paired, record.offset))
    figure = two_rows(theme, [0.64, 0.36]) if record.paired_loses else blank(theme)
    legend_under(figure, -0.21)
    figure.update_xaxes(range=[-0.015 * end, 1.015 * end])
    figure.layout[f"xaxis{2 if record.paired_loses else ''}"].title.text = "distance ‖x − y‖"
    figure.layout.yaxis.update(title={"text": f"SD of k̂, {count(record.n_features)} features"}, range=[0, top])
    if not record.paired_loses:
        return figure
    room = 100 * max(record.largest_excess, 1e-4)
    figure.update_yaxes(
        title={"text": "excess of pairs" if theme.narrow else "pairs ÷ phase − 1"},
        range=[-2.2 * room, 1.6 * room],
        ticksuffix=" %",
        nticks=5,
        row=2,
        col=1,
    )
    return figure


def _traces(record: MapComparison, name: str, theme: Theme) -> list[go.Scatter]:
    spread: Spread = getattr(record, name)
    hue, symbol = _LOOKS[name]
    colour = theme.hues[hue]
    bars = {"array": (2 * spread.standard_error).astype(np.float32), "color": colour, "thickness": 2, "width": 4}
    rows = np.column_stack([record.distance, spread.measured])
    label = map_words(name)
    points = dots(rows, colour, symbol, 9, hover=f"{label}, measured<br>%{{x:.3g}}: %{{y:.4g}}")
    formula = f"{label}, formula<br>%{{x:.3g}}: %{{y:.4g}}"
    told = ANSWER if name == "paired" else None  # hidden: whether it is above or below the other
    lines = line(record.line_distance, spread.line, colour, f"{label}, formula", formula, meta=told)
    return [lines, points.update(name=f"{label}, measured", error_y=bars, meta=told)]


def _excess_panel(figure: go.Figure, record: MapComparison, theme: Theme) -> None:
    """Magnify the excess error of cos/sin pairs, and shade where it is positive."""
    excess = 100 * (record.paired.line / record.offset.line - 1)
    hover = "%{x:.3g}: pairs %{y:+.3g} %"
    zero = line(record.line_distance[[0, -1]], [0, 0], theme.muted, "equal errors", width=1.5, dash="dot")
    for trace in (zero, line(record.line_distance, excess, theme.ink, hover=hover)):
        figure.add_trace(trace, row=2, col=1)
    pink = theme.hues["pink"]
    for low, high in record.paired_loses:
        for row in (1, 2):
            look = {"fillcolor": theme.soft(pink, 0.12), "line_width": 0, "layer": "below"}
            figure.add_vrect(x0=low, x1=high, row=row, col=1, **look)
    low, high = record.paired_loses[-1]
    words = "k(2δ) > 2k(δ)²" if theme.narrow else "random phases have the smaller error: k(2δ) > 2k(δ)²"
    place = {"x": (low + high) / 2, "y": 0.06 * figure.layout.yaxis.range[1], "row": 1, "col": 1}
    if high >= record.line_distance[-1]:  # else a narrow stretch's words pass the frame
        place |= {"x": high, "xanchor": "right"}
    figure.add_annotation(text=words, font={"size": 16, "color": pink}, showarrow=False, **place)


def _columns(record: MapComparison) -> dict[str, list]:
    rows = []
    for name in ("paired", "offset"):
        spread: Spread = getattr(record, name)
        measured = zip(record.distance, spread.measured, spread.standard_error, strict=True)
        rows += [(f"{name}, measured", *values) for values in measured]
        rows += [(f"{name}, formula", *values, "") for values in zip(record.line_distance, spread.line, strict=True)]
    return by_column(("series", "distance", "standard_deviation", "standard_error"), rows)
