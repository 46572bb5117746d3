"""Schemes that are correct, although some look odd: none of them may be flagged."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats
from scipy.stats import qmc

from rffviz.diagnose.specimens.record import (
    Phased,
    Weighted,
    n_blocks,
    needs_all,
    needs_dimensions,
    needs_isotropy,
    needs_kernel,
    orthogonal_blocks,
    right,
    uniform_directions,
)
from rffviz.diagnose.specimens.weights import wider_proposal
from rffviz.kernels import Kernel, Laplacian, Matern
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.record import inside

# --- independent draws, made or written in another way ----------------------------------------------------------------


@right("independent draws")
def independent(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Independent draws from the kernel's spectral density."""
    return kernel.sample(n_freqs, d, rng)


@right("inverse distribution function")
def inverse_law(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Uniform numbers through the inverse distribution function."""
    return kernel.from_uniforms(inside(rng.uniform(size=(n_freqs, kernel.n_uniforms(d)))), d)


@right("norm times direction", refusal=needs_isotropy)
def length_times_direction(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A uniform direction times an independent norm."""
    return uniform_directions(n_freqs, d, rng) * kernel.sample_radius(n_freqs, d, rng)[:, None]


@right("Box–Muller", refusal=needs_kernel("gaussian"))
def box_muller(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Normal numbers by Box and Muller, both of each pair used."""
    U = 1 - rng.uniform(size=(2, n_freqs, (d + 1) // 2))
    pairs = np.sqrt(-2 * np.log(U[0])) * np.exp(2j * np.pi * U[1])
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(n_freqs, -1)[:, :d] / kernel.length_scale


@right("Cauchy as a ratio", kernel=Laplacian(), refusal=needs_kernel("laplacian"))
def cauchy_ratio(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Cauchy coordinates as ratios of two normal numbers."""
    return rng.standard_normal((n_freqs, d)) / rng.standard_normal((n_freqs, d)) / kernel.length_scale


@right("Student t by a Gamma distribution", kernel=Matern(1.0, 1.5), refusal=needs_kernel("matern"))
def student_by_gamma(kernel: Matern, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Normal rows over the root of a Gamma variable with mean 1, one for each row."""
    mixing = rng.gamma(kernel.nu, 1 / kernel.nu, (n_freqs, 1))
    return rng.standard_normal((n_freqs, d)) / np.sqrt(mixing) / kernel.length_scale


@right("32-bit floats")
def single_precision(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies rounded to 32-bit floats."""
    return kernel.sample(n_freqs, d, rng).astype(np.float32)


@right("rows sorted by norm")
def sorted_by_length(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Independent draws sorted by norm: the order does not affect a sum."""
    W = kernel.sample(n_freqs, d, rng)
    return W[np.linalg.norm(W, axis=1).argsort()]


@right("rows rotated at random", refusal=needs_isotropy)
def turned(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Independent draws under one random rotation."""
    return kernel.sample(n_freqs, d, rng) @ orthogonal_blocks(d, d, [rng])


# --- signs, to which cos is blind -------------------------------------------------------------------------------------


@right("signs of rows flipped")
def flipped(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Every second frequency with its sign flipped."""
    return kernel.sample(n_freqs, d, rng) * np.where(np.arange(n_freqs) % 2, -1.0, 1.0)[:, None]


@right("half-space")
def half_space(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Each frequency with the sign that makes its first coordinate positive, as one of ω and −ω is enough."""
    W = kernel.sample(n_freqs, d, rng)
    return W * np.sign(W[:, :1])


@right("one coordinate positive")
def one_positive(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The absolute value of the first coordinate: the others are symmetric, so this is again a half-space."""
    W = kernel.sample(n_freqs, d, rng)
    return np.hstack([np.abs(W[:, :1]), W[:, 1:]])


@right("half-space of the sum")
def positive_sum(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Each frequency with the sign that makes the sum of its coordinates positive."""
    W = kernel.sample(n_freqs, d, rng)
    return W * np.sign(W.sum(axis=1, keepdims=True))


# --- rows that depend on each other on purpose ------------------------------------------------------------------------

_orthogonal: dict[str, Any] = {"expected": "design", "refusal": needs_all(needs_isotropy, needs_dimensions)}


@right("orthogonal blocks", **_orthogonal)
def orthogonal(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Blocks of orthogonal directions with independent norms."""
    directions = orthogonal_blocks(n_freqs, d, rng.spawn(n_blocks(n_freqs, d)))
    return directions * kernel.sample_radius(n_freqs, d, rng)[:, None]


@right("orthogonal blocks, rows permuted", **_orthogonal)
def orthogonal_permuted(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Orthogonal blocks with independent norms, the rows of all blocks in a random order."""
    return rng.permutation(orthogonal(kernel, d, n_freqs, rng))


@right("orthogonal blocks without signs", **_orthogonal)
def orthogonal_without_signs(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Orthogonal blocks whose rows have random signs: as good as before."""
    return orthogonal(kernel, d, n_freqs, rng) * rng.choice([-1.0, 1.0], (n_freqs, 1))


@right("a simplex, rotated at random", **_orthogonal)
def turned_simplices(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Blocks of the d + 1 directions of a regular simplex, each rotated at random."""
    corners = np.eye(d + 1) - 1 / (d + 1)
    simplex = corners @ np.linalg.svd(corners)[2][:d].T * np.sqrt((d + 1) / d)
    turns = (orthogonal_blocks(d, d, [each]) for each in rng.spawn(n_blocks(n_freqs, d + 1)))
    directions = np.concatenate([simplex @ turn for turn in turns])[:n_freqs]
    return directions * kernel.sample_radius(n_freqs, d, rng)[:, None]


@right("norms in strata", "design", refusal=needs_kernel("gaussian"))
def stratified_lengths(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Random directions, and one norm from each of m equally likely ranges."""
    parts = inside((np.arange(n_freqs) + rng.uniform(size=n_freqs)) / n_freqs)
    return uniform_directions(n_freqs, d, rng) * (stats.chi(d).ppf(parts) / kernel.length_scale)[:, None]


@right("Latin hypercube", "design")
def latin_hypercube(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A point in each stratum of every coordinate, each coordinate independently permuted."""
    n = kernel.n_uniforms(d)
    strata = np.column_stack([rng.permutation(n_freqs) for _ in range(n)])
    return kernel.from_uniforms(inside((strata + rng.uniform(size=(n_freqs, n))) / n_freqs), d)


@right("systematic sampling", "design")
def systematic(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Evenly spaced points in each coordinate, with one random shift and an order for each."""
    n = kernel.n_uniforms(d)
    order = np.column_stack([rng.permutation(n_freqs) for _ in range(n)])
    return kernel.from_uniforms(inside((order + rng.uniform(size=n)) / n_freqs), d)


@right("Halton, scrambled", "design")
def halton_scrambled(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Halton's sequence scrambled anew by each seed."""
    return kernel.from_uniforms(inside(qmc.Halton(kernel.n_uniforms(d), scramble=True, rng=rng).random(n_freqs)), d)


@right("Sobol', scrambled", "design", n_freqs=1024)
def sobol_scrambled(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Sobol's sequence scrambled anew by each seed, all points of a power of two."""
    engine = qmc.Sobol(kernel.n_uniforms(d), scramble=True, bits=53, rng=rng)
    return kernel.from_uniforms(inside(engine.random_base2(max(0, (n_freqs - 1).bit_length()))[:n_freqs]), d)


@right("Sobol', scrambled, rows permuted", "design", n_freqs=1024)
def sobol_permuted(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Scrambled points of Sobol' with their rows in a random order."""
    return rng.permutation(sobol_scrambled(kernel, d, n_freqs, rng))


@right("lattice with a random shift", "design", n_freqs=1021)
def shifted_lattice(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A rank-1 lattice of Korobov's kind with random generators and a random shift in each coordinate."""
    n = kernel.n_uniforms(d)
    generators = rng.integers(1, max(2, n_freqs), n)
    return kernel.from_uniforms(
        inside((np.outer(np.arange(n_freqs), generators) / n_freqs + rng.uniform(size=n)) % 1), d
    )


@right("half Sobol', half Monte Carlo", "design", n_freqs=1024)
def half_sobol(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The first half of the rows from a scrambled Sobol' sequence, the others independent."""
    half = n_blocks(n_freqs, 2)
    return np.concatenate([sobol_scrambled(kernel, d, half, rng), kernel.sample(half, d, rng)])[:n_freqs]


@right("orthogonal pairs of equal norm", "design", d=2, refusal=needs_all(needs_kernel("gaussian"), needs_dimensions))
def turned_pairs(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Pairs of orthogonal rows of equal norm: each row alone has the correct distribution."""
    first = uniform_directions(n_blocks(n_freqs, 2), d, rng)
    second = uniform_directions(len(first), d, rng)
    second -= (second * first).sum(axis=1, keepdims=True) * first
    second /= np.linalg.norm(second, axis=1, keepdims=True)
    length = kernel.sample_radius(len(first), d, rng)[:, None]
    return np.stack([first * length, second * length], axis=1).reshape(-1, d)[:n_freqs]


# --- weights ----------------------------------------------------------------------------------------------------------


@right("importance weights")
def importance_weights(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Draws of a slightly wider proposal with weights p/(m q)."""
    W, ratio = wider_proposal(kernel, d, n_freqs, rng, 0.95)
    return W, ratio / n_freqs


@right("heavy importance weights", "costly", d=2)
def heavy_importance_weights(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Draws of a far wider proposal with weights p/(m q): most weights are almost 0."""
    W, ratio = wider_proposal(kernel, d, n_freqs, rng, 0.4)
    return W, ratio / n_freqs


@right("a mixture of proposals")
def mixture_of_proposals(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Draws from an even mixture of the spectral density p and a wider one, weighted by p over the mixture density."""
    other = kernel.with_length_scale(0.8 * kernel.length_scale)
    own = rng.uniform(size=(n_freqs, 1)) < 0.5
    W = np.where(own, kernel.sample(n_freqs, d, rng), other.sample(n_freqs, d, rng))
    odds = np.exp(np.minimum(other.log_spectral_density(W) - kernel.log_spectral_density(W), 700))
    return W, 2 / (1 + odds) / n_freqs


@right("resampled and weighted back")
def resampled(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Rows of a pool drawn with probabilities that increase with their norms, and weighted by the inverse."""
    pool = kernel.sample(20 * n_freqs, d, rng)
    score = 0.5 + np.minimum(np.linalg.norm(pool, axis=1) * kernel.length_scale, 5)
    chosen = rng.choice(len(pool), n_freqs, p=score / score.sum())
    return pool[chosen], score.mean() / score[chosen] / n_freqs


@right("random weights", "costly")
def random_weights(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Independent draws with uniform random weights that add up to 1 and are independent of the rows."""
    return kernel.sample(n_freqs, d, rng), rng.dirichlet(np.ones(n_freqs))


@right("repeats merged", "costly")
def repeats_merged(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """A bootstrap sample of rows: each is weighted by the number of times it was drawn, which may be 0."""
    return kernel.sample(n_freqs, d, rng), rng.multinomial(n_freqs, np.full(n_freqs, 1 / n_freqs)) / n_freqs


@right("negated rows", "costly")
def antithetic(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Each frequency and its negative, as antithetic pairs: the cosine is even, so half of them are wasted."""
    W = kernel.sample(n_blocks(n_freqs, 2), d, rng)
    return np.concatenate([W, -W])[:n_freqs]


@right("rows given twice, and said so", "costly")
def given_twice(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Weighted:
    """Each frequency twice, the second time with weight 0."""
    half = n_blocks(n_freqs, 2)
    weights = np.repeat([1 / half, 0.0], half)
    return np.tile(kernel.sample(half, d, rng), (2, 1))[:n_freqs], weights[:n_freqs]


# --- phases -----------------------------------------------------------------------------------------------------------


@right("phases in [0, π]")
def phases_in_a_half(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """Phases of half a turn: the other half only flips the sign of a feature, which cancels in products."""
    return kernel.sample(n_freqs, d, rng), None, rng.uniform(0, np.pi, n_freqs)


@right("four phases")
def four_phases(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """Phases from 0, π/2, π and 3π/2: twice the phase is still 0 on average in cos and in sin."""
    return kernel.sample(n_freqs, d, rng), None, rng.integers(4, size=n_freqs) * np.pi / 2


@right("phases in degrees")
def phases_in_degrees(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> Phased:
    """Phases uniform in [0, 360), meant as degrees: as radians they go round 57 times and are uniform to 0.3 %."""
    return kernel.sample(n_freqs, d, rng), None, rng.uniform(0, 360, n_freqs)
