"""Gaussian process regression with a spectral mixture kernel, learned by the exact marginal likelihood."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from scipy.spatial.distance import pdist
from sklearn.base import BaseEstimator, RegressorMixin

from rffviz.adaptive.quasi_newton import lbfgs
from rffviz.foundation.arguments import NamesArguments
from rffviz.foundation.validation import (
    LARGEST_COORDINATE,
    Refusal,
    Seed,
    new_points,
    numeric_target,
    probability,
    seed_number,
    training_data,
    whole_number,
)
from rffviz.kernels.spectral_mixture import SpectralMixture
from rffviz.predict.evidence import NegativeEvidence, bounds_of, start_of_variances

MAX_MIXTURE_POINTS = 1000
_TRIED = 500  # random frequencies whose periodogram gives the starting means
_SMALLEST_SHARE = 1e-12  # share of the kernel below which a component counts as switched off


@dataclass(eq=False, repr=False)
class SpectralMixtureRegressor(RegressorMixin, NamesArguments, BaseEstimator):
    """Gaussian process with k(δ) = Σ_q w_q exp(−½ Σ_i v_qi δ_i²) cos(μ_q·δ), learned by the marginal likelihood.

    y = f(x) + N(0, σ²), f a process of mean 0 and covariance s²k. w, v, μ, s² and σ² maximise log p(y) =
    −½ yᵀK⁻¹y − ½ log|K| − ½n log 2π for K = s²k(X, X) + σ²I (`mixture_evidence`), by L-BFGS with exact gradients.

    Parameters
    ----------
    n_components : int, default 3
        Q: Q(2d + 1) + 1 numbers are learned.
    n_restarts : int, default 3
        Random starts, of which the result with the highest likelihood is kept. In each the first component starts
        around 0, as a Gaussian kernel; the others' means are drawn from 500 random frequencies with probability in
        proportion to the periodogram |Σ_j (y_j − ȳ) exp(−iω·x_j)|²; their norms go up to n^{1/d} or 2√d over the
        median distance, whichever is larger. Variances start at 1/median distance².
    noise : float, default 0.1
        Where σ² starts, as a share of the variance of y, between 0 and 1; the rest is s².
    n_iterations : int, default 100
        Of L-BFGS from each start. √v stays within a factor of 10⁴ of its start, s²w_q between 10⁻⁹ and 10⁴ variances
        of y, and σ²/s² above 10⁻⁶.
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    kernel_ : SpectralMixture
        k, of length scale 1 in units of X.
    signal_variance_, noise_variance_ : float
        s² and σ², in squared units of y.
    dual_coef_ : ndarray of shape (n,)
        s²K⁻¹(y − ȳ).
    log_likelihoods_ : ndarray of shape (T + 1,)
        At the start of the best run and after each of its iterations; it does not fall.
    ends_ : ndarray of shape (n_restarts,)
        The log-likelihood reached from each start.

    Raises
    ------
    ValueError
        Beyond `MAX_MIXTURE_POINTS` (1,000) points: a gradient costs O(n³ + Qn²d).

    Notes
    -----
    Axes are in units of their standard deviations while it is learned. Known bias: the likelihood has many maxima in μ,
    and restarts end at different ones; a solution that misses a period predicts the mean beyond the data. In several
    dimensions Q(2d + 1) numbers over-fit few points.

    Source: Wilson & Adams 2013, "Gaussian process kernels for pattern discovery and extrapolation", section 4 (not
    verified against the paper); its starting means are uniform up to the Nyquist frequency.
    """

    n_components: int = 3
    n_restarts: int = 3
    noise: float = 0.1
    n_iterations: int = 100
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Maximise the marginal likelihood from every start, and keep the best result."""
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        n_components = whole_number("n_components", self.n_components)
        n_restarts = whole_number("n_restarts", self.n_restarts)
        n_iterations = whole_number("n_iterations", self.n_iterations, low=0)
        noise = probability("noise", self.noise)
        rngs = np.random.default_rng(seed_number("random_state", self.random_state)).spawn(n_restarts)
        if len(X) > MAX_MIXTURE_POINTS:
            raise Refusal(f"X must hold at most {MAX_MIXTURE_POINTS} points for a spectral mixture, got {len(X)}.")
        self.centre_, self.target_mean_ = X.mean(axis=0), float(y.mean())
        unit, axes = float(y.std()) or 1.0, X.std(axis=0)
        axes[axes < 1 / LARGEST_COORDINATE] = 1.0  # an axis this short would overflow when its inverse is squared
        points, targets = (X - self.centre_) / axes, (y - self.target_mean_) / unit
        negative = _OfMixture(points, targets, n_components)
        runs = [list(lbfgs(negative, negative.start(noise, rng), n_iterations)) for rng in rngs]
        self.ends_ = -np.array([run[-1][1] for run in runs]) - len(y) * math.log(unit)
        steps = runs[int(self.ends_.argmax())]
        self.log_likelihoods_ = -np.array([value for _, value in steps]) - len(y) * math.log(unit)
        shares, means, variances, noise = negative.parts(steps[-1][0])
        signal = float(shares.sum())
        weights = np.maximum(shares / signal, _SMALLEST_SHARE)
        self.kernel_ = SpectralMixture(1.0, weights / weights.sum(), means / axes, variances / np.square(axes))
        self.signal_variance_, self.noise_variance_ = signal * unit**2, noise * unit**2
        self.X_fit_ = X - self.centre_
        K = self.kernel_(self.X_fit_)
        K[np.diag_indices_from(K)] += noise / signal
        self._factor = linalg.cho_factor(K, lower=True)
        self.dual_coef_ = unit * linalg.cho_solve(self._factor, targets)
        return self

    def predict(self, X: ArrayLike, return_std: bool = False) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
        """Posterior mean at the rows of X, shape (n,); with `return_std` also the deviation of a new y there."""
        X = new_points(self, X)
        K = self.kernel_(X - self.centre_, self.X_fit_)
        mean = K @ self.dual_coef_ + self.target_mean_
        if not return_std:
            return mean
        taken = linalg.solve_triangular(self._factor[0], K.T, lower=True)
        left = np.maximum(1 - np.einsum("ij,ij->j", taken, taken), 0.0)
        return mean, np.sqrt(self.noise_variance_ + self.signal_variance_ * left)


