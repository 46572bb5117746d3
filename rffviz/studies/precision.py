"""More features or more precision: the error of the kernel matrix against D, and against memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.features import paired_map, rounded_features, rounded_frequencies
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import increasing_whole_numbers, points, seed_numbers, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.kernels.length_scale import check_told_apart
from rffviz.samplers import draw

FLOAT = 32  # bits of an unrounded feature
BITS = (1, 2, 4, 8, FLOAT)
MOST_POINTS = 300


@dataclass(frozen=True, eq=False)
class Precision:
    """Errors of features with a given number of bits.

    Attributes
    ----------
    bits : int
    n_freqs : ndarray of shape (g,)
    errors : ndarray of shape (s, g)
        √(Σ(k̂ − k)²/Σk²) over pairs of different points, of each seed.
    """

    bits: int
    n_freqs: np.ndarray
    errors: np.ndarray

    @property
    def median(self) -> np.ndarray:
        """Over seeds, shape (g,)."""
        return np.median(self.errors, axis=0)

    @property
    def band(self) -> np.ndarray:
        """The quantiles 0.1 and 0.9 over seeds, shape (2, g)."""
        return np.quantile(self.errors, (0.1, 0.9), axis=0, method="median_unbiased")

    @property
    def bits_per_point(self) -> np.ndarray:
        """Of all features of one point, a cosine and a sine for each frequency; shape (g,)."""
        return 2 * self.bits * self.n_freqs


@dataclass(frozen=True)
class PrecisionStudy:
    """The same draws, their features rounded to each number of bits.

    Attributes
    ----------
    curves : tuple of Precision
        By bits, fewest first.
    frequency_bits : int
        Of each coordinate of a frequency; 64 if they are not rounded.
    n_used : int
        Number of points whose pairs are compared.
    about : About
    """

    curves: tuple[Precision, ...]
    frequency_bits: int
    n_used: int
    about: About

    @property
    def n_seeds(self) -> int:
        """Seeds measured so far."""
        return len(self.curves[0].errors)

    @property
    def memory(self) -> int:
        """The largest number of bits per point at which every precision was measured."""
        return int(min(curve.bits_per_point[-1] for curve in self.curves))

    def at_memory(self, bits_per_point: int) -> tuple[tuple[Precision, int], ...]:
        """Each precision measured at this memory, with the index of that size."""
        return tuple(
            (curve, int(np.flatnonzero(curve.bits_per_point == bits_per_point)[0]))
            for curve in self.curves
            if (curve.bits_per_point == bits_per_point).any()
        )

    @property
    def at_equal_memory(self) -> dict[int, float]:
        """The median error of each number of bits at the common `memory`."""
        return {curve.bits: float(curve.median[g]) for curve, g in self.at_memory(self.memory)}

    @property
    def best(self) -> int:
        """The number of bits with the smallest error at equal memory; on ties, the fewest."""
        errors = self.at_equal_memory
        return min(errors, key=errors.__getitem__)


@study
def precision_study(
    X: ArrayLike,
    kernel: Kernel,
    n_freqs: Sequence[int],
    seeds: int | Sequence[int],
    bits: Sequence[int] = BITS,
    frequency_bits: int = 64,
) -> Iterator[Progress[PrecisionStudy]]:
    """Error of the kernel matrix of features rounded to each number of bits, over seeds.

    Parameters
    ----------
    X : array of shape (n, d)
        Of more than 300 rows, 300 are drawn by the first seed.
    n_freqs : increasing sequence of int
    seeds : int or sequence of int
        One draw from the kernel's spectrum each; all precisions round the same features.
    bits : sequence of int
        From 1 to 16 each, or 32 for features in single precision.
    frequency_bits : int
        Of a frequency's coordinates (`rffviz.features.rounded_frequencies`), or 64.

    Returns
    -------
    PrecisionStudy
        In steps: after each seed.

    Notes
    -----
    Pairs of a point with itself are left out: k is known to be 1, and rounding variance makes k̂ too large.

    Source: Zhang, May, Dao & Ré 2019, section 3 (not verified against the paper).
    """
    given, X = X, points("X", X, min_points=2)
    a_kernel(kernel)
    sizes, seeds = increasing_whole_numbers("n_freqs", n_freqs), seed_numbers("seeds", seeds)
    bits = tuple(sorted(whole_number("bits", each, high=FLOAT) for each in bits))
    frequency_bits = whole_number("frequency_bits", frequency_bits, high=64)
    if len(X) > MOST_POINTS:
        X = X[np.random.default_rng(seeds[0]).permutation(len(X))[:MOST_POINTS]]
    K = kernel(X).astype(np.float32)
    check_told_apart(kernel, K)
    about = About.of(given, kernel, "monte_carlo", seeds, frequency_bits=frequency_bits)
    errors = np.empty((len(bits), len(seeds), len(sizes)))
    yield Progress(0, len(seeds))
    for s, seed in enumerate(seeds):
        W = draw("monte_carlo", kernel, X.shape[1], int(sizes[-1]), np.random.default_rng(seed)).W
        if frequency_bits < 64:
            W = rounded_frequencies(W, frequency_bits)
        Z = paired_map(X, W, np.ones(len(W)))
        for b, each in enumerate(bits):
            rng = np.random.default_rng([seed, each])
            rounded = Z if each == FLOAT else rounded_features(Z, each, rng.random(Z.shape, dtype=np.float32))
            errors[b, s] = _errors(rounded.reshape(len(X), 2, -1), K, sizes)
        curves = tuple(Precision(each, sizes, errors[b, : s + 1].copy()) for b, each in enumerate(bits))
        yield Progress(s + 1, len(seeds), PrecisionStudy(curves, frequency_bits, len(X), about))


def _errors(Z: np.ndarray, K: np.ndarray, sizes: np.ndarray) -> list[float]:
    """Relative errors over pairs of different points of the first m frequencies, for each m in `sizes`."""
    total, errors, start = np.zeros_like(K), [], 0
    scale = np.sum(np.square(K - np.diag(np.diag(K)), dtype=np.float64))
    for m in sizes:
        block = Z[:, :, start:m].reshape(len(Z), -1)
        total += block @ block.T
        start, difference = m, total / np.float32(m) - K
        np.fill_diagonal(difference, 0)
        errors.append(np.sqrt(np.sum(np.square(difference), dtype=np.float64) / scale))
    return errors
