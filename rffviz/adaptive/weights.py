"""Feature weights for fixed frequencies: a non-negative quadratic programme."""

from __future__ import annotations

import numpy as np
from scipy import linalg
from scipy.optimize import nnls

from rffviz.validation import Refusal, points

_PIVOT = 1e-13  # a Cholesky pivot below this share of the largest is rounding: the matrix counts as singular


def solve_weights(A, b) -> np.ndarray:
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
    With A = RᵀR it is the non-negative least squares problem min ‖Rp − R⁻ᵀb‖, solved by SciPy's active set method.
    O(r³).

    Source: Li, Zhang, Wang & Kumar 2019, the QP below equation (5) (of size r; the paper's 2r is a slip).
    """
    A, b = points("A", A), points("b", np.reshape(b, (-1, 1)))[:, 0]
    if A.shape != (len(b), len(b)):
        raise Refusal(f"A must have shape ({len(b)}, {len(b)}) to go with b, got {A.shape}.")
    factor, target = _least_squares_form((A + A.T) / 2, b)
    try:
        return nnls(factor, target, maxiter=30 * len(b))[0]
    except RuntimeError:
        raise Refusal(
            f"A must be better conditioned for its {len(b)} weights to be found, got one on which the non-negative "
            "least squares solver did not converge."
        ) from None


def _least_squares_form(A, b):
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
