"""The pairs of a finite set of points, grouped by the values that bounds use: k(δ), k(2δ), k(3δ), …"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import pdist

from rffviz.foundation.validation import LARGEST_COORDINATE, one_of, points, whole_number
from rffviz.kernels import Gaussian, Kernel, Laplacian, Matern, RationalQuadratic, ScaleMixture, a_kernel
from rffviz.theory.variance import MAPS

# k(δ) = g(r) ≥ 0 with g decreasing in one distance r
_FALLING = (Gaussian, Laplacian, Matern, RationalQuadratic, ScaleMixture)
_EXACT_PAIRS = 2**13  # up to this many pairs, each is its own stratum
_STRATA = 8192
_BLOCK = 2048  # strata processed at once: their arrays fit the cache
_CELLS = 2**20  # kernel values held at once
_ROUNDING = 1e-10  # rounding error of a kernel value from a fast matrix product
_MULTIPLES = 8  # k(nδ) is measured up to this n for kernels that do not depend on a single distance
_FAR = 1e100  # in units of ℓ; larger distances make no difference
_Multiple = Callable[[int], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True, eq=False)
class Block:
    """Strata of pairs: the number of pairs in each, and the range of k(nδ) over it.

    Attributes
    ----------
    counts : ndarray of shape (s,)
    multiple : callable
        n ≥ 1 → (lowest, highest) k(nδ), each of shape (s,).
    """

    counts: np.ndarray
    multiple: _Multiple
    _kept: dict[int, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict, repr=False, compare=False)

    def term(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """(lowest, highest) k(nδ), cached."""
        if n not in self._kept:
            self._kept[n] = self.multiple(n)
        return self._kept[n]

    @property
    def size(self) -> np.ndarray:
        """The largest |k(δ)| of each stratum."""
        low, high = self.term(1)
        return np.maximum(np.abs(low), np.abs(high))

    def variance(self, map: str, largest_weight: float = 1.0) -> np.ndarray:
        """The largest variance of one frequency's term: w(½ + ½k(2δ)) − k² paired, w(1 + ½k(2δ)) − k² offset."""
        low, high = self.term(1)
        smallest = np.where((low < 0) & (high > 0), 0.0, np.minimum(np.abs(low), np.abs(high)))
        square = (0.5 if map == "paired" else 1.0) + 0.5 * self.term(2)[1]
        return np.maximum(largest_weight * square - smallest**2, 0.0)


@dataclass(frozen=True, eq=False)
class Pairs:
    """The pairs whose largest error is bounded: one for each pair of distinct points.

    Repeated points have the same errors and count once. The error of a point with itself is 0 under the paired map,
    where z(x)·z(x) = 1, but not under the offset map or with weights that do not sum to 1: the diagonal then counts, as
    it does in the measured largest error.

    Attributes
    ----------
    kernel : Kernel
    map : {"paired", "offset"}
    n_points, n_pairs : int
        Number of distinct points, and of errors summed over.
    exact : bool
        Whether each pair is its own stratum. Otherwise bounds use the worst values in every stratum, and are upper
        bounds of the sum over pairs.
    blocks : tuple of Block
    """

    kernel: Kernel
    map: str
    n_points: int
    n_pairs: int
    exact: bool
    blocks: tuple[Block, ...] = field(repr=False)

    @property
    def n_strata(self) -> int:
        """The number of strata."""
        return sum(len(block.counts) for block in self.blocks)


def pairs_of(
    kernel: Kernel,
    X: ArrayLike,
    map: str = "paired",
    n_strata: int = _STRATA,
    exact_pairs: int = _EXACT_PAIRS,
    diagonal: bool | None = None,
) -> Pairs:
    """Group the pairs of the points X into strata, in memory independent of their number.

    Parameters
    ----------
    kernel : Kernel
    X : array of shape (n, d)
    map : {"paired", "offset"}
    n_strata : int
        Approximate number of strata for many pairs, at least 16.
    exact_pairs : int
        Up to this many pairs, each is its own stratum.
    diagonal : bool, optional
        Whether each point with itself counts; by default only for the offset map.

    Returns
    -------
    Pairs

    Raises
    ------
    ValueError
        For bad arguments.

    Notes
    -----
    If k decreases with one distance r (all but the product Cauchy kernel), strata are intervals of √(1 − k(δ)), and the
    corresponding interval of r bounds k(nδ) for every n. For other kernels they are cells of (k(δ), k(2δ)), with the
    range of k(nδ) measured in each up to n = 8 and taken as [−1, 1] beyond. One pass over the pairs, O(n²d).
    """
    kernel, X = a_kernel(kernel).in_units(points("X", X))
    map = one_of("map", map, MAPS)
    n_strata = whole_number("n_strata", n_strata, low=16)
    exact_pairs = whole_number("exact_pairs", exact_pairs, low=0)
    X = np.unique(X + 0.0, axis=0)  # −0 is 0
    n = len(X)
    n_pairs = n * (n - 1) // 2
    exact = n_pairs <= exact_pairs
    falling = isinstance(kernel, _FALLING)
    with np.errstate(over="ignore", under="ignore"):  # overflow for points far apart in units of ℓ
        if exact:
            counts = np.ones(n_pairs)
            gathered = pdist(X, kernel.distance) / kernel.length_scale if falling else _multiples_of_pairs(kernel, X)
            bounds = (gathered, gathered)
        elif falling:
            counts, bounds = _by_distance(kernel, X, n_strata)
        else:
            counts, bounds = _by_two_values(kernel, X, n_strata)
    if map == "offset" if diagonal is None else diagonal:
        # Errors of x with itself: identical for the paired map, different at each point for the offset map.
        n_same = n if map == "offset" else 1
        counts, n_pairs = np.append(counts, n_same), n_pairs + n_same
        bounds = _with_diagonal(bounds[0], falling), _with_diagonal(bounds[1], falling)
    order = np.argsort(bounds[0] if falling else -bounds[0][0], kind="stable")
    range_of = _of_distances(kernel) if falling else _of_table
    blocks = tuple(
        Block(counts[part], range_of(*(ends[..., part] for ends in bounds)))
        for part in (order[start : start + _BLOCK] for start in range(0, len(order), _BLOCK))
    )
    return Pairs(kernel, map, n, n_pairs, exact, blocks)


