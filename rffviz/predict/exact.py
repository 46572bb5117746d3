"""Exact kernel ridge regression, the reference that features approximate."""

from __future__ import annotations

import numpy as np
from scipy import linalg
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from rffviz.kernels import Gaussian, Kernel
from rffviz.validation import numeric_target, positive_number

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

    Attributes
    ----------
    X_fit_ : ndarray of shape (n, d)
    dual_coef_ : ndarray of shape (n,)
        α.
    target_mean_ : float
        Mean of y, taken out before the fit and added to every prediction.

    Raises
    ------
    ValueError
        In `fit`, for a λ that is not above 0, above 20,000 points (K alone would then take 3.2 GB), or where λ is so
        small that K + nλI is singular to working precision.

    Notes
    -----
    O(n²d + n³) operations, one n × n matrix in memory.

    Source: Saunders, Gammerman & Vovk 1998; the reference of Rahimi & Recht 2007, section 4.
    """

    def __init__(self, kernel=None, ridge=1e-3):
        self.kernel = kernel
        self.ridge = ridge

    def fit(self, X, y):
        """Solve for α by Cholesky."""
        X, y = validate_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True)
        kernel = Gaussian() if self.kernel is None else self.kernel
        if not isinstance(kernel, Kernel):
            raise ValueError(f"kernel must be a kernel of rffviz.kernels or None, got {kernel!r}.")
        ridge = positive_number("ridge", self.ridge)
        n = len(X)
        if n > MAX_EXACT_POINTS:
            raise ValueError(f"X must hold at most {MAX_EXACT_POINTS} points for the exact kernel matrix, got {n}.")
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
        raise ValueError(
            f"ridge must be larger for the exact solution: with nλ = {shift:g} the kernel matrix of {len(K)} points is "
            "singular to working precision."
        ) from None
