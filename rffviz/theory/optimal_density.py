"""The optimal sampling density for standardised normal data, in closed form (Li et al. 2019, Claim 1)."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats
from scipy.interpolate import CubicHermiteSpline

from rffviz.foundation.validation import Refusal, non_negative_number, whole_number
from rffviz.kernels import Gaussian, Kernel

VARIANCE = 2.0  # variance of a coordinate of x₁ − x₂ for data of variance 1
_CELLS = 4000
_NEGLIGIBLE = 1e-16  # mass of p beyond either end of the integration range


def thinning(square: np.ndarray, variance: float) -> np.ndarray:
    """√(½(1 + exp(−2σ₀²‖ω‖²))), which is q/p up to a constant, between √½ and 1; takes ‖ω‖²."""
    return np.sqrt(0.5 * (1 + np.exp(-2 * variance * square)))


@lru_cache(maxsize=256)
def acceptance(length_scale: float, d: int, variance: float) -> float:
    """E_p √(½(1 + exp(−2σ₀²‖ω‖²))), the normalising constant of q, with ℓ‖ω‖ ~ χ_d.

    By the trapezoid rule in log ‖ω‖, in which both factors are smooth however different ℓ and σ₀ are; the integrand
    falls off on both sides, so the rule converges geometrically.
    """
    r = np.exp(_log_radii(d))
    mass = stats.chi(d).pdf(r) * r
    return float(mass @ thinning(np.square(r / length_scale), variance) / mass.sum())


def optimal_log_density(kernel: Gaussian, r: ArrayLike, d: int, variance: float = VARIANCE) -> np.ndarray:
    """log q(ω) at ‖ω‖ = r in d dimensions, for the normalised q of Claim 1.

    The density is::

        q(ω) = p(ω) √(½(1 + e^{−2σ₀²‖ω‖²}))/c,    c = E_p √(½(1 + e^{−2σ₀²‖ω‖²})),

    which is the claim's q ∝ √(e^{−ℓ²‖ω‖²} + e^{−(ℓ²+2σ₀²)‖ω‖²}).

    Parameters
    ----------
    kernel : Gaussian
        The claim covers only the normal p = N(0, ℓ⁻²I).
    r : array of any shape
        Norms ‖ω‖ ≥ 0, radians per unit of the data.
    d : int
    variance : float
        σ₀², the variance of a coordinate of x₁ − x₂; 2 for z-scored data. 0 gives q = p.

    Returns
    -------
    ndarray of the shape of r

    Raises
    ------
    ValueError
        For another kernel, a negative norm, or an argument outside its range.

    Notes
    -----
    With weights p/(m q) the estimate is unbiased, and of all densities this one has the smallest mean squared error
    over x₁ − x₂ ~ N(0, σ₀²I): (c² − E k²)/m, against (½(1 + (1 + 4σ₀²/ℓ²)^{−d/2}) − E k²)/m for q = p.

    Source: Li, Zhang, Wang & Kumar 2019, Claim 1; the constant is not in the paper.
    """
    r, d, variance = _checked(kernel, r, d, variance)
    scale = kernel.length_scale
    log_p = d * math.log(scale / math.sqrt(2 * math.pi)) - np.square(r * scale) / 2
    return log_p + np.log(thinning(np.square(r), variance) / acceptance(scale, d, variance))


def optimal_radius_pdf(kernel: Gaussian, r: ArrayLike, d: int, variance: float = VARIANCE) -> np.ndarray:
    """Density of ‖ω‖ at r ≥ 0 under the q of `optimal_log_density`, in d dimensions; of the shape of r."""
    r, d, variance = _checked(kernel, r, d, variance)
    ratio = thinning(np.square(r), variance) / acceptance(kernel.length_scale, d, variance)
    return kernel.radius_pdf(r, d) * ratio


def optimal_radius_cdf(kernel: Gaussian, r: ArrayLike, d: int, variance: float = VARIANCE) -> np.ndarray:
    """P(‖ω‖ ≤ r) under the q of `optimal_log_density`, in d dimensions; of the shape of r, to about 10⁻⁹.

    Integrated by Simpson's rule in log ‖ω‖.
    """
    r, d, variance = _checked(kernel, r, d, variance)
    curve = _cdf_curve(kernel.length_scale, d, variance)
    with np.errstate(divide="ignore"):
        log_r = np.log(r * kernel.length_scale)
    value = np.clip(curve(np.clip(log_r, curve.x[0], curve.x[-1])), 0.0, 1.0)
    return np.where(log_r <= curve.x[0], 0.0, np.where(log_r >= curve.x[-1], 1.0, value))


@lru_cache(maxsize=64)
def _cdf_curve(length_scale: float, d: int, variance: float) -> CubicHermiteSpline:
    """The CDF as a cubic in log(ℓ‖ω‖), with values by Simpson's rule and known slopes."""
    knots = _log_radii(d)
    half = (knots[1] - knots[0]) / 2
    ends, middles = (_log_radius_density(u, length_scale, d, variance) for u in (knots, knots[:-1] + half))
    cells = half / 3 * (ends[:-1] + 4 * middles + ends[1:])
    values = np.append(0.0, np.cumsum(cells))
    return CubicHermiteSpline(knots, values / values[-1], ends / values[-1])


def _log_radius_density(log_r: np.ndarray, length_scale: float, d: int, variance: float) -> np.ndarray:
    """Density of log(ℓ‖ω‖) under q, up to a constant."""
    r = np.exp(log_r)
    return stats.chi(d).pdf(r) * r * thinning(np.square(r / length_scale), variance)


def _log_radii(d: int) -> np.ndarray:
    """Evenly spaced log(ℓ‖ω‖), from one negligible tail of p to the other."""
    chi = stats.chi(d)
    return np.linspace(np.log(chi.ppf(_NEGLIGIBLE)), np.log(chi.isf(_NEGLIGIBLE)), _CELLS + 1)


def _checked(kernel: Kernel, r: ArrayLike, d: int, variance: float) -> tuple[np.ndarray, int, float]:
    if not isinstance(kernel, Gaussian):
        raise Refusal(f"kernel must be Gaussian: Claim 1 is worked out for normal frequencies alone, got {kernel!r}.")
    r = np.asarray(r, dtype=np.float64)
    if not (r >= 0).all():
        raise Refusal(f"r must hold norms of at least 0, got {r[~(r >= 0)].flat[0]:g}.")
    return r, whole_number("d", d), non_negative_number("variance", variance)
