"""Core vector machines and core vector regression: kernel machines as minimum enclosing balls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, RegressorMixin, clone

from rffviz.foundation.decisions import LargestValueClassifier, against_the_rest, in_blocks
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    at_least_two_classes,
    dense_features,
    new_points,
    numeric_target,
    positive_number,
    seed_number,
    training_data,
    whole_number,
)
from rffviz.kernels import Gaussian, HoldsKernel, Kernel
from rffviz.kernels.base import or_kernel
from rffviz.predict.enclosing_ball import BallStep, enclosing_ball_steps

_VARYING = 1e-4  # how much z(x)·z(x) of features may vary, relatively


class _CoreVectorMachine(HoldsKernel, BaseEstimator):
    """Base of both machines: their settings, the inner products, the core points, and the values of f."""

    def _settings(self, X: np.ndarray) -> tuple[float, float, np.random.Generator, int | None, np.ndarray]:
        """The checked C, ε, random generator and sample size, and X in the form `_between` takes."""
        C, epsilon = positive_number("C", self.C), positive_number("epsilon", self.epsilon)
        rng = np.random.default_rng(seed_number("random_state", self.random_state))
        candidates = None if self.n_candidates is None else whole_number("n_candidates", self.n_candidates)
        kernel = Gaussian() if self.kernel is None else self.kernel
        if not (isinstance(kernel, Kernel) or (hasattr(kernel, "fit") and hasattr(kernel, "transform"))):
            raise Refusal(
                f"kernel must be a kernel of rffviz.kernels, a transformer or None, got {kernel!r}{or_kernel(kernel)}"
            )
        self.kernel_ = kernel if isinstance(kernel, Kernel) else clone(kernel).fit(X)
        Z = self._points(X)
        squares = np.ones(len(X)) if isinstance(kernel, Kernel) else np.einsum("ij,ij->i", Z, Z)
        self._constant = float(squares.mean())
        if not np.ptp(squares) <= _VARYING * self._constant:
            raise Refusal(
                "kernel must have features of constant z(x)·z(x), as the paired map has, "
                f"got values from {squares.min():.3g} to {squares.max():.3g}."
            )
        return C, epsilon, rng, candidates, Z

    def _points(self, X: np.ndarray) -> np.ndarray:
        """X itself, or its features."""
        return X if isinstance(self.kernel_, Kernel) else dense_features(self.kernel_.transform(X))

    def _between(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """Inner products of points or features; `_constant` is that of each with itself."""
        return self.kernel_(A, B) if isinstance(self.kernel_, Kernel) else A @ B.T

    def _keep(self, Z: np.ndarray, core: np.ndarray, coefficients: np.ndarray) -> None:
        self.n_core_vectors_ = len(core)
        self.core_points_, self.dual_coef_ = Z[core], coefficients[core]
        self.intercept_ = self.dual_coef_.sum(axis=0)

    def _values(self, X: ArrayLike) -> np.ndarray:
        return self._combine(self._points(new_points(self, X)))

    def _combine(self, Z: np.ndarray) -> np.ndarray:
        """Σ_i β_i k(x_i, x) + b over the core points, in blocks of rows."""

        def f(some: np.ndarray) -> np.ndarray:
            return self._between(some, self.core_points_) @ self.dual_coef_ + self.intercept_

        return in_blocks(f, Z, len(self.core_points_))


@dataclass(eq=False, repr=False)
class CoreVectorClassifier(LargestValueClassifier, _CoreVectorMachine):
    """Core vector machine: f(x) = Σ_i β_i y_i (k(x_i, x) + 1), the squared-hinge SVM as an enclosing ball.

    The ball is that of points with k̃_ij = y_i y_j (k_ij + 1) + [i = j]/C, all at the distance √(k(0) + 1 + 1/C) from
    the origin; its centre's weights α give β = α/αᵀK̃α, the dual of ½‖w‖² + ½b² + (C/2) Σ max(0, 1 − y_i f(x_i))².

    Parameters
    ----------
    kernel : Kernel or transformer, default None
        A kernel, or features whose z(x)·z(x) is constant (the paired map's is, the offset map's is not); features are
        cloned, and fitted on the data. None is `Gaussian(length_scale=1.0)`.
    C : float, default 1.0
        Above 0; the price of a squared slack.
    epsilon : float, default 1e-3
        ε > 0: no point is farther from the centre than (1 + ε)R.
    random_state : int, RandomState, Generator or None, default None
        Of the first point and the samples.
    n_candidates : int or None, default 59
        Random points searched for the next core vector; all are searched before it stops. None always searches all.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    core_indices_ : list of ndarray of int
        The core sets, as rows of the training points: one, or one for each class against the rest.
    n_core_vectors_, n_iter_ : int
        Different points in the core sets, and steps over all balls.
    radii_ : ndarray
        R of each ball.
    core_points_ : ndarray of shape (n_core_vectors_, d or n_features)
    dual_coef_ : ndarray of shape (n_core_vectors_, 1 or n_classes)
        β_i y_i.
    intercept_ : ndarray of shape (1 or n_classes,)
        Σ β_i y_i.

    Raises
    ------
    ValueError
        In `fit`, also for features whose z(x)·z(x) varies.

    Notes
    -----
    Known bias: ε is relative to R, not to the margin. As the points or C grow, R² tends to k(0) + 1 + 1/C and the
    margin αᵀK̃α to 0; an ε that is not far below the margin then stops before the machine is trained. That alone is why
    the core set does not grow with N (Loosli & Canu 2007, "Comments on the core vector machines"). For a kernel,
    compare 2 + 1/C − R² with 2ε(2 + 1/C), and lower ε where the first is not well above the second. About c³ operations
    for c core vectors, and N·c once at the end.

    Source: Tsang, Kwok & Cheung 2005, "Core vector machines: fast SVM training on very large data sets".
    """

    kernel: Any = None
    C: float = 1.0
    epsilon: float = 1e-3
    random_state: Seed = None
    n_candidates: int | None = 59

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Grow one ball, or one for each class against the rest."""
        X, y = training_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        C, epsilon, rng, candidates, Z = self._settings(X)
        self.classes_ = at_least_two_classes(y)
        self.core_indices_, radii, columns, self.n_iter_ = [], [], [], 0
        for signs in against_the_rest(y, self.classes_).T:
            *earlier, step = self._steps(Z, signs, C, epsilon, rng, candidates)
            self.n_iter_ += len(earlier) + 1
            column = np.zeros(len(X))
            margin = self._constant + 1 + 1 / C - step.radius**2  # αᵀK̃α
            column[step.core] = step.weights * signs[step.core] / margin
            columns.append(column)
            radii.append(step.radius)
            self.core_indices_.append(step.core)
        self.radii_ = np.array(radii)
        self._keep(Z, np.unique(np.concatenate(self.core_indices_)), np.stack(columns, axis=1))
        return self

    def _steps(
        self, Z: np.ndarray, y: np.ndarray, C: float, epsilon: float, rng: np.random.Generator, n_candidates: int | None
    ) -> Iterator[BallStep]:
        def gram(some: np.ndarray, others: np.ndarray) -> np.ndarray:
            return y[some][:, None] * y[others] * (self._between(Z[some], Z[others]) + 1)

        n = len(y)
        squared_norms = np.full(n, self._constant + 1 + 1 / C)
        first = _farthest(gram, n, int(rng.integers(n)), rng, n_candidates)
        start = (first, _farthest(gram, n, first, rng, n_candidates))
        return enclosing_ball_steps(gram, squared_norms, 1 / C, start, epsilon, rng, n_candidates)


