"""Errors of an approximate kernel matrix, as functions of K̂ and K."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import linalg
from scipy.sparse import linalg as sparse_linalg

from rffviz.foundation.validation import positive_number
from rffviz.theory import theorems_of

_DENSE_LIMIT = 200  # below this size computing all eigenvalues costs no more than the extreme ones


@dataclass(frozen=True)
class Metric:
    """One way of measuring K̂ − K.

    Attributes
    ----------
    name, label, meaning : str
        The stable identifier, the axis label, and one sentence for the screen.
    of : callable
        (approximate, exact) → float, for symmetric matrices of shape (n, n).
    of_lower : callable or None
        The same from (lower triangle of K̂ − K with zeros above, K), if half the matrix is enough.
    """

    name: str
    label: str
    meaning: str
    of: Callable[[np.ndarray, np.ndarray], float]
    of_lower: Callable[[np.ndarray, np.ndarray], float] | None = None

    @property
    def theorems(self) -> tuple[str, ...]:
        """The keys of `rffviz.theory.MATRIX_BOUNDS` that bound this error of the paired map under Monte Carlo.

        None for the largest error and that at one pair, which `rffviz.theory.BOUNDS` cover.
        """
        return theorems_of(self.name)


def sup_over_pairs(approximate: np.ndarray, exact: np.ndarray) -> float:
    """max_ij |K̂_ij − K_ij|: a lower estimate of the supremum over the set the points were drawn from."""
    return float(np.max(np.abs(approximate - exact)))


def at_one_pair(approximate: np.ndarray, exact: np.ndarray) -> float:
    """|K̂_0j − K_0j| for the first point and the point j with the median kernel value to it: a pair fixed
    beforehand."""
    j = _median_partner(exact)
    return float(abs(approximate[j, 0] - exact[j, 0]))


def rmse(approximate: np.ndarray, exact: np.ndarray) -> float:
    """√(Σ_ij (K̂_ij − K_ij)²/n²), over all ordered pairs, including each point with itself (Li et al. 2019, L(f))."""
    return float(np.sqrt(np.mean(np.square(approximate - exact), dtype=np.float64)))


def relative_frobenius(approximate: np.ndarray, exact: np.ndarray) -> float:
    """‖K̂ − K‖_F/‖K‖_F (Li et al. 2019, Table 2)."""
    difference = np.sum(np.square(approximate - exact), dtype=np.float64)
    return float(np.sqrt(difference / np.sum(np.square(exact), dtype=np.float64)))


def relative_spectral(approximate: np.ndarray, exact: np.ndarray) -> float:
    """‖K̂ − K‖₂/‖K‖₂, the largest absolute eigenvalue of the difference over the largest of K."""
    exact = np.asarray(exact, dtype=np.float64)
    return _spectral_norm(approximate - exact) / _spectral_norm(exact)


def spectral_approximation(approximate: np.ndarray, exact: np.ndarray, ridge: float = 1e-3) -> float:
    """Smallest Δ with (1 − Δ)(K + nλI) ⪯ K̂ + nλI ⪯ (1 + Δ)(K + nλI), λ the `ridge`.

    It equals ‖(K + nλI)^{−½} (K̂ − K) (K + nλI)^{−½}‖₂. If below 1, it bounds the increase in the risk of ridge
    regression.

    Source: Avron, Kapralov, Musco, Musco, Velingker & Zandieh 2017, Definition 1 (there λ for our nλ).
    """
    ridge = positive_number("ridge", ridge)
    exact = np.asarray(exact, dtype=np.float64)
    n = len(exact)
    factor = linalg.cholesky(exact + n * ridge * np.eye(n), lower=True)
    half = linalg.solve_triangular(factor, approximate - exact, lower=True)
    whitened = linalg.solve_triangular(factor, half.T, lower=True)
    return _spectral_norm((whitened + whitened.T) / 2)


def _median_partner(exact: np.ndarray) -> int:
    return 1 + int(np.argsort(exact[1:, 0], kind="stable")[(len(exact) - 1) // 2]) if len(exact) > 1 else 0


def _pair_of_lower(lower: np.ndarray, exact: np.ndarray) -> float:
    return float(abs(lower[_median_partner(exact), 0]))


def _sup_of_lower(lower: np.ndarray, exact: np.ndarray) -> float:
    return float(max(lower.max(), -lower.min()))


def _sum_of_squares(lower: np.ndarray) -> float:
    """Σ over the whole symmetric matrix of its squared entries, from the lower triangle."""
    flat = lower.ravel(order="K")
    diagonal = np.diagonal(lower)
    return 2 * float(np.dot(flat, flat)) - float(np.dot(diagonal, diagonal))


def _rmse_of_lower(lower: np.ndarray, exact: np.ndarray) -> float:
    return np.sqrt(_sum_of_squares(lower)) / len(lower)


def _frobenius_of_lower(lower: np.ndarray, exact: np.ndarray) -> float:
    return np.sqrt(_sum_of_squares(lower)) / float(np.linalg.norm(exact))


def _spectral_norm(matrix: np.ndarray) -> float:
    """Largest absolute eigenvalue of a symmetric matrix."""
    matrix = np.asarray(matrix, dtype=np.float64)
    if len(matrix) <= _DENSE_LIMIT or not matrix.any():
        return float(np.abs(linalg.eigvalsh(matrix)).max())
    start = np.random.default_rng(0).standard_normal(len(matrix))
    value = sparse_linalg.eigsh(matrix, k=1, which="LM", return_eigenvectors=False, v0=start, tol=1e-7)
    return float(abs(value[0]))


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric(
            "sup",
            "largest |k̂ − k| over pairs",
            "The largest error over all pairs of the points shown: at most the supremum over the whole set.",
            sup_over_pairs,
            _sup_of_lower,
        ),
        Metric(
            "pair",
            "|k̂ − k| at one pair",
            "The error at one pair fixed beforehand: the first point and the one with the median kernel value to it.",
            at_one_pair,
            _pair_of_lower,
        ),
        Metric(
            "rmse",
            "RMSE over pairs",
            "The root mean square error over all n² pairs of the points shown, each with itself included.",
            rmse,
            _rmse_of_lower,
        ),
        Metric(
            "relative_frobenius",
            "‖K̂ − K‖ / ‖K‖, Frobenius",
            "The size of the whole error matrix relative to the kernel matrix.",
            relative_frobenius,
            _frobenius_of_lower,
        ),
        Metric(
            "relative_spectral",
            "‖K̂ − K‖₂ / ‖K‖₂",
            "The largest eigenvalue of the error relative to the kernel matrix's largest.",
            relative_spectral,
        ),
        Metric(
            "spectral_approximation",
            "Δ of K + nλI, λ = 10⁻³",
            "How far K̂ + nλI is from K + nλI in any direction; below 1, ridge regression keeps its guarantees.",
            spectral_approximation,
        ),
    )
}
