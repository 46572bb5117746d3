"""From Rahimi and Recht's printed bound to the measured number of frequencies: the factor gained by each step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binom

from rffviz.features import MAPS
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import (
    Refusal,
    one_of,
    points,
    positive_number,
    probability,
    seed_number,
    whole_number,
)
from rffviz.kernels import Kernel, a_kernel
from rffviz.measure import Diameter, ErrorCurve, diameter, error_curve
from rffviz.theory import Pairs, frequencies_needed, frequencies_needed_on_pairs, pairs_of
from rffviz.theory.records import LARGEST_ERROR

STEPS = ("printed", "constants", "radius", "pairs", "variance", "exponent", "normal", "measured")
"""Every step by its code, from loose to sharp; each but the last two is a bound that is proved."""

NO_BOUND = ("normal", "measured")
_ON_PAIRS = {"pairs": "hoeffding", "variance": "bernstein", "exponent": "cramer", "normal": "normal"}
_LEVEL = 0.95  # confidence level of the interval of the measured number
_FEWEST_SEEDS, _MOST_SEEDS = 100, 400  # limits of the default number of seeds
_GRID = sorted(part * 2**k for k in range(11) for part in (2, 3))  # sizes measured, those of the error curve
_EFFORT = 2e8  # most pairs × frequencies per seed
_SMALLEST, _LARGEST = 256, 2048  # limits of the largest size, whatever the effort


@dataclass(frozen=True)
class FactorStep:
    """One step from the printed bound towards the measurement.

    Attributes
    ----------
    name : str
        One of `STEPS`.
    n_freqs : float
        Frequencies it requires; infinite where it is vacuous.
    factor : float
        The requirement of the previous step divided by that of this one; infinite where only the previous one is
        vacuous, nan for the first step and where both are.
    """

    name: str
    n_freqs: float
    factor: float

    @property
    def proved(self) -> bool:
        """Whether it is a bound."""
        return self.name not in NO_BOUND


@dataclass(frozen=True, eq=False)
class Dissection:
    """How many frequencies keep the largest error below ε: by the printed bound, by sharper ones, and measured.

    Attributes
    ----------
    steps : tuple of FactorStep
        From loose to sharp. The offset map has no "printed", for which there is no proof, and "measured" is missing
        until enough seeds are measured.
    map : str
    epsilon, confidence : float
    over_ball : float
        What Sutherland and Schneider's bound requires with the kernel's variance over the whole ball.
    sigma_p : float
        √E‖ω‖², radians per unit; infinite where uniform bounds are vacuous.
    diameter : Diameter
        Of the points: the radius of the ball of differences.
    pairs : Pairs
        The pairs of distinct points over which probabilities are summed.
    low, high : float
        95 % interval of the measured number, from order statistics of the seeds; the upper end is infinite with too few
        seeds; nan without measurement.
    curve : ErrorCurve or None
        The measured largest errors; None where no number of seeds allowed here can resolve the quantile.
    quantile : ndarray of shape (g,)
        The confidence quantile of those errors at the curve's numbers of frequencies; empty until enough seeds are
        measured.
    continued : bool
        Whether the measured number lies beyond the curve, which is extrapolated as 1/√D.
    shown : str
        The last step shown, one of `STEPS`.
    about : About
    """

    steps: tuple[FactorStep, ...]
    map: str
    epsilon: float
    confidence: float
    over_ball: float
    sigma_p: float
    diameter: Diameter
    pairs: Pairs
    low: float
    high: float
    curve: ErrorCurve | None
    quantile: np.ndarray
    continued: bool
    shown: str
    about: About

    @property
    def start(self) -> int:
        """The index of the last step shown; of the step before it where there is none of this name."""
        last = STEPS.index(self.shown)
        return max((g for g, step in enumerate(self.steps) if STEPS.index(step.name) <= last), default=0)

    @property
    def measured(self) -> FactorStep | None:
        """The last step, if it is the measurement."""
        return self.steps[-1] if self.steps[-1].name == "measured" else None

    @property
    def first(self) -> FactorStep:
        """The first step that is not vacuous."""
        return next(step for step in self.steps if math.isfinite(step.n_freqs))

    @property
    def factor(self) -> float:
        """The product of the factors from the first step that is not vacuous to the last one."""
        return self.first.n_freqs / self.steps[-1].n_freqs

    def loose(self, g: int) -> float:
        """The requirement of the g-th step over that of the last one; infinite where it is vacuous."""
        return self.steps[g].n_freqs / self.steps[-1].n_freqs

    @property
    def silent_over_ball(self) -> bool:
        """Whether the first step is vacuous, because σ_p is infinite."""
        return self.first is not self.steps[0]

    @property
    def largest(self) -> FactorStep | None:
        """The step with the largest finite factor above 1; None where no step has one."""
        gains = (step for step in self.steps[1:] if 1 < step.factor < math.inf)
        return max(gains, key=lambda step: step.factor, default=None)

    @property
    def seeds_needed(self) -> int:
        """The fewest seeds that resolve the confidence quantile: one over the smaller tail probability."""
        return math.ceil(1 / min(self.confidence, 1 - self.confidence))


@study
def dissection(
    X: ArrayLike,
    kernel: Kernel,
    epsilon: float = 0.1,
    confidence: float = 0.95,
    map: str = "paired",
    n_seeds: int | None = None,
    random_state: int = 0,
) -> Iterator[Progress[Dissection]]:
    """Count the frequencies that each step from the printed bound to the measurement requires.

    Parameters
    ----------
    X : array of shape (n, d)
        At least two different points.
    kernel : Kernel
    epsilon : float
        Above 0, and below the largest possible error: 2 for the paired map, 3 for the offset map.
    confidence : float
        Strictly between 0 and 1: the confidence of the bounds, and the quantile of the measured error.
    map : {"paired", "offset"}
    n_seeds : int, optional
        Draws of Monte Carlo frequencies whose largest errors are measured, under the seeds from `random_state` on. By
        default as many as both ends of the quantile's interval need, from 100 to 400.
    random_state : int

    Returns
    -------
    Dissection
        In steps: without measurement at once; with it after the last seed.

    Raises
    ------
    ValueError
        For bad arguments, and where all points are the same.

    Notes
    -----
    The steps, for the paired map (m frequencies, l the diameter, n pairs)::

        printed    2⁸ (σ_p l/ε)² exp(−mε²/(4(d + 2)))                                Rahimi & Recht 2007, Claim 1
        constants  66 (σ_p l/ε)² exp(−mε²/(4(d + 2)))                                Sutherland & Schneider 2015
        radius     β_d (σ_p l/ε)^(2/(1 + 2/d)) exp(−mε²/(4(d + 2)))                  the same
        pairs      2n exp(−mε²/2)                                                    Hoeffding
        variance   Σ 2exp(−mε²/(2v + ⅔(1 + |k|)ε))                                   Bernstein
        exponent   Σ exp(−m I₊) + exp(−m I₋)                                         Chernoff, Cramér
        normal     Σ 2Φ(−ε√(m/v)), an approximation
        measured   the m at which the quantile of max |k̂ − k| over seeds is ε

    The errors of a seed are nested. Quantiles are interpolated on the log–log plot between the sizes of the error
    curve, so that both give one number; where the largest size, limited by the work it costs, has a quantile above ε,
    it is extrapolated as 1/√m. The interval takes the two order statistics that hold the quantile with 95 %, at every
    size (David & Nagaraja 2003, section 7.1; not verified against the paper).
    """
    given, X = X, points("X", X, min_points=2)
    kernel, map = a_kernel(kernel), one_of("map", map, MAPS)
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    if epsilon >= LARGEST_ERROR[map]:
        raise Refusal(
            f"epsilon must be below {LARGEST_ERROR[map]}, which no error of the {map} map exceeds, got {epsilon!r}."
        )
    seed = seed_number("random_state", random_state)
    n_seeds = _enough_seeds(confidence) if n_seeds is None else whole_number("n_seeds", n_seeds)
    size = diameter(X)
    if size.value == 0:
        raise Refusal(f"X must hold two different points, got {len(X)} times the same one.")
    pairs = pairs_of(kernel, X, map)
    sigma_p = math.sqrt(kernel.second_moment(X.shape[1]))
    ball = {"d": X.shape[1], "sigma_p": sigma_p, "diameter": size.value, "map": map}
    asked = dict(zip(("constants", "radius"), _over_ball(epsilon, confidence, ball), strict=True))
    if map == "paired":
        asked = {"printed": frequencies_needed("rahimi_recht", epsilon, confidence=confidence, **ball)} | asked
    for name, tail in _ON_PAIRS.items():
        asked[name] = frequencies_needed_on_pairs(tail, epsilon, kernel, pairs, confidence, map)
    unmeasured = Dissection(
        steps=_stairs(asked),
        map=map,
        epsilon=epsilon,
        confidence=confidence,
        over_ball=frequencies_needed("sutherland_schneider", epsilon, confidence=confidence, kernel=kernel, **ball),
        sigma_p=sigma_p,
        diameter=size,
        pairs=pairs,
        low=math.nan,
        high=math.nan,
        curve=None,
        quantile=np.empty(0),
        continued=False,
        shown="measured",
        about=About.of(given, kernel, "monte_carlo", range(seed, seed + n_seeds)),
    )
    if n_seeds * min(confidence, 1 - confidence) < 1:  # no seed is expected so far in the tail
        yield Progress(1, 1, replace(unmeasured, about=replace(unmeasured.about, seeds=())))
        return
    sizes = _sizes(asked["normal"], pairs.n_pairs)
    for progress in error_curve.steps(given, kernel, "monte_carlo", sizes, unmeasured.about.seeds, "sup", map):
        complete = progress.record is not None and len(progress.record.seeds) == n_seeds
        measured: Any = progress.record
        record = _with_measured(unmeasured, asked, measured) if complete else unmeasured
        yield Progress(progress.done, progress.total, record)


def _over_ball(epsilon: float, confidence: float, ball: Mapping[str, Any]) -> list[float]:
    """What Sutherland and Schneider's bound requires with their constant, and with β_d."""
    forms = ("loose", "tight")
    return [frequencies_needed("sutherland_schneider", epsilon, confidence=confidence, form=f, **ball) for f in forms]


