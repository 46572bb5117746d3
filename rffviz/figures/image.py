"""A photograph beside what features learned of it, the length scale scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panel_place, panels
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme
from rffviz.studies import ImageFits
from rffviz.words import image as words
from rffviz.words.numbers import number

_GREYS = [[0, "#000000"], [1, "#ffffff"]]


def image_picture(fits: ImageFits, theme: Theme) -> Picture:
    """The pixels that were learned from, the image that was learned, and both errors against the length scale."""
    start = fits.best
    figure = _panels(fits, theme)
    figure.add_trace(_shown(np.where(fits.seen, fits.pixels, np.nan)), row=1, col=1)
    figure.add_trace(_shown(fits.fitted[start]), **panel_place(theme, 1))
    place = {"row": 3, "col": 1} if theme.narrow else {"row": 2, "col": 1}
    blue, amber = theme.hues["blue"], theme.hues["amber"]
    for errors, name, colour, symbol, dash in (
        (fits.test_rmse, "unseen pixels", blue, "circle", "solid"),
        (fits.train_rmse, "pixels learned from", amber, "square", "dash"),
    ):
        figure.add_trace(
            go.Scatter(
                x=fits.length_scales.astype(np.float32),
                y=errors.astype(np.float32),
                mode="lines+markers",
                name=name,
                line={"color": colour, "width": 3, "dash": dash},
                marker={"size": 10, "symbol": symbol},
                hovertemplate="ℓ = %{x:.3g}: %{y:.3f}<extra>" + name + "</extra>",
            ),
            **place,
        )
    figure.add_trace(_marker(fits, start, theme), **place)
    figure.frames = [
        go.Frame(name=f"{scale:g}", data=[_shown(fits.fitted[g]), _marker(fits, g, theme)], traces=[1, 4])
        for g, scale in enumerate(fits.length_scales)
    ]
    readings = [words.reading(fits, g) for g in range(len(fits.length_scales))]
    return Picture(
        name="image",
        title=words.title(fits),
        subtitle=words.subtitle(fits),
        figure=figure,
        alt=words.alt(fits),
        reading=readings[start],
        columns={
            "length_scale": fits.length_scales,
            "rmse_learned_from": fits.train_rmse,
            "rmse_not_seen": fits.test_rmse,
        },
        provenance=words.origin(fits),
        notes=words.notes(fits),
        scrub=Scrub(
            label="ℓ, length scale in heights of the image",
            names=[f"{scale:g}" for scale in fits.length_scales],
            values=[f"ℓ = {number(scale)}" for scale in fits.length_scales],
            readings=readings,
            start=start,
            redraw=True,
        ),
    )


def _panels(fits: ImageFits, theme: Theme) -> go.Figure:
    titles = ("pixels learned from", "learned image", "error (root mean square)")
    if theme.narrow:
        figure = panels(
            theme, 800, rows=3, cols=1, titles=titles, vertical_spacing=0.09, row_heights=[0.32, 0.32, 0.36]
        )
    else:
        figure = panels(
            theme,
            620,
            rows=2,
            cols=2,
            titles=titles,
            specs=[[{}, {}], [{"colspan": 2}, None]],
            horizontal_spacing=0.03,
            vertical_spacing=0.13,
            row_heights=[0.6, 0.4],
        )
    figure.update_layout(
        margin={"r": 10, "b": 104},
        coloraxis={"colorscale": _GREYS, "cmin": 0, "cmax": 1, "showscale": False},
        showlegend=True,
        legend={"orientation": "h", "y": -0.17 if not theme.narrow else -0.13, "x": 0, "font": {"size": 16}},
    )
    height, width = fits.seen.shape
    for panel in (1, 2):
        place = panel_place(theme, panel - 1)
        figure.update_xaxes(visible=False, constrain="domain", range=[-0.5, width - 0.5], **place)
        figure.update_yaxes(
            visible=False,
            constrain="domain",
            range=[height - 0.5, -0.5],
            scaleanchor="x" if panel == 1 else "x2",
            **place,
        )
    below = {"row": 3 if theme.narrow else 2, "col": 1}
    figure.update_xaxes(
        type="log",
        title={"text": "ℓ, length scale in heights of the image"},
        tickvals=list(fits.length_scales[:: 2 if theme.narrow else 1]),
        ticktext=[f"{scale:g}" for scale in fits.length_scales[:: 2 if theme.narrow else 1]],
        tickangle=0,
        **below,
    )
    figure.update_yaxes(rangemode="tozero", nticks=5, **below)
    return figure


def _shown(pixels: np.ndarray) -> go.Heatmap:
    return go.Heatmap(
        z=np.clip(pixels, 0, 1).astype(np.float32),
        coloraxis="coloraxis",
        hovertemplate="brightness %{z:.2f}<extra></extra>",
        showlegend=False,
    )


def _marker(fits: ImageFits, g: int, theme: Theme) -> go.Scatter:
    return go.Scatter(
        x=[fits.length_scales[g]] * 2,
        y=[fits.train_rmse[g], fits.test_rmse[g]],
        mode="markers",
        marker={"size": 18, "symbol": "circle-open", "color": theme.ink, "line": {"width": 3}},
        hoverinfo="skip",
        name="shown",
        showlegend=False,
    )
