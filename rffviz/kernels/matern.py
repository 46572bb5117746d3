"""The Matérn kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import special, stats

from rffviz.kernels.base import ShapeParameter
from rffviz.kernels.bessel import log_bessel_k
from rffviz.kernels.isotropic import IsotropicKernel

_UNDERFLOW = np.finfo(np.float64).tiny


@dataclass(frozen=True)
class Matern(IsotropicKernel):
    """Matérn kernel, k = 2^{1−ν}/Γ(ν) (√(2ν) r/ℓ)^ν K_ν(√(2ν) r/ℓ); ω multivariate t with 2ν degrees of freedom.

    ω = (z/ℓ)·√(2ν/u) with z standard normal and **one** u ~ χ²(2ν) per frequency; one per coordinate would give another
    kernel. ν = ½ is exp(−r/ℓ), the Laplacian of the Euclidean norm. σ_p² = dν/((ν−1)ℓ²) for ν > 1, else infinite. For ν
    above 50 the Bessel function is computed by its uniform expansion, with a relative error below 10⁻⁹.

    Parameters
    ----------
    length_scale, nu : float
        ℓ > 0; ν > 0, the smoothness.

    Source: Rasmussen & Williams 2006, section 4.2 (kernel and spectral density; not verified against the paper).
    """

    nu: float = 1.5

    name: ClassVar[str] = "matern"
    label: ClassVar[str] = "Matérn"
    formula: ClassVar[str] = r"\frac{2^{1-\nu}}{\Gamma(\nu)}\,t^\nu K_\nu(t),\ t=\sqrt{2\nu}\,\|\delta\|/\ell"
    spectrum: ClassVar[str] = "multivariate t, 2ν degrees of freedom"
    takes_axes: ClassVar[bool] = True
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = (
        ShapeParameter(
            "nu",
            "ν",
            "ν, smoothness",
            default=1.5,
            low=0.1,
            high=100,
            stops=(0.5, 1, 1.5, 2.5, 5, 10, 50),
            help="ν = ½ is exp(−r/ℓ); σ_p² is infinite up to ν = 1.",
        ),
    )

    def _profile(self, t: ArrayLike) -> np.ndarray:
        t = np.asarray(t, dtype=np.float64)
        if self.nu == 0.5:
            return np.exp(-t)
        scaled = np.minimum(math.sqrt(2 * self.nu) * t, 1e100)  # far beyond, k is 0; infinity would make it nan
        if self.nu == 1.5:
            return (1 + scaled) * np.exp(-scaled)
        if self.nu == 2.5:
            return (1 + scaled + scaled**2 / 3) * np.exp(-scaled)
        safe = np.where(scaled > 0, scaled, 1.0)
        log_k = (1 - self.nu) * math.log(2) - special.gammaln(self.nu) + self.nu * np.log(safe)
        log_k += log_bessel_k(self.nu, safe)
        return np.where(scaled > 0, np.exp(np.minimum(log_k, 0.0)), 1.0)

    def _second_moment(self, d: int) -> float:
        return d * self.nu / (self.nu - 1) if self.nu > 1 else math.inf

    def _mixing(self, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
        return np.sqrt(2 * self.nu / np.maximum(rng.chisquare(2 * self.nu, n_freqs), _UNDERFLOW))

    def _squared_radius(self, u: np.ndarray, d: int) -> np.ndarray:
        # x/(1 − x) for a Beta(d/2, ν) variable x: above the median from 1 − x, which does not round to 0
        x, rest = special.betaincinv(d / 2, self.nu, u), special.betaincinv(self.nu, d / 2, 1 - u)
        odds = np.where(u < 0.5, x / np.maximum(1 - x, _UNDERFLOW), (1 - rest) / np.maximum(rest, _UNDERFLOW))
        return 2 * self.nu * odds

    def n_uniforms(self, d: int) -> int:
        return d + 1

    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        chi_square = np.maximum(2 * special.gammaincinv(self.nu, U[:, -1:]), _UNDERFLOW)
        return special.ndtri(U[:, :d]) * np.sqrt(2 * self.nu / chi_square) / self.length_scale

    def _log_density(self, square: np.ndarray, d: int) -> np.ndarray:
        nu = self.nu
        constant = special.gammaln(nu + d / 2) - special.gammaln(nu) - d / 2 * math.log(2 * nu * math.pi)
        return constant - (nu + d / 2) * np.log1p(square / (2 * nu))

    def _radius(self, r: ArrayLike, d: int, density: bool) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        scaled = (r * self.length_scale) ** 2 / (2 * self.nu)
        if density:
            return stats.betaprime.pdf(scaled, d / 2, self.nu) * r * self.length_scale**2 / self.nu
        return stats.betaprime.cdf(scaled, d / 2, self.nu)