def _stairs(asked: dict[str, float]) -> tuple[FactorStep, ...]:
    """The steps with the factors between them."""
    before, steps = math.nan, []
    for name, n_freqs in asked.items():
        both = math.isinf(before) and math.isinf(n_freqs)
        steps.append(FactorStep(name, float(n_freqs), math.nan if both else before / n_freqs))
        before = float(n_freqs)
    return tuple(steps)


def _enough_seeds(confidence: float) -> int:
    """Number of seeds, within limits, with which the interval of the quantile has both ends."""
    needed = math.log((1 - _LEVEL) / 2) / math.log(max(confidence, 1 - confidence))
    return min(max(math.ceil(needed), _FEWEST_SEEDS), _MOST_SEEDS)


def _sizes(normal: float, n_pairs: int) -> list[int]:
    """Numbers of frequencies around what the Gaussian approximation requires, or fewer if that is too much work."""
    most = min(max(_EFFORT / n_pairs, _SMALLEST), _LARGEST, 1.5 * normal)
    last = next((m for m in _GRID if m >= most), _GRID[-1])
    return [m for m in _GRID if last / 16 <= m <= last]


def _with_measured(unmeasured: Dissection, asked: dict[str, float], curve: ErrorCurve) -> Dissection:
    """The record with the measured step added."""
    ordered, n, tail = np.sort(curve.errors, axis=0), len(curve.seeds), (1 - _LEVEL) / 2
    below, above = (int(binom.ppf(share, n, unmeasured.confidence)) for share in (tail, 1 - tail))
    nothing = np.zeros(len(curve.n_freqs))
    ends = [ordered[below - 1] if below else nothing, ordered[above] if above < n else nothing + math.inf]
    quantile = curve.quantile(unmeasured.confidence)
    low, at, high = (_reaches(curve.n_freqs, each, unmeasured.epsilon) for each in (ends[0], quantile, ends[1]))
    return replace(
        unmeasured,
        steps=_stairs(asked | {"measured": at}),
        low=low,
        high=high,
        curve=curve,
        quantile=quantile,
        continued=bool(quantile[-1] > unmeasured.epsilon),
    )


def _reaches(n_freqs: np.ndarray, errors: np.ndarray, epsilon: float) -> float:
    """Where errors fall to ε on the log–log plot; extrapolated as 1/√m beyond the last size."""
    if errors[-1] > epsilon:
        return float(n_freqs[-1] * (errors[-1] / epsilon) ** 2)
    g = int(np.argmax(errors <= epsilon))
    if g == 0 or errors[g] <= 0:
        return float(n_freqs[g])
    share = math.log(errors[g - 1] / epsilon) / math.log(errors[g - 1] / errors[g])
    return float(n_freqs[g - 1] * (n_freqs[g] / n_freqs[g - 1]) ** share)
