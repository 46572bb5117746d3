"""The penalty of ridge regression on features: errors at every λ of a grid from one decomposition, and the choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg, sparse
from sklearn.base import clone

from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    one_number_each,
    points,
    positive_number,
    seed_number,
    whole_number,
)
from rffviz.predict.normal_equations import NormalEquations, multiply_in_double, sparse_weights

_CHUNK = 4096  # rows whose float32 products are summed in float64
_TOLERANCE = 1e-5  # of conjugate gradients: a few digits of the errors suffice


@dataclass(frozen=True, eq=False)
class ChosenPenalty:
    """The chosen length scale and penalty, and the errors of all candidates.

    Attributes
    ----------
    length_scale, ridge : float
    rmse : ndarray of shape (s, g)
        k-fold error of each pair.
    inside : bool
        Whether the choice lies inside both grids; at an edge a better one may lie beyond.
    """

    length_scale: float
    ridge: float
    rmse: np.ndarray
    inside: bool


def penalty_path(Z: ArrayLike, y: ArrayLike, ridges: ArrayLike) -> np.ndarray:
    """Leave-one-out errors of ridge regression at every λ of a grid, from one eigendecomposition of ZᵀZ or ZZᵀ.

    With ZᵀZ = V S Vᵀ and B = ZV (or ZZᵀ = Q S Qᵀ and B = Q√S) the fit of c = y − ȳ is Hc, H = B(S + (n − 1)λ)⁻¹Bᵀ; the
    shift is the one that `FeatureRidge` takes for n − 1 points. With the i-th point left out, from the mean as well,
    the error there is::

        e_i = (r_i(c) + c_i r_i(1)/(n − 1))/(1 − h_ii),  r(t) = t − Ht.

    Parameters
    ----------
    Z : array of shape (n, n_features)
        Dense features of n ≥ 2 points.
    y : array of shape (n,)
    ridges : sequence of float
        λ > 0, strictly increasing; g of them.

    Returns
    -------
    ndarray of shape (g, n)
        e_i = y_i − f_{−i}(x_i), for the fit of each λ to all points but the i-th.

    Notes
    -----
    O(Mm²) for the decomposition, M the larger and m the smaller of n and n_features, then O(nm) for each λ. Directions
    whose eigenvalues are rounding errors, below 10⁻¹⁶ m of the largest, are left out.

    Source: Golub, Heath & Wahba 1979 (leaving one out of a ridge regression); the correction for the mean: derived
    here.
    """
    Z = points("Z", Z, min_points=2)
    y, ridges = one_number_each("y", y, len(Z)), _increasing(ridges)
    n, width = Z.shape
    c = y - float(y.mean())
    dual = n < width
    eigenvalues, vectors = linalg.eigh(Z @ Z.T if dual else Z.T @ Z)
    kept = eigenvalues > min(n, width) * np.finfo(np.float64).eps * max(eigenvalues[-1], 0.0)
    S, V = eigenvalues[kept], vectors[:, kept]
    B = V * np.sqrt(S) if dual else Z @ V
    Bc, ones = B.T @ c, B.sum(axis=0)

    inverse = 1 / (S[:, None] + (n - 1) * ridges)
    kept_back = c[:, None] - B @ (Bc[:, None] * inverse)
    of_ones = 1 - B @ (ones[:, None] * inverse)
    leverage = np.square(B, out=B) @ inverse
    return ((kept_back + c[:, None] * of_ones / (n - 1)) / (1 - leverage)).T.copy()


def k_fold_errors(
    Z: MatrixLike, y: ArrayLike, ridges: ArrayLike, n_folds: int = 5, random_state: Seed = 0
) -> np.ndarray:
    """Squared errors of k-fold cross-validation at every λ of a grid, in one pass over the rows.

    ZᵀZ, Zᵀy and the sums of each fold are taken once. Those of the others are the total less the fold's, and the error
    on the fold follows from its own sums: Σ(y − ȳ − w·z)² = Σ(y − ȳ)² − 2w·Σ(y − ȳ)z + wᵀ(ZᵀZ)w.

    Parameters
    ----------
    Z : array or sparse array of shape (n, n_features)
    y : array of shape (n,)
    ridges : sequence of float
        λ > 0, strictly increasing.
    n_folds : int
        k from 2 to n.
    random_state : int, RandomState, Generator or None
        Seed of the permutation that deals the rows to the folds.

    Returns
    -------
    ndarray of shape (k, g)
        Σ(y − f)² over each fold, of the fit to the others.

    Notes
    -----
    Dense features take O(k n_features²) memory and k eigendecompositions, each for every λ. For sparse features, which
    can be more than the points, conjugate gradients solve for every λ side by side, without a Gram matrix.
    """
    ridges = _increasing(ridges)
    if sparse.issparse(Z):
        Z = sparse.csr_array(Z, dtype=np.float64)
    else:
        points("Z", Z, min_points=2)
        Z = np.asarray(Z)
    y = one_number_each("y", y, Z.shape[0])
    n_folds = whole_number("n_folds", n_folds, low=2, high=len(y))
    order = np.random.default_rng(seed_number("random_state", random_state)).permutation(len(y))
    folds = [np.sort(fold) for fold in np.array_split(order, n_folds)]
    return np.array((_sparse_folds if sparse.issparse(Z) else _dense_folds)(Z, y, ridges, folds))


def _dense_folds(Z: np.ndarray, y: np.ndarray, ridges: np.ndarray, folds: list[np.ndarray]) -> list[np.ndarray]:
    parts = []
    for fold in folds:
        parts.append(NormalEquations([y.mean()], multiply_in_double(ridges[0])))
        for start in range(0, len(fold), _CHUNK):
            rows = fold[start : start + _CHUNK]
            parts[-1].add(Z[rows], y[rows, None])
    total = NormalEquations.total(parts)
    squared = []
    for part in parts:
        rest = total.without(part)
        eigenvalues, V = linalg.eigh(rest.gram)
        inverse = 1 / (np.maximum(eigenvalues, 0)[:, None] + rest.n_rows * ridges)
        squared.append(part.squared_error(V @ ((V.T @ rest.moment) * inverse), rest.target_mean[0]))
    return squared


def _sparse_folds(Z: Any, y: np.ndarray, ridges: np.ndarray, folds: list[np.ndarray]) -> list[np.ndarray]:
    squared = []
    for fold in folds:
        others = np.setdiff1d(np.arange(len(y)), fold, assume_unique=True)
        rest, mean = Z[others], y[others].mean()
        weights = sparse_weights(rest, y[others] - mean, ridges, _TOLERANCE)
        squared.append(np.square(y[fold, None] - mean - Z[fold] @ weights).sum(axis=0))
    return squared


def choose_scale_and_penalty(
    features: Any,
    X: np.ndarray,
    y: np.ndarray,
    length_scales: ArrayLike,
    ridges: ArrayLike,
    n_folds: int = 5,
    random_state: Seed = 0,
) -> ChosenPenalty:
    """The length scale and the penalty of least k-fold error, from training points alone.

    Parameters
    ----------
    features : transformer
        A map with a `kernel` that is not None; each length scale has a clone of it with the same seed, so that maps
        differ by the scale alone.
    X : array of shape (n, d)
        Training points: points that chose the settings cannot test them.
    y : array of shape (n,)
    length_scales : sequence of float
        Strictly increasing.
    ridges : sequence of float
        λ > 0, strictly increasing.
    n_folds : int
    random_state : int, RandomState, Generator or None
        The folds are the same for every length scale.

    Notes
    -----
    Data-dependent maps see all of X before a fold is left out, and random binning has a column for every bin of X;
    neither sees the target.
    """
    length_scales, ridges = _increasing(length_scales, "length_scales"), _increasing(ridges)
    kernel = getattr(features, "kernel", None)
    if kernel is None:
        raise Refusal(f"features must have a kernel whose length scale can be chosen, got {features!r}.")
    random_state, rows = seed_number("random_state", random_state), []
    for length_scale in length_scales:
        Z = clone(features).set_params(kernel=kernel.with_length_scale(float(length_scale))).fit_transform(X)
        rows.append(k_fold_errors(Z, y, ridges, n_folds, random_state).sum(axis=0))
    rmse = np.sqrt(np.array(rows) / len(y))
    i, j = np.unravel_index(np.argmin(rmse), rmse.shape)
    inside = all(0 < at < size - 1 or size == 1 for at, size in zip((i, j), rmse.shape, strict=True))
    return ChosenPenalty(float(length_scales[i]), float(ridges[j]), rmse, inside)


def _increasing(values: ArrayLike, name: str = "ridges") -> np.ndarray:
    values = np.array([positive_number(name, value) for value in np.atleast_1d(values)])
    if not values.size or (np.diff(values) <= 0).any():
        raise Refusal(f"{name} must be strictly increasing and not empty, got {values.tolist()}.")
    return values
