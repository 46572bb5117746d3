"""Determines how many frequencies a given error needs on given points."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.features import RandomFourierFeatures
from rffviz.foundation.notes import Note
from rffviz.foundation.validation import Refusal, Seed, one_of, points, positive_number, probability, seed_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.measure import Diameter, bootstrap_error, diameter, largest_error
from rffviz.theory import BOUNDS, frequencies_needed, frequencies_needed_on_pairs, pairs_of
from rffviz.theory.records import LARGEST_ERROR

MAX_POINTS = 10_000  # 50 million pairs: about 15 s
ON_PAIRS = {"hoeffding": "Hoeffding", "bernstein": "Bernstein", "cramer": "Cramér (exact Chernoff)"}
ON_REGION = ("rahimi_recht", "sutherland_schneider")
MAX_FREQS = 100_000
_PILOT = 500  # most frequencies of the draw used for the estimate
_MOST_DIAMETERS = 1e12
_GROWTH = 1.1  # increase if the draw at the estimate is not within epsilon


@dataclass(frozen=True)
class Guarantee:
    """The number of frequencies required by one theorem.

    Attributes
    ----------
    name, label : str
    on : {"pairs", "region"}
        Whether it covers the pairs of these points, or all points of a region of the same diameter.
    n_freqs : float
        The smallest m that guarantees the error; infinite if no number is enough.
    """

    name: str
    label: str
    on: str
    n_freqs: float


@dataclass(frozen=True)
class Certificate:
    """Frequencies for an error of at most epsilon at every pair of the points.

    Attributes
    ----------
    n_points, d : int
    kernel : Kernel
    map : str
    epsilon, confidence : float
    guarantees : tuple of Guarantee
        Valid before a draw, with the given confidence.
    estimate : int
        m by the bootstrap of one draw: an estimate, not a guarantee.
    n_freqs : int
        m of the measured draw within epsilon: the estimate, or more if that was not enough.
    error : float
        The largest |k̂ − k| over all pairs of that draw.
    tried : tuple of (int, float)
        Every draw measured, with its error; the last is the one above.
    random_state : int
        Of all draws.
    sigma_p : float
    diameter : Diameter
    notes : tuple of Note
    """

    n_points: int
    d: int
    kernel: Kernel
    map: str
    epsilon: float
    confidence: float
    guarantees: tuple[Guarantee, ...]
    estimate: int
    n_freqs: int
    error: float
    tried: tuple[tuple[int, float], ...]
    random_state: int
    sigma_p: float
    diameter: Diameter
    notes: tuple[Note, ...] = ()

    @property
    def guaranteed(self) -> int:
        """The smallest m for which a theorem guarantees the error at these points."""
        return int(min(each.n_freqs for each in self.guarantees if each.on == "pairs"))


def certify(
    X: ArrayLike,
    kernel: Kernel,
    epsilon: float = 0.1,
    confidence: float = 0.95,
    map: str = "paired",
    random_state: Seed = 0,
) -> Certificate:
    """Find how many Monte Carlo frequencies keep the largest error over the pairs of X within epsilon.

    Parameters
    ----------
    X : array of shape (n, d)
        From 2 to 10,000 points, in the units of the kernel's length scale.
    kernel : Kernel
    epsilon : float
        Above 0, and below 2 (paired) or 3 (offset), which no error exceeds.
    confidence : float
        Of the theorems and of the bootstrap.
    map : {"paired", "offset"}
    random_state : int, RandomState, Generator or None
        Seed of every draw, and of the resamples.

    Returns
    -------
    Certificate

    Raises
    ------
    ValueError
        For arguments out of range, for points that are all the same, for too many points, for a
        length scale beyond 10¹² diameters of X or below 10⁻¹², and where 100,000 frequencies are not within epsilon.

    Notes
    -----
    Three results of different kinds. A theorem guarantees, before the draw, that a draw of that size is within epsilon
    with the given confidence. The bootstrap of a draw of at most 500 frequencies estimates the same number, scaled by
    1/√m. Finally a draw of the estimated size is measured at every pair; while it is not within epsilon, the number of
    frequencies is increased by a tenth, with the same seed. The measurement is certain, but only for this draw and
    these points.
    """
    X, kernel = points("X", X, min_points=2), a_kernel(kernel)
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    largest = LARGEST_ERROR[one_of("map", map, ("paired", "offset"))]
    if epsilon >= largest:
        raise Refusal(f"epsilon must be below {largest}, which no error of the {map} map exceeds, got {epsilon!r}.")
    if len(X) > MAX_POINTS:
        raise Refusal(f"X must hold at most {MAX_POINTS} points, all pairs of which are measured, got {len(X)}.")
    seed, size = seed_number("random_state", random_state), diameter(X)
    if not size.value > 0:
        raise Refusal("X must hold at least two distinct points, got repeats of one.")
    shortest, longest = size.value / _MOST_DIAMETERS, size.value * _MOST_DIAMETERS
    if not shortest <= kernel.length_scale <= longest:
        raise Refusal(
            f"length_scale must be from {shortest:.2g} to {longest:.2g} for points of diameter {size.value:.2g}, "
            f"got {kernel.length_scale:g}."
        )
    kernel.sample(1, X.shape[1], np.random.default_rng(seed))  # refuses what is not positive definite
    sigma_p = math.sqrt(kernel.second_moment(X.shape[1]))
    pairs = pairs_of(kernel, X, map)
    guarantees = [
        Guarantee(name, label, "pairs", frequencies_needed_on_pairs(name, epsilon, kernel, pairs, confidence, map))
        for name, label in ON_PAIRS.items()
    ]
    for name in ON_REGION:
        if map in BOUNDS[name].maps:
            needed = frequencies_needed(name, epsilon, X.shape[1], sigma_p, size.value, confidence, map=map)
            guarantees.append(Guarantee(name, BOUNDS[name].authors, "region", needed))
    enough = int(min(each.n_freqs for each in guarantees))

    def features(n_freqs: int) -> RandomFourierFeatures:
        return RandomFourierFeatures(kernel, n_freqs, map=map, random_state=seed).fit(X)

    pilot = bootstrap_error(features(max(2, min(_PILOT, enough))), X, "sup", confidence, random_state=seed)
    estimate = pilot.frequencies_needed(epsilon)
    if estimate > MAX_FREQS:
        raise Refusal(
            f"epsilon must be larger, so that a draw can be measured: about {estimate} frequencies are needed, where "
            f"{MAX_FREQS} are the most, got {epsilon!r}."
        )
    tried, n_freqs = [], estimate
    while True:
        tried.append((n_freqs, largest_error(features(n_freqs), X, kernel)))
        if tried[-1][1] <= epsilon:
            break
        if n_freqs == MAX_FREQS:
            raise Refusal(
                f"epsilon must be larger, so that a draw of at most {MAX_FREQS} frequencies is within it, got "
                f"{epsilon!r} and an error of {tried[-1][1]:.2g} with so many."
            )
        n_freqs = min(math.ceil(n_freqs * _GROWTH), MAX_FREQS)
    return Certificate(
        n_points=len(X),
        d=X.shape[1],
        kernel=kernel,
        map=map,
        epsilon=epsilon,
        confidence=confidence,
        guarantees=tuple(guarantees),
        estimate=estimate,
        n_freqs=n_freqs,
        error=tried[-1][1],
        tried=tuple(tried),
        random_state=seed,
        sigma_p=sigma_p,
        diameter=size,
        notes=pilot.notes,
    )
