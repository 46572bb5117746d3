"""k̂ along a line through the origin, for growing numbers of frequencies: the estimate settling on the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rffviz.about import About
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS, draw
from rffviz.studies.shown import OverFreqs
from rffviz.theory import map_variance
from rffviz.validation import one_of, whole_number


@dataclass(frozen=True)
class Profile(OverFreqs):
    """The paired map's k̂(t·u) beside k(t·u), u a unit vector.

    Attributes
    ----------
    distance : ndarray of shape (t,)
        ‖δ‖, in units of the data.
    exact : ndarray of shape (t,)
    n_freqs : ndarray of shape (g,)
    approximate : ndarray of shape (g, t)
    sigma : ndarray of shape (g, t)
        Standard deviation of k̂ over Monte Carlo draws, from the variance formula.
    shown : int
        Where it is read: at the largest number of frequencies, unless it is replaced.
    """

    distance: np.ndarray
    exact: np.ndarray
    n_freqs: np.ndarray
    approximate: np.ndarray
    sigma: np.ndarray
    shown: int
    about: About

    @property
    def largest(self) -> np.ndarray:
        """Largest |k̂ − k| over the distances, shape (g,)."""
        return np.abs(self.approximate - self.exact).max(axis=1)

    @property
    def inside(self) -> np.ndarray:
        """Share of the distances at which |k̂ − k| ≤ 2σ, up to rounding; shape (g,)."""
        return np.mean(np.abs(self.approximate - self.exact) <= 2 * self.sigma + 1e-12, axis=1)


def kernel_profile(
    kernel: Kernel,
    n_freqs: Sequence[int],
    d: int = 1,
    sampler: str = "monte_carlo",
    random_state: int = 0,
    reach: float = 4.0,
    n_points: int = 241,
) -> Profile:
    """k̂ along a random direction in d dimensions for each number of frequencies, from one seed.

    k̂(δ) = Σ p_j cos(ω_j·δ). With a nested scheme the estimates share their first frequencies.

    Parameters
    ----------
    n_freqs : increasing sequence of int
    d, sampler, random_state
        Of the frequencies.
    reach, n_points
        Largest distance, in length scales, and the number of distances from 0 on.

    Raises
    ------
    ValueError
        For bad sizes, an unknown scheme, or one that is not defined for the kernel.
    """
    one_of("sampler", sampler, SAMPLERS)
    sizes = np.array([whole_number("n_freqs", m) for m in n_freqs])
    direction_rng = np.random.default_rng([whole_number("random_state", random_state, low=0), 1])
    direction = direction_rng.standard_normal(whole_number("d", d))
    direction /= np.linalg.norm(direction)
    distance = np.linspace(0, reach * kernel.length_scale, whole_number("n_points", n_points, low=2))
    delta = distance[:, None] * direction
    rows = []
    for m in sizes:
        sample = draw(sampler, kernel, d, int(m), np.random.default_rng(random_state))
        rows.append(np.cos(delta @ sample.W.T) @ sample.weights)
    return Profile(
        distance=distance,
        exact=kernel.of_difference(delta),
        n_freqs=sizes,
        approximate=np.array(rows),
        sigma=np.sqrt([np.maximum(map_variance(kernel, delta, int(m)), 0.0) for m in sizes]),
        shown=int(sizes[-1]),
        about=About(d=d, kernel=kernel, sampler=sampler, seeds=(random_state,)),
    )
