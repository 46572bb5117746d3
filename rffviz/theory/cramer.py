"""The exact exponents of Chernoff's bound for random Fourier features (Cramér's rate), from Bessel functions."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special

from rffviz.theory.pairs import Block

REACH = {"paired": 1.0, "offset": 2.0}
"""The largest size of one frequency's term: cos ω·δ, or 2 cos a cos b."""

_LARGEST_S = 64.0  # largest s that is searched
_ROUNDING = 1e-14  # added to M(s), relative to e^|s|, so that rounding can never make the bound too small
_STEPS = 20
_TOGETHER = 16  # terms that are made at once


def cramer_exponents(block: Block, epsilon: float, map: str) -> tuple[np.ndarray, np.ndarray]:
    """Exponents I with P(k̂ − k ≥ ε) ≤ exp(−m I) and P(k − k̂ ≥ ε) ≤ exp(−m I), for every pair of each stratum.

    With X = cos ω·δ and k(nδ) = E cos nω·δ, the generating function of the Bessel functions gives::

        M(s) = E exp(sX) = I₀(s) + 2 Σ_{n≥1} Iₙ(s) k(nδ),     Iₙ(−s) = (−1)ⁿ Iₙ(s)
        upper tail  I = sup_{s>0} [s(k + ε) − log M(s)],  lower tail  I = sup_{s>0} [s(ε − k) − log M(−s)]

    The offset map's term is X + cos(ω·(x + y) + 2b) with b uniform and independent: M_offset(s) = I₀(s) M(s).

    Parameters
    ----------
    block : Block
        Strata with the range of k(nδ) over each. M uses the largest k(nδ) (for M(−s) and odd n the smallest); k(δ),
        which enters both terms, takes the value in its range that minimises the exponent, so the exponent holds for
        every pair.
    epsilon : float
    map : {"paired", "offset"}

    Returns
    -------
    upper, lower : ndarray of shape (s,)
        Infinite if no frequency's term can be that far from k.

    Notes
    -----
    The ratios Iₙ/Iₙ₋₁ are computed by backward recurrence of their continued fraction, which is stable. Every s gives a
    valid bound, so limiting the search (s ≤ 64) cannot invalidate it; nor can rounding,
    for which 10⁻¹⁴ e^s is added to M(s), which limits s to about 32/(1 + k) in the lower tail. The exponent is never
    below the one-sided Bernstein exponent ε²/(2v + ⅔bε), b the largest excess of a term over k. It is loose only for
    pairs with k so near 1 that their errors stay far below ε.

    Source: Chernoff 1952; Boucheron, Lugosi & Massart 2013, section 2.2, and theorem 2.10 (not verified against the
    paper) for Bernstein's inequality.
    """
    low, high = block.term(1)
    variance = block.variance(map)
    return _exponent(block, 1, low, high, variance, epsilon, map), _exponent(
        block, -1, -high, -low, variance, epsilon, map
    )


def _exponent(
    block: Block, sign: int, low: np.ndarray, high: np.ndarray, variance: np.ndarray, epsilon: float, map: str
) -> np.ndarray:
    """sup_s [s(c + ε) − log M(s)] for c = ±k in [low, high], at the worst k(nδ) of each stratum.

    Newton's method on the concave function of s, within a bracket that each derivative narrows; converged strata are
    dropped.
    """
    at = np.flatnonzero(epsilon <= REACH[map] - low)
    spread = variance[at] + (REACH[map] - low[at]) * epsilon / 3
    best = np.full(len(low), math.inf)
    best[at] = epsilon**2 / np.maximum(2 * spread, 1e-300)
    left, right = np.zeros(len(at)), np.minimum(_LARGEST_S, -math.log(_ROUNDING) / np.maximum(1 - low[at], 0.1))
    s = np.clip(epsilon / np.maximum(spread, 1e-300), 1e-100, right)
    ends = right
    for _ in range(_STEPS):
        if not len(at):
            break
        n_terms = _n_terms(s.max())
        terms = _signed_terms(block, sign, n_terms + -n_terms % _TOGETHER)[: n_terms + 1, at]
        value, slope, curvature = _rate(s, terms, low[at], high[at], epsilon, map)
        best[at] = np.fmax(best[at], value)
        left, right = np.where(slope > 0, s, left), np.where(slope < 0, s, right)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            newton = s - slope / curvature
        inside = (newton > left) & (newton < right) & (curvature < 0)
        step = np.where(inside, newton, np.where(left > 0, np.sqrt(left * right), right / 8))
        step = np.where((slope > 0) & (newton >= ends), ends, step)
        step = np.maximum(step, 1e-300)  # so that its inverse is finite
        on = (np.abs(newton - s) > 1e-5 * s) & (np.abs(step - s) > 1e-5 * s)
        at, s, left, right, ends = (each[on] for each in (at, step, left, right, ends))
    return best


