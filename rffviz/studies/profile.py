"""Frequencies, their waves and the average k̂ along a line through the origin: how k̂ converges to the kernel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rffviz.foundation.about import About
from rffviz.foundation.sincos import cosines
from rffviz.foundation.validation import scheme_name, seed_number, whole_number
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.own import scheme_of
from rffviz.studies.shown import OverFreqs
from rffviz.theory import map_variance

_WINDOW = 5.0  # largest |ω| of the picture, in units of 1/ℓ
_SLOTS = 61  # columns of frequency dots; odd, so that one is at 0
_FINE = 8  # values of ω per column; even, so that none is 0, where a density may be infinite
_STEP = 0.04  # largest spacing of dots in a column, as a share of the highest column's mean density
_MOST_WAVES = 60


@dataclass(frozen=True, eq=False)
class KernelProfile(OverFreqs):
    """The paired map's k̂(t·u) beside k(t·u), u a unit vector, with the waves whose average it is.

    Attributes
    ----------
    distance : ndarray of shape (t,)
        ‖δ‖, in units of the data.
    exact : ndarray of shape (t,)
    n_freqs : ndarray of shape (g,)
    approximate : ndarray of shape (g, t)
    sigma : ndarray of shape (g, t)
        Standard deviation of k̂ over Monte Carlo draws, from the variance formula.
    omega : tuple of g ndarrays of shape (n_freqs[g],)
        The frequencies ω_j·u, in the order in which they were drawn, in radians per unit of the data.
    stacked : tuple of g ndarrays of shape (n_freqs[g],)
        Heights of their dots, stacked in columns of equal width, in units of the density. Where columns are dense
        enough, their heights form a histogram: share of frequencies over column width.
    along, density : ndarray of shape (s,)
        Values of ω and the density of ω·u there; empty where it is not the one-dimensional spectral density of the
        kernel.
    waves : tuple of g ndarrays of shape (min(n_freqs[g], 60), v)
        cos(ω_j·δ) of the first frequencies at the distances `wave_distance`, of shape (v,).
    newest : ndarray of shape (g, v)
        The wave of the last frequency drawn.
    shown : int
        The number of frequencies shown first: by default the largest.
    """

    distance: np.ndarray
    exact: np.ndarray
    n_freqs: np.ndarray
    approximate: np.ndarray
    sigma: np.ndarray
    omega: tuple[np.ndarray, ...]
    stacked: tuple[np.ndarray, ...]
    along: np.ndarray
    density: np.ndarray
    wave_distance: np.ndarray
    waves: tuple[np.ndarray, ...]
    newest: np.ndarray
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

    @property
    def window(self) -> float:
        """Largest |ω| of the picture of the spectrum."""
        return _WINDOW / self.about.kernel.length_scale  # type: ignore[union-attr]  # it has a kernel

    @property
    def beyond(self) -> np.ndarray:
        """The number of frequencies outside the window, shape (g,)."""
        return np.array([int((np.abs(omega) > self.window).sum()) for omega in self.omega])


def kernel_profile(
    kernel: Kernel,
    n_freqs: Sequence[int],
    d: int = 1,
    sampler: str = "monte_carlo",
    random_state: int = 0,
    reach: float = 4.0,
    n_points: int = 241,
) -> KernelProfile:
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
        For invalid sizes, an unknown scheme, or one that is not defined for the kernel.
    """
    scheme_of(sampler, SAMPLERS)
    sizes = np.array([whole_number("n_freqs", m) for m in n_freqs])
    random_state = seed_number("random_state", random_state)
    direction_rng = np.random.default_rng([random_state, 1])
    direction = direction_rng.standard_normal(whole_number("d", d))
    direction /= np.linalg.norm(direction)
    distance = np.linspace(0, reach * kernel.length_scale, whole_number("n_points", n_points, low=2))
    delta = distance[:, None] * direction
    every = distance[::4]
    window = _WINDOW / kernel.length_scale
    along = window * (2 * np.arange(_SLOTS * _FINE) + 1 - _SLOTS * _FINE) / (_SLOTS * _FINE)
    # for a product kernel only marginals along the axes have the 1-D spectral density
    if d > 1 and not kernel.isotropic:
        along = along[:0]
    density = kernel.spectral_density(along[:, None]) if along.size else along
    step = _STEP * density.reshape(-1, _FINE).mean(axis=1).max() if along.size else math.inf
    rows, omegas, waves, newest = [], [], [], []
    for m in sizes:
        sample = draw(sampler, kernel, d, int(m), np.random.default_rng(random_state))
        rows.append(cosines(delta @ sample.W.T) @ sample.weights)
        omega = sample.W @ direction
        omegas.append(omega)
        waves.append(np.cos(np.outer(omega[:_MOST_WAVES], every)))
        newest.append(np.cos(omega[-1] * every))
    return KernelProfile(
        distance=distance,
        exact=kernel.of_difference(delta),
        n_freqs=sizes,
        approximate=np.array(rows),
        sigma=np.sqrt([np.maximum(map_variance(kernel, delta, int(m)), 0.0) for m in sizes]),
        omega=tuple(omegas),
        stacked=tuple(_stacked(omega, window, step) for omega in omegas),
        along=along,
        density=density,
        wave_distance=every,
        waves=tuple(waves),
        newest=np.array(newest),
        shown=int(sizes[-1]),
        about=About(d=d, kernel=kernel, sampler=scheme_name(sampler), seeds=(random_state,)),
    )


def _stacked(omega: np.ndarray, window: float, largest_step: float) -> np.ndarray:
    """The height of each frequency's dot: within a column in the order in which they were drawn."""
    width = 2 * window / _SLOTS
    column = np.floor((omega + window) / width)
    order = np.argsort(column, kind="stable")
    of_column = column[order]
    rank = np.empty(len(omega))
    rank[order] = np.arange(len(omega)) - np.searchsorted(of_column, of_column)
    return (rank + 0.5) * min(1 / (len(omega) * width), largest_step)
