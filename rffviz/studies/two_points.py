"""Two points in the plane and their features: the inner product that converges to the kernel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rffviz.features import MAPS, offset_map, paired_map
from rffviz.foundation.about import About
from rffviz.foundation.validation import increasing_whole_numbers, non_negative_number, one_of, seed_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import draw
from rffviz.studies.shown import OverFreqs
from rffviz.theory import map_variance

MIDDLE = np.array([0.5, 0.3])  # midpoint of x and y; not the origin, since the offset map depends on x + y
DIRECTION = np.array([0.8, -0.6])  # not along an axis
_ROUNDING = 1e-6  # for two equal points, where σ = 0 and the error is rounding


def a_pair(distance: float) -> np.ndarray:
    """Two points x and y of the plane, rows of shape (2, 2), ‖x − y‖ apart along an oblique direction."""
    half = non_negative_number("distance", distance) / 2 * DIRECTION
    return np.array([MIDDLE - half, MIDDLE + half])


@dataclass(frozen=True, eq=False)
class TwoPoints(OverFreqs):
    """z(x), z(y) and z(x)·z(y) for every number of frequencies up to the largest, from one nested draw.

    Attributes
    ----------
    pair : ndarray of shape (2, 2)
        x and y.
    exact : float
        k(x − y).
    W : ndarray of shape (m, 2)
    phases : ndarray of shape (m,) or None
    features : ndarray of shape (2, m, c)
        z(x) and z(y) without their factor 1/√D: cosine and sine of each frequency, or √2·cosine with a phase.
    inner, squared_length : ndarray of shape (m,)
        z(x)·z(y) and z(x)·z(x) from the first 1, 2, …, m frequencies.
    sigma : float
        Standard deviation of z(x)·z(y) over draws of one frequency; with D frequencies, divide by √D.
    n_freqs : ndarray of shape (g,)
        Numbers of frequencies that the figure's slider offers.
    shown : int
        The number of frequencies shown first: by default the largest.
    """

    pair: np.ndarray
    exact: float
    map: str
    W: np.ndarray
    phases: np.ndarray | None
    features: np.ndarray
    inner: np.ndarray
    squared_length: np.ndarray
    sigma: float
    n_freqs: np.ndarray
    shown: int
    about: About

    @property
    def products(self) -> np.ndarray:
        """Feature of x times feature of y, of shape (m, c); D times the inner product is their sum."""
        return self.features[0] * self.features[1]

    def band(self, n_freqs: int) -> tuple[np.ndarray, np.ndarray]:
        """k(x − y) ∓ 2σ for the inner product of this many frequencies."""
        half = 2 * self.sigma / np.sqrt(n_freqs)
        return self.exact - half, self.exact + half

    def deviations(self, n_freqs: int) -> float:
        """|z(x)·z(y) − k(x − y)| for this many frequencies, in standard deviations; NaN where σ is rounding."""
        gap = abs(self.inner[n_freqs - 1] - self.exact)
        return float(gap / self.sigma * n_freqs**0.5) if self.sigma > _ROUNDING else math.nan


def two_points(
    kernel: Kernel,
    distance: float,
    n_freqs: Sequence[int],
    map: str = "paired",
    random_state: int = 0,
) -> TwoPoints:
    """The features of two points in the plane, and their inner product for growing numbers of frequencies.

    Parameters
    ----------
    distance : float
        ‖x − y‖ ≥ 0, in units of the data.
    n_freqs : increasing sequence of int
    map : {"paired", "offset"}

    Raises
    ------
    ValueError
        For invalid sizes, an unknown map, or an object that is not a kernel.
    """
    a_kernel(kernel)
    paired = one_of("map", map, MAPS) == "paired"
    sizes = increasing_whole_numbers("n_freqs", n_freqs)
    random_state = seed_number("random_state", random_state)
    pair, m = a_pair(distance), int(sizes[-1])
    sample = draw("monte_carlo", kernel, 2, m, np.random.default_rng(random_state), not paired)
    ones = np.ones(m)
    if paired:
        features = paired_map(pair, sample.W, ones, np.float64).reshape(2, 2, m).transpose(0, 2, 1)
    else:
        phases: Any = sample.phases  # they were asked for
        features = offset_map(pair, sample.W, phases, ones, np.float64)[:, :, None]
    counted = np.arange(1, m + 1)
    delta = pair[0] - pair[1]
    return TwoPoints(
        pair=pair,
        exact=float(kernel.of_difference(delta)),
        map=map,
        W=sample.W,
        phases=sample.phases,
        features=features,
        inner=np.cumsum((features[0] * features[1]).sum(axis=1)) / counted,
        squared_length=np.cumsum(np.square(features[0]).sum(axis=1)) / counted,
        sigma=float(np.sqrt(np.maximum(map_variance(kernel, delta, 1, map), 0.0))),
        n_freqs=sizes,
        shown=int(sizes[-1]),
        about=About(d=2, kernel=kernel, sampler="monte_carlo", seeds=(random_state,), settings={"distance": distance}),
    )
