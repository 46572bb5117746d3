"""Sparse-spectrum Gaussian process: frequencies, signal and noise by the marginal likelihood."""

from __future__ import annotations

import math

import numpy as np
from scipy import linalg
from sklearn.base import RegressorMixin
from sklearn.utils.validation import validate_data

from rffviz.adaptive.quasi_newton import Objective, lbfgs
from rffviz.adaptive.transformer import LearnsFromDrawn
from rffviz.features import paired_map
from rffviz.kernels import Kernel
from rffviz.threads import one_thread_if_small
from rffviz.validation import flag, new_points, numeric_target, probability, whole_number

SMALLEST_NOISE = 1e-6  # of the variance of y: below, the factor of ZᵀZ + σ²/s² I loses its digits


class MaximisesEvidence(RegressorMixin):
    """Bayesian linear regression on paired features whose parameters maximise the marginal likelihood."""

    def _learn(self, X, y, evidence, noise, n_iterations):
        """Maximise from a share of noise; `evidence` makes the objective of centred X and of y in its own units."""
        self.centre_, self.target_mean_ = X.mean(axis=0), float(y.mean())
        unit = float(y.std()) or 1.0
        targets = (y - self.target_mean_) / unit
        negative = evidence(X - self.centre_, targets)
        steps = list(lbfgs(negative, negative.start(noise), n_iterations))
        self.frequencies_, self._weights, signal, noise = negative.parts(steps[-1][0])
        self.signal_variance_, self.noise_variance_ = signal * unit**2, noise * unit**2
        Z = self._features(X)
        self._dual = Z if len(Z) < Z.shape[1] else None  # with fewer points than features their matrix is factored
        self._factor = linalg.cho_factor(_shifted(Z if self._dual is None else Z.T, noise / signal), lower=True)
        solved = Z.T @ targets if self._dual is None else targets
        solved = linalg.cho_solve(self._factor, solved)
        self.coef_ = unit * (solved if self._dual is None else Z.T @ solved)
        self.log_likelihoods_ = -np.array([value for _, value in steps]) - len(y) * math.log(unit)
        return self

    def _features(self, X):
        return paired_map(X - self.centre_, self.frequencies_, self._weights, dtype=np.float64)

    def predict(self, X, return_std=False):
        """Posterior mean at the rows of X, shape (n,); with `return_std` also the deviation of a new y there."""
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


class SparseSpectrumRegressor(MaximisesEvidence, LearnsFromDrawn):
    """Bayesian linear regression on cosines and sines whose frequencies maximise the marginal likelihood.

    f(x) = z(x)·w with z of the paired map at frequencies W, w ~ N(0, s²I), y = f(x) + N(0, σ²). With y of mean 0,
    log p(y | W, s², σ²) = −½ yᵀK⁻¹y − ½ log|K| − ½n log 2π for K = s²ZZᵀ + σ²I (`log_marginal_likelihood`).

    Parameters
    ----------
    kernel : Kernel, default None
        From which the frequencies start; None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 50
        m: 2m features.
    learn_frequencies : bool, default True
        False keeps the spectrum as it was drawn, and learns s² and σ² alone.
    noise : float, default 0.1
        Where σ² starts, as a share of the variance of y, between 0 and 1; the rest is s².
    n_iterations : int, default 100
        Of L-BFGS over W, log s² and log σ².
    sampler : str, default "monte_carlo"
    random_state : int, default 0

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d)
    signal_variance_, noise_variance_ : float
        s² and σ², in squared units of y.
    coef_ : ndarray of shape (2m,)
        Posterior mean of w.
    log_likelihoods_ : ndarray of shape (T + 1,)
        At the start and after each iteration; it does not fall.

    Notes
    -----
    O(n(m² + md)) for each gradient. Known bias: nothing holds the frequencies to a kernel. In several dimensions, with
    as many frequencies as points, the marginal likelihood over-fits: noise is learned, σ² falls to 0 and deviations are
    too small. With `learn_frequencies=False` the features estimate the kernel, and few of them starve the variance.

    Source: Lázaro-Gredilla, Quiñonero-Candela, Rasmussen & Figueiras-Vidal 2010, "Sparse spectrum Gaussian process
    regression", section 3 (there length scales besides, which W holds already).
    """

    def __init__(
        self,
        kernel: Kernel | None = None,
        n_freqs: int = 50,
        learn_frequencies: bool = True,
        noise: float = 0.1,
        n_iterations: int = 100,
        sampler: str = "monte_carlo",
        random_state: int = 0,
    ):
        self.kernel = kernel
        self.n_freqs = n_freqs
        self.learn_frequencies = learn_frequencies
        self.noise = noise
        self.n_iterations = n_iterations
        self.sampler = sampler
        self.random_state = random_state

    def fit(self, X, y):
        """Draw frequencies, and move them to a maximum of the marginal likelihood near them."""
        X, y = validate_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        kernel, n_freqs, (rng,) = self._settings(1)
        learns = flag("learn_frequencies", self.learn_frequencies)
        n_iterations = whole_number("n_iterations", self.n_iterations, low=0)
        noise = probability("noise", self.noise)

        def evidence(centred, targets):
            return _NegativeEvidence(centred, targets, self._draw(kernel, X, n_freqs, rng), learns)

        return self._learn(X, y, evidence, noise, n_iterations)


