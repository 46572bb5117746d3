"""Signed circulant frequencies as a fast product: two Fourier transforms for each point and block."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import fft

from rffviz.foundation.threads import share

_POINTS = 64  # points at a time: they and their transforms stay in cache
# Rows per block from which FFTs are faster; a length with a prime factor above 11 takes about four times as long
# (measured by `python -m rffviz bench structured`).
_WORTH, _WORTH_UNEVEN = 512, 1536


@dataclass(frozen=True, eq=False)
class Circulant:
    """W = the first m rows of stacked blocks S circ(v) diag(σ) of d rows.

    Row i of circ(v) holds v_{(j − i) mod d} at j.

    Attributes
    ----------
    vectors : ndarray of shape (blocks, d)
        v.
    signs : ndarray of shape (blocks, d)
        σ.
    scale : ndarray of shape (m,)
        S of all the blocks, truncated to m entries.
    """

    vectors: np.ndarray
    signs: np.ndarray
    scale: np.ndarray

    @property
    def d(self) -> int:
        """Dimension of the data."""
        return self.vectors.shape[1]

    @property
    def n_freqs(self) -> int:
        """m, the number of rows of W."""
        return len(self.scale)

    @property
    def pays(self) -> bool:
        """Whether the fast product is faster than the dense one."""
        even = fft.next_fast_len(self.d) == self.d
        return self.n_freqs >= len(self.vectors) * (_WORTH if even else _WORTH_UNEVEN)

    def dense(self) -> np.ndarray:
        """W, float64 of shape (m, d)."""
        signed = shifts(self.vectors) * self.signs[:, None]
        return signed.reshape(-1, self.d)[: self.n_freqs] * self.scale[:, None]

    def product(self, dtype: np.dtype, without: np.ndarray | None = None) -> CirculantProduct:
        """A function (X, out) that writes X Wᵀ, shape (n, m), into `out`, on as many threads as BLAS has.

        O(log d) operations per angle; the dense product takes 2d. The rounding error is that of a sum of log d numbers
        of size ‖ω‖‖x‖/√d, the same for all rows of a block: if a huge coordinate of v multiplies a zero of x, the dense
        product rounds less.

        Parameters
        ----------
        dtype : float32 or float64
            Precision of `out` and of every step.
        without : ndarray of bool, shape (m,), optional
            Rows of W to leave out: their columns of `out` are 0.
        """
        return CirculantProduct(self, np.dtype(dtype), without)


class CirculantProduct:
    """X ↦ X Wᵀ for signed circulant frequencies: a block's angles are a circular correlation of σx with v."""

    def __init__(self, circulant: Circulant, dtype: np.dtype, without: np.ndarray | None) -> None:
        c = circulant
        kept = np.ones(c.n_freqs, dtype=bool) if without is None else ~without
        used = np.add.reduceat(kept, np.arange(0, c.n_freqs, c.d)) > 0  # a block that is left out may overflow float32
        self.waves = np.conj(fft.rfft(np.where(used[:, None], c.vectors, 0.0)))
        self.waves = self.waves.astype(np.result_type(dtype, np.complex64))
        self.signs, self.scale = c.signs.astype(dtype), np.where(kept, c.scale, 0.0).astype(dtype)

    def __call__(self, X: np.ndarray, out: np.ndarray) -> np.ndarray:
        """X Wᵀ into `out`, which is returned."""
        share(partial(self._write, X, out), range(0, len(X), _POINTS))
        return out

    def _write(self, X: np.ndarray, out: np.ndarray, starts: Iterable[int]) -> None:
        """The rows of `out` in the blocks of points that begin at `starts`."""
        d = X.shape[1]
        for start in starts:
            rows = slice(start, start + _POINTS)
            for first, signs, wave in zip(range(0, len(self.scale), d), self.signs, self.waves, strict=True):
                transformed = fft.rfft(X[rows] * signs)
                transformed *= wave
                scale = self.scale[first : first + d]
                correlation = fft.irfft(transformed, d, overwrite_x=True)
                np.multiply(correlation[:, : len(scale)], scale, out=out[rows, first : first + d])


def shifts(v: np.ndarray) -> np.ndarray:
    """The circulant matrices of vectors v of shape (..., d): row i holds v_{(j − i) mod d} at j; shape (..., d, d)."""
    place = np.arange(v.shape[-1])
    return v[..., (place[None, :] - place[:, None]) % len(place)]
