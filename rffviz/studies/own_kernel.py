"""A user-defined function of the distance: its numerical spectrum, and whether it is a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rffviz.foundation.about import About
from rffviz.foundation.sincos import cosines
from rffviz.foundation.validation import increasing_whole_numbers, seed_number, whole_number
from rffviz.kernels.definiteness import Definiteness
from rffviz.kernels.hankel import Norms
from rffviz.kernels.profile import fewest_dimensions, given_definiteness, given_distribution, given_profile, profile_of
from rffviz.studies.handles import Handles
from rffviz.studies.shown import OverFreqs

_LARGEST = 10.0  # most negative mass: beyond it, mass and rounding errors would grow without bound in ‖ω‖
_REACH, _POINTS = 6, 769  # half width of the picture in half widths of k, and its number of points
_SETTLED = 0.05  # relative change of the negative share
_MANY = 50  # above this dimension rounding can make the curve of p ripple
_DRAWN = 400  # points of the spectrum in the picture, over ω > 0


@dataclass(frozen=True, eq=False)
class OwnKernel(OverFreqs):
    """A function k(‖δ‖)/k(0) in d dimensions, its numerical spectrum, and k̂ from frequencies where it is a kernel.

    Attributes
    ----------
    text : str
        The parsed formula, or the points of the handles.
    at_zero : float
        Its value at r = 0, by which it is divided.
    delta, exact : ndarray of shape (t,)
        The first coordinate of x − y, symmetric about 0, where the others are 0; and k there.
    omega, density : ndarray of shape (q,)
        On a line frequencies, symmetric about 0, and p(ω). In more dimensions norms ‖ω‖ and their density.
    negative, positive : float
        The masses of the negative and the positive part of the spectrum up to `judged`.
    judged : float
        Largest frequency up to which the spectrum was checked for negative values, in radians per unit.
    settled : bool
        Whether the negative share up to half of `judged` is the same to 5 %, and its mass at most 10: else the share
        depends on `judged`, or is lost in rounding.
    verdict : Definiteness
        Whether it is positive definite in `asked` dimensions, with the numerical error.
    n_freqs : ndarray of shape (g,)
    approximate : ndarray of shape (g, t)
        k̂ for each number of frequencies; g = 0 where it is not known to be a kernel.
    drawn, height, share : ndarray of shape (m,)
        Frequencies on a line, or norms of frequencies; the density there; and a uniform random share of it, the
        height at which to plot them. m = 0 where it is not known to be a kernel.
    in_more : tuple of Definiteness
        Whether the same function of the distance is positive definite in other dimensions; empty for handles.
    asked : int
        The requested dimension; a lower one is shown where the function is already not positive definite there and its
        spectrum is finite.
    mixed : bool
        Whether the spectrum shown is that of a fitted mixture of Gaussians, where the transform is not exact.
    given : {"formula", "table", "handles"}
        How the function was given.
    shown : int
        The number of frequencies shown first: by default the largest.
    """

    text: str
    at_zero: float
    delta: np.ndarray
    exact: np.ndarray
    omega: np.ndarray
    density: np.ndarray
    negative: float
    positive: float
    judged: float
    verdict: Definiteness
    n_freqs: np.ndarray
    approximate: np.ndarray
    drawn: np.ndarray
    height: np.ndarray
    share: np.ndarray
    shown: int
    about: About
    mixed: bool = False
    given: str = "formula"
    asked: int = 1
    in_more: tuple[Definiteness, ...] = ()
    settled: bool = True

    @property
    def is_kernel(self) -> bool:
        """Whether it is positive definite, within the verdict's error, so that frequencies are drawn."""
        return self.verdict.positive_definite

    @property
    def joined(self) -> bool:
        """Whether it is a curve through points rather than a formula."""
        return self.given != "formula"

    @property
    def largest(self) -> np.ndarray:
        """Largest |k̂ − k| over the differences, shape (g,)."""
        return np.abs(self.approximate - self.exact).max(axis=1)

    @property
    def rescaled(self) -> bool:
        """Whether the function was divided by something other than 1, up to rounding (10⁻⁹)."""
        return abs(self.at_zero - 1) >= 1e-9

    @property
    def negative_known(self) -> bool:
        """Whether the negative mass exceeds the transform's noise."""
        return self.negative > self.verdict.noise

    @property
    def negative_share(self) -> float:
        """The negative part's share of the mass of both."""
        return self.negative / (self.negative + self.positive)

    @property
    def may_ripple(self) -> bool:
        """Whether rounding can make the curve of p ripple: a transform in more than 50 dimensions."""
        return self.about.d > _MANY and not self.mixed


