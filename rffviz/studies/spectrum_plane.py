"""A kernel of two coordinates beside its spectral density, and the mean of the plane waves drawn from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rffviz.foundation.about import About
from rffviz.foundation.validation import increasing_whole_numbers, one_of, seed_number, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import draw
from rffviz.studies.shown import OverFreqs
from rffviz.studies.spectrum import SCALES, exceeded


@dataclass(frozen=True, eq=False)
class PlaneSpectrum(OverFreqs):
    """k, k̂ and p over squares about 0; matrices have the second coordinate in rows.

    Attributes
    ----------
    delta : ndarray of shape (t,)
        One coordinate of x − y, in units of the data.
    exact, approximate : ndarray of shape (t, t), (g, t, t)
        k, and k̂(δ) = (1/m) Σ cos(ω_j·δ) for each number of frequencies.
    omega : ndarray of shape (q,)
        One coordinate of ω, in radians per unit; excluding 0, where p can be infinite.
    density : ndarray of shape (q, q)
    scale : {"linear", "log"}
        The colour scale for p.
    W : ndarray of shape (m, 2)
        The frequencies of the largest draw.
    along_axis, along_diagonal : float
        k one length scale, that of the first axis, away from 0: they differ if the kernel is not isotropic.
    n_freqs, shown
        As in `Spectra`.
    """

    delta: np.ndarray
    exact: np.ndarray
    approximate: np.ndarray
    omega: np.ndarray
    density: np.ndarray
    scale: str
    W: np.ndarray
    along_axis: float
    along_diagonal: float
    n_freqs: np.ndarray
    shown: int
    about: About

    @property
    def largest(self) -> np.ndarray:
        """Largest |k̂ − k| over the square, shape (g,)."""
        return np.abs(self.approximate - self.exact).max(axis=(1, 2))

    @property
    def isotropic(self) -> bool:
        """Whether k is the same along an axis and along a diagonal, to rounding."""
        return math.isclose(self.along_axis, self.along_diagonal, rel_tol=1e-9)

    @property
    def axis_to_diagonal(self) -> float:
        """k along an axis over k along a diagonal, one length scale from 0."""
        return self.along_axis / self.along_diagonal

    @property
    def outside(self) -> np.ndarray:
        """Which frequencies lie beyond the square of `omega`, bool of shape (m,)."""
        return np.abs(self.W).max(axis=1) > self.omega[-1]

    @property
    def shortest(self) -> float:
        """The shortest wavelength that the grid resolves: four cells."""
        return 4 * float(self.delta[1] - self.delta[0])

    @property
    def too_fast(self) -> np.ndarray:
        """Which frequencies have waves below `shortest` along a coordinate, bool of shape (m,)."""
        return 2 * math.pi / np.abs(self.W).max(axis=1) < self.shortest


def plane_spectrum(
    kernel: Kernel,
    n_freqs: Sequence[int],
    random_state: int = 0,
    scale: str = "linear",
    reach: float = 4.0,
    n_points: int = 81,
) -> PlaneSpectrum:
    """k, p and k̂ in two dimensions for each number of frequencies.

    Parameters
    ----------
    n_freqs, random_state, scale
        As in `kernel_spectra`.
    reach, n_points
        Half the side of the square of differences, in length scales (the larger one), and the number of cells along it.

    Raises
    ------
    ValueError
        For invalid sizes, or an object that is not a kernel.
    """
    sizes = increasing_whole_numbers("n_freqs", n_freqs)
    random_state = seed_number("random_state", random_state)
    axes = a_kernel(kernel).axes
    scales = np.broadcast_to(kernel.length_scale if axes is None else axes.of(2), 2)
    unit, longest = float(scales[0]), float(scales.max())
    delta = np.linspace(-reach * longest, reach * longest, whole_number("n_points", n_points, low=3))
    far = float(np.clip(1.1 * exceeded(kernel.with_length_scale(1.0), 0.1, 2), 3, 8) / scales.min())
    omega = np.linspace(-far, far, 80)  # even, which excludes 0
    W = draw("monte_carlo", kernel, 2, int(sizes[-1]), np.random.default_rng(random_state)).W
    first, second = (np.outer(delta, w) for w in W.T)
    cosines, sines = (np.cos(first), np.cos(second)), (np.sin(first), np.sin(second))
    # cos(a + b) = cos a cos b − sin a sin b: a matrix product instead of a cosine for every cell and frequency
    estimates = [
        (cosines[1][:, :m] @ cosines[0][:, :m].T - sines[1][:, :m] @ sines[0][:, :m].T) / m for m in sizes.tolist()
    ]
    diagonal = np.full(2, unit / np.sqrt(2))
    return PlaneSpectrum(
        delta=delta,
        exact=kernel.of_difference(_square(delta)),
        approximate=np.array(estimates),
        omega=omega,
        density=kernel.spectral_density(_square(omega).reshape(-1, 2)).reshape(omega.size, omega.size),
        scale=one_of("scale", scale, SCALES),
        W=W,
        along_axis=float(kernel.of_difference(np.array([unit, 0.0]))),
        along_diagonal=float(kernel.of_difference(diagonal)),
        n_freqs=sizes,
        shown=int(sizes[-1]),
        about=About(d=2, kernel=kernel, sampler="monte_carlo", seeds=(random_state,)),
    )


def _square(axis: np.ndarray) -> np.ndarray:
    """The points of a square grid, shape (t, t, 2), the second coordinate in rows."""
    return np.stack(np.meshgrid(axis, axis), axis=-1)