def _rate(
    s: np.ndarray, terms: np.ndarray, low: np.ndarray, high: np.ndarray, epsilon: float, map: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """s(c + ε) − log M(s) at its smallest c in [low, high], and about its first two derivatives in s."""
    n_terms = len(terms) - 1
    sizes = np.ones((n_terms + 5, len(s)))  # Iₙ(s)/I₀(s) for n = −2, …, n_terms + 2; beyond n_terms taken as 0
    sizes[-2:] = 0.0
    inverse, before = 2 / s, sizes[-1]
    for n in range(n_terms, 0, -1):
        np.multiply(inverse, n, out=sizes[n + 2])
        np.reciprocal(sizes[n + 2] + before, out=sizes[n + 2])
        before = sizes[n + 2]
    ratio = before
    for n in range(2, n_terms + 1):
        sizes[n + 2] *= sizes[n + 1]  # four times as fast as a cumulative product
    sizes[:2] = sizes[4:2:-1]
    sums = [2 * np.einsum("ns,ns->s", terms, sizes[k : k + n_terms + 1]) - sizes[k] for k in range(5)]
    rest = np.einsum("ns,ns->s", terms[2:], sizes[4:-2]) / ratio
    scale = special.i0e(s)  # I₀(s) e^{−s}; all quantities here are divided by I₀(s)
    allowance = _ROUNDING / scale
    # Iₙ′ = (Iₙ₋₁ + Iₙ₊₁)/2, twice for the second derivative
    shifted = sums[2], (sums[1] + sums[3]) / 2, (sums[0] + 2 * sums[2] + sums[4]) / 4
    moments = [each + allowance for each in shifted]
    without = 1 + 2 * ratio * rest + allowance  # M without its k(δ): M = without + 2 (I₁/I₀) c
    c = np.clip(1 / s - without / (2 * ratio), low, high)
    log_m = np.log1p(2 * ratio * (c + rest) + allowance) + np.log(scale) + s
    value = s * (c + epsilon) - log_m
    mean, square = moments[1] / moments[0], moments[2] / moments[0]
    slope, curvature = (low + high) / 2 + epsilon - mean, mean**2 - square
    if map == "offset":
        value = value - np.log(scale) - s
        slope, curvature = slope - ratio, curvature - (1 - ratio / s - ratio**2)
    return value, slope, curvature


def _n_terms(s: float) -> int:
    """Number of Bessel functions needed at s: the next is below 10⁻¹⁷ of the first."""
    return math.ceil(6 + 9.2 * math.sqrt(s))


@lru_cache(maxsize=16)  # of a figure's one block, both tails; of more blocks the newest, of at most 1.3 MB each
def _signed_terms(block: Block, sign: int, n_terms: int) -> np.ndarray:
    """1, ±k(δ), k(2δ), ±k(3δ), … at their largest, k(δ) at its middle."""
    terms = [np.ones(len(block.counts)), sign * np.add(*block.term(1)) / 2]
    for n in range(2, n_terms + 1):
        low, high = block.term(n)
        terms.append(-low if sign < 0 and n % 2 else high)
    return np.array(terms)
