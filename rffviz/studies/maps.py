"""The paired against the offset map at equal cost: standard deviations of both estimates, by formula and measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq

from rffviz.features import offset_map, paired_map
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, seed_number, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import draw
from rffviz.theory import map_variance

_ROUNDING = 1e-7
_LINE, _STEP = 481, 30  # points of the formulas' lines; every 30th is also measured


@dataclass(frozen=True, eq=False)
class Spread:
    """Root mean square error of one map at each distance.

    Attributes
    ----------
    line : ndarray of shape (q,)
        Standard deviation by the variance formula, over the record's `line_distance`.
    formula : ndarray of shape (t,)
        The same where it was measured.
    measured : ndarray of shape (t,)
        √(mean over seeds of (k̂ − k)²).
    standard_error : ndarray of shape (t,)
        Standard error of `measured`, from the spread of the squares over seeds.
    """

    line: np.ndarray
    formula: np.ndarray
    measured: np.ndarray
    standard_error: np.ndarray

    @property
    def agrees(self) -> np.ndarray:
        """Where the measured value is within 2 standard errors of the formula, and rounding; bool of shape (t,)."""
        return np.abs(self.measured - self.formula) <= 2 * self.standard_error + _ROUNDING


@dataclass(frozen=True, eq=False)
class MapComparison:
    """Paired and offset map with the same number of features, for Monte Carlo frequencies.

    Attributes
    ----------
    line_distance : ndarray of shape (q,)
        ‖δ‖ from 0 on, in units of the data: where the formulas are drawn.
    distance : ndarray of shape (t,)
        Where both maps were measured.
    paired_loses : tuple of (float, float)
        The stretches of distance, up to the last one, in which k(2δ) > 2k(δ)² and the offset map has the smaller error.
    largest_excess : float
        The largest of (paired sd / offset sd − 1) over those stretches; 0 where there are none.
    n_features : int
        Features of either map: n_features/2 frequencies paired, n_features frequencies offset.
    n_seeds : int
        The number of seeds measured so far.
    direction : ndarray of shape (d,)
        The unit vector along which δ lies, with no coordinate near 0.
    about : About
        Kernel and dimension, the first seed and the number of seeds asked for.
    """

    line_distance: np.ndarray
    distance: np.ndarray
    paired: Spread
    offset: Spread
    paired_loses: tuple[tuple[float, float], ...]
    largest_excess: float
    n_features: int
    n_seeds: int
    direction: np.ndarray
    about: About

    @property
    def at_length_scale(self) -> int:
        """Index of the point of `line_distance` nearest to one length scale."""
        return int(np.argmin(np.abs(self.line_distance - self.about.kernel.length_scale)))  # type: ignore[union-attr]

    @property
    def ratio(self) -> float:
        """The paired map's standard deviation over the offset map's, at one length scale."""
        return self.ratio_at(self.at_length_scale)

    def ratio_at(self, g: int) -> float:
        """The same at the g-th point of `line_distance`."""
        return float(self.paired.line[g] / self.offset.line[g])


@study
def map_comparison(
    kernel: Kernel,
    d: int = 1,
    n_features: int = 128,
    n_seeds: int = 200,
    random_state: int = 0,
) -> Iterator[Progress[MapComparison]]:
    """Spread of k̂ under both maps along an oblique direction, by the variance formulas and over seeds.

    Parameters
    ----------
    d : int
        Dimension of the data.
    n_features : int
        Features of either map; even, for the paired map has two for each frequency.
    n_seeds : int
        At least 2. Each draws both maps and, for each distance, x + y, on which the error of the offset map depends but
        that of the paired map does not.
    random_state : int
        For the seeds and the direction.

    Returns
    -------
    MapComparison
        In steps: after each seed, with a record from the second on; it is measured at 17 distances up to 6ℓ.

    Notes
    -----
    Paired variance [1 + k(2δ) − 2k(δ)²]/n_features, offset [1 + ½k(2δ) − k(δ)²]/n_features: the paired map is better
    exactly where k(2δ) < 2k(δ)². Source: Sutherland & Schneider 2015, section 2 (not verified against the paper).
    """
    d, n_seeds = whole_number("d", d), whole_number("n_seeds", n_seeds, low=2)
    random_state = seed_number("random_state", random_state)
    n_features = whole_number("n_features", n_features, low=2)
    if n_features % 2:
        raise Refusal(f"n_features must be even, for the paired map has two for each frequency, got {n_features}.")
    a_kernel(kernel)
    rng, *seeds = np.random.default_rng(random_state).spawn(1 + n_seeds)
    direction = _oblique(d, rng)
    line_distance = np.linspace(0, 6 * kernel.length_scale, _LINE)
    distance, delta = line_distance[::_STEP], np.outer(line_distance, direction)
    n_freqs = {"paired": n_features // 2, "offset": n_features}
    lines = [np.sqrt(map_variance(kernel, delta, m, map_name)) for map_name, m in n_freqs.items()]
    loses = _paired_loses(kernel, direction, line_distance)
    largest_excess = float(np.max(lines[0] / lines[1] - 1)) if loses else 0.0
    squares = np.empty((2, n_seeds, len(distance)))
    settings = {"n_features": n_features, "n_seeds": n_seeds}
    about = About(d=d, kernel=kernel, sampler="monte_carlo", seeds=(random_state,), settings=settings)
    comparison, told = None, 0
    yield Progress(0, n_seeds)
    for done, seed in enumerate(seeds, start=1):
        squares[:, done - 1] = _squared_errors(kernel, delta[::_STEP], n_features, seed)
        if done >= 2 * max(told, 1) or done == n_seeds:  # a record after 2, 4, 8, … seeds and after all of them
            told = done
            comparison = MapComparison(
                line_distance=line_distance,
                distance=distance,
                paired=_spread(lines[0], squares[0, :done]),
                offset=_spread(lines[1], squares[1, :done]),
                paired_loses=loses,
                largest_excess=largest_excess,
                n_features=n_features,
                n_seeds=done,
                direction=direction,
                about=about,
            )
        yield Progress(done, n_seeds, comparison)


def _oblique(d: int, rng: np.random.Generator) -> np.ndarray:
    """A random unit vector away from every axis, along which product kernels are special: its coordinates
    differ by a factor of at most 3."""
    direction = rng.uniform(1, 3, d) * rng.choice([-1.0, 1.0], d)
    return direction / np.linalg.norm(direction)


def _squared_errors(kernel: Kernel, delta: np.ndarray, n_features: int, seed: np.random.Generator) -> np.ndarray:
    """(k̂ − k)² of both maps at each difference under one seed, shape (2, t), from the maps themselves."""
    exact = kernel.of_difference(delta)
    d = delta.shape[1]
    place_rng, paired_rng, offset_rng = seed.spawn(3)
    place = place_rng.standard_normal(delta.shape) * kernel.length_scale  # the midpoint of x and y
    x, y = place + delta / 2, place - delta / 2
    W = draw("monte_carlo", kernel, d, n_features // 2, paired_rng).W
    paired = np.einsum("tj,tj->t", *(paired_map(side, W, dtype=np.float64) for side in (x, y)))
    sample = draw("monte_carlo", kernel, d, n_features, offset_rng, with_phases=True)
    phases: Any = sample.phases  # they were asked for
    offset = np.einsum("tj,tj->t", *(offset_map(side, sample.W, phases, dtype=np.float64) for side in (x, y)))
    return np.square([paired - exact, offset - exact])


def _spread(line: np.ndarray, squares: np.ndarray) -> Spread:
    """Root mean squares over seeds; the standard error of √s is that of s over 2√s."""
    measured = np.sqrt(squares.mean(axis=0))
    of_square = squares.std(axis=0, ddof=1) / np.sqrt(len(squares))
    exact = measured < 1e-12  # the paired map is exact at distance 0
    standard_error = np.where(exact, 0.0, of_square / (2 * np.where(exact, 1.0, measured)))
    return Spread(line, line[::_STEP], measured, standard_error)


def _paired_loses(kernel: Kernel, direction: np.ndarray, t: np.ndarray) -> tuple[tuple[float, float], ...]:
    """Stretches of t in which k(2δ) > 2k(δ)², their ends found between the points of t."""

    def margin(s: float) -> float:
        return float(kernel.of_difference(2 * s * direction) - 2 * kernel.of_difference(s * direction) ** 2)

    loses = np.array([margin(s) > 0 for s in t])
    edges = [brentq(margin, t[g], t[g + 1]) for g in np.flatnonzero(np.diff(loses))]
    if loses[0]:
        edges.insert(0, t[0])
    if loses[-1]:
        edges.append(t[-1])
    return tuple((float(low), float(high)) for low, high in zip(edges[::2], edges[1::2], strict=True))
