"""A function of the distance that may be a kernel: 1 at 0, its width, its bend at 0 and the law of its spectrum."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from rffviz.kernels.formula import LEFT_BY_INTERPOLATION, Table, read_function
from rffviz.kernels.hankel import Lengths, lengths
from rffviz.validation import Refusal

TOLERANCE = 1e-4  # of a formula's negative mass, which rounding can leave
_ROUNDED, _MOST_ROUNDED = 20, 5e-3  # times the mass that rounding is estimated to make, and what it may excuse at most
_LARGEST_ERROR = 2e-3  # of what the spectrum gives back for k
_JUDGED = 100.0
_NEAR = np.logspace(-2, -6, 5)  # where a limit at 0 is looked for
_ALIKE = 1e-5  # of neighbours there
_SMOOTH = 1.9995  # power of r that 1 − k must have near 0 for a second derivative


@dataclass(frozen=True, eq=False)
class Profile:
    """f(r)/f(0) for r ≥ 0.

    Attributes
    ----------
    function : callable
        f, from distances to values of the same shape.
    text : str
    joined : bool
        Whether it is a curve through points, and no formula.
    at_zero : float
        f(0), or its limit where 0/0 stands in a formula.
    floor : float
        The distance below which f is not evaluated, having a limit at 0 only; else 0.
    width : float
        The first r on a fine logarithmic grid at which |f/f(0)| is at most ½.
    """

    function: Callable[[np.ndarray], np.ndarray]
    text: str
    joined: bool
    at_zero: float
    floor: float
    width: float

    def __call__(self, r) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        return np.where(r > 0, self.function(np.maximum(r, self.floor)) / self.at_zero, 1.0)

    @cached_property
    def bend(self) -> float:
        """−f″(0)/f(0); infinite where 1 − f/f(0) falls more slowly than r² towards 0.

        The power of r is taken between 10⁻⁴ and 10⁻⁵ widths, or where rounding allows: exponents above 1.9995 count
        as 2. A table's rows leave its slope at 0 open, which then is not 0.
        """
        far, near = self.width * np.array([1e-4, 1e-5]) if not self.floor else self.width * np.array([3e-2, 1e-2])
        fallen = 1 - self(np.array([far, near]))
        if not (fallen > 0).all():
            return math.inf
        power = math.log(fallen[0] / fallen[1]) / math.log(far / near)
        if power < (_SMOOTH if not self.floor else 1.99):
            return math.inf
        bends = 2 * fallen / np.square([far, near])
        change = bends[1] - bends[0]
        if abs(change) <= 1e-6 * abs(bends[0]):
            return float(bends[0])
        return float(bends[1] + change * near / (far - near))  # to 0 along a line

    def law(self, d: int) -> Lengths:
        """The law of lengths in d dimensions, a signed measure where this is no kernel."""
        return lengths(self, self.width, d)

    def masses(self, law: Lengths) -> tuple[float, float]:
        """The masses of the negative and of the positive part up to `judged`."""
        steps = np.diff(law.below, prepend=0.0)[law.log_w <= math.log(self.judged)]
        return float(-steps[steps < 0].sum()), float(steps[steps > 0].sum())

    @property
    def judged(self) -> float:
        """How far a law is judged, in radians per unit: 100 over the width."""
        return _JUDGED / self.width

    def is_kernel(self, law: Lengths) -> bool:
        """Whether the law has no negative part, but for what is tolerated."""
        return self.masses(law)[0] <= self.tolerated(law)

    def tolerated(self, law: Lengths) -> float:
        """The negative mass that counts as none: what joining points, or rounding, can leave."""
        return (LEFT_BY_INTERPOLATION if self.joined else TOLERANCE) + min(_ROUNDED * law.rounding, _MOST_ROUNDED)

    def check(self, law: Lengths) -> None:
        """Refuse a law that does not give the function back.

        Raises
        ------
        ValueError
        """
        if law.error > _LARGEST_ERROR + 2 * law.negative:
            raise Refusal(
                "kernel must have a spectrum that can be computed, got one whose transform gives k back with errors of "
                f"up to {law.error:.2g} in {law.d} dimension{'s'[: law.d > 1]}."
            )


def profile_of(function: Any, joined: bool = False) -> Profile:
    """The profile of a function with a `text`.

    Raises
    ------
    ValueError
        Where it has no finite value above 0 at 0, or nowhere falls to half of it.
    """
    at_zero, floor = _at_zero(function)
    r = np.logspace(-4, 4, 4001)
    below = np.abs(function(np.maximum(r, floor))) <= at_zero / 2
    if below[0] or not below.any():
        raise Refusal(
            "formula must first fall to half of its value at 0 between r = 0.0001 and 10,000, got one that does not."
        )
    return Profile(function, function.text, joined, at_zero, floor, float(r[np.argmax(below)]))


@lru_cache(maxsize=64)
def given_profile(given: str | tuple[Any, ...]) -> Profile:
    """The profile of a text, as `rffviz.kernels.formula.read_function` reads it, or of rows (r, f)."""
    function = read_function(given) if isinstance(given, str) else Table(given, smooth=True)
    return profile_of(function, isinstance(function, Table))


@lru_cache(maxsize=16)
def given_law(given: str | tuple[Any, ...], d: int) -> Lengths:
    """The law of lengths, in d dimensions, of the profile that is given."""
    return given_profile(given).law(d)


def fewest_dimensions(given: str | tuple[Any, ...], d: int) -> int:
    """In how few dimensions it is no kernel already, where it is none in d: a kernel in d is one in fewer."""
    profile, fine, none = given_profile(given), 0, d
    while none - fine > 1:
        middle = (fine + none) // 2
        fine, none = (middle, none) if profile.is_kernel(given_law(given, middle)) else (fine, middle)
    return none


def _at_zero(k: Callable[[np.ndarray], np.ndarray]) -> tuple[float, float]:
    """k(0) and 0; or the limit where 0/0 stands in the formula, and the distance at which it was found."""
    value = float(k(np.zeros(1))[0])
    floor = 0.0
    if not np.isfinite(value):
        near = k(_NEAR)
        with np.errstate(all="ignore"):
            apart = np.abs(np.diff(near) / near[1:])
        place = int(np.argmin(np.where(np.isfinite(apart), apart, np.inf)))  # nearer, rounding; farther, the curve
        if apart[place] <= _ALIKE:
            value, floor = float(near[place + 1]), float(_NEAR[place + 1])
    if not 0 < value < np.inf:
        raise Refusal(f"formula must have a finite value above 0 at r = 0, which becomes 1, got {value:.4g}.")
    return value, floor
