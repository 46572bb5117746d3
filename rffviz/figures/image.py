"""A photograph beside what features learned of it, the length scale scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.lines import line
from rffviz.figures.panels import panel_place, side_by_side
from rffviz.figures.picture import ANSWER, Picture, Scrub
from rffviz.figures.theme import Theme, legend_under
from rffviz.figures.traces import dots, heat
from rffviz.studies.image import ImageFits
from rffviz.words.image import image_words, reading
from rffviz.words.numbers import number

_LENGTH_SCALE = "ℓ, length scale in heights of the image"
_GREYS = [[0, "#000000"], [1, "#ffffff"]]


def image_picture(fits: ImageFits, theme: Theme) -> Picture:
    """The pixels that were learned from, the image that was learned, and both errors against the length scale."""
    start = fits.start
    figure = _panels(fits, theme)
    figure.add_trace(_shown(np.where(fits.seen, fits.pixels, np.nan)), row=1, col=1)
    height, width = fits.seen.shape
    unseen = {
        "fillcolor": theme.soft(theme.hues["blue"], 0.55),
        "line_width": 0,
        "layer": "below",
    }  # no grey, nor white
    figure.add_shape(x0=-0.5, x1=width - 0.5, y0=-0.5, y1=height - 0.5, row=1, col=1, **unseen)
    figure.add_trace(_shown(fits.fitted[start]), **panel_place(theme, 1))
    place = panel_place(theme, 2)
    blue, amber = theme.hues["blue"], theme.hues["amber"]
    for errors, name, colour, symbol, dash in (
        (fits.test_rmse, "unseen pixels", blue, "circle", "solid"),
        (fits.train_rmse, "pixels learned from", amber, "square", "dash"),
    ):
        hover = f"ℓ = %{{x:.3g}}: %{{y:.3f}}<extra>{name}</extra>"
        look = {"symbol": symbol, "dash": dash, "hovertemplate": hover, "meta": ANSWER}
        figure.add_trace(line(fits.length_scales, errors, colour, name, **look), **place)
    figure.add_trace(_marker(fits, start, theme), **place)
    scrub = Scrub(
        label=_LENGTH_SCALE,
        names=[f"{scale:g}" for scale in fits.length_scales],
        values=[f"ℓ = {number(scale)}" for scale in fits.length_scales],
        readings=[reading(fits, g) for g in range(len(fits.length_scales))],
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
        scrub=scrub.frames(figure, [1, 4], lambda g: [_shown(fits.fitted[g]), _marker(fits, g, theme)]),
        **image_words(fits),
    )


def _panels(fits: ImageFits, theme: Theme) -> go.Figure:
    titles = ("pixels learned from, the others blue", "learned image", "error (root mean square)")
    widths = {} if theme.narrow else {"column_widths": [0.37, 0.37, 0.26]}
    figure = side_by_side(theme, titles, 400, 800, horizontal_spacing=0.06, vertical_spacing=0.09, **widths)
    greys = {"colorscale": _GREYS, "cmin": 0, "cmax": 1, "showscale": False}
    legend_under(figure, -0.13 if theme.narrow else -0.25, margin={"r": 10, "b": 104}, coloraxis=greys)
    height, width = fits.seen.shape
    for panel, anchor in enumerate(("x", "x2")):
        look = {"visible": False, "constrain": "domain", **panel_place(theme, panel)}
        figure.update_xaxes(range=[-0.5, width - 0.5], **look)
        figure.update_yaxes(range=[height - 0.5, -0.5], scaleanchor=anchor, **look)
    ticks = list(fits.length_scales[::2])
    below = panel_place(theme, 2)
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


def _shown(pixels: np.ndarray) -> go.Heatmap:
    return heat(np.clip(pixels, 0, 1), "brightness %{z:.2f}")


def _marker(fits: ImageFits, g: int, theme: Theme) -> go.Scatter:
    at = [(fits.length_scales[g], errors[g]) for errors in (fits.train_rmse, fits.test_rmse)]
    return dots(at, theme.ink, "circle-open", 18, line={"width": 3}).update(name="shown", showlegend=False, meta=ANSWER)
