"""Feature weights for fixed frequencies: a non-negative quadratic programme."""

from __future__ import annotations

import numpy as np
from scipy import linalg
from scipy.optimize import nnls

from rffviz.foundation.validation import Refusal, points

_ROUNDS = 60  # most rounds of exchanges; a dozen are usual
_PATIENCE = 3  # rounds without progress before exchanging one variable at a time
_PIVOT = 1e-13  # a Cholesky pivot below this share of the largest is rounding: the matrix counts as singular


def solve_weights(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Minimise pᵀAp − 2bᵀp over p ≥ 0.

    Parameters
    ----------
    A : array of shape (r, r)
        Positive semi-definite; only its symmetric part matters. It includes λI, if any.
    b : array of shape (r,)
        In the range of A, which holds for the kernel approximation loss even where A is singular.

    Returns
    -------
    ndarray of shape (r,)
        p ≥ 0 with Ap − b ≥ 0 and p·(Ap − b) = 0 to rounding, often with many exact zeros. Where A is singular, many p
        share the minimum, and one of them is returned.

    Raises
    ------
    ValueError
        Also where A has a negative eigenvalue, or the solver gives up.

    Notes
    -----
    Block principal pivoting: guess which p_j are above 0, solve the equations for those, then exchange all j with p_j <
    0 or (Ap − b)_j < 0; a dozen rounds of O(r³). Where A is singular or the rounds do not end, it is solved as the
    non-negative least squares problem min ‖Rp − R⁻ᵀb‖, A = RᵀR, by SciPy's active set method, which takes one variable
    after the other and holds the interpreter's lock meanwhile.

    Source: Portugal, Júdice & Vicente 1994, "A comparison of block pivoting and interior-point algorithms for linear
    least squares problems with nonnegative variables"; the programme is that of Li, Zhang, Wang & Kumar 2019, below
    equation (5) (of size r; the paper's 2r is a slip).
    """
    A, b = points("A", A), points("b", np.reshape(b, (-1, 1)))[:, 0]
    if A.shape != (len(b), len(b)):
        raise Refusal(f"A must have shape ({len(b)}, {len(b)}) to go with b, got {A.shape}.")
    A = (A + A.T) / 2
    factor, target = _least_squares_form(A, b)
    weights = _by_exchanges(A, b) if len(factor) == len(b) else None
    if weights is not None:
        return weights
    try:
        return nnls(factor, target, maxiter=30 * len(b))[0]
    except RuntimeError:
        raise Refusal(
            f"A must be better conditioned for its {len(b)} weights to be found, got one on which the non-negative "
            "least squares solver did not converge."
        ) from None


def _by_exchanges(A: np.ndarray, b: np.ndarray) -> np.ndarray | None:
    """The solution by block principal pivoting; None where a part of A is singular or the rounds do not end."""
    r = len(b)
    free, p, slope = np.zeros(r, dtype=bool), np.zeros(r), -b
    rounding = 10 * r * np.finfo(np.float64).eps
    tolerance = rounding * np.abs(b).max()
    fewest, patience = r + 1, _PATIENCE
    for _ in range(_ROUNDS):
        wrong = np.where(free, p < 0, slope < -tolerance)
        n_wrong = int(np.count_nonzero(wrong))
        if n_wrong == 0:
            return p if np.abs(slope[free]).max(initial=0.0) <= tolerance else None
        if n_wrong < fewest:
            fewest, patience = n_wrong, _PATIENCE
        elif patience:
            patience -= 1
        else:  # Murty's rule, which is guaranteed to end
            wrong[: np.flatnonzero(wrong)[-1]] = False
        free ^= wrong
        at = np.flatnonzero(free)
        try:
            factor = linalg.cho_factor(A[np.ix_(at, at)], lower=True, check_finite=False)
        except linalg.LinAlgError:
            return None
        p = np.zeros(r)
        p[at] = linalg.cho_solve(factor, b[at], check_finite=False)
        slope = A[:, at] @ p[at] - b
        tolerance = rounding * (np.abs(b).max() + (np.abs(A) @ np.abs(p)).max())
    return None


def _least_squares_form(A: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """R and t with A = RᵀR and Rᵀt = b: by Cholesky, or on A's range where it is singular."""
    try:
        factor = linalg.cholesky(A)
        pivots = np.square(np.diag(factor))
        if pivots.min() > _PIVOT * pivots.max():
            return factor, linalg.solve_triangular(factor, b, trans="T")
    except linalg.LinAlgError:
        pass
    eigenvalues, vectors = linalg.eigh(A)
    largest = max(eigenvalues[-1], 0.0)
    rounding = len(b) * np.finfo(np.float64).eps * max(largest, -eigenvalues[0])
    if eigenvalues[0] < -100 * rounding:
        raise Refusal(f"A must be positive semi-definite, got an eigenvalue of {eigenvalues[0]:g}.")
    keep = eigenvalues > rounding
    if not keep.any():
        raise Refusal("A must not be zero.")
    root = np.sqrt(eigenvalues[keep])
    return root[:, None] * vectors[:, keep].T, vectors[:, keep].T @ b / root
