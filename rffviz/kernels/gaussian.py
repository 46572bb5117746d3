"""The Gaussian kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import special, stats

from rffviz.kernels.isotropic import IsotropicKernel


@dataclass(frozen=True)
class Gaussian(IsotropicKernel):
    """Gaussian kernel, k(δ) = exp(−‖δ‖²/2ℓ²) = exp(−γ‖δ‖²) with γ = 1/2ℓ²; ω ~ N(0, ℓ⁻² I).

    Source: Rahimi & Recht 2007, Figure 1 (there ℓ = 1; not verified against the paper).

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.kernels import Gaussian
    >>> kernel = Gaussian(length_scale=2.0)
    >>> kernel(np.array([[0.0, 0.0]]), np.array([[2.0, 0.0]])).round(4)
    array([[0.6065]])
    >>> kernel.second_moment(d=2)
    0.5
    >>> kernel.sample(3, 2, np.random.default_rng(0)).shape
    (3, 2)
    """

    name: ClassVar[str] = "gaussian"
    label: ClassVar[str] = "Gaussian"
    formula: ClassVar[str] = r"\exp(-\|\delta\|^2/2\ell^2)"
    spectrum: ClassVar[str] = "normal, N(0, ℓ⁻²I)"
    factorises: ClassVar[bool] = True
    takes_axes: ClassVar[bool] = True

    def _profile_of_square(self, squared: np.ndarray) -> np.ndarray:
        squared = np.multiply(squared, -0.5, out=squared if isinstance(squared, np.ndarray) else None)
        return np.exp(squared, out=squared if isinstance(squared, np.ndarray) else None)

    def _second_moment(self, d: int) -> float:
        return d

    def _mixing(self, n_freqs: int, rng: np.random.Generator) -> float:
        return 1.0

    def _squared_radius(self, u: np.ndarray, d: int) -> np.ndarray:
        return 2 * special.gammaincinv(d / 2, u)

    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        return special.ndtri(U) / self.length_scale

    def _log_density(self, square: np.ndarray, d: int) -> np.ndarray:
        return -d / 2 * math.log(2 * math.pi) - square / 2

    def _radius(self, r: ArrayLike, d: int, density: bool) -> np.ndarray:
        chi = stats.chi.pdf if density else stats.chi.cdf  # freezing rebuilds the docstring on each call
        return chi(r, d, scale=1 / self.length_scale)
