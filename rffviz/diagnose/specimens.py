"""Schemes with a known mistake, for learning to see it; only the page of diagnostics has them."""

from __future__ import annotations

import math

import numpy as np

from rffviz.kernels import Kernel
from rffviz.samplers import draw
from rffviz.samplers.record import FrequencySample, Scheme, evenly_weighted, isotropic, refused_unless


def _wrong_side(kernel, d, n_freqs, rng, with_phases):
    """W = Q S with the radii on the columns of each block: rows are no longer radius times uniform direction."""
    blocks = []
    for block_rng in rng.spawn(-(-n_freqs // d)):
        q, r = np.linalg.qr(block_rng.standard_normal((d, d)))
        q = q * np.sign(np.diag(r))
        blocks.append(q * kernel.sample_radius(d, d, block_rng))
    return evenly_weighted(np.concatenate(blocks)[:n_freqs], rng, with_phases, unbiased=True, nested=False)


def _one_tall_factor(kernel, d, n_freqs, rng, with_phases):
    """Q of one QR of an m × d matrix, scaled by √m: columns are orthogonal where rows should be."""
    q, r = np.linalg.qr(rng.standard_normal((max(n_freqs, d), d)))
    W = q * np.sign(np.diag(r)) * math.sqrt(max(n_freqs, d))
    return evenly_weighted(
        W[:n_freqs] * math.sqrt(kernel.second_moment(d) / d), rng, with_phases, unbiased=True, nested=False
    )


def _coordinate_twice(kernel, d, n_freqs, rng, with_phases):
    """The first coordinate stands in the place of the last too."""
    W = kernel.sample(n_freqs, d, rng)
    W[:, -1] = W[:, 0]
    return evenly_weighted(W, rng, with_phases, unbiased=True, nested=False)


def _two_gammas(kernel, d, n_freqs, rng, with_phases):
    """N(0, γI) for exp(−γ‖δ‖²), whose frequencies are N(0, 2γI): all too short by √2."""
    return evenly_weighted(kernel.sample(n_freqs, d, rng) / math.sqrt(2), rng, with_phases, unbiased=True, nested=False)


def _mixing_a_coordinate(kernel, d, n_freqs, rng, with_phases):
    """Each coordinate is drawn as if it were alone: one mixing variable per coordinate, not one per frequency."""
    columns = [kernel.sample(n_freqs, 1, each) for each in rng.spawn(d)]
    return evenly_weighted(np.concatenate(columns, axis=1), rng, with_phases, unbiased=True, nested=False)


_needs_isotropy = refused_unless(
    isotropic,
    "This mistake is made with kernels of the Euclidean distance; the {kernel} kernel is a product.",
)


def _needs_variance(kernel, d):
    if not math.isfinite(kernel.second_moment(d)):
        return f"This mistake needs frequencies with a variance; those of the {kernel.label} kernel have none here."
    return _needs_isotropy(kernel, d)


def _needs_mixing(kernel, d):
    if kernel.n_uniforms(d) == d:
        return f"The {kernel.label} kernel has no mixing variable to get wrong: try the Matérn kernel."
    return "In one dimension the mistake makes no difference." if d == 1 else ""


SPECIMENS: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme(
            name="wrong_side",
            label="Mistake: radii on the wrong side",
            explanation="Orthogonal directions whose radii scale the columns of each block instead of its rows. "
            "Along the axes it looks right; the lengths of the frequencies give it away.",
            draw=_wrong_side,
            refusal=_needs_isotropy,
        ),
        Scheme(
            name="one_tall_factor",
            label="Mistake: QR of one tall matrix",
            explanation="The orthogonal factor of a single tall matrix, mistaken for blocks of orthogonal rows. "
            "Its columns are orthogonal, its rows are not, and their lengths do not follow their law.",
            draw=_one_tall_factor,
            refusal=_needs_variance,
        ),
        Scheme(
            name="two_gammas",
            label="Mistake: √2 forgotten",
            explanation="Frequencies drawn from N(0, γI) where exp(−γ‖δ‖²) wants N(0, 2γI). "
            "On test points where the kernel is near 1 nobody notices.",
            draw=_two_gammas,
        ),
        Scheme(
            name="coordinate_twice",
            label="Mistake: one coordinate twice",
            explanation="Independent draws whose last coordinate repeats the first. "
            "Lengths and means hardly change; the correlations show it at once.",
            draw=_coordinate_twice,
            refusal=refused_unless(lambda kernel, d: d > 1, "In one dimension there is no second coordinate."),
        ),
        Scheme(
            name="mixing_a_coordinate",
            label="Mistake: mixing each coordinate",
            explanation="A mixing variable for each coordinate where the kernel has one for each frequency. "
            "Every coordinate alone is right, and the kernel is another.",
            draw=_mixing_a_coordinate,
            refusal=_needs_mixing,
        ),
    )
}
"""Name → a scheme that claims to be right and is not."""


def replicate(name: str, kernel: Kernel, d: int, n_freqs: int, seed: int, X=None) -> FrequencySample:
    """The sample of one seed, of a scheme of `SAMPLERS` or of `SPECIMENS`."""
    rng = np.random.default_rng(seed)
    if name in SPECIMENS:
        return SPECIMENS[name].draw(kernel, d, n_freqs, rng, False)
    return draw(name, kernel, d, n_freqs, rng, X=X)
