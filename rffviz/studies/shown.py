"""Records that hold the same thing at growing numbers of frequencies: at which one they are read."""

from __future__ import annotations

import numpy as np


class OverFreqs:
    """A record with `n_freqs`, of shape (g,), read at the one nearest by ratio to `shown`."""

    n_freqs: np.ndarray
    shown: int

    @property
    def start(self) -> int:
        """Where in `n_freqs` it is read."""
        return int(np.argmin(np.abs(np.log(self.n_freqs / self.shown))))
