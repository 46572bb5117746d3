"""Measured curves beside the promises of bounds: everything that a convergence figure and its words say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rffviz.about import About
from rffviz.measure.curve import ErrorCurve
from rffviz.measure.promises import MOST_FREQS, Diameter, speaking
from rffviz.measure.slope import Slope, fitted_slope
from rffviz.notes import Note
from rffviz.samplers import scheme_called
from rffviz.theory import BOUNDS, EpsilonCurve, epsilon_at, epsilon_curve, frequencies_needed
from rffviz.theory.records import LARGEST_ERROR
from rffviz.validation import not_empty, positive_number, probability

_BOUND_POINTS = 60


@dataclass(frozen=True)
class Reading:
    """One scheme at one number of frequencies: median and band over seeds."""

    sampler: str
    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Promise:
    """What one bound promises, for Monte Carlo alone.

    Attributes
    ----------
    name : str
        A key of `BOUNDS`.
    curve : EpsilonCurve
        The promised error against the number of frequencies.
    at : float
        The promised error where the curves are read.
    needed : float
        Frequencies that the bound asks for to promise `epsilon`; infinite where no number is enough.
    """

    name: str
    curve: EpsilonCurve
    at: float
    needed: float


@dataclass(frozen=True)
class Convergence:
    """Curves of several schemes on the same data, beside what bounds promise for Monte Carlo.

    Attributes
    ----------
    curves : tuple of ErrorCurve
        One for each scheme; same points, kernel, metric, map and numbers of frequencies.
    band : tuple of float
        The quantiles over seeds that bands show.
    n_freqs : int
        Where the curves are read.
    readings : tuple of Reading
        One for each scheme, at `n_freqs`.
    epsilon, confidence : float
        The error asked for, and the confidence of the promise.
    needed : tuple of float
        `frequencies_to_reach` of each scheme.
    slopes : tuple of Slope or None
        How each scheme's median falls on the log–log plot; None where an error is 0 or there is one size alone.
    promises : tuple of Promise
        One for each bound that speaks of this error, in the order they were asked for.
    silent : tuple of Note
        Why the others do not.
    about : About
        Points and kernel, and all the seeds asked for.
    largest_error : float
        What no error of the map exceeds, infinite for the positive map: promises above it are vacuous.
    sigma_p : float
        √E‖ω‖², radians per unit.
    diameter : Diameter
        That of the set the bounds speak of: the points, or their box for the supremum over the box.
    """

    curves: tuple[ErrorCurve, ...]
    band: tuple[float, float]
    n_freqs: int
    readings: tuple[Reading, ...]
    epsilon: float
    confidence: float
    needed: tuple[float, ...]
    slopes: tuple[Slope | None, ...]
    promises: tuple[Promise, ...]
    silent: tuple[Note, ...]
    about: About
    largest_error: float
    sigma_p: float
    diameter: Diameter

    @property
    def reached(self) -> list[tuple[float, ErrorCurve]]:
        """The curves that fall to epsilon, each with what it needs for it; Monte Carlo comes first."""
        found = [(need, curve) for need, curve in zip(self.needed, self.curves, strict=True) if not math.isnan(need)]
        return sorted(found, key=lambda pair: not scheme_called(pair[1].sampler).monte_carlo)

    @property
    def reached_at_once(self) -> frozenset[str]:
        """The schemes that are within epsilon already at their smallest number of frequencies: they may need fewer."""
        return frozenset(curve.sampler for need, curve in self.reached if need == curve.n_freqs[curve.defined][0])

    @property
    def main_promise(self) -> Promise | None:
        """The promise to speak of: the sharpest of those for pairs where there is one, else the first."""
        for_pairs = [promise for promise in self.promises if not BOUNDS[promise.name].uniform]
        return min(for_pairs or self.promises[:1], key=lambda promise: promise.needed, default=None)


def convergence(
    curves: Sequence[ErrorCurve],
    X,
    n_freqs: int,
    epsilon: float,
    confidence: float = 0.95,
    bounds: Sequence[str] = ("rahimi_recht",),
    band: tuple[float, float] = (0.1, 0.9),
) -> Convergence:
    """Read curves at one number of frequencies and set them beside bounds.

    Parameters
    ----------
    curves : sequence of ErrorCurve
        At least one; of the same points, kernel, metric and map.
    X : array of shape (n, d)
        The points the curves were measured on.
    n_freqs : int
        A number of frequencies the curves were measured at.
    epsilon, confidence : float
        The error to reach, and the probability with which a bound must hold.
    bounds : sequence of str
        Keys of `rffviz.theory.BOUNDS`; the uniform ones speak of the supremum, over the points or their box.
    band : tuple of float
        Quantiles over seeds.

    Raises
    ------
    ValueError
        For no curves, for a number of frequencies that was not measured, or for another argument out of range.
    """
    not_empty("curves", curves, "curve")
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    first = curves[0]
    at = first.place(n_freqs)
    given, silent, sigma_p, size = speaking(first, X, bounds)
    return Convergence(
        curves=tuple(curves),
        band=band,
        n_freqs=n_freqs,
        readings=tuple(
            Reading(curve.sampler, *(float(each[at]) for each in (curve.median, *map(curve.quantile, band))))
            for curve in curves
        ),
        epsilon=epsilon,
        confidence=confidence,
        needed=tuple(frequencies_to_reach(curve, epsilon) for curve in curves),
        slopes=tuple(_slope(curve) for curve in curves),
        promises=_promises(first, given, n_freqs, epsilon, confidence),
        silent=silent,
        about=replace(first.about, sampler=""),
        largest_error=float(LARGEST_ERROR.get(first.map, math.inf)),
        sigma_p=sigma_p,
        diameter=size,
    )


def _promises(curve: ErrorCurve, given: dict[str, dict], n_freqs, epsilon, confidence) -> tuple[Promise, ...]:
    """What each bound promises about this curve, all on one grid of numbers of frequencies."""
    needed = {name: frequencies_needed(name, epsilon, confidence=confidence, **given[name]) for name in given}
    last = max([int(curve.n_freqs[-1]), *(1.6 * each for each in needed.values())])
    grid = np.unique(np.geomspace(curve.n_freqs[0], min(last, MOST_FREQS), _BOUND_POINTS).round().astype(np.int64))
    return tuple(
        Promise(
            name,
            epsilon_curve(name, grid, confidence=confidence, **given[name]),
            epsilon_at(name, n_freqs, confidence=confidence, **given[name]).value,
            needed[name],
        )
        for name in given
    )


def _slope(curve: ErrorCurve) -> Slope | None:
    falls = np.count_nonzero(curve.defined) > 1 and np.nanmin(curve.errors) > 0
    return fitted_slope(curve) if falls else None


def frequencies_to_reach(curve: ErrorCurve, epsilon: float) -> float:
    """Number of frequencies at which the median error first falls to epsilon, interpolated on the log–log plot.

    nan where it never does within the curve; the curve's first number where it starts below.
    """
    median, n_freqs = curve.median[curve.defined], curve.n_freqs[curve.defined]
    below = np.flatnonzero(median <= epsilon)
    if below.size == 0:
        return math.nan
    g = below[0]
    if g == 0:
        return float(n_freqs[0])
    if median[g] <= 0:
        return float(n_freqs[g])
    share = math.log(median[g - 1] / epsilon) / math.log(median[g - 1] / median[g])
    return float(n_freqs[g - 1] * (n_freqs[g] / n_freqs[g - 1]) ** share)
