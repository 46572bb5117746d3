"""Mistakes in the phases of the offset map; the frequencies are correct."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose.specimens.record import Phased, mistake
from rffviz.kernels import Kernel


@mistake("phases all 0", "phases")
def phases_zero(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """No phases: the estimate is of k(x − y) + k(x + y)."""
    return kernel.sample(n_freqs, d, rng), None, np.zeros(n_freqs)


@mistake("phases in turns", "phases")
def phases_in_turns(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """Phases uniform in [0, 1), as turns, where the cosine takes radians."""
    return kernel.sample(n_freqs, d, rng), None, rng.uniform(0, 1, n_freqs)


@mistake("phases in an eighth", "phases")
def phases_in_an_eighth(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """Phases in [0, π/4]; phases in [0, π] would be correct, as cos(a + π) = −cos(a)."""
    return kernel.sample(n_freqs, d, rng), None, rng.uniform(0, np.pi / 4, n_freqs)


@mistake("one phase for all rows", "phases", expected="costly")
def phase_shared(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """One uniform phase for all frequencies: unbiased over seeds, but no single draw converges to the kernel."""
    return kernel.sample(n_freqs, d, rng), None, np.full(n_freqs, rng.uniform(0, 2 * np.pi))


@mistake("phases tied to the frequencies", "phases")
def phases_tied(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """The first coordinate of ℓω is the phase too: the same random numbers are used for both."""
    W = kernel.sample(n_freqs, d, rng)
    return W, None, W[:, 0] * kernel.length_scale


@mistake("normal phases", "phases")
def phases_normal(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """Standard normal phases where they should be uniform."""
    return kernel.sample(n_freqs, d, rng), None, rng.standard_normal(n_freqs)
