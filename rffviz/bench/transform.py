"""The feature map, against `RBFSampler` and against the bare product, cosines and sines."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.base import clone
from sklearn.kernel_approximation import RBFSampler

from rffviz.bench.record import Row, interleaved, spread
from rffviz.features import RandomFourierFeatures, paired_map
from rffviz.foundation.threads import blas_threads
from rffviz.kernels import Gaussian


def bench_transform(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows of the transform's bench: normal points, the Gaussian kernel with 2ℓ² = d."""
    n, d, m = (300, 5, 16) if quick else (20_000, 54, 1000)
    double = np.random.default_rng(0).standard_normal((n, d))
    single = double.astype(np.float32)
    kernel = Gaussian((d / 2) ** 0.5)
    ours = {X.dtype.name: RandomFourierFeatures(kernel, n_freqs=m, random_state=0).fit(X) for X in (double, single)}
    in_double = RandomFourierFeatures(kernel, n_freqs=m, random_state=0, dtype="float64").fit(double)
    sampler = RBFSampler(gamma=1 / d, n_components=2 * m, random_state=0)
    theirs = {X.dtype.name: clone(sampler).fit(X) for X in (double, single)}
    W = ours["float32"].frequencies_
    W_single = W.astype(np.float32)
    angles, beside = np.empty((n, m), dtype=np.float32), np.empty((n, 2 * m), dtype=np.float32)
    cosines, sines = np.empty_like(angles), np.empty_like(angles)

    def bare(cos_out: np.ndarray, sin_out: np.ndarray) -> None:
        np.matmul(single, W_single.T, out=angles)
        np.cos(angles, out=cos_out)
        np.sin(angles, out=sin_out)

    def bare_fresh() -> tuple[np.ndarray, np.ndarray]:
        fresh = single @ W_single.T
        return np.cos(fresh), np.sin(fresh)

    seconds = interleaved(
        {
            "ours, float64 in": lambda: ours["float64"].transform(double),
            "ours in float64": lambda: in_double.transform(double),
            "ours in float32": lambda: ours["float32"].transform(single),
            "RBFSampler in float64": lambda: theirs["float64"].transform(double),
            "RBFSampler in float32": lambda: theirs["float32"].transform(single),
            "bare, beside": lambda: bare(beside[:, :m], beside[:, m:]),
            "bare, apart": lambda: bare(cosines, sines),
            "bare, fresh": bare_fresh,
        },
        repeats,
    )
    yield Row("data", note=f"{n:,} × {d} standard normal points to {2 * m:,} features")
    for words, side, dtype, target, note in (
        ("float64 in, each as it comes", "ours, float64 in", "float64", 8.0, "ours gives float32, theirs float64"),
        ("both in float64", "ours in float64", "float64", 4.0 if blas_threads() == 1 else 7.0, ""),
        ("both in float32", "ours in float32", "float32", 1.3, ""),
    ):
        ratios = seconds[f"RBFSampler in {dtype}"] / seconds[side]
        yield spread(f"RBFSampler / ours, {words}", ratios, at_least=target, note=note)
    for name, words, note in (
        ("bare, beside", "into one old array", "ours allocates memory each time, and scales"),
        ("bare, apart", "into two old arrays", "cosines and sines apart: not yet one array of features"),
        ("bare, fresh", "into new arrays", ""),
    ):
        ratios = seconds["ours in float32"] / seconds[name]
        yield spread(f"ours / product, cos, sin {words}, both in float32", ratios, at_most=1.15, note=note)

    rows = np.random.default_rng(1).permutation(n)[:1500]
    Z = ours["float64"].transform(double[rows]).astype(np.float64)
    exact = paired_map(double[rows], W, dtype=np.float64)
    what = f"largest difference of K̂ from the float64 map, {len(rows):,} points"
    yield spread(what, [np.abs(Z @ Z.T - exact @ exact.T).max()], unit="", at_most=1e-5)
