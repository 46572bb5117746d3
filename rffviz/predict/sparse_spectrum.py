"""Sparse-spectrum Gaussian process: frequencies, signal and noise variance that maximise the marginal likelihood."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from rffviz.adaptive.transformer import LearnsFromDrawn
from rffviz.features import paired_map
from rffviz.foundation.validation import Seed, flag, numeric_target, probability, training_data, whole_number
from rffviz.kernels import Kernel
from rffviz.predict.evidence import (
    MaximisesEvidence,
    NegativeEvidence,
    bounds_of,
    by_frequencies,
    evidence_of_features,
    start_of_variances,
)


@dataclass(eq=False, repr=False)
class SparseSpectrumRegressor(MaximisesEvidence, LearnsFromDrawn):
    """Bayesian linear regression on cosines and sines whose frequencies maximise the marginal likelihood.

    f(x) = z(x)·w with z of the paired map at frequencies W, w ~ N(0, s²I), y = f(x) + N(0, σ²). With y of mean 0,
    log p(y | W, s², σ²) = −½ yᵀK⁻¹y − ½ log|K| − ½n log 2π for K = s²ZZᵀ + σ²I (`log_marginal_likelihood`).

    Parameters
    ----------
    kernel : Kernel, default None
        The kernel the starting frequencies are drawn for; None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 50
        m: 2m features.
    learn_frequencies : bool, default True
        False keeps the spectrum as it was drawn, and learns s² and σ² alone.
    noise : float, default 0.1
        Where σ² starts, as a share of the variance of y, between 0 and 1; the rest is s².
    n_iterations : int, default 100
        Of L-BFGS over W, log s² and log σ²/s². s² stays between 10⁻⁹ and 10⁴ variances of y, σ²/s² above 10⁻⁶.
    sampler : str, default "monte_carlo"
    random_state : int, RandomState, Generator or None, default None

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
    O(n(m² + md)) for each gradient. Known bias: nothing ties the frequencies to a kernel. In several dimensions, with
    as many frequencies as points, the marginal likelihood over-fits: noise is fitted, σ² falls to 0 and standard
    deviations are too small. With `learn_frequencies=False` the features estimate the kernel, and few of them starve
    the variance.

    Source: Lázaro-Gredilla, Quiñonero-Candela, Rasmussen & Figueiras-Vidal 2010, "Sparse spectrum Gaussian process
    regression", section 3 (which also learns length scales, here absorbed in W; not verified against the paper).
    """

    kernel: Kernel | None = None
    n_freqs: int = 50
    learn_frequencies: bool = True
    noise: float = 0.1
    n_iterations: int = 100
    sampler: str = "monte_carlo"
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Draw frequencies, and move them to a maximum of the marginal likelihood near them."""
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        kernel, n_freqs, (rng,) = self._settings(1)
        learns = flag("learn_frequencies", self.learn_frequencies)
        n_iterations = whole_number("n_iterations", self.n_iterations, low=0)
        noise = probability("noise", self.noise)

        def evidence(centred: np.ndarray, targets: np.ndarray) -> NegativeEvidence:
            return _OfFrequencies(centred, targets, self._draw(kernel, X, n_freqs, rng), learns)

        return self._learn(X, y, evidence, noise, n_iterations)


def log_marginal_likelihood(
    X: ArrayLike, y: np.ndarray, W: np.ndarray, signal_variance: float, noise_variance: float
) -> tuple[float, np.ndarray, float, float]:
    """log p(y | W, s², σ²) of the model of `SparseSpectrumRegressor`, y having mean 0, and its gradient.

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


class _OfFrequencies(NegativeEvidence):
    """−log p(y | W, s², σ²) as a function of W in units of its start's radius, log s² and log σ²/s²."""

    def __init__(self, X: np.ndarray, y: np.ndarray, W: np.ndarray, learns: bool) -> None:
        self.X, self.y, self.W, self.learns = X, y, W, learns
        self.unit = math.sqrt(float(np.mean(np.square(W)))) or 1.0
        self.low, self.high = bounds_of(W.size if learns else 0, 0, 1)

    def start(self, noise: float) -> np.ndarray:
        moving = self.W.ravel() / self.unit if self.learns else np.empty(0)
        return np.concatenate([moving, start_of_variances(noise)])

    def parts(self, x: np.ndarray) -> tuple[np.ndarray, None, float, float]:
        """W, no weights, s² and σ²."""
        x = self.held(x)
        W, signal = x[:-2].reshape(self.W.shape) * self.unit if self.learns else self.W, math.exp(x[-2])
        return W, None, signal, math.exp(x[-1]) * signal

    def evidence(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        W, _, signal, noise = self.parts(x)
        value, by_W, by_signal, by_noise = log_marginal_likelihood(self.X, self.y, W, signal, noise)
        moving = by_W.ravel() * self.unit if self.learns else np.empty(0)
        return value, np.concatenate([moving, [by_signal + by_noise, by_noise]])
