"""Ridge regression on features, in memory that does not grow with the number of points."""

from __future__ import annotations

import numpy as np
from scipy import linalg
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted, validate_data

from rffviz.features import RandomFourierFeatures
from rffviz.validation import non_negative_number, points

_CHUNK_VALUES = 2**22  # features held at a time: 16 MB in float32
_MAX_CHUNK = 4096
_SMALLEST_SINGLE_RIDGE = 1e-4  # below it the rounding of a float32 Gram matrix, about 1e-7 n, begins to show in λn


def ridge_weights(Z, y, ridge: float) -> np.ndarray:
    """Minimise (1/n)‖Zw − y‖² + λ‖w‖², that is w = (ZᵀZ + nλI)⁻¹Zᵀy.

    Parameters
    ----------
    Z : array of shape (n, n_features)
    y : array of shape (n,)
    ridge : float
        λ ≥ 0. With 0 it is least squares, of minimum norm where it is not unique.

    Returns
    -------
    ndarray of shape (n_features,), float64

    Raises
    ------
    ValueError
        Where shapes do not agree, a value is not finite or λ is negative.

    Notes
    -----
    Computed in float64 in the smaller of the two spaces, as Zᵀ(ZZᵀ + nλI)⁻¹y where n is below n_features: with M the
    larger and m the smaller of the two, O(Mm²). λ is the one of kernel ridge regression's K + nλI.

    Source: Rahimi & Recht 2007, section 4 (there nλ is called λ).
    """
    Z = points("Z", Z)
    y = _target(y, len(Z))
    ridge = non_negative_number("ridge", ridge)
    if ridge == 0:
        return np.linalg.lstsq(Z, y, rcond=None)[0]
    shift = len(Z) * ridge
    if len(Z) <= Z.shape[1]:
        return Z.T @ _solve(Z @ Z.T, y, shift)
    return _solve(Z.T @ Z, Z.T @ y, shift)


class FeatureRidge(RegressorMixin, BaseEstimator):
    """Ridge regression on a feature map: f(x) = w·z(x) + mean(y), w = (ZᵀZ + nλI)⁻¹Zᵀ(y − mean(y)).

    Parameters
    ----------
    features : transformer, default None
        Turns points into features; it is cloned, and fitted on the data. None is `RandomFourierFeatures()`.
    ridge : float, default 1e-3
        λ ≥ 0 in (1/n)‖Zw − y‖² + λ‖w‖², the same λ as in `ExactKernelRidge`.

    Attributes
    ----------
    features_ : transformer
        The fitted feature map.
    coef_ : ndarray of shape (n_features,)
    target_mean_ : float
        Mean of y, taken out before the fit and added to every prediction; features are not centred.

    Raises
    ------
    ValueError
        In `fit`, for a negative λ.

    Notes
    -----
    Normal equations summed over chunks of rows: O(N·n_features² + n_features³) operations, O(n_features²) memory for
    any N. Chunks of float32 features are multiplied in float32, and the products summed in float64; below λ = 10⁻⁴
    they are multiplied in float64, which takes twice as long. With no more points than features the smaller dual
    system is solved instead (`ridge_weights`). With λ = 0 the solution is the least squares one of minimum norm; above
    n_features points it comes through the eigenvalues of ZᵀZ, which keep half the digits that Z itself would.

    Source: Rahimi & Recht 2007, section 4.
    """

    def __init__(self, features=None, ridge=1e-3):
        self.features = features
        self.ridge = ridge

    def fit(self, X, y):
        """Fit the feature map on X and the weights on (X, y)."""
        X, y = validate_data(self, X, y, dtype=(np.float64, np.float32), y_numeric=True)
        ridge = non_negative_number("ridge", self.ridge)
        features = RandomFourierFeatures() if self.features is None else clone(self.features)
        self.features_ = features.fit(X, y)
        self.target_mean_ = float(np.mean(y, dtype=np.float64))
        centred = y.astype(np.float64) - self.target_mean_
        if len(X) <= self.features_.transform(X[:1]).shape[1]:  # Z is then no larger than ZᵀZ
            self.coef_ = ridge_weights(self.features_.transform(X), centred, ridge)
        else:
            gram, moment = self._sums(X, centred, ridge)
            self.coef_ = _solve(gram, moment, len(X) * ridge)
        return self

    def _sums(self, X, y, ridge):
        """ZᵀZ and Zᵀy in float64, a chunk of rows at a time."""
        gram = moment = None
        for rows in _chunks(self.features_, X):
            Z = self.features_.transform(X[rows])
            if ridge < _SMALLEST_SINGLE_RIDGE:
                Z = Z.astype(np.float64, copy=False)
            if gram is None:
                gram, moment = np.zeros((Z.shape[1], Z.shape[1])), np.zeros(Z.shape[1])
            gram += Z.T @ Z
            moment += Z.T.astype(np.float64, copy=False) @ y[rows]
        return gram, moment

    def predict(self, X):
        """f at the rows of X, float64 of shape (n,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=(np.float64, np.float32), reset=False)
        parts = [self.features_.transform(X[rows]) @ self.coef_ for rows in _chunks(self.features_, X)]
        return np.concatenate(parts) + self.target_mean_


def _chunks(features, X):
    """Slices of rows whose features fit in the budget."""
    width = features.transform(X[:1]).shape[1]
    rows = max(1, min(_MAX_CHUNK, _CHUNK_VALUES // width))
    return [slice(start, start + rows) for start in range(0, len(X), rows)]


def _target(y, n):
    y = points("y", np.reshape(y, (-1, 1)))[:, 0]
    if len(y) != n:
        raise ValueError(f"y must hold one number for each of the {n} points, got {len(y)}.")
    return y


def _solve(gram, moment, shift):
    """(gram + shift·I)⁻¹ moment; of minimum norm where that matrix is singular to working precision."""
    if shift > 0:
        shifted = gram.copy()
        shifted[np.diag_indices(len(gram))] += shift
        try:
            return linalg.cho_solve(linalg.cho_factor(shifted, overwrite_a=True), moment)
        except linalg.LinAlgError:
            pass
    eigenvalues, vectors = linalg.eigh(gram)
    keep = eigenvalues + shift > len(gram) * np.finfo(np.float64).eps * max(eigenvalues[-1], shift)
    vectors = vectors[:, keep]
    return vectors @ (vectors.T @ moment / (eigenvalues[keep] + shift))
