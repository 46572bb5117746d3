"""What theorems on the whole kernel matrix promise about a measured curve."""

from __future__ import annotations

import numpy as np

from rffviz.measure.convergence import Promise
from rffviz.measure.curve import ErrorCurve
from rffviz.notes import Note, note
from rffviz.theory import (
    MATRIX_BOUNDS,
    kernel_matrix,
    matrix_epsilon_at,
    matrix_epsilon_curve,
    matrix_frequencies_needed,
    theorems_of,
)
from rffviz.theory.kernel_matrix import MAX_POINTS
from rffviz.validation import points, positive_number, probability

_POINTS = 60
_RIDGE = 1e-3  # λ of the metric "spectral_approximation"


def matrix_promises(
    curve: ErrorCurve, X, n_freqs: int, epsilon: float, confidence: float = 0.95
) -> tuple[tuple[Promise, ...], tuple[Note, ...]]:
    """The theorems of this curve's error, with what they promise Monte Carlo, and why others that speak of it do not.

    Parameters
    ----------
    curve : ErrorCurve
        Of any metric; those of single pairs have no theorem here.
    X : array of shape (n, d)
        The points that the curve was measured on.
    n_freqs : int
        Where the promise is read.
    epsilon, confidence : float
        What the frequencies needed are asked for.

    Returns
    -------
    promises : tuple of Promise
        Their names are keys of `MATRIX_BOUNDS`.
    silent : tuple of Note
    """
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    X, names = points("X", X, min_points=2), theorems_of(curve.metric, curve.map)
    if not names:
        return (), ()
    if len(X) > MAX_POINTS:
        return (), (note("matrix_too_large", most=MAX_POINTS, n_points=len(X)),)
    K = kernel_matrix(curve.kernel, X)
    promises, silent = [], []
    for name in names:
        if MATRIX_BOUNDS[name].takes_ridge and len(X) * _RIDGE > K.spectral_norm:
            silent.append(note("matrix_ridge_too_large", authors=MATRIX_BOUNDS[name].authors))
            continue
        setting = dict(K=K, metric=curve.metric, confidence=confidence, map=curve.map, ridge=_RIDGE)
        needed = matrix_frequencies_needed(name, epsilon, **setting)
        last = max(int(curve.n_freqs[-1]), 1.6 * needed)
        grid = np.unique(np.geomspace(curve.n_freqs[0], last, _POINTS).round().astype(np.int64))
        at = matrix_epsilon_at(name, n_freqs, **setting).value
        promises.append(Promise(name, matrix_epsilon_curve(name, grid, **setting), at, needed))
    return tuple(promises), tuple(silent)
