"""Random binning features: which bin of each of several random grids a point falls into."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import Refusal, Seed, new_points, seed_number, training_data, whole_number
from rffviz.kernels import HoldsKernel, Kernel, Laplacian, Matern
from rffviz.kernels.base import or_kernel

_FARTHEST_BIN = 2**52  # beyond this float64 cannot separate neighbouring bins
_BLOCK_VALUES = 2**17  # coordinates per step: 1 MB, twice, fits the cache
_CHUNK_VALUES = 2**23  # coordinates that `transform` transposes at a time


@dataclass(eq=False, repr=False)
class RandomBinningFeatures(HoldsKernel, TransformerMixin, BaseEstimator):
    """Random binning features of the Laplacian kernel, as a scikit-learn transformer with a sparse output.

    A grid is d pitches and d shifts; the bin of x is the d-tuple b_j = ⌊(x_j − shift_j)/pitch_j⌋, and the feature is
    **one** indicator of the whole tuple, 1/√P for P grids. Two points share a bin of one grid with probability Π_j E
    max(0, 1 − |δ_j|/pitch_j), which is k(δ) for pitches of density p(pitch) = pitch·k″(pitch): Gamma(shape 2, scale ℓ)
    for exp(−‖δ‖₁/ℓ). So z(x)·z(y), the fraction of grids in which x and y share a bin, has mean k and variance k(1 −
    k)/P.

    Parameters
    ----------
    kernel : Laplacian, default None
        None is `Laplacian(length_scale=1.0)`.
    n_grids : int, default 100
        P.
    random_state : int, RandomState, Generator or None, default None
        Seed of the draw. Draws are nested: more grids under the same seed extend fewer.

    Attributes
    ----------
    pitches_, shifts_ : ndarray of shape (P, d)
        In the units of X; shifts lie in [0, pitch).
    n_bins_ : ndarray of shape (P,)
        Bins of each grid that hold a training point; each is one feature.
    n_features_out_ : int
        Their sum.

    Raises
    ------
    ValueError
        In `fit`, for any other kernel: where k″ is negative, so is the density that the pitch would need. For a value
        that is not finite, or more than 2⁵² pitches from 0, where float64 cannot separate bins.

    Notes
    -----
    A bin without training points is not a feature. A new point in such a bin has no entry for that grid, so its
    z(x)·z(x) may be below 1; z(x)·z(y) with a training point y stays the same.

    A tuple is identified by two independent hashes Σ_j a_j b_j mod 2⁶⁴ with uniform a_j. Two different tuples have the
    same hash with probability 2^(s − 64), 2^s the largest power of two that divides all of their differences b_j −
    b′_j; so only tuples at least 2^s bins apart can have a large s. If the first hashes agree, the second ones are
    compared: if those differ, `fit` draws new a_j, and `transform` treats the bin as one without training points. Two
    tuples are confused with probability 2^(2s − 128). O(nPd) operations; O(nP) memory for the features.

    Source: Rahimi & Recht 2007, section 4 and Algorithm 2 (not verified against the paper).
    """

    _usual_kernel = "Laplacian"

    kernel: Laplacian | None = None
    n_grids: int = 100
    random_state: Seed = None

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Draw the grids and find the bins of X; y is not used."""
        self._fit(X)
        return self

    def fit_transform(self, X: MatrixLike, y: ArrayLike | None = None) -> sparse.csr_matrix:
        """The same as `fit` followed by `transform`, but bins are computed once."""
        return self._assemble(self._fit(X))

    def _fit(self, X: MatrixLike) -> np.ndarray:
        """The column of each training point in each grid, shape (P, n)."""
        X = training_data(self, X, dtype=(np.float64, np.float32))
        kernel = _checked_kernel(Laplacian() if self.kernel is None else self.kernel)
        n_grids = whole_number("n_grids", self.n_grids)
        seed = seed_number("random_state", self.random_state)
        pitch_rng, shift_rng, hash_rng = np.random.default_rng(seed).spawn(3)
        size = (n_grids, X.shape[1])
        self.pitches_ = np.maximum(pitch_rng.standard_gamma(2.0, size), 1e-300) * kernel.length_scale
        self.shifts_ = shift_rng.random(size) * self.pitches_
        columns = None
        while columns is None:
            self._multipliers = hash_rng.integers(2**64 - 1, size=(2, X.shape[1]), dtype=np.uint64, endpoint=True)
            columns = self._found(X)
        return columns

    def _found(self, X: np.ndarray) -> np.ndarray | None:
        """The column of each point in each grid, one for each distinct bin; None where two bins share a first hash."""
        keys, columns, start = [], np.empty((len(self.pitches_), X.shape[0]), dtype=np.int64), 0
        for grid, (first, second) in enumerate(self._hashes(X)):
            distinct, where, inverse = np.unique(first, return_index=True, return_inverse=True)
            if (second[where][inverse] != second).any():
                return None
            keys.append(np.stack([distinct, second[where]]))
            columns[grid] = start + inverse
            start += len(distinct)
        self._keys = keys
        self.n_bins_ = np.array([key.shape[1] for key in keys])
        self.n_features_out_ = start
        return columns

    def transform(self, X: MatrixLike) -> sparse.csr_matrix:
        """Features of X: a float32 CSR array of shape (n, n_features_out_), at most P entries of 1/√P a row."""
        X = new_points(self, X, (np.float64, np.float32))
        n = X.shape[0]
        columns = np.empty((len(self.pitches_), n), dtype=np.int64)
        starts = np.cumsum(self.n_bins_) - self.n_bins_
        height = n if sparse.issparse(X) else max(1, _CHUNK_VALUES // X.shape[1])
        for top in range(0, n, height):
            rows = slice(top, top + height)
            for grid, (first, second) in enumerate(self._hashes(X[rows])):
                known = self._keys[grid]
                place = np.minimum(np.searchsorted(known[0], first), known.shape[1] - 1)
                seen = (known[0][place] == first) & (known[1][place] == second)
                columns[grid, rows] = np.where(seen, starts[grid] + place, -1)
        return self._assemble(columns)

    def _assemble(self, columns: np.ndarray) -> sparse.csr_matrix:
        """CSR features from the columns of each grid and point, −1 where there is none."""
        columns = columns.T
        seen = columns >= 0
        ends = np.concatenate([[0], np.cumsum(seen.sum(axis=1))])
        index = np.int32 if max(self.n_features_out_, ends[-1]) < 2**31 else np.int64
        values = np.full(ends[-1], 1 / np.sqrt(columns.shape[1]), dtype=np.float32)
        shape = (len(columns), self.n_features_out_)
        return sparse.csr_matrix((values, columns[seen].astype(index), ends.astype(index)), shape=shape)

    def _hashes(self, X: Any) -> Iterator[np.ndarray]:
        """Yield for each grid the two hashes of every row's bin, uint64 of shape (2, n)."""
        if sparse.issparse(X):
            yield from self._sparse_hashes(X)
            return
        turned = np.ascontiguousarray(X.T, dtype=np.float64)  # one pitch and one shift per coordinate
        low, high = turned.min(axis=1), turned.max(axis=1)
        step = max(1, _BLOCK_VALUES // len(turned))
        bins, hashes = np.empty((len(turned), min(step, len(X)))), np.empty((2, len(X)), dtype=np.uint64)
        for scale, offset in zip(1 / self.pitches_, self.shifts_ / self.pitches_, strict=True):
            with np.errstate(over="ignore", invalid="ignore"):
                farthest = max(np.abs(np.floor(edge * scale - offset)).max() for edge in (low, high))
            if not farthest <= _FARTHEST_BIN:
                column = int(np.argmax(np.maximum(np.abs(low), np.abs(high)) * scale))
                raise _too_far(max(low[column], high[column], key=abs), column, scale)
            for start in range(0, len(X), step):
                block = turned[:, start : start + step]
                there = bins[:, : block.shape[1]]
                np.multiply(block, scale[:, None], out=there)
                there -= offset[:, None]
                whole = np.floor(there, out=there).astype(np.int64).view(np.uint64)
                np.matmul(self._multipliers, whole, out=hashes[:, start : start + step])  # modulo 2⁶⁴, as uint64 is
            yield hashes

    def _sparse_hashes(self, X: Any) -> Iterator[np.ndarray]:
        """As `_hashes`: those of the origin, and what each entry that is stored changes."""
        x, place = X.data.astype(np.float64), X.indices
        ends = np.zeros((2, len(x) + 1), dtype=np.uint64)
        for scale, offset in zip(1 / self.pitches_, self.shifts_ / self.pitches_, strict=True):
            with np.errstate(over="ignore", invalid="ignore"):
                bins = np.floor(x * scale[place] - offset[place])
            if not np.abs(bins).max(initial=0.0) <= _FARTHEST_BIN:
                farthest = int(np.abs(bins).argmax())
                raise _too_far(x[farthest], int(place[farthest]), scale)
            of_zero = np.floor(-offset)
            moved = (bins - of_zero[place]).astype(np.int64).view(np.uint64)
            np.cumsum(self._multipliers[:, place] * moved, axis=1, out=ends[:, 1:])  # modulo 2⁶⁴, as uint64 is
            origin = np.matmul(self._multipliers, of_zero.astype(np.int64).view(np.uint64))
            yield origin[:, None] + ends[:, X.indptr[1:]] - ends[:, X.indptr[:-1]]

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """grid0_bin0, grid0_bin1, …; the bins of a grid are in no particular order."""
        check_is_fitted(self)
        return np.array([f"grid{g}_bin{b}" for g, n in enumerate(self.n_bins_) for b in range(n)], dtype=object)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags


def _too_far(x: float, column: int, scale: np.ndarray) -> Refusal:
    return Refusal(
        f"X must lie within 2^52 pitches of 0, where bins can be told apart, got {x:g} in column {column} with a pitch "
        f"of {1 / scale[column]:g}."
    )


def _checked_kernel(kernel: object) -> Laplacian:
    """The kernel; raises a ValueError that says why random binning does not support it."""
    if isinstance(kernel, Laplacian):
        return kernel
    if not isinstance(kernel, Kernel):
        instead = or_kernel(kernel)
        raise Refusal(
            f"kernel must be a Laplacian of rffviz.kernels or None, got {kernel!r}"
            f"{instead if 'Laplacian' in instead else '.'}"
        )
    if isinstance(kernel, Matern) and kernel.nu <= 0.5:
        raise Refusal(
            "kernel must be Laplacian for random binning: a grid of independent pitches has a kernel that is a product "
            f"over coordinates, got {kernel!r}."
        )
    raise Refusal(
        "kernel must be Laplacian for random binning: the density of the pitch is pitch·k″(pitch), and k″ is negative "
        f"near 0 for {kernel!r}."
    )
