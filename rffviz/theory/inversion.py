"""The bounds solved for the error at a given number of frequencies, and for the frequencies a given error needs.

Root finding uses the logarithm of the bound, which does not underflow, as a function of the logarithm of the unknown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.optimize import brentq

from rffviz.foundation.notes import Note
from rffviz.foundation.validation import Refusal, positive_number, probability
from rffviz.theory.arguments import frequency_count
from rffviz.theory.records import EpsilonAt, EpsilonCurve, Tail
from rffviz.theory.registry import tail_of

# exp of this is a little below the largest float, so that no step of a search overflows.
_LARGEST_LOG = 690.0
_CURVE_POINTS = 14
_WITHIN = 1e-14  # of log ε, or of log m
_COSTLY_WITHIN = 1e-7  # of log ε, where each step costs exponents of all pairs; what is returned is never too small


def epsilon_at(
    name: str,
    n_freqs: int,
    d: int | None = None,
    sigma_p: float | None = None,
    diameter: float | None = None,
    confidence: float = 0.95,
    **options: object,
) -> EpsilonAt:
    """Return the error guaranteed by a bound at `n_freqs` frequencies: the ε at which its value is 1 − confidence.

    Parameters
    ----------
    name : str
        A key of `BOUNDS`.
    n_freqs : int
        m, the number of frequencies, for either map.
    d, sigma_p, diameter
        Dimension, √E‖ω‖² (radians per unit of the data; may be `math.inf`) and diameter of the set: needed by the
        uniform bounds, ignored by "hoeffding".
    confidence : float
        Strictly between 0 and 1.
    **options
        `map` ("paired" by default), and for "sutherland_schneider" also `kernel` and `form`.

    Returns
    -------
    EpsilonAt
        The value is the root of the formula even if it is vacuous: if σ_p is infinite (so is the value), if the value
        is at least 2 (paired) or 3 (offset), which no error exceeds, and if it is above σ_p times the diameter for a
        bound proved only up to there.

    Raises
    ------
    ValueError
        If an argument is outside its range, or the bound does not take an option.

    Notes
    -----
    Proved for Monte Carlo only: independent draws, equal weights, independent of the data.
    """
    m, confidence = frequency_count("n_freqs", n_freqs), probability("confidence", confidence)
    return epsilon_of_tail(name, tail_of(name, d, sigma_p, diameter, **options), m, confidence)


def epsilon_curve(name: str, n_freqs: Iterable[int], confidence: float = 0.95, **setting: object) -> EpsilonCurve:
    """Return `epsilon_at` for every entry of `n_freqs`, as arrays.

    The largest variance of a `kernel` is computed once. If every new ε is costly (Cramér's exponents over pairs), the
    curve is evaluated at 14 errors and interpolated in log–log scale, to within 0.1 % from 16 frequencies on; with
    fewer, near ε = 1 − k, where the tail jumps, to within 2 %. `n_freqs`, of shape (g,), must be one-dimensional and
    not empty; the `setting` (d, sigma_p, diameter and options) is as in `epsilon_at`.
    """
    counts = np.asarray(n_freqs if isinstance(n_freqs, np.ndarray) else list(n_freqs))
    if counts.ndim != 1 or counts.size == 0:
        raise Refusal(f"n_freqs must hold at least one number in one dimension, got shape {counts.shape}.")
    checked = [frequency_count("n_freqs", count) for count in counts]
    confidence = probability("confidence", confidence)
    tail = tail_of(name, **setting)
    if tail.costly:
        values = _interpolated(name, tail, np.array(checked), confidence)
        return EpsilonCurve(counts, values, np.array([bool(tail.reason(value)) for value in values]))
    answers = [epsilon_of_tail(name, tail, m, confidence) for m in checked]
    return EpsilonCurve(
        n_freqs=counts,
        values=np.array([answer.value for answer in answers]),
        vacuous=np.array([answer.vacuous for answer in answers]),
    )


def frequencies_needed(
    name: str,
    epsilon: float,
    d: int | None = None,
    sigma_p: float | None = None,
    diameter: float | None = None,
    confidence: float = 0.95,
    **options: object,
) -> int | float:
    """Return the smallest m for which a bound guarantees an error below ε with the given confidence.

    Parameters
    ----------
    epsilon : float
        The error, above 0. If a bound is proved only up to σ_p times the diameter, it is evaluated there for any larger
        ε, since an error below the smaller value is also below ε.
    name, d, sigma_p, diameter, confidence, **options
        As in `epsilon_at`.

    Returns
    -------
    int or math.inf
        m frequencies (for the paired map 2m features): the bound is at most 1 − confidence at m and above it at m
        − 1. `math.inf` if σ_p is infinite: no number is enough for a uniform bound. The formula is also used for an ε
        that no error exceeds.

    Raises
    ------
    ValueError
        As in `epsilon_at`, and where ε is so small that m would pass 1e299.

    Examples
    --------
    >>> from rffviz.theory import frequencies_needed
    >>> frequencies_needed("rahimi_recht", 0.1, d=5, sigma_p=5**0.5, diameter=10.0)
    54210
    >>> frequencies_needed("hoeffding", 0.1)
    738
    """
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    tail = tail_of(name, d, sigma_p, diameter, **options)
    if tail.silent:
        return math.inf
    return frequencies_of_tail(tail, epsilon, confidence)


def frequencies_of_tail(tail: Tail, epsilon: float, confidence: float) -> int:
    """`frequencies_needed` for a tail that applies, and checked numbers."""
    target, error = math.log1p(-confidence), min(epsilon, tail.largest_epsilon)

    def excess(log_m: float) -> float:
        return tail.log_tail(math.exp(log_m), error) - target

    def is_enough(m: int) -> bool:
        return tail.log_tail(float(m), error) <= target

    if is_enough(1):
        return 1
    if excess(_LARGEST_LOG) > 0:
        raise Refusal(f"epsilon must be large enough to need fewer than 1e299 frequencies, got {epsilon!r}.")
    root = math.exp(_root(excess, 0.0, _LARGEST_LOG))
    # The root is exact up to rounding, so the neighbouring integers are tested.
    below, enough = max(1, math.floor(root * (1 - 1e-9)) - 1), math.ceil(root * (1 + 1e-9)) + 1
    while enough - below > 1:
        middle = (below + enough) // 2
        below, enough = (below, middle) if is_enough(middle) else (middle, enough)
    return enough


def epsilon_of_tail(name: str, tail: Tail, m: float, confidence: float, notes: tuple[Note, ...] = ()) -> EpsilonAt:
    """`epsilon_at` for a tail and checked numbers."""
    if tail.silent:
        return EpsilonAt(name, math.inf, confidence, True, tail.silent)
    target = math.log1p(-confidence)

    top = tail.log_tail(m, 1e-200) if tail.costly else math.nan

    def excess(log_epsilon: float) -> float:
        value = tail.log_tail(m, math.exp(log_epsilon))
        # Such a tail decays as exp(−mε²/2v); this transform is nearly linear in log ε, so few steps reach its root.
        return math.log((top - target) / max(top - value, 1e-300)) if tail.costly else value - target

    # Widen around ε = 1 rather than start from the widest bracket, where m ε² would overflow.
    low, high = -1.0, 1.0
    while excess(low) <= 0:
        low *= 2
        if low < -_LARGEST_LOG:  # all pairs have error 0
            return EpsilonAt(name, 0.0, confidence, False, "", notes)
    while excess(high) > 0:
        high *= 2
    within = _COSTLY_WITHIN if tail.costly else _WITHIN
    root = _root(excess, low, high, within)
    # A tail may be discontinuous at the root, and a bound must hold.
    value = math.exp(root if excess(root) <= (0 if tail.costly else 1e-9) else root + 2 * within + 1e-12)
    reason = tail.reason(value)
    return EpsilonAt(name, value, confidence, bool(reason), reason, notes)


def _interpolated(name: str, tail: Tail, counts: np.ndarray, confidence: float) -> np.ndarray:
    """The guaranteed errors at `counts`, interpolated from the numbers of frequencies that 14 errors need."""
    most, least = (epsilon_of_tail(name, tail, m, confidence).value for m in (counts.min(), counts.max()))
    if least in (0, most):
        return np.full(len(counts), least)
    target = math.log1p(-confidence)
    errors = most * (least / most) ** (np.linspace(0, 1, _CURVE_POINTS) ** 1.5)  # closest at large ones: there it bends

    def log_count(epsilon: float) -> float:
        def excess(log_m: float) -> float:
            return tail.log_tail(math.exp(log_m), epsilon) - target

        return _root(excess, -_LARGEST_LOG, _LARGEST_LOG) if excess(-_LARGEST_LOG) > 0 else -_LARGEST_LOG

    known = [math.log(counts.min()), *(log_count(epsilon) for epsilon in errors[1:-1]), math.log(counts.max())]
    places, first = np.unique(known, return_index=True)  # several errors need the same number where the tail jumps
    return np.exp(PchipInterpolator(places, np.log(errors[first]))(np.log(counts)))


def _root(excess: Callable[[float], float], low: float, high: float, within: float = _WITHIN) -> float:
    return brentq(excess, low, high, xtol=within, rtol=8.9e-16, maxiter=500)
