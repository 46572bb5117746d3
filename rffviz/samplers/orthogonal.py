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
    return _turned(rng.standard_normal((n_rows, d)))


def _turned(normals: np.ndarray) -> np.ndarray:
    """Haar rows of each matrix of a stack of normals."""
    q, r = np.linalg.qr(normals.swapaxes(-1, -2))
    signs = np.where(np.diagonal(r, axis1=-2, axis2=-1) < 0, -1.0, 1.0)
    return (q * signs[..., None, :]).swapaxes(-1, -2)


@stage("directions")
def haar_blocks(n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """`n_freqs` unit rows in independent blocks of d orthogonal ones, nested; O(md²)."""
    n_blocks, rest = divmod(n_freqs, d)
    streams = rng.spawn(n_blocks + (rest > 0))
    together = -(-4096 // d**2)  # of few dimensions many blocks at a time: a call costs more than a small matrix
    rows = np.empty((n_freqs, d))
    for first in range(0, n_blocks, together):
        part = streams[first : min(first + together, n_blocks)]
        normals = np.stack([stream.standard_normal((d, d)) for stream in part])
        rows[first * d : (first + len(part)) * d] = _turned(normals).reshape(-1, d)
    if rest:
        rows[n_blocks * d :] = haar_rows(rest, d, streams[-1])
    return rows


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
