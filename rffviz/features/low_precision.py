"""Low-precision random Fourier features: stochastic rounding of features, quantised frequencies."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from rffviz.features.fourier import MAPS, RandomFourierFeatures
from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import Seed, new_points, one_of, seed_number, whole_number
from rffviz.kernels import Kernel

MOST_BITS = 16


def rounded_features(Z: ArrayLike, bits: int, uniforms: np.ndarray) -> np.ndarray:
    """Stochastically round features to 2ᵇ evenly spaced levels from −1 to 1, without bias.

    With the step s = 2/(2ᵇ − 1), a value between the levels l and l + s becomes l + s with the probability (z − l)/s,
    else l. Its mean is z, its variance (z − l)(l + s − z) ≤ s²/4; rounded independently, z̃(x)·z̃(y) has the mean
    z(x)·z(y).

    Parameters
    ----------
    Z : array
        Values from −1 to 1: cosines and sines.
    bits : int
        b, from 1 to 16.
    uniforms : array of Z's shape
        Independent and uniform on [0, 1).

    Returns
    -------
    ndarray of Z's shape, float32

    Source: Zhang, May, Dao & Ré 2019, "Low-precision random Fourier features for memory-constrained kernel
    approximation", section 3 (not verified against the paper).
    """
    steps = 2.0 ** whole_number("bits", bits, high=MOST_BITS) - 1
    codes = np.floor((np.asarray(Z) + 1) * (steps / 2) + uniforms)
    return (np.clip(codes, 0, steps) * (2 / steps) - 1).astype(np.float32)


def rounded_frequencies(W: ArrayLike, bits: int) -> np.ndarray:
    """Frequencies whose coordinates take 2ᵇ values: the means of 2ᵇ equal parts of the sorted coordinates of W.

    They are rescaled to the mean square of W, which preserves the kernel's curvature at 0. For b = 1 and a symmetric
    distribution a coordinate becomes ± the root mean square, with its own sign.

    Parameters
    ----------
    W : array of shape (m, d)
    bits : int
        b, from 1 to 16.

    Returns
    -------
    ndarray of shape (m, d), float64

    Notes
    -----
    Known bias: the mean of k̂ is another kernel, a sum of 2ᵇ waves along each coordinate, periodic for b = 1. It is
    close to k if d is large and x − y is spread over many coordinates.
    """
    levels = 2 ** whole_number("bits", bits, high=MOST_BITS)
    W = np.asarray(W, dtype=np.float64)
    order, rounded = np.argsort(W, axis=None), np.empty(W.size)
    for share in np.array_split(order, min(levels, W.size)):
        rounded[share] = W.ravel()[share].mean()
    power = float(np.mean(np.square(rounded)))
    return rounded.reshape(W.shape) * np.sqrt(np.mean(np.square(W)) / power if power else 1.0)


class LowPrecisionFeatures(RandomFourierFeatures):
    """Random Fourier features that take `bits` bits each, as a scikit-learn transformer.

    The features are those of `RandomFourierFeatures`, rounded by `rounded_features`. At equal memory there are more of
    them, so the kernel error is smaller as long as sampling noise dominates rounding noise.

    Parameters
    ----------
    kernel, n_freqs, sampler, random_state
        As in `RandomFourierFeatures`.
    bits : int, default 8
        Of each feature, from 1 to 16.
    frequency_bits : int or None, default None
        Of each coordinate of a frequency (`rounded_frequencies`); None keeps them as they were drawn.
    map : {"paired", "offset"}, default "paired"

    Attributes
    ----------
    frequencies_, weights_, phases_, sample_
        As in `RandomFourierFeatures`; frequencies after rounding.
    bits_per_point_ : int
        Bits that the features of one point take.
    rounding_seed_ : int
        Together with a row it determines how its features are rounded.

    Notes
    -----
    Rounding depends on the row and the seed alone: equal rows get equal features, and different rows are rounded
    independently. z̃(x)·z̃(y) is unbiased for x ≠ y where the frequencies are not rounded. Known bias: z̃(x)·z̃(x) is
    too large, by the variance of rounding; for one bit and the paired map it is 2. `transform` returns the decoded
    values as float32, which represents 16 bits exactly, so there is no `dtype`: it shows the loss of accuracy, and
    saves no memory.

    Source: Zhang, May, Dao & Ré 2019, "Low-precision random Fourier features for memory-constrained kernel
    approximation", section 3 (not verified against the paper); there for the offset map, and with circulant frequencies
    (`sampler="circulant"`).

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.features import LowPrecisionFeatures
    >>> from rffviz.kernels import Gaussian
    >>> X = np.random.default_rng(0).standard_normal((50, 3))
    >>> features = LowPrecisionFeatures(Gaussian(), n_freqs=4000, bits=1, random_state=0).fit(X)
    >>> features.bits_per_point_
    8000
    >>> distinct = ~np.eye(50, dtype=bool)
    >>> Z = features.transform(X)
    >>> bool(np.abs(Z @ Z.T - Gaussian()(X))[distinct].max() < 0.1)
    True
    """

    def __init__(
        self,
        kernel: Kernel | None = None,
        n_freqs: int = 100,
        bits: int = 8,
        frequency_bits: int | None = None,
        sampler: str = "monte_carlo",
        map: str = "paired",
        random_state: Seed = None,
    ) -> None:
        super().__init__(kernel, n_freqs, sampler, map, random_state)
        self.bits = bits
        self.frequency_bits = frequency_bits

    def fit(self, X: MatrixLike, y: ArrayLike | None = None, *, keys: ArrayLike | None = None) -> Self:
        """Draw the frequencies for data of X's dimension, and round them if requested; y is not used."""
        one_of("map", self.map, MAPS)
        bits = whole_number("bits", self.bits, high=MOST_BITS)
        super().fit(X, keys=keys)
        if self.frequency_bits is not None:
            self.frequencies_ = rounded_frequencies(self.frequencies_, self.frequency_bits)
            self.sample_ = replace(self.sample_, W=self.frequencies_, fast=None)
        self.rounding_seed_ = seed_number("random_state", self.random_state)
        self.bits_per_point_ = bits * len(self.weights_) * (1 if self.map == "offset" else 2)
        return self

    def transform(self, X: MatrixLike) -> np.ndarray:
        """Rounded features of X, float32, in the shape of `RandomFourierFeatures`."""
        X = new_points(self, X, (np.float64, np.float32))
        Z = self._features_of(X)
        largest = np.resize(np.sqrt(self.weights_ * (2 if self.map == "offset" else 1)), Z.shape[1])
        unit = np.where(largest > 0, largest, 1.0)  # a weight of 0 gives a feature of 0
        for i, features in enumerate(Z):
            row = np.asarray(X[[i]].toarray() if sparse.issparse(X) else X[i], dtype=np.float64) + 0.0  # −0 is 0
            key = blake2b(b"%d:" % self.rounding_seed_ + row.tobytes(), digest_size=16).digest()
            uniforms = np.random.default_rng(int.from_bytes(key, "little")).random(len(features))
            features[:] = rounded_features(features / unit, self.bits, uniforms) * largest
        return Z
