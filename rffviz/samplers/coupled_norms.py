"""Orthogonal features with coupled norms: antithetic pairs, or strata of their distribution within a block or over all
frequencies."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.orthogonal import haar_blocks, turning_refused
from rffviz.samplers.record import Draw, FrequencySample, Scheme, evenly_weighted, inside


def _pairs(n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """u and 1 − u for rows 2i and 2i + 1, which lie in one block if d is even."""
    u = rng.random(-(-n_freqs // 2))
    return np.stack([u, 1 - u], axis=1).ravel()[:n_freqs]


def _strata(n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """(π(i) + U)/d with a new permutation π in each block of d; an incomplete last block has only some of the
    strata."""
    order_rng, place_rng = rng.spawn(2)
    order = order_rng.random((-(-n_freqs // d), d)).argsort(axis=1).ravel()[:n_freqs]
    return (order + place_rng.random(n_freqs)) / d


def _strata_of_all(n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """(π(i) + U)/m with one permutation π: each of m strata holds one."""
    return _strata(n_freqs, n_freqs, rng)


def _draw_by(uniforms: Callable[..., np.ndarray], nested: bool) -> Draw:
    """The draw W = S Q in blocks of d rows: Q Haar, S_ii = F⁻¹(u_i), F the CDF of ‖ω‖, u the coupled `uniforms`.

    Each u_i alone is uniform and independent of the directions, so each row is a draw from p: unbiased. Coupled norms
    compensate each other, which removes most of their contribution to the variance: the root mean square error over
    pairs falls by an eighth, the largest error hardly at all. On Diabetes (d = 10, m = 200, median ℓ, 200 seeds) the
    former is .0162 for independent radii, .0142 in pairs, .0143 in strata, .0141 in strata over all, ±.0002; the latter
    .119 for independent radii and .116 for each coupling, ±.0014. In one dimension strata within a block have no
    effect. O(md²). Source: for pairs Reid, Markou, Choromanski, Turner & Weller 2025, "Variance-Reducing Couplings for
    Random Features", where 1 − u is the best partner for two orthogonal frequencies; stratification is the classical
    alternative.
    """

    def draw(
        kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool
    ) -> FrequencySample:
        direction_rng, radius_rng, phase_rng = rng.spawn(3)
        radii = kernel.radius_quantile(inside(uniforms(n_freqs, d, radius_rng)), d)
        W = haar_blocks(n_freqs, d, direction_rng) * radii[:, None]
        return evenly_weighted(W, phase_rng, with_phases, unbiased=True, nested=nested)

    return draw


ORTHOGONAL_PAIRS = Scheme(
    name="orthogonal_pairs",
    label="Orthogonal, paired norms",
    explanation="Orthogonal directions with radii in pairs: a large norm is followed by a small one, at the "
    "opposite quantile of the radius distribution. The mean squared error falls, the largest error hardly.",
    draw=_draw_by(_pairs, nested=True),
    refusal=turning_refused,
)

ORTHOGONAL_STRATA = Scheme(
    name="orthogonal_strata",
    label="Orthogonal, stratified norms",
    explanation="Orthogonal directions with one radius from each of d equally likely ranges in every block, in random "
    "order. The mean squared error falls, the largest error hardly.",
    draw=_draw_by(_strata, nested=True),
    refusal=turning_refused,
)

ORTHOGONAL_STRATA_ALL = Scheme(
    name="orthogonal_strata_all",
    label="Orthogonal, all norms stratified",
    explanation="Orthogonal directions with one radius from each of D equally likely ranges, in random order. "
    "The mean squared error falls, the largest error hardly; a draw does not extend a smaller one.",
    draw=_draw_by(_strata_of_all, nested=False),
    refusal=turning_refused,
)
