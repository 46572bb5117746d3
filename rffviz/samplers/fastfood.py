"""Fastfood and structured orthogonal features: random matrices made of signs, permutations and Hadamard matrices."""

from __future__ import annotations

import numpy as np

from rffviz.samplers.record import FrequencySample, Scheme
from rffviz.samplers.structured import Block, Structured


def _sample(blocks, d, n_freqs, phases, unbiased, notes) -> FrequencySample:
    fast = Structured(tuple(blocks), n_freqs, d)
    if fast.size != d:
        notes = (f"The {d} dimensions are padded to {fast.size}, the next power of two.", *notes)
    return FrequencySample(
        W=fast.dense(),
        weights=np.full(n_freqs, 1 / n_freqs),
        unbiased=unbiased,
        nested=True,
        phases=phases,
        notes=tuple(notes),
        fast=fast,
    )


def _streams(d, n_freqs, rng, with_phases):
    """The padded dimension p, a generator for each block of p frequencies, and phases."""
    size = 1 << (d - 1).bit_length()
    block_rng, phase_rng = rng.spawn(2)
    phases = phase_rng.uniform(0, 2 * np.pi, n_freqs) if with_phases else None
    return size, block_rng.spawn(-(-n_freqs // size)), phases


def _signs(size, rng):
    return rng.choice([-1.0, 1.0], size)


def _draw_fastfood(kernel, d, n_freqs, rng, with_phases):
    """V = (1/√p) S H G Π H B a block: B signs, Π a permutation, G normal, H Hadamard, S the radii over ‖g‖.

    Row i has length S_ii‖g‖ = r_i, drawn from the kernel's law in p dimensions, and a uniform direction given g's: each
    row is a draw from p, so the estimate is exactly unbiased; cut to d of p coordinates it still is, the kernels being
    of one family in every dimension. Rows of one block share signs, permutation and g, and the variance is **above**
    that of independent rows (0.65 to 0.72 against 0.40 a frequency at r = 1.5ℓ). O(m log d) to apply. Nested.
    Source: Le, Sarlós & Smola 2013, section 3.
    """
    size, streams, phases = _streams(d, n_freqs, rng, with_phases)
    blocks = []
    for block_rng in streams:
        sign_rng, order_rng, normal_rng, radius_rng = block_rng.spawn(4)
        g = normal_rng.standard_normal(size)
        radius = kernel.sample_radius(size, size, radius_rng)
        scale = radius / (np.linalg.norm(g) * np.sqrt(size))
        blocks.append(Block((_signs(size, sign_rng), g), order_rng.permutation(size), scale))
    return _sample(blocks, d, n_freqs, phases, True, ())


def _draw_sorf(kernel, d, n_freqs, rng, with_phases):
    """W = (√p/ℓ) H D₁ H D₂ H D₃ a block, H the orthonormal Hadamard matrix and D_i random signs, p the padded d.

    Rows of a block are orthogonal and all of the same length √p/ℓ, where independent ones have χ_p/ℓ: biased, much in
    few dimensions (along an axis −0.25 at d = 2, −0.03 at 16, −0.008 at 64, at r = 1.5ℓ). For mixtures of normal laws
    each row is scaled by its own mixing factor. O(m log d) to apply. Nested.
    Source: Yu, Suresh, Choromanski, Holtmann-Rice & Kumar 2016, section 4.
    """
    size, streams, phases = _streams(d, n_freqs, rng, with_phases)
    blocks = []
    for block_rng in streams:
        sign_rng, mixing_rng = block_rng.spawn(2)
        factors = tuple(_signs(size, each) for each in sign_rng.spawn(3))
        blocks.append(Block(factors, None, np.array(kernel.normal_scale(size, mixing_rng)) / size))
    note = "Lengths are constant where they should vary: biased, much in few dimensions and hardly in many."
    return _sample(blocks, d, n_freqs, phases, False, (note,))


def _refusal(kernel, d):
    if not kernel.isotropic:
        return (
            "Hadamard blocks turn frequencies, which needs a kernel of the Euclidean distance alone; the "
            f"{kernel.label} kernel is a product over coordinates."
        )
    return ""


FASTFOOD = Scheme(
    name="fastfood",
    label="Fastfood",
    explanation="Products of random signs, a permutation and Hadamard matrices that act like a normal matrix and are "
    "applied far faster. Each frequency alone is a fair draw; together they vary more than independent ones.",
    draw=_draw_fastfood,
    refusal=_refusal,
)

SORF = Scheme(
    name="sorf",
    label="SORF",
    explanation="Structured orthogonal features: three Hadamard matrices with random signs between them. "
    "Fast and nearly as good as orthogonal ones in many dimensions, visibly wrong in few: all lengths are the same.",
    draw=_draw_sorf,
    refusal=_refusal,
)
