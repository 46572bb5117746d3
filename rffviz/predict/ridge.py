"""Ridge regression on features, in memory that does not grow with the number of points."""

from __future__ import annotations

from copy import copy
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from rffviz.features import RandomBinningFeatures, RandomFourierFeatures
from rffviz.foundation.arguments import NamesArguments
from rffviz.foundation.matrix_like import MatrixLike, transformed, without_frames
from rffviz.foundation.threads import one_thread_if_small
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    flag,
    new_points,
    non_negative_number,
    numeric_target,
    points,
    positive_number,
    row_weights,
    training_data,
)
from rffviz.kernels import Kernel
from rffviz.predict.normal_equations import (
    NormalEquations,
    multiply_in_double,
    solve_shifted,
    sparse_weights,
    times_rows,
)
from rffviz.predict.sameness import same

_CHUNK_VALUES = 2**22  # features held at a time: 16 MB in float32
_MAX_CHUNK = 16_384


def ridge_weights(Z: ArrayLike, y: np.ndarray, ridge: float) -> np.ndarray:
    """Minimise (1/n)‖Zw − y‖² + λ‖w‖², that is w = (ZᵀZ + nλI)⁻¹Zᵀy.

    Parameters
    ----------
    Z : array of shape (n, n_features)
    y : array of shape (n,) or (n, n_targets)
    ridge : float
        λ ≥ 0, as in the K + nλI of kernel ridge regression. 0 is least squares, of minimum norm where it is not unique.

    Returns
    -------
    ndarray of shape (n_features,) or (n_features, n_targets), float64

    Notes
    -----
    Computed in float64 in the smaller of the two spaces, as Zᵀ(ZZᵀ + nλI)⁻¹y where n is at most n_features. With M the
    larger and m the smaller of the two it costs O(Mm²).

    Source: Rahimi & Recht 2007, section 5 (there nλ is called λ).
    """
    Z = points("Z", Z)
    y = _target(y, len(Z))
    ridge = non_negative_number("ridge", ridge)
    if ridge == 0:
        return np.linalg.lstsq(Z, y, rcond=None)[0]
    shift = len(Z) * ridge
    if len(Z) <= Z.shape[1]:
        return Z.T @ solve_shifted(Z @ Z.T, y, shift)
    return solve_shifted(Z.T @ Z, Z.T @ y, shift)


class _Evidence:
    """Bayesian linear regression on features: w ~ N(0, s²I), noise of variance σ² = nλs².

    Parameters
    ----------
    known : array
        The features of the training points, (n, M), or their ZᵀZ.
    shift : float
        nλ.
    noise : array of shape (n_targets,)
        σ² of maximum likelihood, (t − t̄)ᵀ(I − H)(t − t̄)/n with t̂ = Ht the fit.
    summed : bool
        Whether ZᵀZ is known.
    """

    def __init__(self, known: np.ndarray, shift: float, noise: np.ndarray, summed: bool) -> None:
        self.known, self.shift, self.noise, self.summed = known, shift, noise, summed

    def share(self, Z: np.ndarray) -> np.ndarray:
        """The posterior variance of w·z over σ², z·(ZᵀZ + nλI)⁻¹z, for rows z, shape (n,)."""
        known, Z = (np.asarray(each, dtype=np.float64) for each in (self.known, Z))
        if self.summed:
            return np.maximum(np.einsum("ij,ji->i", Z, solve_shifted(known, Z.T, self.shift)), 0.0)
        prior, cross = np.einsum("ij,ij->i", Z, Z), known @ Z.T
        explained = np.einsum("ij,ij->j", cross, solve_shifted(known @ known.T, cross, self.shift))
        return np.maximum(prior - explained, 0.0) / self.shift