def _with_diagonal(ends: np.ndarray, falling: bool) -> np.ndarray:
    return np.append(ends, 0.0) if falling else np.hstack([ends, np.ones((len(ends), 1))])


def _profile(kernel: Kernel) -> Callable[[np.ndarray], np.ndarray]:
    """g with k(δ) = g(t), at any distance t ≥ 0 in units of ℓ."""
    unit = kernel.with_length_scale(1.0)
    return lambda t: unit.of_difference(np.minimum(t, _FAR)[:, None])


def _of_distances(kernel: Kernel) -> Callable[[np.ndarray, np.ndarray], _Multiple]:
    g = _profile(kernel)

    def range_of(near: np.ndarray, far: np.ndarray) -> _Multiple:
        def multiple(n: int) -> tuple[np.ndarray, np.ndarray]:
            with np.errstate(over="ignore", under="ignore"):
                high = g(n * near)
                return (high, high) if (near == far).all() else (g(n * far), high)

        return multiple

    return range_of


def _of_table(low: np.ndarray, high: np.ndarray) -> _Multiple:
    beyond = np.ones(low.shape[1])
    return lambda n: (low[n - 1], high[n - 1]) if n <= len(low) else (-beyond, beyond)


def _at_multiple(kernel: Kernel, n: int) -> Kernel:
    """δ ↦ k(nδ), avoiding overflow of nδ."""
    return kernel.with_length_scale(max(kernel.length_scale / n, 1 / LARGEST_COORDINATE))


def _multiples_of_pairs(kernel: Kernel, X: np.ndarray) -> np.ndarray:
    """k(nδ) of every pair, shape (8, pairs)."""
    where = np.triu_indices(len(X), 1)
    return np.array([_at_multiple(kernel, n)(X)[where] for n in range(1, _MULTIPLES + 1)])


def _rows(n: int) -> Iterator[slice]:
    """Slices of rows, each with at most about a million pairs, from first to last."""
    step = max(1, _CELLS // n)
    return (slice(start, min(start + step, n)) for start in range(0, n, step))


def _below_diagonal(kernel: Kernel, X: np.ndarray, rows: slice) -> np.ndarray:
    """k_ij with j < i for these rows, flattened; 0 if a distance overflows."""
    with np.errstate(invalid="ignore"):
        values = kernel(X[rows], X[: rows.stop])
    return np.nan_to_num(values[np.arange(rows.stop) < np.arange(rows.start, rows.stop)[:, None]])


def _steps(values: np.ndarray, n_steps: int) -> np.ndarray:
    """The interval of √(1 − k) that each value lies in."""
    root = np.sqrt(np.clip(1 - values, 0.0, 1.0))
    return np.minimum((root * n_steps).astype(np.int64), n_steps - 1)


def _by_distance(kernel: Kernel, X: np.ndarray, n_strata: int) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Counts in the intervals of √(1 − k), and the corresponding intervals of distances."""
    counts = np.zeros(n_strata)
    for rows in _rows(len(X)):
        values = _below_diagonal(kernel, X, rows)
        counts += np.bincount(_steps(values, n_strata), minlength=n_strata)
    held = np.flatnonzero(counts)
    highest = 1 - np.square(held / n_strata) + _ROUNDING
    lowest = 1 - np.square((held + 1) / n_strata) - _ROUNDING
    return counts[held], (_distance_of(kernel, highest)[0], _distance_of(kernel, lowest)[1])


def _distance_of(kernel: Kernel, level: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distances t, in units of ℓ, that bracket g(t) = level: the first is 0 or has g ≥ level, the second is infinite or
    has g ≤ level.
    """
    g = _profile(kernel)
    low, high = np.full(len(level), -230.0), np.full(len(level), 230.0)  # log t
    for _ in range(50):
        middle = (low + high) / 2
        above = g(np.exp(middle)) >= level
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return np.where(low == -230.0, 0.0, np.exp(low)), np.where(high == 230.0, math.inf, np.exp(high))


def _by_two_values(kernel: Kernel, X: np.ndarray, n_strata: int) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Counts in the cells of (k(δ), k(2δ)), and the range of k(nδ) in each."""
    second = max(4, n_strata // 32)
    shape = n_strata // 8 * second
    counts = np.zeros(shape)
    low, high = np.full((_MULTIPLES, shape), math.inf), np.full((_MULTIPLES, shape), -math.inf)
    kernels = [_at_multiple(kernel, n) for n in range(1, _MULTIPLES + 1)]
    for rows in _rows(len(X)):
        values = [_below_diagonal(each, X, rows) for each in kernels]
        cells = _steps(values[0], n_strata // 8) * second + _steps(values[1], second)
        counts += np.bincount(cells, minlength=shape)
        for each, lowest, highest in zip(values, low, high, strict=True):
            np.minimum.at(lowest, cells, each)
            np.maximum.at(highest, cells, each)
    held = np.flatnonzero(counts)
    return counts[held], (low[:, held], high[:, held])
