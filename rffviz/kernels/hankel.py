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
from functools import cached_property, lru_cache

import numpy as np
from scipy import fft, ndimage, special
from scipy.interpolate import PchipInterpolator

from rffviz.validation import Refusal

_RANGE, _FURTHEST, _N = 42.0, 300.0, 2**18  # of log r to either side of the half width, at least, at most; points
_FAR, _TAPER = 1000.0, 300.0  # half widths
_WAVES = 1e-12  # third difference of k between neighbours on the grid, far out, from which it has waves there
_LEFT = 1e-5  # of k, at the end of the grid
_ROUNDING, _ROUNDED = 2.0**-52, 4.0  # of a value, and how many times as much a formula may lose
_CUTS = (1e-13, 1e-15)  # of the transform of k, relative to its largest value: less is taken for rounding
_PRECISE = 1e-10  # noise of the law below which no other cut is tried
_SKIPPED = _N // 16  # points that the second grid has less at either end
_RATE = math.log(2)  # of the Gaussian, exp(−rate (r/width)²)
MOST_DIMENSIONS = 128  # beyond, double precision no longer tells one law from another
_LOST = 1e-9  # of the largest density
_COARSE = 8  # steps that an interval of the law has
_ABOUT = 401  # such intervals, over which the noise is at its largest: half a unit of log w to either side, or more
RETURNED = np.geomspace(0.02, 10, 32)  # half widths at which the law must give k back


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
    noise : ndarray of shape (q,)
        The error of `below`, estimated: it grows with d.
    negative : float
        The mass of the intervals of `log_w` over which it falls; the whole mass is 1.
    values : ndarray
        k at some distances up to 10 half widths, at which the law must give it back.
    width : float
        The half width.
    stated : float, optional
        `error`, where it is known.
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
        """Largest difference between k and what the law without its negative part gives back."""
        if self.stated is not None:
            return self.stated
        w, law = np.exp(self.log_w) * self.width, risen(self.below)
        mass = np.diff(law)
        seen = mass > 1e-12
        across, rises, mass = np.diff(w)[seen], np.diff(self.density / w)[seen], mass[seen]
        middle = (w[1:] + w[:-1])[seen] / 2 + across * np.clip(rises * across / (12 * mass), -0.5, 0.5)
        # the mean of a wave over an interval of lengths, where the density rises along a line
        waves = wave(np.outer(RETURNED, middle), self.d) * np.sinc(np.outer(RETURNED, across / (2 * math.pi)))
        return float(np.abs(waves @ mass + law[0] - self.values).max())

    @property
    def mixed(self) -> bool:
        """Whether it is the law of a mixture of Gaussians, and no transform."""
        return self.stated is not None

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
    to frequencies of some thousand over the half width. The grid reaches so far down that 1 − k is lost in rounding,
    and up as far as k falls. A k that has a jump at its end, or waves that the grid cannot follow beyond a thousand
    half widths, is multiplied by a Gaussian of standard deviation 300, a kernel itself: its spectrum is smoothed over
    0.003 over the half width, and points of mass have that width. In many dimensions the law is ever less determined by
    k in double precision: `noise` and `error` tell. `noise` is the difference to a second transform, on a shorter grid
    between the first one's points, and four times what errors of 2⁻⁵² in the values of k make.
    """
    if d > MOST_DIMENSIONS:
        raise Refusal(f"d must be at most {MOST_DIMENSIONS} for a numerical transform, got {d}.")
    both = _grids(k, width)

    def transformed(least: float) -> Lengths:
        v, below, slope, noise = _law(*both, d, least)
        falls = np.maximum(-np.diff(below), 0.0)
        return Lengths(d, v - math.log(width), below, slope, noise, float(falls.sum()), k(width * RETURNED), width)

    found = transformed(_CUTS[0])
    if found.noise.max() > _PRECISE:  # what was cut off may be missed more than rounding would harm
        found = min(found, transformed(_CUTS[1]), key=lambda law: law.noise.max() + law.negative)
    return found


@lru_cache(maxsize=4)
def _grids(k: Callable[[np.ndarray], np.ndarray], width: float) -> tuple[_Grid, _Grid]:
    """Both grids, some 20 MB: the same in every number of dimensions."""
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
    """log r over the half width, evenly spaced; the step; and whether k has to be tapered to be followed there."""
    step = 2 * _RANGE / _N
    far = k(width * np.exp(np.arange(math.log(_FAR), _RANGE, step)))
    low, high = _end(k, width, -1, 1.0), _end(k, width, 1, 0.0)
    with np.errstate(invalid="ignore"):  # where k is infinite it is refused later
        waves = np.abs(far[3:] - 3 * far[2:-1] + 3 * far[1:-2] - far[:-3]).max() > _WAVES
    tapered = bool(waves or not abs(float(k(np.array([width * math.exp(high)]))[0])) <= _LEFT)
    step = (low + (_RANGE if tapered else high)) / _N
    return -low + step * np.arange(_N), step, tapered


def _end(k: Callable[[np.ndarray], np.ndarray], width: float, sign: int, limit: float) -> float:
    """How far log r has to go until k is at its limit, in double precision."""
    far = np.linspace(_RANGE, _FURTHEST, 100)
    there = k(width * np.exp(sign * far))
    reached = np.abs(there - limit) <= _ROUNDING
    if not np.isfinite(there).all():
        return _RANGE
    return float(far[np.argmax(reached)] if reached.any() else _FURTHEST)


class _Grid:
    """log r, evenly spaced, and the transform of the values there less those of a Gaussian."""

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
        seen = self.tau[: int(np.searchsorted(self.tau, 1.3 * highest)) + 1]  # beyond, the filter is 0
        at = np.minimum(self.tau, seen[-1])
        gammas = special.loggamma(d / 2 + 0.5j * seen) - special.gammaln(d / 2) - special.loggamma(1 - 0.5j * seen)
        kernel = np.concatenate([gammas, np.full(len(at) - len(seen), gammas[-1])])
        damped = 36 * (self.tau / (1.2 * highest)) ** 16 + 18 * (self.tau / self.tau[-1]) ** 2
        return self.shift * np.exp(kernel + 1j * at * math.log(2) - damped)

    def back(self, transformed: np.ndarray) -> np.ndarray:
        return fft.irfft(np.conj(transformed), self.n)


def _law(grid: _Grid, other: _Grid, d: int, least: float) -> tuple[np.ndarray, ...]:
    """log w, the law, its slope and its noise, on every eighth point of the inner grid."""
    inner = slice(2 * _SKIPPED, grid.n - 2 * _SKIPPED, _COARSE)  # where the periodic grid closes, nothing is known
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
        ndimage.maximum_filter1d(noise, _ABOUT),  # it crosses 0 here and there
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
