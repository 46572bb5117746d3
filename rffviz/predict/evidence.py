"""The marginal likelihood of Bayesian linear regression on features, and its maximisation within bounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from sklearn.base import RegressorMixin

from rffviz.adaptive.quasi_newton import Objective, lbfgs
from rffviz.features import paired_map
from rffviz.foundation.threads import one_thread_if_small
from rffviz.foundation.validation import new_points

LEAST_SIGNAL, LARGEST_SIGNAL = 1e-9, 1e4  # bounds of s², or of each component's share of it, in variances of y
# σ²/s²: bounds the condition number of K = s²ZZᵀ + σ²I by about 10⁶ n, so that its Cholesky factor is accurate
LEAST_NOISE, LARGEST_NOISE = 1e-6, 1e9
LARGEST_STRETCH = 1e4  # a length scale stays within this factor of its start


class NegativeEvidence(Objective):
    """−log p as a function of a vector x, of which some entries are logarithms that stay between bounds.

    Subclasses implement `evidence` within the bounds. Beyond a bound the function is constant along that entry, so that
    a line search may try it; every step ends within the bounds, and at one there is no slope towards the outside.

    Attributes
    ----------
    low, high : ndarrays of the shape of x
        Infinite for entries that are free.
    """

    low: np.ndarray
    high: np.ndarray

    def evidence(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """log p and its gradient at an x within the bounds."""
        raise NotImplementedError

    def held(self, x: np.ndarray) -> np.ndarray:
        """The nearest x within the bounds."""
        return np.clip(x, self.low, self.high)

    def compute(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        held = self.held(x)
        value, rise = self.evidence(held)
        outwards = ((x <= self.low) & (rise < 0)) | ((x >= self.high) & (rise > 0))
        return -value, np.where((held != x) | outwards, 0.0, -rise)


def bounds_of(n_free: int, n_stretches: int, n_signals: int) -> tuple[np.ndarray, np.ndarray]:
    """`low` and `high` of x: free entries, then logarithms of stretches, of s² or its shares, and of σ²/s²."""
    counts = n_free, n_stretches, n_signals, 1
    low = np.repeat([-math.inf, *map(math.log, (1 / LARGEST_STRETCH, LEAST_SIGNAL, LEAST_NOISE))], counts)
    return low, np.repeat([math.inf, *map(math.log, (LARGEST_STRETCH, LARGEST_SIGNAL, LARGEST_NOISE))], counts)


def start_of_variances(noise: float, n_signals: int = 1) -> list[float]:
    """Logarithms of equal shares of s² = 1 − `noise`, and of σ²/s² for σ² = `noise`."""
    return [math.log((1 - noise) / n_signals)] * n_signals + [math.log(noise / (1 - noise))]


class MaximisesEvidence(RegressorMixin):
    """Bayesian linear regression on paired features whose parameters maximise the marginal likelihood."""

    def _learn(
        self,
        X: np.ndarray,
        y: np.ndarray,
        evidence: Callable[[np.ndarray, np.ndarray], Any],
        noise: float,
        n_iterations: int,
    ) -> Self:
        """Maximise from the given noise share; `evidence` builds the objective from centred X and standardised y."""
        self.centre_, self.target_mean_ = X.mean(axis=0), float(y.mean())
        unit = float(y.std()) or 1.0
        targets = (y - self.target_mean_) / unit
        negative = evidence(X - self.centre_, targets)
        steps = list(lbfgs(negative, negative.start(noise), n_iterations))
        self.frequencies_, self._weights, signal, noise = negative.parts(steps[-1][0])
        self.signal_variance_, self.noise_variance_ = signal * unit**2, noise * unit**2
        Z = self._features(X)
        self._dual = Z if len(Z) < Z.shape[1] else None  # with fewer points than features the n × n matrix is factored
        self._factor = linalg.cho_factor(_shifted(Z if self._dual is None else Z.T, noise / signal), lower=True)
        solved = Z.T @ targets if self._dual is None else targets
        solved = linalg.cho_solve(self._factor, solved)
        self.coef_ = unit * (solved if self._dual is None else Z.T @ solved)
        self.log_likelihoods_ = -np.array([value for _, value in steps]) - len(y) * math.log(unit)
        return self

    def _features(self, X: np.ndarray) -> np.ndarray:
        return paired_map(X - self.centre_, self.frequencies_, self._weights, dtype=np.float64)

    def predict(self, X: ArrayLike, return_std: bool = False) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
        """Posterior mean at the rows of X, shape (n,); with `return_std` also the standard deviation of a new y."""
        Z = self._features(new_points(self, X))
        mean = Z @ self.coef_ + self.target_mean_
        if not return_std:
            return mean
        across = Z if self._dual is None else Z @ self._dual.T
        spread = linalg.solve_triangular(self._factor[0], across.T, lower=True)
        spread = np.einsum("ij,ij->j", spread, spread)
        if self._dual is None:
            return mean, np.sqrt(self.noise_variance_ * (1 + spread))
        left = np.maximum(np.einsum("ij,ij->i", Z, Z) - spread, 0.0)
        return mean, np.sqrt(self.noise_variance_ + self.signal_variance_ * left)


def by_frequencies(X: np.ndarray, Z: np.ndarray, by_Z: np.ndarray) -> np.ndarray:
    """The derivative by W, of shape (m, d), from that by paired features Z at X."""
    return by_angles(Z, by_Z).T @ X


def by_angles(Z: np.ndarray, by_Z: np.ndarray) -> np.ndarray:
    """The derivative by the angles X Wᵀ, of shape (n, m), from that by their paired features Z."""
    C, S = np.hsplit(Z, 2)
    by_C, by_S = np.hsplit(by_Z, 2)
    return C * by_S - S * by_C


def evidence_of_features(
    Z: np.ndarray, y: ArrayLike, signal_variance: float, noise_variance: float
) -> tuple[float, np.ndarray, float, float]:
    """log N(y; 0, s²ZZᵀ + σ²I) for any features Z of shape (n, M); derivatives by Z, log s² and log σ².

    Notes
    -----
    With r = σ²/s² and B = ZᵀZ + rI, K⁻¹y = (y − ZB⁻¹Zᵀy)/σ² = α, log|K| = log|B| + (n − M) log σ² + M log s², and
    d log p/dZ = s²α(αᵀZ) − ZB⁻¹. With fewer points than features K itself is factored. O(nM min(n, M)).
    """
    y = np.asarray(y, dtype=np.float64)
    with one_thread_if_small(3 * max(Z.shape) * min(Z.shape) ** 2):
        if len(Z) < Z.shape[1]:
            return _evidence_of_matrix(Z, y, signal_variance, noise_variance)
        return _evidence_of_weights(Z, y, signal_variance, noise_variance)


def _evidence_of_weights(
    Z: np.ndarray, y: np.ndarray, signal_variance: float, noise_variance: float
) -> tuple[float, np.ndarray, float, float]:
    """`evidence_of_features` by B, where there are no more features than points."""
    n, n_features = Z.shape
    shift = noise_variance / signal_variance
    factor = linalg.cho_factor(_shifted(Z, shift), lower=True)
    alpha = (y - Z @ linalg.cho_solve(factor, Z.T @ y)) / noise_variance
    root = linalg.solve_triangular(factor[0], np.eye(n_features), lower=True)
    determinant = 2 * np.log(np.diag(factor[0])).sum()
    determinant += (n - n_features) * math.log(noise_variance) + n_features * math.log(signal_variance)
    value = -0.5 * (float(y @ alpha) + determinant + n * math.log(2 * math.pi))
    taken = alpha @ Z
    by_Z = signal_variance * np.outer(alpha, taken) - Z @ (root.T @ root)
    freedom = n_features - shift * float(np.square(root).sum())
    by_signal = 0.5 * (signal_variance * float(taken @ taken) - freedom)
    by_noise = 0.5 * (noise_variance * float(alpha @ alpha) - (n - freedom))
    return value, by_Z, by_signal, by_noise


def _evidence_of_matrix(
    Z: np.ndarray, y: np.ndarray, signal_variance: float, noise_variance: float
) -> tuple[float, np.ndarray, float, float]:
    """`evidence_of_features` by K = s²ZZᵀ + σ²I, d log p/dZ = s²(ααᵀ − K⁻¹)Z."""
    lower = linalg.cholesky(signal_variance * _shifted(Z.T, noise_variance / signal_variance), lower=True)
    inverse = linalg.cho_solve((lower, True), np.eye(len(y)))
    alpha = inverse @ y
    value = -0.5 * (float(y @ alpha) + 2 * np.log(np.diag(lower)).sum() + len(y) * math.log(2 * math.pi))
    by_Z = signal_variance * (np.outer(alpha, alpha @ Z) - inverse @ Z)
    by_noise = 0.5 * noise_variance * (float(alpha @ alpha) - float(np.trace(inverse)))
    return value, by_Z, 0.5 * float(np.sum(Z * by_Z)), by_noise


def _shifted(Z: np.ndarray, shift: float) -> np.ndarray:
    gram = Z.T @ Z
    gram[np.diag_indices_from(gram)] += shift
    return gram
