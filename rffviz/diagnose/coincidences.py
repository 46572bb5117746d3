"""How many rows of a right draw are equal by chance: floats stand on a grid, and rows are compared to some digits."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import stats

from rffviz.diagnose.sample import ALARM
from rffviz.kernels import Kernel

_GRIDS = {16: np.float16, 32: np.float32, 64: np.float64}
_SAMPLED = 8192  # rows over which the law is averaged: the mean is known to 1 or 2 %
_MOST_D = 8  # where 16-bit rows practically never meet
_ROOM = 1.1
_SPREAD = 1.4  # largest variance of the number of repeats over its mean, where two of three rows repeat


def bits_of(W: np.ndarray) -> int:
    """16, 32 or 64: the shortest floats that hold all values."""
    with np.errstate(over="ignore"):
        return next((bits for bits, grid in _GRIDS.items() if np.array_equal(W.astype(grid), W)), 64)


def by_chance(found: int, expected: float) -> bool:
    """Whether so many repeats are as many as right rows have, at the level of one diagnostic: a Poisson tail.

    The number of repeats N − q of N rows in q cells varies by up to 1.4 times its mean where cells are crowded, which
    Poisson's law of repeats / 1.4 allows for.
    """
    return bool(stats.poisson.sf(math.ceil(found / _SPREAD) - 1, _ROOM * expected / _SPREAD) >= ALARM)


@lru_cache(maxsize=64)
def crowding(kernel: Kernel, d: int, bits: int, digits: int) -> np.ndarray:
    """p(ω) times the volume of the cell in which ω is rounded, at independent rows of the kernel's law.

    The cell's side along a coordinate is the larger one of two: the distance between neighbouring floats, and one unit
    of the last of so many `digits` after the first.
    """
    W = kernel.sample(_SAMPLED, d, np.random.default_rng(0))
    size = np.clip(np.abs(W), 1e-290, float(np.finfo(_GRIDS[bits]).max))
    floats = np.abs(np.spacing(size.astype(_GRIDS[bits]))).astype(np.float64)
    step = np.maximum(floats, 10.0 ** (np.floor(np.log10(size)) - digits))
    return np.exp(np.minimum(kernel.log_spectral_density(W) + np.log(step).sum(axis=1), 700.0))


def expected_repeats(kernel: Kernel, d: int, n: int, bits: int, digits: int, alike: int) -> float:
    """E of the number of n independent rows that repeat an earlier one, where `alike` cells count as one.

    With λ = n · alike · p(ω) · cell rows expected in a cell, Σ over cells of λ − 1 + e^{−λ} = n E[1 − (1 − e^{−λ})/λ]:
    n²/2 · alike · ∫ p² · cell where cells are rarely shared.
    """
    if d > _MOST_D:
        return 0.0
    rows = np.maximum(n * alike * crowding(kernel, d, bits, digits), 1e-290)
    small = rows < 1e-5  # where 1 − (1 − e^{−λ})/λ is lost to rounding
    share = np.where(small, rows / 2, 1 + np.expm1(-rows) / rows)
    return float(n * share.mean())


def expected_share(kernel: Kernel, d: int, n: int, bits: int, digits: int) -> float:
    """The share of independent rows that n others hold too."""
    return float(-np.expm1(-n * crowding(kernel, d, bits, digits)).mean())
