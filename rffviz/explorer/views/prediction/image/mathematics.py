"""The mathematics of the view “Image”."""

from __future__ import annotations

import math

from rffviz.explorer.views.prediction.mathematics import RIDGE, RIDGE_SOURCE
from rffviz.explorer.words.mathematics.record import Mathematics, formula, said
from rffviz.studies.image import ImageFits


def image_mathematics(record: ImageFits) -> Mathematics:
    """Brightness as a function of position, and where frequencies exceed the Nyquist frequency of the pixels."""
    n, height, best = record.about.n_points, record.pixels.shape[0], record.best
    values = {"n": n, "F": 2 * record.n_freqs, "h": height, "limit": math.pi * height, "scale": 1 / (math.pi * height)}
    values |= {"lam": record.about.settings["ridge"], "shift": n * record.about.settings["ridge"]}
    values |= {"ell": record.length_scales[best], "rmse": record.test_rmse[best], "train": record.train_rmse[best]}
    return Mathematics(
        "The length scale sets the frequencies of the waves that make up the photograph.",
        (
            RIDGE,
            said(
                "There are $n=<n>$ training pixels and $2D=<F>$ features; ℓ is in units of the image's height.",
                **values,
            ),
            formula(r"n\lambda=<n>\times <lam>=<shift>", **values),
            r"The frequencies of the kernel have norms of order $1/\ell$. Above the Nyquist frequency of the pixels, "
            "waves alias to slower ones. This limit, and the ℓ that reaches it, are",
            formula(r"\|\omega\|_{\max}=\pi\times <h>=<limit>", **values),
            formula(r"\ell_{\min}\approx\frac{1}{\pi\times <h>}=<scale>", **values),
            said(
                r"The smallest error on unseen pixels is $<rmse>$, at $\ell=<ell>$; there the error on training "
                "pixels is $<train>$.",
                **values,
            ),
        ),
        f"{RIDGE_SOURCE}; the task: Tancik et al. 2020, section 6 (not verified against the paper)",
    )