def mixture_evidence(
    X: np.ndarray, y: np.ndarray, shares: np.ndarray, means: np.ndarray, variances: np.ndarray, noise_variance: float
) -> tuple[float, np.ndarray, np.ndarray, np.ndarray, float]:
    """log N(y; 0, Σ_q a_q K_q + σ²I) for the components K_q of a spectral mixture, and its gradient.

    Parameters
    ----------
    X, y : arrays of shape (n, d) and (n,)
    shares : array of shape (Q,)
        a_q = s²w_q.
    means, variances : arrays of shape (Q, d)
    noise_variance : float

    Returns
    -------
    value : float
    by_log_shares : ndarray of shape (Q,)
    by_means : ndarray of shape (Q, d)
    by_log_variances : ndarray of shape (Q, d)
    by_log_noise : float

    Notes
    -----
    With α = K⁻¹y and M = ααᵀ − K⁻¹ the derivative by θ is ½ Σ_jk M_jk dK_jk/dθ. Sums over δ_i = x_ji − x_ki never form
    the differences: Σ_jk G_jk δ_i² = 2 Σ_j (G1)_j x_ji² − 2 x_iᵀGx_i for a symmetric G, and Σ_jk H_jk δ_i = 2 (H1)·x_i
    for an antisymmetric H. O(n³ + Qn²d).
    """
    K = np.zeros((len(X), len(X)))
    parts = []
    for share, mean, variance in zip(shares, means, variances, strict=True):
        scaled, turn = X * np.sqrt(variance), X @ mean
        norms = np.square(scaled).sum(axis=1)
        fall = share * np.exp(np.minimum(scaled @ scaled.T - 0.5 * (norms[:, None] + norms), 0.0))
        cos, sin = np.cos(turn), np.sin(turn)
        even = fall * (np.outer(cos, cos) + np.outer(sin, sin))
        odd = fall * (np.outer(sin, cos) - np.outer(cos, sin))
        parts.append((even, odd))
        K += even
    K[np.diag_indices_from(K)] += noise_variance
    lower = linalg.cholesky(K, lower=True)
    inverse = linalg.cho_solve((lower, True), np.eye(len(X)))
    alpha = inverse @ y
    value = -0.5 * (float(y @ alpha) + 2 * np.log(np.diag(lower)).sum() + len(y) * math.log(2 * math.pi))
    M = np.outer(alpha, alpha) - inverse
    squares = np.square(X)
    by_shares, by_means, by_variances = [], [], []
    for (even, odd), variance in zip(parts, variances, strict=True):
        G, H = M * even, M * odd
        rows = G.sum(axis=1)
        by_shares.append(0.5 * rows.sum())
        by_variances.append(-0.5 * variance * (rows @ squares - np.einsum("ji,ji->i", X, G @ X)))
        by_means.append(-H.sum(axis=1) @ X)
    by_noise = 0.5 * noise_variance * float(np.trace(M))
    return value, np.array(by_shares), np.array(by_means), np.array(by_variances), by_noise


class _OfMixture(NegativeEvidence):
    """−log p as a function of μ and ½ log v, both in units of a typical frequency, log a_q and log σ²/s²."""

    def __init__(self, X: np.ndarray, y: np.ndarray, n_components: int) -> None:
        self.X, self.y, self.n_components = X, y, n_components
        self.unit = 1 / (float(np.median(pdist(X))) or 1.0)
        size = n_components * X.shape[1]
        self.low, self.high = bounds_of(size, size, n_components)

    def start(self, noise: float, rng: np.random.Generator) -> np.ndarray:
        n_components, d = self.n_components, self.X.shape[1]
        means = np.zeros((n_components, d))
        if n_components > 1:
            W = rng.standard_normal((_TRIED, d))
            longest = max(len(self.X) ** (1 / d), 2 * math.sqrt(d))
            W *= np.geomspace(0.5, longest, _TRIED)[:, None] * self.unit / np.linalg.norm(W, axis=1, keepdims=True)
            power = np.square(np.abs(self.y @ np.exp(-1j * (self.X @ W.T)))) + 1e-12
            means[1:] = W[rng.choice(_TRIED, n_components - 1, p=power / power.sum())]
        last = start_of_variances(noise, n_components)
        return np.concatenate([np.ravel(means / self.unit), np.zeros(means.size), last])

    def parts(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
        """a_q, μ, v and σ²."""
        q, d = self.n_components, self.X.shape[1]
        means, stretches, logs, noise = np.split(self.held(x), [q * d, 2 * q * d, 2 * q * d + q])
        shares, variances = np.exp(logs), np.square(np.exp(stretches.reshape(q, d)) * self.unit)
        return shares, means.reshape(q, d) * self.unit, variances, math.exp(noise[0]) * float(shares.sum())

    def evidence(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        parts = self.parts(x)
        value, by_shares, by_means, by_variances, by_noise = mixture_evidence(self.X, self.y, *parts)
        last = [by_shares + by_noise * parts[0] / parts[0].sum(), [by_noise]]
        return value, np.concatenate([by_means.ravel() * self.unit, 2 * by_variances.ravel(), *last])
