"""What was claimed of the kernel term in supervised features, and what comes out: errors against its weight η."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme
from rffviz.studies import KernelTermStudy
from rffviz.words import kernel_term as words
from rffviz.words.numbers import number


def kernel_term_picture(study: KernelTermStudy, theme: Theme) -> Picture:
    """Test error of each split and their mean over η, beside the error of the kernel matrix."""
    figure = _panels(study, theme)
    below = panel_place(theme, 1)
    pink, blue = theme.hues["pink"], theme.hues["blue"]
    for errors, colour, place in (
        (study.test_errors, pink, {"row": 1, "col": 1}),
        (study.kernel_errors, blue, below),
    ):
        for trace in _lines(study, errors[study.whole], colour):
            figure.add_trace(trace, **place)
    return Picture(
        name="kernel-term",
        title=words.title(study),
        subtitle=words.subtitle(study),
        figure=figure,
        alt=words.alt(study),
        reading=words.reading(study),
        columns=_columns(study),
        provenance=words.origin(study),
        notes=words.notes(study),
    )


def _panels(study: KernelTermStudy, theme: Theme) -> go.Figure:
    figure = panels(
        theme,
        760 if theme.narrow else 420,
        **side_by_side(theme, 2),
        titles=("test error", "error of the kernel matrix"),
        horizontal_spacing=0.1,
        vertical_spacing=0.17,
    )
    figure.update_layout(margin={"r": 14})
    figure.update_xaxes(
        title={"text": "η, weight of the kernel term"},
        tickvals=list(range(len(study.etas))),
        ticktext=["0: left out", *(number(eta) for eta in study.etas[1:])],
        range=[-0.4, len(study.etas) - 0.6],
    )
    figure.update_yaxes(nticks=6, rangemode="tozero")
    return figure


def _lines(study: KernelTermStudy, errors: np.ndarray, colour: str) -> list[go.Scatter]:
    x = np.arange(len(study.etas), dtype=np.float32)
    thin = [
        go.Scatter(x=x, y=row.astype(np.float32), mode="lines", line={"color": colour, "width": 1}, hoverinfo="skip")
        for row in errors
    ]
    thick = go.Scatter(
        x=x,
        y=errors.mean(axis=0).astype(np.float32),
        mode="lines+markers",
        line={"color": colour, "width": 4},
        marker={"size": 12},
        hovertemplate="%{y:.3g}<extra>mean</extra>",
    )
    return [*thin, thick]


def _columns(study: KernelTermStudy) -> dict[str, list]:
    rows = {name: [] for name in ("split", "eta", "test_error", "train_error", "kernel_error")}
    for s, k in np.argwhere(np.isfinite(study.test_errors)):
        values = (int(s), study.etas[k], study.test_errors[s, k], study.train_errors[s, k], study.kernel_errors[s, k])
        for name, value in zip(rows, values, strict=True):
            rows[name].append(value)
    return rows
