"""Moment matching: independent draws, transformed to have exactly the right mean and covariance."""

from __future__ import annotations

import math

import numpy as np
from scipy import linalg

from rffviz.foundation.notes import note
from rffviz.kernels import Kernel
from rffviz.samplers.record import FrequencySample, Scheme, alike_along_axes, evenly_weighted, refused_unless


def _draw(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool) -> FrequencySample:
    """W = σ (W₀ − mean) C^{−½}, W₀ independent draws, C their covariance (divided by m), σ² = σ_p²/d.

    Mean 0 and covariance σ²I hold exactly. Biased by O(1/m), strongly if m is not far above d: at m = d + 1 the
    frequencies are the vertices of a simplex. Not nested: each draw is whitened as a whole. O(md² + d³). Source: Li et
    al. 2019, "Experiments" (method MM); Shen, Yang & Wang 2017.
    """
    frequency_rng, phase_rng = rng.spawn(2)
    W = kernel.sample(n_freqs, d, frequency_rng)
    W -= W.mean(axis=0)
    values, vectors = linalg.eigh(W.T @ W / n_freqs)
    W = W @ (vectors / np.sqrt(values)) @ vectors.T * math.sqrt(kernel.second_moment(d) / d)
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
