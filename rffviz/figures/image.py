"""A photograph beside what features learned of it, the length scale scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.datasets.images import GreyImage
from rffviz.figures.panels import panel_place, panels
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS
from rffviz.studies import ImageFits
from rffviz.words.numbers import count, kernel_words, measured, number, per_cent

_BY_HEART = 0.8  # of the error on other pixels: one that is smaller is of pixels learned by heart
_GREYS = [[0, "#000000"], [1, "#ffffff"]]


def image_picture(
    fits: ImageFits, image: GreyImage, kernel: Kernel, scheme: str, n_freqs: int, ridge: float, seed: int, theme: Theme
) -> Picture:
    """The pixels that were learned from, the image that was learned, and both errors against the length scale."""
    start = fits.best
    figure = _panels(fits, theme)
    figure.add_trace(_shown(np.where(fits.seen, fits.pixels, np.nan)), row=1, col=1)
    figure.add_trace(_shown(fits.fitted[start]), **panel_place(theme, 1))
    place = {"row": 3, "col": 1} if theme.narrow else {"row": 2, "col": 1}
    blue, amber = theme.hues["blue"], theme.hues["amber"]
    for errors, name, colour, symbol, dash in (
        (fits.test_rmse, "pixels not seen", blue, "circle", "solid"),
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
    readings = [_reading(fits, g) for g in range(len(fits.length_scales))]
    seen = fits.seen.mean()
    return Picture(
        name=f"image-{image.name}",
        title=_title(fits),
        subtitle=(
            f"{image.label}, {fits.seen.shape[1]} × {fits.seen.shape[0]} pixels, {per_cent(seen)} of them learned from "
            f"(place to brightness from 0 to 1) · {_kernel(kernel)} · {SAMPLERS[scheme].label}, {count(n_freqs)} "
            f"frequencies, seed {seed} · λ = {number(ridge)}"
        ),
        figure=figure,
        alt=(
            f"The pixels of {image.label.lower()} that were learned from, the learned image at ℓ = "
            f"{number(fits.length_scales[start])}, and the error against the length scale: on pixels not seen it is "
            f"smallest, {measured(fits.test_rmse[start])}, at ℓ = {number(fits.length_scales[start])}."
        ),
        reading=readings[start],
        columns={
            "length_scale": fits.length_scales,
            "rmse_learned_from": fits.train_rmse,
            "rmse_not_seen": fits.test_rmse,
        },
        provenance=(
            f"data: {image.source}",
            f"kernel: {_kernel(kernel)}, length scale in units of the image's height",
            f"scheme: {scheme}, {n_freqs} frequencies; seed: {seed}; lambda: {ridge:g}; share seen: {seen:.4g}",
        ),
        scrub=Scrub(
            label="ℓ, length scale in heights of the image",
            names=[f"{scale:g}" for scale in fits.length_scales],
            values=[f"ℓ = {number(scale)}" for scale in fits.length_scales],
            readings=readings,
            start=start,
            redraw=True,
        ),
    )


def _kernel(kernel: Kernel) -> str:
    """The kernel with its parameters but the length scale, which is what varies."""
    return kernel_words(kernel).rpartition(", ℓ = ")[0]


def _panels(fits: ImageFits, theme: Theme) -> go.Figure:
    titles = ("learned from", "learned", "error (root mean square)")
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


def _title(fits: ImageFits) -> str:
    best = fits.best
    scale, error = fits.length_scales[best], fits.test_rmse[best]
    found = f"ℓ = {number(scale)} sees pixels it was not shown within {measured(error)}"
    others = [_other(fits, g) for g in (0, len(fits.length_scales) - 1) if g != best]
    return "; ".join([found, *others])


def _other(fits: ImageFits, g: int) -> str:
    if g > fits.best:
        return f"a longer one blurs ({measured(fits.test_rmse[g])})"
    verb = "speckles" if _speckles(fits, g) else "learns little"
    return f"a shorter one {verb} ({measured(fits.test_rmse[g])})"


def _speckles(fits: ImageFits, g: int) -> bool:
    """Whether the pixels learned from are much better known than the others."""
    return bool(fits.train_rmse[g] < _BY_HEART * fits.test_rmse[g])


def _reading(fits: ImageFits, g: int) -> str:
    train, test = fits.train_rmse[g], fits.test_rmse[g]
    scale = fits.length_scales[g]
    words = (
        f"At ℓ = {number(scale)}, {scale * fits.seen.shape[0]:.2g} pixels, the error is "
        f"{measured(train)} on the pixels learned from and {measured(test)} on the others"
    )
    if g == fits.best:
        return f"{words}: the least of these length scales."
    if g > fits.best:
        return f"{words}: too long, the edges are lost."
    if _speckles(fits, g):
        return f"{words}: too short, it learns the pixels, not the picture."
    return f"{words}: too short for so few frequencies or so large a λ, it learns neither."
