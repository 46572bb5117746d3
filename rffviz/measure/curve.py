"""Error against the number of frequencies, over seeds: in one pass if the scheme is nested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike
from scipy.linalg import blas

from rffviz.features import MAPS, offset_map, optimal_norm_factor, paired_map, positive_map
from rffviz.features.positive import OPTIMAL_POSITIVE, POSITIVE_MAPS
from rffviz.foundation.about import About
from rffviz.foundation.jobs import in_jobs
from rffviz.foundation.notes import Note, note
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.threads import lower_tiles, share
from rffviz.foundation.validation import (
    Refusal,
    feature_dtype,
    increasing_whole_numbers,
    one_of,
    points,
    seed_numbers,
    whole_number,
)
from rffviz.kernels import Gaussian, Kernel, a_kernel
from rffviz.measure.compact import sup_over_box
from rffviz.measure.errors import METRICS, Metric
from rffviz.samplers import SAMPLERS, FrequencySample, Scheme, draw
from rffviz.samplers.own import scheme_of

SUP_COMPACT = "sup_compact"
_BLOCK = 512  # frequencies per step: a few milliseconds at a thousand points
_TILE = 256  # points per tile: BLAS is nearly as fast as on more, and threads share the tiles
_MANY_POINTS = 3000  # for more points, blocks shrink with their square to keep a step below a tenth of a second


@dataclass(frozen=True, eq=False)
class ErrorCurve:
    """Errors of one scheme's map against the number of frequencies.

    Attributes
    ----------
    n_freqs : ndarray of shape (g,)
        Numbers of frequencies m, increasing; the paired map has 2m features, the others m.
    errors : ndarray of shape (s, g)
        One row per seed; nan if the scheme is not defined for so few frequencies.
    seeds : tuple of int
        The seeds measured so far.
    map, metric : str
        As requested.
    randomised : bool
        False if every seed gives the same frequencies: the rows are then equal.
    about : About
        Points, kernel, scheme, and all requested seeds.
    notes : tuple of Note or str
        Remarks of the scheme and the metric.
    """

    n_freqs: np.ndarray
    errors: np.ndarray
    seeds: tuple[int, ...]
    map: str
    metric: str
    randomised: bool
    about: About
    notes: tuple[Note | str, ...] = ()

    @property
    def sampler(self) -> str:
        """The scheme, a key of `SAMPLERS`."""
        return self.about.sampler

    @property
    def kernel(self) -> Kernel:
        """The kernel that the features approximate."""
        assert self.about.kernel is not None  # as the record of a measurement has it
        return self.about.kernel

    @property
    def d(self) -> int:
        """Number of dimensions of the points."""
        return self.about.d

    @property
    def defined(self) -> np.ndarray:
        """Whether the scheme is defined for each number of frequencies, bool of shape (g,)."""
        return ~np.isnan(self.errors).any(axis=0)

    @property
    def median(self) -> np.ndarray:
        """Median over seeds, shape (g,)."""
        return np.median(self.errors, axis=0)

    def quantile(self, q: float) -> np.ndarray:
        """Quantile over seeds, shape (g,): at (n + 1/3)q + 1/3 of the n ordered errors, counted from 1.

        Above the true quantile as often as below it, unless that place is beyond the largest or the smallest error,
        which then stand for it: at 95 % with 13 seeds or fewer. numpy's default, (n − 1)q + 1, lies further inside.

        Source: Hyndman & Fan 1996, definition 8 (not verified against the paper).
        """
        return np.quantile(self.errors, q, axis=0, method="median_unbiased")

    def place(self, n_freqs: int) -> int:
        """The index of a number of frequencies; raises a ValueError if it was not measured."""
        matches = np.flatnonzero(self.n_freqs == whole_number("n_freqs", n_freqs))
        if matches.size == 0:
            measured = ", ".join(map(str, self.n_freqs))
            raise Refusal(f"n_freqs must be one of the measured {measured}, got {n_freqs}.")
        return int(matches[0])


MOST_FACTORISED_POINTS = 1000  # points whose matrix is factorised in about a second
_MOST_PRODUCTS = 2**32  # n² kernel values times frequencies: about a second
_MOST_OVER_BOX = 2**19  # numbers in a draw whose largest error over a box takes about a second
_FACTORISED = ("relative_spectral", "spectral_approximation")
_Step = tuple[int, int | None, float | None, tuple[Note | str, ...]]


def _takes_long(X: ArrayLike, sampler: object, n_freqs: Iterable[int], metric: str) -> bool:
    """Whether measuring one draw of the largest size takes longer than about a second."""
    (n, d), most = np.shape(X), max(n_freqs, default=0)
    factorises = metric in _FACTORISED or sampler == "leverage"
    return n * n * most > _MOST_PRODUCTS or (n > MOST_FACTORISED_POINTS and factorises) or d * most > _MOST_OVER_BOX


@study(slow=_takes_long)
def error_curve(
    X: ArrayLike,
    kernel: Kernel,
    sampler: str | Scheme | Callable[..., Any],
    n_freqs: Sequence[int],
    seeds: int | Sequence[int],
    metric: str = "sup",
    map: str = "paired",
    dtype: DTypeLike = "float32",
) -> Iterator[Progress[ErrorCurve]]:
    """Error of the feature map on the points X for each number of frequencies and each seed.

    Parameters
    ----------
    X : array of shape (n, d)
    kernel : Kernel
    sampler : str, Scheme or callable
        As in `rffviz.samplers.draw`.
    n_freqs : increasing sequence of int
    seeds : int or sequence of int
        One replicate each; an int n means range(n).
    metric : str
        A key of `METRICS`, or "sup_compact" for the supremum over the points' bounding box (see `sup_over_box`).
    map : {"paired", "offset", "positive", "optimal_positive"}
        The positive maps require the Gaussian kernel and centre the points.
    dtype : {"float32", "float64"}
        Of the features and of K̂ − K.

    Returns
    -------
    ErrorCurve
        In steps: after each block of work, with the completed seeds; with several jobs, once per completed seed.

    Raises
    ------
    ValueError
        For bad arguments, and if the scheme is not defined for the kernel or for any of the numbers of frequencies.

    Notes
    -----
    In float32 K̂ − K has a rounding error of about 10⁻⁶, far below every error worth plotting; float64 has 10⁻¹⁵, for
    about twice the time. The supremum over the compact set is refined in float64 whatever `dtype` is.

    Seeds are distributed over joblib's jobs if its `parallel_config` sets several, also on a cluster; the errors are
    bitwise the same. By default seeds are processed one after the other in this process.

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.kernels import Gaussian
    >>> from rffviz.measure import error_curve
    >>> X = np.random.default_rng(0).standard_normal((100, 3))
    >>> curve = error_curve(X, Gaussian(), "monte_carlo", [16, 64, 256], seeds=range(5), metric="rmse")
    >>> curve.errors.shape, curve.median.round(2)
    ((5, 3), array([0.17, 0.08, 0.05]))
    """
    given, X = X, points("X", X, min_points=2)
    one_of("metric", metric, (*METRICS, SUP_COMPACT))
    one_of("map", map, (*MAPS, *POSITIVE_MAPS))
    sizes = increasing_whole_numbers("n_freqs", n_freqs)
    dtype = feature_dtype("dtype", dtype)
    a_kernel(kernel)
    if map in POSITIVE_MAPS and not isinstance(kernel, Gaussian):
        raise Refusal(f"map = {map!r} is for the Gaussian kernel alone, got {kernel!r}.")
    if metric == SUP_COMPACT and map != "paired":
        raise Refusal(
            "map must be 'paired' for the supremum over the compact set: the offset map's error does not depend on "
            f"x − y alone, got {map!r}."
        )
    seeds = seed_numbers("seeds", seeds)
    scheme = scheme_of(sampler, SAMPLERS)
    curve = ErrorCurve(
        n_freqs=sizes,
        errors=np.empty((0, sizes.size)),
        seeds=(),
        map=map,
        metric=metric,
        randomised=scheme.randomised,
        about=About.of(given, kernel, scheme.name, seeds),
    )
    least = scheme.least(kernel, X.shape[1])
    able = np.flatnonzero(sizes >= least)
    if able.size == 0:
        raise Refusal(
            f"n_freqs must reach {least} for sampler = {scheme.name!r} and d = {X.shape[1]}, got at most {sizes[-1]}."
        )
    if able.size < sizes.size:
        curve = replace(curve, notes=(note("defined_from", least=least),))
    drawn = partial(draw, scheme, kernel, X.shape[1], with_phases=map == "offset", X=X)
    errors_of = _ErrorsOfSeed(X, kernel, metric, map, dtype, drawn, sizes[able])
    runs = seeds if scheme.randomised else seeds[:1]
    done, total = 0, int(sizes[-1]) * len(runs)
    rows: list[np.ndarray] = []
    yield Progress(done, total)
    for of_seed in in_jobs(errors_of, runs):
        row = np.full(sizes.size, np.nan)
        for done_freqs, g, error, notes in of_seed:
            if g is not None:
                row[able[g]] = error
                curve = replace(curve, notes=tuple(dict.fromkeys((*curve.notes, *notes))))
            yield Progress(min(done + done_freqs, total), total, curve if rows else None)
        rows.append(row)
        done += int(sizes[-1])
        finished = seeds[: len(rows)] if scheme.randomised else seeds
        errors = np.array(rows) if scheme.randomised else np.repeat(row[None], len(seeds), axis=0)
        curve = replace(curve, errors=errors, seeds=finished)
        yield Progress(done, total, curve)


@dataclass(eq=False)
class _ErrorsOfSeed:
    """The errors of a seed, as yielded by `errors` of a measure, which is created once per process."""

    X: np.ndarray
    kernel: Kernel
    metric: str
    map: str
    dtype: np.dtype
    drawn: Callable[..., FrequencySample]
    sizes: np.ndarray

    def __call__(self, seed: int) -> Iterator[_Step]:
        return self._measure.errors(self.drawn, self.sizes, seed)

    @cached_property
    def _measure(self) -> _SupCompact | _OnPairs:
        if self.metric == SUP_COMPACT:
            return _SupCompact(self.X, self.kernel)
        return _OnPairs(self.X, self.kernel, METRICS[self.metric], self.map, self.dtype)


class _OnPairs:
    """Errors of K̂ on the points: m(K̂ − K) is accumulated block by block and read at each size m.

    Half of the symmetric matrix is stored, in tiles that threads share.
    """

    def __init__(self, X: np.ndarray, kernel: Kernel, metric: Metric, map_: str, dtype: np.dtype) -> None:
        self.X, self.kernel, self.metric, self.map, self.dtype = X, kernel, metric, map_, dtype
        self.centre = X.mean(axis=0)  # the positive maps are not shift invariant
        best = map_ == OPTIMAL_POSITIVE
        self.norm_factor = optimal_norm_factor(X, kernel.length_scale, self.centre) if best else 0.0
        self.by_tiles = metric.name == "sup"  # one number per tile is enough
        self.tiles = lower_tiles(len(X), min(_TILE, -(-len(X) // 2)))
        self.exact = [
            np.empty((rows.stop - rows.start, columns.stop - columns.start), dtype) for rows, columns in self.tiles
        ]
        share(self._fill, range(len(self.tiles)))
        if not self.by_tiles:
            lower = self._lower(self.exact)
            self.whole = lower + np.tril(lower, -1).T
        crowd = min(1.0, (_MANY_POINTS / len(X)) ** 2)
        self.block = max(1, int(_BLOCK * crowd))

    def _fill(self, tiles: Iterable[int]) -> None:
        for i in tiles:
            rows, columns = self.tiles[i]
            self.exact[i][...] = self.kernel(self.X[rows], None if rows == columns else self.X[columns])

    def _lower(self, parts: Iterable[np.ndarray]) -> np.ndarray:
        """The lower triangle of the whole matrix, and zeros above."""
        lower = np.zeros((len(self.X), len(self.X)), self.dtype)
        for tile, part in zip(self.tiles, parts, strict=True):
            lower[tile] = part
        return np.tril(lower)

    def errors(self, drawn: Callable[..., FrequencySample], sizes: np.ndarray, seed: int) -> Iterator[_Step]:
        """Yield (frequencies done, index into sizes or None, error, notes)."""
        largest = drawn(n_freqs=int(sizes[-1]), rng=np.random.default_rng(seed))
        if largest.nested:
            yield from self._one_pass(largest, sizes)
            return
        work = np.cumsum(sizes)  # one map per size: progress counts all of them
        for g, size in enumerate(sizes):
            sample = largest if size == sizes[-1] else drawn(n_freqs=int(size), rng=np.random.default_rng(seed))
            for done, hit, error, notes in self._one_pass(sample, sizes[g : g + 1]):
                done_of_all = int(sizes[-1] * (work[g] - size + done) // work[-1])
                yield done_of_all, None if hit is None else g, error, notes

    def _one_pass(self, sample: FrequencySample, sizes: np.ndarray) -> Iterator[_Step]:
        n, place = len(self.X), {int(size): g for g, size in enumerate(sizes)}
        totals = [np.zeros_like(exact) for exact in self.exact]
        start = subtracted = 0
        for edges in self._stages(place):
            features = self._features(sample, slice(start, edges[-1]))
            groups = features.reshape(n, -1, edges[-1] - start)  # of the paired map two: cosines and sines
            steps = []
            for first, edge in pairwise([start, *edges]):
                Z = groups[:, :, first - start : edge - start].reshape(n, -1)
                steps.append((Z, edge - subtracted if edge in place else 0))
                subtracted += steps[-1][1]
            start = edges[-1]
            largest = np.zeros((len(self.tiles), len(edges)))
            share(partial(self._add, totals, steps, largest), range(len(self.tiles)))
            for edge, peak in zip(edges, largest.max(axis=0), strict=True):
                if edge in place:
                    error = float(peak) / edge if self.by_tiles else self._error(totals, edge)
                    yield edge, place[edge], error, sample.notes
                else:
                    yield edge, None, None, ()

    def _stages(self, place: Iterable[int]) -> list[list[int]]:
        """Numbers of frequencies to stop at, in lists that are each processed in one step."""
        largest = max(place)
        edges = sorted({*range(self.block, largest, self.block), *place})
        if not self.by_tiles:
            return [[edge] for edge in edges]
        return [list(block) for _, block in groupby(edges, lambda edge: (edge - 1) // self.block)]

    def _add(
        self, totals: list[np.ndarray], steps: list[tuple[np.ndarray, int]], largest: np.ndarray, tiles: Iterable[int]
    ) -> None:
        """In these tiles, add the products of the features and subtract K as often as each step specifies.

        The error is read at the steps that subtract K.
        """
        memory = np.empty(max(total.size for total in totals), self.dtype)
        axpy = blas.saxpy if self.dtype == np.float32 else blas.daxpy
        for i in tiles:
            (rows, columns), total = self.tiles[i], totals[i]
            part = memory[: total.size].reshape(total.shape)
            for j, (Z, times) in enumerate(steps):
                total += np.matmul(Z[rows], Z[columns].T, out=part)
                if times:
                    axpy(self.exact[i].ravel(), total.ravel(), a=-times)  # in place
                    if self.by_tiles:
                        largest[i, j] = self.metric.of_lower(total, self.exact[i])  # type: ignore[misc]  # "sup" has it

    def _features(self, sample: FrequencySample, block: slice) -> np.ndarray:
        """Features of one block of frequencies, without the factor 1/m of the average."""
        weights = sample.weights[block] * sample.n_freqs
        if self.map == "offset":
            phases = sample.phases[block]  # type: ignore[index]  # drawn with phases
            return offset_map(self.X, sample.W[block], phases, weights, self.dtype)
        if self.map in POSITIVE_MAPS:
            given = sample.W[block], self.kernel.length_scale, weights, self.centre
            return positive_map(self.X, *given, norm_factor=self.norm_factor, dtype=self.dtype)
        return paired_map(self.X, sample.W[block], weights, self.dtype)

    def _error(self, totals: list[np.ndarray], size: int) -> float:
        """The metric, from m(K̂ − K) in tiles."""
        difference = self._lower(totals) / self.dtype.type(size)
        if self.metric.of_lower is not None:
            return self.metric.of_lower(difference, self.whole)
        return self.metric.of(difference + np.tril(difference, -1).T + self.whole, self.whole)


class _SupCompact:
    """The supremum over the points' bounding box: one search for each size."""

    def __init__(self, X: np.ndarray, kernel: Kernel) -> None:
        self.kernel, self.widths = kernel, np.ptp(X, axis=0)

    def errors(self, drawn: Callable[..., FrequencySample], sizes: np.ndarray, seed: int) -> Iterator[_Step]:
        """Yield (frequencies done, index into sizes, error, notes)."""
        largest = drawn(n_freqs=int(sizes[-1]), rng=np.random.default_rng(seed))
        for g, size in enumerate(sizes):
            if largest.nested:
                W, weights = largest.W[:size], largest.weights[:size] * (largest.n_freqs / size)
            else:
                sample = drawn(n_freqs=int(size), rng=np.random.default_rng(seed))
                W, weights = sample.W, sample.weights
            supremum = sup_over_box(W, weights, self.kernel, self.widths, random_state=seed)
            yield int(size), g, supremum.value, (*largest.notes, supremum.method)
