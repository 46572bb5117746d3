"""Attention over the patches of a noisy photograph: exact, and in linear time through features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from rffviz.datasets import Points
from rffviz.features import RandomFourierFeatures
from rffviz.features.positive import OPTIMAL_POSITIVE, POSITIVE
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import (
    Refusal,
    increasing_whole_numbers,
    points,
    positive_number,
    seed_number,
    whole_number,
)
from rffviz.kernels import Gaussian
from rffviz.predict import attention
from rffviz.studies.shown import OverFreqs

_SIDE = 4  # pixels of a patch


@dataclass(frozen=True)
class Replacement:
    """Features in place of exp(q·k/τ)."""

    label: str
    map: str
    sampler: str


REPLACEMENTS = MappingProxyType(
    {
        "cos_sin": Replacement("cos/sin", "paired", "monte_carlo"),
        "positive": Replacement("positive", POSITIVE, "monte_carlo"),
        "orthogonal": Replacement("orthogonal", POSITIVE, "orthogonal"),
        "optimal": Replacement("optimal", OPTIMAL_POSITIVE, "orthogonal"),
    }
)


@dataclass(frozen=True, eq=False)
class Attended(OverFreqs):
    """A noisy photograph, exact attention over its patches, and attention through features against D.

    Attributes
    ----------
    pixels, noisy, exact : ndarray of shape (height, width)
        Brightness: the photograph, with noise, and the output of exact attention.
    n_freqs : ndarray of int, shape (g,)
        D of cos/sin, increasing; positive maps have 2D frequencies, so that all have 2D features.
    outputs : ndarray of shape (g, r, height, width), float32
        Of the r entries of `REPLACEMENTS`, under the first seed.
    nonpositive : ndarray of bool, shape (g, r, height, width)
        The rows whose estimated sum of weights is not above 0, under the first seed.
    errors : ndarray of shape (g, r, s)
        Root of the mean squared difference from `exact`, for each of s seeds; as the next ones, over the rows whose
        estimated sum of weights is not exactly 0, which have a value.
    typical : ndarray of shape (g, r, s)
        Median of the absolute difference from `exact`.
    shares : ndarray of shape (g, r, s)
        Share of all rows whose estimated sum of weights is not above 0.
    denoised : ndarray of shape (g, r, s)
        Root of the mean squared difference from `pixels`.
    about : About
        The tokens and their dimension; settings: the temperature τ and the noise's standard deviation.
    """

    pixels: np.ndarray
    noisy: np.ndarray
    exact: np.ndarray
    n_freqs: np.ndarray
    outputs: np.ndarray
    nonpositive: np.ndarray
    errors: np.ndarray
    typical: np.ndarray
    shares: np.ndarray
    denoised: np.ndarray
    about: About
    shown: int = 64

    @property
    def rmse(self) -> np.ndarray:
        """Median of `errors` over the seeds, of shape (g, r)."""
        return np.median(self.errors, axis=2)

    @property
    def median_error(self) -> np.ndarray:
        """Median of `typical` over the seeds, of shape (g, r)."""
        return np.median(self.typical, axis=2)

    @property
    def share(self) -> np.ndarray:
        """Median of `shares` over the seeds, of shape (g, r)."""
        return np.median(self.shares, axis=2)

    @property
    def rmse_from_photograph(self) -> np.ndarray:
        """Median of `denoised` over the seeds, of shape (g, r)."""
        return np.median(self.denoised, axis=2)

    def off(self, image: np.ndarray) -> float:
        """Root of the mean squared difference of an image from the photograph."""
        return float(np.sqrt(np.square(image - self.pixels).mean()))


def patch_tokens(image: np.ndarray, side: int = _SIDE) -> np.ndarray:
    """A token for each pixel: the patch around it less the mean patch, and one coordinate for equal norms.

    With ‖x‖ = R for all tokens, x·y = R² − ‖x − y‖²/2: softmax attention is non-local means. The last coordinate is
    √(R² − ‖p‖²) for a patch p; R is twice the largest ‖p‖, so that it changes distances little.

    Parameters
    ----------
    image : array of shape (height, width)
    side : int
        Of a patch in pixels; the image is continued by reflection.

    Returns
    -------
    ndarray of shape (height·width, side² + 1)
    """
    image, side = points("image", image), whole_number("side", side)
    if min(image.shape) < side:
        raise Refusal(f"image must have at least {side} pixels a side, got {image.shape[0]} × {image.shape[1]}.")
    before = (side - 1) // 2
    wider = np.pad(image, (before, side - 1 - before), mode="reflect")
    patches = np.lib.stride_tricks.sliding_window_view(wider, (side, side)).reshape(image.size, side * side)
    patches = patches - patches.mean(axis=0)
    squares = np.square(patches).sum(axis=1)
    radius = 4 * squares.max()
    return np.column_stack([patches, np.sqrt(radius - squares)])


@study(slow=lambda: True)  # 1,024 frequencies for thousands of tokens
def attend(
    pixels: ArrayLike | Points,
    temperature: float,
    n_freqs: Sequence[int],
    noise: float = 0.1,
    n_seeds: int = 3,
    random_state: int = 0,
) -> Iterator[Progress[Attended]]:
    """Denoise a photograph by attention over its patches: exact, and through each of `REPLACEMENTS`.

    Queries and keys are the `patch_tokens` of the noisy image, values its pixels.

    Parameters
    ----------
    pixels : array of shape (height, width), or Points that hold one
        Brightness.
    temperature : float
        τ of exp(q·k/τ).
    n_freqs : sequence of int
        Numbers D of frequencies of the cos/sin map; positive maps have twice as many, for as many features.
    noise : float
        Standard deviation of the noise, which is normal.
    n_seeds : int
        Draws of the frequencies, under random_state, random_state + 1, …

    Returns
    -------
    Attended
        In steps: after each seed.

    Notes
    -----
    Non-local means: Buades, Coll & Morel 2005, "A non-local algorithm for image denoising" (not verified against the
    paper). Attention: Choromanski et al. 2021, "Rethinking attention with Performers", section 2.
    """
    temperature, noise = positive_number("temperature", temperature), positive_number("noise", noise)
    sizes, seed = increasing_whole_numbers("n_freqs", n_freqs), seed_number("random_state", random_state)
    n_seeds = whole_number("n_seeds", n_seeds)
    label, source = getattr(pixels, "label", ""), getattr(pixels, "source", "")
    pixels = points("pixels", pixels)
    noisy = pixels + noise * np.random.default_rng(seed).standard_normal(pixels.shape)
    tokens, values = patch_tokens(noisy), noisy.reshape(-1, 1)
    exact = attention(tokens, tokens, values, temperature=temperature).reshape(pixels.shape)
    asked = {"temperature": temperature, "noise": noise}
    about = About.of(Points(tokens, label, len(tokens), source=source), None, "", range(seed, seed + n_seeds), **asked)
    yield Progress(1, n_seeds + 1)
    shape = len(sizes), len(REPLACEMENTS)
    outputs, marks = np.empty((*shape, *pixels.shape), dtype=np.float32), np.empty((*shape, *pixels.shape), dtype=bool)
    figures = np.empty((4, *shape, n_seeds))
    for s in range(n_seeds):
        for r, way in enumerate(REPLACEMENTS.values()):
            for g, n in enumerate(sizes):
                out, nonpositive = _through(way, int(n), tokens, values, temperature, seed + s)
                out, nonpositive = out.reshape(pixels.shape), nonpositive.reshape(pixels.shape)
                if s == 0:
                    outputs[g, r], marks[g, r] = out, nonpositive
                off = out - exact
                figures[:, g, r, s] = (
                    np.sqrt(np.nanmean(np.square(off))),
                    np.nanmedian(np.abs(off)),
                    nonpositive.mean(),
                    np.sqrt(np.nanmean(np.square(out - pixels))),
                )
        known = figures[..., : s + 1].copy()
        images = (pixels, noisy, exact, sizes, outputs, marks)
        yield Progress(s + 2, n_seeds + 1, Attended(*images, *known, about))  # type: ignore[call-arg]


def _through(
    way: Replacement, n: int, tokens: np.ndarray, values: np.ndarray, temperature: float, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Attention through features with 2n numbers, and the rows whose sum is not above 0."""
    many = n if way.map == "paired" else 2 * n
    features = RandomFourierFeatures(Gaussian(np.sqrt(temperature)), many, way.sampler, way.map, seed)
    return attention(tokens, tokens, values, features, on_nonpositive="mark")
