"""An error curve over the number of frequencies, against a loop over scikit-learn's `RBFSampler`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from sklearn.kernel_approximation import RBFSampler
from sklearn.metrics.pairwise import rbf_kernel

from rffviz.bench.record import Row, interleaved, spread
from rffviz.datasets import DatasetUnavailable, choose_rows, load, standardize
from rffviz.kernels import Gaussian, median_length_scale
from rffviz.measure import error_curve

_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
_SEEDS = range(5)
_TARGETS = {"": 8.0, "float64": 3.0, "float32": 2.5}  # times as fast as a loop; "": theirs in float64, ours in float32


def real_points(n_points: int) -> tuple[np.ndarray, str]:
    """Standardised points of a real set, and its name: the white wines if they are on this machine, else digits."""
    try:
        data = load("wine_quality", allow_download=False)
    except DatasetUnavailable:
        data = load("digits")
    n_points = min(n_points, data.n)
    return standardize(data.X).X[choose_rows(data.n, n_points)], data.label


def loop(X: np.ndarray, gamma: float, sizes: Sequence[int], seeds: Sequence[int], features_each: int) -> np.ndarray:
    """Largest error over pairs, shape (seeds, sizes), with an `RBFSampler` for each, as one would write it by hand."""
    exact = rbf_kernel(X, gamma=gamma)
    errors = np.empty((len(seeds), len(sizes)))
    for row, seed in enumerate(seeds):
        for column, size in enumerate(sizes):
            sampler = RBFSampler(gamma=gamma, n_components=features_each * size, random_state=seed)
            Z = sampler.fit_transform(X)
            errors[row, column] = np.max(np.abs(Z @ Z.T - exact))
    return errors


def bench_curve(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows of the curve's bench.

    `RBFSampler` is the offset map: with as many components as frequencies it has exactly the errors of our offset map.
    Our paired map has two features for each frequency. It is compared at equal frequencies, where it does twice the
    work for a smaller error, and at equal features.

    Theirs is computed in the precision of the given points.
    """
    n_points, sizes, seeds = (60, (4, 16), range(2)) if quick else (1000, _SIZES, _SEEDS)
    X, label = real_points(n_points)
    single = X.astype(np.float32)
    kernel = Gaussian(median_length_scale(Gaussian, X))
    gamma = 1 / (2 * kernel.length_scale**2)
    errors: dict[tuple[str, str | int], np.ndarray] = {}

    def ours(map_name: str, dtype: str) -> None:
        errors[map_name, dtype] = error_curve(X, kernel, "monte_carlo", sizes, seeds, "sup", map_name, dtype).errors

    def theirs(points: np.ndarray, features_each: int) -> None:
        errors[points.dtype.name, features_each] = loop(points, gamma, sizes, seeds, features_each)

    runs: dict[tuple[str, str | int], Callable[[], None]] = {}
    for points in (X, single):
        dtype = points.dtype.name
        runs |= {(dtype, map_name): partial(ours, map_name, dtype) for map_name in ("offset", "paired")}
        runs |= {(dtype, each): partial(theirs, points, each) for each in (1, 2)}
    seconds = interleaved(runs, repeats)

    counts = f"{len(sizes)} values of D up to {sizes[-1]:,}, {len(seeds)} seeds"
    yield Row("data", note=f"{label}, {len(X):,} points, d = {X.shape[1]}; {counts}")
    for words, map_name, each, note in (
        ("offset map, same D", "offset", 1, "the same map on both sides: the same numbers"),
        ("paired map, same features", "paired", 2, "RBFSampler with 2·D components"),
        ("paired map, same D", "paired", 1, "ours has 2·D features, theirs D: twice the work, for a smaller error"),
    ):
        for dtype, target in _TARGETS.items():
            ratios = seconds[dtype or "float64", each] / seconds[dtype or "float32", map_name]
            what = f"{words}: RBFSampler / ours, {f'both in {dtype}' if dtype else 'float64 in, each as it comes'}"
            yield spread(what, ratios, at_least=target, note="" if dtype else note)
    for words, map_name, each in (("offset map, same D", "offset", 1), ("paired map, same features", "paired", 2)):
        for dtype in filter(None, _TARGETS):
            what = f"{words}: our error / RBFSampler's, both in {dtype}"
            yield _agreement(what, errors[map_name, dtype], errors[dtype, each])


def _agreement(what: str, ours: np.ndarray, theirs: np.ndarray) -> Row:
    """Ratio of the errors, a geometric mean over D, with a range of three standard errors.

    Rows, which are seeds, are independent; errors along a row of ours are not, since the draws are nested.
    """
    logs = [np.log(errors).mean(axis=1) for errors in (ours, theirs)]
    difference = logs[0].mean() - logs[1].mean()
    wide = 3 * math.sqrt(sum(log.var(ddof=1) / len(log) for log in logs))
    low, high = math.exp(difference - wide), math.exp(difference + wide)
    medians = np.median(ours, axis=0) / np.median(theirs, axis=0)
    verdict = "the same within Monte Carlo error" if low <= 1 <= high else "not the same within Monte Carlo error"
    return Row(
        what,
        math.exp(difference),
        low,
        high,
        note=f"{verdict} (range: three standard errors); medians over seeds {medians.min():.2f} to {medians.max():.2f}",
    )
