"""Core vector machines and core vector regression: kernel machines as minimum enclosing balls."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted, validate_data

from rffviz.kernels import Gaussian, Kernel
from rffviz.predict.enclosing_ball import BallStep, enclosing_ball_steps
from rffviz.validation import (
    Refusal,
    at_least_two_classes,
    dense_features,
    numeric_target,
    points,
    positive_number,
    whole_number,
)

_BLOCK_VALUES = 2**22
_CONSTANT = 1e-4  # how much z(x)·z(x) of features may vary, relatively


def core_vector_steps(
    X, y, kernel=None, C: float = 1.0, epsilon: float = 1e-3, random_state: int = 0, n_candidates: int | None = 59
) -> Iterator[BallStep]:
    """The ball of a core vector machine of two classes, growing.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of shape (n,)
        −1 and 1, both there.
    kernel, C, epsilon, random_state, n_candidates
        As in `CoreVectorClassifier`.

    Yields
    ------
    BallStep
        Its indices are rows of X.

    Raises
    ------
    ValueError
        For arguments outside their ranges, or where z(x)·z(x) is not constant.

    Source: Tsang, Kwok & Cheung 2005, "Core vector machines", section 4.
    """
    X = points("X", X, min_points=2)
    y = points("y", np.reshape(y, (-1, 1)))[:, 0]
    if len(y) != len(X) or set(np.unique(y)) != {-1.0, 1.0}:
        raise Refusal(f"y must be −1 and 1 for each of the {len(X)} points, both there, got {np.unique(y)[:5]}.")
    C, epsilon = positive_number("C", C), positive_number("epsilon", epsilon)
    rng = np.random.default_rng(whole_number("random_state", random_state, low=0))
    space = _Space(kernel, X)
    return _classifier_steps(space, y, C, epsilon, rng, _candidates(n_candidates))


class CoreVectorClassifier(ClassifierMixin, BaseEstimator):
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
    random_state : int, default 0
        Of the first point and the samples.
    n_candidates : int or None, default 59
        Points looked at for the next core vector; before stopping all are looked at. None looks at all always.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    core_indices_ : list of ndarray of int
        The core sets, rows of the training points; one, or one a class (one against the rest).
    n_core_vectors_ : int
        Different points in them.
    n_iter_ : int
        Steps, over all balls.
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
        In `fit`, for arguments outside their ranges, one class alone, or features of varying z(x)·z(x).

    Notes
    -----
    Known bias: ε is relative to R, not to the margin. R² tends to k(0) + 1 + 1/C and the margin αᵀK̃α to 0 as the
    points or C grow, so that with much data an ε that is not far below the margin stops before the machine is trained:
    that, and no more, is why the core set does not grow with N (Loosli & Canu 2007, "Comments on the core vector
    machines"). Compare 2 + 1/C − R² with 2ε(2 + 1/C) for a kernel, and lower ε where it is not well
    above. About c³ operations for c core vectors, and N·c once at the end.

    Source: Tsang, Kwok & Cheung 2005, "Core vector machines: fast SVM training on very large data sets".
    """

    def __init__(self, kernel=None, C=1.0, epsilon=1e-3, random_state=0, n_candidates=59):
        self.kernel = kernel
        self.C = C
        self.epsilon = epsilon
        self.random_state = random_state
        self.n_candidates = n_candidates

    def fit(self, X, y):
        """Grow one ball, or one for each class against the rest."""
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        C, epsilon = positive_number("C", self.C), positive_number("epsilon", self.epsilon)
        rng = np.random.default_rng(whole_number("random_state", self.random_state, low=0))
        candidates = _candidates(self.n_candidates)
        self.classes_ = at_least_two_classes(y)
        which = np.searchsorted(self.classes_, y)
        space = _Space(self.kernel, X)
        positives = (1,) if len(self.classes_) == 2 else range(len(self.classes_))
        self.core_indices_, radii, columns, self.n_iter_ = [], [], [], 0
        for positive in positives:
            signs = np.where(which == positive, 1.0, -1.0)
            *earlier, step = _classifier_steps(space, signs, C, epsilon, rng, candidates)
            self.n_iter_ += len(earlier) + 1
            column = np.zeros(len(X))
            margin = space.constant + 1 + 1 / C - step.radius**2  # αᵀK̃α
            column[step.core] = step.weights * signs[step.core] / margin
            columns.append(column)
            radii.append(step.radius)
            self.core_indices_.append(step.core)
        self.radii_ = np.array(radii)
        self._keep(space, np.unique(np.concatenate(self.core_indices_)), np.stack(columns, axis=1))
        return self

    def _keep(self, space, core, coefficients):
        self.space_ = space.without_points()
        self.n_core_vectors_ = len(core)
        self.core_points_ = space.Z[core]
        self.dual_coef_ = coefficients[core]
        self.intercept_ = self.dual_coef_.sum(axis=0)

    def decision_function(self, X):
        """f at the rows of X: shape (n,) for two classes, else (n, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        values = self.space_.combine(X, self.core_points_, self.dual_coef_) + self.intercept_
        return values[:, 0] if values.shape[1] == 1 else values

    def predict(self, X):
        """The class with the largest f."""
        values = self.decision_function(X)
        which = (values > 0).astype(int) if values.ndim == 1 else values.argmax(axis=1)
        return self.classes_[which]


class CoreVectorRegressor(RegressorMixin, BaseEstimator):
    """Core vector regression: f(x) = C Σ_i (λ_i − λ*_i)(k(x_i, x) + 1), support vector regression as a ball.

    Minimises ‖w‖² + b² + (C/(μN)) Σ(ξ_i² + ξ*_i²) + 2C t over functions, slacks and the tube's half-width t, with y in
    units of its standard deviation. Its dual is max (2/C)·[y, −y]·λ̃ − λ̃ᵀK̃λ̃ over the simplex, with
    k̃ = ±(k_ij + 1) + [i = j]μN/C over 2N points: a centre-constrained ball.

    Parameters
    ----------
    kernel : Kernel or transformer, default None
        As in `CoreVectorClassifier`.
    C : float, default 100.0
        Above 0. The penalty of the squared slacks' mean is μ/C: it is the λ of ridge regression.
    mu : float, default 0.1
        μ > 0, the mean excess over the tube: (1/N)Σ(ξ_i + ξ*_i) = μ at the solution, in standard deviations of y. The
        tube follows from it.
    epsilon : float, default 1e-3
        ε > 0: no point is farther from the centre than (1 + ε)R. A point's residual may then exceed what the tube and
        its slack allow by about CεR² ≥ ε(2C + μN), in standard deviations of y.
    random_state : int, default 0
    n_candidates : int or None, default 59
        As in `CoreVectorClassifier`.

    Attributes
    ----------
    core_indices_ : ndarray of int
        Rows of the training points in the core set.
    n_core_vectors_ : int
    n_iter_ : int
    radius_ : float
        R, of the ball with the constant η at its smallest, k(0) + 1 + μN/C + (2/C) max|y|.
    tube_ : float
        t, in units of y.
    core_points_ : ndarray of shape (n_core_vectors_, d or n_features)
    dual_coef_ : ndarray of shape (n_core_vectors_,)
        C(λ_i − λ*_i), in units of y.
    target_mean_, target_scale_ : float
        Mean of y, taken out before and added to every prediction, and its standard deviation.

    Raises
    ------
    ValueError
        In `fit`, for arguments outside their ranges, or features of varying z(x)·z(x).

    Source: Tsang, Kwok & Lai 2005, "Core vector regression for very large regression problems", sections 2 and 3; the
    standard deviation as unit of y is this project's.
    """

    def __init__(self, kernel=None, C=100.0, mu=0.1, epsilon=1e-3, random_state=0, n_candidates=59):
        self.kernel = kernel
        self.C = C
        self.mu = mu
        self.epsilon = epsilon
        self.random_state = random_state
        self.n_candidates = n_candidates

    def fit(self, X, y):
        """Grow the ball."""
        X, y = validate_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        C, mu = positive_number("C", self.C), positive_number("mu", self.mu)
        epsilon = positive_number("epsilon", self.epsilon)
        rng = np.random.default_rng(whole_number("random_state", self.random_state, low=0))
        candidates = _candidates(self.n_candidates)
        space = _Space(self.kernel, X)
        self.target_mean_ = float(np.mean(y, dtype=np.float64))
        self.target_scale_ = float(np.std(y, dtype=np.float64))  # 0 makes every coefficient 0
        unit = self.target_scale_ or 1.0
        target = (y - self.target_mean_) / unit
        *earlier, step = _regressor_steps(space, target, C, mu, epsilon, rng, candidates)
        self.n_iter_ = len(earlier) + 1
        n = len(X)
        signed = np.bincount(step.core % n, step.weights * np.where(step.core < n, 1.0, -1.0), minlength=n)
        core = np.unique(step.core % n)
        self.space_ = space.without_points()
        self.core_indices_ = core
        self.n_core_vectors_ = len(core)
        self.core_points_ = space.Z[core]
        self.dual_coef_ = C * signed[core] * self.target_scale_
        self.intercept_ = float(self.dual_coef_.sum())
        self.radius_ = step.radius
        self.tube_ = self._tube(target, step, unit, mu)
        return self

    def _tube(self, target, step, unit, mu):
        """t = ±(y − f) − ξ at every point of positive weight; their weighted mean, since the ball is approximate."""
        n = len(target)
        sign, rows = np.where(step.core < n, 1.0, -1.0), step.core % n
        place = np.searchsorted(self.core_indices_, rows)
        f = self.space_.combine_features(self.core_points_, self.core_points_, self.dual_coef_) + self.intercept_
        excess = sign * (target[rows] - f[place] / unit) - mu * n * step.weights
        return float(step.weights @ excess) * self.target_scale_

    def predict(self, X):
        """f at the rows of X, float64 of shape (n,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self.space_.combine(X, self.core_points_, self.dual_coef_) + self.intercept_ + self.target_mean_


class _Space:
    """Where the inner products are: those of a kernel, or of fitted features; k(x, x) checked to be constant."""

    def __init__(self, kernel, X):
        kernel = Gaussian() if kernel is None else kernel
        self.features = None
        if isinstance(kernel, Kernel):
            self.kernel, self.Z, self.constant = kernel, X, 1.0
            return
        if not (hasattr(kernel, "fit") and hasattr(kernel, "transform")):
            raise Refusal(f"kernel must be a kernel of rffviz.kernels, a transformer or None, got {kernel!r}.")
        self.kernel = None
        self.features = clone(kernel).fit(X)
        self.Z = dense_features(self.features.transform(X))
        squares = np.einsum("ij,ij->i", self.Z, self.Z)
        self.constant = float(squares.mean())
        if not np.ptp(squares) <= _CONSTANT * self.constant:
            raise Refusal(
                "kernel must have features of constant z(x)·z(x), as the paired map has, "
                f"got values from {squares.min():.3g} to {squares.max():.3g}."
            )

    def without_points(self):
        kept = object.__new__(_Space)
        kept.kernel, kept.features, kept.constant = self.kernel, self.features, self.constant
        return kept

    def between(self, A, B):
        return self.kernel(A, B) if self.features is None else A @ B.T

    def rows(self, some, others):
        """k between training points."""
        return self.between(self.Z[some], self.Z[others])

    def combine(self, X, core, coefficients):
        """Σ_i coefficients_i k(x_i, x), in blocks of rows."""
        if self.features is not None:
            X = dense_features(self.features.transform(X))
        return self.combine_features(X, core, coefficients)

    def combine_features(self, Z, core, coefficients):
        height = max(1, _BLOCK_VALUES // len(core))
        return np.concatenate([self.between(Z[i : i + height], core) @ coefficients for i in range(0, len(Z), height)])


def _classifier_steps(space, y, C, epsilon, rng, n_candidates):
    def gram(some, others):
        return y[some][:, None] * y[others] * (space.rows(some, others) + 1)

    n = len(y)
    squared_norms = np.full(n, space.constant + 1 + 1 / C)
    first = _farthest(gram, n, int(rng.integers(n)), rng, n_candidates)
    start = (first, _farthest(gram, n, first, rng, n_candidates))
    return enclosing_ball_steps(gram, squared_norms, 1 / C, start, epsilon, rng, n_candidates)


def _regressor_steps(space, y, C, mu, epsilon, rng, n_candidates):
    """Points i < N have the sign 1 and the weight λ, those from N on the sign −1 and λ*."""
    n = len(y)
    sign = np.repeat([1.0, -1.0], n)
    linear = 2 / C * np.concatenate([y, -y])
    constant = space.constant + 1 + mu * n / C

    def gram(some, others):
        return sign[some][:, None] * sign[others] * (space.rows(some % n, others % n) + 1)

    squared_norms = constant + linear.max() + linear  # η + c_i, so that Δ_i = η + c_i − k̃_ii is nowhere negative
    start = (int(np.argmax(linear[:n])), n + int(np.argmin(linear[:n])))  # the largest and the smallest y
    return enclosing_ball_steps(gram, squared_norms, mu * n / C, start, epsilon, rng, n_candidates)


def _farthest(gram, n, index, rng, n_candidates):
    """The point of least product with a given one, the farthest since all have one norm; of a sample where asked."""
    others = np.delete(np.arange(n), index)
    if n_candidates is not None and n_candidates < len(others):
        others = rng.choice(others, n_candidates, replace=False)
    return int(others[np.argmin(gram(np.array([index]), others)[0])])


def _candidates(n_candidates):
    return None if n_candidates is None else whole_number("n_candidates", n_candidates)
