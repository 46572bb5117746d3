"""The spectrum of a function of the distance in d dimensions, by a Hankel transform on a logarithmic grid.

For ω with an isotropic law in d dimensions and k(r) = E cos(ω·δ), ‖δ‖ = r, the law of lengths is

    P(‖ω‖ ≤ w) = 2^{1−d/2}/Γ(d/2) ∫ k(r) (wr)^{d/2} J_{d/2}(wr) dr/r,

a convolution over log r. It is done by fast Fourier transforms, the Bessel function's being known: FFTLog (Talman 1978;
Hamilton 2000, appendix B; not verified against the paper). What is transformed is k less a Gaussian of the same half
width, whose law is a χ law.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import fft, special
from scipy.interpolate import PchipInterpolator

from rffviz.validation import Refusal

_RANGE, _N = 42.0, 2**18  # of log r to either side of the half width, and points on it
_FAR, _TAPER = 1000.0, 300.0  # half widths
_ROUNDING = 2.0**-52
_NOISE = 1e-13  # of the transform of k, relative to its largest value
MOST_DIMENSIONS = 128  # beyond, double precision no longer tells one law from another
_LOST = 1e-9  # of the largest density
_COARSE = 8  # steps that an interval of the law has
_CHECKED = np.geomspace(0.02, 10, 60)  # half widths at which the law must give k back


@dataclass(frozen=True, eq=False)
class Lengths:
    """The numerical law of ‖ω‖ in d dimensions, a signed measure where k is no kernel.

    Attributes
    ----------
    d : int
    log_w : ndarray of shape (q,)
        log ‖ω‖, evenly spaced.
    below, density : ndarray of shape (q,)
        P(‖ω‖ ≤ w) as computed, which may fall, and its derivative by log w.
    negative : float
        The mass of the intervals of `log_w` over which it falls; the whole mass is 1.
    rounding : float
        The negative mass that errors of 2⁻⁵² in the values of k make: it grows with d.
    error : float
        Largest difference between k and what the law without its negative part gives back, up to 10 half widths.
    """

    d: int
    log_w: np.ndarray
    below: np.ndarray
    density: np.ndarray
    negative: float
    rounding: float
    error: float

    @property
    def where_negative(self) -> np.ndarray:
        """The intervals of ‖ω‖ over which the law falls by more than rounding, shape (n, 2)."""
        falls = np.diff(self.below) < -1e-9
        edges = np.flatnonzero(np.diff(np.concatenate(([False], falls, [False])).astype(int)))
        return np.exp(self.log_w[edges].reshape(-1, 2))

    def quantile(self, probability: np.ndarray) -> np.ndarray:
        """‖ω‖ at probabilities inside (0, 1), of the law without its negative part."""
        law = risen(self.below)
        inside = (law > 1e-12) & (law < 1 - 1e-12)
        law, log_w = law[inside], self.log_w[inside]
        rises = np.concatenate(([True], np.diff(law) > 1e-15))
        law, log_w = law[rises], log_w[rises]
        return np.exp(PchipInterpolator(law, log_w)(np.clip(probability, law[0], law[-1])))

    def cdf(self, w: np.ndarray) -> np.ndarray:
        """P(‖ω‖ ≤ w), of the law without its negative part."""
        with np.errstate(divide="ignore"):
            log_w = np.log(w)
        law = PchipInterpolator(self.log_w, risen(self.below))
        inside = law(np.clip(log_w, self.log_w[0], self.log_w[-1]))
        return np.where(w > 0, np.clip(inside, 0.0, 1.0), 0.0)

    @property
    def known_to(self) -> float:
        """The largest ‖ω‖ at which the density is not yet lost in rounding."""
        return float(np.exp(self.log_w[np.flatnonzero(self.density > _LOST * self.density.max())[-1]]))

    def log_pdf(self, log_w: np.ndarray) -> np.ndarray:
        """The logarithm of the density of log ‖ω‖; far out, where it is lost in rounding, a power goes on."""
        seen = np.flatnonzero(self.density > _LOST * self.density.max())
        first, last = seen[0], seen[-1]
        safe = np.log(np.maximum(self.density[first : last + 1], 1e-12 * self.density.max()))
        grid = self.log_w[first : last + 1]
        low, high = np.minimum(log_w - grid[0], 0.0), np.maximum(log_w - grid[-1], 0.0)
        tail = max((safe[-1] - safe[-len(safe) // 20]) / (grid[-len(safe) // 20] - grid[-1]), 1.0)
        return PchipInterpolator(grid, safe)(np.clip(log_w, grid[0], grid[-1])) + self.d * low - tail * high


def risen(below: np.ndarray) -> np.ndarray:
    """The distribution function of the positive part of a signed measure, whose mass becomes 1."""
    rises = np.concatenate(([max(below[0], 0.0)], np.maximum(np.diff(below), 0.0))).cumsum()
    return rises / rises[-1]


def lengths(k: Callable[[np.ndarray], np.ndarray], width: float, d: int) -> Lengths:
    """Transform k(r), r ≥ 0, with k(0) = 1 and |k| first at most ½ at `width`.

    Parameters
    ----------
    k : callable
        From distances to values, of the same shape.
    width : float
    d : int

    Raises
    ------
    ValueError
        In more than 128 dimensions, and where k is not finite somewhere.

    Notes
    -----
    Functions that are smooth for r > 0 are transformed to about 10⁻⁷ in a few dimensions; with a bend at some r > 0, up
    to frequencies of some thousand over the half width. A k that has not fallen below 10⁻⁵ at a thousand half widths is
    multiplied by a Gaussian of standard deviation 300, a kernel itself: its spectrum is smoothed over 0.003 over the
    half width, and points of mass have that width. In many dimensions the law is ever less determined by k in double
    precision: `error` tells.
    """
    if d > MOST_DIMENSIONS:
        raise Refusal(f"d must be at most {MOST_DIMENSIONS} for a numerical transform, got {d}.")
    step = 2 * _RANGE / _N
    u = (np.arange(_N) - _N // 2) * step
    values = k(width * np.exp(u))
    if not np.isfinite(values).all():
        where = width * math.exp(u[~np.isfinite(values)][0])
        raise Refusal(f"k must be finite everywhere, got none at r = {where:.4g}.")
    if np.abs(values[u > math.log(_FAR)]).max() > 1e-5:
        values = values * np.exp(-0.5 * np.square(np.exp(np.minimum(u, 30.0)) / _TAPER))
    rate = math.log(2)  # of the Gaussian, exp(−rate (r/width)²)
    rest = fft.rfft(values - np.exp(-rate * np.exp(2 * np.minimum(u, 10.0))))
    tau = 2 * np.pi * np.arange(len(rest)) / (_N * step)
    loud = np.flatnonzero(np.abs(rest) > _NOISE * max(np.abs(rest).max(), 1e-3))
    highest = tau[loud[-1]] if len(loud) else 1.0
    at = np.minimum(tau, 1.3 * highest)
    kernel = (
        special.loggamma(d / 2 + 0.5j * at)
        - special.gammaln(d / 2)
        - special.loggamma(1 - 0.5j * at)
        + 1j * at * math.log(2)
    )
    # e^{−iτ(u₀ + v₀)} of both grids' first places
    over = np.exp(kernel + 2j * tau * _RANGE - 36 * (tau / (1.2 * highest)) ** 16 - 18 * (tau / tau[-1]) ** 2)
    both = rest * over
    below = fft.irfft(np.conj(both), _N)
    rounded = values * np.random.default_rng(0).choice([-_ROUNDING, _ROUNDING], _N)
    lost = fft.irfft(np.conj(fft.rfft(rounded) * over), _N)[::_COARSE]
    slope = fft.irfft(np.conj(-1j * tau * both), _N)
    v, below, slope = u[::_COARSE], below[::_COARSE], slope[::_COARSE]
    square = np.exp(2 * np.clip(v, -300, 300)) / (4 * rate)
    below = below + special.gammainc(d / 2, square)
    slope = slope + 2 * np.exp(special.xlogy(d / 2, square) - square - special.gammaln(d / 2))
    inner = np.abs(v) < _RANGE - 4  # where the periodic grid closes, nothing is known
    v, below, slope, lost = v[inner], below[inner], slope[inner], lost[inner]
    falls = np.maximum(-np.diff(below), 0.0)
    mass, middle = np.diff(risen(below)), np.exp((v[1:] + v[:-1]) / 2)
    seen = mass > 1e-12
    back = wave(np.outer(_CHECKED, middle[seen]), d) @ mass[seen]
    error = float(np.abs(back - k(width * _CHECKED)).max())
    rounding = float(np.abs(np.diff(lost)).sum() / 2)
    return Lengths(d, v - math.log(width), below, slope, float(falls.sum()), rounding, error)


def wave(x: np.ndarray, d: int) -> np.ndarray:
    """E cos(x·direction) over uniform directions in d dimensions: Γ(d/2)(2/x)^{d/2−1} J_{d/2−1}(x)."""
    if d == 1:
        return np.cos(x)
    order = d / 2 - 1
    near = x < 0.02 * math.sqrt(d)  # where the Bessel function leaves the range of floats
    safe = np.where(near, 1.0, x)
    value = math.exp(special.gammaln(d / 2)) * (2 / safe) ** order * special.jv(order, safe)
    return np.where(near, 1 - x * x / (2 * d), value)
