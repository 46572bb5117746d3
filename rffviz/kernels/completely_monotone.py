"""Fits a mixture of Gaussians to a function of the distance; such a mixture is a kernel in every dimension.

f(‖x − y‖) is positive definite in every dimension if and only if t ↦ f(√t) is completely monotone: a mixture ∫ exp(−st)
dμ(s), μ ≥ 0 (Schoenberg 1938, "Metric spaces and completely monotone functions"; Bernstein 1929). Here μ is a discrete
measure fitted by non-negative least squares.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special
from scipy.interpolate import CubicSpline
from scipy.optimize import nnls

from rffviz.kernels.hankel import Norms

LARGEST_ERROR = 1e-6  # largest error of a mixture that replaces the function
_FAR, _LEFT_OUT = 300.0, 1e-8  # of log r; of 1 − f and of f, at the ends of what is fitted
_STEP = 0.5  # step of log s: the trapezium rule on a smooth μ then errs by about 10⁻⁹
_MOST_ATOMS, _MOST_PLACES = 800, 1600  # at first, and with finer ones
_FELT = 2.0  # range of log s around the inverse square of a distance
_EVEN = np.linspace(0.05, 1e4, 200_000)  # in widths: distances at which oscillations and bumps far out are detected
_PER_STEP, _CHECKED = 4, 24  # number of distances for the fit, and for the check
_ROUNDS = 9  # rounds of refinement around the atoms, for μ that is not smooth


@dataclass(frozen=True, eq=False)
class GaussianMixture:
    """Σ_j m_j exp(−s_j r²), a kernel in any number of dimensions.

    Attributes
    ----------
    log_s, mass : ndarray of shape (q,)
        Masses above 0 that sum to 1; log s is −∞ for a constant.
    error : float
        Largest difference from the function over all distances checked.
    """

    log_s: np.ndarray
    mass: np.ndarray
    error: float

    def __call__(self, r: ArrayLike) -> np.ndarray:
        """The mixture at distances of any shape."""
        return self.of_log(np.log(np.maximum(np.asarray(r, dtype=np.float64), 1e-300)))

    def of_log(self, log_r: np.ndarray) -> np.ndarray:
        """The mixture at logarithms of distances."""
        return _atoms(self.log_s, log_r) @ self.mass

    def norms(self, d: int, values: np.ndarray, width: float) -> Norms:
        """The distribution of ‖ω‖ in d dimensions: ω ~ N(0, 2s I), s drawn from the masses."""
        finite = np.isfinite(self.log_s)
        place, mass = (self.log_s[finite] + math.log(4)) / 2, self.mass[finite]
        # log ‖ω‖ of one component lies between these with probability 1 − 10⁻¹⁷
        ends = (special.gammaincinv(d / 2, 1e-17), special.gammainccinv(d / 2, 1e-17))
        low, high = (math.log(max(float(end), 1e-34)) / 2 for end in ends)
        step = min(0.02, 0.05 / math.sqrt(d))
        log_w = np.arange(place.min() + low, place.max() + high + step, step)
        whole, below, density = np.zeros(len(log_w) + 1), np.full(len(log_w), 1 - mass.sum()), np.zeros(len(log_w))
        for each, share in zip(place, mass, strict=True):
            first, last = np.searchsorted(log_w, (each + low, each + high))
            seen = slice(first, last)
            square = np.exp(2 * (log_w[seen] - each))
            below[seen] += share * special.gammainc(d / 2, square)
            density[seen] += share * 2 * np.exp(special.xlogy(d / 2, square) - square - special.gammaln(d / 2))
            whole[last] += share
        return Norms(
            d, log_w, below + whole.cumsum()[:-1], density, np.zeros(len(log_w)), 0.0, values, width, self.error
        )


def gaussian_mixture(f: Callable[[np.ndarray], np.ndarray], width: float) -> GaussianMixture | None:
    """The mixture of Gaussians nearest to f if it is within 10⁻⁶ of f, else None.

    Parameters
    ----------
    f : callable
        Maps distances to values of the same shape; f(0) = 1.
    width : float
        A distance at which f has fallen to about ½.

    Notes
    -----
    The fit covers distances from 1 − f = 10⁻⁸ to where f is within 10⁻⁸ of its limit, at most e^{±300} widths. Masses
    lie on a grid of log s, then on ever finer grids around the positive ones, until the error stops decreasing.
    """
    x = np.linspace(-_FAR, _FAR, 12001)
    values = f(width * np.exp(x))
    # a mixture is decreasing and never below 0
    if not np.isfinite(values).all() or values.min() < -LARGEST_ERROR or np.diff(values).max() > LARGEST_ERROR:
        return None
    first, last = np.flatnonzero(1 - values > _LEFT_OUT)[0], np.flatnonzero(np.abs(values - values[-1]) > _LEFT_OUT)[-1]
    low, high = x[max(first - 1, 0)], x[min(last + 1, len(x) - 1)]
    step = max(_STEP, 2 * (high - low) / _MOST_ATOMS)
    coarse = np.arange(-2 * high - 6, -2 * low + 6, step)
    fitted, checked = (np.arange(low - 1, high + 1, step / n) for n in (_PER_STEP, _CHECKED))
    wanted = np.append(f(width * np.exp(fitted)), 1.0)  # the masses sum to 1 because k(0) = 1
    # the mixture is smooth, so that its interpolant can be compared with f at many more, evenly spaced distances
    fine = np.concatenate([np.linspace(checked[0], checked[-1], 64 * len(checked)), np.log(_EVEN)])
    there, within = f(width * np.exp(fine)), np.clip(fine, checked[0], checked[-1])
    best, places = None, coarse
    for n_rounds in range(_ROUNDS):
        log_s = np.append(places, -np.inf)
        try:
            mass, _ = nnls(np.vstack([_atoms(log_s, fitted), np.ones(len(log_s))]), wanted, maxiter=30 * len(log_s))
        except RuntimeError:  # non-negative least squares did not converge
            break
        kept = mass > 0
        mixture = GaussianMixture(log_s[kept] - 2 * math.log(width), mass[kept] / mass.sum(), 0.0)
        off = np.abs(CubicSpline(checked, mixture.of_log(checked + math.log(width)))(within) - there)
        error = float(off.max())
        if best is not None and error > 0.7 * best.error and n_rounds > 3:
            break
        if best is None or error < best.error:
            best = GaussianMixture(mixture.log_s, mixture.mass, error)
        if error < _LEFT_OUT:
            break
        # refine where the mixture errs: exp(−sr²) matters around s = r⁻²
        step /= 3
        felt = np.unique(np.round(-2 * within[off > error / 10], 1))
        held = places[kept[:-1]]
        about = held[np.abs(held - felt[np.searchsorted(felt, held).clip(max=len(felt) - 1)]) < _FELT]
        about = np.union1d(about, held[np.abs(held - felt[(np.searchsorted(felt, held) - 1).clip(0)]) < _FELT])
        places = np.unique(np.concatenate([coarse, held, *(about + step * n for n in (-2, -1, 1, 2))]))
        if len(places) > _MOST_PLACES:
            break
    return best if best is not None and best.error <= LARGEST_ERROR else None


def _atoms(log_s: np.ndarray, log_r: np.ndarray) -> np.ndarray:
    """exp(−s r²), shape (len(log_r), len(log_s))."""
    return np.exp(-np.exp(np.minimum(log_s + 2 * log_r[:, None], 7.0)))
