"""Measured curves compared with bounds: all the data behind a convergence figure and its text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rffviz.foundation.about import About
from rffviz.foundation.notes import Note
from rffviz.foundation.validation import Refusal, not_empty, positive_number, probability
from rffviz.measure.bootstrap import BootstrapError, to_resample
from rffviz.measure.curve import ErrorCurve
from rffviz.measure.exceedance import clopper_pearson
from rffviz.measure.guarantees import (
    LARGEST,
    MOST_FREQS,
    CurveGuarantee,
    Diameter,
    for_answers,
    guaranteed_line,
    never_finite,
    speaking,
)
from rffviz.measure.matrix_guarantees import Expectation, expectations, known_matrix, matrix_guarantees
from rffviz.measure.slope import Slope, fitted_slope
from rffviz.samplers import scheme_called
from rffviz.theory import BOUNDS, KernelMatrix, epsilon_at, frequencies_needed
from rffviz.theory.records import LARGEST_ERROR

_BOUND_POINTS = 60


@dataclass(frozen=True)
class Reading:
    """One scheme at one number of frequencies: median and band over seeds."""

    sampler: str
    median: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class ErrorBar:
    """The bootstrap error bar of one draw, compared with the errors of all seeds.

    Attributes
    ----------
    sampler : str
    estimate : BootstrapError
        Of the first seed, at `estimate.n_freqs`.
    n_freqs : ndarray of shape (g,)
        Those of the curve.
    values : ndarray of shape (g,)
        The estimate there, extrapolated as 1/√m.
    covered : ndarray of shape (g,)
        Number of seeds whose error is at most the bar.
    n_seeds : int
        Of how many.
    at, quantile : float
        The bar at `n_freqs` of the reading, and the quantile of the seeds' errors at its confidence.
    low : ndarray of bool, shape (g,)
        Where the bar is too low: significantly fewer seeds stay below it than below a true quantile.
    """

    sampler: str
    estimate: BootstrapError
    n_freqs: np.ndarray
    values: np.ndarray
    covered: np.ndarray
    n_seeds: int
    at: float
    quantile: float
    low: np.ndarray


@dataclass(frozen=True)
class Convergence:
    """Curves of several schemes on the same data, compared with bounds and exact expectations.

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
        The target error, and the confidence of the bounds.
    needed : tuple of float
        `frequencies_to_reach` of each scheme: at the level `confidence` beside bounds, else at the median.
    slopes : tuple of Slope or None
        Log–log slope of each scheme's median; None if an error is 0 or there is only one size.
    guarantees : tuple of CurveGuarantee
        One for each requested bound that covers this error, in that order, or the theorems on the whole kernel matrix.
    silent : tuple of Note
        Why the others do not.
    about : About
        Points and kernel, and all requested seeds.
    largest_error : float
        The largest possible error of this kind, infinite if unknown: bounds above it are vacuous.
    sigma_p : float
        √E‖ω‖², radians per unit.
    diameter : Diameter
        Of the set that the bounds cover: the points, or their box for the supremum over the box.
    expectations : tuple of Expectation
        The exact root mean square error, for the schemes and metrics for which it is known.
    matrix : KernelMatrix or None
        Of the points, if bounds or expectations use it.
    bar : ErrorBar or None
    """

    curves: tuple[ErrorCurve, ...]
    band: tuple[float, float]
    n_freqs: int
    readings: tuple[Reading, ...]
    epsilon: float
    confidence: float
    needed: tuple[float, ...]
    slopes: tuple[Slope | None, ...]
    guarantees: tuple[CurveGuarantee, ...]
    silent: tuple[Note, ...]
    about: About
    largest_error: float
    sigma_p: float
    diameter: Diameter
    expectations: tuple[Expectation, ...] = ()
    matrix: KernelMatrix | None = None
    bar: ErrorBar | None = None

    @property
    def reached(self) -> list[tuple[float, ErrorCurve]]:
        """The curves that reach epsilon, each with the frequencies it needs; Monte Carlo comes first."""
        reaching = [(need, curve) for need, curve in zip(self.needed, self.curves, strict=True) if not math.isnan(need)]
        return sorted(reaching, key=lambda pair: not scheme_called(pair[1].sampler).monte_carlo)

    @property
    def reached_at_once(self) -> frozenset[str]:
        """The schemes already within epsilon at their smallest number of frequencies: they may need fewer."""
        return frozenset(curve.sampler for need, curve in self.reached if need == curve.n_freqs[curve.defined][0])

    @property
    def main_guarantee(self) -> CurveGuarantee | None:
        """The bound to report: the sharpest of those for pairs if there is one, else the first.

        Of the theorems on the whole matrix, that for the scheme listed first in `reached`, else that for Monte Carlo.
        """
        for_pairs = [each for each in self.guarantees if each.name in BOUNDS and not BOUNDS[each.name].uniform]
        schemes = [curve.sampler for _, curve in self.reached[:1]]
        own = [each for each in self.guarantees if each.sampling in schemes] or list(self.guarantees)
        return min(for_pairs or own[:1], key=lambda guarantee: guarantee.needed, default=None)

    def says_nothing_from(self, guarantee: CurveGuarantee) -> float:
        """The error from which on a bound is vacuous: none is larger, or the theorem is not proved beyond."""
        return min(self.largest_error, guarantee.proved_to)

    def vacuous(self, guarantee: CurveGuarantee) -> bool:
        """Whether a bound is vacuous at `n_freqs`: its error is at least `says_nothing_from`."""
        return guarantee.at >= self.says_nothing_from(guarantee)

    @property
    def never_finite(self) -> tuple[str, ...]:
        """The authors of the requested bounds that are infinite for this kernel."""
        return never_finite(self.silent)

    @property
    def infinite(self) -> int:
        """How many of the requested bounds are infinite for this kernel, if none covers the error; else 0."""
        return 0 if self.guarantees else len(self.never_finite)

    @property
    def overestimate(self) -> float:
        """Frequencies required by `main_guarantee` over those needed by the first of `reached`; NaN without either."""
        return self.main_guarantee.needed / self.reached[0][0] if self.reached and self.main_guarantee else math.nan

    @property
    def bounded(self) -> bool:
        """Whether `overestimate` is finite and at least 1."""
        return 1 <= self.overestimate < math.inf

    @property
    def as_root(self) -> bool:
        """Whether the error of the first of `reached` falls as 1/√D: its slope is within 0.05 of −½."""
        slopes = zip(self.curves, self.slopes, strict=True)
        return any(slope and curve is self.reached[0][1] and abs(slope.value + 0.5) < 0.05 for curve, slope in slopes)

    @property
    def all_as_root(self) -> bool:
        """Whether the slopes of all schemes are within 0.15 of −½, as far as they are known."""
        return all(abs(slope.value + 0.5) < 0.15 for slope in self.slopes if slope)

    @property
    def loosest_guarantee(self) -> CurveGuarantee | None:
        """The bound for the scheme of `main_guarantee` that requires the most; None if it is that one, or infinite."""
        if (main := self.main_guarantee) is None:
            return None
        beside = (each for each in self.guarantees if each.sampling == main.sampling)
        loosest = max(beside, key=lambda guarantee: guarantee.needed)
        return None if loosest.name == main.name or math.isinf(loosest.needed) else loosest

    @property
    def fewest(self) -> tuple[float, ErrorCurve] | None:
        """The one of `reached` that needs the fewest frequencies."""
        return min(self.reached, key=lambda pair: pair[0], default=None)

    @property
    def most(self) -> tuple[float, ErrorCurve] | None:
        """The one of `reached` that needs the most frequencies."""
        return max(self.reached, key=lambda pair: pair[0], default=None)

    @property
    def least_error(self) -> float:
        """The smallest median error of `readings`; NaN if no scheme is defined there."""
        return min((each.median for each in self.readings if not math.isnan(each.median)), default=math.nan)


def convergence(
    curves: Sequence[ErrorCurve],
    X: np.ndarray,
    n_freqs: int,
    epsilon: float,
    confidence: float = 0.95,
    bounds: Sequence[str] = ("rahimi_recht",),
    band: tuple[float, float] = (0.1, 0.9),
    bar: BootstrapError | None = None,
) -> Convergence:
    """Read curves at one number of frequencies and compare them with bounds.

    Parameters
    ----------
    curves : sequence of ErrorCurve
        At least one; of the same points, kernel, metric and map.
    X : array of shape (n, d)
        The points the curves were measured on.
    n_freqs : int
        A number of frequencies the curves were measured at.
    epsilon, confidence : float
        The target error, and the probability with which a bound must hold.
    bounds : sequence of str
        Keys of `rffviz.theory.BOUNDS`; the uniform ones bound the supremum over the points or their box. An error of
        the whole kernel matrix has its own theorems, which are included if any bound is requested.
    band : tuple of float
        Quantiles over seeds.
    bar : BootstrapError, optional
        Of the first seed of the scheme that `to_resample` chooses among the curves'.

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
    guarantees = _guarantees(first, X, given, n_freqs, epsilon, confidence)
    expected = expectations(curves, X, n_freqs) if bounds else ()
    largest = float(LARGEST_ERROR.get(first.map, math.inf))
    if bounds and first.metric not in (*LARGEST, "pair"):
        samplings = _guaranteed_something(curves)
        guarantees, unsaid = matrix_guarantees(first, X, n_freqs, epsilon, confidence, samplings)
        silent, largest = (*silent, *unsaid), max((each.largest for each in guarantees), default=math.inf)
    level = confidence if guarantees else 0.5  # a bound holds with a confidence: so must the measurement beside it
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
        needed=tuple(frequencies_to_reach(curve, epsilon, level) for curve in curves),
        slopes=tuple(_slope(curve) for curve in curves),
        guarantees=guarantees,
        silent=silent,
        about=replace(first.about, sampler=""),
        largest_error=largest,
        sigma_p=sigma_p,
        diameter=size,
        expectations=expected,
        matrix=known_matrix(first.kernel, X) if expected or any(p.name not in BOUNDS for p in guarantees) else None,
        bar=None if bar is None else _error_bar(bar, curves, at),
    )


