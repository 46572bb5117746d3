"""k̂ and k at pairs of points, for growing numbers of frequencies: as matrices, and for a sample of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import pdist

from rffviz.datasets import Points, choose_rows
from rffviz.features import MAPS
from rffviz.foundation.about import About
from rffviz.foundation.notes import Note
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.sincos import cosines
from rffviz.foundation.validation import increasing_whole_numbers, one_of, points, seed_number, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.measure.errors import rmse, sup_over_pairs
from rffviz.samplers import SAMPLERS, FrequencySample, draw
from rffviz.samplers.own import scheme_of
from rffviz.studies.shown import OverFreqs
from rffviz.theory import OrthogonalGain, map_variance, orthogonal_gain

_BLOCK = 512  # frequencies at a time
_LINE = 61  # points of a band where σ is a function
_BINS = 24  # bins of a band where it is not
_ROUNDING = 1e-9  # for two equal points, where σ = 0 and the error is rounding

_MOST_CLASSES = 8  # that colours tell apart
_MOST_FACTORISED_POINTS = 500  # most points for which repeated factorisations are quick


@dataclass(frozen=True, eq=False, kw_only=True)
class _Estimates(OverFreqs):
    """Base of both records: k̂ and k at pairs of points, for growing numbers of frequencies.

    Attributes
    ----------
    rows : ndarray of int
        The rows of X that are shown.
    exact : ndarray
        k at each pair.
    n_freqs : ndarray of shape (g,)
    approximate : ndarray of shape (g, *exact.shape)
        k̂ at each pair.
    largest, rms : ndarray of shape (g,)
        max |k̂ − k| and √(mean of (k̂ − k)²) over the pairs.
    shown : int
        Where it is read: at the largest number of frequencies, unless it is replaced.
    about : About
        All points given, kernel, scheme and seed.
    notes : tuple of Note or str
        The scheme's notes.
    """

    rows: np.ndarray
    exact: np.ndarray
    n_freqs: np.ndarray
    approximate: np.ndarray
    largest: np.ndarray
    rms: np.ndarray
    map: str
    shown: int
    about: About
    notes: tuple[Note | str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class KernelMatrices(_Estimates):
    """K and K̂ of n points, of shapes (n, n) and (g, n, n), with the diagonal; `rows` orders near points together.

    Attributes
    ----------
    classes : tuple of str
        The class of each row; empty where `X` are no `Points` with classes, or these have more than eight.
    """

    classes: tuple[str, ...] = ()

    @property
    def contrast(self) -> float:
        """The mean of k over pairs of distinct points of one class minus that of two; NaN without two such classes."""
        same = np.array([[one == other for one in self.classes] for other in self.classes])
        if not same.size or same.all() or same.sum() == len(same):
            return float("nan")
        return float(self.exact[same & ~np.eye(len(same), dtype=bool)].mean() - self.exact[~same].mean())


@dataclass(frozen=True, eq=False)
class Band:
    """Standard deviation of k̂ along an axis, for Monte Carlo with one frequency; with m frequencies, divide by √m.

    Attributes
    ----------
    along : ndarray of shape (q,)
        Distances, or kernel values.
    sigma : ndarray of shape (q,)
    exact : bool
        True where σ is a function of the quantity on the axis. False where it differs between pairs with the same
        value: `sigma` is then the root mean square over the pairs of a bin, 24 bins of equally many pairs.
    """

    along: np.ndarray
    sigma: np.ndarray
    exact: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class PairErrors(_Estimates):
    """k̂ and k at p random pairs of points, with the theoretical standard deviation of each pair.

    `rows` has shape (p, 2), `exact` (p,) and `approximate` (g, p).

    Attributes
    ----------
    distance : ndarray of shape (p,)
        In the kernel's own metric, `kernel.distance`, in units of the data.
    sigma : ndarray of shape (p,)
        Standard deviation of k̂ over Monte Carlo draws of one frequency; with m frequencies, divide by √m.
    over_distance, over_kernel : Band
        `sigma` along the distance and along the kernel's value.
    inside : ndarray of shape (g,)
        Share of the pairs with |k̂ − k| ≤ 2σ, each pair against its own σ.
    """

    distance: np.ndarray
    sigma: np.ndarray
    over_distance: Band
    over_kernel: Band
    inside: np.ndarray

    @property
    def gain(self) -> OrthogonalGain | None:
        """The exact variance relative to Monte Carlo at the D shown first, of orthogonal frequencies."""
        return orthogonal_gain(
            self.about.sampler, self.about.kernel, self.about.d, int(self.n_freqs[self.start]), self.map
        )


def _takes_long(X: Sized, sampler: object) -> bool:
    """Whether every number of frequencies needs a large factorisation."""
    return sampler == "leverage" and len(X) > _MOST_FACTORISED_POINTS


@study(slow=_takes_long)
def kernel_matrices(
    X: ArrayLike,
    kernel: Kernel,
    n_freqs: Sequence[int],
    sampler: str = "monte_carlo",
    random_state: int = 0,
    map: str = "paired",
    max_points: int = 60,
) -> Iterator[Progress[KernelMatrices]]:
    """K and K̂ of at most `max_points` of the points, for each number of frequencies from one draw.

    Parameters
    ----------
    X : array of shape (n, d)
        Of more than `max_points` points a random sample is shown, the same for every `random_state`.
    n_freqs : increasing sequence of int
    sampler : str
        A key of `SAMPLERS`. With a nested scheme the estimates share their first frequencies; with others there is one
        draw for each number of frequencies.
    random_state : int
        Seed of the draw: the frequencies are those of `error_curve` under this seed.
    map : {"paired", "offset"}

    Raises
    ------
    ValueError
        For invalid arguments, and where the scheme is not defined for the kernel.

    Notes
    -----
    Points are ordered as the leaves of average-linkage clustering under the kernel's own distance, with branches
    flipped so that neighbours are as near as possible (Bar-Joseph, Gifford & Jaakkola 2001): clusters are bright
    blocks.
    """
    given, X = X, points("X", X, min_points=2)
    most = whole_number("max_points", max_points, low=2)
    sizes, random_state = _checked(kernel, n_freqs, sampler, random_state, map)
    rows = np.sort(choose_rows(len(X), min(most, len(X))))
    tree = linkage(pdist(X[rows], kernel.distance), "average", optimal_ordering=True)
    rows = rows[leaves_list(tree)]
    chosen = X[rows]
    first, second = np.triu_indices(len(rows))
    values, notes = _estimates(chosen[first], chosen[second], X, kernel, sizes, sampler, random_state, map)
    approximate = np.empty((sizes.size, len(rows), len(rows)))
    approximate[:, first, second] = values
    approximate[:, second, first] = values
    exact = kernel(chosen)
    of_rows = given.classes[rows] if isinstance(given, Points) and given.classes is not None else ()
    matrices = KernelMatrices(
        rows=rows,
        exact=exact,
        n_freqs=sizes,
        approximate=approximate,
        largest=np.array([sup_over_pairs(one, exact) for one in approximate]),
        rms=np.array([rmse(one, exact) for one in approximate]),
        map=map,
        shown=int(sizes[-1]),
        about=About.of(given, kernel, sampler, (random_state,)),
        notes=notes,
        classes=tuple(str(each) for each in of_rows) if len(set(of_rows)) <= _MOST_CLASSES else (),
    )
    yield Progress(1, 1, matrices)


@study(slow=_takes_long)
def pair_errors(
    X: ArrayLike,
    kernel: Kernel,
    n_freqs: Sequence[int],
    sampler: str = "monte_carlo",
    random_state: int = 0,
    map: str = "paired",
    n_pairs: int = 200,
) -> Iterator[Progress[PairErrors]]:
    """k̂, k and the formula's σ at up to `n_pairs` pairs of different points, for each number of frequencies.

    Parameters
    ----------
    X : array of shape (n, d)
    kernel, n_freqs, sampler, random_state, map
        As in `kernel_matrices`.
    n_pairs : int
        Pairs drawn at random without repeats, the same for every `random_state`; all pairs where there are fewer.

    Notes
    -----
    σ² of one frequency: paired ½ + ½k(2δ) − k(δ)², offset 1 + ½k(2δ) − k(δ)². For a kernel of a distance it is a
    function of that distance and, where the kernel falls, of k; whether this holds is checked on the pairs themselves.
    For others, such as the Cauchy kernel in several dimensions, pairs at one distance differ, and bands come from bins.
    """
    given, X = X, points("X", X, min_points=2)
    n_pairs = whole_number("n_pairs", n_pairs)
    sizes, random_state = _checked(kernel, n_freqs, sampler, random_state, map)
    first, second = _random_pairs(len(X), n_pairs)
    delta = X[first] - X[second]
    exact = kernel.of_difference(delta)
    approximate, notes = _estimates(X[first], X[second], X, kernel, sizes, sampler, random_state, map)
    order = 1 if kernel.distance == "cityblock" else 2
    distance = np.linalg.norm(delta, ord=order, axis=1)
    sigma = np.sqrt(map_variance(kernel, delta, 1, map))
    over_distance, over_kernel = _bands(kernel, X.shape[1], map, distance, exact, sigma)
    gap = np.abs(approximate - exact)
    errors = PairErrors(
        rows=np.column_stack([first, second]),
        distance=distance,
        exact=exact,
        n_freqs=sizes,
        approximate=approximate,
        sigma=sigma,
        over_distance=over_distance,
        over_kernel=over_kernel,
        largest=gap.max(axis=1),
        rms=np.sqrt(np.square(gap).mean(axis=1)),
        inside=(gap <= 2 * sigma / np.sqrt(sizes)[:, None] + _ROUNDING).mean(axis=1),
        map=map,
        shown=int(sizes[-1]),
        about=About.of(given, kernel, sampler, (random_state,)),
        notes=notes,
    )
    yield Progress(1, 1, errors)


def _checked(
    kernel: Kernel, n_freqs: int | Sequence[int], sampler: str, random_state: object, map_: str
) -> tuple[np.ndarray, int]:
    scheme_of(sampler, SAMPLERS)
    one_of("map", map_, MAPS)
    a_kernel(kernel)
    several = [whole_number("n_freqs", n_freqs)] if np.ndim(n_freqs) == 0 else n_freqs
    return increasing_whole_numbers("n_freqs", several), seed_number("random_state", random_state)


def _random_pairs(n: int, n_pairs: int) -> tuple[np.ndarray, np.ndarray]:
    """Different pairs i < j of n points, at random, drawn by their index in the lower triangle, counted row by row."""
    total = n * (n - 1) // 2
    chosen = np.arange(total)
    if total > n_pairs:
        chosen = np.sort(np.random.default_rng(0).choice(total, n_pairs, replace=False))
    # row j begins at j(j − 1)/2; the root is exact for any number of points that fits into memory
    j = ((1 + np.sqrt(1 + 8 * chosen.astype(np.float64))) / 2).astype(np.int64)
    return chosen - j * (j - 1) // 2, j


def _estimates(
    x: np.ndarray,
    y: np.ndarray,
    X: np.ndarray,
    kernel: Kernel,
    sizes: np.ndarray,
    sampler: str,
    seed: int,
    map_: str,
) -> tuple[np.ndarray, tuple[Note | str, ...]]:
    """k̂(x_i, y_i) for each number of frequencies, shape (g, p), float64, and the scheme's notes."""

    def sample_of(size: int) -> FrequencySample:
        rng = np.random.default_rng(seed)
        return draw(sampler, kernel, X.shape[1], int(size), rng, map_ == "offset", X)

    largest = sample_of(sizes[-1])
    rows = np.empty((sizes.size, len(x)))
    if largest.nested:
        total, start = np.zeros(len(x)), 0
        for g, size in enumerate(sizes):
            total += _sum_of_waves(x, y, largest, slice(start, int(size)))
            rows[g] = total * (largest.n_freqs / size)  # the weights of a smaller draw are rescaled
            start = int(size)
        return rows, largest.notes
    notes: list[Note | str] = []
    for g, size in enumerate(sizes):
        sample = largest if size == sizes[-1] else sample_of(size)
        rows[g] = _sum_of_waves(x, y, sample, slice(0, sample.n_freqs))
        notes += sample.notes
    return rows, tuple(dict.fromkeys(notes))


