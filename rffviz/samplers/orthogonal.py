"""Orthogonal random features: orthogonal directions, independent norms."""

from __future__ import annotations

import numpy as np

from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.record import FrequencySample, Scheme, evenly_weighted, isotropic, refused_unless
from rffviz.samplers.stages import stage


def haar_rows(n_rows: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """The first `n_rows` ≤ d rows of a Haar-distributed orthogonal d × d matrix.

    Householder QR works column by column, so the leading columns of Q depend only on the leading columns of its input:
    draws are nested. R's diagonal is made positive, without which Q is not Haar.
    """
    q, r = np.linalg.qr(rng.standard_normal((n_rows, d)).T)
    return (q * np.where(np.diag(r) < 0, -1.0, 1.0)).T


@stage("directions")
def haar_blocks(n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """`n_freqs` unit rows in independent blocks of d orthogonal ones, nested; O(md²)."""
    starts = range(0, n_freqs, d)
    streams = zip(starts, rng.spawn(len(starts)), strict=True)
    return np.concatenate([haar_rows(min(d, n_freqs - start), d, block_rng) for start, block_rng in streams])


def _draw(
    kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool
) -> FrequencySample:
    """W = S Q in blocks of d rows: Q Haar, S the i.i.d. norms ‖ω‖ of the kernel, scaling the **rows**.

    Each row alone is a draw from p, so the estimate is unbiased; rows of one block are orthogonal. Nested.
    O(md²) for the blocks. Source: Yu, Suresh, Choromanski, Holtmann-Rice & Kumar 2016, section 3.
    """
    direction_rng, radius_rng, phase_rng = rng.spawn(3)
    W = haar_blocks(n_freqs, d, direction_rng) * stage("norms")(kernel.sample_radius)(n_freqs, d, radius_rng)[:, None]
    return evenly_weighted(W, phase_rng, with_phases, unbiased=True, nested=True)


turning_refused = refused_unless(
    isotropic,
    "Orthogonal features need a kernel of the Euclidean distance alone; the {kernel} kernel depends on the "
    "direction, too, so rotating its frequencies would give another kernel.",
)

ORTHOGONAL = Scheme(
    name="orthogonal",
    label="Orthogonal",
    explanation="Orthogonal directions within every block of d frequencies, with the norms of independent draws. "
    "Each frequency has the correct distribution, and together they cover the directions evenly.",
    draw=_draw,
    refusal=turning_refused,
)
