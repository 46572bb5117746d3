"""Squared distances between points, accurate even where the fast formula suffers from cancellation."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

_CANCELLED = 1e-4  # relative to ‖x‖² + ‖y‖²; below this fewer than about 11 digits of a squared distance remain
_CELLS = 2**16  # size of a block of rows that fits the cache
_AT_ONCE = 2**22  # distances held in a nearest-neighbour search
_CENTRED_BY = 100  # rows whose median is the centre


def squared_distances(X: np.ndarray, Y: np.ndarray | None = None, length_scale: float = 1.0) -> np.ndarray:
    """‖x_i − y_j‖²/ℓ² for float64 points of shapes (n, d) and (m, d), shape (n, m); Y defaults to X.

    Computed as ‖x‖² + ‖y‖² − 2x·y about a common centre, by one matrix product. If the sum nearly cancels, the pair is
    recomputed from its difference, so the relative error is below 10⁻¹⁰ for outliers and offsets of any size, and equal
    points have distance exactly 0. O(nmd); recomputing is several times slower.
    """
    Y = X if Y is None else Y
    centre = np.median(X[:: -(-len(X) // _CENTRED_BY)], axis=0)  # not the mean, which an outlier can shift
    with np.errstate(over="ignore", invalid="ignore"):  # ∞ − ∞ counts as cancelled
        U = (X - centre) / length_scale
        V = U if Y is X else (Y - centre) / length_scale
        squared = U @ V.T
        of_rows, of_columns = np.square(U).sum(axis=1)[:, None], np.square(V).sum(axis=1)
        n_rows = max(1, _CELLS // len(Y))
        for start in range(0, len(X), n_rows):
            block, norms = squared[start : start + n_rows], of_rows[start : start + n_rows] + of_columns
            block *= -2
            block += norms
            norms *= _CANCELLED
            _from_differences(block, ~(block > norms), X[start : start + n_rows], Y, length_scale)
    return squared


def nearest_of(X: np.ndarray, Y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each x_i the index of the nearest y_j (the first on ties) and its distance; both of shape (n,)."""
    n_rows = max(1, _AT_ONCE // len(Y))
    minima = [_row_minima(squared_distances(X[start : start + n_rows], Y)) for start in range(0, len(X), n_rows)]
    indices, squares = map(np.concatenate, zip(*minima, strict=True))
    return indices, np.sqrt(squares)


def _row_minima(squared: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    indices = squared.argmin(axis=1)
    return indices, squared[np.arange(len(squared)), indices]


def _from_differences(
    squared: np.ndarray, wanted: np.ndarray, X: np.ndarray, Y: np.ndarray, length_scale: float
) -> None:
    """Recompute the `wanted` entries: individually if few, else the whole block."""
    places = np.flatnonzero(wanted)
    if len(places) > wanted.size // 16:
        np.copyto(squared, cdist(X, Y, "sqeuclidean") / length_scale / length_scale, where=wanted)
        return
    at_once = max(1, _CELLS // X.shape[1])
    for start in range(0, len(places), at_once):
        i, j = np.divmod(places[start : start + at_once], len(Y))
        squared[i, j] = np.square((X[i] - Y[j]) / length_scale).sum(axis=1)
