"""What the bounds answer with: small frozen records of numbers, each able to say that it promises nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

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
        The bound as the formula gives it, never clipped: it may exceed 1, is infinite where sigma_p is, and is 0.0
        where it is too small for a float.
    log_value : float
        Its natural logarithm, which neither overflows nor underflows.
    vacuous : bool
        Whether it promises nothing.
    reason : str
        One sentence that says why it promises nothing; empty where it promises something.
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
    """The values of `EpsilonAt` for several numbers of frequencies: arrays of shape (g,)."""

    n_freqs: np.ndarray
    values: np.ndarray
    vacuous: np.ndarray


INFINITE_SIGMA = "sigma_p is infinite for this kernel, so a uniform bound promises nothing at all."


def probability_bound(name: str, log_value: float, reason: str = "") -> Bound:
    """The `Bound` with that logarithm: vacuous for the `reason` given, or because it reaches 1."""
    if not reason and log_value >= 0:
        reason = "The bound on the probability is 1 or more, which every probability meets."
    # math.exp raises above 709.78 where the true value is merely beyond float64.
    value = math.exp(log_value) if log_value < 709 else math.inf
    return Bound(name, value, log_value, bool(reason), reason)
