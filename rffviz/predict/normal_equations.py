"""Normal equations summed over rows, and their solution: dense by Cholesky, sparse by conjugate gradients."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg, sparse
from sklearn.exceptions import ConvergenceWarning

from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.threads import lower_tiles, share

_SMALLEST_SINGLE_RIDGE = 1e-4  # below it, rounding in a float32 Gram matrix (about 1e-7 n) is no longer small beside λn
_MAX_STEPS = 5000
_PRODUCT_ROWS = 2048  # rows per product: few enough for the cache if features are few, and for memory if they are many
_SUMS = ("n_rows", "gram", "_moment", "_target_sum", "_target_square")


class NormalEquations:
    """ZᵀZ, ZᵀT, Σz and Σt of rows seen so far, in float64; memory O(n_features²) whatever their number.

    Parameters
    ----------
    reference : array of shape (n_targets,)
        Subtracted from every target first, to avoid cancellation where the mean of the targets is large compared with
        their spread; the solution does not depend on it.
    precise : bool
        Whether to multiply float32 features in float64, which takes twice as long.

    Notes
    -----
    Targets are centred at the end, exactly: Σ z (t − t̄)ᵀ = Σ z tᵀ − (Σ z) t̄ᵀ. So rows may come in any chunks. The Gram
    matrix of sparse features is sparse.
    """

    gram: Any  # None before the first rows, then a dense or sparse array
    _moment: np.ndarray  # this and the sums below are set with the first rows
    _target_sum: np.ndarray
    _target_square: np.ndarray

    def __init__(self, reference: ArrayLike, precise: bool = True) -> None:
        self.reference, self.precise = np.asarray(reference, dtype=np.float64), precise
        self.n_rows, self.gram = 0, None

    def add(self, Z: Any, T: np.ndarray, weights: np.ndarray | None = None) -> None:
        """Add rows of features (n, n_features) and of targets (n, n_targets); a weight s counts a row s times."""
        single = not self.precise and Z.dtype == np.float32 and weights is None
        dtype = np.float32 if single and not sparse.issparse(Z) else np.float64
        Z = Z.astype(dtype, copy=False)
        centred, root = T - self.reference, np.ones(1)
        if weights is not None:
            root = np.sqrt(weights)[:, None]
            Z, centred = times_rows(Z, root), centred * root
        # Powers of two round nothing, and bring targets of any unit into the range of float32.
        unit = np.exp2(np.frexp(np.abs(centred).max(axis=0, initial=0.0))[1]) if dtype == np.float32 else 1.0
        targets_and_one = np.empty((len(T), T.shape[1] + 1), dtype=dtype)
        targets_and_one[:, :-1] = centred / unit
        targets_and_one[:, -1:] = root
        if self.gram is None:
            shape = (Z.shape[1], Z.shape[1])
            self.gram = sparse.csr_array(shape) if sparse.issparse(Z) else np.zeros(shape)
            self._moment = np.zeros((Z.shape[1], T.shape[1] + 1))
            self._target_sum, self._target_square = np.zeros((2, T.shape[1]))
        if sparse.issparse(Z):
            self.gram = self.gram + Z.T @ Z
            moment = Z.T @ targets_and_one
        else:
            moment = _add_products(self.gram, Z, targets_and_one)
        moment[:, :-1] *= unit
        self._moment += moment
        self._target_sum += (centred * root).sum(axis=0)
        self._target_square += np.square(centred).sum(axis=0)
        self.n_rows += len(T) if weights is None else weights.sum()

    @staticmethod
    def total(parts: Sequence[NormalEquations]) -> NormalEquations:
        """The sums over the rows of several parts, which must have the same reference."""
        whole = NormalEquations(parts[0].reference, parts[0].precise)
        for name in _SUMS:
            first, *others = (getattr(part, name) for part in parts)
            setattr(whole, name, sum(others, first))
        return whole

    def less(self, reference: ArrayLike) -> NormalEquations:
        """The sums of the same rows with another reference; it shares the arrays that do not depend on it."""
        moved = NormalEquations(reference, self.precise)
        step = self.reference - moved.reference
        moved.n_rows, moved.gram, moved._moment = self.n_rows, self.gram, self._moment.copy()
        moved._moment[:, :-1] += np.outer(self._moment[:, -1], step)
        moved._target_sum = self._target_sum + self.n_rows * step
        moved._target_square = self._target_square + 2 * step * self._target_sum + self.n_rows * step**2
        return moved

    def without(self, part: NormalEquations) -> NormalEquations:
        """The sums of all rows but those of `part`, which has the same reference."""
        rest = NormalEquations(self.reference, self.precise)
        for name in _SUMS:
            setattr(rest, name, getattr(self, name) - getattr(part, name))
        return rest

    def squared_error(self, weights: np.ndarray, mean: float) -> np.ndarray:
        """Σ (t − mean − w·z)² over the rows, for weights (n_features, k) and one target; shape (k,).

        Computed from the sums, without another pass over the rows; inaccurate below 10⁻¹⁴ Σ(t − reference)².
        """
        level = float(mean - self.reference[0])
        constant = self._target_square[0] - 2 * level * self._target_sum[0] + self.n_rows * level**2
        moment = self._moment[:, 0] - level * self._moment[:, 1]
        quadratic = np.einsum("ij,ij->j", weights, self.gram @ weights)
        return np.maximum(constant - 2 * moment @ weights + quadratic, 0.0)

    @property
    def dense_width(self) -> int | None:
        """Number of dense features; None before the first rows, and for sparse features."""
        return None if self.gram is None or sparse.issparse(self.gram) else self.gram.shape[0]

    @property
    def target_mean(self) -> np.ndarray:
        """t̄, shape (n_targets,)."""
        return self.reference + self._target_sum / self.n_rows

    @property
    def moment(self) -> np.ndarray:
        """Σ z (t − t̄)ᵀ, shape (n_features, n_targets)."""
        return self._moment[:, :-1] - np.outer(self._moment[:, -1], self._target_sum / self.n_rows)

    def residual(self, weights: np.ndarray) -> np.ndarray:
        """Σ (t − t̄)(t − t̄ − w·z) for each target, shape (n_targets,)."""
        square = self._target_square - self._target_sum**2 / self.n_rows
        return np.maximum(square - np.einsum("ij,ij->j", self.moment, weights), 0.0)

    def weights(self, ridge: float, tolerance: float = 1e-8) -> np.ndarray:
        """(ZᵀZ + nλI)⁻¹ Zᵀ(T − t̄), shape (n_features, n_targets)."""
        shift = self.n_rows * ridge
        if sparse.issparse(self.gram):
            return conjugate_gradients(lambda V: self.gram @ V + shift * V, self.moment, tolerance)
        return solve_shifted(self.gram, self.moment, shift)


def _add_products(gram: np.ndarray, Z: np.ndarray, T: np.ndarray) -> np.ndarray:
    """Add ZᵀZ to `gram` and return ZᵀT: products of some rows in the precision of Z, summed in float64.

    Threads share the products. Their results are added in a fixed order, so that the sums do not depend on which thread
    ends first.
    """
    starts, tiles = range(0, len(Z), _PRODUCT_ROWS), lower_tiles(Z.shape[1])
    parts = [(slice(start, start + _PRODUCT_ROWS), *tile) for start in starts for tile in tiles]
    products: list[Any] = [None] * len(parts)
    moments: list[Any] = [None] * len(parts)

    def multiply(places: Iterable[int]) -> None:
        for i in places:
            rows, first, second = parts[i]
            products[i] = Z[rows, first].T @ Z[rows, second]
            if first == second:
                moments[i] = Z[rows, first].T @ T[rows]

    share(multiply, range(len(parts)))
    moment = np.zeros((Z.shape[1], T.shape[1]))
    for (_, first, second), product, part in zip(parts, products, moments, strict=True):
        gram[first, second] += product
        if first == second:
            moment[first] += part
        else:
            gram[second, first] += product.T
    return moment


def times_rows(Z: Any, factor: np.ndarray) -> Any:
    """The rows of dense or sparse Z times the (n, 1) factors."""
    return sparse.csr_array(Z.multiply(factor)) if sparse.issparse(Z) else Z * factor


def multiply_in_double(ridge: float) -> bool:
    """Whether λ is so small that the rounding of float32 products would show."""
    return ridge < _SMALLEST_SINGLE_RIDGE


def sparse_weights(Z: MatrixLike, T: np.ndarray, ridge: ArrayLike, tolerance: float = 1e-8) -> np.ndarray:
    """(ZᵀZ + nλI)⁻¹ ZᵀT for sparse Z (n, n_features), by conjugate gradients without the Gram matrix.

    T is (n, n_targets) for one λ; or (n,) for an array of g of them, solved for together, which gives (n_features, g)
    (`shifted_gradients`). `tolerance` is that of `conjugate_gradients`.
    """
    Z = sparse.csr_array(Z, dtype=np.float64)
    Zt = Z.T.tocsr()  # converted once: products with a CSC array are slower
    shift = Z.shape[0] * np.asarray(ridge, dtype=np.float64)
    if shift.ndim:
        return shifted_gradients(lambda v: Zt @ (Z @ v), Zt @ T, shift, tolerance)
    return conjugate_gradients(lambda V: Zt @ (Z @ V) + shift * V, Zt @ T, tolerance)


def conjugate_gradients(
    apply: Callable[[np.ndarray], np.ndarray], B: ArrayLike, tolerance: float = 1e-8, max_steps: int = _MAX_STEPS
) -> np.ndarray:
    """Solve A V = B for a positive semidefinite A, all columns of B side by side.

    Parameters
    ----------
    apply : callable
        V ↦ A V for V of shape (M, k).
    B : array of shape (M, k)
        In the range of A. Where A is singular, V has minimum norm, since every step stays in that range.
    tolerance : float
        Every column stops at ‖A v − b‖ ≤ tolerance·‖b‖.
    max_steps : int
        If exceeded, a ConvergenceWarning gives the residual reached.

    Source: Hestenes & Stiefel 1952.
    """
    B = np.asarray(B, dtype=np.float64)
    V, residual = np.zeros_like(B), B.copy()
    direction = residual.copy()
    square = np.einsum("ij,ij->j", residual, residual)
    goal = tolerance**2 * square
    for _ in range(max_steps):
        open_ = square > goal
        if not open_.any():
            return V
        applied = apply(direction)
        curvature = np.einsum("ij,ij->j", direction, applied)
        step = np.divide(square, curvature, out=np.zeros_like(square), where=open_ & (curvature > 0))
        V += step * direction
        residual -= step * applied
        last, square = square, np.einsum("ij,ij->j", residual, residual)
        direction *= np.divide(square, last, out=np.zeros_like(square), where=last > 0)
        direction += residual
    _warn(max_steps, float(np.sqrt(np.max(square[open_] / goal[open_]))) * tolerance, tolerance)
    return V


def shifted_gradients(
    apply: Callable[[np.ndarray], np.ndarray],
    b: np.ndarray,
    shifts: ArrayLike,
    tolerance: float = 1e-8,
    max_steps: int = _MAX_STEPS,
) -> np.ndarray:
    """Solve (A + σI) v = b for several σ at once, with no more products with A than a single σ needs: shape (M, g).

    Started at 0, conjugate gradients search the same spaces for every σ, spanned by b, Ab, A²b, …. So the residuals are
    parallel: that of σ is ζ times that of the smallest shift, 0 < ζ ≤ 1, and ζ follows from the steps of that one.

    Parameters
    ----------
    apply : callable
        v ↦ A v for v of shape (M,), A symmetric and positive semidefinite.
    b : array of shape (M,)
    shifts : array of shape (g,)
        σ > 0, in any order, which is that of the returned columns.
    tolerance, max_steps
        As in `conjugate_gradients`.

    Source: Jegerlehner 1996, "Krylov space solvers for shifted linear systems", algorithm CG-M.
    """
    shifts = np.asarray(shifts, dtype=np.float64)
    order = np.argsort(shifts)  # smallest first, so that unsolved shifts stay the leading columns
    place, shifts = np.argsort(order), shifts[order]
    residual = np.array(b, dtype=np.float64)
    further = shifts - shifts[0]
    directions = np.repeat(residual[:, None], len(shifts), axis=1)  # one column for each shift, the smallest first
    V, direction = np.zeros_like(directions), residual.copy()
    before = zeta = np.ones(len(shifts))
    step, growth, square = 1.0, 0.0, float(residual @ residual)
    goal = tolerance**2 * square
    for _ in range(max_steps):
        n_open = int((zeta**2 * square > goal).sum())  # the larger a shift, the sooner it is solved for
        if not n_open:
            return V[:, place]
        before, zeta, further = before[:n_open], zeta[:n_open], further[:n_open]
        applied = apply(direction) + shifts[0] * direction
        last, step = step, square / float(direction @ applied)
        below = step * growth * (before - zeta) + before * last * (1 + further * step)
        before, zeta = zeta, zeta * before * last / below
        ratio = zeta / before
        V[:, :n_open] += step * ratio * directions[:, :n_open]
        residual -= step * applied
        last_square, square = square, float(residual @ residual)
        growth = square / last_square
        direction *= growth
        direction += residual
        directions[:, :n_open] *= growth * ratio**2
        directions[:, :n_open] += zeta * residual[:, None]
    _warn(max_steps, float((square / goal) ** 0.5 * zeta.max()) * tolerance, tolerance)
    return V[:, place]


def _warn(max_steps: int, reached: float, tolerance: float) -> None:
    warnings.warn(
        f"Conjugate gradients stopped after {max_steps} steps with a relative residual of {reached:.2g} instead of "
        f"{tolerance:g}: a larger ridge needs fewer.",
        ConvergenceWarning,
        stacklevel=4,
    )


def solve_shifted(gram: np.ndarray, moment: np.ndarray, shift: float) -> np.ndarray:
    """(gram + shift·I)⁻¹ moment; of minimum norm where that matrix is singular to working precision."""
    if shift > 0:
        shifted = gram.copy()
        shifted[np.diag_indices(len(gram))] += shift
        try:
            return linalg.cho_solve(linalg.cho_factor(shifted, overwrite_a=True), moment)
        except linalg.LinAlgError:
            pass
    eigenvalues, vectors = linalg.eigh(gram)
    keep = eigenvalues + shift > len(gram) * np.finfo(np.float64).eps * max(eigenvalues[-1], shift)
    vectors, kept = vectors[:, keep], eigenvalues[keep] + shift
    return vectors @ ((vectors.T @ moment).T / kept).T
