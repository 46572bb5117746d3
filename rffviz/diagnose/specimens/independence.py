"""Mistakes in how rows, coordinates and blocks depend on each other."""

from __future__ import annotations

import copy

import numpy as np
from scipy import signal
from scipy.stats import qmc

from rffviz.diagnose.specimens.directions import hadamard, signs
from rffviz.diagnose.specimens.record import (
    mistake,
    n_blocks,
    needs_all,
    needs_dimensions,
    needs_isotropy,
    needs_mixing,
    needs_normals,
    orthogonal_blocks,
)
from rffviz.kernels import Kernel, Matern
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.record import and_in, inside

_isotropic_in_many = needs_all(needs_isotropy, needs_dimensions)
_padded_in_many = and_in(lambda d: len(hadamard(d)), _isotropic_in_many)
_normal_in_many = needs_all(needs_normals, needs_dimensions)


@mistake("one coordinate twice", "correlations", "bias", d=4, refusal=needs_dimensions)
def coordinate_twice(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Independent draws whose last coordinate repeats the first. Norms and means hardly change; the correlations show
    it clearly."""
    W = kernel.sample(n_freqs, d, rng)
    W[:, -1] = W[:, 0]
    return W


@mistake("two coordinates correlated", "correlations", "bias", d=10, refusal=_isotropic_in_many)
def correlated_pair(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The first two coordinates have a correlation of 0.3."""
    W = kernel.sample(n_freqs, d, rng)
    W[:, 1] = 0.3 * W[:, 0] + np.sqrt(1 - 0.3**2) * W[:, 1]
    return W


@mistake("coordinates sorted in each row", "mean", "correlations", "bias", refusal=needs_dimensions)
def sorted_rows(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Coordinates sorted within each frequency."""
    return np.sort(kernel.sample(n_freqs, d, rng), axis=1)


@mistake("columns sorted", "correlations", "bias", refusal=needs_dimensions)
def sorted_columns(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Every column sorted by itself: all coordinates rise together."""
    return np.sort(kernel.sample(n_freqs, d, rng), axis=0)


@mistake("rows of an AR(1) process", "dependence", "variance", expected="costly", refusal=needs_normals)
def autoregressive_rows(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Each row is 0.9 times the previous one plus new noise: a Markov chain mistaken for independent draws."""
    noise = rng.standard_normal((n_freqs, d)) * np.sqrt(1 - 0.81)
    noise[0] /= np.sqrt(1 - 0.81)
    return signal.lfilter([1.0], [1.0, -0.9], noise, axis=0) * kernel.normal_scale(n_freqs, rng)[:, None]


@mistake("a walk among the frequencies", "rows", "dependence", "variance", refusal=needs_isotropy)
def metropolis_rows(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A Markov chain that stays in place three times out of four, each stay counted as a draw."""
    stays = rng.uniform(size=n_freqs) < 0.75
    stays[0] = False
    return kernel.sample(n_freqs, d, rng)[np.maximum.accumulate(np.where(stays, 0, np.arange(n_freqs)))]


@mistake("rows repeated", "rows", "variance")
def rows_repeated(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A quarter of the rows, each four times: a smaller draw tiled to the requested size."""
    return np.tile(kernel.sample(n_blocks(n_freqs, 4), d, rng), (4, 1))[:n_freqs]


@mistake("drawn with replacement", "rows", "variance")
def drawn_with_replacement(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies drawn with replacement from a pool of half as many."""
    return kernel.sample(n_blocks(n_freqs, 2), d, rng)[rng.integers(n_blocks(n_freqs, 2), size=n_freqs)]


@mistake("the same Q in each block", "dependence", "variance", d=4, refusal=_isotropic_in_many)
def same_rotation(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """One orthogonal matrix for all blocks, with new norms: only d directions for any number of frequencies."""
    rotation = orthogonal_blocks(d, d, [rng])
    return np.tile(rotation, (n_blocks(n_freqs, d), 1))[:n_freqs] * kernel.sample_radius(n_freqs, d, rng)[:, None]


@mistake("the same generator for each block", "rows", "variance")
def same_generator(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Blocks of 50 rows, each drawn from a copy of one generator: all blocks are the same."""
    return np.concatenate([kernel.sample(50, d, copy.deepcopy(rng)) for _ in range(n_blocks(n_freqs, 50))])[:n_freqs]


@mistake("the same normals for each block", "dependence", "variance", kernel=Matern(1.0, 1.5), refusal=needs_mixing)
def same_normals(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Blocks of ten rows with the same directions, and an independent mixing variable for each row."""
    normal = np.tile(rng.standard_normal((10, d)), (n_blocks(n_freqs, 10), 1))[:n_freqs]
    return normal * kernel.normal_scale(n_freqs, rng)[:, None]


@mistake(
    "one mixing variable for all rows", "variance", expected="costly", kernel=Matern(1.0, 1.5), refusal=needs_mixing
)
def mixing_shared(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Normal rows that share one mixing variable: unbiased over seeds, but no single draw converges to the kernel."""
    return rng.standard_normal((n_freqs, d)) * kernel.normal_scale(1, rng)[0]


@mistake("Fastfood without permutation", "dependence", expected="costly", d=8, refusal=_padded_in_many)
def no_permutation(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """H G H B without the permutation: the rows of a block are one row with permuted entries and flipped signs."""
    H, W = hadamard(d), []
    for each in rng.spawn(n_blocks(n_freqs, len(H))):
        g = each.standard_normal(len(H))
        rows = (H * g) @ H * signs(len(H), each) / np.linalg.norm(g) / np.sqrt(len(H))
        W.append(rows * kernel.sample_radius(len(H), len(H), each)[:, None] / np.sqrt(len(H)))
    return np.concatenate(W)[:n_freqs, :d] * np.sqrt(len(H))


@mistake("Fastfood without S", "dependence", "variance", expected="costly", d=8, refusal=_normal_in_many)
def no_scaling(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """H G Π H B without S: all rows of a block have the same norm."""
    H, W = hadamard(d), []
    for each in rng.spawn(n_blocks(n_freqs, len(H))):
        g = each.standard_normal(len(H))
        W.append((H * g) @ H[each.permutation(len(H))] * signs(len(H), each) * kernel.normal_scale(1, each)[0])
    return np.concatenate(W)[:n_freqs, :d] / np.sqrt(len(H))


def _through(points: np.ndarray, kernel: Kernel, d: int) -> np.ndarray:
    return kernel.from_uniforms(inside(points), d)


@mistake("a lattice of one generator", "correlations", "bias", refusal=needs_dimensions)
def one_generator(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A rank-1 lattice whose generators are all 1: every coordinate is the same."""
    points = (np.arange(n_freqs)[:, None] + rng.uniform()) / n_freqs
    return _through(np.tile(points, kernel.n_uniforms(d)), kernel, d)


@mistake("Latin hypercube not permuted", "correlations", "bias", refusal=needs_dimensions)
def strata_not_permuted(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A point in each stratum of every coordinate, in the same order for all coordinates."""
    strata = np.arange(n_freqs)[:, None] + rng.uniform(size=(n_freqs, kernel.n_uniforms(d)))
    return _through(strata / n_freqs, kernel, d)


@mistake("Halton's points in 40 dimensions", "correlations", "error", d=40, refusal=needs_dimensions)
def plain_halton(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Halton's sequence, unscrambled but declared random: large primes move in step. In few dimensions it is even."""
    return _through(qmc.Halton(kernel.n_uniforms(d), scramble=False).random(n_freqs + 1)[1:], kernel, d)


@mistake("the first point of Sobol'", "extremes", d=2)
def origin_clipped(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Sobol's sequence with its first point, the origin, clipped to 10⁻⁸⁸: a normal coordinate of −19.9."""
    points = qmc.Sobol(kernel.n_uniforms(d), scramble=False).random_base2(max(1, (n_freqs - 1).bit_length()))
    return kernel.from_uniforms(np.clip(points[:n_freqs], 1e-88, 1 - 2.0**-53), d)
