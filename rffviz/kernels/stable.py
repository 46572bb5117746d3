"""The positive stable distribution and its Gamma mixture: logarithms of draws, densities and quantiles.

S is positive ρ-stable, 0 < ρ ≤ 1, with E exp(−sS) = exp(−s^ρ). With g ~ Gamma(c) independent of it, S·g^{1/ρ} has E
exp(−sSg^{1/ρ}) = (1 + s^ρ)^{−c}. Everything is computed for the logarithm, since for small ρ the values leave the range
of floats.

Sources: Kanter 1975, "Stable densities under change of scale and total variation inequalities" (S = (a(θ)/E)^{1/ρ−1}
with θ uniform on (0, π) and E exponential); Devroye 1990, "A note on Linnik's distribution" (the mixture).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import special
from scipy.interpolate import CubicHermiteSpline, CubicSpline, PchipInterpolator

_STEP = 0.12  # step of the trapezium rule on the grid; the error falls geometrically
_LEAST = 39.0  # −log of the mass that is left out on either side
_CELLS = 2**20  # entries held at once
_FAR = 70.0  # the grid reaches at least so far, for densities of frequencies up to about 10¹²


@dataclass(frozen=True, eq=False)
class LogDistribution:
    """The distribution of a logarithm on a grid, for integrals by the trapezium rule.

    Attributes
    ----------
    value, mass, density : ndarray of shape (n,)
        log S at the nodes, the rule's weight times the density there, and the density.
    """

    value: np.ndarray
    mass: np.ndarray
    density: np.ndarray

    def quantile(self, probability: np.ndarray) -> np.ndarray:
        """log S at probabilities inside (0, 1), to about 10⁻⁴."""
        if len(self.value) == 1:
            return np.full(np.shape(probability), self.value[0])
        at = np.arange(len(self.value))
        mass = CubicSpline(at, self.mass).antiderivative()(at)
        below, above = mass - mass[0], mass[-1] - mass
        seen = (below > 1e-10) & (above > 1e-12)  # otherwise rounding
        logit, value = np.log(below[seen] / above[seen]), self.value[seen]
        rises = np.concatenate(([True], logit[1:] > np.maximum.accumulate(logit)[:-1]))
        logit, value = logit[rises], value[rises]
        inner, asked = PchipInterpolator(logit, value), special.logit(probability)
        first, last = ((value[i + 1] - value[i]) / (logit[i + 1] - logit[i]) for i in (0, -2))
        low, high = np.minimum(asked - logit[0], 0), np.maximum(asked - logit[-1], 0)
        return inner(np.clip(asked, logit[0], logit[-1])) + first * low + last * high


def log_stable(rho: float, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw log S of `n` positive ρ-stable variables by Kanter's formula; a larger draw extends a smaller one."""
    if rho == 1:
        return np.zeros(n)
    U = np.maximum(rng.random((n, 2)), 2.0**-54)
    return (1 / rho - 1) * (_log_a(rho, special.logit(U[:, 0])) - np.log(-np.log(U[:, 1])))


