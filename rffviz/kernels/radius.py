"""The distribution of ‖ω‖ where it is not a standard one: mixtures and sums, evaluated numerically.

Everything here works on the square S = ‖ω‖² in units of the spectral scale, because S is a sum over coordinates
(product kernels) or a scaled χ² (mixtures), and both have transforms in closed form.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import special
from scipy.interpolate import CubicHermiteSpline

_TALBOT_NODES = 22  # about 10⁻⁸ in double precision; more nodes lose digits to cancellation
_CELLS = 2**20  # entries of the table points × nodes held at once
_LARGE_SUM = 10  # with more terms, the distribution of a light-tailed sum is too narrow for Talbot's few nodes

Transform = Callable[[np.ndarray], np.ndarray]


def invert_laplace(transform: Transform, t: np.ndarray) -> np.ndarray:
    """Value at `t` > 0 of the function whose Laplace transform is `transform` (fixed Talbot contour).

    Source: Abate & Valkó 2004, "Multi-precision Laplace transform inversion". Accurate for smooth functions whose
    transform is analytic off the negative axis; steps are smoothed.
    """
    t = np.asarray(t, dtype=np.float64)
    theta = np.pi * np.arange(1, _TALBOT_NODES) / _TALBOT_NODES
    cotangent = 1 / np.tan(theta)
    node = np.concatenate(([1.0 + 0j], theta * (cotangent + 1j))) * 2 * _TALBOT_NODES / 5
    slope = 1 + 1j * (theta + (theta * cotangent - 1) * cotangent)
    weight = np.exp(node) * np.concatenate(([0.5 + 0j], slope))
    values = transform(node / t[..., None])
    return (0.4 / t) * (weight * values).real.sum(axis=-1)


def _gil_pelaez(transform: Transform, x: np.ndarray, n_terms: int, density: bool) -> np.ndarray:
    """CDF or density at `x` of a sum of `n_terms` squares with Laplace transform `transform` each.

    Trapezoid rule on the inversion integral; the step's period covers the sum and its exponential tail, and the
    integrand falls as u^(−n_terms/2), so that a few thousand terms reach 10⁻⁷.
    """
    largest = 2 * (2 * n_terms + 900.0)  # less than 10⁻¹⁵ of the mass lies beyond; finer steps would gain nothing
    beyond = x > largest
    period = 2 * largest + 2 * float(np.max(x, initial=0.0, where=~beyond))
    step = 2 * np.pi / period
    cutoff = 10 ** (16 / n_terms)
    u = step * (np.arange(int(cutoff / step) + 2) + 0.5)
    power = transform(-1j * u) ** n_terms
    keep = np.abs(power) > 1e-18
    u, power = u[keep], power[keep]
    out = np.where(beyond, 0.0 if density else 0.5, 0.0)
    for i, xi in np.ndenumerate(x):
        if not beyond[i]:
            wave = np.exp(-1j * u * xi) * power
            out[i] = step / np.pi * (wave.real.sum() if density else -(wave.imag / u).sum())
    return out if density else 0.5 + out


def sum_of_squares(transform: Transform, x: np.ndarray, n_terms: int, heavy: bool, density: bool) -> np.ndarray:
    """CDF (or density) at `x` > 0 of a sum of `n_terms` i.i.d. squares, given the Laplace transform of one.

    `transform` is s ↦ E exp(−s ω²), analytic off the negative real axis; `x` is in units of the squared spectral scale.
    If the square has no mean (`heavy`), the sum stays broad for any `n_terms`, and Talbot's contour is accurate.
    """
    x = np.asarray(x, dtype=np.float64)
    if n_terms > _LARGE_SUM and not heavy:
        out = _gil_pelaez(transform, x, n_terms, density)
    else:
        out = invert_laplace(lambda s: transform(s) ** n_terms / (1 if density else s), x)
    return np.maximum(out, 0) if density else np.clip(out, 0, 1)


def squared_cauchy_transform(s: np.ndarray) -> np.ndarray:
    """E exp(−s ω²) for ω standard Cauchy: exp(s) erfc(√s)."""
    return special.erfcx(np.sqrt(s)) if np.isrealobj(s) else special.wofz(1j * np.sqrt(s))


def squared_laplace_transform(s: np.ndarray) -> np.ndarray:
    """E exp(−s ω²) for ω standard Laplace: √(π/4s) exp(1/4s) erfc(1/2√s)."""
    root = np.sqrt(s)
    tail = special.erfcx(0.5 / root) if np.isrealobj(s) else special.wofz(0.5j / root)
    return np.sqrt(np.pi) / (2 * root) * tail


def gamma_scaled_chi(x: np.ndarray, degrees: int, shape: float, rate: float, density: bool = False) -> np.ndarray:
    """CDF (or density) at `x` of τ·χ²(degrees) with τ ~ Gamma(shape, rate), by the trapezoid rule in log τ.

    The integrand is analytic in log τ and falls off on both sides, so the rule converges geometrically: to 10⁻¹².
    """
    x = np.asarray(x, dtype=np.float64)
    low = np.log(np.maximum(special.gammaincinv(shape, 1e-17), 1e-290))
    high = np.log(special.gammainccinv(shape, 1e-17))
    step = min(0.12, 0.7 * math.sqrt(2 / degrees))  # log χ² has a standard deviation of about √(2/degrees)
    log_tau = np.linspace(low, high, max(201, math.ceil((high - low) / step)))
    tau = np.exp(log_tau)
    mass = np.exp(shape * log_tau - tau - special.gammaln(shape)) * (log_tau[1] - log_tau[0])
    return scaled_chi(x, degrees, log_tau - math.log(rate), mass / mass.sum(), density)


def scaled_chi(x: np.ndarray, degrees: int, log_tau: np.ndarray, mass: np.ndarray, density: bool) -> np.ndarray:
    """CDF (or density) at `x` of τ·χ²(degrees), with the distribution of log τ given as masses at nodes."""
    x = np.asarray(x, dtype=np.float64)
    out = np.empty(x.size)
    with np.errstate(divide="ignore"):
        log_x = np.log(x.ravel())
    step = max(1, _CELLS // len(mass))
    for part in (slice(start, start + step) for start in range(0, x.size, step)):
        log_ratio = np.minimum(log_x[part, None] - log_tau, 700.0)  # the CDF is 0 or 1 beyond
        ratio = np.exp(log_ratio)
        if density:
            half = degrees / 2
            log_inner = -ratio / 2 - special.gammaln(half) - half * math.log(2)
            if half != 1:
                log_inner += (half - 1) * log_ratio
            out[part] = np.exp(np.minimum(log_inner - log_tau, 700.0)) @ mass
        else:
            out[part] = special.chdtr(degrees, ratio) @ mass
    return out.reshape(x.shape)


def quantile_curve(cdf: Callable[..., np.ndarray], low: float, high: float, exact: float = 1e-12) -> CubicHermiteSpline:
    """log x against the logit of cdf(x) on (0, ∞), a cubic through points with known value and slope.

    `cdf(x, density)` returns the CDF or the density, accurate to `exact`; there is no mass outside [e^low, e^high].
    """
    log_x = np.linspace(max(low, -667.0), min(high, 690.0), 512)
    for _ in range(3):  # nearly even steps of the logit from the second pass on
        below = cdf(np.exp(log_x), False)
        known = (below > 1e-14) & (below < 1 - exact)
        log_x, below = log_x[known], below[known]
        logit = special.logit(below)
        rises = np.concatenate([[True], logit[1:] > np.maximum.accumulate(logit)[:-1]])  # otherwise rounding
        log_x, below, logit = log_x[rises], below[rises], logit[rises]
        density = cdf(np.exp(log_x), True)
        curve = CubicHermiteSpline(logit, log_x, below * (1 - below) / (density * np.exp(log_x)))
        log_x = np.interp(np.linspace(logit[0], logit[-1], 512), logit, log_x)
    return curve


def at_quantile(curve: CubicHermiteSpline, u: np.ndarray) -> np.ndarray:
    """The quantile at u, 0 < u < 1, from a `quantile_curve`.

    Accurate to about 10⁻⁷ of u and of 1 − u if both are above 10⁻⁷; extrapolated by the tangent in the last 10⁻¹² at
    either end.
    """
    logit = special.logit(u)
    inner = np.clip(logit, curve.x[0], curve.x[-1])
    return np.exp(np.minimum(curve(inner) + curve(inner, 1) * (logit - inner), 600.0))


@lru_cache(maxsize=32)
def gamma_scaled_chi_curve(degrees: int, shape: float, rate: float) -> CubicHermiteSpline:
    """`quantile_curve` of `gamma_scaled_chi`."""
    low, high = (
        math.log(max(inverse(shape, 1e-15) / rate * 2 * inverse(degrees / 2, 1e-15), 1e-290))
        for inverse in (special.gammaincinv, special.gammainccinv)
    )
    return quantile_curve(lambda x, density: gamma_scaled_chi(x, degrees, shape, rate, density), low, high)


@lru_cache(maxsize=32)
def scaled_chi_curve(degrees: int, distribution: Any) -> CubicHermiteSpline:
    """`quantile_curve` of τ·χ²(degrees); `distribution` has nodes of log τ (`value`) and their `mass`."""
    low, high = (math.log(max(2 * f(degrees / 2, 1e-15), 1e-290)) for f in (special.gammaincinv, special.gammainccinv))

    def cdf(x: np.ndarray, density: bool) -> np.ndarray:
        return np.minimum(
            scaled_chi(x, degrees, distribution.value, distribution.mass, density), np.inf if density else 1.0
        )

    return quantile_curve(cdf, low + float(distribution.value[0]), high + float(distribution.value[-1]), 1e-7)
