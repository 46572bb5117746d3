"""The picture of the view “Error field”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import ErrorField, Samples
from rffviz.explorer.figures.axes import colour_axis, diverging
from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import in_one, sample_colours
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank
from rffviz.explorer.figures.traces import dots, heat
from rffviz.explorer.views.schemes.field.words import field_words, largest_error
from rffviz.explorer.views.schemes.picture import columns_of, part
from rffviz.explorer.views.schemes.words import words_of_samples


def field_picture(samples: Samples, theme: Theme) -> Picture:
    """k̂(δ) − k(δ) over a plane, as a heat map with symmetric colours; a line for d = 1."""
    records = samples.records
    most = max(each.largest for each in records.values()) or 1.0
    top = 1.05 * max(max(each.largest, 2 * float(each.sigma.max())) for each in records.values())
    parts = [part(letter, record, _field(record, theme, most, top)) for letter, record in records.items()]
    return Picture(
        name=f"error-field-{next(iter(records.values())).kernel.name}",
        figure=in_one(theme, parts),
        **words_of_samples(samples, field_words, measure=largest_error),
        columns=columns_of(samples, _field_columns),
    )


def _field(record: ErrorField, theme: Theme, most: float, top: float) -> go.Figure:
    along = record.along.astype(np.float32)
    figure = blank(theme)
    axes = ("δ", "") if record.d == 1 else _axes(record)
    if record.d == 1:
        sigma = 2 * record.sigma[0]
        figure.add_trace(band(along, -sigma, sigma, theme.soft(theme.ink, 0.08)))
        colour, _ = sample_colours(theme, record.about)
        figure.add_trace(line(along, record.error[0], colour, hover="δ = %{x:.3g}: %{y:.3g}"))
        figure.update_yaxes(title={"text": "k̂ − k"}, range=[-top, top])
    else:
        figure.add_trace(heat(record.error, "%{x:.3g}, %{y:.3g}: %{z:.3g}", along, along))
        figure.update_layout(coloraxis=colour_axis(diverging(theme), -most, most))
        figure.update_yaxes(title={"text": axes[1]}, scaleanchor="x", constrain="domain")
    x, y = record.worst
    at = [[x, y], [-x, -y]] if record.d > 1 else [[x, record.error[0, np.searchsorted(record.along, x)]]]
    figure.add_trace(dots(at, theme.ink, "circle-open", 16, line={"width": 3}).update(cliponaxis=False))
    ends = [float(along[0]), float(along[-1])]
    if record.d > 1:  # a ring at the edge would widen it
        figure.update_yaxes(range=ends)
    return figure.update_xaxes(title={"text": axes[0]}, range=ends, constrain="domain", constraintoward="left")


def _field_columns(record: ErrorField) -> dict:
    rows, columns = np.indices(record.error.shape)
    return {
        "along_first": record.along[columns.ravel()],
        "along_second": record.along[rows.ravel()] if record.d > 1 else np.zeros(rows.size),
        "kernel": record.exact.ravel(),
        "error": record.error.ravel(),
        "monte_carlo_sigma": record.sigma.ravel(),
    }


def _axes(record: ErrorField) -> tuple[str, str]:
    if record.plane == "oblique":
        return "along one direction", "along another"
    return tuple(f"δ<sub>{c + 1}</sub>" for c in record.plane)
