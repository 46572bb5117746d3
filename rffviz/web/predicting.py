"""From settings to predictions: the views of the page on prediction."""

from __future__ import annotations

import numpy as np
import streamlit as st

from rffviz.datasets import load
from rffviz.datasets.images import grey_image
from rffviz.figures.image import image_picture
from rffviz.figures.prediction import prediction_picture
from rffviz.predict import image_fit_steps, ridge_path_steps
from rffviz.samplers import SAMPLERS
from rffviz.web.chart import Chart
from rffviz.web.choices import kernel_by_hand
from rffviz.web.link import Settings
from rffviz.web.measuring import from_least, refining
from rffviz.web.work import workshop

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
_SCALES = (0.02, 0.05, 0.005, 0.01, 0.03, 0.1, 0.2, 0.5)  # of a photograph; telling ones first
_HEIGHT = 80  # pixels of a photograph
_MOST_FREQS = 2048  # of a photograph: twice as many take four times as long


def line_view(now: Settings) -> None:
    """Functions on a line: features at scrubbed D beside the exact method, with the bands of both models."""
    _controls(now, "function", "n_train", "noise", "ridge", "scheme")
    data = load(now["function"], n_points=now["n_train"], noise=now["noise"], random_state=now["seed"])
    kernel = kernel_by_hand(now)
    scheme, ridge, seed = _scheme_for(now, kernel, 1), now["ridge"], now["seed"]
    sizes = from_least(scheme, kernel, 1, (*_SIZES, now["n_freqs"]))
    grid = np.linspace(-3.6, 3.6, 361)
    inside = np.linspace(-3, 3, 301)

    def steps():
        """The path over the numbers of frequencies, growing."""
        return ridge_path_steps(
            kernel, data.X, data.y, grid, sizes, scheme, ridge, seed, x_test=inside, y_test=data.truth(inside)
        )

    chart, progress = Chart("prediction"), st.empty()
    path = None
    with workshop().watch(("prediction", data.content_hash, kernel, sizes, scheme, ridge, seed), steps) as ticks:
        for path in ticks:
            done = 0 if path is None else len(path.n_freqs)
            if done < len(sizes):
                progress.progress(done / len(sizes), "Fitting …")
    progress.empty()

    chart.show(lambda theme: prediction_picture(path, data, kernel, scheme, ridge, seed, now["n_freqs"], theme))
    notes = [
        "Both methods solve the same penalised problem, with the same λ; the bands are those of the exact Gaussian "
        "process and of Bayesian linear regression on the features, with the same prior and noise.",
        *path.notes,
    ]
    st.caption("  \n".join(notes))


def image_view(now: Settings) -> None:
    """A photograph as a regression problem, the length scale scrubbed."""
    _controls(now, "photo", "ridge", "scheme")
    image = grey_image(now["photo"], _HEIGHT)
    kernel = kernel_by_hand(now)
    scheme, ridge, seed = _scheme_for(now, kernel, 2), now["ridge"], now["seed"]
    n_freqs = from_least(scheme, kernel, 2, (min(now["n_freqs"], _MOST_FREQS),))[0]
    if now["n_freqs"] > _MOST_FREQS:
        st.info(f"{_MOST_FREQS:,} frequencies are used: more would take minutes here.", icon=":material/info:")
    chart = Chart("image")

    def picture(fits):
        """The figure of the length scales fitted so far."""
        return lambda theme: image_picture(fits, image, kernel, scheme, n_freqs, ridge, seed, theme)

    key = ("image", image.name, _HEIGHT, kernel, n_freqs, scheme, ridge, seed)
    steps = lambda: image_fit_steps(image.pixels, kernel, _SCALES, n_freqs, scheme, ridge, random_state=seed)  # noqa: E731
    for fits in refining(key, steps, "Learning the photograph …"):
        if fits.done < fits.total:
            chart.refine(picture(fits))
    chart.show(picture(fits))
    seen = int(fits.seen.sum())
    st.caption(
        "Every length scale has the same random draw behind it, scaled; the length scale set by hand is not used. "
        f"The exact method would need a matrix of {seen:,} × {seen:,} numbers; ridge on features needs one of "
        f"{2 * n_freqs:,} × {2 * n_freqs:,}, whatever the size of the photograph."
    )


def _controls(now: Settings, *names: str) -> None:
    for column, name in zip(st.columns(len(names), vertical_alignment="bottom"), names, strict=True):
        with column:
            now.draw(name)


def _scheme_for(now: Settings, kernel, d: int) -> str:
    """The chosen scheme, or Monte Carlo and the reason where the scheme is not defined for these."""
    scheme = now["scheme"]
    if refusal := SAMPLERS[scheme].refusal(kernel, d):
        st.info(f"Monte Carlo is shown instead of {SAMPLERS[scheme].label}. {refusal}", icon=":material/block:")
        return "monte_carlo"
    return scheme
