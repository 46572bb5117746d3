"""Exact kernel ridge regression and classification, the references that features approximate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import Tags

from rffviz.foundation.decisions import LargestValueClassifier, against_the_rest, in_blocks
from rffviz.foundation.threads import one_thread_if_small
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    at_least_two_classes,
    flag,
    new_points,
    numeric_target,
    positive_number,
    row_weights,
    seed_number,
    training_data,
    whole_number,
)
from rffviz.kernels import Gaussian, HoldsKernel, Kernel, a_kernel

MAX_EXACT_POINTS = 20_000


class ExactMachine(HoldsKernel, BaseEstimator):
    """Base of the models with an exact kernel: the training kernel matrix, and the limit on its size."""

    def _train_on(
        self,
        X: np.ndarray,
        y: np.ndarray,
        fewest: int = 1,
        stratify: bool = False,
        sample_weight: ArrayLike | None = None,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
        """The training points, targets, kernel matrix and weights: of all points, or of a random subsample if allowed.

        Points of weight 0 are none.
        """
        kernel = a_kernel(self.kernel, Gaussian())
        limit = whole_number("max_points", self.max_points, low=fewest)
        flag("subsample", self.subsample)
        seed = seed_number("random_state", self.random_state)
        weights = row_weights(sample_weight, len(X))
        rows = np.arange(len(X)) if weights is None else np.flatnonzero(weights)
        if len(rows) > limit:
            if not self.subsample:
                raise Refusal(
                    f"X must hold at most {limit} points for the exact kernel matrix, got {len(rows)}; "
                    "subsample = True trains on a random part of them."
                )
            rows = rows[_subsample(y[rows], limit, stratify, np.random.default_rng(seed))]
        self.kernel_, self.sample_indices_ = kernel, rows
        return X[rows], y[rows], kernel(X[rows]), None if weights is None else weights[rows]


@dataclass(eq=False, repr=False)
class _ExactRidge(ExactMachine):
    kernel: Kernel | None = None
    ridge: float = 1e-3
    max_points: int = MAX_EXACT_POINTS
    subsample: bool = False
    random_state: Seed = None

    def _solve(
        self,
        X: np.ndarray,
        y: np.ndarray,
        targets: Callable[[np.ndarray], np.ndarray] = lambda y: y,
        stratify: bool = False,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Solve for α by Cholesky, for targets(y) of the points trained on."""
        ridge = positive_number("ridge", self.ridge)
        with one_thread_if_small(len(X) ** 2 * (len(X) + X.shape[1])):
            self.X_fit_, y, K, weights = self._train_on(X, y, stratify=stratify, sample_weight=sample_weight)
            y = targets(y)
            self.target_mean_ = np.average(y.astype(np.float64, copy=False), axis=0, weights=weights)
            # a weight s counts a point s times, as if its noise had the variance nλ/s
            shift = len(K) * ridge if weights is None else weights.sum() * ridge / weights
            self.dual_coef_ = linalg.cho_solve(factor_regularised(K, shift), y - self.target_mean_)
        return self

    def _values(self, X: ArrayLike) -> np.ndarray:
        X = new_points(self, X)
        values = in_blocks(lambda some: self.kernel_(some, self.X_fit_) @ self.dual_coef_, X, len(self.X_fit_))
        return values + self.target_mean_


