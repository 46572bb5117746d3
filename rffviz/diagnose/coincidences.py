"""How many rows of a correct draw coincide by chance: floats lie on a grid, and rows are compared to a few digits."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import stats

from rffviz.diagnose.sample import ALARM
from rffviz.kernels import Kernel

_GRIDS = {16: np.float16, 32: np.float32, 64: np.float64}
_SAMPLED = 8192  # rows for the Monte Carlo average: accurate to 1 or 2 %
_MOST_D = 8  # dimension from which 16-bit rows practically never coincide
_ROOM = 1.1
_SPREAD = 1.4  # largest variance of the number of repeats over its mean, where two of three rows repeat


def bits_of(W: np.ndarray) -> int:
    """16, 32 or 64: the shortest floats that hold all values."""
    with np.errstate(over="ignore"):
        return next((bits for bits, grid in _GRIDS.items() if np.array_equal(W.astype(grid), W)), 64)


def by_chance(n_repeats: int, expected: float) -> bool:
    """Whether that many repeats are compatible with a correct scheme, at the level of one diagnostic (Poisson tail).

    The number of repeats N − q of N rows in q cells has a variance of up to 1.4 times its mean in crowded cells, which
    is allowed for by taking repeats / 1.4 as Poisson.
    """
    return bool(stats.poisson.sf(math.ceil(n_repeats / _SPREAD) - 1, _ROOM * expected / _SPREAD) >= ALARM)


@lru_cache(maxsize=64)
def crowding(kernel: Kernel, d: int, bits: int, digits: int) -> np.ndarray:
    """p(ω) times the volume of the cell in which ω is rounded, at i.i.d. rows from the spectral measure.

    The cell's side along a coordinate is the larger one of two: the distance between neighbouring floats, and one unit
    in the last of so many `digits`.
    """
    W = kernel.sample(_SAMPLED, d, np.random.default_rng(0))
    size = np.clip(np.abs(W), 1e-290, float(np.finfo(_GRIDS[bits]).max))
    floats = np.abs(np.spacing(size.astype(_GRIDS[bits]))).astype(np.float64)
    step = np.maximum(floats, 10.0 ** (np.floor(np.log10(size)) - digits))
    return np.exp(np.minimum(kernel.log_spectral_density(W) + np.log(step).sum(axis=1), 700.0))


def expected_repeats(kernel: Kernel, d: int, n: int, bits: int, digits: int, alike: int) -> float:
    """Expected number of n independent rows that repeat an earlier one, if `alike` cells count as one.

    With λ = n · alike · p(ω) · cell rows expected in a cell, Σ over cells of λ − 1 + e^{−λ} = n E[1 − (1 − e^{−λ})/λ]:
    n²/2 · alike · ∫ p² · cell if cells are rarely shared.
    """
    if d > _MOST_D:
        return 0.0
    rows = np.maximum(n * alike * crowding(kernel, d, bits, digits), 1e-290)
    small = rows < 1e-5  # where 1 − (1 − e^{−λ})/λ is lost to rounding
    share = np.where(small, rows / 2, 1 + np.expm1(-rows) / rows)
    return float(n * share.mean())


def expected_share(kernel: Kernel, d: int, n: int, bits: int, digits: int) -> float:
    """The expected fraction of independent rows that also occur among n others."""
    return float(-np.expm1(-n * crowding(kernel, d, bits, digits)).mean())