def own_kernel(
    formula: str | Handles,
    n_freqs: Sequence[int],
    random_state: int = 0,
    d: int = 1,
    dimensions: Sequence[int] = (),
) -> OwnKernel:
    """Transform a function of r, check the sign of its spectrum, and draw frequencies if it is a kernel.

    Parameters
    ----------
    formula : str or Handles
        A function of r = ‖x − y‖, as `rffviz.kernels.formula.read_function` reads it, divided by its value at 0; or a
        curve through handles.
    n_freqs : increasing sequence of int
    random_state : int
    d : int
        The number of dimensions, at most 128.
    dimensions : sequence of int
        Other dimensions in which a formula that is a kernel in d is checked too.

    Raises
    ------
    ValueError
        For a formula that cannot be read, is not finite, is not above 0 at 0, or nowhere falls to half of that; and in
        more than 128 dimensions, except for a mixture of Gaussians.

    Notes
    -----
    As in `rffviz.kernels.FormulaKernel`. With w the first r at which |k| is at most ½, the spectrum is checked up to
    100/w. Frequencies are drawn from its positive part.
    """
    dragged = isinstance(formula, Handles)
    k = profile_of(formula, joined=True) if dragged else given_profile(formula)
    given = "handles" if dragged else "table" if k.joined else "formula"
    sizes = increasing_whole_numbers("n_freqs", n_freqs)
    random_state, d = seed_number("random_state", random_state), whole_number("d", d)
    asked = d
    verdict = k.definiteness(d) if dragged else given_definiteness(formula, d)
    distribution = k.distribution(d) if dragged else given_distribution(formula, d)
    if not (dragged or verdict.positive_definite) and distribution.negative > _LARGEST:
        d = fewest_dimensions(formula, d) if verdict.decided else d  # type: ignore[arg-type]  # not dragged
        distribution = given_distribution(formula, d)
    judged = k.judged
    negative, positive = k.masses(distribution)
    settled = verdict.positive_definite
    if not settled:
        below, above = k.masses(distribution, judged / 2)
        share, before = negative * (below + above), below * (negative + positive)  # times both totals
        settled = negative <= _LARGEST and abs(before - share) < _SETTLED * share
    away = _REACH * k.width * np.linspace(-1, 1, _POINTS)
    exact = k(np.abs(away))
    drawn = along = np.zeros(0)
    if verdict.positive_definite:
        length_rng, direction_rng = np.random.default_rng(random_state).spawn(2)
        normal = direction_rng.standard_normal((int(sizes[-1]), d))
        first = normal[:, 0] / np.linalg.norm(normal, axis=1)
        drawn = distribution.quantile(length_rng.random(int(sizes[-1])))
        along = drawn * first
    sizes = sizes[: len(sizes) if len(drawn) else 0]
    omega, density = _shown(distribution, judged)
    height = np.interp(drawn, omega, density)
    if d == 1:
        omega, density = np.concatenate([-omega[:0:-1], omega]), np.concatenate([density[:0:-1], density])
    return OwnKernel(
        text=k.text,
        at_zero=k.at_zero,
        delta=away,
        exact=exact,
        omega=omega,
        density=density,
        negative=negative,
        positive=positive,
        judged=judged,
        verdict=verdict,
        n_freqs=sizes,
        approximate=np.array([cosines(np.outer(away, along[:m])).mean(axis=1) for m in sizes]).reshape(-1, len(away)),
        drawn=along if d == 1 else drawn,
        height=height,
        share=np.random.default_rng([random_state, 1]).random(len(drawn)),
        shown=int(sizes[-1]) if len(sizes) else 0,
        about=About(d=d, seeds=(random_state,), settings={given: k.text}),
        mixed=distribution.mixed,
        given=given,
        asked=asked,
        in_more=tuple(
            given_definiteness(formula, more) for more in dimensions if verdict.positive_definite and not dragged
        ),
        settled=settled,
    )


def _shown(distribution: Norms, judged: float) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies from 0 to where 97 % of the absolute mass lies, at most a fifth of the checked range; and p there.

    In one dimension p(ω) = p(−ω) is half the density of |ω|.
    """
    w = np.exp(distribution.log_w)
    mass = np.cumsum(np.abs(np.diff(distribution.below, prepend=0.0)) * (w <= judged))
    far = min(1.3 * w[np.searchsorted(mass, 0.97 * mass[-1])], judged / 5)
    places = np.linspace(0.0, far, _DRAWN + 1)
    density = distribution.density / w / (2 if distribution.d == 1 else 1)
    near = w > far * 1e-6  # nearer to 0 the density is lost in rounding
    return places, np.interp(places, w[near], density[near])
