"""Whitening: an isotropic kernel on whitened data is anisotropic on the original data."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin

from rffviz.foundation.validation import Refusal, new_points, training_data


class Whitening(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """x ↦ Lᵀ(x − mean) with L Lᵀ = Σ⁻¹, Σ the covariance of the training points (Cholesky whitening).

    Euclidean distances after whitening are Mahalanobis distances before it, so that k(‖δ‖) becomes k(√(δᵀΣ⁻¹δ)).

    Attributes
    ----------
    mean_ : ndarray of shape (d,)
    factor_ : ndarray of shape (d, d)
        The lower triangular L.

    Raises
    ------
    ValueError
        In `fit`, with fewer than two points, or if Σ is singular (a constant or linearly dependent column).

    Source: Rahimi & Recht 2007, Figure 1 (caption): whitening for non-isotropic kernels.
    """

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """Estimate mean and covariance (divided by n); y is not used."""
        X = training_data(self, X, dtype=np.float64, ensure_min_samples=2)
        self.mean_ = X.mean(axis=0)
        centred = X - self.mean_
        covariance = centred.T @ centred / len(X)
        spread = np.sqrt(np.diag(covariance))
        constant = np.flatnonzero(spread <= 1e-12 * np.maximum(np.abs(self.mean_), 1e-300))
        if constant.size:
            raise Refusal(f"X must have no constant column to be whitened, got one in column {constant[0]}.")
        eigenvalues, vectors = linalg.eigh(covariance / np.outer(spread, spread))
        if eigenvalues[0] <= 1e-10 * eigenvalues[-1]:
            raise Refusal(
                "X must have linearly independent columns and more points than columns to be whitened, "
                f"got {len(X)} points in {X.shape[1]} columns of rank below {X.shape[1]}."
            )
        inverse = (vectors / eigenvalues) @ vectors.T / np.outer(spread, spread)
        self.factor_ = linalg.cholesky(inverse, lower=True)
        return self

    def transform(self, X: ArrayLike) -> np.ndarray:
        """Whitened points, float64 of the shape of X."""
        X = new_points(self, X)
        return (X - self.mean_) @ self.factor_
