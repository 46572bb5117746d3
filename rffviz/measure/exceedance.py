"""How often the error reaches epsilon over seeds, compared with upper bounds on that probability."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import beta

from rffviz.foundation.about import About
from rffviz.foundation.notes import Note
from rffviz.foundation.validation import Refusal, not_empty, positive_number, probability, whole_number
from rffviz.measure.curve import ErrorCurve
from rffviz.measure.guarantees import MOST_FREQS, Diameter, for_answers, never_finite, speaking
from rffviz.samplers import scheme_called
from rffviz.theory import BOUNDS, frequencies_needed
from rffviz.theory.records import probability_bound
from rffviz.theory.registry import tail_of

_HARDLY = 1e-12  # a confidence near 0, at which a bound stops being vacuous
_GRID = 60  # points of a bound's curve over the whole axis, and as many where it falls from 1


@dataclass(frozen=True, eq=False)
class Share:
    """The fraction of seeds of one scheme with an error of at least epsilon, at each number of frequencies.

    Attributes
    ----------
    sampler : str
        The scheme.
    n_seeds : int
        How many seeds were measured.
    exceeded : ndarray of int, shape (g,)
        0 if the scheme is not defined for so few frequencies; share, low and high are then nan.
    share : ndarray of shape (g,)
        exceeded / n_seeds; 0 or 1 for a deterministic scheme.
    low, high : ndarray of shape (g,)
        Clopper–Pearson interval of the probability; nan for a deterministic scheme, whose error has no probability.
    randomised : bool
        False for a deterministic scheme.
    """

    sampler: str
    n_seeds: int
    exceeded: np.ndarray
    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    randomised: bool

    @property
    def clear_from(self) -> int | None:
        """Index of the first size from which on no seed has such an error; None if one has at the last size."""
        last = np.flatnonzero(self.exceeded)
        if last.size and last[-1] == len(self.exceeded) - 1:
            return None
        return int(last[-1] + 1 if last.size else np.argmin(np.isnan(self.share)))


@dataclass(frozen=True, eq=False)
class Ceiling:
    """A bound's upper limit on the probability, for Monte Carlo only.

    Attributes
    ----------
    name : str
        A key of `BOUNDS`.
    n_freqs, values : ndarray of shape (q,)
        Values of the formula, not clipped at 1.
    vacuous : ndarray of bool, shape (q,)
        Whether the value is 1 or more.
    at : float
        The value where the curves are read.
    speaks_from : int
        The first number of frequencies with a value below 1.
    needed : int
        The first number of frequencies with a value of at most 1 − confidence.
    """

    name: str
    n_freqs: np.ndarray
    values: np.ndarray
    vacuous: np.ndarray
    at: float
    speaks_from: int
    needed: int

    @property
    def speaks(self) -> bool:
        """Whether it is not vacuous where the curves are read: `at` is below 1."""
        return self.at < 1


@dataclass(frozen=True)
class Exceedance:
    """Fractions of seeds with an error of at least epsilon, compared with bounds on that probability.

    Attributes
    ----------
    curves : tuple of ErrorCurve
        One for each scheme; same points, kernel, metric, map and numbers of frequencies.
    shares : tuple of Share
        One for each curve.
    read_at : int
        The number of frequencies at which the curves are read.
    epsilon, confidence : float
        The error threshold; the confidence of the intervals and of the bounds' `needed`.
    ceilings : tuple of Ceiling
        One for each requested bound that covers this error, in that order.
    silent : tuple of Note
        Why the others do not.
    about, sigma_p, diameter
        As in `Convergence`.
    """

    curves: tuple[ErrorCurve, ...]
    shares: tuple[Share, ...]
    read_at: int
    epsilon: float
    confidence: float
    ceilings: tuple[Ceiling, ...]
    silent: tuple[Note, ...]
    about: About
    sigma_p: float
    diameter: Diameter

    @property
    def never_finite(self) -> tuple[str, ...]:
        """The authors of the requested bounds that are infinite for this kernel."""
        return never_finite(self.silent)

    @property
    def main_ceiling(self) -> Ceiling | None:
        """The bound to report: the sharpest of those for pairs if there is one, else the first."""
        for_pairs = [ceiling for ceiling in self.ceilings if not BOUNDS[ceiling.name].uniform]
        return min(for_pairs or self.ceilings[:1], key=lambda ceiling: ceiling.needed, default=None)

    @property
    def n_freqs(self) -> np.ndarray:
        """The measured numbers of frequencies, shape (g,)."""
        return self.curves[0].n_freqs

    @property
    def start(self) -> int:
        """The index in `n_freqs` at which it is read."""
        return self.curves[0].place(self.read_at)

    @property
    def main_share(self) -> Share:
        """The scheme to report: Monte Carlo, for which bounds are proved, if present, else the first."""
        return next((each for each in self.shares if scheme_called(each.sampler).monte_carlo), self.shares[0])

    def allows(self, ceiling: Ceiling) -> bool:
        """Whether a bound exceeds 1 − confidence where the curves are read, so that it requires more frequencies."""
        return self.read_at < ceiling.needed


def exceedance(
    curves: Sequence[ErrorCurve],
    X: np.ndarray,
    n_freqs: int,
    epsilon: float,
    confidence: float = 0.95,
    bounds: Sequence[str] = ("rahimi_recht",),
) -> Exceedance:
    """Count the seeds whose error reaches epsilon, and compare the fractions with bounds.

    Parameters
    ----------
    curves : sequence of ErrorCurve
        At least one; same points, kernel, metric, map and numbers of frequencies.
    X : array of shape (n, d)
        The points the curves were measured on: their diameter, or their box's, enters the bounds.
    n_freqs : int
        Where the curves are read; must be one of their numbers of frequencies.
    epsilon : float
        The error threshold.
    confidence : float
        Of the Clopper–Pearson intervals over seeds and of the bounds' `needed`.
    bounds : sequence of str
        Keys of `rffviz.theory.BOUNDS`; those that cover this error are used.

    Returns
    -------
    Exceedance

    Raises
    ------
    ValueError
        For no curves, curves that are not comparable, a number of frequencies that was not measured, or bad epsilon,
        confidence or bounds.

    Notes
    -----
    Interval: Clopper & Pearson 1934, exact: its coverage is at least nominal. Seeds
    are independent; the shares at different numbers of frequencies, of one nested draw each, are not. The largest error
    over pairs of points is at most the supremum that a uniform bound covers, so the bound also holds for it.
    """
    not_empty("curves", curves, "curve")
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    first = curves[0]
    for curve in curves[1:]:
        if (curve.metric, curve.map, curve.kernel) != (first.metric, first.map, first.kernel) or not np.array_equal(
            curve.n_freqs, first.n_freqs
        ):
            raise Refusal(
                "curves must share kernel, metric, map and numbers of frequencies, got "
                f"{curve.sampler}: {curve.metric}, {curve.map} beside {first.sampler}: {first.metric}, {first.map}."
            )
    first.place(n_freqs)
    given, silent, sigma_p, size = speaking(first, X, bounds, epsilon)
    return Exceedance(
        curves=tuple(curves),
        shares=tuple(_share(curve, epsilon, confidence) for curve in curves),
        read_at=int(n_freqs),
        epsilon=epsilon,
        confidence=confidence,
        ceilings=_ceilings(first, X, given, n_freqs, epsilon, confidence),
        silent=silent,
        about=replace(first.about, sampler=""),
        sigma_p=sigma_p,
        diameter=size,
    )


def clopper_pearson(successes: ArrayLike, n: int, confidence: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
    """Exact interval of a probability from `successes` of n independent trials: quantiles of two Beta distributions.

    Source: Clopper & Pearson 1934; the non-coverage on either side is at most (1 − confidence)/2.
    """
    n, tail = whole_number("n", n), (1 - probability("confidence", confidence)) / 2
    hits = np.asarray(successes)
    if hits.dtype.kind not in "iu" or (hits < 0).any() or (hits > n).any():
        raise Refusal(f"successes must be whole numbers from 0 to {n}, got {successes!r}.")
    # the Beta distribution degenerates there: the interval ends at 0 or 1
    low = np.where(hits == 0, 0.0, beta.ppf(tail, np.maximum(hits, 1), n - hits + 1))
    high = np.where(hits == n, 1.0, beta.isf(tail, hits + 1, np.maximum(n - hits, 1)))
    return low, high


def _share(curve: ErrorCurve, epsilon: float, confidence: float) -> Share:
    exceeded, n_seeds = np.count_nonzero(curve.errors >= epsilon, axis=0), len(curve.seeds)
    if curve.randomised:
        low, high = clopper_pearson(exceeded, n_seeds, confidence)
    else:
        low = high = np.full(exceeded.shape, math.nan)
    share, low, high = (np.where(curve.defined, part, math.nan) for part in (exceeded / n_seeds, low, high))
    return Share(curve.sampler, n_seeds, exceeded, share, low, high, curve.randomised)


def _ceilings(
    curve: ErrorCurve, X: np.ndarray, given: dict[str, dict[str, Any]], n_freqs: int, epsilon: float, confidence: float
) -> tuple[Ceiling, ...]:
    """Each bound's probability over one axis, with a fine grid where it falls from 1 to 1 − confidence."""
    bounds_read = []
    for name, arguments in given.items():
        finely = for_answers(curve, X, arguments)
        speaks_from, needed = (
            int(frequencies_needed(name, epsilon, confidence=level, **finely)) for level in (_HARDLY, confidence)
        )
        bounds_read.append((name, tail_of(name, **arguments), speaks_from, needed))
    last = max([int(curve.n_freqs[-1]), *(1.6 * needed for *_, needed in bounds_read)])
    whole = np.geomspace(int(curve.n_freqs[0]), last, _GRID)
    ceilings = []
    for name, tail, speaks_from, needed in bounds_read:
        fall = np.geomspace(max(1.0, speaks_from / 1.1), 1.6 * needed, _GRID)
        grid = np.unique(np.concatenate([whole, fall]).clip(max=MOST_FREQS).round().astype(np.int64))
        answers = [probability_bound(name, tail.log_tail(float(m), epsilon)) for m in (n_freqs, *grid)]
        values, vacuous = (np.array([getattr(a, part) for a in answers[1:]]) for part in ("value", "vacuous"))
        ceilings.append(Ceiling(name, grid, values, vacuous, answers[0].value, speaks_from, needed))
    return tuple(ceilings)
