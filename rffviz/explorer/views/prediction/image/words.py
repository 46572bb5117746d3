"""The words and the mathematics of the view “Image”."""

from __future__ import annotations

import math
from dataclasses import replace

from rffviz.explorer.views.prediction.mathematics import RIDGE, RIDGE_SOURCE
from rffviz.explorer.words.about import Words, dotted, provenance, scheme_words
from rffviz.explorer.words.mathematics.record import Mathematics, formula, said
from rffviz.explorer.words.numbers import measured, number, per_cent, plural, shape_words
from rffviz.explorer.words.readout import Readout
from rffviz.samplers import scheme_called
from rffviz.studies.image import ImageFits


def image_words(fits: ImageFits) -> Words:
    """The title names the length scale with the smallest error on unseen pixels."""
    about, (height, width) = fits.about, fits.seen.shape
    scale, error = number(fits.length_scales[fits.best]), measured(fits.test_rmse[fits.best])
    if scheme_called(about.sampler).takes_data or about.sampler == "importance":
        drawn = "Each length scale has its own draw under the same seed."
    else:
        drawn = "All length scales use the same random draw, scaled."
    return Words(
        title=f"At ℓ = {scale} the RMSE on unseen pixels is smallest: {error}",
        subtitle=dotted(
            f"{about.data}, {width} × {height} pixels; brightness, from 0 to 1, is learned as a function of place "
            f"from {per_cent(fits.seen.mean())} of them",
            shape_words(about.kernel),
            f"{scheme_words(about)}, {plural(fits.n_freqs, 'frequency')}",
            f"λ = {number(about.settings['ridge'])}",
        ),
        readout=image_readout(fits, fits.start),
        alt=f"{about.data}: the photograph, its training pixels, the image learned at ℓ = {scale}, "
        f"and the error against the length scale: on unseen pixels it is smallest, {error}, at ℓ = {scale}.",
        provenance=provenance(
            replace(about, kernel=None),
            f"kernel: {shape_words(about.kernel)}, length scale in units of the image's height",
        ),
        notes=(
            f"{drawn} The exact method would need a matrix of {about.n_points:,} × {about.n_points:,} numbers; ridge "
            f"on features needs {2 * fits.n_freqs:,} × {2 * fits.n_freqs:,}, whatever the size of the photograph.",
        ),
    )


def image_readout(fits: ImageFits, g: int) -> Readout:
    """The errors at one length scale, beside those at the best one."""
    columns = (f"ℓ = {number(fits.length_scales[g])}", "in pixels", "RMSE, training", "RMSE, unseen", "fit")
    return Readout(
        columns, (_row(fits, g, "shown"), _row(fits, fits.best, f"best, ℓ = {number(fits.length_scales[fits.best])}"))
    )


def _row(fits: ImageFits, g: int, name: str) -> tuple[str, ...]:
    """A length scale in pixels, the errors at it, and what it does to the image."""
    if g == fits.best:
        fit = "best"
    elif g > fits.best:
        fit = "too long: loses edges"
    else:
        fit = "too short: learns pixels, not the picture" if fits.by_heart[g] else "too short: learns neither"
    pixels = f"{fits.length_scales[g] * fits.seen.shape[0]:.2g}"
    return name, pixels, measured(fits.train_rmse[g]), measured(fits.test_rmse[g]), fit


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
