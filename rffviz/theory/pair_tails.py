"""Tail bounds at single pairs, summed over the pairs of a finite set of points."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import log_ndtr

from rffviz.foundation.validation import Refusal, one_of
from rffviz.theory.cramer import REACH, cramer_exponents
from rffviz.theory.pairs import Block, Pairs
from rffviz.theory.records import Tail

ON_PAIRS = ("hoeffding", "bernstein", "cramer", "normal")
"""The tails that are summed over pairs; "normal" is an approximation, and no bound."""

_BEYOND = 1e100  # far above any possible error
_NEVER = -1e9  # stands for log 0; finite, for root finding


@lru_cache(maxsize=16)
def tail_on_pairs(name: str, pairs: Pairs, largest_weight: float = 1.0) -> Tail:
    """The sum over pairs of the tails `name`, with everything but m and ε fixed.

    With w the largest weight times m (1 for Monte Carlo), n pairs, and |X| ≤ wc for the term X of one frequency, c = 1
    for the paired and c = 2 for the offset map::

        hoeffding  2n exp(−mε²/(2w²c²))
        bernstein  Σ 2 exp(−mε²/(2v + ⅔(wc + |k|)ε)),   v = w(½ + ½k(2δ)) − k², offset w(1 + ½k(2δ)) − k²
        cramer     Σ exp(−m I₊) + exp(−m I₋),            the exponents of `cramer_exponents`
        normal     Σ 2 Φ(−ε√(m/v))

    The offset map's variance: 2 cos a cos b = cos ω·δ + cos(ω·(x + y) + 2b), a and b the two angles with their phase.
    The phase is uniform, so that the second term has mean 0, variance ½ and no correlation with the first, whose
    variance is ½ + ½k(2δ) − k². A weight is p/q times 1/m: E_q[(p/q)² X²] = E_p[(p/q) X²] ≤ w E_p[X²].

    Parameters
    ----------
    name : str
        One of `ON_PAIRS`.
    pairs : Pairs
    largest_weight : float
        w ≥ 1.

    Raises
    ------
    ValueError
        For an unknown name, and for "cramer" with weights.

    Source: Boucheron, Lugosi & Massart 2013, theorems 2.8 (Hoeffding) and 2.10 (Bernstein), section 2.2 (Chernoff; not
    verified against the paper).
    """
    one_of("name", name, ON_PAIRS)
    if name == "cramer" and largest_weight != 1:
        raise Refusal(f"name must be hoeffding, bernstein or normal where weights differ, got {name!r}.")
    largest = largest_weight * REACH[pairs.map]
    known: dict[str, Any] = {"map": pairs.map} | ({} if largest_weight == 1 else {"largest_error": largest + 1})
    if not pairs.n_pairs:
        return Tail(lambda m, epsilon: _NEVER, **known)
    if name == "hoeffding":
        log_twice = math.log(2 * pairs.n_pairs)
        return Tail(lambda m, epsilon: log_twice - m * min(epsilon, _BEYOND) ** 2 / (2 * largest**2), **known)

    def of_each(value: Callable[[Block], np.ndarray]) -> np.ndarray:
        return np.concatenate([value(block) for block in pairs.blocks])

    log_counts = np.log(of_each(lambda block: block.counts))
    variances = of_each(lambda block: block.variance(pairs.map, largest_weight))
    ranges = largest + of_each(lambda block: block.size)

    @lru_cache(maxsize=256)
    def cramer(epsilon: float) -> np.ndarray:
        exponents = [cramer_exponents(block, epsilon, pairs.map) for block in pairs.blocks]
        return np.array([np.concatenate(side) for side in zip(*exponents, strict=True)])

    def log_tails(m: float, epsilon: float) -> np.ndarray:
        epsilon = min(epsilon, _BEYOND)
        if name == "cramer":
            return -m * cramer(epsilon)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            if name == "bernstein":
                return math.log(2) - m * epsilon**2 / (2 * variances + 2 / 3 * ranges * epsilon)
            return math.log(2) + log_ndtr(-epsilon * np.sqrt(m / variances))

    return Tail(
        lambda m, epsilon: max(_log_sum(log_counts + log_tails(m, epsilon)), _NEVER),
        costly=name == "cramer",
        **known,
    )


def _log_sum(logs: np.ndarray) -> float:
    """log Σ exp: ten times as fast as SciPy's, and evaluated a hundred times per root."""
    top = float(logs.max())
    return top + math.log(np.exp(logs - top).sum()) if math.isfinite(top) else top
