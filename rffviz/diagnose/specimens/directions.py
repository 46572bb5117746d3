"""Mistakes in the directions, and in the dependence of norms on directions."""

from __future__ import annotations

import math

import numpy as np
from scipy import linalg

from rffviz.diagnose.specimens.record import (
    mistake,
    n_blocks,
    needs_all,
    needs_dimensions,
    needs_isotropy,
    needs_variance,
    orthogonal_blocks,
    uniform_directions,
)
from rffviz.kernels import Kernel
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.record import refused_unless

_isotropic_in_many = needs_all(needs_isotropy, needs_dimensions)
_isotropic_in_space = needs_all(
    needs_isotropy, refused_unless(lambda kernel, d: d > 2, "Up to two dimensions the mistake makes no difference.")
)


def _with_radii(directions: np.ndarray, kernel: IsotropicKernel, rng: np.random.Generator) -> np.ndarray:
    return directions * kernel.sample_radius(len(directions), directions.shape[1], rng)[:, None]


def hadamard(d: int) -> np.ndarray:
    """The unnormalised Hadamard matrix of the next power of two, of ±1."""
    return linalg.hadamard(1 << (d - 1).bit_length()).astype(np.float64)


def signs(shape: int | tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """Independent random signs."""
    return rng.choice([-1.0, 1.0], shape)


@mistake("radii on the wrong side", "radius", "directions", "bias", d=2, n_freqs=1000, refusal=needs_isotropy)
def wrong_side(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Orthogonal directions whose radii scale the columns of each block instead of its rows. The marginals are correct;
    the norms of the frequencies are not."""
    n = n_blocks(n_freqs, d)
    q, r = np.linalg.qr(rng.standard_normal((n, d, d)))
    signs = np.sign(np.diagonal(r, axis1=1, axis2=2))[:, None, :]
    radii = kernel.sample_radius(n * d, d, rng).reshape(n, 1, d)
    return (q * signs * radii).reshape(-1, d)[:n_freqs]


@mistake("QR of one tall matrix", "radius", d=40, refusal=needs_variance)
def one_tall_factor(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The orthogonal factor of a single tall matrix, mistaken for blocks of orthogonal rows. Its columns are
    orthogonal, its rows are not, and their norms have the wrong distribution."""
    q, r = np.linalg.qr(rng.standard_normal((max(n_freqs, d), d)))
    W = q * np.sign(np.diag(r)) * math.sqrt(max(n_freqs, d))
    return W[:n_freqs] * math.sqrt(kernel.second_moment(d) / d)


@mistake("S omitted", "radius", "bias", d=3, refusal=needs_variance)
def orthogonal_without_lengths(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Orthogonal blocks scaled by √d/ℓ, without the χ-distributed norms of normal rows."""
    directions = orthogonal_blocks(n_freqs, d, rng.spawn(n_blocks(n_freqs, d)))
    return directions * math.sqrt(kernel.second_moment(d))


@mistake("corners of a cube", "directions", "bias", d=3, refusal=_isotropic_in_many)
def cube_corners(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Directions of signs only, towards the corners of a cube. Means, variances and correlations are correct."""
    return _with_radii(signs((n_freqs, d), rng) / math.sqrt(d), kernel, rng)


@mistake("along the axes", "directions", "bias", d=3, refusal=_isotropic_in_many)
def along_axes(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Each frequency lies along one axis. Means, variances and correlations are correct."""
    return _with_radii(np.eye(d)[rng.integers(d, size=n_freqs)] * signs((n_freqs, 1), rng), kernel, rng)


@mistake("a grid of directions", "dependence", "bias", d=2, refusal=_isotropic_in_many)
def simplex_directions(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Directions to the corners of one regular simplex, the same for every draw."""
    corners = np.eye(d + 1) - 1 / (d + 1)
    basis = np.linalg.svd(corners)[2][:d]
    return _with_radii((corners @ basis.T * math.sqrt((d + 1) / d))[rng.integers(d + 1, size=n_freqs)], kernel, rng)


@mistake("directions from a cube", "directions", d=2, n_freqs=8000, refusal=_isotropic_in_many)
def normalised_cube(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Uniform points in a cube normalised to norm 1: too many near its corners."""
    directions = rng.uniform(-1, 1, (n_freqs, d))
    return _with_radii(directions / np.linalg.norm(directions, axis=1, keepdims=True), kernel, rng)


@mistake("angles for directions", "directions", "scale", "bias", d=3, refusal=_isotropic_in_space)
def uniform_latitudes(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Directions with a uniform angle to the first axis: correct for d = 2, too many near the poles for d > 2."""
    angle = rng.uniform(0, math.pi, (n_freqs, 1))
    rest = uniform_directions(n_freqs, d - 1, rng)
    return _with_radii(np.hstack([np.cos(angle), np.sin(angle) * rest]), kernel, rng)


@mistake("one coordinate too small", "scale", "directions", "bias", d=4)
def flat_coordinate(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The last coordinate is half as large as the others: one column was scaled in a different unit."""
    return kernel.sample(n_freqs, d, rng) * np.where(np.arange(d) == d - 1, 0.5, 1.0)


@mistake("norm by direction", "coupling", "bias", d=3, refusal=_isotropic_in_many)
def length_by_direction(kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """The largest frequencies lie nearest to the first axis. Norms and directions each have the correct marginal
    distribution."""
    directions = uniform_directions(n_freqs, d, rng)
    order = np.abs(directions[:, 0]).argsort().argsort()
    return directions * np.sort(kernel.sample_radius(n_freqs, d, rng))[order, None]


@mistake("Hadamard not normalised", "radius", "scale", "bias", d=8, refusal=needs_variance)
def hadamard_not_normalised(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """Three Hadamard matrices of ±1 without their factor 1/√p, so frequencies are p times too large."""
    H, W = hadamard(d), []
    for each in rng.spawn(n_blocks(n_freqs, len(H))):
        first, second, third = signs((3, len(H)), each)
        W.append((H * first) @ (H * second) @ (H * third))
    return np.concatenate(W)[:n_freqs, :d] * math.sqrt(kernel.second_moment(d) / d)


@mistake(
    "SORF with one block of signs",
    "directions",
    "radius",
    "bias",
    d=4,
    refusal=needs_all(needs_variance, needs_dimensions),
)
def one_sign_block(kernel: Kernel, d: int, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
    """One Hadamard matrix and one block of signs where there should be three: the corners of a cube."""
    H = hadamard(d)
    W = np.concatenate([H * signs(len(H), each) for each in rng.spawn(n_blocks(n_freqs, len(H)))])
    return W[:n_freqs, :d] * math.sqrt(kernel.second_moment(d) / d)
