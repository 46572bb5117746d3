"""A curve through points that are dragged: a function of one's own without a formula."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import PchipInterpolator

from rffviz.validation import Refusal

DISTANCES = tuple(0.5 * i for i in range(1, 9))  # where the handles stand; a further point stands fixed at k(0) = 1
LEFT_BY_INTERPOLATION = 5e-3  # of negative mass: handles placed on Gaussians leave up to 0.004


@dataclass(frozen=True)
class Handles:
    """A function k(r), r ≥ 0, with k(0) = 1 and given heights at `DISTANCES`.

    Between the handles it is the monotone cubic interpolant (PCHIP), which never leaves the range of its neighbours.
    Beyond the last one at r_max it decays as k(r_max) exp(−s(r − r_max)): s continues the curve's slope, and is at
    least 1/r_max.

    Parameters
    ----------
    heights : tuple of float
        One for each of `DISTANCES`, from −1 to 1, since no kernel exceeds |k(0)|.

    Raises
    ------
    ValueError
        For another number of heights, or one out of range.

    Source: Fritsch & Butland 1984, "A method for constructing local monotone piecewise cubic interpolants".
    """

    heights: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.heights) != len(DISTANCES) or not all(-1 <= height <= 1 for height in self.heights):
            raise Refusal(f"heights must be {len(DISTANCES)} numbers from −1 to 1, got {list(self.heights)}.")

    @property
    def text(self) -> str:
        """The points that it passes through, in words."""
        return ", ".join(f"k({r:g}) = {height:g}" for r, height in zip(DISTANCES, self.heights, strict=True))

    def __call__(self, r) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        curve = PchipInterpolator((0.0, *DISTANCES), (1.0, *self.heights))
        furthest, last = DISTANCES[-1], self.heights[-1]
        decay = max(-float(curve(furthest, 1)) / last if last else 0.0, 1 / furthest)
        beyond = last * np.exp(-decay * np.maximum(r - furthest, 0.0))
        return np.where(r <= furthest, curve(np.minimum(r, furthest)), beyond)
