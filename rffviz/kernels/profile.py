"""A function of the distance that may be a kernel: normalised to 1 at 0, with its width, curvature at 0 and
spectrum."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.validation import Refusal
from rffviz.kernels.completely_monotone import GaussianMixture, gaussian_mixture
from rffviz.kernels.definiteness import NOT_POSITIVE_DEFINITE, POSITIVE_DEFINITE, UNDECIDED, Definiteness
from rffviz.kernels.formula import LEFT_BY_INTERPOLATION, TypedTable, read_function
from rffviz.kernels.hankel import MOST_DIMENSIONS, RETURNED, Norms, norms

NEGLIGIBLE = 1e-5  # largest negative mass of a formula called positive definite, which is then its error
LARGEST_ERROR = 2e-3  # largest error of a formula called positive definite
_EXACT = 1e-5  # error up to which a transform is preferred to a mixture of Gaussians, whose spectrum is rougher
MARGIN = 10.0  # decrease of the CDF, over its noise, that counts as negative; true kernels reach 2
# lower dimensions to try if d is undecided
_TRIED = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 64)
_JUDGED = 100.0
_NEAR = np.logspace(-2, -6, 5)  # distance at which a limit at 0 is evaluated
_ALIKE = 1e-5  # relative difference of neighbours there
_SMOOTH = 1.9995  # exponent of r in 1 − k near 0 from which k has a second derivative


@dataclass(frozen=True, eq=False)
class TypedProfile:
    """f(r)/f(0) for r ≥ 0.

    Attributes
    ----------
    function : callable
        f, maps distances to values of the same shape.
    text : str
    joined : bool
        Whether f interpolates a table rather than being a formula.
    at_zero : float
        f(0), or its limit if the formula is 0/0 there.
    floor : float
        The distance below which f is not evaluated if it only has a limit at 0; else 0.
    width : float
        The first r on a fine logarithmic grid at which |f/f(0)| is at most ½.
    """

    function: Callable[[np.ndarray], np.ndarray]
    text: str
    joined: bool
    at_zero: float
    floor: float
    width: float

    def __call__(self, r: ArrayLike) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        return np.where(r > 0, self.function(np.maximum(r, self.floor)) / self.at_zero, 1.0)

    @cached_property
    def bend(self) -> float:
        """−f″(0)/f(0); infinite if 1 − f/f(0) vanishes more slowly than r² at 0.

        The exponent of r is estimated between 10⁻⁴ and 10⁻⁵ widths, or where rounding allows; above 1.9995 it counts as
        2. The rows of a table do not fix its slope at 0, so that the slope is not 0.
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
        return float(bends[1] + change * near / (far - near))  # extrapolated linearly to 0

    @cached_property
    def mixture(self) -> GaussianMixture | None:
        """The mixture of Gaussians that equals it to 10⁻⁶; None for any other function, and for a table."""
        return None if self.joined else gaussian_mixture(self, self.width)

    def transform(self, d: int) -> Norms:
        """The distribution of ‖ω‖ in d dimensions by a transform; a signed measure if k is not positive definite."""
        return norms(self, self.width, d)

    def distribution(self, d: int) -> Norms:
        """The distribution of ‖ω‖ in d dimensions: by the transform, or by the mixture if the transform is not
        exact."""
        if self.mixture is None:
            return self.transform(d)
        if d <= MOST_DIMENSIONS and (transform := self.transform(d)).error <= _EXACT:
            return transform
        return self.mixture.norms(d, self(RETURNED * self.width), self.width)

    def masses(self, distribution: Norms, most: float | None = None) -> tuple[float, float]:
        """The masses of the negative and of the positive part up to a norm, by default up to `judged`."""
        steps = np.diff(distribution.below, prepend=0.0)[distribution.log_w <= math.log(most or self.judged)]
        return float(np.maximum(-steps, 0.0).sum()), float(np.maximum(steps, 0.0).sum())

    @property
    def judged(self) -> float:
        """The largest ‖ω‖ that is checked for negative mass, in radians per unit: 100 over the width."""
        return _JUDGED / self.width

    @property
    def tolerated(self) -> float:
        """The negative mass up to which it is called positive definite, with that error; interpolating a table leaves
        more."""
        return LEFT_BY_INTERPOLATION if self.joined else NEGLIGIBLE

    def definiteness(self, d: int) -> Definiteness:
        """Whether it is positive definite in d dimensions; if that is undecided, whether it is in fewer.

        The spectrum is negative where the CDF of ‖ω‖ decreases; the largest decrease is compared with its noise. A
        function that is not positive definite in d dimensions is not in any higher dimension.
        """
        if self.mixture is not None:
            return Definiteness(POSITIVE_DEFINITE, self.mixture.error, 0.0, 0.0, d, d, "mixture")
        verdict = Definiteness(UNDECIDED, math.inf, math.nan, math.inf, d, d)
        if d <= MOST_DIMENSIONS:
            verdict = self._judged(self.transform(d), d)
        if verdict.decided and (not verdict.positive_definite or verdict.negative_mass <= self.tolerated):
            return verdict
        for fewer in _TRIED:
            if fewer < d and self.refuted_in(fewer):
                return self._judged(self.transform(fewer), d)
        return verdict

    @cached_property
    def _refutations(self) -> dict[int, bool]:
        return {}

    def refuted_in(self, d: int) -> bool:
        """Whether the spectrum in d ≤ 128 dimensions shows that it is not positive definite; cached."""
        if d not in self._refutations:
            self._refutations[d] = self._refuted(self.transform(d))
        return self._refutations[d]

    def _refuted(self, distribution: Norms) -> bool:
        """Whether the negative mass exceeds what is tolerated, and in some interval exceeds the noise."""
        seen = distribution.log_w <= math.log(self.judged)
        below, noise = distribution.below[seen], MARGIN * distribution.noise[seen]
        falls = (np.maximum.accumulate(below - noise) > below + noise).any()
        return bool(falls and self.masses(distribution)[0] > self.tolerated)

    def _judged(self, distribution: Norms, d: int) -> Definiteness:
        negative, _ = self.masses(distribution)
        status, error = NOT_POSITIVE_DEFINITE, distribution.error
        if not self._refuted(distribution):
            known = max(error, negative) <= LARGEST_ERROR + 2 * self.tolerated
            status, error = (POSITIVE_DEFINITE, max(error, negative)) if known else (UNDECIDED, error)
        noise = float(distribution.noise[distribution.log_w <= math.log(self.judged)].max())
        return Definiteness(status, error, negative, noise, d, distribution.d)


