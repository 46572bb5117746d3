"""Monte Carlo: independent draws from the spectral measure."""

from __future__ import annotations

import numpy as np

from rffviz.kernels import Kernel
from rffviz.samplers.record import FrequencySample, Scheme, evenly_weighted


def _draw(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool) -> FrequencySample:
    """ω_j i.i.d. from p, weights 1/m, phases i.i.d. uniform (Rahimi & Recht 2007, Algorithm 1). Unbiased, nested;
    O(md)."""
    frequency_rng, phase_rng = rng.spawn(2)
    W = kernel.sample(n_freqs, d, frequency_rng)
    return evenly_weighted(W, phase_rng, with_phases, unbiased=True, nested=True)


MONTE_CARLO = Scheme(
    name="monte_carlo",
    label="Monte Carlo",
    explanation="Independent draws from the kernel's spectral measure, all with the same weight. "
    "Proposed by Rahimi and Recht, and the only scheme for which their bound is proved.",
    draw=_draw,
    monte_carlo=True,
)
