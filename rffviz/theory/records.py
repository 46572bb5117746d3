"""What the bounds answer with: small frozen records of numbers, each able to say that it promises nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rffviz.notes import note

LARGEST_ERROR = {"paired": 2, "offset": 3}
"""What no error of a map can exceed: |cos| and |k| are at most 1, the offset map's products at most 2."""


@dataclass(frozen=True)
class Bound:
    """An upper bound of the probability that the error of a random map reaches epsilon.

    Attributes
    ----------
    name : str
        The bound's name, a key of `BOUNDS` where it has an entry there.
    value : float
        The bound as the formula gives it: above 1 where it is, infinite where sigma_p is, 0.0 where it is
        too small for a float. Never clipped.
    log_value : float
        Its natural logarithm, which neither overflows nor underflows.
    vacuous : bool
        Whether it promises nothing.
    reason : str
        One sentence saying why it promises nothing; empty where it does promise something.
    """

    name: str
    value: float
    log_value: float
    vacuous: bool
    reason: str


@dataclass(frozen=True)
class EpsilonAt:
    """The error that a bound promises to stay under with a given confidence.

    `value` is the epsilon at which the bound on the probability equals 1 − `confidence`. It is reported even
    where it promises nothing (`vacuous`, with the `reason` in one sentence), and is infinite where sigma_p is.
    """

    name: str
    value: float
    confidence: float
    vacuous: bool
    reason: str


@dataclass(frozen=True)
class EpsilonCurve:
    """`EpsilonAt` for several numbers of frequencies: arrays of shape (g,), and as many reasons."""

    name: str
    n_freqs: np.ndarray
    values: np.ndarray
    confidence: float
    vacuous: np.ndarray
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Gap:
    """An upper bound of a difference of two losses; `vacuous` where no such difference could exceed it."""

    name: str
    value: float
    vacuous: bool
    reason: str

    def __float__(self) -> float:
        return self.value


INFINITE_SIGMA = "sigma_p is infinite for this kernel, so a uniform bound promises nothing at all."


def error_reason(epsilon: float, map: str) -> str:
    """Return why `epsilon` is too large to be a promise about `map`, or an empty string."""
    largest = LARGEST_ERROR[map]
    if epsilon < largest:
        return ""
    return str(note("error_beyond_any", epsilon=epsilon, map=map, largest=largest))


def range_reason(epsilon: float, sigma_p: float, diameter: float) -> str:
    """Return why `epsilon` lies outside the range in which the bound is proved, or an empty string."""
    if epsilon <= sigma_p * diameter:
        return ""
    return str(note("error_out_of_range", largest=sigma_p * diameter, epsilon=epsilon))


def probability_bound(name: str, log_value: float, reason: str = "") -> Bound:
    """Return the `Bound` of that logarithm, vacuous for the `reason` given or because it reaches 1."""
    if not reason and log_value >= 0:
        reason = "The bound on the probability is 1 or more, which every probability meets."
    # math.exp raises above 709.78 where the true value is merely beyond float64.
    value = math.exp(log_value) if log_value < 709 else math.inf
    return Bound(name, value, log_value, bool(reason), reason)
