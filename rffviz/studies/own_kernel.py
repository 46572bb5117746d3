"""A function of one's own on a line: its spectrum by a cosine transform, and whether it is a kernel at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.fft import dct

from rffviz.about import About
from rffviz.kernels.formula import LEFT_BY_INTERPOLATION, Formula
from rffviz.kernels.formula_kernel import TOLERANCE, half_width, value_at_zero
from rffviz.kernels.hankel import lengths
from rffviz.studies.handles import Handles
from rffviz.studies.shown import OverFreqs
from rffviz.validation import Refusal, increasing_whole_numbers, seed_number

_STEPS, _INTERVALS = 256, 2**18  # per half width, and of the transform
_TAPER = 5  # standard deviations of the taper in the range of the transform
_MEASURED = 8  # the spectrum is judged up to this part of the highest frequency
_DRAWN_STEP = 4  # of the transform's, in the picture
_REACH = 6  # half widths in the picture


@dataclass(frozen=True)
class OwnKernel(OverFreqs):
    """A function k(r)/k(0) on a line, its numerical spectrum, and k̂ from frequencies where it is a kernel.

    Attributes
    ----------
    text : str
        The formula as it was understood, or the handles' places.
    at_zero : float
        Its value at r = 0, by which it is divided.
    delta, exact : ndarray of shape (t,)
        x − y, symmetric about 0, and k there.
    omega, density : ndarray of shape (q,)
        Frequencies, symmetric about 0, and p(ω) = (1/π) ∫ k(r) cos(ωr) dr over r > 0.
    negative, positive : float
        The masses of the negative and the positive part of p between −`judged` and `judged`.
    judged : float
        How far p was computed to be judged, in radians per unit.
    n_freqs : ndarray of shape (g,)
    approximate : ndarray of shape (g, t)
        k̂ for each number of frequencies; g = 0 where it is no kernel.
    drawn, height, share : ndarray of shape (m,)
        As in `Spectrum`; m = 0 where it is no kernel.
    in_more : tuple of (int, float)
        For each further number of dimensions the negative mass of the same function of the distance; of formulas alone.
    dragged : bool
        Whether it passes through handles, and is no formula.
    shown : int
        Where it is read: at the largest number of frequencies, unless it is replaced.
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
    n_freqs: np.ndarray
    approximate: np.ndarray
    drawn: np.ndarray
    height: np.ndarray
    share: np.ndarray
    shown: int
    about: About
    dragged: bool = False
    in_more: tuple[tuple[int, float], ...] = ()

    @property
    def tolerance(self) -> float:
        """The negative mass that counts as none: what rounding, or interpolation between handles, can leave."""
        return LEFT_BY_INTERPOLATION if self.dragged else TOLERANCE

    @property
    def is_kernel(self) -> bool:
        """Whether p is nowhere negative, up to the tolerance: positive definite, by Bochner's theorem."""
        return self.negative <= self.tolerance

    @property
    def largest(self) -> np.ndarray:
        """Largest |k̂ − k| over the differences, shape (g,)."""
        return np.abs(self.approximate - self.exact).max(axis=1)


