"""The features of two points as bars, and the convergence of their inner product to the kernel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import panels
from rffviz.explorer.figures.picture import ANSWER, Picture, Scrub
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.features.two_points.words import MOST_BARS, two_points_readouts, two_points_words
from rffviz.explorer.words.numbers import count, plural
from rffviz.studies.two_points import TwoPoints

_ROWS = ("feature vector of x, times √D", "feature vector of y, times √D", "products")


def point_colours(theme: Theme) -> tuple[str, str]:
    """The colours of the points x and y, the same in every view of them."""
    return theme.hues["pink"], theme.hues["teal"]


def two_points_picture(record: TwoPoints, theme: Theme) -> Picture:
    """Bars of z(x), z(y) and their products beside the inner product against D; D is scrubbed."""
    figure = _panels(record, theme)
    start = record.start
    right = {"row": 4, "col": 1} if theme.narrow else {"row": 1, "col": 2}
    colour, m = theme.scheme("monte_carlo")[0], np.arange(1, len(record.inner) + 1)
    figure.add_trace(band(m, *record.band(m), theme.soft(colour, 0.18), "± 2 SD", meta=ANSWER), **right)
    figure.add_trace(line(m, record.inner, colour, "z(x)·z(y)", "D = %{x:,}: %{y:.3f}", width=2, meta=ANSWER), **right)
    figure.add_trace(line(m[[0, -1]], [record.exact] * 2, theme.exact, "k(x − y)", dash="dot", meta=ANSWER), **right)
    first = len(figure.data)
    for row, trace in enumerate(_moving(record, start, theme)):
        figure.add_trace(trace, **({"row": row + 1, "col": 1} if row < 3 else right))
    readouts = two_points_readouts(record)
    scrub = Scrub.over_freqs(record.n_freqs, readouts, start, redraw=True)
    return Picture(
        name=f"two-points-{record.map}-{record.about.kernel.name}",
        figure=figure,
        columns=_columns(record),
        **two_points_words(record),
        readout=readouts[start],
        scrub=scrub.frames(figure, range(first, len(figure.data)), lambda g: _moving(record, g, theme)),
    )


def _panels(record: TwoPoints, theme: Theme) -> go.Figure:
    """Three rows of bars beside a plot of their height or, on a phone, above it."""
    if theme.narrow:
        figure = panels(theme, 850, 4, 1, (*_ROWS, ""), vertical_spacing=0.11, row_heights=[0.18, 0.18, 0.18, 0.46])
    else:
        specs = [[{}, {"rowspan": 3}], [{}, None], [{}, None]]
        figure = panels(
            theme, 400, 3, 2, (_ROWS[0], "", *_ROWS[1:]), specs=specs, vertical_spacing=0.13, horizontal_spacing=0.12
        )
    top = 1.1 if record.map == "paired" else 2.2
    per = record.features.shape[2]
    shown = min(MOST_BARS, record.features[0].size)
    for row in range(1, 4):
        at = {"row": row, "col": 1}
        figure.update_yaxes(range=[-top, top], nticks=3, zeroline=True, **at)
        figure.update_yaxes(zerolinecolor=theme.muted, **at)
        figure.update_xaxes(range=[0.3, shown + 0.7], showgrid=False, showticklabels=row == 3, **at)
    ticks = np.arange(0, shown // per, 2 if per == 2 else 4)
    names = {"tickvals": ticks * per + (per + 1) / 2, "ticktext": [f"{tick + 1}" for tick in ticks]}
    title = f"first {plural(shown // per, 'frequency')}{' (cos, sin)' * (per == 2)}"
    figure.update_xaxes(title={"text": title}, **names, row=3, col=1)
    right = {"row": 4, "col": 1} if theme.narrow else {"row": 1, "col": 2}
    powers = 2.0 ** np.arange(0, 16, 3 if theme.narrow else 2)
    log_axis(figure.update_xaxes, "D, frequencies", 0.9, 1.1 * len(record.inner), powers, count, **right)
    low, high = float(record.inner.min()), float(record.inner.max())
    room = 0.1 * (high - low) + 0.05
    figure.update_yaxes(title={"text": "z(x)·z(y)"}, range=[low - room, high + room], **right)
    return legend_under(figure, -0.1 if theme.narrow else -0.24, legend_font_size=16, margin={"b": 90}, bargap=0.25)


def _moving(record: TwoPoints, g: int, theme: Theme) -> Sequence[go.Bar | go.Scatter]:
    """The bars of the first features at the g-th number of frequencies, and the dot on the line."""
    m = int(record.n_freqs[g])
    rows = [values[:m].ravel()[:MOST_BARS].astype(np.float32) for values in (*record.features, record.products)]
    place = np.arange(1, len(rows[0]) + 1, dtype=np.float32)
    bars = [
        go.Bar(x=place, y=row, marker_color=colour, showlegend=False, hovertemplate="%{y:.2f}<extra></extra>")
        for row, colour in zip(rows, (*point_colours(theme), theme.muted), strict=True)
    ]
    chosen = dots([[m, record.inner[m - 1]]], theme.scheme("monte_carlo")[0], size=13, hover="D = %{x:,}: %{y:.3f}")
    return [*bars, chosen.update(showlegend=False)]


def _columns(record: TwoPoints) -> dict[str, np.ndarray]:
    kinds = ("cos", "sin") if record.map == "paired" else ("cos",)
    columns = {"frequency": np.arange(1, len(record.W) + 1), "omega_1": record.W[:, 0], "omega_2": record.W[:, 1]}
    if record.phases is not None:
        columns["phase"] = record.phases
    for point, features in zip("xy", record.features, strict=True):
        columns |= {f"{kind}_{point}": features[:, i] for i, kind in enumerate(kinds)}
    return columns | {"inner_product_so_far": record.inner, "z_x_z_x_so_far": record.squared_length}
