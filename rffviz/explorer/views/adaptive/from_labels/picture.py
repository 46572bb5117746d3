"""Waves fitted to one-dimensional data while their frequencies are learned, scrubbed through the iterations."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.adaptive.from_labels.words import from_labels_readout, from_labels_words, panels, size, speed
from rffviz.studies.from_labels import OF_FREQUENCIES, FromLabels, Learned


def from_labels_picture(record: FromLabels, theme: Theme) -> Picture:
    """Left the data and the fit, right a stem for each wave, at its frequency and of the height of its amplitude."""
    figure = side_by_side(theme, panels(record), 400, 800)
    left, right = panel_place(theme, 0), panel_place(theme, 1)
    for panel, trace in _moving(record, record.kept[record.start], theme):
        figure.add_trace(trace, **panel_place(theme, panel))
    first = record.kept[0]
    drawn = np.column_stack([first.norms, first.amplitudes])
    hover = f"at the start<br>{speed(record)} = %{{x:.3g}}: %{{y:.3g}}"
    rings = dots(drawn, theme.muted, "circle-open", 7, hover=hover)
    figure.add_trace(rings.update(name="at the start"), **right)
    if record.truth is not None:
        figure.add_trace(line(record.x, record.truth, theme.hues["green"], "function", width=2, dash="dot"), **left)
    data = np.column_stack([record.x_train, record.y_train])
    figure.add_trace(dots(data, theme.hues["amber"]).update(name="data", hoverinfo=None), **left)
    shown = [record.y_train] if record.truth is None else [record.y_train, record.truth]
    low, high = (float(f(np.concatenate(shown))) for f in (np.min, np.max))
    room = 0.25 * (high - low or 1.0)
    figure.update_xaxes(title={"text": "x"}, range=[float(record.x[0]), float(record.x[-1])], **left)
    figure.update_yaxes(title={"text": "y"}, range=[low - room, high + room], **left)
    fastest = max(float(each.norms.max()) for each in record.kept)
    largest = max(float(each.amplitudes.max()) for each in record.kept)
    speeds = f"{speed(record)}, radians per unit of x"
    figure.update_xaxes(title={"text": speeds}, range=[-0.02 * fastest, 1.05 * fastest], **right)
    figure.update_yaxes(title={"text": size(record)}, range=[-0.04 * largest, 1.08 * largest], **right)
    legend_under(figure, -0.1 if theme.narrow else -0.24, margin={"b": 90})
    iterations = [each.iteration for each in record.kept]
    values = [f"{iterations[0]}: the start", *(f"{each:,}" for each in iterations[1:])]
    readouts = [from_labels_readout(record, each) for each in record.kept]
    scrub = Scrub("Iteration", [str(each) for each in iterations], values, readouts, record.start, settings=iterations)
    scrub.frames(figure, range(3), lambda g: [trace for _, trace in _moving(record, record.kept[g], theme)])
    rows = (
        (each.iteration, j, float(length), float(amplitude), each.error)
        for each in record.kept
        for j, (length, amplitude) in enumerate(zip(each.norms, each.amplitudes, strict=True), start=1)
    )
    columns = by_column(("iteration", "wave", "omega", "amplitude", "error"), rows)
    words = from_labels_words(record)
    return Picture(name="from-labels", figure=figure, columns=columns, scrub=scrub, **words)


def _moving(record: FromLabels, at: Learned, theme: Theme) -> list[tuple[int, go.Scatter]]:
    """The fit after so many iterations, and a stem for each of its waves; by panel."""
    colour = theme.hues["blue"]
    gap = np.full(len(at.norms), np.nan)
    x = np.column_stack([at.norms, at.norms, gap]).ravel()
    y = np.column_stack([np.zeros(len(gap)), at.amplitudes, gap]).ravel()
    hover = f"{speed(record)} = %{{x:.3g}}: %{{y:.3g}}"
    tops = dots(np.column_stack([at.norms, at.amplitudes]), colour, size=8, hover=hover)
    return [
        (0, line(record.x, at.predicted, colour, "fit", width=3.5)),
        (1, line(x, y, colour, width=1.5, hoverinfo="skip")),
        (1, tops.update(name="frequency" if record.learner in OF_FREQUENCIES else "component")),
    ]
