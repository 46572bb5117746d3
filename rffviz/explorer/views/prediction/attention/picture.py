"""A noisy photograph, exact attention over its patches, and attention through features, D scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panels
from rffviz.explorer.figures.photograph import GREYS, brightness, image_axes
from rffviz.explorer.figures.picture import ANSWER, Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.figures.traces import dots, heat
from rffviz.explorer.views.prediction.attention.words import attention_readout, attention_words
from rffviz.explorer.words.numbers import count, measured, number, setting
from rffviz.studies.attention import REPLACEMENTS, Attended

_LOOKS = {
    "cos_sin": ("blue", "circle"),
    "positive": ("pink", "triangle-up"),
    "orthogonal": ("green", "square"),
    "optimal": ("violet", "diamond"),
}
_SIGNS = {"circle": "●", "triangle-up": "▲", "square": "■", "diamond": "◆"}
_FIRST = 2  # images before those of the features: noisy and exact


def attention_picture(record: Attended, theme: Theme) -> Picture:
    """Images of the noisy photograph, of exact attention and of each kind of features; errors and negative rows."""
    figure, start = _panels(record, theme), record.start
    images, errors, shares = _places(theme)
    for pixels, place in zip((record.noisy, record.exact), images, strict=False):
        figure.add_trace(brightness(pixels), **place)
    _curves(figure, record, theme, errors, shares)
    fixed = len(figure.data)
    moving = _moving(record, start, theme)
    for trace, place in zip(moving, _of_moving(record, images, errors, shares), strict=True):
        figure.add_trace(trace, **place)
    readouts = [attention_readout(record, g) for g in range(len(record.n_freqs))]
    scrub = Scrub.over_freqs(record.n_freqs, readouts, start, redraw=True)
    return Picture(
        name="attention",
        figure=figure,
        columns=_columns(record),
        scrub=scrub.frames(figure, range(fixed, fixed + len(moving)), lambda g: _moving(record, g, theme)),
        **attention_words(record),
    )


def _places(theme: Theme) -> tuple[list[dict[str, int]], dict[str, int], dict[str, int]]:
    """Row and column of the images, of the errors, and of the shares of negative rows."""
    if theme.narrow:
        cells = [(row, col) for row in (1, 2, 3) for col in (1, 2)]
        others = (4, 1), (5, 1)
    else:
        cells = [(row, col) for row in (1, 2) for col in (1, 2, 3)]
        others = (1, 4), (2, 4)
    places = [{"row": row, "col": col} for row, col in (*cells, *others)]
    return places[:-2], places[-2], places[-1]


def _panels(record: Attended, theme: Theme) -> go.Figure:
    kinds = [_heading(name, theme) for name in REPLACEMENTS]
    exact = f"exact, τ = {setting(record.about.settings['temperature'])}"
    errors, shares = "RMSE from exact", f'<span style="color:{theme.bound}">rows with a negative sum</span>'
    if theme.narrow:
        titles = ["noisy", exact, *kinds, errors, shares]
        wide = [[{}, {}]] * 3 + [[{"colspan": 2}, None]] * 2
        look = {"specs": wide, "row_heights": [0.13] * 3 + [0.3] * 2, "vertical_spacing": 0.08}
        figure = panels(theme, 860, 5, 2, titles, horizontal_spacing=0.04, **look)
    else:
        titles = ["noisy", exact, kinds[0], errors, *kinds[1:], shares]
        look = {"column_widths": [0.245, 0.245, 0.245, 0.265], "vertical_spacing": 0.25}
        figure = panels(theme, 390, 2, 4, titles, horizontal_spacing=0.03, **look)
    figure.update_layout(coloraxis=GREYS, margin={"l": 10, "r": 10 if theme.narrow else 60, "b": 56})
    for place in _places(theme)[0]:
        image_axes(figure, record.pixels.shape, **place)
    _curve_axes(figure, record, theme)
    return figure


def _heading(name: str, theme: Theme) -> str:
    """The label of a kind of features, with its marker, in its colour."""
    hue, symbol = _LOOKS[name]
    return f'<span style="color:{theme.hues[hue]}">{_SIGNS[symbol]} {REPLACEMENTS[name].label}</span>'


def _curve_axes(figure: go.Figure, record: Attended, theme: Theme) -> None:
    """D under the lower of the two plots; the noise is named on the axis of the errors."""
    _, errors, shares = _places(theme)
    left, right = record.n_freqs[0] / 1.3, record.n_freqs[-1] * 1.3
    log_axis(figure.update_xaxes, "", left, right, record.n_freqs[::2], lambda _: "", **errors)
    log_axis(figure.update_xaxes, "D", left, right, record.n_freqs[::2], count, **shares)
    figure.update_xaxes(title_standoff=2, **shares)
    if not theme.narrow:  # away from the images
        figure.update_yaxes(side="right", col=errors["col"])
    low, high = _range(record)
    noise = record.off(record.noisy)
    ticks = [noise, *(tick for k in range(-5, 9) if not 1 / 3 < (tick := 10.0**k) / noise < 3)]
    log_axis(
        figure.update_yaxes, "", low, high, ticks, lambda tick: "noise" if tick == noise else number(tick), **errors
    )
    most = max(float(record.share.max()), 0.02)
    figure.update_yaxes(range=[-0.06 * most, 1.15 * most], tickformat=".0%", nticks=4, **shares)


def _range(record: Attended) -> tuple[float, float]:
    """The range of the errors and of the noise."""
    values = np.append(record.rmse.ravel(), record.off(record.noisy))
    return 0.6 * float(np.nanmin(values)), 1.7 * float(np.nanmax(values))


def _curves(figure: go.Figure, record: Attended, theme: Theme, errors: dict, shares: dict) -> None:
    """Errors and shares against D, and the noise."""
    x = record.n_freqs
    for r, (name, way) in enumerate(REPLACEMENTS.items()):
        hue, symbol = _LOOKS[name]
        look = {"symbol": symbol, "meta": ANSWER}
        hover = f"{way.label}, D = %{{x:,}}: %{{y:.3g}}"
        figure.add_trace(line(x, record.rmse[:, r], theme.hues[hue], way.label, hover, **look), **errors)
        hover = f"{way.label}, D = %{{x:,}}: %{{y:.1%}}"
        figure.add_trace(line(x, record.share[:, r], theme.hues[hue], None, hover, **look), **shares)
    noise, ends = record.off(record.noisy), [x[0] / 1.3, x[-1] * 1.3]
    dotted = line(ends, [noise, noise], theme.muted, None, f"noise: {noise:.3f}", 2, "dot", meta=ANSWER)
    figure.add_trace(dotted, **errors)


def _moving(record: Attended, g: int, theme: Theme) -> list:
    """The images of the features at one D with their errors, their negative rows, and the marks at it on the curves."""
    traces = [brightness(pixels) for pixels in record.outputs[g]]
    traces += [_under_image(record, f"RMSE {measured(rmse)}", theme) for rmse in record.rmse[g]]
    for r in _marked(record):
        marks = np.where(record.nonpositive[g, r], 1.0, np.nan)
        colours = [[0, theme.bound], [1, theme.bound]]
        look = {"colorscale": colours, "zmin": 0, "zmax": 1, "showscale": False, "meta": ANSWER}
        traces.append(heat(marks, "the sum of this row is negative", axis=None, **look))
    for values in (record.rmse[g], record.share[g]):
        at = [(record.n_freqs[g], value) for value in values]
        ring = dots(at, theme.ink, "circle-open", 16, line={"width": 2})
        traces.append(ring.update(name="shown", showlegend=False, meta=ANSWER))
    return traces


def _under_image(record: Attended, text: str, theme: Theme) -> go.Scatter:
    height, width = record.pixels.shape
    font = {"size": 16, "color": theme.ink}
    look = {"textfont": font, "textposition": "bottom center", "cliponaxis": False, "hoverinfo": "skip"}
    x, y = np.array([width / 2, height - 0.5], dtype=np.float32)[:, None]  # below it, out of sight
    gap = {"mode": "markers+text", "marker": {"size": 10, "opacity": 0}}  # text stands clear of a marker
    return go.Scatter(x=x, y=y, text=[text], showlegend=False, meta=ANSWER, **gap, **look)


def _of_moving(record: Attended, images, errors, shares) -> list[dict[str, int]]:
    return [*images[_FIRST:], *images[_FIRST:], *(images[_FIRST + r] for r in _marked(record)), errors, shares]


def _marked(record: Attended) -> list[int]:
    """The kinds of features with a negative row at any D."""
    return [r for r in range(len(REPLACEMENTS)) if record.nonpositive[:, r].any()]


def _columns(record: Attended) -> dict[str, list]:
    names = ("n_freqs", "features", "rmse", "rmse_smallest", "rmse_largest", "median_error")
    rows = [
        (
            int(n),
            way.label,
            float(record.rmse[g, r]),
            float(record.errors[g, r].min()),
            float(record.errors[g, r].max()),
            float(record.median_error[g, r]),
            float(record.share[g, r]),
            float(record.rmse_from_photograph[g, r]),
        )
        for g, n in enumerate(record.n_freqs)
        for r, way in enumerate(REPLACEMENTS.values())
    ]
    return by_column((*names, "negative_rows", "rmse_from_photograph"), rows)