def log_marginal_likelihood(
    X, y, W, signal_variance: float, noise_variance: float
) -> tuple[float, np.ndarray, float, float]:
    """log p(y | W, s², σ²) of the model of `SparseSpectrumRegressor`, y of mean 0 by itself, and its gradient.

    Returns
    -------
    value : float
    by_W : ndarray of shape (m, d)
    by_log_signal, by_log_noise : float
        Derivatives by log s² and log σ².

    Notes
    -----
    O(n(m² + md)): the derivative by the features (`evidence_of_features`) and through cosines and sines to W.
    """
    X = np.asarray(X, dtype=np.float64)
    Z = paired_map(X, W, dtype=np.float64)
    value, by_Z, by_signal, by_noise = evidence_of_features(Z, y, signal_variance, noise_variance)
    return value, by_frequencies(X, Z, by_Z), by_signal, by_noise


def by_frequencies(X, Z, by_Z) -> np.ndarray:
    """The derivative by W, of shape (m, d), from that by paired features Z at X."""
    return by_angles(Z, by_Z).T @ X


def by_angles(Z, by_Z) -> np.ndarray:
    """The derivative by the angles X Wᵀ, of shape (n, m), from that by their paired features Z."""
    C, S = np.hsplit(Z, 2)
    by_C, by_S = np.hsplit(by_Z, 2)
    return C * by_S - S * by_C


def evidence_of_features(Z, y, signal_variance: float, noise_variance: float) -> tuple[float, np.ndarray, float, float]:
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


def _evidence_of_weights(Z, y, signal_variance, noise_variance):
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


def _evidence_of_matrix(Z, y, signal_variance, noise_variance):
    """`evidence_of_features` by K = s²ZZᵀ + σ²I, d log p/dZ = s²(ααᵀ − K⁻¹)Z."""
    lower = linalg.cholesky(signal_variance * _shifted(Z.T, noise_variance / signal_variance), lower=True)
    inverse = linalg.cho_solve((lower, True), np.eye(len(y)))
    alpha = inverse @ y
    value = -0.5 * (float(y @ alpha) + 2 * np.log(np.diag(lower)).sum() + len(y) * math.log(2 * math.pi))
    by_Z = signal_variance * (np.outer(alpha, alpha @ Z) - inverse @ Z)
    by_noise = 0.5 * noise_variance * (float(alpha @ alpha) - float(np.trace(inverse)))
    return value, by_Z, 0.5 * float(np.sum(Z * by_Z)), by_noise


def _shifted(Z, shift):
    gram = Z.T @ Z
    gram[np.diag_indices_from(gram)] += shift
    return gram


class _NegativeEvidence(Objective):
    """−log p(y | W, s², σ²) as a function of one vector: W in units of its start's radius, log s², log σ²."""

    def __init__(self, X, y, W, learns: bool):
        self.X, self.y, self.W, self.learns = X, y, W, learns
        self.unit = math.sqrt(float(np.mean(np.square(W)))) or 1.0

    def start(self, noise):
        moving = self.W.ravel() / self.unit if self.learns else np.empty(0)
        return np.concatenate([moving, [math.log(1 - noise), math.log(noise)]])

    def parts(self, x):
        """W, no weights, s² and σ²."""
        W = x[:-2].reshape(self.W.shape) * self.unit if self.learns else self.W
        return W, None, math.exp(x[-2]), math.exp(x[-1]) + SMALLEST_NOISE

    def compute(self, x):
        W, _, signal, noise = self.parts(x)
        value, by_W, by_signal, by_noise = log_marginal_likelihood(self.X, self.y, W, signal, noise)
        moving = by_W.ravel() * self.unit if self.learns else np.empty(0)
        return -value, -np.concatenate([moving, [by_signal, by_noise * math.exp(x[-1]) / noise]])
