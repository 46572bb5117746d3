"""A photograph beside its reconstruction from features, the length scale scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panels
from rffviz.explorer.figures.photograph import GREYS, brightness, image_axes
from rffviz.explorer.figures.picture import ANSWER, Picture, Scrub
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.prediction.image.words import image_readout, image_words
from rffviz.explorer.words.numbers import number
from rffviz.studies.image import ImageFits

_LENGTH_SCALE = "ℓ, as a fraction of image height"


def image_picture(fits: ImageFits, theme: Theme) -> Picture:
    """The photograph, the training pixels, the learned image, and both errors against the length scale."""
    start = fits.start
    figure = _panels(fits, theme)
    original, pixels, learned, place = _places(theme)
    figure.add_trace(brightness(fits.pixels), **original)
    figure.add_trace(brightness(np.where(fits.seen, fits.pixels, np.nan)), **pixels)
    _hide(figure, fits, theme, pixels)
    figure.add_trace(brightness(fits.fitted[start]), **learned)
    blue, amber = theme.hues["blue"], theme.hues["amber"]
    for errors, name, colour, symbol, dash in (
        (fits.test_rmse, "unseen pixels", blue, "circle", "solid"),
        (fits.train_rmse, "training pixels", amber, "square", "dash"),
    ):
        hover = f"ℓ = %{{x:.3g}}: %{{y:.3f}}<extra>{name}</extra>"
        look = {"symbol": symbol, "dash": dash, "hovertemplate": hover, "meta": ANSWER}
        figure.add_trace(line(fits.length_scales, errors, colour, name, **look), **place)
    figure.add_trace(_marker(fits, start, theme), **place)
    scrub = Scrub(
        label=_LENGTH_SCALE,
        names=[f"{scale:g}" for scale in fits.length_scales],
        values=[f"ℓ = {number(scale)}" for scale in fits.length_scales],
        readouts=[image_readout(fits, g) for g in range(len(fits.length_scales))],
        start=start,
        redraw=True,
        settings=[float(scale) for scale in fits.length_scales],
    )
    return Picture(
        name="image",
        figure=figure,
        columns={
            "length_scale": fits.length_scales,
            "rmse_learned_from": fits.train_rmse,
            "rmse_not_seen": fits.test_rmse,
        },
        scrub=scrub.frames(figure, [2, 5], lambda g: [brightness(fits.fitted[g]), _marker(fits, g, theme)]),
        **image_words(fits),
    )


def _places(theme: Theme) -> list[dict[str, int]]:
    """Row and column of the photograph, the training pixels, the learned image, and the errors."""
    cells = ((1, 1), (2, 1), (3, 1), (4, 1)) if theme.narrow else ((1, 1), (2, 1), (1, 2), (1, 3))
    return [{"row": row, "col": col} for row, col in cells]


def _panels(fits: ImageFits, theme: Theme) -> go.Figure:
    titles = ["the photograph", "training pixels (rest hidden)", "learned image", "RMSE"]
    if theme.narrow:
        figure = panels(theme, 1060, 4, 1, titles, vertical_spacing=0.06)
    else:
        tall = {"specs": [[{}, {"rowspan": 2}, {"rowspan": 2}], [{}, None, None]], "vertical_spacing": 0.2}
        titles = [titles[k] for k in (0, 2, 3, 1)]  # reordered row by row
        figure = panels(theme, 400, 2, 3, titles, column_widths=[0.3, 0.42, 0.28], horizontal_spacing=0.04, **tall)
    legend_under(figure, -0.1 if theme.narrow else -0.25, coloraxis=GREYS)
    figure.update_layout(margin={"l": 10, "r": 10, "b": 104})
    *images, below = _places(theme)
    for place in images:
        image_axes(figure, fits.seen.shape, **place)
    ticks = list(fits.length_scales[::2])
    figure.update_xaxes(
        type="log",
        title={"text": _LENGTH_SCALE if theme.narrow else "ℓ, length scale"},
        tickvals=ticks,
        ticktext=[f"{scale:g}" for scale in ticks],
        tickangle=0,
        **below,
    )
    figure.update_yaxes(rangemode="tozero", nticks=5, **below)
    return figure


def _hide(figure: go.Figure, fits: ImageFits, theme: Theme, place: dict[str, int]) -> None:
    """One tint for the pixels that are not learned from, which cannot be taken for brightness."""
    height, width = fits.seen.shape
    box = {"x0": -0.5, "x1": width - 0.5, "y0": -0.5, "y1": height - 0.5}
    figure.add_shape(**box, fillcolor=theme.soft(theme.hues["blue"], 0.3), line_width=0, layer="below", **place)


def _marker(fits: ImageFits, g: int, theme: Theme) -> go.Scatter:
    at = [(fits.length_scales[g], errors[g]) for errors in (fits.train_rmse, fits.test_rmse)]
    return dots(at, theme.ink, "circle-open", 18, line={"width": 3}).update(name="shown", showlegend=False, meta=ANSWER)