class RidgeOnFeatures(NamesArguments, BaseEstimator):
    """Base of regression and classification: a feature map, and least squares on it for one or several targets.

    Subclasses turn y into numeric targets, and the fitted values into predictions. A map that looks at y can
    tell the task: it is given floats for regression, and classes that are never floats.
    """

    _equations: Any  # the sums of `partial_fit`, or None after `fit`
    _summed: Any  # the map of these sums, before it was fitted
    _weights: Any  # (n_features, n_targets), or None until first needed
    _evidence: Any  # None until it is known, and for sparse features

    def __init__(
        self, features: Any = None, ridge: float = 1e-3, tolerance: float = 1e-8, random_state: Seed = None
    ) -> None:
        self.features = features
        self.ridge = ridge
        self.tolerance = tolerance
        self.random_state = random_state

    def _fit_targets(self, X: MatrixLike, y: np.ndarray, T: np.ndarray, sample_weight: ArrayLike | None) -> Self:
        """Fit the map on (X, y) and the weights on (X, T), T of shape (n,) or (n, n_targets)."""
        ridge, tolerance = self._settings()
        X, y, T, given = _counted(X, y, T, sample_weight)
        self.features_ = self._map()
        self._equations = None
        # sparse features are computed all at once: they take less memory than their Gram matrix
        binned = isinstance(self.features_, RandomBinningFeatures)  # fit_transform saves a second lookup of bins
        with without_frames():
            Z: Any = self.features_.fit_transform(X, y) if binned else None
            first = Z if binned else transformed(self.features_.fit(X, y), X[:1])
        columns = T.reshape(len(T), -1).astype(np.float64)
        mean = np.average(columns, axis=0, weights=given)
        self.target_mean_ = mean if T.ndim > 1 else float(mean[0])
        smaller, larger = sorted((X.shape[0], first.shape[1]))
        with one_thread_if_small(larger * smaller**2 + X.size * first.shape[1]):
            self._weights = self._solved(X, Z, first, columns, given, mean, (ridge, tolerance))
        return self

    def _solved(
        self,
        X: Any,
        Z: Any,
        first: Any,
        columns: np.ndarray,
        given: np.ndarray | None,
        mean: np.ndarray,
        settings: tuple[float, float],
    ) -> np.ndarray:
        """The weights for targets `columns`; Z are the features if already computed, `first` those of the first row."""
        ridge, tolerance = settings
        count = X.shape[0] if given is None else given.sum()
        self._evidence = None
        if not sparse.issparse(first) and X.shape[0] > first.shape[1]:
            equations = self._sum(NormalEquations(mean, multiply_in_double(ridge)), X, columns, given)
            weights = equations.weights(ridge)
            self._evidence = _Evidence(equations.gram, count * ridge, equations.residual(weights) / count, True)
            return weights
        with without_frames():
            Z, T = transformed(self.features_, X) if Z is None else Z, columns - mean
        if given is not None:
            root = np.sqrt(given)[:, None]
            Z, T, ridge = times_rows(Z, root), T * root, ridge * given.mean()
        if sparse.issparse(first):
            return sparse_weights(Z, T, ridge, tolerance)
        weights = ridge_weights(Z, T, ridge)  # Z is no larger than ZᵀZ
        residual = np.maximum(np.einsum("ij,ij->j", T, T - Z @ weights), 0.0)
        self._evidence = _Evidence(Z, len(Z) * ridge, residual / count, False)
        return weights

    def _partial_fit_targets(
        self, X: MatrixLike, y: np.ndarray, T: np.ndarray, sample_weight: ArrayLike | None
    ) -> Self:
        """Add (X, T) to the sums of earlier calls; the first call fits the map."""
        ridge, tolerance = self._settings()
        X, y, T, given = _counted(X, y, T, sample_weight)
        columns = T.reshape(len(T), -1).astype(np.float64)
        equations = getattr(self, "_equations", None)
        if equations is None:
            self._summed = self._map()
            with without_frames():
                self.features_ = self._map().fit(X, y)
            equations = self._equations = NormalEquations(columns.mean(axis=0), multiply_in_double(ridge))
        elif (before := getattr(self, "_summed", None)) is not None and not same(before, self._map()):
            raise Refusal(f"features must stay those of the first partial_fit, {before!r}, got {self.features!r}.")
        if columns.shape[1] != len(equations.reference):
            raise Refusal(f"y must have {len(equations.reference)} targets as before, got {columns.shape[1]}.")
        self._sum(equations, X, columns, given)
        self._know(equations, (ridge, tolerance), T.ndim == 1)
        return self

    def merge(self, other: Any) -> Self:
        """A model of the rows of both, as if one `partial_fit` had seen them all; neither of the two is changed.

        Rows can thus be shared among processes: each calls `partial_fit` on its own, and the models are merged in any
        order, such as a tree. The weights depend on the rows only through sums: ZᵀZ = Z₁ᵀZ₁ + Z₂ᵀZ₂, and Zᵀy, Σz and Σy
        in the same way.

        Parameters
        ----------
        other : model of the same class
            Fitted by `partial_fit`, as this one must be: `fit` keeps no sums. It must have the same fitted feature map,
            ridge, number of targets and classes.

        Returns
        -------
        model
            It can be pickled, merged again, and fitted on more rows.

        Raises
        ------
        ValueError
            If `other` does not meet these conditions.

        Notes
        -----
        O(n_features²) operations and memory, whatever the number of rows; the weights are solved for only when first
        needed. Sums are float64, with each y relative to a reference near its block's mean: the order of merging
        changes the weights by rounding only.

        All models must have the same map. One that is fitted first and frozen (scikit-learn's ``FrozenEstimator``) is
        the same in all processes; maps that do not look at the data are the same under one seed, too. `FeatureRidge`
        has an example.
        """
        if type(other) is not type(self):
            raise Refusal(f"other must be a {type(self).__name__}, got {type(other).__name__}.")
        if getattr(self, "_equations", None) is None:
            raise Refusal("the model must have seen rows by partial_fit to be merged, got one that keeps no sums.")
        if getattr(other, "_equations", None) is None:
            raise Refusal("other must be a model that has seen rows by partial_fit, got one that keeps no sums.")
        (ridge, _), (others, _) = self._solved_with, other._solved_with
        if others != ridge:
            raise Refusal(f"other must be of ridge = {ridge:g} as this model is, got {others:g}.")
        shape, another = np.shape(self.target_mean_), np.shape(other.target_mean_)
        if another != shape:
            raise Refusal(f"other must be of targets of shape {shape} for each row, got {another}.")
        if not same(getattr(self, "classes_", None), getattr(other, "classes_", None)):
            raise Refusal(f"other must be of the classes {list(self.classes_)}, got {list(other.classes_)}.")
        if not same(self.features_, other.features_):
            raise Refusal(
                "other must be of the same fitted feature map, frequencies and all, such as one frozen before both, "
                f"got another {type(other.features_).__name__}."
            )
        merged, reference = copy(self), self._equations.reference
        merged._equations = NormalEquations.total([self._equations, other._equations.less(reference)])
        merged._know(merged._equations, self._solved_with, shape == ())
        return merged

    def _know(self, equations: NormalEquations, settings: tuple[float, float], flat: bool) -> None:
        """Store the equations from which `coef_` is solved when first needed, O(n_features³)."""
        self._weights, self._solved_with, self._evidence = None, settings, None
        self.target_mean_ = float(equations.target_mean[0]) if flat else equations.target_mean

    @property
    def coef_(self) -> np.ndarray:
        """The weights; after `partial_fit` or `merge` they are solved for on first access."""
        check_is_fitted(self)
        if self._weights is None:
            self._weights = self._equations.weights(*self._solved_with)
        return self._weights[:, 0] if np.ndim(self.target_mean_) == 0 else np.ascontiguousarray(self._weights.T)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True  # where the map takes it
        return tags

    def _settings(self) -> tuple[float, float]:
        return non_negative_number("ridge", self.ridge), positive_number("tolerance", self.tolerance)

    def _map(self) -> Any:
        if self.features is None:
            return RandomFourierFeatures(random_state=self.random_state)
        if isinstance(self.features, type) or not hasattr(self.features, "transform"):
            raise Refusal(
                f"features must be a transformer x → z(x) or None, got {self.features!r}{_said(self.features)}"
            )
        return clone(self.features)

    def _sum(self, equations: NormalEquations, X: Any, columns: np.ndarray, given: Any) -> NormalEquations:
        with without_frames(assume_finite=True):  # X has been checked already
            for rows in _chunks(self.features_, X, equations.dense_width):
                weights = None if given is None else given[rows]
                equations.add(transformed(self.features_, X[rows]), columns[rows], weights)
        return equations

    @property
    def noise_variance_(self) -> Any:
        """The variance of the noise in the Gaussian model: a float, or one for each target."""
        variance = self._known_evidence().noise
        return float(variance[0]) if np.ndim(self.target_mean_) == 0 else variance

    def _known_evidence(self) -> _Evidence:
        """What the standard deviation is computed from; after `partial_fit` it is found when first needed."""
        check_is_fitted(self)
        ridge, equations = positive_number("ridge", self.ridge), getattr(self, "_equations", None)
        if self._evidence is None and equations is not None and not sparse.issparse(equations.gram):
            ridge, weights, count = self._solved_with[0], self.coef_.T, equations.n_rows
            residual = equations.residual(weights.reshape(len(weights), -1))
            self._evidence = _Evidence(equations.gram, count * ridge, residual / count, True)
        if self._evidence is None:
            raise Refusal("features must be dense for a standard deviation, got sparse ones.")
        return self._evidence

    def _deviations(self, X: MatrixLike) -> np.ndarray:
        """The posterior standard deviation of f at the rows of X, (n,) or (n, n_targets)."""
        evidence, X = self._known_evidence(), new_points(self, X, (np.float64, np.float32))
        with without_frames(assume_finite=True):
            parts = [evidence.share(transformed(self.features_, X[rows])) for rows in _chunks(self.features_, X)]
        deviations = np.sqrt(np.outer(np.concatenate(parts), evidence.noise))
        return deviations[:, 0] if np.ndim(self.target_mean_) == 0 else deviations

    def _values(self, X: MatrixLike) -> np.ndarray:
        """w·z(x) + mean at the rows of X, float64 of shape (n,) or (n, n_targets)."""
        X, weights = new_points(self, X, (np.float64, np.float32)), self.coef_.T
        # a row has at most as many features as there are weights: few points fit one chunk without counting
        few = X.shape[0] <= min(_MAX_CHUNK, _CHUNK_VALUES // len(weights))
        with without_frames(assume_finite=True):  # X has been checked already
            chunks = [slice(0, X.shape[0])] if few else _chunks(self.features_, X)
            parts = [transformed(self.features_, X[rows]) @ weights for rows in chunks]
        return np.concatenate(parts) + self.target_mean_


class FeatureRidge(RegressorMixin, RidgeOnFeatures):
    """Ridge regression on a feature map: f(x) = w·z(x) + mean(y), w = (ZᵀZ + nλI)⁻¹Zᵀ(y − mean(y)).

    Parameters
    ----------
    features : transformer, default None
        Turns points into features, dense or sparse; it is cloned, and fitted on the data, an array without names of
        columns: what takes columns by name stands before, in a pipeline. None is `RandomFourierFeatures()`.
    ridge : float, default 1e-3
        λ ≥ 0 in (1/n)‖Zw − y‖² + λ‖w‖², the same λ as in `ExactKernelRidge`.
    tolerance : float, default 1e-8
        For sparse features, where conjugate gradients stop: residual of the normal equations relative to Zᵀy.
    random_state : int, RandomState, Generator or None, default None
        Of the features if `features` is None; given ones have their own.

    Attributes
    ----------
    features_ : transformer
        The fitted feature map.
    coef_ : ndarray of shape (n_features,) or (n_targets, n_features)
    target_mean_ : float or ndarray of shape (n_targets,)
        Mean of y, subtracted before the fit and added to every prediction; features are not centred.
    noise_variance_ : float or ndarray of shape (n_targets,)
        σ² of `predict(X, return_std=True)`.

    Notes
    -----
    The normal equations are summed over chunks of rows: O(N·n_features² + n_features³) operations, and O(n_features²)
    memory for any N. Chunks of float32 features are multiplied in float32 and their products summed in float64; below λ
    = 10⁻⁴ they are multiplied in float64, which takes twice as long. With no more points than features the smaller dual
    system is solved instead (`ridge_weights`). λ = 0 gives the least squares solution of minimum norm; with more than
    n_features points it comes from the eigenvalues of ZᵀZ, which keep half the digits of Z.

    Sparse features, of random binning, are held all at once, O(N·n_grids), and solved for by conjugate gradients: each
    step is a pass over them, and the condition of ZᵀZ + nλI decides how many steps there are.

    Source: Rahimi & Recht 2007, section 5.

    Examples
    --------
    >>> from rffviz.datasets import load, train_test
    >>> from rffviz.features import RandomFourierFeatures
    >>> from rffviz.kernels import Gaussian
    >>> from rffviz.predict import FeatureRidge
    >>> data = train_test(load("diabetes"))
    >>> model = FeatureRidge(RandomFourierFeatures(Gaussian(4.0), n_freqs=100, random_state=0), ridge=0.01)
    >>> round(model.fit(data.X_train, data.y_train).score(data.X_test, data.y_test), 1)
    0.5

    Blocks of rows, each summed by a process of its own, and merged. Landmarks depend on the data, so the map is fitted
    first and frozen:

    >>> import numpy as np
    >>> from sklearn.frozen import FrozenEstimator
    >>> from rffviz.features import NystromFeatures
    >>> features = FrozenEstimator(NystromFeatures(Gaussian(4.0), 50, random_state=0).fit(data.X_train))
    >>> a, b, c, d = (
    ...     FeatureRidge(features, ridge=0.01).partial_fit(data.X_train[rows], data.y_train[rows])
    ...     for rows in np.array_split(np.arange(len(data.X_train)), 4)
    ... )
    >>> merged = a.merge(b).merge(c.merge(d))
    >>> whole = FeatureRidge(features, ridge=0.01).fit(data.X_train, data.y_train)
    >>> bool(np.allclose(merged.coef_, whole.coef_))
    True
    """

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit the feature map on X and the weights on (X, y), y of shape (n,) or (n, n_targets).

        A `sample_weight` s ≥ 0 counts a row s times: in the loss, in n = Σs and in mean(y). The map is fitted on the
        rows of weight above 0.
        """
        X, y = self._checked(X, y, reset=True)
        return self._fit_targets(X, y.astype(np.float64), y, sample_weight)

    def partial_fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit on these rows and on those of all earlier calls; each row is needed once, and none is stored.

        The feature map is fitted on the rows of the first call: maps that look at the data see only these, and random
        binning ignores bins that they do not fill. The result is that of `fit` on all rows, to rounding. Weights are
        solved for on first access, O(n_features³). After `fit`, which keeps no sums, it starts afresh.
        """
        X, y = self._checked(X, y, reset=getattr(self, "_equations", None) is None)
        return self._partial_fit_targets(X, y.astype(np.float64), y, sample_weight)

    def _checked(self, X: MatrixLike, y: ArrayLike, reset: bool) -> tuple[np.ndarray, np.ndarray]:
        types = (np.float64, np.float32)
        y = numeric_target(y)
        return training_data(self, X, y, reset=reset, dtype=types, y_numeric=True, multi_output=True)

    def predict(self, X: MatrixLike, return_std: bool = False) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
        """f at the rows of X, float64 of shape (n,) or (n, n_targets); with `return_std` also its standard deviation.

        It is that of f, in Bayesian linear regression on the features: f = mean(y) + w·z with w ~ N(0, s²I), and noise
        of variance σ² = nλs² in y. Var f = σ² z·(ZᵀZ + nλI)⁻¹z, with σ² of maximum likelihood, `noise_variance_`; that
        of a new y has σ² more. λ must be above 0, and the features dense. With a `sample_weight` Σs counts as
        the number of rows: with weights that sum to 1 the standard deviation is that after one row.
        """
        values = self._values(X)
        return (values, self._deviations(X)) if flag("return_std", return_std) else values

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


def _counted(
    X: Any, y: np.ndarray, T: np.ndarray, sample_weight: ArrayLike | None
) -> tuple[Any, Any, Any, np.ndarray | None]:
    """Points, their y, targets and weights, without the rows of weight 0."""
    given = row_weights(sample_weight, X.shape[0])
    if given is None or given.all():
        return X, y, T, given
    rows = np.flatnonzero(given)
    return X[rows], y[rows], T[rows], given[rows]


def _chunks(features: Any, X: Any, width: int | None = None) -> list[slice]:
    """Slices of rows whose features fit in memory; one row is transformed to count them where `width` is None."""
    if width is None:
        first = transformed(features, X[:1])
        width = max(1, first.nnz) if sparse.issparse(first) else first.shape[1]
    rows = max(1, min(_MAX_CHUNK, _CHUNK_VALUES // width))
    return [slice(start, start + rows) for start in range(0, X.shape[0], rows)]


def _said(features: object) -> str:
    """The end of a sentence about what is no transformer; names the one of a kernel."""
    if isinstance(features, Kernel):
        return f"; say RandomFourierFeatures({features!r})."
    return f"; say {features.__name__}()." if isinstance(features, type) and hasattr(features, "transform") else "."


def _target(y: ArrayLike, n: int) -> np.ndarray:
    flat = np.ndim(y) < 2
    y = points("y", np.reshape(y, (-1, 1)) if flat else y)
    if len(y) != n:
        raise Refusal(f"y must hold one number for each of the {n} points, got {len(y)}.")
    return y[:, 0] if flat else y
