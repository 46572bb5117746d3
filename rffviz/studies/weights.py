"""Weights over a grid of frequencies, at several λ beside each other (Li et al. 2019, Figure 1)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.adaptive.grid import DEFAULT_GRID, WeightMap, spectral_weight_map
from rffviz.adaptive.landmarks import choose_landmarks
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import seed_number
from rffviz.kernels import Kernel

_PERPENDICULAR = 85.0  # smallest angle in degrees that counts as perpendicular
RIDGES = (1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1.0)


@dataclass(frozen=True, eq=False)
class WeightMaps:
    """Maps of weights for the same points, landmarks, grid and kernel.

    Attributes
    ----------
    ridges : tuple of float
        λ, increasing.
    maps : tuple of WeightMap
        One for each λ.
    shown : float
        The λ shown first: by default the first that was solved for.
    X : ndarray of shape (N, 2)
    labels : ndarray of shape (N,) or None
        Classes of the points, −1 and +1.
    """

    ridges: tuple[float, ...]
    maps: tuple[WeightMap, ...]
    shown: float
    X: np.ndarray
    labels: np.ndarray | None
    about: About

    @property
    def start(self) -> int:
        """Index of the map with λ nearest to `shown`."""
        return int(np.argmin(np.abs(np.array(self.ridges) - self.shown)))

    @property
    def told(self) -> WeightMap:
        """The map shown first or, if its weights are round, that whose weights are most elongated."""
        first = self.maps[self.start]
        return max(self.maps, key=lambda each: each.ellipse.ratio) if first.ellipse.round else first

    @property
    def between(self) -> float:
        """Degrees between the long axes of the data and of the weights of `told`, from 0 to 90."""
        difference = abs(math.degrees(self.told.ellipse.angle - self.told.data_ellipse.angle)) % 180
        return min(difference, 180 - difference)

    @property
    def perpendicular(self) -> bool:
        """Whether the weights of `told` are perpendicular to the data: `between` is at least 85 degrees."""
        return self.between >= _PERPENDICULAR


@study
def weight_maps(
    X: ArrayLike,
    kernel: Kernel,
    n_landmarks: int,
    kind: str = "sample",
    ridges: Sequence[float] = RIDGES,
    labels: np.ndarray | None = None,
    n_grid: int = DEFAULT_GRID,
    random_state: int = 0,
) -> Iterator[Progress[WeightMaps]]:
    """Learn the weights of a grid of frequencies for one λ after the other.

    Parameters
    ----------
    X : array of shape (N, 2)
    n_landmarks : int
        From 2 to N.
    kind : str
        A key of `LANDMARK_KINDS`.
    ridges : sequence of float
        Each λ ≥ 0, in the order in which they are solved for.
    labels : array of shape (N,), optional
        Classes of the points, −1 and +1, for a figure.
    n_grid : int
        From 2 to 41: frequencies along each axis.
    random_state : int
        Of the landmarks.

    Returns
    -------
    WeightMaps
        In steps: after each map, λ increasing in every record.
    """
    random_state = seed_number("random_state", random_state)
    about = About.of(X, kernel, seeds=(random_state,))
    X = np.asarray(X)
    landmarks = choose_landmarks(X, n_landmarks, kind, random_state)
    order, maps = list(dict.fromkeys(map(float, ridges))), {}
    for ridge in order:
        maps[ridge] = spectral_weight_map(X, kernel, landmarks, n_grid=n_grid, ridge=ridge)
        known = tuple(sorted(maps))
        record = WeightMaps(known, tuple(maps[each] for each in known), order[0], X, labels, about)
        yield Progress(len(maps), len(order), record)
