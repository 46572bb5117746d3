"""Mistakes of arithmetic: too few bits, rows that overflowed or were never filled."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose.specimens.record import mistake, needs_kernel
from rffviz.kernels import Kernel


@mistake("8-bit frequencies", "rows", d=1, n_freqs=4000, refusal=needs_kernel("gaussian"))
def eight_bits(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Coordinates rounded to 256 levels between −4/ℓ and 4/ℓ."""
    step = 8 / 255 / kernel.length_scale
    return np.clip(np.round(kernel.sample(n_freqs, d, rng) / step), -127, 127) * step


@mistake("16-bit floats", "rows", expected="costly", d=1, n_freqs=8000, refusal=needs_kernel("gaussian"))
def half_precision(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies kept as 16-bit floats: some of many in one dimension are equal; unbiased, but worth fewer draws."""
    return kernel.sample(n_freqs, d, rng).astype(np.float16)


@mistake("whole numbers", "rows", "radius", "scale", d=2, n_freqs=4000)
def whole_frequencies(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies rounded to whole multiples of 1/ℓ: the estimate is periodic with period 2πℓ."""
    return np.round(kernel.sample(n_freqs, d, rng) * kernel.length_scale) / kernel.length_scale


@mistake("one huge row", "extremes", d=10, refusal=needs_kernel("gaussian", "cauchy"))
def huge_row(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """One frequency is a million times too large."""
    W = kernel.sample(n_freqs, d, rng)
    W[rng.integers(n_freqs)] *= 1e6
    return W


@mistake("one row of zeros", "extremes", d=10)
def zero_row(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """An array made one row too long and never filled: its last frequency is 0."""
    W = kernel.sample(n_freqs, d, rng)
    W[-1] = 0
    return W


@mistake("block of zeros", "rows", "extremes", "radius", d=10)
def zero_block(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The last tenth of the rows was never filled."""
    W = kernel.sample(n_freqs, d, rng)
    W[-max(1, n_freqs // 10) :] = 0
    return W


@mistake("overflow clipped", "extremes", d=10)
def overflow(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """One coordinate overflowed and was set to the largest 32-bit float."""
    W = kernel.sample(n_freqs, d, rng)
    W[rng.integers(n_freqs), rng.integers(d)] = np.finfo(np.float32).max
    return W
