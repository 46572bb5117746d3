"""Exact kernel ridge regression, the reference that features approximate."""

from __future__ import annotations

import numpy as np
from scipy import linalg
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from rffviz.kernels import Gaussian, a_kernel
from rffviz.validation import Refusal, flag, numeric_target, positive_number, whole_number

MAX_EXACT_POINTS = 20_000
_BLOCK_VALUES = 2**22


class ExactKernelRidge(RegressorMixin, BaseEstimator):
    """Kernel ridge regression: f(x) = Σ_i α_i k(x, x_i) + mean(y), α = (K + nλI)⁻¹(y − mean(y)).

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    ridge : float, default 1e-3
        λ > 0 in (1/n) Σ (f(x_i) − y_i)² + λ‖f‖², the same λ as in `FeatureRidge`.
    max_points : int, default 20,000
        Above so many K takes too much memory (3.2 GB at the default).
    subsample : bool, default False
        Whether to train on `max_points` points, drawn at random, where there are more, in place of refusing.
    random_state : int, default 0
        Of the subsample.

    Attributes
    ----------
    X_fit_ : ndarray of shape (n, d)
        The points trained on.
    sample_indices_ : ndarray of shape (n,)
        Their rows.
    dual_coef_ : ndarray of shape (n,)
        α.
    target_mean_ : float
        Mean of y, taken out before the fit and added to every prediction.

    Raises
    ------
    ValueError
        In `fit`, for a λ that is not above 0, for more than `max_points` points without `subsample`, or where λ is so
        small that K + nλI is singular to working precision.

    Notes
    -----
    O(n²d + n³) operations, one n × n matrix in memory.

    Source: Saunders, Gammerman & Vovk 1998; the reference of Rahimi & Recht 2007, section 4.
    """

    def __init__(self, kernel=None, ridge=1e-3, max_points=MAX_EXACT_POINTS, subsample=False, random_state=0):
        self.kernel = kernel
        self.ridge = ridge
        self.max_points = max_points
        self.subsample = subsample
        self.random_state = random_state

    def fit(self, X, y):
        """Solve for α by Cholesky."""
        X, y = validate_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True)
        kernel = a_kernel(self.kernel, Gaussian())
        ridge = positive_number("ridge", self.ridge)
        limit = whole_number("max_points", self.max_points)
        flag("subsample", self.subsample)
        seed = whole_number("random_state", self.random_state, low=0)
        self.sample_indices_ = np.arange(len(X))
        if len(X) > limit:
            if not self.subsample:
                raise Refusal(
                    f"X must hold at most {limit} points for the exact kernel matrix, got {len(X)}; "
                    "subsample = True trains on a random part of them."
                )
            self.sample_indices_ = np.sort(np.random.default_rng(seed).choice(len(X), limit, replace=False))
            X, y = X[self.sample_indices_], y[self.sample_indices_]
        n = len(X)
        self.kernel_ = kernel
        self.X_fit_ = X
        self.target_mean_ = float(np.mean(y, dtype=np.float64))
        self.dual_coef_ = linalg.cho_solve(factor_regularised(kernel(X), n * ridge), y - self.target_mean_)
        return self

    def predict(self, X):
        """f at the rows of X, float64 of shape (q,); O(qnd), in blocks of rows."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        rows = max(1, _BLOCK_VALUES // len(self.X_fit_))
        parts = [self.kernel_(X[i : i + rows], self.X_fit_) @ self.dual_coef_ for i in range(0, len(X), rows)]
        return np.concatenate(parts) + self.target_mean_


def factor_regularised(K: np.ndarray, shift: float):
    """Cholesky factor of K + shift·I for `scipy.linalg.cho_solve`, in the memory of K, which is lost."""
    K[np.diag_indices(len(K))] += shift
    try:
        return linalg.cho_factor(K.T, lower=True, overwrite_a=True, check_finite=False)
    except linalg.LinAlgError:
        raise Refusal(
            f"ridge must be larger for the exact solution: with nλ = {shift:g} the kernel matrix of {len(K)} points is "
            "singular to working precision."
        ) from None
