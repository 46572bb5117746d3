"""Mistakes in the distribution of one frequency: scale, tails, degrees of freedom."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from rffviz.diagnose.specimens.record import (
    mistake,
    needs_all,
    needs_dimensions,
    needs_isotropy,
    needs_kernel,
    needs_mixing,
    needs_variance,
    uniform_directions,
)
from rffviz.kernels import Cauchy, Gaussian, Kernel, Laplacian, Matern
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.record import and_in, refused_unless

_SCALE = ("radius", "scale", "bias")
_other_than_one = refused_unless(
    lambda kernel, d: kernel.length_scale != 1, "At length scale 1 the mistake makes no difference."
)


@mistake("√2 forgotten", *_SCALE)
def two_gammas(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies drawn from N(0, γI) where exp(−γ‖δ‖²) needs N(0, 2γI). On test points where the kernel is near 1
    nobody notices."""
    return kernel.sample(n_freqs, d, rng) / math.sqrt(2)


@mistake("√2 twice", *_SCALE)
def root_two_twice(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies too large by √2: the 2 of N(0, 2γI) is applied although ℓ already contains it."""
    return kernel.sample(n_freqs, d, rng) * math.sqrt(2)


@mistake("cycles for radians", *_SCALE)
def cycles(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies divided by 2π, as in Fourier transforms with ordinary frequency."""
    return kernel.sample(n_freqs, d, rng) / (2 * math.pi)


@mistake("2π twice", *_SCALE)
def two_pi_twice(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies multiplied by 2π although they are already in radians."""
    return kernel.sample(n_freqs, d, rng) * (2 * math.pi)


@mistake("degrees for radians", *_SCALE)
def degrees(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies in degrees per unit of the data, used as radians."""
    return np.degrees(kernel.sample(n_freqs, d, rng))


@mistake("ℓ applied twice", *_SCALE, kernel=Gaussian(2.0), refusal=_other_than_one)
def length_scale_twice(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies divided by ℓ² instead of ℓ; at ℓ = 1 all tests pass."""
    return kernel.sample(n_freqs, d, rng) / kernel.length_scale


@mistake("ℓ inverted", *_SCALE, kernel=Gaussian(2.0), refusal=_other_than_one)
def length_scale_inverted(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies multiplied by ℓ instead of divided by it; at ℓ = 1 all tests pass."""
    return kernel.sample(n_freqs, d, rng) * kernel.length_scale**2


@mistake("divided by √d", *_SCALE, refusal=needs_dimensions)
def root_d(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Frequencies divided by √d, as weights of a network are initialised."""
    return kernel.sample(n_freqs, d, rng) / math.sqrt(d)


@mistake(
    "ν degrees of freedom", "radius", "bias", kernel=Matern(1.0, 1.5), n_freqs=4000, refusal=needs_kernel("matern")
)
def half_the_degrees(kernel: Matern, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A Student t with ν degrees of freedom where the Matérn kernel needs 2ν."""
    return replace(kernel, nu=kernel.nu / 2).sample(n_freqs, d, rng)


@mistake("2ν + 1 degrees of freedom", "radius", kernel=Matern(1.0, 0.5), n_freqs=4000, refusal=needs_kernel("matern"))
def another_degree(kernel: Matern, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A Student t with 2ν + 1 degrees of freedom, one too many: the tails are too light."""
    return replace(kernel, nu=kernel.nu + 0.5).sample(n_freqs, d, rng)


@mistake("norms of d + 1 dimensions", "radius", "scale", d=3, refusal=and_in(lambda d: d + 1, needs_isotropy))
def chi_of_another_dimension(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Uniform directions with the norm distribution of d + 1 dimensions. The difference is small in many dimensions."""
    return uniform_directions(n_freqs, d, rng) * kernel.sample_radius(n_freqs, d + 1, rng)[:, None]


@mistake("norms of one dimension", "radius", "scale", refusal=needs_all(needs_isotropy, needs_dimensions))
def lengths_of_a_coordinate(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Uniform directions whose norms have the distribution of a single coordinate."""
    return uniform_directions(n_freqs, d, rng) * kernel.sample_radius(n_freqs, 1, rng)[:, None]


@mistake(
    "Laplace and Cauchy swapped", "radius", "bias", kernel=Laplacian(), refusal=needs_kernel("laplacian", "cauchy")
)
def swapped_spectrum(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The Laplacian kernel with a Laplace spectrum, or the Cauchy kernel with a Cauchy spectrum: swapped names."""
    other = Cauchy if kernel.name == "laplacian" else Laplacian
    return other(kernel.length_scale).sample(n_freqs, d, rng)


@mistake(
    "mixing each coordinate",
    "radius",
    "directions",
    "bias",
    kernel=Matern(1.0, 1.5),
    d=2,
    n_freqs=4000,
    refusal=needs_mixing,
)
def mixing_a_coordinate(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """A mixing variable for each coordinate where the kernel has one for each frequency. Every marginal is correct, but
    the kernel is a different one."""
    return np.concatenate([kernel.sample(n_freqs, 1, each) for each in rng.spawn(d)], axis=1)


@mistake("mixing forgotten", "radius", "bias", kernel=Matern(1.0, 1.5), refusal=needs_mixing)
def mixing_forgotten(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Normal frequencies for a kernel whose spectrum is a mixture of normal distributions."""
    return Gaussian(kernel.length_scale).sample(n_freqs, d, rng)


@mistake("tails cut at 2σ", "radius", "scale", "extremes", n_freqs=2000)
def truncated(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Coordinates redrawn until they lie in the middle 95 % of their distribution."""
    U = rng.uniform(size=(n_freqs, kernel.n_uniforms(d)))
    U[:, :d] = 0.02275 + 0.9545 * U[:, :d]
    return kernel.from_uniforms(U, d)


@mistake("clipped at 2σ", "radius", "extremes", refusal=needs_kernel("gaussian"))
def clipped(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Coordinates beyond two standard deviations set to two standard deviations."""
    return np.clip(kernel.sample(n_freqs, d, rng), -2 / kernel.length_scale, 2 / kernel.length_scale)


@mistake("clipped at 3σ", "extremes", d=10, refusal=needs_kernel("gaussian"))
def clipped_far_out(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Coordinates beyond three standard deviations set to three: one in four hundred, each the same number."""
    return np.clip(kernel.sample(n_freqs, d, rng), -3 / kernel.length_scale, 3 / kernel.length_scale)


@mistake("heavy tails cut", "extremes", "bias", kernel=Laplacian(), refusal=needs_kernel("laplacian"))
def heavy_tails_cut(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Cauchy frequencies cut at 5/ℓ, since larger ones look like outliers: the kernel loses its kink."""
    return np.clip(kernel.sample(n_freqs, d, rng), -5 / kernel.length_scale, 5 / kernel.length_scale)


@mistake("mean not 0", "mean", "radius", "bias")
def shifted(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """All frequencies shifted by 1/(2ℓ) in each coordinate."""
    return kernel.sample(n_freqs, d, rng) + 0.5 / kernel.length_scale


@mistake("one coordinate not centred", "mean", "bias", d=10, n_freqs=2000)
def shifted_coordinate(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The first coordinate shifted by 1/ℓ, the others correct."""
    return kernel.sample(n_freqs, d, rng) + np.eye(d)[0] / kernel.length_scale


@mistake("uniform for normal", "radius", "extremes", d=3, n_freqs=2000, refusal=needs_kernel("gaussian"))
def uniform_for_normal(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Uniform coordinates with the correct variance."""
    return rng.uniform(-math.sqrt(3), math.sqrt(3), (n_freqs, d)) / kernel.length_scale


@mistake("Laplace for normal", "radius", "extremes", n_freqs=2000, refusal=needs_kernel("gaussian"))
def laplace_for_normal(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Laplace coordinates with the correct variance: too many near 0 and in the tails."""
    return rng.laplace(0, math.sqrt(0.5), (n_freqs, d)) / kernel.length_scale


@mistake(
    "Box–Muller on half a circle",
    "mean",
    "bias",
    refusal=needs_all(
        needs_kernel("gaussian"),
        refused_unless(lambda kernel, d: d > 3, "Up to three dimensions the mistake makes no difference."),
    ),
)
def half_box_muller(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Box–Muller with angles in [0, π): every second coordinate is positive. The cosine is
    even, so one such coordinate would do no harm."""
    U = 1 - rng.uniform(size=(2, n_freqs, (d + 1) // 2))
    length, angle = np.sqrt(-2 * np.log(U[0])), np.pi * U[1]
    return (
        np.stack([length * np.cos(angle), length * np.sin(angle)], axis=-1).reshape(n_freqs, -1)[:, :d]
        / kernel.length_scale
    )


@mistake("all coordinates positive", "mean", "bias", refusal=needs_dimensions)
def all_positive(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The absolute value of every coordinate; for one coordinate it would do no harm, since the cosine is even."""
    return np.abs(kernel.sample(n_freqs, d, rng))


@mistake("norms all equal", "radius", "bias", d=3, refusal=needs_variance)
def equal_lengths(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Uniform directions, and the root mean square norm for every row."""
    return uniform_directions(n_freqs, d, rng) * math.sqrt(kernel.second_moment(d))
