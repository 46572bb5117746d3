"""The words of the view “Image”."""

from __future__ import annotations

from dataclasses import replace

from rffviz.samplers import scheme_called
from rffviz.studies.image import ImageFits
from rffviz.words.about import Words, dotted, provenance, scheme_words
from rffviz.words.numbers import measured, number, per_cent, plural, shape_words


def image_words(fits: ImageFits) -> Words:
    """The title names the best length scale, and the effect of the shortest and the longest."""
    about, (height, width) = fits.about, fits.seen.shape
    scale, error = number(fits.length_scales[fits.best]), measured(fits.test_rmse[fits.best])
    titles = [f"With length scale ℓ = {scale} the error on unseen pixels is {error}"]
    if fits.best > 0:
        verb = "speckles" if fits.by_heart[0] else "learns little"
        titles.append(f"a shorter one {verb} ({measured(fits.test_rmse[0])})")
    if fits.best < len(fits.length_scales) - 1:
        titles.append(f"a longer one blurs ({measured(fits.test_rmse[-1])})")
    if scheme_called(about.sampler).takes_data or about.sampler == "importance":
        drawn = "Every length scale has a draw of its own under the same seed."
    else:
        drawn = "All length scales use the same random draw, scaled."
    return Words(
        title="; ".join(titles),
        subtitle=dotted(
            f"{about.data}, {width} × {height} pixels; brightness, from 0 to 1, is learned as a function of place "
            f"from {per_cent(fits.seen.mean())} of them",
            shape_words(about.kernel),
            f"{scheme_words(about)}, {plural(fits.n_freqs, 'frequency')}",
            f"λ = {number(about.settings['ridge'])}",
        ),
        reading=reading(fits, fits.start),
        alt=f"{about.data}: the photograph, the pixels that were learned from, the image learned at ℓ = {scale}, "
        f"and the error against the length scale: on unseen pixels it is smallest, {error}, at ℓ = {scale}.",
        provenance=provenance(
            replace(about, kernel=None),
            f"kernel: {shape_words(about.kernel)}, length scale in units of the image's height",
        ),
        notes=(
            f"{drawn} The exact method would need a matrix of {about.n_points:,} × {about.n_points:,} numbers; ridge "
            f"on features needs one of {2 * fits.n_freqs:,} × {2 * fits.n_freqs:,}, whatever the size of the "
            "photograph.",
        ),
    )


def reading(fits: ImageFits, g: int) -> str:
    """The sentence under the figure, for one length scale."""
    scale = fits.length_scales[g]
    words = (
        f"At ℓ = {number(scale)}, {scale * fits.seen.shape[0]:.2g} pixels, the error is "
        f"{measured(fits.train_rmse[g])} on the pixels learned from and {measured(fits.test_rmse[g])} on the others"
    )
    if g == fits.best:
        return f"{words}: the best of these length scales."
    if g > fits.best:
        return f"{words}: too long, it loses the edges."
    if fits.by_heart[g]:
        return f"{words}: too short, it learns the pixels, not the picture."
    return f"{words}: too short for so few frequencies or so large a λ, it learns neither."