def _guaranteed_something(curves: Sequence[ErrorCurve]) -> tuple[str, ...]:
    """The schemes whose theorems are drawn: Monte Carlo (unless only leverage scores are shown) and leverage scores."""
    leverage = [curve.sampler == "leverage" for curve in curves]
    return ("monte_carlo",) * (not all(leverage)) + ("leverage",) * any(leverage)


def _error_bar(estimate: BootstrapError, curves: Sequence[ErrorCurve], at: int) -> ErrorBar:
    sampler = to_resample([curve.sampler for curve in curves], curves[0].metric)
    curve = next((curve for curve in curves if curve.sampler == sampler), None)
    if curve is None or curve.metric != estimate.metric:
        raise Refusal(
            f"bar must be of the curves' error and of a scheme that is shown, got one of {estimate.metric!r}."
        )
    values = np.array([estimate.at(int(m)) for m in curve.n_freqs])
    covered, n_seeds = np.count_nonzero(curve.errors <= values, axis=0), len(curve.seeds)
    _, high = clopper_pearson(covered, n_seeds)
    quantile = float(curve.quantile(estimate.confidence)[at])
    return ErrorBar(
        sampler=curve.sampler,
        estimate=estimate,
        n_freqs=curve.n_freqs,
        values=values,
        covered=covered,
        n_seeds=n_seeds,
        at=float(values[at]),
        quantile=quantile,
        low=high < estimate.confidence,
    )


