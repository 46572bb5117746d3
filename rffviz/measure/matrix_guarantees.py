"""Theory for a measured error of the whole kernel matrix: guarantees of theorems, and exact expectations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.notes import Note, note
from rffviz.foundation.validation import increasing_whole_numbers, one_of, points, positive_number, probability
from rffviz.kernels import Gaussian, Kernel
from rffviz.measure.curve import ErrorCurve
from rffviz.measure.guarantees import MOST_FREQS, CurveGuarantee
from rffviz.theory import (
    MATRIX_BOUNDS,
    KernelMatrix,
    expected_error,
    kernel_matrix,
    matrix_epsilon_at,
    matrix_epsilon_curve,
    matrix_frequencies_needed,
    orthogonal_root_mean_square,
    theorems_of,
)
from rffviz.theory.kernel_matrix import MAX_POINTS
from rffviz.theory.matrix_bounds import matrix_tail
from rffviz.theory.variance import MAPS

_POINTS = 60
RIDGE = 1e-3  # λ of the metric "spectral_approximation"
EXACTLY_EXPECTED = ("rmse", "relative_frobenius")
"""The errors whose mean square is known exactly."""


@dataclass(frozen=True, eq=False)
class Expectation:
    """The exact root mean square of a scheme's error over draws, an upper bound of the mean error.

    Attributes
    ----------
    sampler : str
    n_freqs, values : ndarray of shape (g,)
    at : float
        Where the curves are read.
    """

    sampler: str
    n_freqs: np.ndarray
    values: np.ndarray
    at: float


def matrix_guarantees(
    curve: ErrorCurve,
    X: ArrayLike,
    n_freqs: int,
    epsilon: float,
    confidence: float = 0.95,
    samplings: Sequence[str] = ("monte_carlo",),
) -> tuple[tuple[CurveGuarantee, ...], tuple[Note, ...]]:
    """The theorems that apply to this curve's error, with their guarantees, and why others do not apply.

    Parameters
    ----------
    curve : ErrorCurve
        Of any metric; there are no theorems here for single pairs.
    X : array of shape (n, d)
        The points that the curve was measured on.
    n_freqs : int
        Where the guarantee is read.
    epsilon, confidence : float
        The target for the frequencies needed.
    samplings : sequence of str
        The schemes to look up theorems for: "monte_carlo", "leverage".

    Returns
    -------
    guarantees : tuple of CurveGuarantee
        Their names are keys of `MATRIX_BOUNDS`.
    silent : tuple of Note
    """
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    names = [name for each in samplings for name in theorems_of(curve.metric, curve.map, each)]
    X = points("X", X, min_points=2)
    if not names:
        return (), ()
    if len(X) > MAX_POINTS:
        return (), (note("matrix_too_large", most=MAX_POINTS, n_points=len(X)),)
    K = known_matrix(curve.kernel, X)
    guarantees, silent = [], []
    for name in names:
        entry = MATRIX_BOUNDS[name]
        if entry.takes_ridge and len(X) * RIDGE > K.spectral_norm:
            silent.append(note("matrix_ridge_too_large", authors=entry.authors))
            continue
        setting: dict[str, Any] = dict(K=K, metric=curve.metric, confidence=confidence, map=curve.map, ridge=RIDGE)
        needed = matrix_frequencies_needed(name, epsilon, **setting)
        last = min(max(int(curve.n_freqs[-1]), 1.6 * needed), MOST_FREQS)
        grid = np.unique(np.geomspace(curve.n_freqs[0], last, _POINTS).round().astype(np.int64))
        at = matrix_epsilon_at(name, n_freqs, **setting).value
        tail = matrix_tail(name, K, curve.metric, curve.map, RIDGE)
        guaranteed = matrix_epsilon_curve(name, grid, **setting)
        guarantees.append(CurveGuarantee(name, guaranteed, at, needed, entry.sampling, tail.largest, tail.proved_to))
    return tuple(guarantees), tuple(silent)


def expectations(curves: Sequence[ErrorCurve], X: ArrayLike, n_freqs: int) -> tuple[Expectation, ...]:
    """The expected error of the schemes shown whose mean squared error is known exactly: Monte Carlo for either map,
    and orthogonal features of the Gaussian kernel; only for errors over all pairs.
    """
    expected, X = [], points("X", X, min_points=2)
    for curve in curves:
        if curve.metric in EXACTLY_EXPECTED and curve.map in MAPS and curve.sampler in _ROOT_MEAN_SQUARE:
            if len(X) <= MAX_POINTS and (curve.sampler == "monte_carlo" or isinstance(curve.kernel, Gaussian)):
                ends = int(curve.n_freqs[0]), int(curve.n_freqs[-1])
                grid = np.unique(np.append(np.geomspace(*ends, _POINTS).round().astype(np.int64), n_freqs))
                values = np.array(root_mean_square(curve.sampler, curve.metric, curve.kernel, X, grid, curve.map))
                at = float(values[np.searchsorted(grid, n_freqs)])
                expected.append(Expectation(curve.sampler, grid, values, at))
    return tuple(expected)


def root_mean_square(
    sampling: str, metric: str, kernel: Kernel, X: ArrayLike, n_freqs: Iterable[int], map: str = "paired"
) -> np.ndarray:
    """√E[error²] of the metric, for increasing numbers of frequencies; shape (g,).

    Parameters
    ----------
    sampling : {"monte_carlo", "orthogonal"}
        Orthogonal features for the Gaussian kernel alone.
    metric : {"rmse", "relative_frobenius"}
    kernel : Kernel
    X : array of shape (n, d)
    n_freqs : iterable of int
        Increasing, each at least 1.
    map : {"paired", "offset"}
    """
    one_of("sampling", sampling, _ROOT_MEAN_SQUARE)
    one_of("metric", metric, EXACTLY_EXPECTED)
    sizes, X = increasing_whole_numbers("n_freqs", n_freqs), points("X", X, min_points=2)
    K = known_matrix(kernel, X)
    unit = 1.0 if metric == "rmse" else K.n_points / K.frobenius_norm
    return unit * _ROOT_MEAN_SQUARE[sampling](kernel, X, tuple(sizes.tolist()), map)


def known_matrix(kernel: Kernel, X: ArrayLike) -> KernelMatrix:
    """`kernel_matrix`, cached: a page requests the same points on every rerun."""
    X = points("X", X, min_points=2).astype(np.float64, copy=False)
    return _kept_matrix(kernel, X.shape, X.tobytes())


@lru_cache(maxsize=8)
def _kept_matrix(kernel: Kernel, shape: tuple[int, int], content: bytes) -> KernelMatrix:
    return kernel_matrix(kernel, np.frombuffer(content).reshape(shape))


def _of_monte_carlo(kernel: Kernel, X: np.ndarray, sizes: tuple[int, ...], map: str) -> np.ndarray:
    K = known_matrix(kernel, X)
    return np.array([expected_error("rmse", m, K, map).value for m in sizes])


def _of_orthogonal(kernel: Kernel, X: np.ndarray, sizes: tuple[int, ...], map: str) -> np.ndarray:
    return _kept_orthogonal(kernel, X.shape, X.astype(np.float64, copy=False).tobytes(), sizes, map)


@lru_cache(maxsize=8)
def _kept_orthogonal(
    kernel: Kernel, shape: tuple[int, ...], content: bytes, sizes: tuple[int, ...], map: str
) -> np.ndarray:
    X = np.frombuffer(content).reshape(shape)
    return np.asarray(orthogonal_root_mean_square(kernel, X, sizes, map))  # type: ignore[arg-type]  # refuses others


_ROOT_MEAN_SQUARE = {"monte_carlo": _of_monte_carlo, "orthogonal": _of_orthogonal}
