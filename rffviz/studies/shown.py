"""Base of records over growing numbers of frequencies: which one is shown first."""

from __future__ import annotations

import numpy as np


class OverFreqs:
    """A record over `n_freqs`, of shape (g,), shown first at the one nearest by ratio to `shown`."""

    n_freqs: np.ndarray
    shown: int

    @property
    def start(self) -> int:
        """Index into `n_freqs` of the number shown first."""
        return int(np.argmin(np.abs(np.log(self.n_freqs / self.shown))))