def own_kernel(
    formula: str | Handles, n_freqs: Sequence[int], random_state: int = 0, dimensions: Sequence[int] = ()
) -> OwnKernel:
    """Transform a function of r, judge it by the sign of its spectrum, and draw frequencies where it is a kernel.

    Parameters
    ----------
    formula : str or Handles
        A function of r = |x − y|, as `Formula` reads it, divided by its value at 0; or a curve through handles.
    n_freqs : increasing sequence of int
    dimensions : sequence of int
        In which more than one dimension a formula that is a kernel on a line is judged, too.

    Raises
    ------
    ValueError
        For a formula that cannot be read, is not finite, is not above 0 at 0, or nowhere falls to half of that.

    Notes
    -----
    The unit is w, the first r at which |k| is at most ½. k is taken at 2¹⁸ steps of w/256 and multiplied by a Gaussian
    of standard deviation 205 w, a kernel itself: what was positive definite stays so, and p is smoothed over 0.005/w.
    The trapezium rule on samples of a kernel has no negative values either; its error is the mass that is folded back
    from beyond 800/w. p is judged up to 100/w. Frequencies are drawn from the positive part of p.
    """
    dragged = isinstance(formula, Handles)
    k, sizes = formula if dragged else Formula(formula), increasing_whole_numbers("n_freqs", n_freqs)
    random_state = seed_number("random_state", random_state)
    at_zero = value_at_zero(k)
    width = half_width(k, at_zero)
    r = np.arange(_INTERVALS + 1) * (width / _STEPS)
    values = _finite(k, r[1:]) / at_zero
    values = np.concatenate([[1.0], values])
    omega = np.arange(_INTERVALS + 1) * (np.pi / r[-1])
    density = dct(values * np.exp(-0.5 * np.square(_TAPER * r / r[-1])), type=1) * r[1] / (2 * np.pi)
    step, judged = omega[1], _INTERVALS // _MEASURED
    signed = (np.maximum(sign * density[: judged + 1], 0) for sign in (-1, 1))
    parts = [2 * step * (part.sum() - part[0] / 2) for part in signed]
    reach = _REACH * _STEPS
    delta = np.concatenate([-r[reach:0:-_DRAWN_STEP], r[: reach + 1 : _DRAWN_STEP]])
    exact = np.concatenate([values[reach:0:-_DRAWN_STEP], values[: reach + 1 : _DRAWN_STEP]])
    drawn, rng = np.zeros(0), np.random.default_rng(random_state)
    if parts[0] <= (LEFT_BY_INTERPOLATION if dragged else TOLERANCE):
        mass = np.concatenate([[0.0], np.cumsum(np.maximum(density[1:] + density[:-1], 0))])
        frequency_rng, sign_rng = rng.spawn(2)
        drawn = np.interp(frequency_rng.random(int(sizes[-1])), mass / mass[-1], omega)
        drawn *= np.where(sign_rng.random(len(drawn)) < 0.5, -1, 1)
    in_more = ()
    if len(drawn) and not dragged:
        in_more = tuple((d, lengths(lambda r: k(r) / at_zero, width, d).negative) for d in dimensions)
    sizes = sizes[: len(sizes) if len(drawn) else 0]
    far = np.searchsorted(omega, _far(density, omega, judged))
    shown_at = np.unique(np.linspace(0, far, 801).astype(int))
    return OwnKernel(
        text=k.text,
        at_zero=at_zero,
        delta=delta,
        exact=exact,
        omega=np.concatenate([-omega[shown_at[:0:-1]], omega[shown_at]]),
        density=np.concatenate([density[shown_at[:0:-1]], density[shown_at]]),
        negative=float(parts[0]),
        positive=float(parts[1]),
        judged=float(omega[judged]),
        n_freqs=sizes,
        approximate=np.array([np.cos(np.outer(delta, drawn[:m])).mean(axis=1) for m in sizes]).reshape(-1, len(delta)),
        drawn=drawn,
        height=np.interp(np.abs(drawn), omega, density),
        share=np.random.default_rng([random_state, 1]).random(len(drawn)),
        shown=int(sizes[-1]) if len(sizes) else 0,
        about=About(d=1, seeds=(random_state,), settings={"handles" if dragged else "formula": k.text}),
        dragged=dragged,
        in_more=in_more,
    )


def _finite(k: Formula | Handles, r: np.ndarray) -> np.ndarray:
    values = k(r)
    if not np.isfinite(values).all():
        raise Refusal(f"formula must be finite everywhere, got none at r = {r[~np.isfinite(values)][0]:.4g}.")
    return values


def _far(density: np.ndarray, omega: np.ndarray, judged: int) -> float:
    """Where the picture ends: 97 % of the absolute mass, within a fifth of what is judged."""
    mass = np.cumsum(np.abs(density[: judged + 1]))
    return float(min(1.3 * omega[np.searchsorted(mass, 0.97 * mass[-1])], omega[judged] / 5))
