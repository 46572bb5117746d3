"""The frequencies, and their images in the unit cube."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.optimize import brentq

from rffviz.diagnose.moments import Moments, moments
from rffviz.diagnose.sample import Diagnosed, checked, merged, of_sample
from rffviz.diagnose.uniforms import marginal_uniforms
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample


@dataclass(frozen=True, eq=False)
class FrequencyCloud(Diagnosed):
    """Frequencies, and their transform by the marginal CDF.

    Attributes
    ----------
    W : ndarray of shape (m, d)
        Frequencies, in radians per unit of the data.
    cube : ndarray of shape (m, d)
        u = F(ω) coordinate by coordinate: uniform in each coordinate for draws from p. The coordinates are independent
        if p factorises; for other kernels a mixing variable makes them dependent, and the points are not uniform in the
        cube.
    weights : ndarray of shape (m,)
    reach : float
        A coordinate lies in (−reach, reach) with probability 99 %.
    n_repeats : int
        Rows that repeat another up to sign (the cosine is even).
    n_effective : float
        1/Σ p_j² after merging repeats and normalising the weights.
    total_weight : float
        Σ p_j = k̂(0), which should be 1.
    moments : Moments
        The scale of the coordinates, and their correlations.
    shown : (int, int)
        The two coordinates that a picture shows, counted from 0.
    in_cube : bool
        Whether to show the points in the unit cube instead of the frequencies.
    """

    W: np.ndarray
    cube: np.ndarray
    weights: np.ndarray
    reach: float
    n_repeats: int
    n_effective: float
    total_weight: float
    moments: Moments
    shown: tuple[int, int] = (0, 1)
    in_cube: bool = False

    @property
    def unequal(self) -> bool:
        """Whether unequal weights reduce the effective number of distinct frequencies by 1 % or more."""
        return self.n_effective < 0.99 * (self.n_freqs - self.n_repeats)

    @property
    def correlation(self) -> float:
        """That of the two coordinates shown, as in `Moments.correlation`; nan for d = 1."""
        return float("nan") if self.d == 1 else float(self.moments.correlation[tuple(self.shown)])


def frequency_cloud(fs: FrequencySample, kernel: Kernel) -> FrequencyCloud:
    """The frequencies of a sample and their points in the unit cube."""
    checked(fs, kernel)
    once = merged(fs)
    return FrequencyCloud(
        W=fs.W,
        cube=marginal_uniforms(fs.W, kernel),
        weights=fs.weights,
        reach=_quantile(kernel, 0.99),
        n_repeats=once.n_repeats,
        n_effective=once.n_effective,
        total_weight=float(fs.weights.sum()),
        moments=moments(fs, kernel),
        **of_sample(fs, kernel),
    )


@lru_cache(maxsize=64)
def _quantile(kernel: Kernel, probability: float) -> float:
    """The value below which |ω_i| has this probability, by a search in the logarithm, since the distribution may be
    heavy-tailed."""
    centre = -np.log(kernel.length_scale)

    def gap(log_r: float) -> float:
        return float(kernel.radius_cdf(np.array(np.exp(log_r)), 1)) - probability

    return float(np.exp(brentq(gap, centre - 30, centre + 60, xtol=1e-6)))
