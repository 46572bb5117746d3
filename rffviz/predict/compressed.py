"""Bayesian compressed regression: random projections of the inputs, a conjugate posterior for each, averaged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg, special
from sklearn.base import BaseEstimator, RegressorMixin, clone

from rffviz.foundation.arguments import NamesArguments
from rffviz.foundation.validation import (
    Seed,
    dense_features,
    new_points,
    numeric_target,
    points,
    seed_number,
    training_data,
    whole_number,
)

_LOWEST_PSI = 0.1
_DEPENDENT = 1e-10  # a row that Gram–Schmidt shortens below this share of its norm depends linearly on those above
_EXACT = 1e-20  # share of yᵀy: a smaller residual is rounding, and its evidence would be infinite


def compression(n_rows: int, n_columns: int, rng: np.random.Generator) -> np.ndarray:
    """A random projection Φ with orthonormal rows.

    ψ is uniform on (0.1, 1). An entry is −1/√ψ with probability ψ², 0 with 2ψ(1 − ψ), and 1/√ψ with (1 − ψ)². Then
    Gram–Schmidt makes the rows orthonormal, one after another.

    Returns
    -------
    ndarray of shape (n_rows, n_columns)
        Rows that depend on those above them are left out, as happens with ψ near 1, where most entries are equal; at
        least one stays.

    Source: Guhaniyogi & Dunson 2015, "Bayesian compressed regression", section 2 (not verified against the paper).
    """
    n_columns = whole_number("n_columns", n_columns)
    n_rows = whole_number("n_rows", n_rows, high=n_columns)
    while True:
        entries = projection_entries((n_rows, n_columns), rng.uniform(_LOWEST_PSI, 1), rng)
        rows: list[np.ndarray] = []
        for row in entries:
            length = float(np.linalg.norm(row))
            for _ in range(2):  # twice is enough for orthogonality to working precision
                for other in rows:
                    row = row - (other @ row) * other
            left = np.linalg.norm(row)
            if left > _DEPENDENT * max(length, 1e-300):
                rows.append(row / left)
        if rows:
            return np.array(rows)


def projection_entries(shape: tuple[int, int], psi: float, rng: np.random.Generator) -> np.ndarray:
    """Independent entries −1/√ψ, 0 and 1/√ψ with probabilities ψ², 2ψ(1 − ψ) and (1 − ψ)², before Gram–Schmidt."""
    uniform = rng.random(shape)
    return (np.where(uniform < psi**2, -1.0, 0.0) + (uniform >= 1 - (1 - psi) ** 2)) / math.sqrt(psi)


@dataclass(eq=False, repr=False)
class CompressedRegression(RegressorMixin, NamesArguments, BaseEstimator):
    """Bayesian regression on random projections: y = β·Φx + noise, averaged over several Φ by their evidence.

    Given Φ, β | σ² ~ N(0, σ²I) and p(σ²) ∝ 1/σ². With Z = XΦᵀ, W = (ZᵀZ + I)⁻¹ and μ = WZᵀy, the prediction at z = Φx
    is Student's t with n degrees of freedom, location z·μ and squared scale (yᵀy − yᵀZμ)(1 + zᵀWz)/n; the evidence is
    p(y | Φ) ∝ |W|^½ (yᵀy − yᵀZμ)^(−n/2). Columns of X have mean 0 and variance 1, y mean 0.

    Parameters
    ----------
    features : transformer, default None
        Features to compress, cloned and fitted; None compresses the points themselves.
    n_components : int, default None
        Rows of each Φ, at most the number of columns. None draws it uniformly from ⌈2 log p⌉ to min(n, p), for each Φ.
    n_projections : int, default 20
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    projections_ : list of ndarray of shape (m, p)
    weights_ : ndarray of shape (n_projections,)
        Posterior probabilities of the projections, which are equal before the data are seen.
    log_evidence_ : ndarray of shape (n_projections,)
        Up to a common constant.
    coef_ : ndarray of shape (p,)
        Posterior mean of Σ weights Φᵀβ, for standardised columns.

    Notes
    -----
    O(s·n·m² + s·m·p·(n + m)) for s projections. Known bias: what the projections discard counts as noise, so with few
    components the standard deviations are too large rather than too small.

    Source: Guhaniyogi & Dunson 2015, "Bayesian compressed regression", Journal of the American Statistical Association
    110, sections 2 and 3 (with Σ_β = I; not verified against the paper).
    """

    features: Any = None
    n_components: int | None = None
    n_projections: int = 20
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Draw the projections, and find the posterior under each and their probabilities."""
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        n_projections = whole_number("n_projections", self.n_projections)
        rng = np.random.default_rng(seed_number("random_state", self.random_state))
        self.features_ = None if self.features is None else clone(self.features).fit(X)
        A = self._raw(X)
        n, p = A.shape
        if self.n_components is not None:
            whole_number("n_components", self.n_components, high=p)
        self.column_mean_ = A.mean(axis=0)
        spread = A.std(axis=0)
        constant = spread <= 1e-12 * np.abs(self.column_mean_)
        self.column_scale_ = np.where(constant, 1.0, np.where(spread > 0, spread, 1.0))
        A = (A - self.column_mean_) / self.column_scale_
        self.target_mean_ = float(np.mean(y, dtype=np.float64))
        centred = y - self.target_mean_
        low = min(max(1, math.ceil(2 * math.log(p))), min(n, p))
        self.projections_, self._posteriors, evidence = [], [], []
        for stream in rng.spawn(n_projections):
            size = self.n_components or int(stream.integers(low, min(n, p) + 1))
            projection = compression(size, p, stream)
            mean, factor, squared_scale, log_evidence = _posterior(A @ projection.T, centred)
            self.projections_.append(projection)
            self._posteriors.append((mean, factor, squared_scale))
            evidence.append(log_evidence)
        self.log_evidence_ = np.array(evidence)
        self.weights_ = special.softmax(self.log_evidence_)
        self.n_points_ = n
        means = [mean @ projection for projection, (mean, *_) in zip(self.projections_, self._posteriors, strict=True)]
        self.coef_ = np.sum(self.weights_[:, None] * means, axis=0)
        return self

    def predict(self, X: ArrayLike, return_std: bool = False) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
        """Posterior mean at the rows of X, shape (n,); with `return_std` also the standard deviation of a new y there.

        That standard deviation is that of the mixture of t distributions, infinite after n = 2 points.
        """
        X = new_points(self, X)
        A = (self._raw(X) - self.column_mean_) / self.column_scale_
        mean = A @ self.coef_ + self.target_mean_
        if not return_std:
            return mean
        second, n = np.zeros(len(A)), self.n_points_
        for weight, projection, (beta, factor, squared_scale) in zip(
            self.weights_, self.projections_, self._posteriors, strict=True
        ):
            Z = A @ projection.T
            explained = linalg.solve_triangular(factor, Z.T, lower=True)
            variance = squared_scale * (1 + np.einsum("ij,ij->j", explained, explained))
            variance *= n / (n - 2) if n > 2 else np.inf
            second += weight * (variance + (Z @ beta + self.target_mean_ - mean) ** 2)
        return mean, np.sqrt(second)

    def _raw(self, X: np.ndarray) -> np.ndarray:
        return X if self.features_ is None else points("features", dense_features(self.features_.transform(X)))


def _posterior(Z: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, float, float]:
    """Posterior mean of β, the Cholesky factor of ZᵀZ + I, the squared scale of the noise, and the log evidence."""
    factor = linalg.cholesky(Z.T @ Z + np.eye(Z.shape[1]), lower=True)
    mean = linalg.cho_solve((factor, True), Z.T @ y)
    residual = y - Z @ mean  # yᵀy − yᵀZμ as a sum of squares, which avoids cancellation
    left = max(float(residual @ residual + mean @ mean), _EXACT * float(y @ y), np.finfo(np.float64).tiny)
    log_evidence = -np.log(np.diag(factor)).sum() - len(y) / 2 * math.log(left)
    return mean, factor, left / len(y), log_evidence