def log_gamma_power(rho: float, shape: float, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw the logarithms of `n` variables g^{1/ρ} with g ~ Gamma(shape), of any shape above 0."""
    g_rng, u_rng = rng.spawn(2)  # g = g′·u^{1/shape} with g′ ~ Gamma(shape + 1) does not underflow
    log_u = np.log(np.maximum(u_rng.random(n), 2.0**-54))
    return (np.log(g_rng.standard_gamma(shape + 1, n)) + log_u / shape) / rho


@lru_cache(maxsize=32)
def log_distribution(rho: float, shape: float = math.inf, halvings: int = 0) -> LogDistribution:
    """The distribution of log S, or of log S + (log g)/ρ for a finite `shape` of g, on a grid of step 0.12/2^halvings.

    Reproduces Laplace transforms to about 10⁻¹⁰.
    """
    if rho == 1 and math.isinf(shape):
        return LogDistribution(np.zeros(1), np.ones(1), np.full(1, math.inf))
    if math.isinf(shape):
        return _stable(rho, halvings)
    gamma_width, stable_width = math.sqrt(special.polygamma(1, shape)) / rho, 1 / rho - 1
    narrow = gamma_width < min(_STEP, stable_width / 4)
    finer = 0 if narrow else math.ceil(math.log2(max(_STEP / gamma_width, 1)))
    pure = log_distribution(rho, halvings=max(halvings, min(finer, 5)))
    low = min(math.log(max(special.gammaincinv(shape, 1e-17), 5e-324)), -_LEAST / shape) / rho
    high = math.log(special.gammainccinv(shape, 1e-17)) / rho
    low, high = min(pure.value[0] + low, -2 * _FAR), pure.value[-1] + high
    centre = math.log(shape) / rho + (0 if rho == 1 else _log_a(rho, np.array([-60.0]))[0] * (1 / rho - 1))
    value, slope, step = _grid(low, high, centre, max(gamma_width, stable_width), halvings)

    def log_gamma_density(x: np.ndarray) -> np.ndarray:  # distribution of ρ log S − ρ log S′ = log g
        return math.log(rho) + shape * x - np.exp(np.minimum(x, 700.0)) - special.gammaln(shape)

    if not narrow:
        parts = np.array_split(value, math.ceil(len(value) * len(pure.value) / _CELLS))
        density = np.concatenate(
            [np.exp(log_gamma_density(rho * (part[:, None] - pure.value))) @ pure.mass for part in parts]
        )
    else:  # the rule integrates over g; the stable density is interpolated, to a relative error of about 10⁻⁶
        seen = pure.density > 0
        log_pure = CubicSpline(pure.value[seen], np.log(pure.density[seen]), extrapolate=False)
        x = math.log(shape) + rho * gamma_width * np.arange(-9, 9, 0.4)
        weight = np.exp(log_gamma_density(x)) * (x[1] - x[0]) / rho
        density = np.nan_to_num(np.exp(log_pure(value[:, None] - x / rho))) @ weight
    return LogDistribution(value, density * slope * step, density)


def _stable(rho: float, halvings: int) -> LogDistribution:
    """f(L) = (q/π) ∫ exp(w − exp w) dθ with w = log a(θ) − qL and q = ρ/(1 − ρ), ρ < 1.

    θ = π/(1 + e^{−s}), and the rule is uniform in s + log a(s): neither s nor log a changes fast along it, however near
    ρ is to 1.
    """
    q = rho / (1 - rho)
    s = np.linspace(-60, 60 + max(_LEAST, rho * _FAR), 8001)
    v = _log_a(rho, s)
    along = s + v
    keep = np.concatenate(([True], np.diff(np.maximum.accumulate(along)) > 0))
    path = CubicHermiteSpline(along[keep], s[keep], 1 / (1 + _slope(rho, s[keep])))
    low, high = (v[0] - math.log(1.2 * _LEAST)) / q, max(_LEAST / rho, _FAR)
    value, slope, step = _grid(low, high, v[0] / q, 1 / q, halvings)
    parts = np.array_split(value, math.ceil(len(value) * 850 / _CELLS))
    density = np.concatenate([_density(rho, part, path) for part in parts])
    return LogDistribution(value, density * slope * step, density)


def _density(rho: float, value: np.ndarray, path: CubicHermiteSpline) -> np.ndarray:
    """f(L), each integrated over the part of the path that matters for it: w from about −45 to 5."""
    q = rho / (1 - rho)
    wanted = np.maximum(q * value, _log_a(rho, np.array([-60.0])) + 1)
    near, far = np.full(len(value), path(path.x[0])), np.full(len(value), path(path.x[-1]))
    for _ in range(60):
        middle = (near + far) / 2
        below = _log_a(rho, middle) < wanted
        near, far = np.where(below, middle, near), np.where(below, far, middle)
    places = np.clip((near + wanted)[:, None] + np.arange(-90, 12, _STEP), path.x[0], path.x[-1])
    s = path(places)
    w = _log_a(rho, s) - q * value[:, None]
    weight = path(places, 1) * special.expit(s) * special.expit(-s)
    return q * _STEP * (np.exp(w - np.exp(np.minimum(w, 700.0))) * weight).sum(axis=1)


def _grid(low: float, high: float, centre: float, width: float, halvings: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Nodes centre + arsinh(κ sinh t) from low to high, dense where a distribution of this width is concentrated, and
    their d/dt."""
    kappa, step = min(1.0, width), _STEP / 2**halvings

    def along(x: float) -> float:  # t, where sinh may overflow
        size = abs(x)
        return math.copysign(size - math.log(kappa) if size > 300 else math.asinh(math.sinh(size) / kappa), x)

    t = np.arange(along(low - centre), along(high - centre) + step, step)
    size = np.abs(t)
    far = size > 300
    inner = np.minimum(size, 300.0)
    value = np.where(far, size + math.log(kappa), np.arcsinh(kappa * np.sinh(inner)))
    slope = np.where(far, 1.0, kappa * np.cosh(inner) / np.hypot(1, kappa * np.sinh(inner)))
    return centre + np.sign(t) * value, slope, step


def _angles(s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """θ = π/(1 + e^{−s}) and π − θ, both without cancellation."""
    return math.pi * special.expit(s), math.pi * special.expit(-s)


def _log_a(rho: float, s: np.ndarray) -> np.ndarray:
    """log a(θ) = log sin((1 − ρ)θ) + q log sin(ρθ) − (1 + q) log sin θ."""
    theta, rest = _angles(s)
    q = rho / (1 - rho)
    log_sin = np.log(np.sin(np.minimum(theta, rest)))
    return np.log(np.sin((1 - rho) * theta)) + q * np.log(np.sin(rho * theta)) - (1 + q) * log_sin


def _slope(rho: float, s: np.ndarray) -> np.ndarray:
    """d log a/ds ≥ 0."""
    theta, rest = _angles(s)
    cot = np.where(s > 0, -1.0, 1.0) / np.tan(np.minimum(theta, rest))
    q = rho / (1 - rho)
    change = (1 - rho) / np.tan((1 - rho) * theta) + q * rho / np.tan(rho * theta) - (1 + q) * cot
    return np.maximum(change * theta * special.expit(-s), 0.0)