@dataclass(eq=False, repr=False)
class CoreVectorRegressor(RegressorMixin, _CoreVectorMachine):
    """Core vector regression: f(x) = C Σ_i (λ_i − λ*_i)(k(x_i, x) + 1), support vector regression as a ball.

    Minimises ‖w‖² + b² + (C/(μN)) Σ(ξ_i² + ξ*_i²) + 2C t over functions, slacks and the tube's half-width t, with y in
    units of its standard deviation. Its dual is max (2/C)·[y, −y]·λ̃ − λ̃ᵀK̃λ̃ over the simplex, with
    k̃ = ±(k_ij + 1) + [i = j]μN/C over 2N points: a centre-constrained ball.

    Parameters
    ----------
    kernel, random_state, n_candidates
        As in `CoreVectorClassifier`.
    C : float, default 100.0
        Above 0. The penalty of the squared slacks' mean is μ/C: it is the λ of ridge regression.
    mu : float, default 0.1
        μ > 0, the mean excess over the tube: (1/N)Σ(ξ_i + ξ*_i) = μ at the solution, in standard deviations of y. It
        determines the tube.
    epsilon : float, default 1e-3
        ε > 0: no point is farther from the centre than (1 + ε)R. A point's residual may then exceed what the tube and
        its slack allow by about CεR² ≥ ε(2C + μN), in standard deviations of y.

    Attributes
    ----------
    core_indices_ : ndarray of int
        Rows of the training points in the core set.
    n_core_vectors_, n_iter_ : int
    radius_ : float
        R, of the ball with the constant η at its smallest, k(0) + 1 + μN/C + (2/C) max|y|.
    tube_ : float
        t, in units of y.
    core_points_ : ndarray of shape (n_core_vectors_, d or n_features)
    dual_coef_ : ndarray of shape (n_core_vectors_,)
        C(λ_i − λ*_i), in units of y.
    target_mean_, target_scale_ : float
        Mean of y, subtracted first and added to every prediction, and its standard deviation.

    Source: Tsang, Kwok & Lai 2005, "Core vector regression for very large regression problems", sections 2 and 3 (not
    verified against the paper); y in units of its standard deviation is this project's.
    """

    kernel: Any = None
    C: float = 100.0
    mu: float = 0.1
    epsilon: float = 1e-3
    random_state: Seed = None
    n_candidates: int | None = 59

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Grow the ball."""
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        C, epsilon, rng, candidates, Z = self._settings(X)
        mu = positive_number("mu", self.mu)
        self.target_mean_ = float(np.mean(y, dtype=np.float64))
        self.target_scale_ = float(np.std(y, dtype=np.float64))  # for a constant y it is 0, and so is every coefficient
        unit = self.target_scale_ or 1.0
        target = (y - self.target_mean_) / unit
        *earlier, step = self._steps(Z, target, C, mu, epsilon, rng, candidates)
        self.n_iter_, self.radius_ = len(earlier) + 1, step.radius
        n = len(X)
        signed = np.bincount(step.core % n, step.weights * np.where(step.core < n, 1.0, -1.0), minlength=n)
        self.core_indices_ = np.unique(step.core % n)
        self._keep(Z, self.core_indices_, C * signed * self.target_scale_)
        self.tube_ = self._tube(target, step, unit, mu)
        return self

    def _steps(
        self,
        Z: np.ndarray,
        y: np.ndarray,
        C: float,
        mu: float,
        epsilon: float,
        rng: np.random.Generator,
        n_candidates: int | None,
    ) -> Iterator[BallStep]:
        """Points i < N have the sign 1 and the weight λ, those from N on the sign −1 and λ*."""
        n = len(y)
        sign = np.repeat([1.0, -1.0], n)
        linear = 2 / C * np.concatenate([y, -y])
        constant = self._constant + 1 + mu * n / C

        def gram(some: np.ndarray, others: np.ndarray) -> np.ndarray:
            return sign[some][:, None] * sign[others] * (self._between(Z[some % n], Z[others % n]) + 1)

        squared_norms = constant + linear.max() + linear  # η + c_i, so that Δ_i = η + c_i − k̃_ii ≥ 0
        start = (int(np.argmax(linear[:n])), n + int(np.argmin(linear[:n])))  # the largest and the smallest y
        return enclosing_ball_steps(gram, squared_norms, mu * n / C, start, epsilon, rng, n_candidates)

    def _tube(self, target: np.ndarray, step: BallStep, unit: float, mu: float) -> float:
        """t = ±(y − f) − ξ at every point of positive weight; their weighted mean, since the ball is approximate."""
        n = len(target)
        sign, rows = np.where(step.core < n, 1.0, -1.0), step.core % n
        place = np.searchsorted(self.core_indices_, rows)
        f = self._combine(self.core_points_)
        excess = sign * (target[rows] - f[place] / unit) - mu * n * step.weights
        return float(step.weights @ excess) * self.target_scale_

    def predict(self, X: ArrayLike) -> np.ndarray:
        """f at the rows of X, float64 of shape (n,)."""
        return self._values(X) + self.target_mean_


def _farthest(
    gram: Callable[[np.ndarray, np.ndarray], np.ndarray],
    n: int,
    index: int,
    rng: np.random.Generator,
    n_candidates: int | None,
) -> int:
    """The point farthest from a given one, or of a sample: that of least inner product, since all norms are equal."""
    others = np.delete(np.arange(n), index)
    if n_candidates is not None and n_candidates < len(others):
        others = rng.choice(others, n_candidates, replace=False)
    return int(others[np.argmin(gram(np.array([index]), others)[0])])