def profile_of(function: Any, joined: bool = False) -> TypedProfile:
    """The profile of a function with a `text`.

    Raises
    ------
    ValueError
        If it has no finite positive value at 0, or never falls to half that value.
    """
    at_zero, floor = _at_zero(function)
    r = np.logspace(-4, 4, 4001)
    below = np.abs(function(np.maximum(r, floor))) <= at_zero / 2
    if below[0] or not below.any():
        raise Refusal(
            "formula must first fall to half of its value at 0 between r = 0.0001 and 10,000, got one that does not."
        )
    return TypedProfile(function, function.text, joined, at_zero, floor, float(r[np.argmax(below)]))


@lru_cache(maxsize=64)
def given_profile(given: str | tuple[Any, ...]) -> TypedProfile:
    """The profile of a text, parsed by `rffviz.kernels.formula.read_function`, or of rows (r, f)."""
    function = read_function(given) if isinstance(given, str) else TypedTable(given, smooth=True)
    return profile_of(function, isinstance(function, TypedTable))


@lru_cache(maxsize=16)
def given_distribution(given: str | tuple[Any, ...], d: int) -> Norms:
    """The distribution of ‖ω‖ in d dimensions for a profile given as text or rows."""
    return given_profile(given).distribution(d)


@lru_cache(maxsize=512)
def given_definiteness(given: str | tuple[Any, ...], d: int) -> Definiteness:
    """`TypedProfile.definiteness` of a profile given as text or rows."""
    return given_profile(given).definiteness(d)


def fewest_dimensions(given: str | tuple[Any, ...], d: int) -> int:
    """The lowest dimension in which it is known not to be positive definite; d if that is unknown in d."""
    verdict = given_definiteness(given, d)
    if verdict.status != NOT_POSITIVE_DEFINITE:
        return d
    low, high = 0, verdict.decided_in
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if given_profile(given).refuted_in(middle) else (middle, high)
    return high


def _at_zero(k: Callable[[np.ndarray], np.ndarray]) -> tuple[float, float]:
    """k(0) and 0; if the formula is 0/0 there, its limit and the distance at which that was evaluated."""
    value = float(k(np.zeros(1))[0])
    floor = 0.0
    if not np.isfinite(value):
        near = k(_NEAR)
        with np.errstate(all="ignore"):
            changes = np.abs(np.diff(near) / near[1:])
        place = int(np.argmin(np.where(np.isfinite(changes), changes, np.inf)))  # nearer: rounding; farther: curvature
        if changes[place] <= _ALIKE:
            value, floor = float(near[place + 1]), float(_NEAR[place + 1])
    if not 0 < value < np.inf:
        raise Refusal(f"k(0) must be positive and finite; this formula gives {value:.4g}.")
    return value, floor
