"""An image as a regression problem: the length scale decides what can be learned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.datasets import Points
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, points, positive_number, seed_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.predict.ridge import FeatureRidge
from rffviz.studies.contenders import QUICK_FREQS

_BY_HEART = 0.8  # training error over error on unseen pixels below which the fit memorises


@dataclass(frozen=True, eq=False)
class ImageFits:
    """Ridge regression on features of an image's brightness, at several length scales.

    Attributes
    ----------
    pixels : ndarray of shape (height, width)
        Brightness, rows from the top.
    length_scales : ndarray of shape (g,)
        In units of the image's height, increasing.
    fitted : ndarray of shape (g, height, width), float32
        The prediction at every pixel.
    seen : ndarray of bool, shape (height, width)
        The training pixels.
    train_rmse, test_rmse : ndarray of shape (g,)
        √mean (prediction − brightness)² over the pixels seen, and over the others.
    about : About
        The training pixels; the kernel's length scale has no meaning here.
    """

    pixels: np.ndarray
    length_scales: np.ndarray
    fitted: np.ndarray
    seen: np.ndarray
    train_rmse: np.ndarray
    test_rmse: np.ndarray
    n_freqs: int
    about: About
    shown: float = 0.0

    @property
    def start(self) -> int:
        """Index of the length scale shown first: the nearest by ratio to `shown`, or the best one for 0."""
        return int(np.argmin(np.abs(np.log(self.length_scales / self.shown)))) if self.shown else self.best

    @property
    def best(self) -> int:
        """The length scale with the smallest error on pixels not seen."""
        return int(np.argmin(self.test_rmse))

    @property
    def by_heart(self) -> np.ndarray:
        """Where the error on the pixels seen is below 0.8 times that on the others, bool of shape (g,)."""
        return self.train_rmse < _BY_HEART * self.test_rmse


@study(slow=lambda n_freqs: n_freqs > QUICK_FREQS)
def image_fit(
    pixels: ArrayLike | Points,
    kernel: Kernel,
    length_scales: Sequence[float],
    n_freqs: int,
    sampler: str = "monte_carlo",
    ridge: float = 1e-5,
    share: float = 0.5,
    random_state: int = 0,
) -> Iterator[Progress[ImageFits]]:
    """Learn brightness from pixel coordinates at each length scale, with the frequencies of one seed.

    Parameters
    ----------
    pixels : array of shape (height, width), or Points that hold one
        Brightness, rows from the top.
    kernel : Kernel
        Its length scale is replaced by each of `length_scales`.
    length_scales : sequence of float
        In units of the image's height; fitted in the order given.
    sampler : str
        A scheme of `rffviz.samplers.SAMPLERS`.
    ridge : float
        λ of `FeatureRidge`.
    share : float
        The fraction of training pixels, drawn at random; at least two pixels are for training and at least one is not.

    Returns
    -------
    ImageFits
        In steps: the fits so far, by increasing length scale.

    Source: the task is that of Tancik et al. 2020, "Fourier features let networks learn high frequency functions in
    low dimensional domains", section 6 (not verified against the paper).
    """
    a_kernel(kernel)
    scales = [positive_number("length_scales", scale) for scale in length_scales]
    if not scales or len(set(scales)) < len(scales):
        raise Refusal(f"length_scales must be different numbers above 0, at least one, got {list(length_scales)}.")
    if not 0 < share < 1:
        raise Refusal(f"share must lie between 0 and 1, got {share}.")
    seed = seed_number("random_state", random_state)
    label, source = getattr(pixels, "label", ""), getattr(pixels, "source", "")
    pixels = points("pixels", pixels)
    X, y = pixel_places(*pixels.shape), pixels.ravel()
    seen = np.zeros(len(y), dtype=bool)
    n_seen = min(max(2, round(share * len(y))), len(y) - 1)
    seen[np.random.default_rng(seed).permutation(len(y))[:n_seen]] = True
    learned_from = Points(X[seen], label, n_whole=len(y), source=source)
    about = About.of(learned_from, kernel, sampler, (seed,), ridge=ridge, n_freqs=n_freqs)
    by_scale = []
    for scale in scales:
        features = RandomFourierFeatures(kernel.with_length_scale(scale), n_freqs, sampler, random_state=seed)
        fitted = FeatureRidge(features, ridge).fit(X[seen], y[seen]).predict(X)
        squares = np.square(fitted - y)
        by_scale.append((scale, fitted, np.sqrt(squares[seen].mean()), np.sqrt(squares[~seen].mean())))
        by_scale.sort(key=lambda fit: fit[0])
        increasing, images, train_rmse, test_rmse = (np.array(column) for column in zip(*by_scale, strict=True))
        fits = ImageFits(
            pixels=pixels,
            length_scales=increasing,
            fitted=images.reshape(-1, *pixels.shape).astype(np.float32),
            seen=seen.reshape(pixels.shape),
            train_rmse=train_rmse,
            test_rmse=test_rmse,
            n_freqs=n_freqs,
            about=about,
        )
        yield Progress(len(by_scale), len(scales), fits)


def pixel_places(height: int, width: int) -> np.ndarray:
    """Centres of pixels, (height·width, 2): across and down in units of the image's height, row by row."""
    down, across = np.meshgrid((np.arange(height) + 0.5) / height, (np.arange(width) + 0.5) / height, indexing="ij")
    return np.column_stack([across.ravel(), down.ravel()])