def _guarantees(
    curve: ErrorCurve, X: np.ndarray, given: dict[str, dict[str, Any]], n_freqs: int, epsilon: float, confidence: float
) -> tuple[CurveGuarantee, ...]:
    """The guaranteed error of each bound for this curve, on one grid of numbers of frequencies."""
    needed = {
        name: frequencies_needed(name, epsilon, confidence=confidence, **for_answers(curve, X, given[name]))
        for name in given
    }
    last = max([int(curve.n_freqs[-1]), *(1.6 * each for each in needed.values())])
    grid = np.unique(np.geomspace(curve.n_freqs[0], min(last, MOST_FREQS), _BOUND_POINTS).round().astype(np.int64))
    return tuple(
        CurveGuarantee(
            name,
            guaranteed_line(name, tuple(grid.tolist()), confidence, **given[name]),
            epsilon_at(name, n_freqs, confidence=confidence, **given[name]).value,
            needed[name],
        )
        for name in given
    )


def _slope(curve: ErrorCurve) -> Slope | None:
    falls = np.count_nonzero(curve.defined) > 1 and np.nanmin(curve.errors) > 0
    return fitted_slope(curve) if falls else None


def frequencies_to_reach(curve: ErrorCurve, epsilon: float, level: float = 0.5) -> float:
    """Number of frequencies at which a quantile of the error first reaches epsilon, interpolated in log–log scale.

    By default of the median; `level` is a share of the seeds.

    nan if it never does within the curve; the curve's first number if it starts below.
    """
    errors, n_freqs = curve.quantile(level)[curve.defined], curve.n_freqs[curve.defined]
    below = np.flatnonzero(errors <= epsilon)
    if below.size == 0:
        return math.nan
    g = below[0]
    if g == 0:
        return float(n_freqs[0])
    if errors[g] <= 0:
        return float(n_freqs[g])
    share = math.log(errors[g - 1] / epsilon) / math.log(errors[g - 1] / errors[g])
    return float(n_freqs[g - 1] * (n_freqs[g] / n_freqs[g - 1]) ** share)
