"""Structured frequencies: products of Hadamard, diagonal and permutation matrices, applied in O(m log d)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from scipy.linalg import hadamard
from threadpoolctl import ThreadpoolController  # comes with scikit-learn, which requires it

_CONTROLLER = ThreadpoolController().select(user_api="blas")

_CROSSING = 512  # measured: `python -m rffviz bench structured`
_STEP = 2**16  # numbers of one step: a block of rows with its intermediate results stays in a near cache


@dataclass(frozen=True, eq=False)
class Block:
    """One block of p frequencies, p a power of two: row by row ω = scale · (H D₂ Π H D₁)-like products.

    Applied to a row x padded to p: x ↦ scale ∘ H(f_k ∘ P_k H( … f_1 ∘ x)), H the unnormalised Hadamard matrix.

    Attributes
    ----------
    factors : tuple of ndarray of shape (p,)
        f_1, f_2, …: one before each Hadamard transform.
    order : ndarray of int, shape (p,), or None
        The permutation Π after the first transform; None where there is none.
    scale : ndarray of shape (p,)
        The last diagonal, with all constants.
    """

    factors: tuple[np.ndarray, ...]
    order: np.ndarray | None
    scale: np.ndarray

    def dense(self) -> np.ndarray:
        """The p × p matrix whose rows are the frequencies."""
        size = len(self.scale)
        H = hadamard(size).astype(np.float64)
        M = H * self.factors[0]
        for f in self.factors[1:]:
            M = H @ (f[:, None] * (M if self.order is None else M[self.order]))
        return self.scale[:, None] * M


@dataclass(frozen=True, eq=False)
class Structured:
    """The frequencies of several blocks, truncated to m rows and d columns, as a fast product."""

    blocks: tuple[Block, ...]
    n_freqs: int
    d: int

    @property
    def size(self) -> int:
        """p, the padded dimension."""
        return len(self.blocks[0].scale)

    @property
    def pays(self) -> bool:
        """Whether the fast product is faster than the dense one: from p = 512 on, where little of it is cut away."""
        return self.size >= _CROSSING and self.n_freqs * self.d >= 0.6 * len(self.blocks) * self.size**2

    def dense(self) -> np.ndarray:
        """W, float64 of shape (m, d)."""
        rows, m = [], self.n_freqs
        for start, block in zip(range(0, m, self.size), self.blocks, strict=True):
            rows.append(block.dense()[: min(self.size, m - start), : self.d])
        return np.concatenate(rows)

    def angles(self, X: np.ndarray, out: np.ndarray) -> np.ndarray:
        """X @ W.T into `out`, of shape (n, m), in the precision of `out`; O(n m log d), on as many threads as BLAS."""
        plans = [_plan(block, out.dtype) for block in self.blocks]
        height = max(1, _STEP // self.size)
        starts = range(0, len(X), height)
        threads = min(_blas_threads(), len(starts))
        if threads <= 1:
            self._rows(X, out, plans, height, starts)
            return out
        # small products do not gain from BLAS's own threads: whole blocks of rows do
        with _CONTROLLER.limit(limits=1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
            parts = [starts[k::threads] for k in range(threads)]
            list(pool.map(lambda part: self._rows(X, out, plans, height, part), parts))
        return out

    def _rows(self, X, out, plans, height, starts) -> None:
        """The blocks of rows that begin at `starts`."""
        padded, result, spare = (np.zeros((height, self.size), dtype=out.dtype) for _ in range(3))
        for first in starts:
            n = min(height, len(X) - first)
            padded[:n, : self.d] = X[first : first + n]
            for number, (block, plan) in enumerate(zip(self.blocks, plans, strict=True)):
                found = _applied(block, plan, padded[:n], result[:n], spare[:n])
                start, width = number * self.size, min(self.size, self.n_freqs - number * self.size)
                np.multiply(found[:, :width], plan.scale[:width], out=out[first : first + n, start : start + width])


@dataclass(frozen=True, eq=False)
class _Plan:
    """A block's diagonals in the precision of the product."""

    factors: tuple[np.ndarray, ...]
    scale: np.ndarray
    left: np.ndarray
    right: np.ndarray


def _plan(block: Block, dtype) -> _Plan:
    size = len(block.scale)
    bits = size.bit_length() - 1
    left, right = 2 ** (bits // 2), 2 ** (bits - bits // 2)
    return _Plan(
        tuple(f.astype(dtype) for f in block.factors),
        block.scale.astype(dtype),
        hadamard(left).astype(dtype),
        hadamard(right).astype(dtype),
    )


def _applied(block: Block, plan: _Plan, rows: np.ndarray, result: np.ndarray, spare: np.ndarray) -> np.ndarray:
    """The block's transforms of a few rows, all but its scale."""
    np.multiply(rows, plan.factors[0], out=result)
    _transform(result, plan, spare)
    for factor in plan.factors[1:]:
        if block.order is not None:
            np.take(result, block.order, axis=1, out=spare, mode="clip")
            np.multiply(spare, factor, out=result)
        else:
            np.multiply(result, factor, out=result)
        _transform(result, plan, spare)
    return result


def _transform(rows, plan, spare) -> None:
    """Unnormalised Walsh–Hadamard transform of each row in place: H_p = H_a ⊗ H_b as two small matrix products."""
    n = len(rows)
    a, b = len(plan.left), len(plan.right)
    np.matmul(rows.reshape(n * a, b), plan.right, out=spare.reshape(n * a, b))
    np.matmul(plan.left, spare.reshape(n, a, b), out=rows.reshape(n, a, b))


def _blas_threads() -> int:
    """Threads that BLAS may use now."""
    return min((pool["num_threads"] for pool in _CONTROLLER.info()), default=1)
