"""A photograph beside its reconstruction from some of its pixels, the length scale scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.photograph import GREYS, brightness, image_axes
from rffviz.explorer.figures.picture import ANSWER, Picture, Scrub
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.prediction.image.words import image_readout, image_words
from rffviz.explorer.words.numbers import count, number
from rffviz.studies.image import ImageFits

_HIDDEN = "#808080"  # pixels that are not learned from
_LENGTH_SCALE = "ℓ, as a fraction of image height"


def image_picture(fits: ImageFits, theme: Theme) -> Picture:
    """The photograph, the training pixels and the learned image, of one size, and both errors against ℓ."""
    start = fits.start
    figure = _panels(fits, theme)
    original, pixels, learned, place = _places(theme)
    figure.add_trace(brightness(fits.pixels), **original)
    figure.add_trace(brightness(np.where(fits.seen, fits.pixels, np.nan)), **pixels)
    height, width = fits.seen.shape
    box = {"x0": -0.5, "x1": width - 0.5, "y0": -0.5, "y1": height - 0.5, "line_width": 0, "layer": "below"}
    figure.add_shape(**box, fillcolor=_HIDDEN, **pixels)
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
    return [panel_place(theme, panel) for panel in range(4)]


def _panels(fits: ImageFits, theme: Theme) -> go.Figure:
    titles = ["the photograph", "training pixels (rest grey)", f"learned, D = {count(fits.n_freqs)}", "RMSE"]
    wide = {} if theme.narrow else {"column_widths": [0.27, 0.27, 0.27, 0.19]}
    figure = side_by_side(theme, titles, 400, 1060, horizontal_spacing=0.03, vertical_spacing=0.06, **wide)
    legend_under(figure, -0.1 if theme.narrow else -0.25, coloraxis=GREYS)
    figure.update_layout(margin={"l": 10, "r": 10, "b": 104})
    *images, below = _places(theme)
    for place in images:
        image_axes(figure, fits.seen.shape, **place)
    ticks = list(fits.length_scales[:: 2 if theme.narrow else 4])  # names must not touch
    figure.update_xaxes(
        type="log",
        title={"text": _LENGTH_SCALE if theme.narrow else "ℓ, length scale"},
        tickvals=ticks,
        ticktext=[f"{scale:g}" for scale in ticks],
        tickangle=0,
        **below,
    )
    figure.update_yaxes(rangemode="tozero", nticks=5, side="left" if theme.narrow else "right", **below)
    return figure


def _marker(fits: ImageFits, g: int, theme: Theme) -> go.Scatter:
    at = [(fits.length_scales[g], errors[g]) for errors in (fits.train_rmse, fits.test_rmse)]
    return dots(at, theme.ink, "circle-open", 18, line={"width": 3}).update(name="shown", showlegend=False, meta=ANSWER)
