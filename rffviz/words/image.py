"""What the learned photograph says, in words."""

from __future__ import annotations

from dataclasses import replace

from rffviz.samplers import SAMPLERS
from rffviz.studies import ImageFits
from rffviz.words import about
from rffviz.words.numbers import measured, number, per_cent, plural, shape_words

_BY_HEART = 0.8  # of the error on other pixels: one that is smaller is of pixels learned by heart


def title(fits: ImageFits) -> str:
    """The best length scale, and what the shortest and the longest do."""
    scale, error = fits.length_scales[fits.best], fits.test_rmse[fits.best]
    found = f"With length scale ℓ = {number(scale)} the error on unseen pixels is {measured(error)}"
    others = [_other(fits, g) for g in (0, len(fits.length_scales) - 1) if g != fits.best]
    return "; ".join([found, *others])


def _other(fits: ImageFits, g: int) -> str:
    if g > fits.best:
        return f"a longer one blurs ({measured(fits.test_rmse[g])})"
    verb = "speckles" if _by_heart(fits, g) else "learns little"
    return f"a shorter one {verb} ({measured(fits.test_rmse[g])})"


def _by_heart(fits: ImageFits, g: int) -> bool:
    """Whether the pixels learned from are much better known than the others."""
    return bool(fits.train_rmse[g] < _BY_HEART * fits.test_rmse[g])


def subtitle(fits: ImageFits) -> str:
    """What was learned, from what."""
    height, width = fits.seen.shape
    return " · ".join(
        [
            f"{fits.about.data}, {width} × {height} pixels; brightness, from 0 to 1, is learned as a function of place "
            f"from {per_cent(fits.seen.mean())} of them",
            shape_words(fits.about.kernel),
            f"{about.scheme_words(fits.about)}, {plural(fits.n_freqs, 'frequency')}",
            f"λ = {number(fits.about.settings['ridge'])}",
        ]
    )


def alt(fits: ImageFits) -> str:
    """What the figure shows, for those who do not see it."""
    scale = number(fits.length_scales[fits.best])
    return (
        f"{fits.about.data}: the pixels that were learned from, the image learned at ℓ = {scale}, and the error "
        f"against the length scale: on unseen pixels it is smallest, {measured(fits.test_rmse[fits.best])}, at "
        f"ℓ = {scale}."
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
    if _by_heart(fits, g):
        return f"{words}: too short, it learns the pixels, not the picture."
    return f"{words}: too short for so few frequencies or so large a λ, it learns neither."


def notes(fits: ImageFits) -> tuple[str, ...]:
    """What a reader should know besides."""
    scheme = fits.about.sampler
    if SAMPLERS[scheme].takes_data or scheme == "importance":
        drawn = "Every length scale has a draw of its own under the same seed."
    else:
        drawn = "All length scales use the same random draw, scaled."
    seen, features = fits.about.n_points, 2 * fits.n_freqs
    return (
        f"{drawn} The exact method would need a matrix of {seen:,} × {seen:,} numbers; ridge on features needs one of "
        f"{features:,} × {features:,}, whatever the size of the photograph.",
    )


def origin(fits: ImageFits) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    kernel = f"kernel: {shape_words(fits.about.kernel)}, length scale in units of the image's height"
    return about.provenance(replace(fits.about, kernel=None), kernel)
