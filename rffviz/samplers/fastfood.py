"""Fastfood and structured orthogonal features: products of random signs, permutations and Hadamard matrices."""

from __future__ import annotations

import numpy as np

from rffviz.foundation.notes import Note, note
from rffviz.kernels import Kernel
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.record import (
    FrequencySample,
    Scheme,
    and_in,
    evenly_weighted,
    isotropic,
    mixes_gaussians,
    refused_unless,
)
from rffviz.samplers.stages import stage
from rffviz.samplers.structured import Structured


def structured_sample(
    fast: Structured, phase_rng: np.random.Generator, with_phases: bool, unbiased: bool, *notes: Note
) -> FrequencySample:
    """The record of structured frequencies, dense and as a fast product, with a note if dimensions are padded."""
    if fast.size != fast.d:
        notes = (note("padded", d=fast.d, padded=fast.size), *notes)
    return evenly_weighted(fast.dense(), phase_rng, with_phases, unbiased=unbiased, nested=True, notes=notes, fast=fast)


def padded_blocks(d: int, n_freqs: int) -> tuple[int, int]:
    """The number of blocks, and the padded dimension p (the number of frequencies per block)."""
    p = 1 << (d - 1).bit_length()
    return -(-n_freqs // p), p


@stage("signs")
def random_signs(shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """Fair signs ±1."""
    return np.where(rng.random(shape) < 0.5, -1.0, 1.0)


def _draw_fastfood(
    kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool
) -> FrequencySample:
    """V = (1/√p) S H G Π H B in each block: B signs, Π a permutation, G normal, H Hadamard, S the radii over ‖g‖.

    Row i has norm S_ii‖g‖ = r_i, drawn from the distribution of ‖ω‖ in p dimensions, and, given ‖g‖, a uniform
    direction: each row is a draw from the spectral measure, so the estimate is exactly unbiased. Truncated to d of p
    coordinates it still is, since the kernels are of the same family in every dimension. Rows of one block share signs,
    permutation and g: oblique to the axes the variance is **above** that of independent rows (0.65 to 0.72 against 0.40
    per frequency at r = 1.5ℓ and d = 16 to 64); along an axis, where all entries of H B have the same modulus, it is
    below (0.13). O(m log d) to apply. Nested. Source: Le, Sarlós & Smola 2013, section 3 (not verified against the
    paper).
    """
    blocks, p = padded_blocks(d, n_freqs)
    sign_rng, order_rng, normal_rng, radius_rng, phase_rng = rng.spawn(5)
    g = stage("normals")(normal_rng.standard_normal)((blocks, p))
    length = np.repeat(np.linalg.norm(g, axis=1), p)[:n_freqs] * np.sqrt(p)
    fast = Structured(
        d,
        diagonals=np.stack([random_signs((blocks, p), sign_rng), g], axis=1),
        scale=stage("norms", p)(kernel.sample_radius)(n_freqs, p, radius_rng) / length,
        order=order_rng.random((blocks, p)).argsort(axis=1),
    )
    return structured_sample(fast, phase_rng, with_phases, True)


def _draw_sorf(
    kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool
) -> FrequencySample:
    """W = (√p/ℓ) H D₁ H D₂ H D₃ in each block, H the orthonormal Hadamard matrix and D_i random signs, p the padded d.

    Rows of a block are orthogonal and all of the same norm √p/ℓ, whereas independent ones have χ_p/ℓ, and their
    directions come from signs alone: biased, strongly in low dimensions (at r = 1.5ℓ along an axis −0.25 at d = 2,
    −0.03 at 16, −0.008 at 64; along a diagonal −0.09 at d = 2). For Gaussian mixtures, which the source does not cover,
    each row is scaled by its own mixing factor. O(m log d) to apply. Nested. Source: Yu, Suresh, Choromanski,
    Holtmann-Rice & Kumar 2016, section 4.
    """
    blocks, p = padded_blocks(d, n_freqs)
    sign_rng, mixing_rng, phase_rng = rng.spawn(3)
    fast = Structured(
        d,
        diagonals=random_signs((blocks, 3, p), sign_rng),
        scale=np.array(kernel.normal_scale(n_freqs, mixing_rng)) / p,  # √p over the √p³ of three unnormalised H
    )
    return structured_sample(fast, phase_rng, with_phases, False, note("constant_norms"))


hadamard_refused = refused_unless(
    isotropic,
    "Hadamard blocks rotate frequencies, which needs a kernel of the Euclidean distance alone; the {kernel} kernel "
    "depends on the direction, too.",
)

_not_mixed = refused_unless(
    mixes_gaussians,
    "Rows of equal norm need normal frequencies or mixtures of them; those of the {kernel} kernel are not.",
)


def sorf_refused(kernel: Kernel, d: int) -> str:
    """Why Hadamard blocks with rows of equal norm are not defined for a kernel; empty if they are."""
    return hadamard_refused(kernel, d) or _not_mixed(kernel, d)


FASTFOOD = Scheme(
    name="fastfood",
    label="Fastfood",
    explanation="Products of random signs, a permutation and Hadamard matrices that act like a normal matrix and are "
    "applied far faster. Each frequency has the correct distribution; the variance of the estimate is larger than "
    "that of independent ones.",
    draw=_draw_fastfood,
    square=8,
    refusal=and_in(lambda d: padded_blocks(d, 1)[1], hadamard_refused),
)

SORF = Scheme(
    name="sorf",
    label="SORF",
    explanation="Structured orthogonal features: three Hadamard matrices with random signs between them. "
    "Fast and nearly as good as orthogonal ones in many dimensions, visibly wrong in few: all norms are the same.",
    draw=_draw_sorf,
    square=8,
    refusal=sorf_refused,
)
