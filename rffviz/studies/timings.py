"""Base of records of seconds against size: an exact method, one through features, and where they cross."""

from __future__ import annotations

from typing import ClassVar

import numpy as np


class Timings:
    """Seconds of an exact method and of one through features at growing sizes; NaN where one is not timed."""

    exact_power: ClassVar[int]  # b of the exact method's time ~ nᵇ, beyond the last size timed

    @property
    def timings(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The sizes, increasing, with the seconds of the exact method and of features, each of shape (g,)."""
        raise NotImplementedError

    @property
    def n_timed(self) -> int:
        """How many sizes have been timed."""
        return int(np.isfinite(self.timings[2]).sum())

    @property
    def crossing(self) -> float:
        """The size above which features are faster; NaN if never or always.

        Interpolated linearly between the measured sizes on logarithmic axes.
        """
        sizes, exact, features = (np.log(each[self.shared]) for each in self.timings)
        ahead = exact - features
        behind = np.flatnonzero(ahead <= 0)
        if not len(behind) or behind[-1] == len(ahead) - 1:
            return np.nan
        g = behind[-1]
        return float(np.exp(sizes[g] - ahead[g] * (sizes[g + 1] - sizes[g]) / (ahead[g + 1] - ahead[g])))

    @property
    def shared(self) -> np.ndarray:
        """Indices of the sizes at which both methods are timed, int of shape (k,)."""
        _, exact, features = self.timings
        return np.flatnonzero(np.isfinite(exact) & np.isfinite(features))

    @property
    def n_faster(self) -> int:
        """At how many of the `shared` sizes features are faster."""
        _, exact, features = self.timings
        return int((features < exact)[self.shared].sum())

    @property
    def last_ratio(self) -> float:
        """Seconds of the exact method over those of features, at the largest of the `shared` sizes."""
        _, exact, features = self.timings
        return float(exact[self.shared[-1]] / features[self.shared[-1]])

    def exact_at(self, size: float) -> float:
        """Seconds of the exact method at a size, as its `exact_power` from the largest one timed; NaN before any is.

        Its other steps grow more slowly: with small sizes the true time is longer than this.
        """
        sizes, exact, _ = self.timings
        known = np.flatnonzero(np.isfinite(exact))
        if not len(known):
            return np.nan
        return float(exact[known[-1]] * (size / sizes[known[-1]]) ** self.exact_power)

    def power(self, values: np.ndarray) -> float:
        """The exponent b of seconds ~ nᵇ over the upper half of the measured sizes; NaN below two sizes."""
        known = np.flatnonzero(np.isfinite(values))
        known = known[len(known) // 2 :] if len(known) > 3 else known
        if len(known) < 2:
            return np.nan
        return float(np.polyfit(np.log(self.timings[0][known]), np.log(values[known]), 1)[0])
