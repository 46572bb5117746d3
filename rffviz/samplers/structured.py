"""Structured frequencies: products of Hadamard, diagonal and permutation matrices, applied in O(m log d) or nearly so.

H_{ab} = H_a ⊗ H_b: H times a vector of ab numbers, arranged as an a × b array, is two small matrix products: 2ab(a + b)
operations instead of 2(ab)², at BLAS speed, which a butterfly in numpy cannot reach. The diagonals cost nothing: they
are multiplied into the small matrices beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.linalg import hadamard

from rffviz.foundation.threads import share

# Points and rows of W per step: few enough that BLAS uses one thread for their products and the angles stay in cache,
# many enough that the work of a numpy call outweighs thread contention.
_POINTS, _ROWS = 64, 2048
# The structured product is faster from this padded dimension on, if it saves at least this factor in operations
# (measured by `python -m rffviz bench structured`).
_SMALLEST, _WORTH = 512, 3.0


@dataclass(frozen=True, eq=False)
class Structured:
    """W = the first m rows and d columns of stacked blocks S H D_s … H D_2 Π H D_1 of p rows, p a power of two.

    H is the unnormalised Hadamard matrix in Sylvester's order, D_1 … D_s and S are diagonals, Π a permutation.

    Attributes
    ----------
    d : int
        Dimension of the data, at most p.
    diagonals : ndarray of shape (blocks, s, p)
        D_1, which is applied to the data, first.
    scale : ndarray of shape (m,)
        S of all the blocks, truncated to m entries, including all constants.
    order : ndarray of int, shape (blocks, p), or None
        Row i of ΠA is row order[i] of A; None without a permutation.
    """

    d: int
    diagonals: np.ndarray
    scale: np.ndarray
    order: np.ndarray | None = None

    @property
    def n_freqs(self) -> int:
        """m, the number of rows of W."""
        return len(self.scale)

    @property
    def size(self) -> int:
        """p, the padded dimension."""
        return self.diagonals.shape[2]

    @property
    def pays(self) -> bool:
        """Whether the fast product is faster than the dense one."""
        blocks, stages, p = self.diagonals.shape
        return p >= _SMALLEST and self.d * self.n_freqs >= _WORTH * blocks * stages * p * sum(_factors(p))

    def dense(self) -> np.ndarray:
        """W, float64 of shape (m, d)."""
        blocks, stages, p = self.diagonals.shape
        product = np.eye(p, self.d)
        for stage in range(stages):
            if stage == 1 and self.order is not None:
                product = np.take_along_axis(product, self.order[:, :, None], axis=1)
            product = hadamard_times(self.diagonals[:, stage, :, None] * product)
        return product.reshape(blocks * p, self.d)[: self.n_freqs] * self.scale[:, None]

    def product(self, dtype: np.dtype, without: np.ndarray | None = None) -> Product:
        """A function (X, out) that writes X Wᵀ, shape (n, m), into `out`, on as many threads as BLAS has.

        2s(a + b)m operations per point, ab = p and a, b about √p, while the dense product takes 2dm, with no smaller a
        rounding error.

        Parameters
        ----------
        dtype : float32 or float64
            Precision of `out` and of every step.
        without : ndarray of bool, shape (m,), optional
            Rows of W to leave out: their columns of `out` are 0.
        """
        return Product(self, np.dtype(dtype), without)


class Product:
    """X ↦ X Wᵀ for structured frequencies: their small matrices, with the diagonals multiplied into them."""

    def __init__(self, structured: Structured, dtype: np.dtype, without: np.ndarray | None) -> None:
        s = structured
        blocks, stages, p = s.diagonals.shape
        a, b = _factors(p)
        left, right = hadamard(a, dtype=np.float64), hadamard(b, dtype=np.float64)
        diagonals = s.diagonals.reshape(blocks, stages, a, b)
        scale = np.zeros(blocks * p)
        scale[: s.n_freqs] = s.scale if without is None else np.where(without, 0.0, s.scale)
        # (H_a ⊗ I)D is a different matrix for each column of the a × b array; I ⊗ H_b is the same for each row, S(I ⊗
        # H_b) is not. Contiguous, since numpy copies arrays that BLAS cannot read in place, or multiplies them without
        # BLAS
        self.lefts = np.ascontiguousarray(left * diagonals.swapaxes(2, 3)[:, :, :, None, :], dtype=dtype)
        self.rights = np.broadcast_to(right.astype(dtype), (a, b, b))
        self.lasts = np.ascontiguousarray(right * scale.reshape(blocks, a, 1, b), dtype=dtype)
        self.sizes, self.d, self.order, self.dtype = (blocks, stages, p, a, b), s.d, s.order, dtype

    def __call__(self, X: np.ndarray, out: np.ndarray) -> np.ndarray:
        """X Wᵀ into `out`, which is returned."""
        share(partial(self._write, X, out), range(0, len(X), _POINTS))  # BLAS uses one thread for products this small
        return out

    def _write(self, X: np.ndarray, out: np.ndarray, starts: Iterable[int]) -> None:
        """Fill the rows of `out` for the blocks of points that begin at `starts`, with memory per thread."""
        blocks, stages, p, a, b = self.sizes
        group = max(1, _ROWS // p)
        memory, own = np.empty((2, group * p * _POINTS), self.dtype), np.empty(p * _POINTS, self.dtype)
        for start in starts:
            n = min(_POINTS, len(X) - start)
            points = own[: p * n].reshape(p, n)  # a point is a column
            points[: self.d] = X[start : start + n].T
            points[self.d :] = 0
            for first in range(0, blocks, group):
                taken = slice(first, min(first + group, blocks))
                current, spare = memory[:, : (taken.stop - first) * p * n].reshape(2, -1, a, b, n)
                for stage in range(stages):
                    if stage == 1 and self.order is not None:
                        for order, rows, permuted in zip(self.order[taken], current, spare, strict=True):
                            np.take(rows.reshape(p, n), order, axis=0, out=permuted.reshape(p, n), mode="clip")
                        current, spare = spare, current
                    columns = current if stage else points.reshape(1, a, b, n)  # all blocks start from `points`
                    np.matmul(self.lefts[taken, stage], columns.swapaxes(1, 2), out=spare.swapaxes(1, 2))
                    current, spare = spare, current
                    if stage < stages - 1:
                        np.matmul(self.rights, current, out=spare)
                        current, spare = spare, current
                here = out[start : start + n, first * p : taken.stop * p]
                width = (taken.stop - first) * p
                whole = here if here.shape[1] == width else np.empty((n, width), self.dtype)
                turned = whole.reshape(n, -1, a, b).transpose(1, 2, 0, 3)  # transposed back: a point is a row of `out`
                np.matmul(current.swapaxes(2, 3), self.lasts[taken], out=turned)
                if whole is not here:
                    here[...] = whole[:, : here.shape[1]]


def hadamard_times(A: np.ndarray) -> np.ndarray:
    """H A for each of the matrices A, shape (blocks, p, k)."""
    blocks, p, k = A.shape
    a, b = _factors(p)
    product = np.matmul(hadamard(b, dtype=np.float64), A.reshape(blocks, a, b, k))
    return np.matmul(hadamard(a, dtype=np.float64), product.reshape(blocks, a, b * k)).reshape(blocks, p, k)


def _factors(p: int) -> tuple[int, int]:
    """p = a·b, both powers of two, a ≤ b and as close as possible."""
    power = p.bit_length() - 1
    return 1 << power // 2, 1 << (power + 1) // 2
