"""Frequencies that the people of a class chose or drew, one each, and the kernel's estimate from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import stats

from rffviz.foundation.sincos import cosines
from rffviz.foundation.validation import one_of
from rffviz.kernels import Kernel

DISTRIBUTIONS = {"gaussian": stats.norm, "laplacian": stats.cauchy, "cauchy": stats.laplace}
"""Spectra in one dimension, with scale 1/ℓ, by their kernel's name."""
_CLASSES, _DRAWS = (20, 200), 20_000  # simulated for the expected error: fewest and most, and draws of them together
_REACH, _STEPS = 4.0, 201  # half the range of δ in length scales, and of ω in their inverse; points on each axis


@dataclass(frozen=True, eq=False)
class People:
    """The frequencies of some people, and k̂ from them.

    Attributes
    ----------
    frequencies : ndarray of shape (m,)
    approximate : ndarray of shape (t,)
        k̂(δ) = (1/m) Σ cos(ω_j δ).
    p_value : float
        Of the Kolmogorov-Smirnov test that the frequencies are independent draws from p.
    largest : float
        The largest |k̂ − k| over the differences.
    expected : float
        The mean of `largest` over simulated classes of as many independent draws from p; NaN where they were chosen.
    height, share : ndarray of shape (m,)
        p at each frequency, and a number between 0 and 1 that spreads the points of a figure and that depends on the
        frequency and on how often it came before: a point stays in its place when others arrive.
    """

    frequencies: np.ndarray
    approximate: np.ndarray
    p_value: float
    largest: float
    expected: float
    height: np.ndarray
    share: np.ndarray

    @property
    def n_freqs(self) -> int:
        """The number of people."""
        return len(self.frequencies)


@dataclass(frozen=True, eq=False)
class ClassDraws:
    """A kernel in one dimension and a class's estimates of it.

    Attributes
    ----------
    delta, exact : ndarray of shape (t,)
        Differences, and k there.
    sd : ndarray of shape (t,)
        √((½ + ½k(2δ) − k(δ)²)/m), the standard deviation of k̂ for m independent draws from p; nan without people.
    omega, density : ndarray of shape (q,)
        Frequencies, and p there.
    chosen, drawn : People or None
        Those who chose a frequency, in the first round, and those who drew one, in all later ones.
    before : People or None
        Those who drew before the last round; None without any, or where nobody drew in it.
    """

    kernel: Kernel
    delta: np.ndarray
    exact: np.ndarray
    sd: np.ndarray
    omega: np.ndarray
    density: np.ndarray
    chosen: People | None
    drawn: People | None
    before: People | None

    @property
    def last(self) -> People | None:
        """Those who drew, or those who chose before anybody drew; None without people."""
        return self.drawn or self.chosen


def simulated_class(kernel: Kernel, n: int, random_state: int) -> list[list[float]]:
    """Rounds of n people: multiples of 1/ℓ up to 3, 0 three times as often as another; then two of draws from p."""
    rng = np.random.default_rng(random_state)
    chosen = rng.choice([0, 0, 0, 1, -1, 2, -2, 3, -3], n) / kernel.length_scale
    drawn = DISTRIBUTIONS[kernel.name](scale=1 / kernel.length_scale).rvs((2, n), random_state=rng)
    return [chosen.tolist(), *drawn.tolist()]


def class_draws(kernel: Kernel, rounds: Sequence[Sequence[float]]) -> ClassDraws:
    """A class's estimates of the kernel: the first round was chosen, later ones were drawn and are pooled.

    Parameters
    ----------
    kernel : Kernel
        One of `DISTRIBUTIONS`.
    rounds : sequence of sequences of float
        Frequencies, in radians per unit of δ.

    Raises
    ------
    ValueError
        For another kernel.
    """
    distribution = DISTRIBUTIONS[one_of("kernel", kernel.name, tuple(DISTRIBUTIONS))](scale=1 / kernel.length_scale)
    delta = _differences(kernel)
    omega = np.linspace(-_REACH, _REACH, _STEPS) / kernel.length_scale
    exact = kernel(delta[:, None], np.zeros((1, 1)))[:, 0]
    first, later = rounds[:1], rounds[1:]

    def people_of(of_rounds: Sequence[Sequence[float]], drew: bool = True) -> People | None:
        frequencies = np.array([each for one in of_rounds for each in one], dtype=np.float64)
        if not frequencies.size:
            return None
        approximate = cosines(np.outer(delta, frequencies)).mean(axis=1)
        p_value = float(stats.kstest(frequencies, distribution.cdf).pvalue)
        before = np.array([np.sum(frequencies[:i] == each) for i, each in enumerate(frequencies)])
        largest = float(np.abs(approximate - exact).max())
        share = 0.05 + 0.9 * np.modf(np.abs(frequencies) * 7919.618 + 0.618 * before)[0]
        expected = _expected_largest(kernel, len(frequencies)) if drew else float("nan")
        return People(frequencies, approximate, p_value, largest, expected, distribution.pdf(frequencies), share)

    chosen, drawn = people_of(first, drew=False), people_of(later)
    before = people_of(later[:-1]) if any(later[-1:]) else None
    people = drawn or chosen
    variance = 0.5 + 0.5 * kernel(2 * delta[:, None], np.zeros((1, 1)))[:, 0] - exact**2
    sd = np.sqrt(np.maximum(variance, 0) / (people.n_freqs if people else np.nan))
    return ClassDraws(kernel, delta, exact, sd, omega, distribution.pdf(omega), chosen, drawn, before)


def _differences(kernel: Kernel) -> np.ndarray:
    return np.linspace(-_REACH, _REACH, _STEPS) * kernel.length_scale


@lru_cache(maxsize=256)
def _expected_largest(kernel: Kernel, n: int) -> float:
    """The mean of max |k̂ − k| over classes of n, whose draws have seed 0."""
    delta = _differences(kernel)[_STEPS // 2 :]  # cosines are even
    exact = kernel(delta[:, None], np.zeros((1, 1)))[:, 0]
    n_classes = int(np.clip(_DRAWS // n, *_CLASSES))
    draws = DISTRIBUTIONS[kernel.name](scale=1 / kernel.length_scale).rvs((n_classes, n), random_state=0)
    return float(np.mean([np.abs(cosines(np.outer(delta, each)).mean(axis=1) - exact).max() for each in draws]))