class ExactKernelRidge(RegressorMixin, _ExactRidge):
    """Kernel ridge regression: f(x) = Σ_i α_i k(x, x_i) + mean(y), α = (K + nλI)⁻¹(y − mean(y)).

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    ridge : float, default 1e-3
        λ > 0 in (1/n) Σ (f(x_i) − y_i)² + λ‖f‖², the same λ as in `FeatureRidge`.
    max_points : int, default 20,000
        The most points to train on; K takes 3.2 GB at the default.
    subsample : bool, default False
        Where there are more points: whether to train on a random max_points of them instead of refusing.
    random_state : int, RandomState, Generator or None, default None
        Of the subsample.

    Attributes
    ----------
    X_fit_ : ndarray of shape (n, d)
        The points trained on.
    sample_indices_ : ndarray of shape (n,)
        Their rows.
    dual_coef_ : ndarray of shape (n,) or (n, n_targets)
        α.
    target_mean_ : float or ndarray of shape (n_targets,)
        Mean of y, subtracted before the fit and added to every prediction.

    Raises
    ------
    ValueError
        In `fit`, for more than max_points points without subsample, or for a λ so small that K + nλI is singular
        to working precision.

    Notes
    -----
    O(n²d + n³) operations, one n × n matrix in memory.

    Source: Saunders, Gammerman & Vovk 1998; the reference of Rahimi & Recht 2007, section 5.
    """

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Solve for α by Cholesky, y of shape (n,) or (n, n_targets).

        A `sample_weight` s ≥ 0 counts a point s times.
        """
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, multi_output=True)
        return self._solve(X, y, sample_weight=sample_weight)

    def predict(self, X: ArrayLike) -> np.ndarray:
        """f at the rows of X, float64 of shape (q,) or (q, n_targets); O(qnd), in blocks of rows."""
        return self._values(X)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


class ExactKernelRidgeClassifier(LargestValueClassifier, _ExactRidge):
    """Kernel ridge regression with targets ±1: the sign of f for two classes, the largest f_c for more.

    With two classes the target is +1 for the second of `classes_`; with more there is a target for each class, +1 in it
    and −1 elsewhere. It is what `FeatureRidgeClassifier` approximates. Parameters and errors are those of
    `ExactKernelRidge`; a subsample keeps the share of each class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Sorted.
    X_fit_ : ndarray of shape (n, d)
        The points trained on.
    sample_indices_ : ndarray of shape (n,)
        Their rows.
    dual_coef_ : ndarray of shape (n,) for two classes, else (n, n_classes)
        α.
    target_mean_ : float or ndarray of shape (n_classes,)

    Source: as for `ExactKernelRidge` and `FeatureRidgeClassifier`.
    """

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Solve for α by Cholesky; a `sample_weight` s ≥ 0 counts a point s times."""
        X, y = training_data(self, X, y, dtype=np.float64)
        self.classes_ = at_least_two_classes(y)
        return self._solve(X, y, self._targets, stratify=True, sample_weight=sample_weight)

    def _targets(self, y: np.ndarray) -> np.ndarray:
        targets = against_the_rest(y, self.classes_)
        return targets[:, 0] if len(self.classes_) == 2 else targets


def factor_regularised(K: np.ndarray, shift: Any) -> tuple[np.ndarray, bool]:
    """Cholesky factor of K + shift·I, or of K + diag(shift), for `scipy.linalg.cho_solve`; it overwrites K."""
    K[np.diag_indices(len(K))] += shift
    try:
        return linalg.cho_factor(K.T, lower=True, overwrite_a=True, check_finite=False)
    except linalg.LinAlgError:
        raise Refusal(
            f"ridge must be larger for the exact solution: with nλ = {np.min(shift):g} the kernel matrix of {len(K)} "
            "points is singular to working precision."
        ) from None


def _subsample(y: np.ndarray, size: int, stratify: bool, rng: np.random.Generator) -> np.ndarray:
    """Rows of a random part, in order; with `stratify` every class has its share, and at least one row."""
    if not stratify:
        return np.sort(rng.choice(len(y), size, replace=False))
    classes, which, counts = np.unique(y, return_inverse=True, return_counts=True)
    if len(classes) > size:
        raise Refusal(f"max_points must be at least the {len(classes)} classes of y, got {size}.")
    share = counts * size / len(y)
    taken = np.maximum(1, np.floor(share).astype(int))
    while taken.sum() != size:  # quotas round to another total: adjust those with the largest or smallest remainders
        gap = share - taken
        if taken.sum() < size:
            taken[np.argmax(np.where(taken < counts, gap, -np.inf))] += 1
        else:
            taken[np.argmin(np.where(taken > 1, gap, np.inf))] -= 1
    rows = [rng.choice(np.flatnonzero(which == c), taken[c], replace=False) for c in range(len(classes))]
    return np.sort(np.concatenate(rows))
