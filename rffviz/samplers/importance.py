"""Weighted frequencies: importance sampling by Claim 1 of Li et al., and by leverage scores of the data."""

from __future__ import annotations

import numpy as np
from scipy import linalg

from rffviz.foundation.notes import note
from rffviz.foundation.sincos import cos_sin
from rffviz.kernels import Kernel
from rffviz.samplers.record import FrequencySample, Scheme, gaussian, refused_unless, with_uniform_phases
from rffviz.theory.optimal_density import VARIANCE, acceptance, thinning

_POOL, _MOST_POINTS, _RIDGE = 8, 400, 1e-3


def _draw_importance(
    kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool, X: np.ndarray | None
) -> FrequencySample:
    """ω_j i.i.d. from q ∝ √(e^{−ℓ²‖ω‖²} + e^{−(ℓ²+2σ₀²)‖ω‖²}) with weights p/(m q), q normalised.

    q/p = √(½(1 + e^{−2σ₀²‖ω‖²}))/c lies between √½ and 1 over c: by rejection from p, which accepts at least 71 % of
    proposals. σ₀² is the variance of a coordinate of x₁ − x₂: twice that of the data, averaged over coordinates, or 2
    without data. Unbiased; Σ weights is 1 only on average, so z(x)·z(x) is not exactly 1. Nested. O(md). Source: Li et
    al. 2019, Claim 1.
    """
    candidate_rng, phase_rng = rng.spawn(2)
    variance = VARIANCE if X is None else 2 * float(X.var(axis=0).mean())
    normaliser = acceptance(kernel.length_scale, d, variance)
    kept, n_kept = [], 0
    while n_kept < n_freqs:
        batch_rng = candidate_rng.spawn(1)[0]
        frequency_rng, coin_rng = batch_rng.spawn(2)
        W = kernel.sample(256, d, frequency_rng)  # batches of fixed size keep draws nested
        keep = coin_rng.uniform(size=256) < thinning(np.square(W).sum(axis=1), variance)
        kept.append(W[keep])
        n_kept += int(keep.sum())
    W = np.concatenate(kept)[:n_freqs]
    weights = normaliser / thinning(np.square(W).sum(axis=1), variance) / n_freqs
    notes = note("variance_of_differences", variance=variance), note("weights_vary")
    return with_uniform_phases(W, weights, phase_rng, with_phases, notes, unbiased=True, nested=True)


def leverage_scores(W: np.ndarray, X: np.ndarray, kernel: Kernel, ridge: float) -> np.ndarray:
    """z(ω)*(K + nλI)⁻¹z(ω) for z(ω) = (exp(iω·x_1), …): (n cos- and sin-parts together), shape (m,).

    Source: Avron, Kapralov, Musco, Musco, Velingker & Zandieh 2017, Definition 3, with nλ for their λ.
    """
    n = len(X)
    factor = linalg.cholesky(kernel(X) + n * ridge * np.eye(n), lower=True)
    inverse = linalg.solve_triangular(factor, np.eye(n), lower=True)  # well conditioned, so one product suffices
    angles = X @ W.T
    sin = np.empty_like(angles)
    cos_sin(angles, angles, sin)
    halves = (inverse @ part for part in (angles, sin))
    return sum(np.einsum("ij,ij->j", half, half) for half in halves)


def _draw_leverage(
    kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool, X: np.ndarray
) -> FrequencySample:
    """m of a pool of 8m draws from p, with replacement and probability ∝ τ(ω), reweighted by p/q.

    τ(ω) = z(ω)*(K + nλI)⁻¹z(ω) is the ridge leverage score over p, n the points used (at most 400 of them) and λ =
    10⁻³: Li, Ton, Oglic and Sejdinovic's convention, whose nλ is Avron et al.'s λ. Weights (mean of τ over the pool)/(m
    τ_j): given the pool, the estimate is unbiased for the pool's average, which is unbiased for k. Without the weights
    it would estimate another kernel. Not nested: the pool grows with m. O(n²m + n³). Source: Avron et al. 2017, section
    4; Li, Ton, Oglic & Sejdinovic 2019, Algorithm 1 (not verified against the paper).
    """
    pool_rng, point_rng, choice_rng, phase_rng = rng.spawn(4)
    if len(X) > _MOST_POINTS:
        X = X[point_rng.permutation(len(X))[:_MOST_POINTS]]
    pool = kernel.sample(_POOL * n_freqs, d, pool_rng)
    scores = np.concatenate(
        [leverage_scores(part, X, kernel, _RIDGE) for part in np.array_split(pool, -(-len(pool) // 4096))]
    )
    chosen = choice_rng.choice(len(pool), n_freqs, p=scores / scores.sum())
    weights = scores.mean() / scores[chosen] / n_freqs
    pool_notes = note("drawn_from_pool", n_pool=len(pool)), note("leverage", n_points=len(X), ridge=_RIDGE)
    notes = (*pool_notes, note("weights_vary"))
    return with_uniform_phases(pool[chosen], weights, phase_rng, with_phases, notes, unbiased=True, nested=False)


IMPORTANCE = Scheme(
    name="importance",
    label="Importance (Claim 1)",
    explanation="Large frequencies are drawn less often and weighted up in return: the density with the smallest "
    "error for scaled normal data. Weights vary by a factor of √2 at most, so the effect is small.",
    draw=_draw_importance,
    refusal=refused_unless(
        gaussian, "The claim is derived for normal frequencies; those of the {kernel} kernel are not normal."
    ),
    takes_data=True,
)

LEVERAGE = Scheme(
    name="leverage",
    label="Leverage scores",
    explanation="Frequencies drawn by their leverage in the kernel matrix of the data, and reweighted. They suit "
    "ridge regression on these data, not the largest error over pairs.",
    draw=_draw_leverage,
    takes_data=True,
    needs_data=True,
)
