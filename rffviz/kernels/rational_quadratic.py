"""The rational quadratic kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rffviz.kernels import radius
from rffviz.kernels.base import ShapeParameter
from rffviz.kernels.bessel import log_bessel_k
from rffviz.kernels.isotropic import IsotropicKernel


@dataclass(frozen=True)
class RationalQuadratic(IsotropicKernel):
    """Rational quadratic kernel, k = (1 + r²/(2αℓ²))^{−α}; ω ~ N(0, τI) with τ ~ Gamma(α, rate αℓ²).

    Parameters
    ----------
    length_scale, alpha : float
        ℓ > 0; α > 0, where α → ∞ is the Gaussian.

    Source: Rasmussen & Williams 2006, section 4.2 (a Gamma mixture of Gaussians over the inverse squared length scale;
    not verified against the paper).
    """

    alpha: float = 1.0

    name: ClassVar[str] = "rational_quadratic"
    label: ClassVar[str] = "rational quadratic"
    formula: ClassVar[str] = r"(1+\|\delta\|^2/2\alpha\ell^2)^{-\alpha}"
    spectrum: ClassVar[str] = "normal with a Gamma-distributed variance"
    takes_axes: ClassVar[bool] = True
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = (
        ShapeParameter(
            "alpha", "α", "α, mixture", default=1.0, low=0.05, high=100, stops=(0.1, 0.25, 0.5, 1, 2, 5, 10, 50)
        ),
    )

    def _profile_of_square(self, squared: ArrayLike) -> np.ndarray:
        return np.exp(-self.alpha * np.log1p(np.asarray(squared) / (2 * self.alpha)))

    def _second_moment(self, d: int) -> float:
        return d

    def _mixing(self, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
        return np.sqrt(rng.standard_gamma(self.alpha, n_freqs) / self.alpha)

    def _squared_radius(self, u: np.ndarray, d: int) -> np.ndarray:
        return radius.at_quantile(radius.gamma_scaled_chi_curve(d, self.alpha, self.alpha), u)

    def n_uniforms(self, d: int) -> int:
        return d + 1

    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        gamma = special.gammaincinv(self.alpha, U[:, -1:])
        return special.ndtri(U[:, :d]) * np.sqrt(gamma / self.alpha) / self.length_scale

    def _log_density(self, square: np.ndarray, d: int) -> np.ndarray:
        alpha = self.alpha
        order = alpha - d / 2
        square = np.maximum(square, 1e-300)
        bessel = log_bessel_k(abs(order), np.sqrt(2 * alpha * square))
        log_p = math.log(2) - d / 2 * math.log(2 * math.pi)
        log_p += alpha * math.log(alpha) - special.gammaln(alpha)
        return log_p + order / 2 * np.log(square / (2 * alpha)) + bessel

    def _radius(self, r: ArrayLike, d: int, density: bool) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        square = (r * self.length_scale) ** 2
        value = radius.gamma_scaled_chi(square, d, self.alpha, self.alpha, density)
        return value * 2 * r * self.length_scale**2 if density else value
