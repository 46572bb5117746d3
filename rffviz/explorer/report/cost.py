"""The processor time of a draw, beside that of Monte Carlo."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from rffviz.foundation.threads import timed
from rffviz.kernels import Kernel
from rffviz.samplers import Scheme, draw

_MOST, _FEWEST = 21, 3  # draws that are timed
_ENOUGH = 3.0  # seconds after which no further draw is timed
_BASELINE = "monte_carlo"


@dataclass(frozen=True)
class DrawCost:
    """Processor seconds of repeated draws on one thread.

    Attributes
    ----------
    seconds, baseline : tuple of float
        Of the scheme and of Monte Carlo, draw by draw, each under the same seed.
    """

    seconds: tuple[float, ...]
    baseline: tuple[float, ...]

    @property
    def median(self) -> float:
        """Median over the scheme's draws."""
        return float(np.median(self.seconds))

    @property
    def baseline_median(self) -> float:
        """Median over the draws of Monte Carlo."""
        return float(np.median(self.baseline))

    @property
    def quartiles(self) -> tuple[float, float]:
        """First and third quartile over the scheme's draws."""
        low, high = np.quantile(self.seconds, (0.25, 0.75))
        return float(low), float(high)

    @property
    def ratio(self) -> float:
        """The scheme's median over that of Monte Carlo."""
        return self.median / self.baseline_median if self.baseline_median > 0 else float("nan")


def draw_cost(scheme: Scheme, kernel: Kernel, d: int, n_freqs: int, seed: int, X=None) -> DrawCost:
    """Time draws under consecutive seeds, alternating with Monte Carlo; an untimed one of each comes first.

    Raises
    ------
    ValueError
        Where the scheme is not defined.
    """
    made = (scheme, _BASELINE)
    for sampler in made:
        draw(sampler, kernel, d, n_freqs, np.random.default_rng(seed), X=X)
    own: list[float] = []
    baseline: list[float] = []
    while len(own) < _MOST and (len(own) < _FEWEST or sum(own) + sum(baseline) < _ENOUGH):
        for sampler, times in zip(made, (own, baseline), strict=True):
            rng = np.random.default_rng(seed + len(times))
            times.append(timed(partial(draw, sampler, kernel, d, n_freqs, rng, X=X))[1])
    return DrawCost(tuple(own), tuple(baseline))
