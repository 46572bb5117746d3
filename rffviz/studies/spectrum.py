"""A kernel in one dimension and its spectral density: frequencies drawn from it, and their waves averaged into k̂."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from rffviz.foundation.about import About
from rffviz.foundation.sincos import cosines
from rffviz.foundation.validation import increasing_whole_numbers, not_empty, one_of, seed_number, whole_number
from rffviz.kernels import FormulaKernel, Kernel, a_kernel
from rffviz.samplers import draw
from rffviz.studies.shown import OverFreqs

SCALES = ("linear", "log")

_WAVES = 8  # waves drawn individually
_LINE = 400  # points of a density
_DECADES = (-2, 3)  # powers of ten of ℓω on a logarithmic axis
_FAR = (1e3, 1e4)  # frequencies, times ℓ, between which the tail's power is measured
_RARE = 0.01  # probability of exceeding a "fast" frequency


@dataclass(frozen=True, eq=False)
class Spectrum:
    """One kernel in one dimension, its spectral density, and k̂ from iid frequencies.

    Attributes
    ----------
    exact : ndarray of shape (t,)
        k(δ) at the differences of `Spectra`.
    approximate : ndarray of shape (g, t)
        k̂(δ) = (1/m) Σ cos(ω_j δ) for each number of frequencies.
    waves : ndarray of shape (w, t)
        cos(ω_j δ) of the first frequencies, at most eight; nan where one is too fast to be drawn at these differences.
    density : ndarray of shape (q,)
        p(ω) at the frequencies of `Spectra`.
    drawn, height : ndarray of shape (m,)
        The frequencies of the largest draw, and p at each.
    share : ndarray of shape (m,)
        Uniform numbers: points at (ω_j, share_j · height_j) fill the area under p uniformly.
    fast : float
        The |ω| that one draw in a hundred exceeds.
    tail_power : float
        a where p falls as 1/|ω|^a far from 0; infinite where it falls faster than any power.
    """

    kernel: Kernel
    exact: np.ndarray
    approximate: np.ndarray
    waves: np.ndarray
    density: np.ndarray
    drawn: np.ndarray
    height: np.ndarray
    share: np.ndarray
    fast: float
    tail_power: float

    @property
    def largest(self) -> np.ndarray:
        """Largest |k̂ − k| over the differences, shape (g,)."""
        return np.abs(self.approximate - self.exact).max(axis=1)

    def fastest(self, n_freqs: int) -> float:
        """The largest |ω| of the first frequencies drawn."""
        return float(np.abs(self.drawn[:n_freqs]).max())

    @property
    def at_zero(self) -> str:
        """The shape of k at 0, from the tail's power: "kink" up to 2, "no curvature" up to 3, else "curved".

        E|ω| is infinite for a kink, Eω² for both a kink and no curvature. "unknown" where `tail_power` is NaN, "smooth"
        where it is infinite.
        """
        if math.isnan(self.tail_power):
            return "unknown"
        if math.isinf(self.tail_power):
            return "smooth"
        return "kink" if self.tail_power <= 2 else "no curvature" if self.tail_power <= 3 else "curved"


@dataclass(frozen=True, eq=False)
class Spectra(OverFreqs):
    """One kernel, or several of one length scale, with their spectra.

    Attributes
    ----------
    delta : ndarray of shape (t,)
        Differences x − y, symmetric about 0, in units of the data.
    omega : ndarray of shape (q,)
        In radians per unit: symmetric about 0, or from 0 on where `scale` is "log".
    n_freqs : ndarray of shape (g,)
    shown : int
        The number of frequencies shown first: by default the largest.
    """

    kinds: tuple[Spectrum, ...]
    delta: np.ndarray
    omega: np.ndarray
    scale: str
    n_freqs: np.ndarray
    shown: int
    about: About

    @property
    def by_tail(self) -> list[Spectrum]:
        """The kernels by the |ω| that one draw in a hundred exceeds, the largest first."""
        return sorted(self.kinds, key=lambda kind: -kind.fast)

    @property
    def tails_apart(self) -> float:
        """The largest of those |ω| over the smallest."""
        return self.by_tail[0].fast / self.by_tail[-1].fast


def kernel_spectra(
    kernels: Sequence[Kernel],
    n_freqs: Sequence[int],
    random_state: int = 0,
    scale: str = "linear",
    reach: float = 4.0,
    n_points: int = 641,
) -> Spectra:
    """k, p and k̂ in one dimension for each number of frequencies; all kernels use the same seed.

    Parameters
    ----------
    kernels : sequence of Kernel
        The first one's length scale gives the unit of both axes.
    n_freqs : increasing sequence of int
    scale : {"linear", "log"}
        The frequencies for p: symmetric about 0, wide enough for a light-tailed spectrum, or over five decades.
    reach, n_points
        Largest |δ|, in length scales, and the number of differences.

    Raises
    ------
    ValueError
        For invalid sizes, an empty list, or an object that is not a kernel.
    """
    not_empty("kernels", kernels, "kernel")
    kernels = [a_kernel(kernel) for kernel in kernels]
    sizes = increasing_whole_numbers("n_freqs", n_freqs)
    random_state = seed_number("random_state", random_state)
    unit = kernels[0].length_scale
    half = reach * unit
    delta = np.linspace(-half, half, whole_number("n_points", n_points, low=3))
    if one_of("scale", scale, SCALES) == "log":
        omega = np.logspace(*_DECADES, _LINE) / unit
    else:
        far = max(float(np.clip(1.1 * exceeded(kernel, 0.05) * unit, 4, 15)) for kernel in kernels) / unit
        omega = np.linspace(-far, far, _LINE)  # an even number: p can be infinite at 0
    return Spectra(
        kinds=tuple(_spectrum(kernel, sizes, random_state, delta, omega) for kernel in kernels),
        delta=delta,
        omega=omega,
        scale=scale,
        n_freqs=sizes,
        shown=int(sizes[-1]),
        about=About(d=1, kernel=kernels[0], sampler="monte_carlo", seeds=(random_state,)),
    )


def _spectrum(kernel: Kernel, sizes: np.ndarray, seed: int, delta: np.ndarray, omega: np.ndarray) -> Spectrum:
    drawn = draw("monte_carlo", kernel, 1, int(sizes[-1]), np.random.default_rng(seed)).W[:, 0]
    sums, start, rows = np.zeros(len(delta)), 0, []
    for size in sizes:
        sums += cosines(np.outer(delta, drawn[start:size])).sum(axis=1)
        rows.append(sums / size)
        start = size
    first = drawn[:_WAVES]
    drawable = np.abs(first) * (delta[1] - delta[0]) <= 1
    return Spectrum(
        kernel=kernel,
        exact=kernel.of_difference(delta[:, None]),
        approximate=np.array(rows),
        waves=np.where(drawable[:, None], np.cos(np.outer(first, delta)), np.nan),
        density=kernel.spectral_density(omega[:, None]),
        drawn=drawn,
        height=kernel.spectral_density(drawn[:, None]),
        share=np.random.default_rng([seed, 1]).random(len(drawn)),
        fast=exceeded(kernel, _RARE),
        tail_power=_tail_power(kernel),
    )


def exceeded(kernel: Kernel, probability: float, d: int = 1) -> float:
    """The ‖ω‖ that a frequency in d dimensions exceeds with this probability."""

    unit = kernel.with_length_scale(1.0)

    def missing(log_r: float) -> float:
        return float(unit.radius_cdf(math.exp(log_r), d)) - (1 - probability)

    return math.exp(brentq(missing, -30.0, 120.0)) / kernel.length_scale


def _tail_power(kernel: Kernel) -> float:
    """−d log p / d log ω far from 0, infinite where it still grows there; nan where the density is unknown there."""
    if isinstance(kernel, FormulaKernel) and kernel.distribution(1).known_to < 2 * _FAR[-1]:
        return math.nan
    near, far = (
        -float(np.diff(kernel.log_spectral_density(np.array([[a], [2 * a]]) / kernel.length_scale))[0]) / math.log(2)
        for a in _FAR
    )
    return round(far, 3) if abs(far - near) < 0.01 * near else math.inf
