"""Random ortho-matrices with one complex diagonal; their real and imaginary parts are the frequencies."""

from __future__ import annotations

import numpy as np

from rffviz.foundation.notes import note
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.fastfood import padded_blocks, random_signs, sorf_refused, structured_sample
from rffviz.samplers.record import FrequencySample, Scheme, uniforms
from rffviz.samplers.structured import Structured


def _draw(
    kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool
) -> FrequencySample:
    """W = (√(2p)/ℓ) Re and Im of H U H D₂ H D₁, H orthonormal, D_i signs, U = diag e^{iθ}, θ uniform, p the padded d.

    SORF has signs in place of U (the source's S-Rademacher matrix; this is its hybrid) and takes p frequencies from a
    matrix; this takes 2p, the real parts of all rows, then the imaginary ones. With v = H D₂ H D₁ δ/ℓ

        E cos(ω·δ) = E Π_j J₀(√2 v_j) = E Π_j (1 − v_j²/2 + v_j⁴/16 − …),

    where SORF has Π cos v_j, with v_j⁴/24, and the kernel Π exp(−v_j²/2), with v_j⁴/8: biased like SORF, by three
    quarters as much for small v. At r = 1.5ℓ along an axis −0.17 at d = 2, −0.10 at 4, −0.023 at 16, where SORF has
    −0.25, −0.15 and −0.027. Applied directly to the data, U would scale whole coordinates by √2 cos θ: a bias of +0.10
    along an axis at d = 64. Rows of the complex matrix are orthogonal; their real parts are only nearly so, of norm
    √p/ℓ on average. The source proves a smaller error for projections and the angular kernel, not for cosines. An
    incomplete matrix keeps its first rows, whereas the source samples rows without replacement: each row has the same
    marginal distribution either way. For Gaussian mixtures each row is scaled by its own mixing factor. O(m log d) to
    apply. Nested. Source: Choromanski, Rowland & Weller 2017, "The Unreasonable Effectiveness of Structured Random
    Orthogonal Embeddings", section 2.
    """
    blocks, p = padded_blocks(d, n_freqs)
    sign_rng, angle_rng, mixing_rng, phase_rng = rng.spawn(4)
    pairs = -(-blocks // 2)
    signs = random_signs((pairs, 2, p), sign_rng)
    angles = 2 * np.pi * uniforms(angle_rng.random((pairs, p)))
    parts = [np.concatenate([signs, part(angles)[:, None]], axis=1) for part in (np.cos, np.sin)]
    fast = Structured(
        d,
        diagonals=np.stack(parts, axis=1).reshape(2 * pairs, 3, p)[:blocks],
        scale=np.array(kernel.normal_scale(n_freqs, mixing_rng)) * np.sqrt(2) / p,  # √(2p) over √p³
    )
    return structured_sample(fast, phase_rng, with_phases, False, note("signs_and_phases"))


ROM = Scheme(
    name="rom",
    label="ROM, complex",
    explanation="A random ortho-matrix as in SORF, with random phases in place of the last signs: its real and "
    "imaginary parts are twice as many frequencies. Norms vary, and the bias in few dimensions is smaller.",
    draw=_draw,
    square=8,
    refusal=sorf_refused,
)
