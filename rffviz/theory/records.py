"""What the bounds answer with: small frozen records of numbers, each able to say that it promises nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rffviz.notes import Note, note

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
    where it promises nothing (`vacuous`, with the `reason` in one sentence), and is infinite where sigma_p is. `notes`
    are remarks on how it was found and on what it speaks of.
    """

    name: str
    value: float
    confidence: float
    vacuous: bool
    reason: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, eq=False)
class EpsilonCurve:
    """The values of `EpsilonAt` for several numbers of frequencies: arrays of shape (g,)."""

    n_freqs: np.ndarray
    values: np.ndarray
    vacuous: np.ndarray


@dataclass(frozen=True)
class Tail:
    """A tail bound with all but m and ε fixed.

    `log_tail(m, epsilon)` falls in both. The proof holds for errors up to `largest_epsilon`. `silent` says why the
    bound promises nothing at any error; it is empty where it promises something. No error can exceed `largest_error`,
    by default that of the map. `costly` says that a new ε costs much more than a new m.
    """

    log_tail: Callable[[float, float], float]
    map: str
    largest_epsilon: float = math.inf
    silent: str = ""
    largest_error: float = math.nan
    costly: bool = False

    @property
    def beyond_any(self) -> float:
        """What no error can exceed."""
        return LARGEST_ERROR[self.map] if math.isnan(self.largest_error) else self.largest_error

    def no_promise(self, epsilon: float) -> Note | None:
        """Why the bound promises nothing about an error this large, or None."""
        if epsilon >= self.beyond_any:
            return note("error_beyond_any", epsilon=epsilon, map=self.map, largest=self.beyond_any)
        if epsilon > self.largest_epsilon:
            return note("error_out_of_range", largest=self.largest_epsilon, epsilon=epsilon)
        return None

    def reason(self, epsilon: float) -> str:
        """The sentence of `no_promise`, or of `silent`; empty where the bound promises something."""
        return self.silent or str(self.no_promise(epsilon) or "")


INFINITE_SIGMA = "sigma_p is infinite for this kernel, so a uniform bound promises nothing at all."


def probability_bound(name: str, log_value: float, reason: str = "") -> Bound:
    """The `Bound` with that logarithm: vacuous for the `reason` given, or because it reaches 1."""
    if not reason and log_value >= 0:
        reason = "The bound on the probability is 1 or more, which every probability meets."
    # math.exp raises above 709.78 where the true value is merely beyond float64.
    value = math.exp(log_value) if log_value < 709 else math.inf
    return Bound(name, value, log_value, bool(reason), reason)
