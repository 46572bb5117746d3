"""Samplers as people write them, wrong and right: (kernel, d, n_freqs, rng) → frequencies, or a FrequencySample.

`WRONG` and `RIGHT` hold them by name, with what the verdict must say and the settings at which it must.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats
from scipy.stats import qmc

from rffviz.kernels import Gaussian, Kernel, Laplacian, Matern
from rffviz.samplers import FrequencySample

_GAUSSIAN = Gaussian()


@dataclass(frozen=True)
class Written:
    """A sampler, what its report must say, and where."""

    draw: Any
    says: str = ""
    kernel: Kernel = _GAUSSIAN
    d: int = 4
    n_freqs: int = 128


WRONG: dict[str, Written] = {}
RIGHT: dict[str, Written] = {}


def _in(registry, says="", **where):
    def register(function):
        registry[function.__name__] = Written(function, says, **where)
        return function

    return register


def haar(d, rng, signs=True):
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    return q * np.sign(np.diag(r)) if signs else q


def blocks(n, d, rng, signs=True):
    return np.concatenate([haar(d, rng, signs) for _ in range(-(-n // d))])[:n]


def bfloat16(W):
    bits = np.asarray(W, dtype=np.float32).view(np.uint32)
    kept = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
    return kept.view(np.float32).astype(np.float64)


# --- exact at ℓ = 1 ---------------------------------------------------------------------------------------------------


@_in(WRONG, "factor ℓ?")
def scale_left_out(kernel, d, n, rng):
    return rng.standard_normal((n, d))


@_in(WRONG, "factor ℓ²?")
def scale_multiplied(kernel, d, n, rng):
    return rng.standard_normal((n, d)) * kernel.length_scale


@_in(WRONG, "factor 1/ℓ?")
def scale_squared(kernel, d, n, rng):
    return rng.standard_normal((n, d)) / kernel.length_scale**2


@_in(WRONG, "factor 1/ℓ?")
def gamma_for_a_deviation(kernel, d, n, rng):
    gamma = 0.5 / kernel.length_scale**2
    return rng.normal(0, 2 * gamma, (n, d))


@_in(WRONG, "factor ℓ?", kernel=Matern(1.0, 1.5))
def matern_scale_left_out(kernel, d, n, rng):
    return rng.standard_normal((n, d)) / np.sqrt(rng.chisquare(2 * kernel.nu, (n, 1)) / (2 * kernel.nu))


@_in(WRONG, "factor √ℓ?")
def deviation_for_a_variance(kernel, d, n, rng):
    return rng.multivariate_normal(np.zeros(d), np.eye(d) / kernel.length_scale, n)


@_in(WRONG, "factor ℓ?", kernel=Laplacian(1.0))
def cauchy_scale_left_out(kernel, d, n, rng):
    return rng.standard_cauchy((n, d))


@_in(WRONG, "factor ℓ?")
def orthogonal_scale_left_out(kernel, d, n, rng):
    return blocks(n, d, rng) * np.sqrt(rng.chisquare(d, (n, 1)))


# --- a factor shared by all rows --------------------------------------------------------------------------------------


@_in(WRONG, "D^", kernel=Matern(1.3, 1.5), n_freqs=256)
def one_gamma(kernel, d, n, rng):
    tau = rng.chisquare(2 * kernel.nu) / (2 * kernel.nu)
    return rng.standard_normal((n, d)) / np.sqrt(tau) / kernel.length_scale


@_in(WRONG, "D^", kernel=Gaussian(1.3), n_freqs=256)
def one_radius(kernel, d, n, rng):
    return blocks(n, d, rng) * np.sqrt(rng.chisquare(d)) / kernel.length_scale


@_in(WRONG, "D^", kernel=Matern(0.8, 2.5), d=8, n_freqs=256)
def one_gamma_of_another_order(kernel, d, n, rng):
    tau = rng.gamma(kernel.nu, 1 / kernel.nu)
    return blocks(n, d, rng) * np.sqrt(rng.chisquare(d, (n, 1)) / tau) / kernel.length_scale


# --- wrong distributions ----------------------------------------------------------------------------------------------


@_in(WRONG, "number of frequencies", kernel=Gaussian(1.3), d=6)
def chi_of_n(kernel, d, n, rng):
    return blocks(n, d, rng) * np.sqrt(rng.chisquare(n, (n, 1))) / kernel.length_scale


@_in(WRONG, "χ²", kernel=Gaussian(1.3), d=6)
def chi_square_for_chi(kernel, d, n, rng):
    return blocks(n, d, rng) * rng.chisquare(d, (n, 1)) / kernel.length_scale


@_in(WRONG, "each coordinate", kernel=Matern(1.3, 1.5), d=6)
def student_per_coordinate(kernel, d, n, rng):
    return rng.standard_t(2 * kernel.nu, (n, d)) / kernel.length_scale


@_in(WRONG, "Student t distribution with 1 degree", kernel=Laplacian(1.3), d=6)
def euclidean_for_l1(kernel, d, n, rng):
    return rng.standard_normal((n, d)) / np.abs(rng.standard_normal((n, 1))) / kernel.length_scale


@_in(WRONG, "Laplacian", kernel=Matern(1.3, 0.5), d=6)
def l1_for_euclidean(kernel, d, n, rng):
    return rng.standard_cauchy((n, d)) / kernel.length_scale


@_in(WRONG, "1/√(2ν)", kernel=Matern(1.3, 2.5), d=6)
def matern_without_two_nu(kernel, d, n, rng):
    return rng.standard_normal((n, d)) / np.sqrt(rng.chisquare(2 * kernel.nu, (n, 1))) / kernel.length_scale


@_in(WRONG, "orms depend on directions", kernel=Gaussian(1.3))
def norms_of_the_rows_turned(kernel, d, n, rng):
    G = rng.standard_normal((n, d))
    norm = np.sort(np.linalg.norm(G, axis=1))
    units = G / np.linalg.norm(G, axis=1, keepdims=True)
    return units[np.argsort(np.abs(units[:, 0]))] * norm[:, None] / kernel.length_scale


@_in(WRONG, "its own", kernel=Gaussian(1.3))
def a_scale_for_each(kernel, d, n, rng):
    return rng.standard_normal((n, d)) / kernel.length_scale * np.linspace(0.5, 2, d)


@_in(WRONG, "successive points", kernel=Gaussian(1.3))
def box_muller_on_a_net(kernel, d, n, rng):
    u = qmc.Sobol(1, seed=rng).random(2 * n * d).ravel()
    r, angle = np.sqrt(-2 * np.log(u[0::2] + 1e-12)), 2 * np.pi * u[1::2]
    return (r * np.cos(angle)).reshape(n, d) / kernel.length_scale


@_in(WRONG, "√2", kernel=Gaussian(1.3), d=2, n_freqs=32)
def gamma_without_two(kernel, d, n, rng):
    return rng.standard_normal((n, d)) * np.sqrt(0.5 / kernel.length_scale**2)


@_in(WRONG, "", kernel=Gaussian(1.3))
def shifted(kernel, d, n, rng):
    return rng.normal(0.5, 1 / kernel.length_scale, (n, d))


@_in(WRONG, "", kernel=Gaussian(1.3))
def plain_halton_of_many(kernel, d, n, rng):
    u = qmc.Halton(2 * d, scramble=False).random(n + 1)[1:, d:]
    return stats.norm.ppf(u) / kernel.length_scale


@_in(WRONG, "", kernel=Gaussian(1.3))
def generator_of_ones_own(kernel, d, n, rng):
    return np.random.default_rng(0).standard_normal((n, d)) / kernel.length_scale


@_in(WRONG, "", kernel=Gaussian(1.3))
def coarse_to_one_digit(kernel, d, n, rng):
    return np.round(rng.standard_normal((n, d)) / 1.5) * 1.5 / kernel.length_scale


@_in(WRONG, "", kernel=Gaussian(1.3))
def one_block(kernel, d, n, rng):
    W = rng.standard_normal((d, d))
    return np.tile(W, (-(-n // d), 1))[:n] / kernel.length_scale


# --- right ------------------------------------------------------------------------------------------------------------


@_in(RIGHT)
def plain(kernel, d, n, rng):
    return rng.standard_normal((n, d)) / kernel.length_scale


@_in(RIGHT, kernel=Gaussian(1.7))
def from_gamma(kernel, d, n, rng):
    return np.sqrt(2 * 0.5 / kernel.length_scale**2) * rng.standard_normal((d, n)).T


@_in(RIGHT, kernel=Matern(1.2, 2.5))
def student(kernel, d, n, rng):
    tau = rng.gamma(kernel.nu, 1 / kernel.nu, (n, 1))
    return rng.standard_normal((n, d)) / np.sqrt(tau) / kernel.length_scale


@_in(RIGHT, kernel=Laplacian(0.8))
def cauchy(kernel, d, n, rng):
    return rng.standard_cauchy((n, d)) / kernel.length_scale


@_in(RIGHT, "Coarse: 8 bits")
def in_bfloat16(kernel, d, n, rng):
    return bfloat16(rng.standard_normal((n, d)) / kernel.length_scale)


@_in(RIGHT, "Coarse: 3 decimals")
def in_three_decimals(kernel, d, n, rng):
    return np.round(rng.standard_normal((n, d)) / kernel.length_scale, 3)


@_in(RIGHT, "Coarse: 4 decimals", kernel=Matern(1.3, 1.5), d=2, n_freqs=256)
def in_four_decimals(kernel, d, n, rng):
    tau = rng.gamma(kernel.nu, 1 / kernel.nu, (n, 1))
    return np.round(rng.standard_normal((n, d)) / np.sqrt(tau) / kernel.length_scale, 4)


@_in(RIGHT, "Coarse: 5 decimals", d=1, n_freqs=256)
def in_five_decimals(kernel, d, n, rng):
    return np.round(rng.standard_normal((n, d)) / kernel.length_scale, 5)


@_in(RIGHT, "Coarse: 3 decimals", d=1, n_freqs=64)
def in_three_decimals_on_a_line(kernel, d, n, rng):
    return np.round(rng.standard_normal((n, d)) / kernel.length_scale, 3)


@_in(RIGHT, "Coarse: 8 bits", d=1, n_freqs=64)
def in_bfloat16_on_a_line(kernel, d, n, rng):
    return bfloat16(rng.standard_normal((n, d)) / kernel.length_scale)


@_in(RIGHT, d=4)
def in_half_precision(kernel, d, n, rng):
    return (rng.standard_normal((n, d)) / kernel.length_scale).astype(np.float16)


@_in(RIGHT, "eterministic design", d=2, n_freqs=100)
def hermite(kernel, d, n, rng):
    side = round(n ** (1 / d))
    x, w = np.polynomial.hermite_e.hermegauss(side)
    W = np.stack(np.meshgrid(*[x] * d, indexing="ij"), axis=-1).reshape(-1, d) / kernel.length_scale
    p = np.prod(np.stack(np.meshgrid(*[w / w.sum()] * d, indexing="ij"), axis=-1).reshape(-1, d), axis=1)
    if len(W) != n:
        raise ValueError(f"n_freqs must be a power {d}, got {n}.")
    return W, p


@_in(RIGHT, "eterministic design", d=3)
def sobol_without_the_first(kernel, d, n, rng):
    u = qmc.Sobol(d, scramble=False).random(n + 1)[1:]
    return stats.norm.ppf(u) / kernel.length_scale


@_in(RIGHT, "eterministic design", d=2)
def halton_declared(kernel, d, n, rng):
    u = qmc.Halton(d, scramble=False).random(n + 1)[1:]
    W = stats.norm.ppf(u) / kernel.length_scale
    return FrequencySample(W, np.full(n, 1 / n), unbiased=False, nested=True)


@_in(RIGHT, d=8)
def qr_without_signs(kernel, d, n, rng):
    return blocks(n, d, rng, signs=False) * np.sqrt(rng.chisquare(d, (n, 1))) / kernel.length_scale


@_in(RIGHT, d=8)
def qr_with_signs(kernel, d, n, rng):
    return blocks(n, d, rng) * np.sqrt(rng.chisquare(d, (n, 1))) / kernel.length_scale


@_in(RIGHT, d=4, n_freqs=256)
def whitened(kernel, d, n, rng):
    G = rng.standard_normal((n, d))
    G = (G - G.mean(axis=0)) / G.std(axis=0)
    return G / kernel.length_scale


@_in(RIGHT, d=4, n_freqs=128)
def centred_latin_hypercube(kernel, d, n, rng):
    u = (np.array([rng.permutation(n) for _ in range(d)]).T + 0.5) / n
    return stats.norm.ppf(u) / kernel.length_scale


@_in(RIGHT, d=4, n_freqs=128)
def latin_hypercube(kernel, d, n, rng):
    return stats.norm.ppf(qmc.LatinHypercube(d, seed=rng).random(n)) / kernel.length_scale


@_in(RIGHT, d=5, n_freqs=128)
def scrambled_sobol(kernel, d, n, rng):
    return stats.norm.ppf(qmc.Sobol(d, seed=rng).random(n)) / kernel.length_scale


@_in(RIGHT, d=4)
def antithetic_norms(kernel, d, n, rng):
    u = rng.random((n // 2, 1))
    r = stats.chi.ppf(np.concatenate([u, 1 - u]), d)
    G = rng.standard_normal((n, d))
    return G / np.linalg.norm(G, axis=1, keepdims=True) * r / kernel.length_scale


@_in(RIGHT, d=3)
def box_muller(kernel, d, n, rng):
    u, v = rng.random((2, n, d))
    return np.sqrt(-2 * np.log1p(-u)) * np.cos(2 * np.pi * v) / kernel.length_scale


@_in(RIGHT, d=16, n_freqs=64)
def in_single_precision(kernel, d, n, rng):
    return rng.standard_normal((n, d), dtype=np.float32) / np.float32(kernel.length_scale)


@_in(RIGHT, d=2, n_freqs=64)
def half_space(kernel, d, n, rng):
    W = rng.standard_normal((n, d)) / kernel.length_scale
    return W * np.where(W[:, :1] < 0, -1, 1)


@_in(RIGHT, kernel=Matern(1.0, 0.5), d=3)
def ratio_of_normals(kernel, d, n, rng):
    return rng.standard_normal((n, d)) / rng.standard_normal((n, 1)) / kernel.length_scale


@_in(RIGHT, d=6)
def stratified_norms(kernel, d, n, rng):
    r = stats.chi.ppf((rng.permutation(n)[:, None] + rng.random((n, 1))) / n, d)
    G = rng.standard_normal((n, d))
    return G / np.linalg.norm(G, axis=1, keepdims=True) * r / kernel.length_scale
