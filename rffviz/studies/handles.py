"""A curve through draggable points: a user-defined function without a formula."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rffviz.foundation.validation import Refusal
from rffviz.kernels.formula import TypedTable

DISTANCES = tuple(0.5 * i for i in range(1, 9))  # the handles' distances; another point is fixed at k(0) = 1


@dataclass(frozen=True)
class Handles:
    """A function k(r), r ≥ 0, with k(0) = 1 and given heights at `DISTANCES`.

    Between the handles and beyond the last one it is interpolated and continued by `TypedTable`.

    Parameters
    ----------
    heights : tuple of float
        One for each of `DISTANCES`, from −1 to 1, since no kernel exceeds |k(0)|.

    Raises
    ------
    ValueError
        For another number of heights, or one out of range.
    """

    heights: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.heights) != len(DISTANCES) or not all(-1 <= height <= 1 for height in self.heights):
            raise Refusal(f"heights must be {len(DISTANCES)} numbers from −1 to 1, got {list(self.heights)}.")

    @property
    def text(self) -> str:
        """The points that it passes through, in words."""
        return ", ".join(f"k({r:g}) = {height:g}" for r, height in zip(DISTANCES, self.heights, strict=True))

    def __call__(self, r: np.ndarray) -> np.ndarray:
        return TypedTable([(0.0, 1.0), *zip(DISTANCES, self.heights, strict=True)])(r)
