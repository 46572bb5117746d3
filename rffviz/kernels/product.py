"""Kernels that are a product over coordinates: Laplacian and Cauchy."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats
from scipy.spatial.distance import cdist

from rffviz.foundation.validation import points
from rffviz.kernels import radius
from rffviz.kernels.base import Kernel


class ProductKernel(Kernel):
    """A product of one-dimensional kernels: the coordinates of ω are i.i.d."""

    factorises: ClassVar[bool] = True
    _heavy: ClassVar[bool] = False
    _distribution: ClassVar[Any]  # of ℓω_j: pdf, cdf, ppf and logpdf as scipy's
    # s ↦ E exp(−s (ℓω_j)²), s real or complex off the negative axis; accurate as s → 0, where the norm is large
    _square_transform: ClassVar[Any]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if missing := [name for name in ("_distribution", "_square_transform") if not hasattr(cls, name)]:
            raise TypeError(f"{cls.__name__} must define {' and '.join(missing)}, as Laplacian does.")

    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        return self._distribution.ppf(U) / self.length_scale

    def log_spectral_density(self, W: ArrayLike) -> np.ndarray:
        W = points("W", W, largest=math.inf)
        return self._distribution.logpdf(W * self.length_scale).sum(axis=1) + W.shape[1] * math.log(self.length_scale)

    def _radius(self, r: ArrayLike, d: int, density: bool) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        scaled = r * self.length_scale
        positive = np.maximum(scaled, 1e-12)
        if d == 1:
            value = 2 * (self._distribution.pdf(positive) if density else self._distribution.cdf(positive) - 0.5)
            return value * self.length_scale if density else np.where(scaled > 0, value, 0.0)
        transform = type(self)._square_transform
        value = radius.sum_of_squares(transform, positive**2, d, self._heavy, density)
        return value * 2 * positive * self.length_scale if density else np.where(scaled > 0, value, 0.0)


@dataclass(frozen=True)
class Laplacian(ProductKernel):
    """Laplacian kernel of the L1 norm, k(δ) = exp(−‖δ‖₁/ℓ); the coordinates of ω are i.i.d. Cauchy(0, 1/ℓ).

    σ_p² is infinite (the kernel has a kink at 0), so the uniform bounds that need it are vacuous.

    Source: Rahimi & Recht 2007, Figure 1 (not verified against the paper).
    """

    name: ClassVar[str] = "laplacian"
    label: ClassVar[str] = "Laplacian"
    formula: ClassVar[str] = r"\exp(-\|\delta\|_1/\ell)"
    spectrum: ClassVar[str] = "Cauchy in each coordinate"
    distance: ClassVar[str] = "cityblock"
    _heavy: ClassVar[bool] = True
    _distribution: ClassVar = stats.cauchy()
    _square_transform: ClassVar = staticmethod(radius.squared_cauchy_transform)

    def of_difference(self, delta: ArrayLike) -> np.ndarray:
        return np.exp(-np.abs(np.asarray(delta, dtype=np.float64)).sum(axis=-1) / self.length_scale)

    def _matrix(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        return np.exp(cdist(X, Y, "cityblock") / -self.length_scale)

    def second_moment(self, d: int) -> float:
        return math.inf

    def _draw(self, n_freqs: int, d: int, rng: np.random.Generator, mixing_rng: np.random.Generator) -> np.ndarray:
        return rng.standard_cauchy((n_freqs, d)) / self.length_scale


@dataclass(frozen=True)
class Cauchy(ProductKernel):
    """Cauchy kernel, k(δ) = Π_j 1/(1 + δ_j²/ℓ²); the coordinates of ω are i.i.d. Laplace(0, 1/ℓ).

    Normalised to k(0) = 1 (Rahimi & Recht 2007, Figure 1, print it with 2^d in front; not
    verified against the paper). The only kernel here for which offset features can have a smaller variance than paired
    ones: k(2δ) > 2k(δ)² far from 0.
    """

    name: ClassVar[str] = "cauchy"
    label: ClassVar[str] = "Cauchy"
    formula: ClassVar[str] = r"\prod_j 1/(1+\delta_j^2/\ell^2)"
    spectrum: ClassVar[str] = "Laplace in each coordinate"
    _distribution: ClassVar = stats.laplace()
    _square_transform: ClassVar = staticmethod(radius.squared_laplace_transform)

    def of_difference(self, delta: ArrayLike) -> np.ndarray:
        scaled = np.asarray(delta, dtype=np.float64) / self.length_scale
        with np.errstate(over="ignore"):  # ∞ where δ² is too large for a float: there k is 0
            return np.exp(-np.log1p(np.square(scaled)).sum(axis=-1))

    def _matrix(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        inverse = np.ones((len(X), len(Y)))
        with np.errstate(over="ignore"):  # points far apart in many coordinates, where k is 0
            for x, y in zip(X.T, Y.T, strict=True):
                factor = x[:, None] - y[None, :]  # subtract before scaling: x/ℓ and y/ℓ would each be rounded
                factor *= 1 / self.length_scale
                np.square(factor, out=factor)
                factor += 1
                inverse *= factor
        return 1 / inverse

    def second_moment(self, d: int) -> float:
        return 2 * d / self.length_scale**2

    def _draw(self, n_freqs: int, d: int, rng: np.random.Generator, mixing_rng: np.random.Generator) -> np.ndarray:
        return rng.laplace(0.0, 1 / self.length_scale, (n_freqs, d))

    def log_spectral_density(self, W: ArrayLike) -> np.ndarray:
        W = points("W", W, largest=math.inf)
        return W.shape[1] * math.log(self.length_scale / 2) - np.abs(W * self.length_scale).sum(axis=1)
