"""The spectrum of a function of the distance in d dimensions, by a Hankel transform on a logarithmic grid.

For ω with an isotropic distribution in d dimensions and k(r) = E cos(ω·δ), ‖δ‖ = r, the norms have the CDF

    P(‖ω‖ ≤ w) = 2^{1−d/2}/Γ(d/2) ∫ k(r) (wr)^{d/2} J_{d/2}(wr) dr/r,

a convolution in log r. It is computed by FFTs, since the transform of the Bessel function is known: FFTLog (Talman
1978; Hamilton 2000, appendix B). A Gaussian of the same half width is subtracted from k
first; its norms have a χ distribution.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy import fft, ndimage, special
from scipy.interpolate import PchipInterpolator

from rffviz.foundation.validation import Refusal

_RANGE, _FURTHEST, _N = 42.0, 300.0, 2**18  # log r on either side of the half width (least, most); number of points
_FAR, _TAPER = 1000.0, 300.0  # half widths
_WAVES = 1e-12  # third difference of k between neighbouring grid points far out above which k oscillates there
_LEFT = 1e-5  # size of k at the end of the grid
_ROUNDING, _ROUNDED = 2.0**-52, 4.0  # rounding error of a value, and how many times more a formula may lose
_CUTS = (1e-13, 1e-15)  # transform of k relative to its largest value; smaller is treated as rounding
_PRECISE = 1e-10  # noise of the CDF below which no other cut-off is tried
_SKIPPED = _N // 16  # points fewer at either end of the second grid
_RATE = math.log(2)  # rate of the Gaussian, exp(−rate (r/width)²)
MOST_DIMENSIONS = 128  # above this dimension double precision does not separate spectra
_LOST = 1e-9  # relative to the largest density
_COARSE = 8  # grid steps per interval of the CDF
_ABOUT = 401  # intervals over which the noise is maximised: at least half a unit of log w on either side
RETURNED = np.geomspace(0.02, 10, 32)  # distances in half widths at which the spectrum must reproduce k


@dataclass(frozen=True, eq=False)
class Norms:
    """The numerical distribution of ‖ω‖ in d dimensions, a signed measure if k is not positive definite.

    Attributes
    ----------
    d : int
    log_w : ndarray of shape (q,)
        log ‖ω‖, evenly spaced.
    below, density : ndarray of shape (q,)
        P(‖ω‖ ≤ w) as computed, which may decrease, and its derivative with respect to log w.
    noise : ndarray of shape (q,)
        Estimated error of `below`; it grows with d.
    negative : float
        The mass of the intervals of `log_w` over which the CDF decreases; the total mass is 1.
    values : ndarray
        k at some distances up to 10 half widths, where the spectrum must reproduce it.
    width : float
        The half width.
    stated : float, optional
        `error`, if already known.
    """

    d: int
    log_w: np.ndarray
    below: np.ndarray
    density: np.ndarray
    noise: np.ndarray
    negative: float
    values: np.ndarray
    width: float
    stated: float | None = None

    @cached_property
    def error(self) -> float:
        """Largest difference between k and the kernel of the spectrum without its negative part."""
        if self.stated is not None:
            return self.stated
        w, cdf = np.exp(self.log_w) * self.width, risen(self.below)
        mass = np.diff(cdf)
        seen = mass > 1e-12
        across, rises, mass = np.diff(w)[seen], np.diff(self.density / w)[seen], mass[seen]
        middle = (w[1:] + w[:-1])[seen] / 2 + across * np.clip(rises * across / (12 * mass), -0.5, 0.5)
        # mean of the wave over an interval of norms, with a density that is linear there
        waves = wave(np.outer(RETURNED, middle), self.d) * np.sinc(np.outer(RETURNED, across / (2 * math.pi)))
        return float(np.abs(waves @ mass + cdf[0] - self.values).max())

    @property
    def mixed(self) -> bool:
        """Whether this is the spectrum of a mixture of Gaussians rather than a transform."""
        return self.stated is not None

    def quantile(self, probability: np.ndarray) -> np.ndarray:
        """Quantiles of ‖ω‖ at probabilities inside (0, 1), without the negative part."""
        cdf = risen(self.below)
        inside = (cdf > 1e-12) & (cdf < 1 - 1e-12)
        cdf, log_w = cdf[inside], self.log_w[inside]
        rises = np.concatenate(([True], np.diff(cdf) > 1e-15))
        cdf, log_w = cdf[rises], log_w[rises]
        return np.exp(PchipInterpolator(cdf, log_w)(np.clip(probability, cdf[0], cdf[-1])))

    def cdf(self, w: np.ndarray) -> np.ndarray:
        """P(‖ω‖ ≤ w), without the negative part."""
        with np.errstate(divide="ignore"):
            log_w = np.log(w)
        cdf = PchipInterpolator(self.log_w, risen(self.below))
        inside = cdf(np.clip(log_w, self.log_w[0], self.log_w[-1]))
        return np.where(w > 0, np.clip(inside, 0.0, 1.0), 0.0)

    @property
    def known_to(self) -> float:
        """The largest ‖ω‖ at which the density is not yet lost in rounding."""
        return float(np.exp(self.log_w[np.flatnonzero(self.density > _LOST * self.density.max())[-1]]))

    def log_pdf(self, log_w: np.ndarray) -> np.ndarray:
        """Log density of log ‖ω‖; far out, where it is lost in rounding, continued as a power of ‖ω‖."""
        seen = np.flatnonzero(self.density > _LOST * self.density.max())
        first, last = seen[0], seen[-1]
        safe = np.log(np.maximum(self.density[first : last + 1], 1e-12 * self.density.max()))
        grid = self.log_w[first : last + 1]
        low, high = np.minimum(log_w - grid[0], 0.0), np.maximum(log_w - grid[-1], 0.0)
        tail = max((safe[-1] - safe[-len(safe) // 20]) / (grid[-len(safe) // 20] - grid[-1]), 1.0)
        return PchipInterpolator(grid, safe)(np.clip(log_w, grid[0], grid[-1])) + self.d * low - tail * high


def risen(below: np.ndarray) -> np.ndarray:
    """The CDF of the positive part of a signed measure, normalised to mass 1."""
    rises = np.concatenate(([max(below[0], 0.0)], np.maximum(np.diff(below), 0.0))).cumsum()
    return rises / rises[-1]


def norms(k: Callable[[np.ndarray], np.ndarray], width: float, d: int) -> Norms:
    """Transform k(r), r ≥ 0, with k(0) = 1 and |k| first at most ½ at `width`.

    Parameters
    ----------
    k : callable
        Maps distances to values of the same shape.
    width : float
    d : int

    Raises
    ------
    ValueError
        In more than 128 dimensions, or if k is not finite somewhere.

    Notes
    -----
    In low dimensions, functions that are smooth for r > 0 are transformed to about 10⁻⁷; those with a kink at some r >
    0 only up to frequencies of some thousand over the half width. The grid extends down to where 1 − k is lost in
    rounding, and up as far as k decays. A k that jumps at its end, or oscillates faster than the grid resolves beyond a
    thousand half widths, is multiplied by a Gaussian of standard deviation 300, itself a kernel: this smooths the
    spectrum over 0.003/half width, and point masses get that width. In high dimensions k in double precision determines
    the spectrum less and less; `noise` and `error` quantify this. `noise` is the difference from a second transform, on
    a shorter grid between the points of the first, plus four times the effect of errors of 2⁻⁵² in the values of k.
    """
    if d > MOST_DIMENSIONS:
        raise Refusal(f"d must be at most {MOST_DIMENSIONS} for a numerical transform, got {d}.")
    both = _grids(k, width)

    def transformed(least: float) -> Norms:
        v, below, slope, noise = _distribution(*both, d, least)
        falls = np.maximum(-np.diff(below), 0.0)
        return Norms(d, v - math.log(width), below, slope, noise, float(falls.sum()), k(width * RETURNED), width)

    spectrum = transformed(_CUTS[0])
    if spectrum.noise.max() > _PRECISE:  # truncation may cost more than rounding would
        spectrum = min(spectrum, transformed(_CUTS[1]), key=lambda each: each.noise.max() + each.negative)
    return spectrum


@lru_cache(maxsize=4)
def _grids(k: Callable[[np.ndarray], np.ndarray], width: float) -> tuple[_Grid, _Grid]:
    """Both grids, about 20 MB, the same in every dimension."""
    u, step, tapered = _grid(k, width)

    def on(u: np.ndarray) -> np.ndarray:
        r = np.exp(u)
        values = k(width * r)
        if not (finite := np.isfinite(values)).all():
            raise Refusal(f"k must be finite everywhere, got none at r = {width * r[~finite][0]:.4g}.")
        return values * np.exp(-0.5 * np.square(np.minimum(r, 1e9) / _TAPER)) if tapered else values

    between = u[_SKIPPED:-_SKIPPED] + step / 2
    return _Grid(u, on(u), step, 0.0), _Grid(between, on(between), step, step / 2)


def _grid(k: Callable[[np.ndarray], np.ndarray], width: float) -> tuple[np.ndarray, float, bool]:
    """log(r/half width), evenly spaced; the step; and whether k must be tapered to be resolved on it."""
    step = 2 * _RANGE / _N
    far = k(width * np.exp(np.arange(math.log(_FAR), _RANGE, step)))
    low, high = _end(k, width, -1, 1.0), _end(k, width, 1, 0.0)
    with np.errstate(invalid="ignore"):  # an infinite k is refused later
        waves = np.abs(far[3:] - 3 * far[2:-1] + 3 * far[1:-2] - far[:-3]).max() > _WAVES
    tapered = bool(waves or not abs(float(k(np.array([width * math.exp(high)]))[0])) <= _LEFT)
    step = (low + (_RANGE if tapered else high)) / _N
    return -low + step * np.arange(_N), step, tapered


def _end(k: Callable[[np.ndarray], np.ndarray], width: float, sign: int, limit: float) -> float:
    """The log r at which k has reached its limit in double precision."""
    far = np.linspace(_RANGE, _FURTHEST, 100)
    there = k(width * np.exp(sign * far))
    reached = np.abs(there - limit) <= _ROUNDING
    if not np.isfinite(there).all():
        return _RANGE
    return float(far[np.argmax(reached)] if reached.any() else _FURTHEST)


class _Grid:
    """Evenly spaced log r, and the transform of the values there minus those of a Gaussian."""

    def __init__(self, u: np.ndarray, values: np.ndarray, step: float, shift: float) -> None:
        n = len(u)
        self.n, self.tau = n, 2 * np.pi * np.arange(n // 2 + 1) / (n * step)
        self.v = -(u[0] - shift) - step * n + step * np.arange(n)  # log w
        self.shift = np.exp(-1j * self.tau * shift)
        self.rest = fft.rfft(values - np.exp(-_RATE * np.exp(2 * np.minimum(u, 10.0))))
        self.rounded = fft.rfft(values * np.random.default_rng(0).choice([-_ROUNDING, _ROUNDING], n))

    def filtered(self, d: int, least: float) -> np.ndarray:
        """The transform of the Bessel function, up to where `rest` has fallen to `least` of its largest value."""
        loud = np.flatnonzero(np.abs(self.rest) > least * max(np.abs(self.rest).max(), 1e-3))
        highest = self.tau[loud[-1]] if len(loud) else 1.0
        seen = self.tau[: int(np.searchsorted(self.tau, 1.3 * highest)) + 1]  # the filter is 0 beyond this
        at = np.minimum(self.tau, seen[-1])
        gammas = special.loggamma(d / 2 + 0.5j * seen) - special.gammaln(d / 2) - special.loggamma(1 - 0.5j * seen)
        kernel = np.concatenate([gammas, np.full(len(at) - len(seen), gammas[-1])])
        damped = 36 * (self.tau / (1.2 * highest)) ** 16 + 18 * (self.tau / self.tau[-1]) ** 2
        return self.shift * np.exp(kernel + 1j * at * math.log(2) - damped)

    def back(self, transformed: np.ndarray) -> np.ndarray:
        return fft.irfft(np.conj(transformed), self.n)


def _distribution(grid: _Grid, other: _Grid, d: int, least: float) -> tuple[np.ndarray, ...]:
    """log w, the CDF, its slope and its noise, at every eighth point of the inner grid."""
    inner = slice(2 * _SKIPPED, grid.n - 2 * _SKIPPED, _COARSE)  # the periodic grid wraps around there
    over = grid.filtered(d, least)
    both = grid.rest * over
    below, slope, lost = (grid.back(each)[inner] for each in (both, -1j * grid.tau * both, grid.rounded * over))
    again = other.back(other.rest * other.filtered(d, 10 * least))[_SKIPPED:-_SKIPPED:_COARSE]
    v = grid.v[inner]
    noise = np.abs(below - again) + _ROUNDED * np.abs(lost)
    square = np.exp(2 * np.clip(v, -300, 300)) / (4 * _RATE)
    return (
        v,
        below + special.gammainc(d / 2, square),
        slope + 2 * np.exp(special.xlogy(d / 2, square) - square - special.gammaln(d / 2)),
        ndimage.maximum_filter1d(noise, _ABOUT),  # the transform crosses 0 at isolated points
    )


def wave(x: np.ndarray, d: int) -> np.ndarray:
    """E cos(x·direction) over uniform directions in d dimensions: Γ(d/2)(2/x)^{d/2−1} J_{d/2−1}(x)."""
    if d == 1:
        return np.cos(x)
    order = d / 2 - 1
    near = x < 0.02 * math.sqrt(d)  # where the Bessel function leaves the range of floats
    safe = np.where(near, 1.0, x)
    value = math.exp(special.gammaln(d / 2)) * (2 / safe) ** order * special.jv(order, safe)
    return np.where(near, 1 - x * x / (2 * d), value)
