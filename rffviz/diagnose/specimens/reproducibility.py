"""Mistakes with the generator: the same seed gives different draws, or different seeds the same draw."""

from __future__ import annotations

import itertools
import time

import numpy as np
from scipy.stats import qmc

from rffviz.diagnose.specimens.record import mistake, n_blocks, needs_isotropy, orthogonal_blocks
from rffviz.kernels import Kernel
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.record import inside

_calls = itertools.count()
_next_point = itertools.count(1, 64)


@mistake("the generator ignored", "reproducibility")
def ignores_generator(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The seed is fixed to 0 and the given one ignored: every seed gives the same draw."""
    return kernel.sample(n_freqs, d, np.random.default_rng(0))


@mistake("numpy's global generator", "reproducibility", reproducible=False)
def global_state(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Draws from numpy's global generator: the same seed gives another draw each time."""
    return kernel.sample(n_freqs, d, np.random.default_rng(np.random.randint(2**31 - 1)))  # noqa: NPY002


@mistake("seeded by a counter", "reproducibility", reproducible=False)
def counter_seeded(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A counter of calls is the seed."""
    return kernel.sample(n_freqs, d, np.random.default_rng(next(_calls)))


@mistake("seeded by the clock", "reproducibility", reproducible=False)
def time_seeded(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The clock is the seed."""
    return kernel.sample(n_freqs, d, np.random.default_rng(time.perf_counter_ns()))


@mistake("one bit of the seed", "reproducibility")
def one_bit_of_the_seed(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Only one bit of the seed is used: there are two different draws, however many seeds."""
    return kernel.sample(n_freqs, d, np.random.default_rng(rng.integers(2)))


@mistake("rows shared between seeds", "reproducibility")
def rows_shared(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The first half of the rows is the same for every seed."""
    half = n_freqs // 2
    W = kernel.sample(n_freqs, d, rng)
    W[:half] = kernel.sample(n_freqs, d, np.random.default_rng(0))[:half]
    return W


@mistake("norms shared between seeds", "reproducibility")
def lengths_shared(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Every seed flips signs of the same frequencies: all coordinates keep their magnitudes."""
    return kernel.sample(n_freqs, d, np.random.default_rng(0)) * rng.choice([-1.0, 1.0], (n_freqs, d))


@mistake("one orthogonal matrix for all seeds", "reproducibility", d=8, n_freqs=8, refusal=needs_isotropy)
def matrix_shared(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Orthogonal blocks from a seed of their own: only the norms are drawn anew."""
    directions = orthogonal_blocks(n_freqs, d, np.random.default_rng(0).spawn(n_blocks(n_freqs, d)))
    return directions * kernel.sample_radius(n_freqs, d, rng)[:, None]


@mistake("the next points for each seed", "reproducibility", reproducible=False)
def next_points(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """One low-discrepancy sequence that continues with each call, instead of being scrambled anew by each seed."""
    engine = qmc.Halton(kernel.n_uniforms(d), scramble=True, rng=np.random.default_rng(0))
    engine.fast_forward(next(_next_point))
    return kernel.from_uniforms(inside(engine.random(n_freqs)), d)
