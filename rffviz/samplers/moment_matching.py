"""Moment matching: independent draws, transformed to have exactly the right mean and covariance."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from scipy import linalg

from rffviz.foundation.notes import note
from rffviz.kernels import Kernel
from rffviz.samplers.record import FrequencySample, Scheme, alike_along_axes, evenly_weighted, refused_unless


def _draw(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool) -> FrequencySample:
    """W = σ√m U Vᵀ, from USVᵀ = W₀ − mean, W₀ independent draws and σ² = σ_p²/d: W₀ recentred and whitened.

    Mean 0 and covariance σ²I hold exactly for m > d. Biased by O(1/m), strongly if m is not far above d: at m = d + 1
    the frequencies are the vertices of a simplex. For m ≤ d singular values of 0 are left out, as by a pseudo-inverse:
    Σ‖ω‖² = m(m − 1)σ² in place of mdσ², so that the kernel is too wide. Not nested: each draw is whitened as a whole.
    O(md²). Source: Li et al. 2019, "Experiments" (method MM); Shen, Yang & Wang 2017.
    """
    frequency_rng, phase_rng = rng.spawn(2)
    W = kernel.sample(n_freqs, d, frequency_rng)
    U, S, V = linalg.svd(W - W.mean(axis=0), full_matrices=False)
    kept = S > S[0] * max(W.shape) * np.finfo(float).eps
    W = U[:, kept] @ V[kept] * math.sqrt(n_freqs * kernel.second_moment(d) / d)
    return evenly_weighted(W, phase_rng, with_phases, unbiased=False, nested=False, notes=[note("moments_are_exact")])


MOMENT_MATCHING = Scheme(
    name="moment_matching",
    label="Moment matching",
    explanation="Independent draws, recentred and whitened so that their mean and covariance are exact. It needs "
    "more frequencies than dimensions, and has a small bias that falls as 1/D.",
    draw=_draw,
    refusal=refused_unless(
        lambda kernel, d: alike_along_axes(kernel, d) and math.isfinite(kernel.second_moment(d)),
        "The frequencies of the {kernel} kernel have no finite variance that is the same along every axis.",
    ),
    least=lambda kernel, d: d + 2,
)

BY_PSEUDO_INVERSE = replace(
    MOMENT_MATCHING,
    name="moment_matching_by_pseudo_inverse",
    label="Moment matching by pseudo-inverse",
    explanation="Independent draws, recentred and whitened by a pseudo-inverse: with no more frequencies than "
    "dimensions their norms are too small, and the kernel too wide.",
    least=lambda kernel, d: 2,
)
"""Moment matching for any number of frequencies, for the tables of Li et al. 2019; not one of `SAMPLERS`."""
