"""Discrepancy of the frequencies' images in the unit cube."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import stats

from rffviz.diagnose.sample import ALARM, Diagnosed, checked, of_sample
from rffviz.diagnose.uniforms import cube_points
from rffviz.foundation.validation import Seed, random_generator
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample

_MOST_ROWS = 4096
_FEW_ROWS = 256  # points used if the test is uninformative anyway
_TILE = (128, 512)  # pairs of points whose product over coordinates fits the cache


@dataclass(frozen=True)
class Discrepancy(Diagnosed):
    """The squared centred L2 discrepancy of the cube points, compared with that of independent points.

    Attributes
    ----------
    value : float
        CD² of the points with normalised weights.
    expected : float
        E CD² for as many independent uniform points: Σp_j² ((5/4)^d − (13/12)^d).
    spread : float
        Standard deviation of CD² for independent points.
    p_value : float
        For independent points; near 1 for more even points. Points that would be flagged are tested again with random
        signs of the frequencies, to which the cosine is blind: the larger p-value counts.
    informative : bool
        False in high dimension, where m independent points are expected to do worse than no points at all,
        CD² = (13/12)^d, so that schemes cannot be told apart.
    n_used : int
        Number of frequencies used: the first 4,096 at most, or 256 if that many are not informative.
    """

    value: float
    expected: float
    spread: float
    p_value: float
    informative: bool
    n_used: int

    @property
    def ratio(self) -> float:
        """CD² over its expectation for independent points: about 1 for Monte Carlo, less for more even points."""
        return self.value / self.expected


def discrepancy(fs: FrequencySample, kernel: Kernel, random_state: Seed = 0) -> Discrepancy:
    """Centred L2 discrepancy of a sample's points in the unit cube (see `cube_points`), O(m²d).

    Notes
    -----
    CD² = (13/12)^d − 2Σ p_i Π(1 + a/2 − a²/2) + ΣΣ p_i p_j Π(1 + a_i/2 + a_j/2 − |x_i − x_j|/2), a = |x − ½|. Its
    distribution for independent points is approximated by a Gamma distribution with its mean and variance; with unequal
    weights both are estimated from the terms. Source: Hickernell 1998.
    """
    checked(fs, kernel)
    rng = random_generator("random_state", random_state)
    d = fs.W.shape[1]
    p = _shares(fs.weights[:_MOST_ROWS])
    if not _informative(p, d):
        p = _shares(fs.weights[:_FEW_ROWS])
    n_used = len(p)
    U = cube_points(fs.W[:n_used], kernel)
    value, expected, variance = _with_distribution(U, p)
    p_value = _tail(value, expected, variance)
    if p_value < ALARM:
        signs = rng.choice([-1.0, 1.0], n_used)[:, None]
        p_value = max(p_value, _tail(*_with_distribution(0.5 + signs * (U - 0.5), p)))
    return Discrepancy(
        value=value,
        expected=_mean(p, d),
        spread=float(np.sqrt(_variance(p, d))),
        p_value=p_value,
        informative=_informative(p, d),
        n_used=n_used,
        **of_sample(fs, kernel),
    )


def _with_distribution(U: np.ndarray, p: np.ndarray) -> tuple[float, float, float]:
    """CD², and its mean and variance for independent points with these weights."""
    n, d = U.shape
    a = np.abs(U - 0.5)
    centre = (13 / 12) ** d
    single = np.prod(1 + a / 2 - a**2 / 2, axis=1)
    if np.ptp(p) <= 1e-9 * p.max():
        double: np.ndarray | float = 0.0
        for rows in range(0, n, _TILE[0]):  # pairs within a block, and twice those with later points
            block, end = U[rows : rows + _TILE[0]], rows + _TILE[0]
            double += _products(block, block).sum() + 2 * _products(block, U[end:]).sum()
        value = float(centre - 2 * single.mean() + double / n**2)
        return value, _mean(p, d), _variance(p, d)
    double = np.concatenate([_products(U[rows : rows + _TILE[0]], U) for rows in range(0, n, _TILE[0])])
    excess = double - single[:, None] - single + centre  # mean 0 off the diagonal
    square = np.square(p)
    diagonal = np.diagonal(excess).copy()
    mean = float(square @ diagonal)
    off = np.square(excess)
    np.fill_diagonal(off, 0.0)
    variance = 2 * float(square @ off @ square) + float(np.square(square) @ np.square(diagonal - diagonal.mean()))
    return float(p @ excess @ p), mean, variance


def _products(U: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Π(1 + a_i/2 + a_j/2 − |x_i − x_j|/2) for the rows of U with those of V.

    A factor is 1 + min(a_i, a_j) if both lie on the same side of ½, and 1 otherwise. Each step is short and releases
    the GIL; SciPy's `discrepancy` holds it throughout.
    """
    products = np.ones((len(U), len(V)))
    sides = [(np.maximum(A.T - 0.5, 0), np.maximum(0.5 - A.T, 0)) for A in (U, V)]
    for start in range(0, len(V), _TILE[1]):
        tile = products[:, start : start + _TILE[1]]
        above, below = np.empty(tile.shape), np.empty(tile.shape)
        for (u, v), (s, t) in zip(zip(*sides[0], strict=True), zip(*sides[1], strict=True), strict=True):
            np.minimum(u[:, None], s[start : start + _TILE[1]], out=above)
            np.minimum(v[:, None], t[start : start + _TILE[1]], out=below)
            above += below
            above += 1
            tile *= above
    return products


def _shares(weights: np.ndarray) -> np.ndarray:
    """Weights normalised to sum 1; equal ones if they sum to 0."""
    return weights / weights.sum() if weights.sum() > 0 else np.full(len(weights), 1 / len(weights))


def _informative(p: np.ndarray, d: int) -> bool:
    """Whether independent points are expected to have a smaller discrepancy than no points at all."""
    return _mean(p, d) <= (13 / 12) ** d


def _mean(p: np.ndarray, d: int) -> float:
    """E CD² for independent uniform points."""
    return float(np.square(p).sum()) * ((5 / 4) ** d - (13 / 12) ** d)


def _variance(p: np.ndarray, d: int) -> float:
    """Var CD² for independent uniform points: every expectation is a power, as the coordinates are independent.

    One coordinate: E κ(x,y)² = 19/16, E κ₁² = 47/40, E κ(x,x)² = 19/12, E κ(x,x)κ₁ = 87/64, with κ₁ = E_y κ.
    """
    centre = (13 / 12) ** d
    pairs = (19 / 16) ** d - 2 * (47 / 40) ** d + centre**2
    own = (19 / 12) ** d + 4 * (47 / 40) ** d - 4 * (87 / 64) ** d - ((5 / 4) ** d - 2 * centre) ** 2
    square = np.square(p)
    fourth = float(np.square(square).sum())
    return 2 * (float(square.sum()) ** 2 - fourth) * pairs + fourth * own


def _tail(value: float, mean: float, variance: float) -> float:
    """P(CD² ≥ value) by the Gamma approximation."""
    return float(stats.gamma(mean**2 / variance, scale=variance / mean).sf(value))
