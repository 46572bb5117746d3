"""The results of the bounds: small frozen records, each with a flag for a vacuous bound."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rffviz.foundation.notes import Note, note

LARGEST_ERROR = {"paired": 2, "offset": 3}
"""What no error of a map can exceed: |cos| and |k| are at most 1, the offset map's products at most 2."""


@dataclass(frozen=True)
class Bound:
    """An upper bound of the probability that the error of a random map reaches epsilon.

    Attributes
    ----------
    name : str
        The bound's name, a key of `BOUNDS` if it has an entry there.
    value : float
        The value of the formula, never clipped: it may exceed 1, is infinite if sigma_p is, and is 0.0 if it
        underflows.
    log_value : float
        Its natural logarithm, which neither overflows nor underflows.
    vacuous : bool
        Whether it is trivially true, or does not apply.
    reason : str
        Why it is vacuous, in one sentence; empty if it is not.
    """

    name: str
    value: float
    log_value: float
    vacuous: bool
    reason: str


@dataclass(frozen=True)
class EpsilonAt:
    """The error guaranteed by a bound with a given confidence.

    `value` is the epsilon at which the bound on the probability equals 1 − `confidence`. It is reported even if it is
    `vacuous` (with the `reason` in one sentence), and is infinite if sigma_p is. `notes` are remarks on how it was
    computed and what it covers.
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
    """A tail bound with everything but m and ε fixed.

    `log_tail(m, epsilon)` decreases in both. The proof holds for errors up to `largest_epsilon`. `silent` says why the
    bound is vacuous at every error, and is empty if it is not. No error can exceed `largest_error`, by default that of
    the map. `costly` means that a new ε costs much more than a new m.
    """

    log_tail: Callable[[float, float], float]
    map: str
    largest_epsilon: float = math.inf
    silent: str = ""
    largest_error: float = math.nan
    costly: bool = False

    @property
    def beyond_any(self) -> float:
        """The largest possible error."""
        return LARGEST_ERROR[self.map] if math.isnan(self.largest_error) else self.largest_error

    def no_guarantee(self, epsilon: float) -> Note | None:
        """Why the bound is vacuous for an error this large, or None."""
        if epsilon >= self.beyond_any:
            return note("error_beyond_any", epsilon=epsilon, map=self.map, largest=self.beyond_any)
        if epsilon > self.largest_epsilon:
            return note("error_out_of_range", largest=self.largest_epsilon, epsilon=epsilon)
        return None

    def reason(self, epsilon: float) -> str:
        """The sentence of `no_guarantee` or of `silent`; empty if the bound is not vacuous."""
        return self.silent or str(self.no_guarantee(epsilon) or "")


INFINITE_SIGMA = "sigma_p is infinite for this kernel, so a uniform bound is vacuous."


def probability_bound(name: str, log_value: float, reason: str = "") -> Bound:
    """The `Bound` with that logarithm: vacuous for the `reason` given, or because it reaches 1."""
    if not reason and log_value >= 0:
        reason = "The bound on the probability is 1 or more, which every probability meets."
    # math.exp raises above 709.78, but the value is merely too large for float64.
    value = math.exp(log_value) if log_value < 709 else math.inf
    return Bound(name, value, log_value, bool(reason), reason)
