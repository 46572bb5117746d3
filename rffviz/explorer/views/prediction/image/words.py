"""The words of the view “Image”."""

from __future__ import annotations

from dataclasses import replace

from rffviz.explorer.words.about import Words, dotted, provenance, scheme_words
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
