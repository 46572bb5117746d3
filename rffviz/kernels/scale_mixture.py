"""Kernels of a power of the distance that are mixtures of Gaussians over their length scale."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rffviz.foundation.validation import Refusal
from rffviz.kernels import radius, stable
from rffviz.kernels.base import ShapeParameter
from rffviz.kernels.isotropic import IsotropicKernel

_BLOCK_VALUES = 2**18  # rows × values of S at once, 2 MB an array
_EXPONENT = ShapeParameter(
    "exponent",
    "α",
    "α, exponent",
    default=1.5,
    low=0.2,
    high=2.0,
    stops=(0.5, 0.75, 1, 1.25, 1.5, 1.75, 1.9, 2),
    help="Up to 2, where k is smooth at 0; below it, σ_p² is infinite.",
)


@dataclass(frozen=True)
class ScaleMixture(IsotropicKernel):
    """A kernel of (r/ℓ)^α, 0 < α ≤ 2, that is a mixture of Gaussians; σ_p² is infinite for α < 2.

    ω = √(2S)·z/ℓ with z standard normal and one S > 0 per frequency, distributed as in ``rffviz.kernels.stable``.
    """

    exponent: float = 1.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.exponent > 2:
            raise Refusal(f"exponent must be a number above 0 and at most 2, got {self.exponent:g}.")

    @property
    @abstractmethod
    def _gamma_shape(self) -> float:
        """c of E exp(−sS) = (1 + s^{α/2})^{−c}; infinite for exp(−s^{α/2})."""

    def _log_distribution(self, d: int = 1) -> stable.LogDistribution:
        """The distribution of log S, fine enough for sums over d coordinates."""
        return stable.log_distribution(self.exponent / 2, self._gamma_shape, math.ceil(max(0.0, math.log2(d / 64) / 2)))

    @staticmethod
    def _factor(log_s: np.ndarray) -> np.ndarray:
        """√(2S), clipped where a frequency exceeds 10¹³⁰: no cosine can resolve such frequencies."""
        return math.sqrt(2) * np.exp(np.clip(log_s / 2, -300.0, 300.0))

    def _mixing(self, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
        stable_rng, gamma_rng = rng.spawn(2)
        log_s = stable.log_stable(self.exponent / 2, n_freqs, stable_rng)
        if math.isfinite(self._gamma_shape):
            log_s += stable.log_gamma_power(self.exponent / 2, self._gamma_shape, n_freqs, gamma_rng)
        return self._factor(log_s)

    def n_uniforms(self, d: int) -> int:
        return d + 1

    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        return special.ndtri(U[:, :d]) * self._factor(self._log_distribution().quantile(U[:, -1:])) / self.length_scale

    def _squared_radius(self, u: np.ndarray, d: int) -> np.ndarray:
        return 2 * radius.at_quantile(radius.scaled_chi_curve(d, self._log_distribution(d)), u)

    def _log_density(self, square: np.ndarray, d: int) -> np.ndarray:
        mixing = self._log_distribution(d)
        log_square = np.log(np.maximum(square, 1e-300))
        with np.errstate(divide="ignore"):
            at_zero = np.log(mixing.mass) - d / 2 * (math.log(4 * math.pi) + mixing.value)
        density = np.empty(len(log_square))
        height = max(1, _BLOCK_VALUES // len(mixing.value))
        for i in range(0, len(log_square), height):
            exponents = at_zero - np.exp(np.minimum(log_square[i : i + height, None] - mixing.value, 700.0)) / 4
            most = exponents.max(axis=1)
            density[i : i + height] = most + np.log(np.exp(exponents - most[:, None]).sum(axis=1))
        return density

    def _radius(self, r: ArrayLike, d: int, density: bool) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        mixing = self._log_distribution(d)
        square = (r * self.length_scale) ** 2
        seen = slice(None) if density else mixing.mass > 1e-18
        value = radius.scaled_chi(square, d, mixing.value[seen] + math.log(2), mixing.mass[seen], density)
        return value * 2 * r * self.length_scale**2 if density else np.minimum(value, 1.0)


@dataclass(frozen=True)
class ExponentialPower(ScaleMixture):
    """Exponential power kernel, k = exp(−(r/ℓ)^α); ω symmetric α-stable, ω = √(2S)·z/ℓ with S positive α/2-stable.

    S is drawn by Kanter's formula. α = 2 is `Gaussian(ℓ/√2)`, α = 1 is exp(−r/ℓ), which is `Matern(ℓ, nu=0.5)`.

    Parameters
    ----------
    length_scale, exponent : float
        ℓ > 0; 0 < α ≤ 2.

    Source: Samorodnitsky & Taqqu 1994, section 2.5 (sub-Gaussian vectors; not verified against the paper); Langrené,
    Warin & Gruet 2024 (as a mixture).
    """

    name: ClassVar[str] = "exponential_power"
    label: ClassVar[str] = "exponential power"
    formula: ClassVar[str] = r"\exp(-(\|\delta\|/\ell)^\alpha)"
    spectrum: ClassVar[str] = "symmetric α-stable"
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = (_EXPONENT,)

    _gamma_shape: ClassVar[float] = math.inf

    def _profile(self, t: ArrayLike) -> np.ndarray:
        return np.exp(-np.power(t, self.exponent))

    def _second_moment(self, d: int) -> float:
        return 2 * d if self.exponent == 2 else math.inf


@dataclass(frozen=True)
class GeneralisedCauchy(ScaleMixture):
    """Generalised Cauchy kernel, k = (1 + (r/ℓ)^α)^{−β/α}, which falls like r^{−β}; ω = √(2S)·g^{1/α}·z/ℓ.

    S is positive α/2-stable and g ~ Gamma(β/α): a Gamma mixture of `ExponentialPower` over its length scale, which
    tends to that kernel as β → ∞ with ℓ(α/β)^{1/α} fixed. α = 2 is `RationalQuadratic(ℓ/√β, alpha=β/2)`.

    Parameters
    ----------
    length_scale, exponent, tail : float
        ℓ > 0; 0 < α ≤ 2, for small distances; β > 0, for large ones.

    Source: Gneiting & Schlather 2004 (kernel); Langrené, Warin & Gruet 2024 (its frequencies as a mixture).
    """

    tail: float = 1.0

    name: ClassVar[str] = "generalised_cauchy"
    label: ClassVar[str] = "generalised Cauchy"
    formula: ClassVar[str] = r"(1+(\|\delta\|/\ell)^\alpha)^{-\beta/\alpha}"
    spectrum: ClassVar[str] = "symmetric α-stable with a Gamma-distributed scale"
    shape_parameters: ClassVar[tuple[ShapeParameter, ...]] = (
        _EXPONENT,
        ShapeParameter(
            "tail",
            "β",
            "β, tail",
            default=1.0,
            low=0.1,
            high=100,
            stops=(0.25, 0.5, 1, 2, 5, 10, 50),
            help="For large r, k falls as r^−β.",
        ),
    )

    @property
    def _gamma_shape(self) -> float:
        return self.tail / self.exponent

    def _profile(self, t: ArrayLike) -> np.ndarray:
        with np.errstate(over="ignore"):
            return np.exp(-self._gamma_shape * np.log1p(np.power(t, self.exponent)))

    def _second_moment(self, d: int) -> float:
        return d * self.tail if self.exponent == 2 else math.inf
