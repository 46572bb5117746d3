"""Mistakes in the weights."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose.specimens.record import Weighted, mistake
from rffviz.kernels import Kernel


def wider_proposal(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator, factor: float = 0.8) -> Weighted:
    """Frequencies of the kernel at a shorter length scale, and p/q of each."""
    proposal = kernel.with_length_scale(factor * kernel.length_scale)
    W = proposal.sample(n_freqs, d, rng)
    return W, np.exp(kernel.log_spectral_density(W) - proposal.log_spectral_density(W))


@mistake("weights that add up to 2", "weights", "bias")
def weights_of_two(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Weights 2/m, as for the offset map, given to the paired one."""
    return kernel.sample(n_freqs, d, rng), np.full(n_freqs, 2 / n_freqs)


@mistake("weights of 1", "weights", "bias")
def weights_of_one(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Weights 1 instead of 1/m."""
    return kernel.sample(n_freqs, d, rng), np.ones(n_freqs)


@mistake("1/q forgotten", "radius", "scale", "bias")
def not_reweighted(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies drawn from a wider proposal, all with the same weight."""
    return wider_proposal(kernel, d, n_freqs, rng)[0]


@mistake("weights upside down", "radius", "bias", d=2, n_freqs=2000)
def inverse_weights(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Weights q/p instead of p/q, normalised to sum 1 and limited to a hundred."""
    W, ratio = wider_proposal(kernel, d, n_freqs, rng)
    weights = np.minimum(1 / ratio, 100)
    return W, weights / weights.sum()


@mistake("weights of the wrong power", "radius", "bias", d=2, n_freqs=4000)
def root_weights(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """√(p/q) instead of p/q, as if the weights were factors of the features."""
    W, ratio = wider_proposal(kernel, d, n_freqs, rng, 0.7)
    return W, np.sqrt(ratio) / np.sqrt(ratio).sum()


@mistake("weights by length", "radius", "bias", d=2, n_freqs=2000)
def weights_by_length(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Draws from the kernel's spectral density, additionally weighted by their norms, up to ten."""
    W = kernel.sample(n_freqs, d, rng)
    length = np.minimum(np.linalg.norm(W, axis=1) * kernel.length_scale, 10)
    return W, length / length.sum()


@mistake("weights of other rows", "radius", "bias", d=2, n_freqs=2000)
def weights_shuffled(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """The correct weights in a different order than the rows."""
    W, ratio = wider_proposal(kernel, d, n_freqs, rng)
    return W, rng.permutation(ratio) / n_freqs


@mistake("one heavy weight", "weights", "variance", expected="costly")
def heavy_weight(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """One frequency has half of the weight, the others share the rest."""
    weights = np.full(n_freqs, 0.5 / max(1, n_freqs - 1))
    weights[0] = 0.5 if n_freqs > 1 else 1.0
    return kernel.sample(n_freqs, d, rng), weights


@mistake("negative weights cut", "weights", "bias")
def negative_cut(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Weights (1 + 2z)/m of a quadrature rule, z normal, with the negative ones set to 0: the rest adds up to 1.4."""
    weights = np.maximum(1 + 2 * rng.standard_normal(n_freqs), 0)
    weights[0] += 1e-9  # never all of them
    return kernel.sample(n_freqs, d, rng), weights / n_freqs
