"""Monte Carlo: independent draws from the spectral measure."""

from __future__ import annotations

import numpy as np

from rffviz.samplers.record import FrequencySample, Scheme


def _draw(kernel, d, n_freqs, rng, with_phases):
    """ω_j iid from p, weights 1/m, phases iid uniform (Rahimi & Recht 2007, Algorithm 1). Unbiased, nested; O(md)."""
    frequency_rng, phase_rng = rng.spawn(2)
    return FrequencySample(
        W=kernel.sample(n_freqs, d, frequency_rng),
        weights=np.full(n_freqs, 1 / n_freqs),
        unbiased=True,
        nested=True,
        phases=phase_rng.uniform(0, 2 * np.pi, n_freqs) if with_phases else None,
    )


MONTE_CARLO = Scheme(
    name="monte_carlo",
    label="Monte Carlo",
    explanation="Independent draws from the kernel's spectral measure, all with the same weight. "
    "This is what Rahimi and Recht proposed and the only scheme their bound speaks of.",
    draw=_draw,
    monte_carlo=True,
)
