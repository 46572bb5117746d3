"""How many rows of a correct draw coincide by chance: floats lie on a grid, and rows are compared to a few digits."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import stats

from rffviz.diagnose.sample import ALARM
from rffviz.foundation.sincos import cosines
from rffviz.kernels import Kernel

_FLOATS = {11: "16-bit floats", 24: "32-bit floats", 53: "nine digits"}  # significant bits of IEEE floats
_NEAR_0 = 2.0**-24  # the distance between 16-bit floats near 0
_TRIED_ROWS = 8
_SAMPLED = 8192  # rows for the Monte Carlo average: accurate to 1 or 2 %
_ROUNDED = 2048  # rows on which the bias of rounding is found
_MOST_D = 8  # dimension from which coarse rows practically never coincide
_ROOM = 1.1
_SPREAD = 1.4  # largest variance of the number of repeats over its mean, where two of three rows repeat


class Grid(NamedTuple):
    """What values are rounded to: so many significant bits, or so many decimals of the values times `unit`."""

    bits: int = 53
    decimals: int | None = None
    unit: float = 1.0

    def __str__(self) -> str:
        if self.decimals is not None:
            return f"{self.decimals} decimals" if self.decimals != 1 else "1 decimal"
        return _FLOATS.get(self.bits, f"{self.bits} bits")

    @property
    def fine(self) -> bool:
        """Whether it is that of 64-bit floats."""
        return self == Grid()

    def spacing(self, size: np.ndarray) -> np.ndarray:
        """The distance between neighbouring values near positive ones."""
        if self.decimals is not None:
            return np.full(np.shape(size), 10.0**-self.decimals / self.unit)
        return np.maximum(np.ldexp(1.0, np.frexp(size)[1] - self.bits), _NEAR_0 if self.bits == 11 else 0.0)

    def of(self, W: np.ndarray) -> np.ndarray:
        """The values rounded to it."""
        step = self.spacing(np.maximum(np.abs(W), 1e-290))
        return np.round(W / step) * step

    def holds(self, W: np.ndarray) -> bool:
        """Whether all values lie on it, to the accuracy of floats."""
        if self.decimals == 0 and not (W == 0).any():  # a few levels, but not by rounding
            return False
        exact = 1e-9 * 10.0**-self.decimals / self.unit if self.decimals is not None else 0.0
        for rows in (W[:_TRIED_ROWS], W):
            if not (np.abs(self.of(rows) - rows) <= exact + 4e-16 * np.abs(rows) * (exact > 0)).all():
                return False
        return True


def grids(length_scale: float) -> tuple[Grid, ...]:
    """All that are tried, the coarsest first; decimals of frequencies, and of frequencies times ℓ."""
    units = tuple(dict.fromkeys((1.0, length_scale)))
    coarse, fine = ([Grid(53, each, unit) for each in range(*of) for unit in units] for of in ((0, 3), (3, 8)))
    return (*coarse, *(Grid(bits) for bits in range(4, 12)), *fine, Grid(24), Grid(53))


def rounding_shift(kernel: Kernel, d: int, grid: Grid, delta: np.ndarray, sigma: np.ndarray) -> float:
    """The largest |E k̂(δ) − k(δ)|/σ that rounding to a grid makes, at differences of shape (…, d).

    Over rows of the spectral measure and the same rows rounded: what they share cancels.
    """
    W = kernel.sample(_ROUNDED, d, np.random.default_rng(0))
    flat = delta.reshape(-1, d).T
    moved = np.mean(cosines(grid.of(W) @ flat) - cosines(W @ flat), axis=0)
    return float(np.max(np.abs(moved) / sigma.ravel()))


def by_chance(n_repeats: int, expected: float) -> bool:
    """Whether that many repeats are compatible with a correct scheme, at the level of one diagnostic (Poisson tail).

    The number of repeats N − q of N rows in q cells has a variance of up to 1.4 times its mean in crowded cells, which
    is allowed for by taking repeats / 1.4 as Poisson.
    """
    return bool(stats.poisson.sf(math.ceil(n_repeats / _SPREAD) - 1, _ROOM * expected / _SPREAD) >= ALARM)


@lru_cache(maxsize=64)
def crowding(kernel: Kernel, d: int, grid: Grid, digits: int) -> np.ndarray:
    """p(ω) times the volume of the cell in which ω is rounded, at i.i.d. rows from the spectral measure.

    The cell's side along a coordinate is the larger one of two: the distance between neighbouring values, and one unit
    in the last of so many `digits`.
    """
    W = kernel.sample(_SAMPLED, d, np.random.default_rng(0))
    size = np.maximum(np.abs(W), 1e-290)
    step = np.maximum(grid.spacing(size), 10.0 ** (np.floor(np.log10(size)) - digits))
    return np.exp(np.minimum(kernel.log_spectral_density(W) + np.log(step).sum(axis=1), 700.0))


def expected_repeats(kernel: Kernel, d: int, n: int, grid: Grid, digits: int, alike: int) -> float:
    """Expected number of n independent rows that repeat an earlier one, if `alike` cells count as one.

    With λ = n · alike · p(ω) · cell rows expected in a cell, Σ over cells of λ − 1 + e^{−λ} = n E[1 − (1 − e^{−λ})/λ]:
    n²/2 · alike · ∫ p² · cell if cells are rarely shared.
    """
    if d > _MOST_D:
        return 0.0
    rows = np.maximum(n * alike * crowding(kernel, d, grid, digits), 1e-290)
    small = rows < 1e-5  # where 1 − (1 − e^{−λ})/λ is lost to rounding
    share = np.where(small, rows / 2, 1 + np.expm1(-rows) / rows)
    return float(n * share.mean())


def expected_share(kernel: Kernel, d: int, n: int, grid: Grid, digits: int) -> float:
    """The expected fraction of independent rows that also occur among n others."""
    return float(-np.expm1(-n * crowding(kernel, d, grid, digits)).mean())
