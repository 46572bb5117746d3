"""Structured frequencies against the dense product with the same frequencies: from which dimension they are faster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rffviz.bench.record import Row, interleaved, spread
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.samplers import SAMPLERS, FrequencySample, draw

_DIMENSIONS = (64, 128, 256, 512, 784, 1024, 2048, 4096)
_SCHEMES = ("fastfood", "sorf", "circulant")
_HELD, _TARGET = 1024, 2.5


def bench_structured(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows of the structured products' bench: float32 on both sides, with the current number of BLAS threads.

    For the angles alone both sides have their float32 matrices ready and write into a preallocated array. The kernel is
    the Gaussian with ℓ² = 2d, the median squared distance, so that few angles are too large for float32.
    """
    n, m = (70, 96) if quick else (2048, 4096)
    dimensions = (16, 64) if quick else _DIMENSIONS
    yield Row("data", note=f"{n:,} standard normal points, {m:,} frequencies; dense / structured")
    for name in _SCHEMES:
        label, faster, used = SAMPLERS[name].label, [], []
        for d in dimensions:
            sample = draw(name, Gaussian((2 * d) ** 0.5), d, m, np.random.default_rng(0))
            angles, features = _ratios(sample, n, repeats)
            yield spread(f"{label}, d = {d:,}: angles", angles, at_least=_TARGET if d == _HELD else None)
            yield spread(f"{label}, d = {d:,}: angles, cosines and sines", features)
            faster += [d] if np.median(angles) > 1 else []
            assert sample.fast is not None  # of these schemes
            used += [d] if sample.fast.pays else []
        yield Row(f"{label}, crossing", note=_crossing(dimensions, faster, used))


def _ratios(sample: FrequencySample, n: int, repeats: int) -> tuple[np.ndarray, np.ndarray]:
    """Time of the dense product over that of the structured one, for the angles and for the whole feature map.

    The feature map uses the structured product only where it is faster; elsewhere both sides are the same.
    """
    m, d = sample.W.shape
    X = np.random.default_rng(1).standard_normal((n, d)).astype(np.float32)
    W, out = sample.W.astype(np.float32), np.empty((n, m), dtype=np.float32)
    assert sample.fast is not None  # of these schemes
    product = sample.fast.product(np.dtype(np.float32))
    plain = FrequencySample(sample.W, sample.weights, sample.unbiased, sample.nested)
    fast, dense = (RandomFourierFeatures(sampler=given).fit(X) for given in (sample, plain))
    seconds = interleaved(
        {
            "dense": lambda: np.matmul(X, W.T, out=out),
            "structured": lambda: product(X, out),
            "dense map": lambda: dense.transform(X),
            "structured map": lambda: fast.transform(X),
        },
        repeats,
    )
    return seconds["dense"] / seconds["structured"], seconds["dense map"] / seconds["structured map"]


def _crossing(dimensions: Sequence[int], faster: Sequence[int], used: Sequence[int]) -> str:
    """From which dimension structured angles are faster, and from which the library uses them, in words."""
    slow = [d for d in dimensions if d not in faster]
    if not faster:
        faster_from = f"dense is faster up to d = {dimensions[-1]:,}"
    elif not slow:
        faster_from = f"structured is faster from d = {dimensions[0]:,} on"
    else:
        faster_from = (
            f"structured is faster at d = {', '.join(map(str, faster))}, dense at d = {', '.join(map(str, slow))}"
        )
    return f"{faster_from}; the feature map takes the structured way " + (
        f"from d = {used[0]:,} on" if used else "nowhere"
    )
