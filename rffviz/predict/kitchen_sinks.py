"""Random kitchen sinks: weighted sums of random features, with a bound on each weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import Tags

from rffviz.features import offset_map
from rffviz.foundation.decisions import LargestValueClassifier, against_the_rest, in_blocks
from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import (
    Seed,
    at_least_two_classes,
    new_points,
    numeric_target,
    one_of,
    positive_number,
    seed_number,
    training_data,
    whole_number,
)
from rffviz.kernels import Gaussian, HoldsKernel, Kernel, a_kernel
from rffviz.samplers import draw

LOSSES = ("squared", "squared_hinge")
_FEW, _MOST_STEPS = 500, 5000  # most weights and steps of the active-set method, which then takes at most a few seconds
_TIGHT = 1e-3  # a weight within this relative distance of its bound counts as being at it


def bounded_weights(Z: np.ndarray, y: np.ndarray, largest: float, loss: str = "squared") -> np.ndarray:
    """Minimise the mean loss of Zα over |α_k| ≤ `largest`.

    Parameters
    ----------
    Z : array of shape (n, m)
    y : array of shape (n,)
        Targets, or −1 and 1 for "squared_hinge".
    largest : float
        The bound of every weight, above 0.
    loss : {"squared", "squared_hinge"}
        (z·α − y)², by scipy's `lsq_linear`: its interior-point method, and its active-set method where that does not
        converge; or max(0, 1 − y z·α)², the smooth hinge, by L-BFGS-B.

    Notes
    -----
    The problem is convex, so the result is the minimum. For "squared", QR first reduces Z to m + 1 rows: O(nm² + m³).
    """
    Z, y = np.asarray(Z, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if loss == "squared":
        if len(Z) > Z.shape[1] + 1:
            R: Any = np.linalg.qr(np.column_stack([Z, y]), mode="r")
            Z, y = R[:, :-1], R[:, -1]
        bounds = -largest, largest
        solution = optimize.lsq_linear(Z, y, bounds, tol=1e-12, lsq_solver="exact")
        if solution.status == 0 and Z.shape[1] <= _FEW:  # else not converged, as with more weights than rows
            solution = optimize.lsq_linear(Z, y, bounds, tol=1e-12, method="bvls", max_iter=_MOST_STEPS)
        return solution.x

    def value(scaled: np.ndarray) -> tuple[float, np.ndarray]:
        # weights in units of the bound, so that L-BFGS-B works with numbers of order 1
        slack = np.maximum(1 - y * (Z @ scaled) * largest, 0)
        return slack @ slack / len(y), -2 * largest / len(y) * (Z.T @ (y * slack))

    bounds = optimize.Bounds(-np.ones(Z.shape[1]), np.ones(Z.shape[1]))
    settings = {"maxiter": 5000, "maxfun": 20_000, "ftol": 1e-14, "gtol": 1e-9}
    start = np.zeros(Z.shape[1])
    return largest * optimize.minimize(value, start, jac=True, method="L-BFGS-B", bounds=bounds, options=settings).x


class _KitchenSinks(HoldsKernel, BaseEstimator):
    """Base of both estimators: the settings, and the features φ_k(x) = cos(ω_k·x + b_k)."""

    _features_each = 1

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _draw(self, X: np.ndarray) -> float:
        kernel = a_kernel(self.kernel, Gaussian())
        n_freqs = whole_number("n_freqs", self.n_freqs)
        bound = positive_number("bound", self.bound)
        rng = np.random.default_rng(seed_number("random_state", self.random_state))
        sample = draw("monte_carlo", kernel, X.shape[1], n_freqs, rng, with_phases=True)
        self.frequencies_, self.phases_ = sample.W, sample.phases
        return bound / n_freqs

    def _features(self, X: np.ndarray) -> np.ndarray:
        """cos(ω_k·x + b_k), float64: the offset map with its √2 and 1/√m taken out."""
        phases: Any = self.phases_  # drawn with the frequencies
        return offset_map(X, self.frequencies_, phases, np.full(len(self.frequencies_), 0.5), dtype=np.float64)

    def _keep(self, coefficients: np.ndarray, largest: float) -> None:
        self.coef_ = coefficients
        self.n_at_bound_ = int(np.count_nonzero(np.abs(coefficients) >= (1 - _TIGHT) * largest))

    def _values(self, X: MatrixLike) -> np.ndarray:
        X = new_points(self, X)
        return in_blocks(lambda some: self._features(some) @ self.coef_, X, len(self.frequencies_))


@dataclass(eq=False, repr=False)
class KitchenSinkRegressor(RegressorMixin, _KitchenSinks):
    """Least squares on random features with bounded weights: f(x) = s Σ_k α_k cos(ω_k·x + b_k) + mean(y), |α_k| ≤ C/m.

    A bound on the weights, rather than a penalty on their squares, keeps f from fitting the noise: f lies within Cs of
    the mean, and as m grows the class becomes that of f = ∫ α(ω) φ(x; ω) dω with |α| ≤ Cp.

    Parameters
    ----------
    kernel : Kernel, default None
        The frequencies are drawn from its spectral measure p. None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        m, the number of frequencies and of features.
    bound : float, default 30.0
        C > 0, in standard deviations s of y.
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d)
    phases_ : ndarray of shape (m,)
        Uniform on [0, 2π).
    coef_ : ndarray of shape (m,)
        sα, in units of y.
    n_at_bound_ : int
        How many weights are at their bound.
    target_mean_, target_scale_ : float
        Mean and standard deviation s of y.

    Source: Rahimi & Recht 2009, "Weighted sums of random kitchen sinks", Algorithm 1 (not verified against the paper);
    the mean and the unit of y are this project's.
    """

    kernel: Kernel | None = None
    n_freqs: int = 100
    bound: float = 30.0
    random_state: Seed = None

    def fit(self, X: MatrixLike, y: ArrayLike) -> Self:
        """Draw the features and solve for the weights."""
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True)
        largest = self._draw(X)
        self.target_mean_ = float(np.mean(y, dtype=np.float64))
        self.target_scale_ = float(np.std(y, dtype=np.float64))  # for a constant y it is 0, and so is every weight
        target = (y - self.target_mean_) / (self.target_scale_ or 1.0)
        self._keep(bounded_weights(self._features(X), target, largest), largest)
        self.coef_ = self.coef_ * self.target_scale_
        return self

    def predict(self, X: MatrixLike) -> np.ndarray:
        """f at the rows of X, float64 of shape (n,)."""
        return self._values(X) + self.target_mean_


@dataclass(eq=False, repr=False)
class KitchenSinkClassifier(LargestValueClassifier, _KitchenSinks):
    """Classification by random features with bounded weights: the sign of f(x) = Σ_k α_k cos(ω_k·x + b_k), |α_k| ≤ C/m.

    Parameters
    ----------
    kernel, n_freqs, random_state
        As in `KitchenSinkRegressor`.
    bound : float, default 30.0
        C > 0.
    loss : {"squared", "squared_hinge"}, default "squared"
        The targets are −1 and 1. "squared_hinge" is the smooth hinge, max(0, 1 − y f)².

    Attributes
    ----------
    classes_ : ndarray
    coef_ : ndarray of shape (m,) or (m, n_classes)
        With more than two classes, one column for each against the rest.
    frequencies_, phases_, n_at_bound_
        As in `KitchenSinkRegressor`.

    Source: Rahimi & Recht 2009, "Weighted sums of random kitchen sinks", Algorithm 1 and section 4 (not verified
    against the paper).
    """

    kernel: Kernel | None = None
    n_freqs: int = 100
    bound: float = 30.0
    loss: str = "squared"
    random_state: Seed = None

    def fit(self, X: MatrixLike, y: ArrayLike) -> Self:
        """Draw the features and solve for the weights."""
        X, y = training_data(self, X, y, dtype=np.float64)
        one_of("loss", self.loss, LOSSES)
        largest = self._draw(X)
        self.classes_ = at_least_two_classes(y)
        Z = self._features(X)
        columns = [bounded_weights(Z, signs, largest, self.loss) for signs in against_the_rest(y, self.classes_).T]
        self._keep(columns[0] if len(columns) == 1 else np.stack(columns, axis=1), largest)
        return self