def _sum_of_waves(x: np.ndarray, y: np.ndarray, sample: FrequencySample, block: slice) -> np.ndarray:
    """Σ p_j cos(ω_j·(x − y)) over a block of frequencies, and for the offset map p_j cos(ω_j·(x + y) + 2b_j) too."""
    sums = np.zeros(len(x))
    for start in range(block.start, block.stop, _BLOCK):
        part = slice(start, min(start + _BLOCK, block.stop))
        W, weights = sample.W[part], sample.weights[part]
        sums += cosines((x - y) @ W.T) @ weights
        if sample.phases is not None:
            sums += cosines((x + y) @ W.T + 2 * sample.phases[part]) @ weights
    return sums


def _bands(
    kernel: Kernel, d: int, map_: str, distance: np.ndarray, exact: np.ndarray, sigma: np.ndarray
) -> tuple[Band, Band]:
    """σ against the distance and against k: as a function if it is one on these pairs, else in bins."""

    def on_the_first_axis(t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        delta = np.multiply.outer(t, np.eye(d)[0])
        return kernel.of_difference(delta), np.sqrt(map_variance(kernel, delta, 1, map_))

    values, own = on_the_first_axis(distance)
    if np.allclose(values, exact, rtol=0, atol=1e-9) and np.allclose(own, sigma, rtol=0, atol=1e-6):
        t = np.linspace(0, distance.max(), _LINE)
        values, own = on_the_first_axis(t)
        return Band(t, own, True), Band(values, own, True)
    return _binned(distance, sigma), _binned(exact, sigma)


def _binned(place: np.ndarray, sigma: np.ndarray) -> Band:
    """Root mean square of σ in bins of equally many pairs, at their mean position; the outermost bins at the ends."""
    order = np.argsort(place, kind="stable")
    bins = np.array_split(order, min(_BINS, len(order)))
    along = np.array([place[b].mean() for b in bins])
    if len(bins) > 1:
        along[0], along[-1] = place[order[0]], place[order[-1]]
    return Band(along, np.array([np.sqrt(np.square(sigma[b]).mean()) for b in bins]), False)
